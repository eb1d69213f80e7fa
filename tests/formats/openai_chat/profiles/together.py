"""Together AI: by the types of its own client (together 3.1)."""

from __future__ import annotations

from formats.openai_chat.profiles import PLAIN, Service

breaches = Service(
    knows=(
        "max_tokens", "top_k", "seed", "presence_penalty", "frequency_penalty", "response_format",
        "reasoning_effort", "tool_choice",
    ),
    roles=("system", "user", "assistant", "tool"),
    parts=("text", "image_url", "video_url", "audio_url", "input_audio"),
    choices=PLAIN,
    efforts=("low", "medium", "high"),
    thoughts=("reasoning", "reasoning_content"),
    temperature=1,
    stops=float("inf"),
    declines=False,
).breaches  # fmt: skip

"""Together AI: by the types of its own client (together 3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acceptance import every
from formats.openai_chat.profiles import PLAIN, Service

Json = Any
MODELS = (
    "meta-llama/Llama-3.3-70B-Instruct-Turbo", "openai/gpt-oss-120b",
    "deepseek-ai/DeepSeek-R1", "Qwen/Qwen3-235B", "moonshotai/Kimi-K2-Thinking",
    "zai-org/GLM-4.6",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    for sound in every(body["messages"], "input_audio"):
        if sound.get("format") != "wav":
            yield f"a sound that is {sound.get('format')}"


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
    more=_more,
).breaches  # fmt: skip

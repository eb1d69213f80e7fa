"""OpenRouter: by the types of its own client (openrouter 1.3). It leaves out what a model lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formats.openai_chat import accepts
from formats.openai_chat.profiles import PLAIN, SETTINGS, Service

Json = Any
MODELS = (
    "openai/gpt-5", "anthropic/claude-sonnet-4.5", "google/gemini-3-pro",
    "deepseek/deepseek-r1",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    yield from accepts.caller(body, 128)


breaches = Service(
    more=_more,
    speaks=True,
    knows=SETTINGS,
    parts=("text", "image_url", "input_audio", "file", "video_url"),
    results=("text", "image_url"),
    files=("data:", "https://", "http://"),  # https://openrouter.ai/docs/features/multimodal/pdfs
    choices=PLAIN,
    served=("openrouter:",),
    efforts=("max", "xhigh", "high", "medium", "low", "minimal", "none"),
    thoughts=("reasoning", "reasoning_details"),
    alone=("reasoning", "reasoning_details"),
).breaches

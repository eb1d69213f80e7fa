"""Snowflake Cortex: a superset of the API, whose ids of models say who made them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formats.openai_chat import accepts
from formats.openai_chat.profiles import SETTINGS, Service

Json = Any
MODELS = (
    "claude-4-sonnet", "openai-gpt-5", "openai-gpt-5.1", "openai-gpt-5.2", "openai-gpt-4.1",
    "llama3.1-70b", "openai-o4-mini", "mistral-large2", "openai-o1", "openai-o3",
    "openai-gpt-5-chat", "openai-gpt-5-pro", "openai-gpt-5.3", "openai-gpt-5.4", "openai-gpt-5.5",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    yield from accepts.by_model({**body, "model": str(body["model"]).removeprefix("openai-")})


breaches = Service(
    knows=tuple(key for key in SETTINGS if key not in ("top_k", "max_tokens")),
    tools=("function", "custom"),
    more=_more,
).breaches

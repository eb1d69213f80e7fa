"""Moonshot AI: by its API reference, its overview of models, and its guide to migrating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formats.openai_chat.profiles import SETTINGS, Service

Json = Any
FIXED = {"temperature": (), "top_p": (0.95,), "presence_penalty": (0,), "frequency_penalty": (0,)}


def _more(body: Json) -> Iterator[str]:
    for message in body["messages"]:
        calls = message.get("tool_calls")
        if message["role"] == "assistant" and message.get("content") == "" and not calls:
            yield "a message of the assistant that is empty"
    if str(body["model"]).startswith(("kimi-k2.5", "kimi-k2.6")):
        if body.get("tool_choice") not in (None, "auto", "none"):
            yield "a choice that a model which thinks does not take"
        for key, values in FIXED.items():
            if body.get(key) not in (None, *values):
                yield f"{key} cannot be modified"


breaches = Service(
    knows=tuple(key for key in SETTINGS if key != "top_k"),
    roles=("system", "user", "assistant", "tool"),
    parts=("text", "image_url", "video_url"),
    images=("data:", "ms://"),
    choices=("none", "auto", "function"),
    served=("builtin_function",),
    thoughts=("reasoning_content",),
    temperature=1,
    stops=5,
    more=_more,
).breaches

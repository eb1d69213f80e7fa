"""Moonshot AI: by its API reference, its overview of models, and its guide to migrating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acceptance import nodes
from formats.openai_chat.profiles import SETTINGS, Service

Json = Any
PLAIN = (None, "auto", "none")
FIXED = {"temperature": (), "top_p": (0.95,), "presence_penalty": (0,), "frequency_penalty": (0,)}


def _more(body: Json) -> Iterator[str]:
    for message in body["messages"]:
        calls = message.get("tool_calls")
        if message["role"] == "assistant" and message.get("content") == "" and not calls:
            yield "a message of the assistant that is empty"
    yield from _by_model(str(body["model"]), body)
    for tool in body.get("tools") or ():
        for schema, _ in nodes((tool.get("function") or {}).get("parameters") or {}):
            # The service's own words, of what it calls its flavor of JSON schema.
            if "anyOf" in schema and "type" in schema:
                yield "when using anyOf, type should be defined in anyOf items"
            if isinstance(schema.get("items"), list):
                yield "a list of items"


def _by_model(model: str, body: Json) -> Iterator[str]:
    choice = body.get("tool_choice")
    named = isinstance(choice, dict)
    if model.startswith(("kimi-k2.5", "kimi-k2.6", "kimi-k2.7")) and choice not in PLAIN:
        yield f"tool_choice {choice} is incompatible with thinking enabled"
    if model.startswith("kimi-k3") and named:
        yield "tool_choice 'specified' is incompatible with thinking enabled"
    if not model.startswith("kimi-k") and choice == "required":
        yield "no word says that some tool must be called"
    fixed = FIXED if model.startswith(("kimi-k2.5", "kimi-k2.6")) else {}
    if model.startswith(("kimi-k2.7", "kimi-k3")):
        fixed = {**FIXED, "temperature": (1,), "top_p": ()}
    for key, values in fixed.items():
        if body.get(key) not in (None, *values):
            yield f"{key} cannot be modified"


breaches = Service(
    knows=tuple(key for key in SETTINGS if key != "top_k"),
    roles=("system", "user", "assistant", "tool"),
    parts=("text", "image_url", "video_url"),
    images=("data:", "ms://"),
    choices=("none", "auto", "function", "required"),
    served=("builtin_function",),
    thoughts=("reasoning_content",),
    temperature=1,
    stops=5,
    more=_more,
).breaches

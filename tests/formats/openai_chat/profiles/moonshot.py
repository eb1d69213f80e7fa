"""Moonshot AI: by its API reference, its overview of models, and its guide to migrating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acceptance import nodes, spelled
from formats.openai_chat.profiles import SETTINGS, Service

Json = Any
NAME = "[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
PLAIN = (None, "auto", "none")
THINKING = ("kimi-k2.5", "kimi-k2.6", "kimi-k2.7", "kimi-k2-thinking")
FIXED = {"temperature": (), "top_p": (0.95,), "presence_penalty": (0,), "frequency_penalty": (0,)}
MODELS = (
    "moonshot-v1-8k", "kimi-k2-0905-preview", "kimi-k2-thinking", "kimi-k2.5", "kimi-k2.6",
    "kimi-k2.7", "kimi-k3", "kimi-latest",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    for message in body["messages"]:
        calls = message.get("tool_calls")
        parts = message.get("content") if isinstance(message.get("content"), list) else []
        if message["role"] != "tool" and any(part.get("text") == "" for part in parts):
            yield "text content is empty"
        empty = message.get("content") == "" and not (calls or message.get("partial"))
        if message["role"] != "tool" and empty:
            yield f"a message of the {message['role']} that is empty"
        thinks = str(body["model"]).startswith(("kimi-k2.", "kimi-k2-thinking", "kimi-k3"))
        if thinks and calls and not message.get("reasoning_content"):
            yield "thinking is enabled but reasoning_content is missing"
        for call in calls or ():
            yield from spelled([call["function"]["name"]], NAME, "a name")
    yield from _by_model(str(body["model"]), body)
    for tool in body.get("tools") or ():
        yield from spelled([(tool.get("function") or {}).get("name") or "_"], NAME, "a tool's name")
        for schema, _ in nodes((tool.get("function") or {}).get("parameters") or {}):
            # The service's own words, of what it calls its flavor of JSON schema.
            if "anyOf" in schema and "type" in schema:
                yield "when using anyOf, type should be defined in anyOf items"
            inner = [*schema.get("properties", {}).values(), schema.get("items", {})]
            if any(not isinstance(one, dict) for one in inner):
                yield "property schema for 'x' must be an object"
            if schema.get("$ref", "#") != "#" and not schema["$ref"].startswith("#/$defs/"):
                yield "references must start with #/$defs/"
            if schema.keys() > {"$ref"} and schema["$ref"] != "#":
                yield "conflicting keywords found after $ref expansion: description"
            if any("/" in name for name in schema.get("$defs", ())):
                yield "$defs property name 'a/b' cannot contain '/' character"
            if "enum" in schema and "type" not in schema:
                yield "type is not defined"
            several = isinstance(schema.get("type"), list) and len(schema["type"]) > 1
            if several and schema.keys() - {"type", "title", "description"}:
                yield "several types and other words: the field loses all that is said of it"


def _by_model(model: str, body: Json) -> Iterator[str]:
    choice = body.get("tool_choice")
    named = isinstance(choice, dict)
    if model.startswith(THINKING) and choice not in PLAIN:
        yield f"tool_choice {choice} is incompatible with thinking enabled"
    if model.startswith("kimi-k3") and named:
        yield "tool_choice 'specified' is incompatible with thinking enabled"
    if not model.startswith("kimi-k3") and choice == "required":
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
    declines=False,
).breaches

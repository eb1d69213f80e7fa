# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The normal form: of several ways to write one thing, the one that decoders produce.

* a system or user message that is one plain text block has that text as its content
* a multimodal result that is one plain text block is a text result, or an error result
* no empty overlays, no empty metadata
* `jsonOutput` where it is true, and no schema says as much
* results behind the turn that asked for them, in the order of its calls, unless a wire had them
  elsewhere; one that no call asked for where it is; each call of a conversation under an id of
  its own
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .blaming import blame
from .conversation import settled
from .errors import ToolwireError

Json = Any


def normal(value: Json) -> Json:
    """The normal form of an intermediate value: a request, a response, a message or a part of one.

    Pure and idempotent: ``value`` is not changed, and ``normal(normal(x)) == normal(x)``. What is
    normal already is returned as it is. What the format keeps as it is (arguments, data, schemas,
    opaque values) is not looked into. Raises nothing: what is no intermediate value stays, and so
    does what nests deeper than any.
    """
    try:
        return _normal(value)
    except RecursionError:
        return value


def _normal(value: Json) -> Json:
    if type(value) is list:
        return _items(value)
    if type(value) is not dict or value.get("kind") == "opaque":
        return value
    result = value
    for key in _NESTED & value.keys():
        result = _with(result, key, _normal(value[key]))
    if "metadata" in value:
        result = _with(result, "metadata", _metadata(value["metadata"]))
    if type(result.get("messages")) is list:
        result = _with(result, "messages", _settled(result["messages"]))
        if result.get("jsonOutput") is False or result.get("responseSchema") is not None:
            result = _with(result, "jsonOutput", _ABSENT)
    if "role" in value and "content" in value:
        result = _message(result)
    elif "toolCallId" in value and value.get("kind") == "multimodal":
        result = _multimodal(result)
    return result


_NESTED = frozenset(
    {"messages", "message", "content", "toolCall", "toolResult", "tools", "toolChoice"}
    | {"responseSchema", "usage", "error", "response"}
)
"""Fields whose values are of this format themselves, in whatever type they stand."""

_ABSENT: Any = object()


def _items(values: list[Any]) -> list[Any]:
    items = [_normal(value) for value in values]
    changed = any(new is not old for new, old in zip(items, values, strict=True))
    return items if changed else values


def _with(record: dict[str, Any], key: str, value: Json) -> dict[str, Any]:
    """``record`` with another value at ``key``, or without it; itself if that changes nothing."""
    if value is record.get(key, _ABSENT):
        return record
    if value is _ABSENT:
        return {name: item for name, item in record.items() if name != key}
    return {**record, key: value}


def _settled(messages: list[Json]) -> list[Json]:
    try:
        return settled(messages)
    except (KeyError, TypeError, AttributeError) as failure:
        # They are no messages, or something is wrong with them: encoding says what.
        with suppress(ToolwireError):
            blame(failure, {"messages": messages}, "intermediate", ("Request",))
        return messages


def _metadata(metadata: Json) -> Json:
    if type(metadata) is not dict:
        return metadata
    overlays = {name: overlay for name, overlay in metadata.items() if overlay != {}}
    if not overlays:
        return _ABSENT
    return metadata if len(overlays) == len(metadata) else overlays


def _plain_text(blocks: Json) -> str | None:
    """The text of a list that is one text block without metadata."""
    if type(blocks) is not list or len(blocks) != 1 or type(blocks[0]) is not dict:
        return None
    block = blocks[0]
    if block.keys() != {"kind", "text"} or block["kind"] != "text":
        return None
    text = block["text"]
    return text if type(text) is str else None


def _message(message: dict[str, Any]) -> dict[str, Any]:
    if message["role"] not in ("system", "user"):
        return message
    text = _plain_text(message["content"])
    return message if text is None else {**message, "content": text}


def _multimodal(result: dict[str, Any]) -> dict[str, Any]:
    result = _with(result, "value", _normal(result.get("value")))
    text = _plain_text(result.get("value"))
    if text is None:
        return result
    kind = "error" if result.get("isError") is True else "text"
    plain = _with(result, "isError", _ABSENT)
    return {**plain, "kind": kind, "value": text}

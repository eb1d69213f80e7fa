# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Results on a wire that has a type of its own for those of certain calls.

Such calls have a field that others lack. Which type a result was read from stands in its form, as
``of_calls``, while that is not what its call has: results of these calls go out in their own type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .absence import EMPTY
from .conversation import Conversation, note
from .overlay import mark

Json = Any
OF_CALLS = "of_calls"
"""The key of a form that has the field of the calls whose results are of this type."""


def call_kind(result: dict[str, Any], format_: str) -> Json:
    """The field that the call of a result has, as its form says; "" for none."""
    return (note(result, format_, OF_CALLS) or "") if "metadata" in result else ""


def settle_kinds(messages: list[Json], format_: str, fields: Sequence[str]) -> None:
    """Let the forms of results just read say what their calls do not."""
    if not _calls_so(messages, fields):
        return
    for result, kind in _answering(messages, fields):
        form_kind = note(result, format_, OF_CALLS)
        if form_kind == kind:
            _forget(result, format_)
        elif form_kind is None and kind:
            mark(result, format_, OF_CALLS, "")


def with_kinds(request: dict[str, Any], format_: str, fields: Sequence[str]) -> dict[str, Any]:
    """A request whose results say of what calls they are, where these are not as others."""
    messages = request["messages"]
    if not _calls_so(messages, fields):
        return request
    kinds = {id(result): kind for result, kind in _answering(messages, fields) if kind}
    found = []
    for message in messages:
        result = message.get("toolResult")
        kind = kinds.get(id(result)) if result is not None else None
        if kind and note(result, format_, OF_CALLS) is None:
            message = {**message, "toolResult": _saying(result, format_, kind)}
        found.append(message)
    return {**request, "messages": found}


def _answering(
    messages: list[Json], fields: Sequence[str]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Each result that answers a call, and the field of these that this one has, or ""."""
    for place, call in Conversation(messages).answers.items():
        yield messages[place]["toolResult"], _kind(call.value, fields)


def _calls_so(messages: list[Json], fields: Sequence[str]) -> bool:
    """Whether a call has one of these fields."""
    for message in messages:
        if message.get("role") == "assistant":
            for block in message["content"]:
                if "toolCall" in block and _kind(block["toolCall"], fields):
                    return True
    return False


def _kind(call: dict[str, Any], fields: Sequence[str]) -> str:
    for field in fields:
        if call.get(field) is not None:
            return field
    return ""


def _forget(result: dict[str, Any], format_: str) -> None:
    """Take back what the form of a result just read says of its call."""
    overlay = result["metadata"][format_]
    form = {key: value for key, value in overlay["$"].items() if key != OF_CALLS}
    overlay = {key: value for key, value in overlay.items() if key != "$"}
    if form:
        overlay["$"] = form
    result["metadata"] = {**result["metadata"], format_: overlay}
    if not overlay:
        del result["metadata"]


def _saying(result: dict[str, Any], format_: str, kind: str) -> dict[str, Any]:
    metadata = result.get("metadata") or EMPTY
    overlay = metadata.get(format_) or EMPTY
    form = {**(overlay.get("$") or EMPTY), OF_CALLS: kind}
    return {**result, "metadata": {**metadata, format_: {**overlay, "$": form}}}

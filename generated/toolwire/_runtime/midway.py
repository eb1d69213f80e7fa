# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A failure in the middle of a stream: its event is shown, and goes out again as it came.

What its event says beside the error is kept as that of an error body is: in the overlay of the
intermediate event. That has no fields of a reply, though: the form has those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from .absence import EMPTY
from .assembly import Assembly
from .blaming import blame
from .errors import FAILURES
from .failures import Kinds, failure_kind
from .jsontext import dumps
from .overlay import mark
from .pieces import owned
from .usage import tell_usage

Json = Any
REPLY = "reply"
"""The key of a form that has what the event said of the reply."""
EVENT = "event"
"""The key of one that has all of an event, and the message that it was shown with."""
SHOWN = frozenset({"message", "finishReason", "error", "metadata"})


def show_error(
    s: Assembly,
    e: Json,
    format_: str,
    name: str,
    named: str,
    read: Callable[..., Json],
    *context: Json,
) -> None:
    """Show a failure that the provider reports in the middle of the stream, however it says it.

    ``named``: the key that holds it, and says by itself that it is one.
    """
    if s.out and s.out[-1]["kind"] == "error":
        return  # another type, by which the same event may be read, was asked ahead
    event: dict[str, Any] = {"kind": "error"}
    try:
        reply = read(e, *context)
        event["error"] = reply["error"]
        rest = {key: value for key, value in reply.items() if key not in SHOWN}
        if "usage" in rest:
            tell_usage(s, rest["usage"])
        if "metadata" in reply:
            event["metadata"] = reply["metadata"]
        if rest:
            mark(event, format_, REPLY, rest)
    except FAILURES as failure:
        blame(failure, e, format_, (name,))
        found = e.get("error")
        if found is None and not named:
            raise
        event = _unread(e if found is None else found)
        if named:
            # Its client raises by this key alone, whatever it holds.
            mark(event, format_, EVENT, {"as": {named: e}, "of": event["error"]["message"]})
    s.failed = True
    s.out.append(owned(event))


def _unread(raw: Json) -> dict[str, Any]:
    """What is shown of a failure that says nothing as its wire does."""
    words = raw.get("message", "" if not raw else None) if type(raw) is dict else raw
    error = {"message": words if type(words) is str else dumps(raw)}
    return {"kind": "error", "error": error}


def besides(e: Json, keys: Collection[str]) -> Json:
    """An event without what is read of it as something else."""
    return {key: value for key, value in e.items() if key not in keys}


def name_failure(s: Assembly, name: str, kinds: Kinds | None = None) -> None:
    """The failure that was shown last is of this type, unless it says another."""
    error = s.out[-1]["error"]
    error.setdefault("type", name)
    kind = failure_kind(error, kinds) if kinds is not None else None
    if kind is not None:
        error.setdefault("kind", kind)


def failed_event_of(
    event: Json, usage: Json, format_: str, write: Callable[[Json], Json]
) -> Json:  # fmt: skip
    """The wire's event for an error event: as it came from this wire, or what ``write`` makes."""
    own = (event.get("metadata") or EMPTY).get(format_) or EMPTY
    form = own.get("$") or EMPTY
    if EVENT in form and _is_as_shown(event["error"], form[EVENT]):
        return form[EVENT]["as"]
    message = {"role": "assistant", "content": []}
    failed = {"message": message, "finishReason": "error", "error": event["error"]}
    failed |= form.get(REPLY) or EMPTY
    if own:
        failed["metadata"] = {format_: own}
    if usage is not None:
        failed["usage"] = usage
    return write(failed)


def _is_as_shown(error: Json, noted: Json) -> bool:
    """Whether the error of an event that nobody could read says what was shown of it."""
    same = error["message"] == noted["of"]
    return bool(same and error.get("type") in (None, *noted["as"]))

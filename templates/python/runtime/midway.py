"""A failure in the middle of a stream: its event is shown, and goes out again as it came.

What its event says beside the error is kept as that of an error body is: in the overlay of the
intermediate event. That has no fields of a reply, though: the form has those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from .absence import EMPTY
from .assembly import Assembly
from .errors import FAILURES, blame
from .failures import Known, failure_kind
from .jsontext import dumps
from .overlay import mark
from .pieces import owned
from .usage import tell_usage

Json = Any
REPLY = "reply"
"""The key of a form that has what the event said of the reply."""
SHOWN = frozenset({"message", "finishReason", "error", "metadata"})


def show_error(
    s: Assembly,
    e: Json,
    format_: str,
    name: str,
    other: bool,
    read: Callable[..., Json],
    *context: Json,
) -> None:
    """Show a failure that the provider reports in the middle of the stream, however it says it.

    ``other``: failures go out as another type than ``name``, unless the form says that it was this.
    """
    if s.out and s.out[-1]["kind"] == "error":
        return  # another type, by which the same event may be read, was asked ahead
    event: dict[str, Any] = {"kind": "error"}
    try:
        reply = read(e, *context)
        event["error"] = reply["error"]
        said = {key: value for key, value in reply.items() if key not in SHOWN}
        if "usage" in said:
            tell_usage(s, said["usage"])
        if "metadata" in reply:
            event["metadata"] = reply["metadata"]
        if said:
            mark(event, format_, REPLY, said)
        if other:
            mark(event, format_, "body", name)
    except FAILURES as failure:
        blame(failure, e, format_, (name,))
        found = e.get("error")
        if found is None:
            raise
        words = found.get("message") if type(found) is dict else found
        event = {"kind": "error"}
        event["error"] = {"message": words if type(words) is str else dumps(found)}
    s.failed = True
    s.out.append(owned(event))


def besides(e: Json, keys: Collection[str]) -> Json:
    """An event without what is read of it as something else."""
    return {key: value for key, value in e.items() if key not in keys}


def name_failure(s: Assembly, name: str, known: Known | None = None) -> None:
    """The failure that was shown last is of this type, unless it says another."""
    error = s.out[-1]["error"]
    error.setdefault("type", name)
    kind = failure_kind(error, known) if known is not None else None
    if kind is not None:
        error.setdefault("kind", kind)


def failed_reply(event: Json, format_: str) -> Json:
    """The reply that an error event stands for on the wire that it is written for."""
    message = {"role": "assistant", "content": []}
    failed = {"message": message, "finishReason": "error", "error": event["error"]}
    own = (event.get("metadata") or EMPTY).get(format_)
    if own:
        failed |= (own.get("$") or EMPTY).get(REPLY) or EMPTY
        failed["metadata"] = {format_: own}
    return failed

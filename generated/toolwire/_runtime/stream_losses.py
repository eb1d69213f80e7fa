# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What no event of a stream tells of its reply: a body may hold what its wire's events cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .absence import EMPTY
from .blaming import blame
from .calls import Calls, made_up
from .errors import FAILURES, Loss, ToolwireError
from .misfit import escaped
from .outlet import Outlet
from .stream import StreamReader

Json = Any
FORM = "$"
"""The key of an overlay that says how a value is spelled: what is spelled otherwise is not lost."""


def with_stream_losses(losses: list[Loss], body: Json, outlet: Outlet) -> list[Loss]:
    """Losses of a reply, and what it loses because its events tell another body than its own.

    Mostly they tell the same. If not, both are read: a loss is what the reply that is told lacks,
    or has otherwise, and what is not lost already.
    """
    reader = outlet.reader
    try:
        sent = outlet.concluded
        if body == sent:
            return losses
        reply, other = (_read(one, reader) for one in (body, sent))
    except ToolwireError:
        why = f"the events of {reader.format} tell no reply that can be read"
        return [*losses, Loss("", "field", why)]
    why = f"the events of {reader.format} do not tell it, or not as it is"
    more = (path for path in _untold(reply, other, "") if not any(_is_about(path, losses)))
    return [*losses, *(Loss(path, "field", why) for path in more)]


def _is_about(path: str, losses: list[Loss]) -> Iterator[bool]:
    """Of each loss whether a place holds its own, or stands in that."""
    for loss in losses:
        shorter, longer = sorted((f"{path}/", f"{loss.path}/"), key=len)
        yield longer.startswith(shorter)


def _read(body: Json, reader: StreamReader) -> Json:
    try:
        return reader.read(body, Calls())
    except FAILURES as failure:
        raise blame(failure, body, reader.format, reader.whole) from failure


def _untold(value: Json, other: Json, path: str) -> Iterator[str]:
    """The places where another value lacks something, or has something else."""
    if type(value) is dict and type(other) is dict and value.get("kind") == other.get("kind"):
        for key, item in value.items():
            if key == FORM or (key == "id" and made_up(value)):
                continue
            lacking = EMPTY if type(item) is dict else None
            yield from _untold(item, other.get(key, lacking), f"{path}/{escaped(key)}")
    elif type(value) is list and type(other) is list and len(value) == len(other):
        for at, (item, inner) in enumerate(zip(value, other, strict=True)):
            yield from _untold(item, inner, f"{path}/{at}")
    elif value != other:
        yield path

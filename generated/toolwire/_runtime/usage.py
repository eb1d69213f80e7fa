# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a stream shows of the tokens counted so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .assembly import Assembly, put
from .blaming import blame
from .errors import FAILURES
from .overlay import same
from .pieces import built, owned

Json = Any


def show_usage(s: Assembly, w: Json, format_: str, name: str, read: Callable[[Json], Json]) -> None:
    """Show the tokens counted so far, once they can be told and whenever they change."""
    try:
        usage = read(w)
    except FAILURES as failure:
        blame(failure, w, format_, (name,))
        return
    tell_usage(s, usage)


def show_counts(
    s: Assembly, w: Json, format_: str, name: str, read: Callable[[Json], Json]
) -> None:  # fmt: skip
    """Show counts that stand in the reply itself, which tells how the wire spells them."""
    try:
        usage = read(w)
    except FAILURES as failure:
        blame(failure, built(w), format_, (name,))
        return
    tell_usage(s, {key: count for key, count in usage.items() if key != "metadata"})


class Counted:
    """The counts that events tell: some services tell them with each event, and few are news.

    They are put in at ``key`` of ``w``, and ``read``. ``snaked`` keys are spelled otherwise than
    there. ``latest``: of those before nothing is left.
    """

    __slots__ = ("again", "key", "latest", "put", "read", "s", "snaked", "w")

    def __init__(
        self, s: Assembly, w: dict[str, Any], key: str, read: Callable[[Json], Json],
        snaked: frozenset[str], latest: bool = False,
    ) -> None:  # fmt: skip
        self.s, self.w, self.key, self.read = s, w, key, read
        self.snaked, self.latest = snaked, latest
        #: those last put in, as long as nothing else has been put in after them
        self.put: dict[str, Any] | None = None
        #: the last of those that equal them
        self.again: dict[str, Any] | None = None
        s.counted = self

    def settle(self) -> None:
        """The last ones are what the reply says: 9.0 equals 9, and is spelled otherwise."""
        if self.again is not None and self.again == self.put:
            _put_in(self.w[self.key], self.again)
        self.put = self.again = None


def recounted(counted: Counted, counts: Json) -> bool:
    """Put counts in and show them, if they are an object like that which is there already."""
    if counts == counted.put:
        counted.again = counts
        return True
    w, key = counted.w, counted.key
    ours = w.get(key)
    if type(counts) is not dict or type(ours) is not dict or not counted.snaked.isdisjoint(counts):
        return False
    if not counted.latest:
        counted.settle()
        counted.put = owned(counts)
        if not _put_in(ours, counts):
            return True
    elif counts:
        counted.again = None
        w[key] = counted.put = owned(counts)
    else:
        return True
    try:
        usage = counted.read(w[key])
    except FAILURES:
        return False
    tell_usage(counted.s, usage)
    return True


def _put_in(ours: dict[str, Any], counts: dict[str, Any]) -> bool:
    """Put counts in one by one; was any of them another?"""
    news = False
    for name, value in counts.items():
        if not same(value, ours.get(name)):
            put(ours, name, value)
            news = True
    return news


def tell_usage(s: Assembly, usage: Json) -> None:
    """Show what was counted so far, if it is not what was shown last."""
    if usage != s.usage:
        s.usage = usage
        shown = owned(usage) if "metadata" in usage else usage.copy()
        s.out.append({"kind": "usage", "usage": shown})

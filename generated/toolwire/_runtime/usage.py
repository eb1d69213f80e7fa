# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a stream shows of the tokens counted so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .assembly import Assembly, put
from .errors import FAILURES, blame
from .overlay import same
from .pieces import built, owned

Json = Any
INTEGER, SMALL = frozenset({int}), frozenset({0, 1})


def show_usage(s: Assembly, w: Json, format_: str, name: str, read: Callable[[Json], Json]) -> None:
    """Show the tokens counted so far, once they can be told and whenever they change."""
    s.counts = None
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


def recounted(
    s: Assembly, w: dict[str, Any], key: str, counts: Json, read: Callable[[Json], Json],
    snaked: frozenset[str], latest: bool = False,
) -> bool:  # fmt: skip
    """Put counts in and show them, if they are an object like that which is there already.

    Some services tell them with every event, and few are news: those that equal the ones before
    are there. ``snaked`` keys are spelled otherwise than there. ``latest``: of those before nothing
    is left.
    """
    if counts == s.counts and type(sum(counts.values())) is int:
        return True
    ours = w.get(key)
    if type(counts) is not dict or type(ours) is not dict or not snaked.isdisjoint(counts):
        return False
    if not latest:
        news = _put_in(ours, counts)
    elif news := bool(counts):
        w[key] = owned(counts)
    s.counts = counts.copy() if _told_by_sum(counts) else None
    if not news:
        return True
    try:
        usage = read(w[key])
    except FAILURES:
        return False
    tell_usage(s, usage)
    return True


def _put_in(ours: dict[str, Any], counts: dict[str, Any]) -> bool:
    """Put counts in one by one; was any of them another?"""
    news = False
    for name, value in counts.items():
        if not same(value, ours.get(name)):
            put(ours, name, value)
            news = True
    return news


def _told_by_sum(counts: dict[str, Any]) -> bool:
    """Is what equals these counts, with an integer for their sum, spelled like them?

    Then each is an integer, and none of them 0 or 1, which truth values equal.
    """
    return INTEGER.issuperset(map(type, counts.values())) and SMALL.isdisjoint(counts.values())


def tell_usage(s: Assembly, usage: Json) -> None:
    """Show what was counted so far, if it is not what was shown last."""
    if usage != s.usage:
        s.usage = usage
        told = owned(usage) if "metadata" in usage else usage.copy()
        s.out.append({"kind": "usage", "usage": told})

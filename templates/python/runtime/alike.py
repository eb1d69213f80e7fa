"""Events that are like one before: all there is to them is the next piece of the same text.

One that took the short way is remembered. Another that equals it, but for that text and for what
says nothing anew, takes the same way: one comparison stands for all that was asked of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .pieces import owned

Json = Any


class _Filled:
    """Equal to whatever is not empty."""

    __slots__ = ()
    __hash__: Any = None
    __eq__: Any = bool


FILLED = _Filled()


class Like(dict[str, Any]):
    """What an event has to equal; nothing as long as none is remembered.

    ``target``: what was found out about the text that the first one brought a piece of.
    """

    __slots__ = ("target",)

    def __init__(self) -> None:
        super().__init__()
        self.target: tuple[Json, ...] = ()


def remember(
    like: Like, e: dict[str, Any], own: frozenset[str], path: Sequence[Json], *target: Json
) -> None:
    """Remember an event that took the short way with the piece at ``path``; nothing is shared.

    Keys that are not the events' ``own`` were said once and for all, and may say anything now:
    where one is remembered already, what this one says otherwise is not asked for any more.
    """
    if like:
        like.update((k, FILLED) for k, v in e.items() if k not in own and v and v != like.get(k, v))
        return
    try:
        made = {k: owned(v) for k, v in e.items()}
    except RecursionError:
        return
    inner: Json = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = FILLED
    like.update(made)
    like.target = target

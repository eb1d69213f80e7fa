# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What is lost of units that stand as several elements of a list: which were read as which.

To know it, units are written and read again. Those of one shape fare alike, so that a shape that
comes back as it was is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .absence import EMPTY
from .conversation import going_out
from .errors import Loss
from .pointing import Place, lose

Json = Any
REMEMBERED = 1000
"""So many shapes are remembered."""
_whole: set[tuple[object, Json]] = set()
"""Shapes of units that leave a trace and are read as one, by what reads them."""


def spread_losses(
    units: list[Json], again: Callable[[list[Json]], list[Json]], tags: dict[str, Json],
    format_: str, path: Place, losses: list[Loss],
) -> None:  # fmt: skip
    """Units that stand as several elements and are read as others: joined, split or gone.

    ``again``: what some units are once they are written and read.
    """
    found: list[Loss] = []
    if not _spread(enumerate(units), again, tags, format_, path, found, wary=True):
        # Results go out behind the turns that asked for them: then other units are neighbours.
        sent = [(place, units[place]) for place in going_out(units, format_)]
        found.clear()
        _spread(sent, again, tags, format_, path, found)
    losses += found


def _spread(
    numbered: Iterable[tuple[int, Json]], again: Callable[[list[Json]], list[Json]],
    tags: dict[str, Json], format_: str, path: Place, losses: list[Loss], wary: bool = False,
) -> bool:  # fmt: skip
    """Tell the losses of units in the order in which they go out.

    ``wary``: it may be another one; False, and nothing more is told, where that matters.
    """
    before: list[Json] = []
    tagged = tags.items()
    for index, unit in numbered:
        spread = tagged <= unit.items()
        single = not spread and unit.get("kind") != "opaque"  # it is one element itself
        if single and not before:
            continue
        if single and wary and "toolResult" in unit and not _asks(before[0], unit["toolResult"]):
            return False
        beside = [] if single else [unit]
        shape = _shape(unit, format_)
        if not (before and beside) and shape is not None and (again, shape) in _whole:
            before = beside
            continue
        if not spread and type(unit.get("value", EMPTY)) is not dict:
            before = []  # an app's own words for the wire: no element is read of them
            continue
        now, place = again([unit]), (path, f"/{index}")
        whole = len(now) == 1 and tagged <= now[0].items()
        if spread and not now:
            lose(losses, place, "merged", "without elements of its own it leaves no trace")
        elif spread and not whole:
            lose(losses, place, "split", "its elements are not read as one message")
        elif now and shape is not None and len(_whole) < REMEMBERED:
            _whole.add((again, shape))
        together = again([*before, *beside]) if before and beside and now else None
        if together is not None and len(together) < len(again(before)) + len(now):
            if wary:
                return False
            lose(losses, place, "merged", "its elements join those of the one before")
        if now:
            before = beside
    return True


def _asks(turn: dict[str, Json], result: dict[str, Json]) -> bool:
    """Whether a result, right behind a turn, is of one of its calls."""
    wanted = result["toolCallId"]
    for block in turn.get("content") or ():
        if "toolCall" in block and block["toolCall"]["id"] == wanted:
            return True
    return False


def _shape(unit: dict[str, Json], format_: str) -> Json:
    """What of a unit decides how many elements it has; None for one that is out of the ordinary."""
    if not _is_bare(unit, 2, format_):
        return None
    content, result = unit.get("content"), unit.get("toolResult")
    if result is not None:
        own = "metadata" in result and format_ in (result["metadata"] or EMPTY)
        return None if own else ("result", result["kind"])
    if type(content) is str:
        return unit["role"], bool(content)
    if type(content) is not list or len(content) > 8:
        return None
    for block in content:
        if not _is_plain(block, format_):
            return None
    return (unit["role"], *(block["kind"] for block in content))


def _is_plain(block: dict[str, Json], format_: str) -> bool:
    """Whether a block is a text or a call, and nothing but that."""
    if not _is_bare(block, 2, format_):
        return False
    kind = block.get("kind")
    if kind == "text":
        return bool(block["text"])
    return kind == "toolCall" and _is_bare(block["toolCall"], 3, format_)


def _is_bare(value: dict[str, Json], size: int, format_: str) -> bool:
    """Whether a value has so many keys, and nothing beside them that this wire knows of."""
    if len(value) == size:
        return "metadata" not in value
    if len(value) != size + 1 or "metadata" not in value:
        return False
    return format_ not in (value["metadata"] or EMPTY)

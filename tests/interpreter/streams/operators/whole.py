"""The reply as a whole, as far as it is."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import EventRows

from ...spec import demand
from ..operator import StreamOperator
from ..pieces import put
from ..slots import Slot, opened

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Whole(StreamOperator):
    """Its elements are what they are now; other keys are put in."""

    name = "whole"

    def whole(self, body: Body, rows: EventRows, e: Json) -> bool:
        row = rows.rows[0]
        reply = e
        for key in row.source:
            reply = reply[key]
        demand(type(reply) is dict, "an object")
        for path in body.blocks:
            self._elements(body, path, reply)
        # A list that nothing has come of yet is there all the same.
        slots = body.root.lists
        begun = [
            path for path in body.blocks if has_value(reply, path) or slots.get(".".join(path))
        ]
        lay(body.root.w, {key: value for key, value in reply.items()}, begun)
        named = {*body.wire.tags(rows.event), row.source[0], *rows.ignored}
        named |= body.repeated(rows.event)
        body.root.keep_others(body.root.w, e, named)
        return True

    def _elements(self, body: Body, path: tuple[str, ...], reply: Json) -> None:
        found, w = reply, body.root.w
        for at, key in enumerate(path):
            found = found.get(key) if type(found) is dict else None
            if type(found) is list and found and at < len(path) - 1:
                return
        items = [one for one in found if type(one) is dict] if type(found) is list else []
        slots = body.root.lists.get(".".join(path), {})
        met = elements_of({n: slot for n, slot in slots.items() if type(n) is int}, items)
        in_order = []
        for number, (slot, item) in enumerate(zip(met, items, strict=True)):
            if slot is None:
                w = body.root.w
                for end, key in enumerate(path[:-1], 1):
                    w = body.opened_object(w, key, path[:end])
                free = number if number not in slots else 1 + max(len(items), *slots)
                slot = opened(body.root, w, ".".join(path), free, item)
                slots = body.root.lists[".".join(path)]
            else:
                slot.w.clear()
                slot.w.update(copy.deepcopy(item))
                slot.lists.clear()
            in_order.append(slot)
        if in_order:
            line_up(body.root.w, path, in_order)


def elements_of(slots: dict[int, Slot], items: list[Json]) -> list[Slot | None]:
    """Which element each item of a whole reply is: one that is equal, or stands where it does."""
    left = dict(slots)
    met: list[Slot | None] = []
    for at, item in enumerate(items):
        numbers = sorted(left, key=lambda number: number != at)
        equal = [number for number in numbers if left[number].w == item]
        met.append(left.pop(equal[0]) if equal else None)
    if len(left) == met.count(None):
        rest = list(left.values())
        return [slot if slot is not None else rest.pop(0) for slot in met]
    return [left.pop(at, None) if slot is None else slot for at, slot in enumerate(met)]


def line_up(w: Json, path: tuple[str, ...], in_order: list[Slot]) -> None:
    """Put elements in an order; others stay behind the one that they stood behind."""
    for key in path:
        w = w[key]
    groups: dict[int, list[Json]] = {-1: []}
    at = -1
    for one in w:
        at = next((n for n, slot in enumerate(in_order) if slot.w is one), at)
        groups.setdefault(at, []).append(one)
    w[:] = [one for at in sorted(groups) for one in groups[at]]


def has_value(value: Json, path: tuple[str, ...]) -> bool:
    """Whether anything but an empty list stands at a path."""
    for key in path:
        value = value.get(key) if type(value) is dict else None
    return bool(value != [])


def lay(w: dict[str, Json], news: dict[str, Json], but: list[tuple[str, ...]]) -> None:
    """Put in an object key by key, and those inside of it, without what stands at some paths."""
    for key, value in news.items():
        inside = [path[1:] for path in but if path[:1] == (key,)]
        if () in inside:
            continue
        if type(value) is dict and inside:
            value = without(value, inside)
        if type(value) is dict and type(w.get(key)) is dict:
            lay(w[key], value, [])
        else:
            put(w, key, value)


def without(value: dict[str, Json], paths: list[tuple[str, ...]]) -> dict[str, Json]:
    """An object without what stands at some paths."""
    made: dict[str, Json] = {}
    lay(made, value, paths)
    return made

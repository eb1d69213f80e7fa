"""The reply as a whole, as far as it is."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import EventRows

from ...spec import demand
from ..operator import StreamOperator
from ..pieces import put
from ..slots import opened

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
        begun = [path for path in body.blocks if said(reply, path) or slots.get(".".join(path))]
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
        for number, item in enumerate(found if type(found) is list else ()):
            slots = body.root.lists.get(".".join(path), {})
            if type(item) is not dict:
                continue
            if number not in slots:
                w = body.root.w
                for end, key in enumerate(path[:-1], 1):
                    w = body.held(w, key, path[:end])
                opened(body.root, w, ".".join(path), number, item)
            else:
                slots[number].w.clear()
                slots[number].w.update(copy.deepcopy(item))
                slots[number].lists.clear()


def said(value: Json, path: tuple[str, ...]) -> bool:
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

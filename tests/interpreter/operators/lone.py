"""A list of one object with one key stands for what that key holds: `lone(key)`.

Constants that the object must have stand beside the key.

`lone(key, inner)`: the wire has objects alone there, so what is none is held by one, under `inner`.
"""

from __future__ import annotations

from typing import Any

from ..codec import Codec, between
from ..jsontext import is_constant
from ..notes import Notes
from ..operator import Operator
from ..spec import Place
from ..use import Use

Json = Any


class Lone(Operator):
    """What the only key of the only item holds."""

    name = "lone"
    tells_the_lens = True

    def codec(self, use: Use) -> Codec:
        key, *inner = self.args
        place, wire = use.place, use.spec.wire
        items = [item for shape in place.wire for item in shape.items]
        shapes = [
            shape
            for item in items
            if key in wire.properties(item.name)
            for shape in wire.shapes(wire.properties(item.name)[key])
        ]
        owner = next((item.name for item in items if key in wire.properties(item.name)), "")
        tags = {one: tag for one, tag in wire.tags(owner).items() if one != key}
        codec = Only(key, tags, between(use.interpreter, Place(place.inter, tuple(shapes))))
        return Held(codec, inner[0]) if inner else codec


class Only(Codec):
    """The value that is held, if that is all there is."""

    partial = True

    def __init__(self, key: str, tags: dict[str, Json], inner: Codec) -> None:
        self.key, self.tags, self.inner = key, tags, inner

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is not list or len(raw) != 1 or type(raw[0]) is not dict:
            return None
        if raw[0].keys() != {self.key, *self.tags}:
            return None
        if not all(is_constant(raw[0][key], tag) for key, tag in self.tags.items()):
            return None
        if not self.inner.accepts(raw[0][self.key]):
            return None
        return self.inner.read(raw[0][self.key], notes)

    def write(self, value: Json, notes: Notes) -> Json:
        return [{**self.tags, self.key: self.inner.write(value, notes)}]


class Held(Codec):
    """The same, in an object of its own if it is none."""

    partial = spelled = True

    def __init__(self, only: Only, inner: str) -> None:
        self.only, self.inner = only, inner

    def _depth(self, value: Json) -> int | None:
        """How many objects with the inner key alone are around what is none, if that is so."""
        depth = 0
        while type(value) is dict and [*value] == [self.inner]:
            value, depth = value[self.inner], depth + 1
        return None if value is None or type(value) is dict else depth

    def read(self, raw: Json, notes: Notes) -> Json:
        value = self.only.read(raw, notes)
        return value[self.inner] if self._depth(value) else value

    def write(self, value: Json, notes: Notes) -> Json:
        wraps = value is None or self._depth(value) is not None
        return self.only.write({self.inner: value} if wraps else value, notes)

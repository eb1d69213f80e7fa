"""A list of names and values stands for an object with these: `by_name(Type, name, value)`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from toolwire_codegen.load.schema import Shape

from ..codec import Codec, between
from ..notes import Notes
from ..operator import Operator
from ..spec import Place
from ..use import Use

Json = Any


class ByName(Operator):
    """The object is that of the type, through its lens."""

    name = "by_name"

    def codec(self, use: Use) -> Codec:
        record, name, value = self.args
        place = Place(use.place.inter, (Shape("record", record),))
        (item,) = {one.name for shape in use.place.wire for one in shape.items}
        tags = use.spec.wire.tags(item)
        inner = between(use.interpreter, place)
        return Named(name, value, tags, inner, use.spec.wire.required(record))


class Named(Codec):
    """The object that a list is, if each of its records has a name of its own."""

    partial = spelled = True

    def __init__(
        self, name: str, value: str, tags: dict[str, Json], inner: Codec, needed: Collection[str]
    ) -> None:
        self.name, self.value, self.tags, self.inner = name, value, tags, inner
        self.needed = needed

    def accepts(self, raw: Json) -> bool:
        return type(raw) is list

    def read(self, raw: Json, notes: Notes) -> Json:
        pairs = []
        for item in raw:
            if type(item) is not dict or self.value not in item:
                return None
            if type(item.get(self.name)) is not str:
                return None
            pairs.append((item[self.name], item[self.value]))
        w = dict(pairs)
        if not w.keys() >= {*self.needed}:
            return None
        return self.inner.read(w, notes) if len(w) == len(pairs) else None

    def write(self, value: Json, notes: Notes) -> Json:
        w = self.inner.write(value, notes)
        return [{**self.tags, self.name: name, self.value: item} for name, item in w.items()]

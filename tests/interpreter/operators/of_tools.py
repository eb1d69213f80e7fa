"""Records of another type name some tools of a choice: `of_tools(field, Usual, path, Other, path)`.
"""

from __future__ import annotations

import copy
from typing import Any

from ..codec import Codec
from ..jsontext import same_json
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any


class OfTools(Operator):
    """Every tool is named in the usual way while the choice is read or written."""

    name = "of_tools"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.tags: list[dict[str, Json]] = []

    def codec(self, use: Use) -> Codec | None:
        wire = use.spec.wire
        self.tags = [
            {key: wire.const(record, key)[0] for key in wire.required(record)
             if wire.const(record, key)}
            for record in self.args[1::2]
        ]  # fmt: skip
        return None

    def changed(self, codec: Codec) -> Codec:
        return Choice(codec, self)

    def record(self, side: int, name: str) -> Json:
        """How a tool is named: 0 as usual, 1 in the other way."""
        value: Json = name
        for key in reversed(self.args[2 + 2 * side].split(".")):
            value = {key: value}
        return {**self.tags[side], **value}


class Choice(Codec):
    """The choice of another codec."""

    spelled = True

    def __init__(self, inner: Codec, operator: OfTools) -> None:
        self.inner, self.operator = inner, operator
        self.structural, self.drops = inner.structural, inner.drops
        self.partial = inner.partial

    @property
    def picky(self) -> bool:
        return self.inner.picky

    def accepts(self, raw: Json) -> bool:
        return self.inner.accepts(raw)

    def read(self, raw: Json, notes: Notes) -> Json:
        value = self.inner.read(self._with(copy.deepcopy(raw), 1, 0, None), notes)
        opaque = type(value) is dict and value.get("kind") == "opaque"
        return {**value, "value": raw} if opaque else value

    def write(self, value: Json, notes: Notes) -> Json:
        written = self.inner.write(value, notes)
        if type(value) is not dict or value.get("kind") == "opaque":
            return written
        field = self.operator.args[0]
        named = [tool["name"] for tool in notes.tools if tool.get(field) is not None]
        return self._with(copy.deepcopy(written), 0, 1, named)

    def _with(self, w: Json, side: int, to: int, named: list[str] | None) -> Json:
        for name in _texts(w):
            if same_json(w, self.operator.record(side, name)):
                return self.operator.record(to, name) if named is None or name in named else w
        if type(w) is list:
            return [self._with(one, side, to, named) for one in w]
        if type(w) is dict:
            return {key: self._with(one, side, to, named) for key, one in w.items()}
        return w


def _texts(w: Json) -> list[str]:
    """The texts in an object, and in those right below it."""
    inner = list(w.values()) if type(w) is dict else []
    inner += [one for each in inner if type(each) is dict for one in each.values()]
    return [one for one in inner if type(one) is str]

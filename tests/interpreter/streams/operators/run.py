"""Items of a list; neighbours that have nothing but this text are one: `run(text)`."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ...spec import demand
from .. import operator
from ..operator import StreamOperator
from ..pieces import grow, items

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Run(StreamOperator):
    """What else two neighbours have must say of both that they are of one type."""

    name = "run"

    def item(
        self, body: Body, found: list[Json], item: Json, deeper: tuple[StreamRow, ...]
    ) -> bool:
        if any(operator.of(row).go_on(body, row, found, item) for row in deeper):
            return True
        demand(type(item) is dict, "an object")
        if found and self.args and self._is_more(body, found[-1], item):
            grow(found[-1], self.args[0], item[self.args[0]])
        else:
            found.append(copy.deepcopy(item))
        return True

    def piece(self, body: Body, w: dict[str, Json], key: str, value: Json) -> None:
        demand(type(value) is list, "a list")
        for item in value:
            self.item(body, items(w, key), item, ())

    def _is_more(self, body: Body, last: Json, item: Json) -> bool:
        text = self.args[0]
        if text not in last or type(item.get(text)) is not str or len(last) != len(item):
            return False
        wire = body.wire
        types = [name for name in wire.defs if text in wire.properties(name)]
        return all(
            key == text or (last.get(key) == value and self._demanded(body, types, key, value))
            for key, value in item.items()
        )

    @staticmethod
    def _demanded(body: Body, types: list[str], key: str, value: Json) -> bool:
        """Whether a type has this key, always, with this value alone."""
        wire = body.wire
        return any(
            key in wire.required(name) and wire.const(name, key) == (value,) for name in types
        )

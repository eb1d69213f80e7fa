"""The next piece of a text; `append(json)`: of the JSON text of an object.

`append(so_far)`: no piece, but all of it so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.schema import Shape

from ...jsontext import dumps
from ...spec import demand
from ..operator import StreamOperator
from ..pieces import grow, grow_json

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Append(StreamOperator):
    """Pieces are one text in the end."""

    name = "append"
    joins = True

    def piece_of(self, value: Json, shapes: Sequence[Shape]) -> Json:
        objects = any(shape.kind in ("record", "object") for shape in shapes)
        return dumps(value) if objects and type(value) is dict else value

    def piece(self, body: Body, w: dict[str, Json], key: str, value: Json) -> None:
        demand(type(value) is str, "a text")
        if "so_far" in self.args:
            # What is empty says nothing about what is there.
            if not value and w.get(key):
                return
            w.pop(key, None)
        if "json" in self.args:
            grow_json(w, key, value, body.carrier)
        else:
            grow(w, key, value)

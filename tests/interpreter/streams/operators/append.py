"""The next piece of a text; `append(json)`: of the JSON text of an object.

`append(so_far)`: no piece, but all of it so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

"""Keys that no schema knows are pieced together: texts, lists and objects."""

from __future__ import annotations

from typing import Any

from ...spec import demand
from ..operator import StreamOperator
from ..pieces import add

Json = Any


class Gather(StreamOperator):
    """Each key grows as its values say."""

    name = "gather"
    takes_objects = True

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.once = args

    def arm(self, w: dict[str, Json], piece: Json, tags: set[str], once: set[str]) -> bool:
        demand(type(piece) is dict, "an object")
        for key, value in piece.items():
            if key not in tags:
                add(w, key, value, once)
        return True

    def put(self, w: dict[str, Json], key: str, value: Json, once: set[str]) -> None:
        add(w, key, value, once)

"""An object whose keys say nothing yet where they are empty."""

from __future__ import annotations

from typing import Any

from ..operator import StreamOperator
from ..pieces import put

Json = Any


class Filled(StreamOperator):
    """Zero and false say something."""

    name = "filled"
    takes_objects = True

    def put(self, w: dict[str, Json], key: str, value: Json, once: set[str]) -> None:
        if value not in (None, "", [], {}):
            put(w, key, value)

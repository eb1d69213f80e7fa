"""The next item of a list."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ..operator import StreamOperator
from ..pieces import items

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Add(StreamOperator):
    """Any value may be one."""

    name = "add"

    def piece(self, body: Body, w: dict[str, Json], key: str, value: Json) -> None:
        items(w, key).append(copy.deepcopy(value))

"""A text as a whole, once its pieces have come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...spec import demand
from ..operator import StreamOperator

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Done(StreamOperator):
    """It is all that the text is, whatever its pieces were."""

    name = "done"

    def piece(self, body: Body, w: dict[str, Json], key: str, value: Json) -> None:
        demand(type(value) is str, "a text")
        w[key] = value

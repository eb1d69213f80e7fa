"""The element is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ..operator import StreamOperator
from ..pieces import settle

if TYPE_CHECKING:
    from ..body import Body
    from ..elements import Element

Json = Any


class Close(StreamOperator):
    """Its texts are whole."""

    name = "close"

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        settle(about.begun().w)
        return True

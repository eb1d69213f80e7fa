"""Begins an element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ..operator import StreamOperator
from ..slots import opened

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Open(StreamOperator):
    """Later events name it by its key."""

    name = "open"

    def element(self, body: Body, row: StreamRow, key: str, e: Json) -> set[str]:
        source = row.source[0]
        opened(body.elements, body.root.w, row.place[0].name, e[key], e[source])
        return {source}

"""Begins an element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ..elements import Element, begin
from ..operator import StreamOperator

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Open(StreamOperator):
    """Later events name it by its key."""

    name = "open"

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        for key in row.source:
            e = e[key]
        begin(body, about, e)
        for piece in (one for rows in body.stream.events for one in rows.rows):
            if list(piece.place[: len(row.place)]) == list(row.place):
                body.begun_with(about.begun(), row, piece)
        return True

"""Begins an element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import EventRows, StreamRow, names

from ..elements import Element, begin
from ..operator import StreamOperator
from ..spelled import spelled_out

if TYPE_CHECKING:
    from ..body import Body

Json = Any


def at(e: Json, path: tuple[str, ...]) -> Json:
    """What stands at a path of an event."""
    for key in path:
        e = e[key]
    return e


class Open(StreamOperator):
    """Later events name it by its key."""

    name = "open"
    bounds = True

    def is_it(self, body: Body, rows: EventRows, row: StreamRow) -> bool:
        return bool(row.record and not row.source)

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        rows = next(one for one in body.stream.events if row in one.rows)
        begin(body, about, spelled_out(body, rows, row, e) if row.record else at(e, row.source))
        for piece in (one for rows in body.stream.events for one in rows.rows):
            if names(piece.place)[: len(row.place)] == names(row.place):
                body.begun_with(about.begun(), row, piece)
        return True

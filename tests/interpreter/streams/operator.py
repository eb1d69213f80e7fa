"""What an operator of a stream row may mean: a method for each moment it can have a say in.

Without an operator a value replaces what was there, unless it is null.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.stream import EventRows, StreamRow

from ..registry import in_folder
from .pieces import put

if TYPE_CHECKING:
    from .body import Body
    from .elements import Element

Json = Any


class StreamOperator:
    """The operator of one row; what a class does not say is as if nothing were written."""

    #: the name that transforms have for it
    name = ""
    #: a value is the next piece of a text
    joins = False
    #: an element begins or ends
    bounds = False
    #: an object takes the place of the one before
    replaces = False
    #: an element ends, and may be said as a whole
    ends = False
    #: an object is taken although no schema knows it
    takes_objects = False

    def __init__(self, args: tuple[str, ...]) -> None:
        self.args = args
        #: the key whose other value means another element
        self.renew = ""
        self.again: list[str] = []
        #: keys that it says are told once
        self.once: tuple[str, ...] = ()

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        """Take an event about an element as a whole; False if it brings pieces."""
        return False

    def is_it(self, body: Body, rows: EventRows, row: StreamRow) -> bool:
        """Whether an event about an element has its keys: what no row names is the element's."""
        return False

    def whole(self, body: Body, rows: EventRows, e: Json) -> bool:
        """Take an event that has the reply as a whole; False if it has not."""
        return False

    def arm(self, w: dict[str, Json], piece: Json, tags: set[str], once: set[str]) -> bool:
        """Take all that the arm of an event brings; False if it is taken row by row."""
        return False

    def put(self, w: dict[str, Json], key: str, value: Json, once: set[str]) -> None:
        """Take one value, or one key of an object."""
        put(w, key, value)

    def piece_of(self, value: Json, shapes: Sequence[Shape]) -> Json:
        """What an event says with a value that may have these shapes."""
        return value

    def piece(self, body: Body, w: dict[str, Json], key: str, value: Json) -> None:
        """Take a value for an element, or the next piece of one."""
        self.put(w, key, value, body.once)

    def item(
        self, body: Body, found: list[Json], item: Json, deeper: tuple[StreamRow, ...]
    ) -> bool:
        """Take an item of a list that has no keys to find its elements by; False if it has."""
        return False

    def go_on(self, body: Body, row: StreamRow, found: list[Json], item: Json) -> bool:
        """Take a piece of the last item of such a list; False if it is none."""
        return False


@cache
def operators() -> dict[str, type[StreamOperator]]:
    """The operators of stream rows, by name."""
    from . import operators as folder

    return in_folder(folder, StreamOperator)


def of(row: StreamRow | None) -> StreamOperator:
    """What the operator of a row means. A name without a file is our own mistake."""
    if row is None or not row.operator:
        return StreamOperator(())
    if row.operator not in operators():
        raise NotImplementedError(f"no file of streams/operators/ has {row.operator}")
    return operators()[row.operator](row.args)

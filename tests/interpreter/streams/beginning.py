"""What begins elements of which no event said so: their type, and whether their end says it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import Step, StreamRow, names

from ..spec import Path
from . import operator

if TYPE_CHECKING:
    from .body import Body

Json = Any


def tags(body: Body, record: str) -> dict[str, Json]:
    """The constants that a type requires."""
    consts = {key: body.wire.const(record, key) for key in body.wire.required(record)}
    return {key: values[0] for key, values in consts.items() if values}


def tags_of(body: Body, steps: tuple[Step, ...], row: StreamRow) -> dict[str, Json]:
    """What an element has from the start that begins with a piece: the tags of its type."""
    first = row.place[len(steps)].name
    arms = [name for name in _records(body, steps) if first in body.wire.properties(name)]
    begun = types_begun(body, steps, row)
    return tags(body, row.record or (min(begun) if len(begun) == 1 else arms[0]))


def types_begun(body: Body, steps: tuple[Step, ...], row: StreamRow) -> set[str]:
    """The types of elements that a row may begin: no other row about the place names them."""
    if row.record:
        return {row.record}
    inside = names(row.place[len(steps) :])
    having = {name for name in _records(body, steps) if not inside or body.shapes(name, "", inside)}
    return having - {
        one.record for rows in body.stream.events for one in rows.rows
        if (one.operator, names(one.place)) == (row.operator, names(row.place))
    }  # fmt: skip


def kind_around(body: Body, row: StreamRow, steps: tuple[Step, ...], at: int) -> str:
    """The type of the element after ``at`` steps, in which a row begins one; "" if unknown."""
    begun, inner = types_begun(body, steps, row), names(steps[at:])
    fit = [name for name in _records(body, steps[:at]) if begun <= _items(body, name, inner)]
    is_settled = row.opens and len(begun) == len(fit) == 1 and ends(body, steps[:at], opens=False)
    return fit[0] if is_settled else ""


def ends(body: Body, steps: tuple[Step, ...], *, opens: bool) -> bool:
    """Whether an event says all of an element where it ends; ``opens``: begun or not."""
    return any(
        operator.of(row).ends and row.source and row.opens >= opens
        and names(row.place) == names(steps)
        for rows in body.stream.events for row in rows.rows
    )  # fmt: skip


def _records(body: Body, steps: tuple[Step, ...]) -> list[str]:
    return [one.name for shape in body.shapes_of(names(steps)) for one in shape.items
            if one.kind == "record"]  # fmt: skip


def _items(body: Body, record: str, path: Path) -> set[str]:
    found = body.shapes(record, "", path)
    return {one.name for shape in found for one in (shape.items or (shape,))}

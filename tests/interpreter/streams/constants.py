"""Constants of an event's objects: they are its own where the reply has others, or no such key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..spec import Path

if TYPE_CHECKING:
    from .body import Body

Json = Any
ABSENT = object()


def constants(body: Body, record: str, path: Path) -> dict[str, Json]:
    """The keys of an event's object that say nothing, each with what the reply has, or ABSENT."""
    types, wire = _types(body, path), body.wire
    found = {}
    for key in wire.properties(record) if record and types else ():
        own = wire.const(record, key)
        theirs = {wire.const(name, key) for name in types if key in wire.properties(name)}
        if len(own) == 1 and () not in theirs and not any(own[0] in one for one in theirs):
            values = {value for one in theirs for value in one}
            if len(values) < 2:
                found[key] = next(iter(values), ABSENT)
    return found


def is_required(body: Body, path: Path) -> bool:
    """Whether what is at a place of the whole must be there."""
    return any(path[-1] in body.wire.required(name) for name in _types(body, path[:-1]))


def _types(body: Body, path: Path) -> list[str]:
    """The types of what stands at a place of the whole, or of the items of the list there."""
    whole = body.wire.shapes({"$ref": f"#/$defs/{body.stream.whole}"})
    found = body.shapes_of(path) if path else whole
    inner = [one for shape in found for one in (shape.items or (shape,))]
    return [one.name for one in inner if one.kind == "record"]

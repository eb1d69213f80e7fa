"""Constants of an event's objects: they are its own where the reply has others, or no such key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolwire_codegen.load.schema import Schema, Shape

Json = Any
ABSENT = object()


def constants(wire: Schema, record: str, kinds: Iterable[Shape]) -> dict[str, Json]:
    """The keys of an event's object that say nothing, each with what the reply has, or ABSENT."""
    types = [shape.name for shape in kinds if shape.kind == "record"]
    if not record or not types:
        return {}
    found = {}
    for key in wire.properties(record):
        own = wire.const(record, key)
        theirs = {wire.const(name, key) for name in types if key in wire.properties(name)}
        if len(own) == 1 and () not in theirs and not any(own[0] in one for one in theirs):
            values = {value for one in theirs for value in one}
            if len(values) < 2:
                found[key] = next(iter(values), ABSENT)
    return found

"""Keys that are never pieces of a text, however often a stream sends them."""

from __future__ import annotations

from ..spec import Spec
from . import operator

CALL = "ToolCall"


def told_once(spec: Spec) -> set[str]:
    """Keys that are constants of the schema or of lenses, number elements, or name calls."""
    if told_once not in spec.worked_out:
        spec.worked_out[told_once] = _told_once(spec)
    found: set[str] = spec.worked_out[told_once]
    return found


def _told_once(spec: Spec) -> set[str]:
    assert spec.transform.stream is not None
    rows = [row for one in spec.transform.stream.events for row in one.rows]
    records = _records(spec)
    found = {
        key for name in records for key in spec.wire.properties(name) if spec.wire.const(name, key)
    }
    found |= {step.key for row in rows for step in row.place if step.key}
    found |= {key for row in rows for key in operator.of(row).once}
    for lens in spec.transform.lenses:
        if lens.inter == CALL and lens.wire in records:
            naming = [row for row in lens.rows if row.name in ("id", "name")]
            found |= {target.path[-1] for row in naming for target in row.targets}
        if lens.wire in records:
            constant = [given for given in lens.givens if any(given.values)]
            found |= {given.path[-1] for given in constant}
    return found - {row.place[-1].name for row in rows if operator.of(row).joins}


def _records(spec: Spec) -> set[str]:
    """The records that the reply and the events can hold."""
    stream = spec.transform.stream
    assert stream is not None
    found = {stream.whole, *(one.event for one in stream.events)}
    todo = list(found)
    while todo:
        name = todo.pop()
        keys = list(spec.wire.properties(name))
        for path in [(key,) for key in keys] if keys else [()]:
            for outer in spec.shapes(spec.wire, name, path):
                names = {shape.name for shape in (outer, *outer.items) if shape.name} - found
                found |= names
                todo += names
    return found

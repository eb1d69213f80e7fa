"""Unions: what a set of types is called, and which unions it holds whole."""

from __future__ import annotations

from collections.abc import Iterable

from ..load.schema import REF, Schema
from .intermediate import OPAQUE


def union_names(schema: Schema) -> dict[frozenset[str], str]:
    """The first definition that names each set of two or more types."""
    found: dict[frozenset[str], str] = {}
    for name in schema.defs:
        shapes = schema.shapes({"$ref": f"{REF}{name}"})
        wanted = frozenset(shape.name for shape in shapes) - {""}
        if len(wanted) > 1:
            found.setdefault(wanted, name)
    return found


def name_of(unions: dict[frozenset[str], str], names: Iterable[str]) -> str:
    """What a declaration in ``unions:`` calls these types: their union, or their names joined."""
    wanted = frozenset(names)
    if len(wanted) <= 1:
        return next(iter(wanted), "")
    return unions.get(wanted) or "Or".join(sorted(wanted))


def supers(schema: Schema, names: Iterable[str]) -> set[str]:
    """``names``, and the unions all of whose arms are among them.

    A union that keeps what is not known takes the values of any enumeration as well.
    """
    types = set(names)
    found = set(types)
    for name, definition in schema.defs.items():
        arms = schema.arms(name)
        scalar = "enum" in definition and OPAQUE in types
        if scalar or (arms and set(arms) <= types):
            found.add(name)
    return found

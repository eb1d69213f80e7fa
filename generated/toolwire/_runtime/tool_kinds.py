# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Choices on a wire that names some tools by records of another type than the rest.

A record is known by its constants and the path of the name: such a pair is a ``Kind`` here. Of
two kinds the first is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .pieces import inside

Json = Any
Kind = list[Any]
DEEPEST = 4
"""How many objects and lists deep a choice names tools."""


def with_usual(raw: Json, kinds: list[Kind]) -> Json:
    """A choice with all tools named in the usual way; the very one, if it has no others."""
    usual, other = kinds
    return _turned(raw, other, lambda name: _record(usual, name), DEEPEST)


def as_it_was(value: Json, raw: Json) -> Json:
    """A choice that only its own wire knows is what it was."""
    if type(value) is dict and value.get("kind") == "opaque":
        return {**value, "value": raw}
    return value


def with_others(w: Json, x: Json, value: Json, field: str, kinds: list[Kind]) -> Json:
    """A choice as written, with tools of the request ``x`` that have a field named otherwise."""
    if value.get("kind") == "opaque":
        return w
    named = {
        tool.get("name") for tool in x.get("tools") or ()
        if type(tool) is dict and tool.get(field) is not None
    }  # fmt: skip
    if not named:
        return w
    usual, other = kinds
    return _turned(w, usual, lambda name: _record(other, name) if name in named else None, DEEPEST)


def with_old_names(w: Json, x: Json, old: Json, kinds: list[Kind]) -> Json:
    """A choice that has changed: what no tool of the request says of a name, it said before."""
    usual, other = kinds
    named: set[str] = set()
    _turned(old, other, named.add, DEEPEST)
    named -= {tool.get("name") for tool in x.get("tools") or () if type(tool) is dict}
    return _turned(w, usual, lambda name: _record(other, name) if name in named else None, DEEPEST)


def _turned(value: Json, kind: Kind, turn: Callable[[str], Json], deep: int) -> Json:
    """A value whose records of a kind are what ``turn`` makes of their names, if anything."""
    if type(value) is dict:
        name = _name(value, kind)
        if name is not None:
            made = turn(name)
            return value if made is None else made
        if not deep:
            return value
        found = {key: _turned(item, kind, turn, deep - 1) for key, item in value.items()}
        return found if any(found[key] is not item for key, item in value.items()) else value
    if type(value) is list and deep:
        items = [_turned(item, kind, turn, deep - 1) for item in value]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


def _name(w: dict[str, Any], kind: Kind) -> str | None:
    """The name in a record of a kind that says nothing else."""
    name = inside(w, *kind[1])
    return name if type(name) is str and w == _record(kind, name) else None


def _record(kind: Kind, name: str) -> dict[str, Any]:
    tags, path = kind
    value: Json = name
    for key in reversed(path):
        value = {key: value}
    return {**tags, **value}

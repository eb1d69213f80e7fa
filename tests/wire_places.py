"""Where objects of a wire's types stand in a body, as one who reads its schema finds them.

So no test has to know where a wire keeps its calls, nor what it names their parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from building import read_once
from quick_schema import Check, Quick
from samples import ENTRY_TYPES, ROOT, SCHEMAS
from toolwire_codegen.load.transform import Lens, Target

Json = Any
Path = tuple[Any, ...]
PROJECT = read_once(ROOT)


@cache
def _fits(name: str, title: str) -> Check:
    defs = SCHEMAS[name]["$defs"]
    return Quick({"$ref": f"#/$defs/{title}", "$defs": defs}).is_valid


def places(name: str, entry: str, body: Json) -> list[tuple[str, Path]]:
    """The type and the path of each object in a body that is valid, outer ones first."""
    arms = [{"$ref": f"#/$defs/{title}"} for title in ENTRY_TYPES[name, entry]]
    return [*dict.fromkeys(_walk(name, {"anyOf": arms}, body, ()))]


def _walk(name: str, schema: Json, value: Json, path: Path) -> Iterator[tuple[str, Path]]:
    """Everything inside a value; of several types those that it is valid by."""
    for arm in schema.get("anyOf", ()):
        yield from _walk(name, arm, value, path)
    if "$ref" in schema:
        title = schema["$ref"].rpartition("/")[2]
        if _fits(name, title)(value):
            yield title, path
            yield from _walk(name, SCHEMAS[name]["$defs"][title], value, path)
    if type(value) is list and "items" in schema:
        for index, item in enumerate(value):
            yield from _walk(name, schema["items"], item, (*path, index))
    if type(value) is dict:
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                yield from _walk(name, inner, value[key], (*path, key))


def at(value: Json, path: Path) -> Json:
    """What stands at a path."""
    for key in path:
        value = value[int(key) if type(value) is list else key]
    return value


def lenses(name: str, inter: str) -> list[Lens]:
    """How a format writes a type of the intermediate format."""
    return [one for one in PROJECT.formats[name].transform.lenses if one.inter == inter]


def target_of(lens: Lens, field: str) -> Target | None:
    """Where a lens writes a field; None if it has no place for it."""
    rows = (row for row in lens.rows if (field,) in row.fields)
    return next((row.targets[0] for row in rows if row.targets), None)


def fields(name: str, entry: str, body: Json, inter: str, field: str) -> list[tuple[Json, str]]:
    """The objects that hold a field of a type in a body, in its order, each with its key."""
    found = []
    for title, path in places(name, entry, body):
        for lens in lenses(name, inter):
            target = target_of(lens, field) if lens.wire == title else None
            if target is not None:
                *parents, key = target.path
                found.append((at(body, (*path, *parents)), key))
    return found

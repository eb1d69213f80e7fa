"""Which schemas can be asked at all: legal JSON Schema 2020-12, in the part that is read here.

``defects`` walks a schema file keyword by keyword and yields what is wrong with it. All other
rules see the definitions that came through without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from ..load.schema import REF, Schema
from .keywords import unheard, unheard_in_file
from .patterns import TooLongError, endless

Place = tuple[str | int, ...]

SUBSCHEMAS = (
    "items",
    "additionalProperties",
    "not",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
)
SUBSCHEMA_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
SUBSCHEMA_MAPS = ("properties", "$defs", "patternProperties", "dependentSchemas")
CONSTRAINTS = (
    "prefixItems",
    "patternProperties",
    "not",
    "oneOf",
    "allOf",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
)
"""Keywords whose subschemas only narrow a value: left to validators, no types of their own."""


@dataclass(frozen=True)
class Defect:
    """One thing wrong with a schema file, at ``place``; ``kind`` tells which rule reports it."""

    kind: str
    place: Place
    what: str
    note: str
    fix: str


def subschemas(schema: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """The schemas that stand directly in a schema, where its keywords allow one."""
    if not isinstance(schema, dict):
        return
    for key in SUBSCHEMAS:
        if key in schema:
            yield schema[key], (*place, key)
    for key in SUBSCHEMA_LISTS:
        items = schema.get(key)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            yield item, (*place, key, index)
    for key in SUBSCHEMA_MAPS:
        inner = schema.get(key)
        for name, item in (inner if isinstance(inner, dict) else {}).items():
            yield item, (*place, key, name)


def walk(schema: Any, place: Place = ()) -> Iterator[tuple[Any, Place]]:
    """A schema and every schema inside it."""
    yield schema, place
    for inner, where in subschemas(schema, place):
        yield from walk(inner, where)


@cache
def _meta_validator() -> Draft202012Validator:
    """The metaschema as one flat schema: the same verdict as with dynamic references, sooner."""
    base = "https://json-schema.org/draft/2020-12/meta/"
    names = ("core", "applicator", "unevaluated", "validation", "meta-data")
    parts = [REGISTRY.contents(base + name) for name in names]
    properties: dict[str, Any] = {}
    defs: dict[str, Any] = {}
    for part in parts:
        properties |= part["properties"]
        defs |= part.get("$defs", {})
    merged = {"type": ["object", "boolean"], "properties": properties, "$defs": defs}
    return Draft202012Validator(_static(merged))


def _static(node: Any) -> Any:
    if isinstance(node, dict):
        if isinstance(node.get("$dynamicRef"), str):
            return {"$ref": "#"}
        return {key: _static(value) for key, value in node.items()}
    return [_static(item) for item in node] if isinstance(node, list) else node


def defects(schema: Schema) -> list[Defect]:
    """Everything that keeps a schema file from being read; computed once for each file."""
    found = schema.__dict__.get("_defects")
    if not isinstance(found, list):
        found = schema.__dict__["_defects"] = list(_defects(schema))
    return found


def _defects(schema: Schema) -> Iterator[Defect]:
    data = schema.document.data
    for error in _meta_validator().iter_errors(data):
        place = tuple(error.absolute_path)
        yield Defect(
            "invalid-schema",
            place,
            f"not JSON Schema 2020-12: {_shortened(error.message)}",
            "",
            "write it as the specification of this keyword says",
        )
    for one in unheard_in_file(data) if isinstance(data, dict) else ():
        yield Defect("unsupported-schema", (one.key,), one.what, one.note, one.fix)
    names = data.get("$defs") if isinstance(data, dict) else None
    for name, definition in (names if isinstance(names, dict) else {}).items():
        place = ("$defs", name)
        if not isinstance(definition, dict):
            yield Defect(
                "unsupported-schema",
                place,
                f"`{name}` is not a mapping",
                "",
                "write an object of keywords",
            )
            continue
        reported: set[Place] = set()
        for inner, where in walk(definition, place):
            yield from _patterns(inner, where)
            if any(where[:depth] in reported for depth in range(len(where) + 1)):
                continue  # of a keyword that is not read, nothing is
            if isinstance(inner, dict):
                found = list(_unread(inner, where, schema))
                reported |= {defect.place for defect in found if len(defect.place) > len(where)}
                yield from found
            elif isinstance(inner, bool) and not _narrows(where):
                yield from _boolean(inner, where)
    yield from _endless(schema)


def _shortened(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:60]} … {text[-55:]}"


def _patterns(schema: Any, place: Place) -> Iterator[Defect]:
    """Regular expressions: validators search texts for them, wherever they stand."""
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("pattern"), str):
        yield from _pattern(schema["pattern"], (*place, "pattern"))
    keyed = schema.get("patternProperties")
    for pattern in keyed if isinstance(keyed, dict) else ():
        yield from _pattern(pattern, (*place, "patternProperties", pattern))


def _pattern(pattern: str, place: Place) -> Iterator[Defect]:
    try:
        slow = endless(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        what = f"not a regular expression: {error}"
        yield Defect("invalid-schema", place, what, "", "mend the pattern")
        return
    except TooLongError:
        what = "this pattern is too long to say how long a match can take"
        yield Defect("unsupported-schema", place, what, "", "write a shorter one")
        return
    if slow:
        yield Defect(
            "unsupported-schema",
            place,
            "this pattern can take longer than anyone waits",
            "a text fits its repetitions in many ways, and each of them is tried",
            "let no two repetitions take the same characters, as in `[^/]*/[^/]*`",
        )


def _narrows(place: Place) -> bool:
    """Whether a schema at ``place`` only narrows another (its type names are not looked at)."""
    keywords = place[2:]
    index = 0
    while index < len(keywords):
        keyword = keywords[index]
        if keyword in CONSTRAINTS:
            return True
        index += 2 if keyword in SUBSCHEMA_MAPS or keyword in SUBSCHEMA_LISTS else 1
    return False


def _boolean(schema: bool, place: Place) -> Iterator[Defect]:
    """``true`` and ``false`` are schemas, too; here they only open or close an object."""
    if place[-1] not in ("additionalProperties", "unevaluatedProperties"):
        yield Defect(
            "unsupported-schema",
            place,
            f"`{str(schema).lower()}` says nothing of the type",
            "",
            "name a type, or refer to a definition",
        )


def _unread(schema: Any, place: Place, whole: Schema) -> Iterator[Defect]:
    """Legal, and not of the form that is read here."""
    kind = "unsupported-schema"
    narrows = _narrows(place)
    for one in unheard(schema, narrows):
        yield Defect(kind, (*place, one.key), one.what, one.note, one.fix)
    named = place[-2:-1] == ("$defs",) and "properties" in schema
    if named and not narrows and schema.get("type") != "object":
        yield Defect(
            kind, place, "has properties and is not of type `object`", "", 'add `"type": "object"`'
        )
    ref = schema.get("$ref")
    if isinstance(ref, str) and not (ref.startswith(REF) and ref.removeprefix(REF) in whole.defs):
        yield Defect(
            "unknown-ref",
            (*place, "$ref"),
            f"`{ref}` refers to nothing",
            ref.rpartition("/")[2],
            f"refer to `{REF}<definition>`",
        )


def broken_definitions(schema: Schema) -> set[str]:
    """The definitions that cannot be asked."""
    found = {str(d.place[1]) for d in defects(schema) if len(d.place) > 1 and d.place[0] == "$defs"}
    return found | _looping(schema)


def _endless(schema: Schema) -> Iterator[Defect]:
    """Definitions that are, by references and unions alone, made of themselves."""
    for name in sorted(_looping(schema)):
        yield Defect(
            "endless-type",
            ("$defs", name),
            f"`{name}` is made of itself alone",
            "",
            "put an object or a list in between",
        )


def _looping(schema: Schema) -> set[str]:
    heads = {name: set(_heads(definition)) for name, definition in schema.defs.items()}
    found = set()
    for name in heads:
        reach: set[str] = set()
        todo = [name]
        while todo:
            fresh = heads.get(todo.pop(), set()) - reach
            reach |= fresh
            todo += fresh
        if name in reach:
            found.add(name)
    return found


def _heads(definition: Any) -> Iterator[str]:
    """The definitions that a definition is, with nothing in between."""
    if not isinstance(definition, dict) or "properties" in definition:
        return
    ref = definition.get("$ref")
    if isinstance(ref, str):
        yield ref.removeprefix(REF)
    arms = definition.get("anyOf")
    for arm in arms if isinstance(arms, list) else ():
        yield from _heads(arm)

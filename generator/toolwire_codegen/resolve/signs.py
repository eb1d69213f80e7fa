"""Signs of an arm: what its schema assures of every value, and what it rules out.

A sign says of a path that something is there: one of some constants, a value of some JSON types,
or anything at all; one that is ``filled``, that it is no empty text. A sign that is ``loose`` holds
as well where nothing is there, one that is ``free`` also where an object around it is not, and one
that is ``absent`` only where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..load.schema import REF, Schema, Shape, json_type
from .paths import Path, records

DEPTH = 4
"""So many keys lead to a sign, at most."""
MANY = 64
"""So many signs of one arm are looked at, at most."""


@dataclass(frozen=True)
class Sign:
    """What stands at a path: one of ``values``, or of ``kinds``; if neither, something."""

    path: Path
    values: tuple[Any, ...] = ()
    kinds: tuple[str, ...] = ()
    loose: bool = False
    filled: bool = False
    absent: bool = False
    free: bool = False

    @property
    def dotted(self) -> str:
        return ".".join(self.path)

    def __str__(self) -> str:
        if self.absent:
            return f"no `{self.dotted}`"
        if self.values:
            text = f"`{self.dotted}: {'/'.join(map(str, self.values))}`"
            return f"{text} (or none)" if self.loose else text
        full = ", not empty" if self.filled else ""
        kinds = f", a {' or '.join(self.kinds)}" if self.kinds else ""
        return f"`{self.dotted}`{kinds}{full}"


Claim = tuple[Sign, ...]
"""Signs that hold together."""


class Arm:
    """One type of a union, and its signs."""

    def __init__(self, schema: Schema, name: str) -> None:
        self.schema, self.name = schema, name

    @cached_property
    def signs(self) -> tuple[Sign, ...]:
        """All it assures: what stands nearer first, else as declared.

        Of an object that may be absent it assures what its keys are where it is there.
        """
        found: list[Sign] = []
        todo: list[tuple[str, Path, bool]] = [(self.name, (), True)]
        while todo and len(found) < MANY:
            record, path, around = todo.pop(0)
            for key, schema in self.schema.properties(record).items():
                there = around and key in assured(self.schema, record)
                shapes = self.schema.shapes(schema)
                signs = _signs((*path, key), shapes, there)
                full = never_empty(self.schema, schema)
                found += [replace(one, filled=full and not one.values, free=not around)
                          for one in signs]
                names = records(shapes)
                if len(shapes) == len(names) == 1 and len(path) + 1 < DEPTH:
                    todo.append((names[0], (*path, key), there))
        return tuple(found[:MANY])

    @cached_property
    def excluded(self) -> tuple[str, ...]:
        """The keys that its schema says are not there, each by itself."""
        negated = self.schema.defs.get(self.name, {}).get("not")
        arms = negated.get("anyOf", [negated]) if isinstance(negated, dict) else []
        alone = [arm["required"] for arm in arms
                 if isinstance(arm, dict) and {*arm} == {"required"}]  # fmt: skip
        return tuple(keys[0] for keys in alone if len(keys) == 1)

    @property
    def own(self) -> Claim:
        """What must stand in the value itself: constants, or something."""
        return tuple(sign for sign in self.signs if len(sign.path) == 1 and not sign.kinds)

    def knows(self, path: Path) -> bool:
        """Whether constants say what stands at a path, or what does not."""
        if any(sign.path == path and sign.values for sign in self.signs):
            return True
        schemas = self._schemas(path)
        return bool(schemas) and all(excluded_values(one) or _bounds(one) for one in schemas)

    def _schemas(self, path: Path) -> list[Any]:
        """What its schema says of a path, through objects that it knows."""
        names, schemas = [self.name], list[Any]()
        for key in path:
            properties = [self.schema.properties(name) for name in names]
            schemas = [keys[key] for keys in properties if key in keys]
            names = [name for one in schemas for name in records(self.schema.shapes(one))]
        return schemas

    def denies(self, sign: Sign) -> bool:
        """Whether its schema assures the contrary of a sign, or knows of no such key."""
        if sign.absent:
            return sign.path[0] in assured(self.schema, self.name)
        shapes = self.schema.shapes({"$ref": f"{REF}{self.name}"})
        schemas: Any = None
        for key in sign.path:
            if any(shape.kind in ("any", "object") for shape in shapes):
                return False  # free-form: it may hold anything
            holders = [n for n in records(shapes) if key in self.schema.properties(n)]
            if not holders:
                return not sign.loose
            if sign.loose and any(key not in assured(self.schema, n) for n in holders):
                return False
            schemas = [self.schema.properties(name)[key] for name in holders]
            shapes = tuple(shape for one in schemas for shape in self.schema.shapes(one))
        if not (sign.values or sign.kinds) or any(shape.kind == "any" for shape in shapes):
            return False
        if sign.kinds:
            return not any(_like(shape.json_type, kind) for shape in shapes for kind in sign.kinds)
        never = [value for one in schemas for value in excluded_values(one)]
        never += [value for value in sign.values if all(_beyond(one, value) for one in schemas)]
        return all(value in never or not _may_be(shapes, value) for value in sign.values)

    def narrowed(self, claim: Claim) -> Claim | None:
        """A claim as far as it is this arm's; None if it is that of others."""
        found = []
        for sign in claim:
            if self.denies(sign):
                return None
            own = next((s for s in self.signs if s.path == sign.path and s.values), None)
            if own is not None and sign.values:
                values = tuple(value for value in own.values if value in sign.values)
                sign = replace(sign, values=values)
            full = any(s.filled for s in self.signs if s.path == sign.path)
            found.append(replace(sign, filled=True) if full and not sign.values else sign)
        return tuple(found)


def assured(schema: Schema, record: str) -> frozenset[str]:
    """The keys that are there, whoever sends: what a lens fills in may be absent."""
    return schema.required(record) - schema.filled.get(record, frozenset())


def _signs(path: Path, shapes: tuple[Shape, ...], there: bool) -> Iterator[Sign]:
    if shapes and all(shape.consts for shape in shapes):
        yield Sign(path, tuple(v for shape in shapes for v in shape.consts), loose=not there)
    elif there:
        yield Sign(path)
        kinds = dict.fromkeys(shape.json_type for shape in shapes)
        if kinds and "any" not in kinds:
            yield Sign(path, kinds=tuple(kinds))


def never_empty(schema: Schema, subschema: Any) -> bool:
    """Whether what stands there is a text of one character at least."""
    target = schema.target(subschema)
    is_text = isinstance(target, dict) and target.get("type") == "string"
    least = target.get("minLength") if is_text else 0
    return isinstance(least, int) and least > 0


def _like(one: str, other: str) -> bool:
    return one == other or {one, other} == {"integer", "number"}


def _may_be(shapes: Iterable[Shape], value: Any) -> bool:
    """Whether a constant may stand where shapes may."""
    return any(
        value in shape.consts if shape.consts else _like(shape.json_type, json_type(value))
        for shape in shapes
    )


def excluded_values(schema: Any) -> tuple[Any, ...]:
    """The constants that a schema says a value is not."""
    excluded = schema.get("not") if isinstance(schema, dict) else None
    return _constants(excluded)


def _beyond(schema: Any, value: Any) -> bool:
    """Whether a number is less than the least, or more than the most, that a schema has."""
    if not isinstance(value, int | float):
        return False
    found = _bounds(schema)
    return not found.get("minimum", value) <= value <= found.get("maximum", value)


def _bounds(schema: Any) -> dict[str, int | float]:
    keys = schema if isinstance(schema, dict) else {}
    return {
        key: keys[key] for key in ("minimum", "maximum")
        if isinstance(keys.get(key), int | float)
    }  # fmt: skip


def known_elsewhere(definition: Any) -> list[Claim]:
    """What an arm that is open says is known: each claim is one alternative of its ``not``."""
    excluded = definition.get("not") if isinstance(definition, dict) else None
    if not isinstance(excluded, dict):
        return []
    arms = excluded.get("anyOf", [excluded])
    found = [tuple(_needed(arm, ())) for arm in arms if isinstance(arm, dict)]
    return [claim for claim in found if claim]


def known_as_another(definition: Any, value: Any) -> bool:
    """Whether an arm that is open says of a constant that it is known: what it says is there."""
    return any(all(_stands(sign, value) for sign in claim) for claim in known_elsewhere(definition))


def _stands(sign: Sign, value: Any) -> bool:
    """Whether what an open arm says of a known one holds of a constant."""
    *around, last = sign.path
    for key in around:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, dict) or last not in value:
        return sign.loose and isinstance(value, dict)
    member = value[last]
    if sign.values:
        return any(type(member) is type(one) and member == one for one in sign.values)
    return not sign.kinds or any(_like(json_type(member), kind) for kind in sign.kinds)


def _needed(schema: Any, path: Path) -> Iterator[Sign]:
    """The signs that a schema asks for."""
    if not isinstance(schema, dict) or len(path) >= DEPTH:
        return
    required, properties = schema.get("required"), schema.get("properties")
    keys = [key for key in required if isinstance(key, str)] if isinstance(required, list) else []
    inner = properties if isinstance(properties, dict) else {}
    for key in dict.fromkeys([*keys, *inner]):
        here, one = (*path, key), inner.get(key)
        values = _constants(one)
        if values:
            yield Sign(here, values, loose=key not in keys)
        elif key in keys:
            deeper = [*_needed(one, here)]
            kind = one.get("type") if isinstance(one, dict) else None
            kinds = (kind,) if isinstance(kind, str) else ()
            yield from deeper or [Sign(here, kinds=kinds)]


def _constants(schema: Any) -> tuple[Any, ...]:
    if not isinstance(schema, dict):
        return ()
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return tuple(values) if isinstance(values, list) else ()

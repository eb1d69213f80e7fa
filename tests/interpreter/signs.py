"""What a wire type says of a value of its own: signs, and which signs of others it rules out.

A sign is a path with what may stand there: one of some constants, a value of some JSON types, or
anything. A loose one also holds where nothing stands, a free one where no object is around it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from toolwire_codegen.load.schema import Shape, json_type

from .jsontext import is_constant
from .spec import Path, Spec

Json = Any
DEEPEST, MOST = 4, 64


class Sign(NamedTuple):
    path: Path
    values: tuple[Json, ...] = ()
    types: tuple[str, ...] = ()
    loose: bool = False
    filled: bool = False
    absent: bool = False
    free: bool = False

    def holds(self, spec: Spec, w: Json) -> bool:
        for key in self.path[:-1]:
            if type(w) is not dict or not spec.has_either(w, key):
                return self.free and type(w) is dict
            w = w[key] if key in w else w[_other(spec, key)]
        if type(w) is not dict:
            return False
        key = self.path[-1]
        if self.absent:
            return not spec.has_either(w, key)
        if self.filled and not any(w.get(one) for one in (key, *_others(spec, key))):
            return False
        if self.values:
            named = any(is_constant(w.get(key), value) for value in self.values)
            return named or (self.loose and key not in w)
        if self.types:
            return key in w and any(_like(json_type(w[key]), one) for one in self.types)
        return spec.has_either(w, key)


def _others(spec: Spec, key: str) -> list[str]:
    return [snake for snake, ours in spec.spellings.items() if ours == key]


def _other(spec: Spec, key: str) -> str:
    return _others(spec, key)[0]


def signs_of(spec: Spec, name: str) -> list[Sign]:
    """Everything a wire type promises: level by level, in the order of its keys."""
    found: list[Sign] = []
    level: list[tuple[Path, str, bool]] = [((), name, True)]
    while level and len(found) < MOST:
        path, record, sure = level.pop(0)
        for key, schema in spec.wire.properties(record).items():
            here, promised = (*path, key), sure and is_promised(spec, record, key)
            shapes = spec.wire.shapes(schema)
            constants = [value for shape in shapes for value in shape.consts]
            if shapes and all(shape.consts for shape in shapes):
                found.append(Sign(here, tuple(constants), (), not promised, free=not sure))
            elif promised:
                full = has_letters(spec, schema)
                found.append(Sign(here, filled=full))
                types = tuple(dict.fromkeys(shape.json_type for shape in shapes))
                if types and "any" not in types:
                    found.append(Sign(here, (), types, filled=full))
            if len(here) < DEEPEST and [s.kind for s in shapes] == ["record"]:
                level.append((here, shapes[0].name, promised))
    return found[:MOST]


def has_letters(spec: Spec, schema: Json) -> bool:
    """Is this a string that is never empty?"""
    schema = spec.wire.defs.get(schema["$ref"].split("/")[-1], {}) if "$ref" in schema else schema
    return bool(schema.get("type") == "string" and schema.get("minLength", 0) > 0)


def is_promised(spec: Spec, record: str, key: str) -> bool:
    return key in spec.wire.required(record) and (record, key) not in spec.filled


def rules_out(spec: Spec, name: str, sign: Sign) -> bool:
    """Can no value of this type have the sign? A key that the type does not have is such a one."""
    if sign.absent:
        return is_promised(spec, name, sign.path[0])
    here: list[Shape] = list(spec.wire.shapes({"$ref": f"#/$defs/{name}"}))
    schemas: list[Json] = []
    for key in sign.path:
        if any(shape.kind in ("any", "object") for shape in here):
            return False
        names = [shape.name for shape in here if shape.kind == "record"]
        having = [record for record in names if key in spec.wire.properties(record)]
        if not having:
            return not sign.loose
        if sign.loose and not all(is_promised(spec, record, key) for record in having):
            return False
        schemas = [spec.wire.properties(record)[key] for record in having]
        here = [shape for schema in schemas for shape in spec.wire.shapes(schema)]
    if "any" in [shape.kind for shape in here]:
        return False
    if sign.types:
        return not any(_like(shape.json_type, one) for shape in here for one in sign.types)
    if not sign.values:
        return False
    never = [value for schema in schemas for value in constants(schema.get("not"))]
    return not any(value not in never and _allowed(here, value) for value in sign.values)


def never_there(spec: Spec, name: str) -> list[str]:
    """The keys that a type says it has not: the only one that an alternative of its ``not`` asks.
    """
    excluded = spec.wire.defs[name].get("not", {})
    return [arm["required"][0] for arm in excluded.get("anyOf", [excluded])
            if list(arm) == ["required"] and len(arm["required"]) == 1]  # fmt: skip


def _like(one: str, other: str) -> bool:
    return one == other or {one, other} == {"integer", "number"}


def _allowed(shapes: list[Shape], value: Json) -> bool:
    for shape in shapes:
        fits = value in shape.consts if shape.consts else _like(shape.json_type, json_type(value))
        if fits:
            return True
    return False


def constants(schema: Json) -> tuple[Json, ...]:
    """The values that a schema allows, if it lists them."""
    if not isinstance(schema, dict):
        return ()
    return (schema["const"],) if "const" in schema else tuple(schema.get("enum", ()))


def excluded_claims(definition: Json) -> list[list[Sign]]:
    """What an open type leaves to others: each alternative of its ``not``, as signs.

    A type that has keys of which this does not speak is no open one.
    """
    excluded = definition.get("not", {})
    found = [signs for arm in excluded.get("anyOf", [excluded]) if (signs := _asked(arm, ()))]
    spoken = [sign.path[0] for signs in found for sign in signs]
    own = [key for key in definition.get("properties", {}) if key not in spoken]
    return [] if own else found


def _asked(schema: Json, path: Path) -> list[Sign]:
    found: list[Sign] = []
    if not isinstance(schema, dict) or len(path) >= DEEPEST:
        return found
    required, properties = schema.get("required", ()), schema.get("properties", {})
    for key in dict.fromkeys((*required, *properties)):
        here, inner = (*path, key), properties.get(key, {})
        if constants(inner):
            found.append(Sign(here, constants(inner), (), key not in required))
        elif key in required:
            types = (inner["type"],) if isinstance(inner.get("type"), str) else ()
            found += _asked(inner, here) or [Sign(here, (), types)]
    return found

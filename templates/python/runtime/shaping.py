"""What a dialect asks of a schema as a whole, once each of its keywords is said.

That it has a type, that an object is closed, of what type the values of an enumeration are.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .keywords import OF_TYPE, SCHEMA, TYPED, TYPES, kind_of, kinds_of
from .merging import alike
from .misfit import escaped
from .respelling import IN_PLACE

if TYPE_CHECKING:
    from .dialect import Dialect
    from .lowering import Lowering

Json = Any
SAYING = ("title", "description")
"""What is said of a value in words."""
SAID_OF_MEMBERS = ("properties", "additionalProperties")
"""What says of what members an object is."""
LISTED: dict[str, frozenset[str]] = {
    "any": frozenset(TYPES),
    "scalars": frozenset({"null", "boolean", "integer", "number", "string"}),
    "words": frozenset({"integer", "number", "string"}),
    "strings": frozenset({"string"}),
}
"""Types of the values that an enumeration of a dialect may have."""


def shaped(
    lowering: Lowering, out: dict[str, Json], words: dict[str, Json], raw: Json, path: str
) -> dict[str, Json]:
    """A schema with all that its dialect asks; ``words``: what its description has to say."""
    dialect = lowering.dialect
    if "type" in out and dialect.deep:
        _named(lowering, out, path)
    if "enum" in out and (dialect.enum != "any" or not out["enum"]):
        out = _listed(lowering, out, words, path)
    if dialect.untyped is not None and out.keys().isdisjoint(TYPED):
        out = _typed(lowering, out, words, raw, path)
    if dialect.untyped is not None:
        _of_types(out)
    if dialect.objects and "object" in _types(out):
        _objects(lowering, out, raw, path)
    for kind in dialect.fill:
        if kind in _types(out) and "$ref" not in out:
            for key, value in dialect.fill[kind].items():
                if key not in out:
                    filled = lowering.node(value, f"{path}/{key}") if key in SCHEMA else value
                    if key == "items" and "unevaluatedItems" in out:
                        filled = _unevaluated(lowering, out, filled, path)
                    out[key] = filled.copy() if type(filled) is dict else filled
    return out


def _unevaluated(lowering: Lowering, out: dict[str, Json], filled: Json, path: str) -> Json:
    """What goes for items where it is said of those that nothing else looks at: all of them."""
    if out.keys().isdisjoint(IN_PLACE) and "contains" not in out:
        return out["unevaluatedItems"]
    why = "it has to say something of all items, and so none is left that nothing looks at"
    lowering.lose(f"{path}/unevaluatedItems", "widened", why)
    return filled


def _of_types(out: dict[str, Json]) -> None:
    """Leave out what is said of values of types that are not there: it says nothing."""
    kinds = {"number" if name == "integer" else name for name in _types(out)}
    for key in OF_TYPE.keys() & out.keys():
        if OF_TYPE[key] not in kinds and (kinds or OF_TYPE[key] == "object"):
            del out[key]


def _types(out: dict[str, Json]) -> list[Json]:
    names = out.get("type", [])
    return names if type(names) is list else [names]


def _named(lowering: Lowering, out: dict[str, Json], path: str) -> None:
    """Types that there are; some write them in upper case."""
    names = _types(out)
    types = [name.lower() for name in names if type(name) is str and name.lower() in TYPES]
    types = list(dict.fromkeys(types))
    if types == names and names:
        return
    if len(types) < len({*map(str, names)}) or not names:
        lowering.lose(f"{path}/type", "malformed", f"{out['type']!r} is no type")
    if not types:
        del out["type"]
    else:
        out["type"] = types if type(out["type"]) is list and len(types) > 1 else types[0]


# -- enumerations


def _listed(
    lowering: Lowering, out: dict[str, Json], words: dict[str, Json], path: str
) -> dict[str, Json]:
    dialect, place = lowering.dialect, f"{path}/enum"
    allowed, values = LISTED[dialect.enum], out["enum"]
    kinds = {kind_of(value) for value in values}
    if not values:
        lowering.lose(place, "malformed", "a list of no values fits nothing")
        del out["enum"]
        return out
    if kinds <= allowed:
        return out
    if kinds == {"null"}:
        del out["enum"]
        return {**out, "type": "null"}
    numbers = {"integer", "number"} if dialect.enum == "strings" else set()
    if "null" in kinds - allowed and kinds - {"null"} <= allowed | numbers:
        return _or_null(lowering, out, words, path)
    if dialect.enum == "strings" and kinds <= {"string", "integer", "number"}:
        lowering.lose(place, "retyped", "numbers stand as text in a list of values here")
        texts = [value if type(value) is str else json.dumps(value) for value in values]
        return {**out, "type": "string", "enum": list(dict.fromkeys(texts))}
    del out["enum"]
    if not (kinds == {"boolean"} and len(values) > 1):
        words["enum"] = values
        lowering.lose(place, "described", "only the description says it, for the model")
    if "type" not in out:
        names = [name for name in TYPES if name in kinds]
        if len(names) == 1:
            out["type"] = names[0]
        elif dialect.types == "list":
            out["type"] = names
    return out


def _or_null(
    lowering: Lowering, out: dict[str, Json], words: dict[str, Json], path: str
) -> dict[str, Json]:
    """An enumeration without the null it has, which is said beside it."""
    out = {**out, "enum": [value for value in out["enum"] if value is not None]}
    names = _types(out)
    null = not names or "null" in names
    if names and null:
        names = [name for name in names if name != "null"]
        out["type"] = names[0] if len(names) == 1 else names
        if not names:
            del out["type"]
    if lowering.dialect.types == "nullable":
        if null:
            out["nullable"] = True
        return _listed(lowering, out, words, path)
    if "anyOf" not in lowering.dialect.keywords:
        lowering.lose(f"{path}/enum", "narrowed", "null is no value here")
        return _listed(lowering, out, words, path)
    beside: dict[str, Json] = {k: out.pop(k) for k in SAYING if k in out}
    out = _listed(lowering, out, words, path)
    return {**beside, "anyOf": [out, {"type": "null"}]} if null else {**beside, **out}


# -- alternatives


def spliced(arms: list[Json]) -> list[Json]:
    """Alternatives of which none is a list of alternatives itself, and says nothing else."""
    if not any(type(arm) is dict and arm.keys() == {"anyOf"} for arm in arms):
        return arms
    found: list[Json] = []
    for arm in arms:
        nested = type(arm) is dict and arm.keys() == {"anyOf"}
        for one in arm["anyOf"] if nested else [arm]:
            if not any(alike(one, other) for other in found):
                found.append(one)
    return found


def said_in_arms(out: dict[str, Json], alone: list[str]) -> dict[str, Json]:
    """A schema whose alternatives say what may not be said in words beside them."""
    words = {key: out[key] for key in SAYING if key in out and key not in alone}
    if not words:
        return out
    rest = {key: value for key, value in out.items() if key not in words}
    arms = [{**words, **arm} if type(arm) is dict else arm for arm in out["anyOf"]]
    return {**rest, "anyOf": arms}


# -- types


def _typed(
    lowering: Lowering, out: dict[str, Json], words: dict[str, Json], raw: Json, path: str
) -> dict[str, Json]:
    """A type for a schema that names none: what its keywords speak of, or what stands for any."""
    kinds = kinds_of(out) or kinds_of(raw if type(raw) is dict else {})
    names = [name for name in TYPES if name in kinds]
    if names:
        if len(names) > 1 and lowering.dialect.types != "list":
            lowering.lose(path, "narrowed", "it speaks of several types, and has to name one")
            names = names[:1]
        return {"type": names[0] if len(names) == 1 else names, **out}
    lowering.lose(path, "untyped", "a schema has to name its types here, and values of others fit")
    untyped, alone = lowering.dialect.untyped or {}, lowering.dialect.alone.get("anyOf")
    if "anyOf" in untyped and alone is not None:
        stand = {*alone, *SAYING}
        words.update({key: out.pop(key) for key in [*out] if key not in stand})
    return {**{key: _copied(value) for key, value in untyped.items()}, **out}


def _copied(value: Json) -> Json:
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if type(value) is list else value


# -- objects


def _objects(lowering: Lowering, out: dict[str, Json], raw: Json, path: str) -> None:
    objects = lowering.dialect.objects
    properties: dict[str, Json] = dict(out.get("properties", {}))
    required = list(dict.fromkeys(out.get("required", [])))
    for name in required:
        if name not in properties:
            rest = raw.get("additionalProperties", True)
            properties[name] = lowering.child(rest, f"{path}/properties/{escaped(name)}")
    if "open" in objects and not properties and out.keys().isdisjoint(SAID_OF_MEMBERS):
        out["additionalProperties"] = True
    if "closed" in objects and out.get("additionalProperties") is not False:
        if "additionalProperties" in out or not properties:
            why = "an object has the members that its schema names, and no others"
            lowering.lose(f"{path}/additionalProperties", "closed", why)
        out["additionalProperties"] = False
    if "complete" in objects and len(required) < len(properties):
        _complete(lowering, properties, required, raw, path)
        required = list(properties)
    if "some" in objects and properties and not required:
        required = [next(iter(properties))]
        why = "an object has to demand one of its members here: the first"
        lowering.lose(f"{path}/required", "required", why)
    if properties or "properties" in out:
        out["properties"] = properties
    if required or "required" in out:
        out["required"] = required


def _complete(
    lowering: Lowering, properties: dict[str, Json], required: list[str], raw: Json, path: str
) -> None:
    """Have members that may be left out take null, which stands for that where it is no value."""
    for name in properties:
        if name in required:
            continue
        inner = raw.get("properties", {}).get(name)
        place = lowering.origins.of(inner, f"{path}/properties/{escaped(name)}")
        if not _takes_null(properties[name]):
            why = "each member has to be there, this one with null where it has nothing"
            lowering.lose(place, "optional", why)
            properties[name] = _nullable(properties[name], lowering.dialect)
        elif _means_null(inner):
            why = "each member has to be there, and null is a value of this one, not its absence"
            lowering.lose(place, "required", why)


def _means_null(inner: Json) -> bool:
    """Whether a member's own schema has null as a value other than what its absence says."""
    if type(inner) is not dict or inner.get("default", 0) is None:
        return False
    return _takes_null(inner) or inner.get("nullable") is True


def _takes_null(schema: Json) -> bool:
    if type(schema) is not dict:
        return schema is True
    if "const" in schema or "enum" in schema:
        listed = schema.get("enum", [schema.get("const")])
        return None in listed and ("type" not in schema or "null" in _types(schema))
    if "anyOf" in schema:
        return "type" not in schema and any(_takes_null(arm) for arm in schema["anyOf"])
    return "null" in _types(schema)


def _nullable(schema: Json, dialect: Dialect) -> Json:
    """The schema, or null."""
    if type(schema) is not dict:
        return {"anyOf": [schema, {"type": "null"}]}
    listed = dialect.types == "list"
    if listed and "type" in schema and "const" not in schema and "anyOf" not in schema:
        names = [*_types(schema), *(["null"] if "null" not in _types(schema) else [])]
        values = schema.get("enum")
        more = {"enum": [*values, None]} if type(values) is list and None not in values else {}
        return {**schema, "type": names, **more}
    stand = dialect.alone.get("anyOf", SAYING)
    if "anyOf" in schema and schema.keys() <= {"anyOf", *stand}:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    beside = {key: schema[key] for key in SAYING if key in schema and key in stand}
    inner = {key: value for key, value in schema.items() if key not in beside}
    return {**beside, "anyOf": [inner, {"type": "null"}]}

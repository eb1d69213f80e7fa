"""Short words for values, places and schemas, as they stand in messages to a model."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from .._runtime.misfit import TYPE_NAMES

LONGEST = 60
"""Characters shown of one text, and of one key."""
NAMED = 12
"""Keys or choices that are listed."""
MOST_COMPARED = 200
"""Keys that are compared with an unknown one."""

Schema = dict[str, Any]
Step = str | int

_UNIONS = ("anyOf", "oneOf", "allOf")


def shown(value: Any) -> str:
    """A value in few words, however large or deep it is."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        keys = ", ".join(_quoted(str(key)) for _, key in zip(range(NAMED), value, strict=False))
        more = ", …" if len(value) > NAMED else ""
        return f"an object with {keys}{more}" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if type(value) is int and value.bit_length() > 200:
        return "a very large integer"
    if value is None or isinstance(value, (bool, int, float)):
        return json.dumps(value)
    return type(value).__name__


def place(path: Iterable[Step]) -> str:
    """A path as text: ``stops[2].name``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier() and len(step) <= LONGEST:
            text += f".{step}" if text else step
        else:
            text += f"[{_quoted(step)}]"
    return text if len(text) <= 2 * LONGEST else f"{text[:LONGEST]}…{text[-LONGEST:]}"


def unknown_key(key: str, keys: Iterable[str]) -> str:
    """What to say of a key that no field has."""
    names = [name for name in keys if name != key]
    if not names:
        return "no keys here"
    nearest = difflib.get_close_matches(key[:LONGEST], names[:MOST_COMPARED], n=1, cutoff=0.6)
    if nearest:
        return f"no such key (did you mean {_quoted(nearest[0])}?)"
    return f"no such key (the keys are {_listed(names)})"


def described(schema: Any, root: Schema, depth: int = 3) -> str:
    """What a schema asks for, in words."""
    if not isinstance(schema, dict) or depth == 0:
        return "a value"
    schema = _followed(schema, root)
    if "const" in schema:
        return shown(schema["const"])
    if isinstance(choices := schema.get("enum"), list):
        return f"one of {_listed(choices)}"
    for union in ("anyOf", "oneOf"):
        if isinstance(arms := schema.get(union), list):
            return " or ".join(dict.fromkeys(described(arm, root, depth - 1) for arm in arms))
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    text = " or ".join(TYPE_NAMES.get(kind, "a value") for kind in kinds if isinstance(kind, str))
    text = text or "a value"
    if kinds == ["array"] and isinstance(schema.get("items"), dict):
        text += f", each {described(schema['items'], root, depth - 1)}"
    if isinstance(form := schema.get("format"), str):
        text += f" ({form})"
    return text


def schemas_at(root: Schema, path: Iterable[Step]) -> list[Schema]:
    """The schemas that speak of a place: several, where arms of a union do."""
    found = _arms(root, root)
    for step in path:
        found = [arm for schema in found for arm in _arms(_below(schema, step), root)]
    return found


def known_keys(schemas: Iterable[Schema]) -> list[str]:
    """The keys that objects of any of these schemas have."""
    return list(dict.fromkeys(key for one in schemas for key in one.get("properties", ())))


def _arms(schema: Any, root: Schema) -> list[Schema]:
    return list(_spread(schema, root, 8))


def _spread(schema: Any, root: Schema, depth: int) -> Iterator[Schema]:
    if not isinstance(schema, dict) or depth == 0:
        return
    schema = _followed(schema, root)
    yield schema
    for union in _UNIONS:
        for arm in schema.get(union, ()):
            yield from _spread(arm, root, depth - 1)


def _below(schema: Schema, step: Step) -> Any:
    if isinstance(step, str):
        properties = schema.get("properties", {})
        return properties[step] if step in properties else schema.get("additionalProperties")
    first = schema.get("prefixItems", [])
    return first[step] if step < len(first) else schema.get("items")


def _followed(schema: Schema, root: Schema) -> Schema:
    """The schema that a reference into ``$defs`` names; others are shown as they stand."""
    for _ in range(8):
        name = schema.get("$ref")
        target = root.get("$defs", {}).get(name[8:]) if isinstance(name, str) else None
        if not isinstance(target, dict):
            break
        schema = target
    return schema


def _listed(values: list[Any]) -> str:
    return ", ".join(map(shown, values[:NAMED])) + (", …" if len(values) > NAMED else "")


def _quoted(text: str) -> str:
    cut = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return json.dumps(cut, ensure_ascii=False)

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A small reading of our own schemas, to find the places of a value that do not fit."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Json = Any


class Misfit(NamedTuple):
    """A place that is not what it should be: its pointer, a code, and what belongs there."""

    pointer: str
    code: str
    expected: str


def unescaped(step: str) -> str:
    """The key that a step of a JSON Pointer is."""
    return step.replace("~1", "/").replace("~0", "~")


def escaped(key: Json) -> str:
    """A key as a part of a JSON Pointer; data that is no JSON may have keys that are no text."""
    return str(key).replace("~", "~0").replace("/", "~1")


def stepping(key: str) -> str:
    """A key as a part of a reference: a URI has another meaning for the sign of percents."""
    return escaped(key).replace("%", "%25")


def misfits(value: Json, schema: str, names: tuple[str, ...]) -> Iterator[Misfit]:
    """The places of a value that do not fit these types of a schema, or are no JSON.

    Raises OSError where the schema is not there, and RecursionError.
    """
    defs = _definitions(schema)
    arms = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    for one in Reading(defs, _as_it_is).find(value, arms, ""):
        yield _or_usual(one, defs, names)
    if type(value) is dict:
        yield from _taken_for(value, defs, names)
    # Some wires take their keys in other spellings, and then it is those that do not fit.
    yield from Reading(defs, _spelled).find(value, arms, "")
    yield from Reading(defs, _as_it_is, every=True).find(value, arms, "")
    yield from no_json(value, "")


def _or_usual(one: Misfit, defs: Json, names: tuple[str, ...]) -> Misfit:
    """The same; what lacks a key of another type may be meant for the usual one, the last."""
    usual, key = names[-1], one.pointer[1:]
    others = len(names) > 1 and "/" not in key and key not in defs[usual].get("required", key)
    if one.code != "missing" or not others:
        return one
    return one._replace(expected=f"a {usual}, or {one.expected}")


def _taken_for(value: dict[str, Any], defs: Json, names: tuple[str, ...]) -> Iterator[Misfit]:
    """What does not fit the types that a value may be taken for, whatever it is most like."""
    required = {name: {*defs[name].get("required", "?")} for name in names}
    # A key that is null says as little as one that is not there.
    there = {key for key, item in value.items() if item is not None}
    found = {
        name: [*Reading(defs, _as_it_is).find(value, defs[name], "")]
        for name in names
        if there >= required[name] and not _is_ruled_out(value, defs, name)
    }
    fitting = [required[name] for name, wrong in found.items() if not wrong]
    for name, wrong in found.items():
        # Of types with the same keys it is the one that it fits.
        # With another constant it is none that a value is taken for which fits one.
        apart = bool(fitting) and _is_told_apart(value, defs[name])
        if not apart and not any(required[name] <= keys for keys in fitting):
            yield from wrong


def _is_ruled_out(value: dict[str, Any], defs: Json, name: str) -> bool:
    """Whether a type says itself that it is not this value's."""
    others = defs[name].get("not")
    return others is not None and not any(Reading(defs, _as_it_is).find(value, others, ""))


def _is_told_apart(value: dict[str, Any], schema: Json) -> bool:
    """Whether a constant that a type requires is another in a value."""
    keys = schema.get("properties", {})
    tags = [(key, keys[key]) for key in schema.get("required", ()) if "const" in keys.get(key, ())]
    return any(value.get(key) != tag["const"] for key, tag in tags)


_read: dict[str, Json] = {}


def _definitions(schema: str) -> Json:
    if schema not in _read:
        folder = os.path.dirname(os.path.dirname(__file__))
        with open(os.path.join(folder, "schemas", f"{schema}.json"), encoding="utf-8") as file:
            _read[schema] = json.load(file)["$defs"]
    return _read[schema]


def explains(one: Misfit, failure: Exception) -> bool:
    """Whether a place that does not fit can have led to an exception of straight-line code."""
    if isinstance(failure, KeyError) and one.code == "missing":
        return unspelled(one.pointer.rpartition("/")[2]) == unspelled(escaped(failure.args[0]))
    if isinstance(failure, AttributeError):
        # Our own objects lack nothing that a payload could have given them.
        return one.expected == NO_JSON or type(failure.obj) in JSON_TYPES
    return True


JSON_TYPES = frozenset({dict, list, str, int, float, bool, type(None)})
NO_JSON = "JSON data"


def unspelled(key: Json) -> str:
    """What all spellings of a key have in common; one that begins with `_` is no other's."""
    text = str(key)
    return (text[:1] + text[1:].replace("_", "")).lower()


def _as_it_is(value: dict[str, Any], key: str) -> str | None:
    return key if key in value else None


def _spelled(value: dict[str, Any], key: str) -> str | None:
    """The key as this object spells it."""
    if key in value:
        return key
    wanted = unspelled(key)
    return next((one for one in value if unspelled(one) == wanted), None)


TYPE_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


class Reading:
    """Looks for what does not fit; ``key_of`` says under which key an object has a property.

    ``every``: a list that fits an arm is held to those that are as much like it, too: of two lists
    an adapter takes it for one.
    """

    def __init__(
        self, defs: Json, key_of: Callable[[dict[str, Any], str], str | None] = _as_it_is,
        every: bool = False,
    ) -> None:  # fmt: skip
        self.defs, self.key_of, self.every = defs, key_of, every

    def find(self, value: Json, schema: Json, pointer: str) -> Iterator[Misfit]:
        """The places below a value that do not fit its schema."""
        if "$ref" in schema:
            schema = self.defs[schema["$ref"].rpartition("/")[2]]
        types = schema.get("type", [])
        allowed = [types] if isinstance(types, str) else types
        consts = _consts(schema)
        if "anyOf" in schema:
            yield from self._in_arms(value, schema["anyOf"], pointer)
        elif allowed and not any(_is(value, name) for name in allowed):
            yield Misfit(pointer, "type", " or ".join(TYPE_NAMES[name] for name in allowed))
        elif consts is not None and value not in consts:
            yield Misfit(pointer, "value", " or ".join(map(repr, consts)))
        elif "not" in schema and not any(self.find(value, schema["not"], pointer)):
            yield Misfit(pointer, "value", "a value of the documented form")
        elif type(value) is dict:
            yield from self._in_object(value, schema, pointer)
        elif type(value) is list and "items" in schema:
            for index, item in enumerate(value):
                yield from self.find(item, schema["items"], f"{pointer}/{index}")
            if len(value) < schema.get("minItems", 0):
                yield Misfit(pointer, "missing", "a list that is not empty")

    def _in_arms(self, value: Json, arms: list[Json], pointer: str) -> Iterator[Misfit]:
        # An arm that is less like the value is not what was meant.
        nearness = [self._nearness(value, arm) for arm in arms]
        nearest = max(nearness)
        near_arms = [arm for arm, near in zip(arms, nearness, strict=True) if near == nearest]
        found = [list(self.find(value, arm, pointer)) for arm in near_arms]
        if not all(found):
            if self.every and type(value) is list:
                yield from (one for misfits in found for one in misfits if one.pointer != pointer)
            return
        firsts = [misfits[0] for misfits in found]
        meant = [one for one in firsts if one.code != "value"] or firsts
        deepest = max(meant, key=lambda one: one.pointer.count("/"))
        if deepest.pointer == pointer:
            words = sorted({one.expected for one in firsts if one.code == "type"})
            deepest = deepest._replace(expected=" or ".join(words) or deepest.expected)
        elif deepest.code == "value" and (words := self._tags(arms, deepest.pointer, pointer)):
            deepest = deepest._replace(expected=" or ".join(words))
        yield deepest
        yield from (one for misfits in found for one in misfits)
        for arm in arms:
            if arm not in near_arms:
                yield from self.find(value, arm, pointer)

    def _tags(self, arms: list[Json], at: str, pointer: str) -> list[str]:
        """The words by which arms are told apart under a key of the value, whatever it is like."""
        members = [self._opened(arm).get("properties", {}) for arm in arms]
        found = [_consts(inner[key]) for inner in members for key in inner
                 if f"{pointer}/{escaped(key)}" == at]  # fmt: skip
        return [*dict.fromkeys(repr(word) for words in found for word in words or ())]

    def _opened(self, arm: Json) -> Json:
        while "$ref" in arm:
            arm = self.defs[arm["$ref"].rpartition("/")[2]]
        return arm

    def _nearness(self, value: Json, arm: Json) -> int:
        """How much a value looks like an arm: its JSON type, its tags, the keys it must have."""
        arm = self._opened(arm)
        types = arm.get("type")
        if isinstance(types, str) and not _is(value, types):
            return -1000
        if type(value) is not dict:
            return 0
        there = [self.key_of(value, key) is not None for key in arm.get("required", ())]
        near = sum(1 if one else -1 for one in there)
        for name, inner in arm.get("properties", {}).items():
            consts, key = _consts(inner), self.key_of(value, name)
            if consts is not None and key is not None:
                near += 2 if value[key] in consts else -2
        return near

    def _in_object(self, value: dict[str, Any], schema: Json, pointer: str) -> Iterator[Misfit]:
        for name in schema.get("required", ()):
            if self.key_of(value, name) is None:
                yield Misfit(f"{pointer}/{escaped(name)}", "missing", f"the key {name!r}")
        named = schema.get("properties", {})
        for name, inner in named.items():
            key = self.key_of(value, name)
            if key is not None:
                yield from self.find(value[key], inner, f"{pointer}/{escaped(key)}")
        others = schema.get("additionalProperties")
        if type(others) is dict:
            for key in value:
                if key not in named:
                    yield from self.find(value[key], others, f"{pointer}/{escaped(key)}")


def _consts(schema: Json) -> list[Json] | None:
    found: list[Json] | None = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return found


def _is(value: Json, name: str) -> bool:
    python: Any = {
        "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
    }.get(name)  # fmt: skip
    if python is not None:
        return isinstance(value, python)
    if isinstance(value, bool):
        return False
    return isinstance(value, int) if name == "integer" else isinstance(value, (int, float))


def no_json(value: Json, pointer: str) -> Iterator[Misfit]:
    """The places that hold what no JSON text can say."""
    if type(value) is dict:
        for key, item in value.items():
            place = f"{pointer}/{escaped(key)}"
            if not isinstance(key, str):
                yield Misfit(place, "type", "a key that is a string")
            yield from no_json(item, place)
    elif type(value) is list:
        for index, item in enumerate(value):
            yield from no_json(item, f"{pointer}/{index}")
    elif isinstance(value, int):
        try:
            str(value)
        except ValueError:
            yield Misfit(pointer, "value", "a number of fewer digits")
    elif value is not None and not isinstance(value, (str, float)):
        yield Misfit(pointer, "type", NO_JSON)


def without_own(value: Json) -> Iterator[tuple[str, Json, Json]]:
    """Each place that only its own wire understands, what is there, and the value without it.

    Last comes the value without any of them.
    """
    rest, count = value, 0
    for path, own in _own(value, ()):
        pointer = "".join(f"/{escaped(step)}" for step in path)
        yield pointer, own, _dropped(value, path)
        rest, count = _dropped(rest, path), count + 1
    if count > 1:
        yield "", value, rest


def _own(value: Json, path: tuple[Json, ...]) -> Iterator[tuple[tuple[Json, ...], Json]]:
    # From the end of a list, so that what is dropped moves no place that is still to come.
    pairs = [*value.items()] if type(value) is dict else []
    if type(value) is list:
        pairs = [*enumerate(value)][::-1]
    for key, inner in pairs:
        here = (*path, key)
        opaque = type(inner) is dict and inner.get("kind") == "opaque"
        if opaque or (key == "metadata" and type(value) is dict):
            yield here, inner
        else:
            yield from _own(inner, here)


def _dropped(value: Json, path: tuple[Json, ...]) -> Json:
    """A value without what is at a path."""
    key, *inner = path
    changed = value.copy()
    if inner:
        changed[key] = _dropped(value[key], tuple(inner))
    else:
        del changed[key]
    return changed

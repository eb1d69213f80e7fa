# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What goes wrong at the edges, said so that a reader finds the place.

The adapters' straight-line code only notices *that* something is wrong. Where it is, is worked
out here, after the fact, from the schemas that ship beside the adapters.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

Json = Any


class ToolwireError(ValueError):
    """A payload or a value that cannot be converted.

    ``pointer`` is the JSON Pointer (RFC 6901) of the place, ``code`` a stable word
    (``missing``, ``type``, ``value``, ``unsupported``, ``lost``), ``expected`` what belongs there.
    """

    def __init__(
        self, pointer: str, code: str, expected: str, at: tuple[Json, str | None] | None = None
    ) -> None:
        super().__init__(pointer, code, expected)
        self.pointer, self.code, self.expected, self.at = pointer, code, expected, at

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.code}: expected {self.expected}"


class ToolwireLossWarning(UserWarning):
    """Something that the target format cannot carry."""


class Loss(NamedTuple):
    """One thing that a format cannot carry: where, a stable word for it, and why."""

    path: str
    code: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path or '/'}: {self.code}: {self.reason}"


def report(losses: list[Loss], on_loss: str) -> None:
    """Warn of losses, or raise the first: ``on_loss`` is "ignore", "warn" or "error"."""
    if on_loss not in ("ignore", "warn", "error"):
        raise ValueError(f'on_loss is "ignore", "warn" or "error", not {on_loss!r}')
    for loss in losses:
        if on_loss == "error":
            raise ToolwireError(loss.path, "lost", f"nothing here: {loss.code}: {loss.reason}")
        if on_loss == "warn":
            warnings.warn(str(loss), ToolwireLossWarning, stacklevel=3)


FAILURES = (
    ToolwireError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    ValueError,
    RecursionError,
)


def expected(what: str, container: Json, key: str | None) -> ToolwireError:
    """An error about ``container[key]`` (or ``container``) whose pointer is not known yet."""
    absent = key is not None and type(container) is dict and key not in container
    code = "missing" if absent else "type"
    return ToolwireError("", code, what, (container, key))


_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "string": ("a string", (str,)),
    "integer": ("an integer", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "array": ("a list", (list,)),
    "object": ("an object", (dict,)),
}


def unwritten(x: dict[str, Json], fields: dict[str, str]) -> None:
    """Refuse fields that are not of their JSON types, although nothing of them is written.

    Null is as good as absent. Raises ToolwireError.
    """
    for key, kind in fields.items():
        if key in x and (value := x[key]) is not None:
            what, types = _KINDS[kind]
            if type(value) not in types:
                raise expected(what, x, key)


def plain(value: Json) -> Json:
    """Plain JSON data of SDK objects (anything with ``model_dump``), at any depth.

    The value itself is returned where it holds no such object. Raises ToolwireError for data too
    deeply nested to look through, and for an object that cannot tell its data.
    """
    try:
        return _plain(value)
    except RecursionError:
        raise ToolwireError("", "value", "less deeply nested data") from None


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        items = {key: _plain(item) for key, item in value.items()}
        changed = type(value) is not dict or any(items[key] is not value[key] for key in value)
        return items if changed else value
    if isinstance(value, (list, tuple)):
        members = [_plain(item) for item in value]
        pairs = zip(members, value, strict=True)
        changed = type(value) is not list or any(ours is not theirs for ours, theirs in pairs)
        return members if changed else value
    return value if isinstance(value, (str, int, float)) else _dumped(value)


def _dumped(value: Json) -> Json:
    """An object's own account of its data, if it has one."""
    try:
        dump = getattr(value, "model_dump", None)
        if not callable(dump):
            return value
        try:
            return dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
        except TypeError:  # something else than pydantic's, with a dump of its own
            return dump()
    except RecursionError:
        raise
    except Exception as error:  # whatever an object's own code raises
        what = f"data, or an object that tells its data: model_dump raised {error!r}"
        raise ToolwireError("", "type", what) from error


def attempt(
    convert: Callable[..., Json],
    value: Json,
    context: tuple[Json, ...],
    schema: str,
    names: tuple[str, ...],
) -> Json:
    """Convert again after a failure: SDK objects made plain; else say what is wrong, where.

    Raises ToolwireError.
    """
    data = plain(value)
    try:
        return convert(data, *context)
    except FAILURES as failure:
        explain(failure, data, schema, names)


def explain(failure: Exception, value: Json, schema: str, names: tuple[str, ...]) -> NoReturn:
    """Raise the ToolwireError that says what ``failure`` was about; ``names``: what it may be."""
    value = plain(value)
    if isinstance(failure, ToolwireError):
        if failure.at is None:
            raise failure
        container, key = failure.at
        # Only objects and lists have an identity; equal texts may be one object.
        known = type(container) is dict or type(container) is list
        pointer = _locate(value, container) if known else None
        if pointer is not None:
            if key is not None:
                pointer += "/" + escaped(key)
            raise ToolwireError(pointer, failure.code, failure.expected) from None
    if isinstance(failure, RecursionError):
        raise ToolwireError("", "value", "less deeply nested data") from None
    found = _check(value, schema, names)
    if found is not None:
        raise found from None
    if isinstance(failure, ToolwireError):
        raise ToolwireError("", failure.code, failure.expected) from None
    what = f"a {names[-1]} of the documented form ({failure})"
    raise ToolwireError("", "value", what) from failure


def escaped(key: Json) -> str:
    """A key as a part of a JSON Pointer; data that is no JSON may have keys that are no text."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _locate(root: Json, wanted: Json) -> str | None:
    """The pointer of the very object ``wanted`` inside ``root``, or of what it is a copy of."""
    found, most = None, 0
    todo: list[tuple[Json, str]] = [(root, "")]
    while todo:
        value, pointer = todo.pop()
        if value is wanted:
            return pointer
        if (size := _copied(value, wanted)) > most:
            found, most = pointer, size
        if type(value) is dict:
            todo.extend((item, f"{pointer}/{escaped(key)}") for key, item in value.items())
        elif type(value) is list:
            todo.extend((item, f"{pointer}/{index}") for index, item in enumerate(value))
    return found


def _copied(value: Json, wanted: Json) -> int:
    """How many members ``wanted`` has of ``value``: all, perhaps spelled otherwise, or none.

    What was null or missing there may have been filled in.
    """
    if type(value) is not dict or type(wanted) is not dict or len(value) > len(wanted):
        return 0
    for ours, theirs in zip(value, wanted, strict=False):
        kept = value[ours] is wanted[theirs] or value[ours] is None
        if not kept or _unspelled(ours) != _unspelled(theirs):
            return 0
    return len(value)


def _unspelled(key: Json) -> str:
    return str(key).replace("_", "").lower()


# -- a small reading of our own schemas, to find the first place that does not fit

TYPE_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_schemas: dict[str, Json] = {}


def _check(value: Json, schema: str, names: tuple[str, ...]) -> ToolwireError | None:
    if schema not in _schemas:
        folder = os.path.dirname(os.path.dirname(__file__))
        try:
            with open(os.path.join(folder, "schemas", f"{schema}.json"), encoding="utf-8") as file:
                _schemas[schema] = json.load(file)
        except OSError:
            return None
    try:
        arms = [{"$ref": f"#/$defs/{name}"} for name in names]
        return _find(value, {"anyOf": arms}, _schemas[schema]["$defs"], "")
    except RecursionError:
        return None


def _find(value: Json, schema: Json, defs: Json, pointer: str) -> ToolwireError | None:
    if "$ref" in schema:
        schema = defs[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        # An arm that is less like the value is not what was meant.
        nearness = [_nearness(value, arm, defs) for arm in schema["anyOf"]]
        nearest = max(nearness)
        arms = [arm for arm, near in zip(schema["anyOf"], nearness, strict=True) if near == nearest]
        found = [_find(value, arm, defs, pointer) for arm in arms]
        errors = [error for error in found if error is not None]
        if len(errors) < len(found):
            return None
        meant = [error for error in errors if error.code != "value"] or errors
        deepest = max(meant, key=lambda error: error.pointer.count("/"))
        if deepest.pointer == pointer:
            names = sorted({error.expected for error in errors if error.code == "type"})
            return ToolwireError(pointer, deepest.code, " or ".join(names) or deepest.expected)
        return deepest
    types = schema.get("type", [])
    allowed = [types] if isinstance(types, str) else types
    if allowed and not any(_is(value, name) for name in allowed):
        return ToolwireError(pointer, "type", " or ".join(TYPE_NAMES[name] for name in allowed))
    consts = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if consts is not None and value not in consts:
        return ToolwireError(pointer, "value", " or ".join(map(repr, consts)))
    if "not" in schema and _find(value, schema["not"], defs, pointer) is None:
        return ToolwireError(pointer, "value", "a value of the documented form")
    if type(value) is dict:
        return _find_in_object(value, schema, defs, pointer)
    if type(value) is list and "items" in schema:
        for index, item in enumerate(value):
            error = _find(item, schema["items"], defs, f"{pointer}/{index}")
            if error is not None:
                return error
        if len(value) < schema.get("minItems", 0):
            return ToolwireError(pointer, "missing", "a list that is not empty")
    return None


def _nearness(value: Json, arm: Json, defs: Json) -> int:
    """How much a value looks like a union's arm: its JSON type, its tags, the keys it must have."""
    while "$ref" in arm:
        arm = defs[arm["$ref"].rpartition("/")[2]]
    types = arm.get("type")
    if isinstance(types, str) and not _is(value, types):
        return -1000
    if type(value) is not dict:
        return 0
    near = sum(1 if key in value else -1 for key in arm.get("required", ()))
    for key, inner in arm.get("properties", {}).items():
        consts = inner.get("enum", [inner["const"]] if "const" in inner else None)
        if consts is not None and key in value:
            near += 2 if value[key] in consts else -2
    return near


def _find_in_object(value: Json, schema: Json, defs: Json, pointer: str) -> ToolwireError | None:
    for key in schema.get("required", ()):
        if key not in value:
            return ToolwireError(f"{pointer}/{escaped(key)}", "missing", f"the key {key!r}")
    for key, inner in schema.get("properties", {}).items():
        if key in value:
            error = _find(value[key], inner, defs, f"{pointer}/{escaped(key)}")
            if error is not None:
                return error
    return None


def _is(value: Json, name: str) -> bool:
    python: Any = {
        "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
    }.get(name)  # fmt: skip
    if python is not None:
        return isinstance(value, python)
    if isinstance(value, bool):
        return False
    return isinstance(value, int) if name == "integer" else isinstance(value, (int, float))

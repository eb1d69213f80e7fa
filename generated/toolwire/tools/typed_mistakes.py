# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""What pydantic found wrong, as mistakes in a model's words."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .inputs import MOST, Mistake
from .words import Schema, Step, described, known_keys, place, schemas_at, shown, unknown_key

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_MISSING = ("missing", "missing_argument", "missing_keyword_only_argument")
_NONE_THERE = object()


def mistakes_of(error: Any, arguments: Any, root: Schema) -> list[Mistake]:
    """One for each place. The arms of a union speak of one place, and are told together."""
    found: dict[tuple[Step, ...], list[Any]] = {}
    for one in error.errors(include_url=False, include_context=False):
        path = _path(one, arguments)
        found.setdefault(path, []).append(one)
    telling = islice(_telling(found).items(), MOST)
    return [_mistake(path, errors, arguments, root) for path, errors in telling]


def _path(error: Any, arguments: Any) -> tuple[Step, ...]:
    """The place in the arguments: ``loc`` without the names of arms and validators in between."""
    path: list[Step] = []
    value = arguments
    loc = error["loc"]
    for index, step in enumerate(loc):
        inner = _below(value, step)
        if inner is not _NONE_THERE:
            path.append(step)
            value = inner
        elif index == len(loc) - 1 and error["type"] in _MISSING:
            path.append(step)
    return tuple(path)


def _below(value: Any, step: Step) -> Any:
    if isinstance(value, dict):
        return value.get(step, _NONE_THERE)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return _NONE_THERE


def _telling(found: dict[tuple[Step, ...], list[Any]]) -> dict[tuple[Step, ...], list[Any]]:
    """Without the arms that a value was not meant for, where another says what is wrong inside."""
    inside = {path[:length] for path in found for length in range(len(path))}
    return {
        path: errors
        for path, errors in found.items()
        if path not in inside or not all(error["type"].endswith("_type") for error in errors)
    }


def _mistake(
    path: tuple[Step, ...], errors: list[Any], arguments: Any, root: Schema
) -> Mistake:
    kinds = {error["type"] for error in errors}
    if kinds & set(_MISSING):
        wanted = schemas_at(root, path)
        expected = described(wanted[0], root) if wanted else "a value"
        return Mistake(place(path), "nothing", f"{expected} (required)")
    if kinds & set(_UNKNOWN):
        known = known_keys(schemas_at(root, path[:-1]))
        came = shown(errors[0]["input"])
        return Mistake(place(path), came, unknown_key(str(path[-1]) if path else "", known))
    expected = " or ".join(dict.fromkeys(_expected(error) for error in errors))
    came = _came(arguments, path, errors)
    return Mistake(place(path), came, expected)


def _came(arguments: Any, path: tuple[Step, ...], errors: list[Any]) -> str:
    if errors[0]["loc"] and errors[0]["loc"][-1] == "[key]":
        return f"the key {shown(errors[0]['input'])}"
    value = arguments
    for step in path:
        value = value[step]
    return shown(value)


def _expected(error: Any) -> str:
    """pydantic's message without its lead, and without what is Python's alone."""
    text: str = error["msg"]
    for lead in ("Input should be ", "Value error, ", "Assertion failed, ", "Input should "):
        text = text.removeprefix(lead)
    if error["type"] in ("recursion_loop", "recursion_depth_exceeded"):
        return "a value that is nested less deep"
    return text[:300]

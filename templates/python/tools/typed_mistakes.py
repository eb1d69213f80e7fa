"""What pydantic found wrong, as mistakes in a model's words."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from .inputs import MOST, Mistake
from .words import Schema, Step, described, known_keys, place, schemas_at, shown, unknown_key

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_MISSING = ("missing", "missing_argument", "missing_keyword_only_argument")
_LEADS = ("Input should be ", "Value error, ", "Assertion failed, ", "Input should ")
_WORDS = {
    "path_type": "a path, as a string",
    "recursion_loop": "a value that is nested less deep",
    "recursion_depth_exceeded": "a value that is nested less deep",
}
_NONE_THERE = object()


class _Found(NamedTuple):
    """An error, and its ``loc`` told apart: steps into the arguments, and names of arms between."""

    error: Any
    path: tuple[Step, ...]
    arms: tuple[tuple[tuple[Step, ...], int], ...]
    """For each name in ``loc`` that is no step: the ``loc`` before it, how many steps that is."""


def mistakes_of(error: Any, arguments: Any, root: Schema) -> list[Mistake]:
    """One for each place. The arms of a union speak of one place, and are told together."""
    errors = [_found(one, arguments) for one in error.errors(include_url=False)]
    places: dict[tuple[Step, ...], list[Any]] = {}
    for one in _meant(errors):
        places.setdefault(one.path, []).append(one.error)
    return [_mistake(path, group, arguments, root) for path, group in islice(places.items(), MOST)]


def _found(error: Any, arguments: Any) -> _Found:
    path: list[Step] = []
    arms: list[tuple[tuple[Step, ...], int]] = []
    value, loc = arguments, error["loc"]
    for index, step in enumerate(loc):
        inner = _below(value, step)
        if inner is not _NONE_THERE:
            path.append(step)
            value = inner
        elif index == len(loc) - 1 and error["type"] in _MISSING:
            path.append(step)
        else:
            arms.append((loc[:index], len(path)))
    return _Found(error, tuple(path), tuple(arms))


def _below(value: Any, step: Step) -> Any:
    if isinstance(value, dict):
        return value.get(step, _NONE_THERE)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return _NONE_THERE


def _meant(errors: list[_Found]) -> list[_Found]:
    """Without the arms of unions that a value was not meant for.

    It was meant for one that takes its type and finds something wrong inside, and of several such
    for the one that finds least. Where no arm takes its type, it may be meant for any.
    """
    unions: dict[tuple[Step, ...], dict[Step, list[int]]] = {}
    for index, one in enumerate(errors):
        for before, _ in one.arms:
            arm = one.error["loc"][len(before)]
            unions.setdefault(before, {}).setdefault(arm, []).append(index)
    dropped: set[int] = set()
    for before, arms in sorted(unions.items(), key=lambda item: len(item[0])):
        left = {arm: [i for i in of if i not in dropped] for arm, of in arms.items()}
        inside = {
            arm: of
            for arm, of in left.items()
            if of and all(_steps_inside(errors[i], before) for i in of)
        }
        if inside:
            least = min(map(len, inside.values()))
            meant = {arm for arm, of in inside.items() if len(of) == least}
            dropped.update(i for arm, of in left.items() if arm not in meant for i in of)
    return [one for index, one in enumerate(errors) if index not in dropped]


def _steps_inside(one: _Found, before: tuple[Step, ...]) -> bool:
    return any(len(one.path) > steps for at, steps in one.arms if at == before)


def _mistake(path: tuple[Step, ...], errors: list[Any], arguments: Any, root: Schema) -> Mistake:
    kinds = {error["type"] for error in errors}
    if kinds & set(_MISSING):
        wanted = schemas_at(root, path)
        expected = described(wanted[0], root) if wanted else "a value"
        return Mistake(place(path), "nothing", f"{expected} (required)")
    if kinds & set(_UNKNOWN):
        keys = known_keys(schemas_at(root, path[:-1]))
        came = shown(errors[0]["input"])
        return Mistake(place(path), came, unknown_key(str(path[-1]) if path else "", keys))
    expected = " or ".join(dict.fromkeys(map(_expected, errors)))
    return Mistake(place(path), _came(arguments, path, errors), expected)


def _came(arguments: Any, path: tuple[Step, ...], errors: list[Any]) -> str:
    if errors[0]["loc"] and errors[0]["loc"][-1] == "[key]":
        return f"the key {shown(errors[0]['input'])}"
    value = arguments
    for step in path:
        value = value[step]
    return shown(value)


def _expected(error: Any) -> str:
    """pydantic's message without its lead, and without what is Python's alone."""
    context = error.get("ctx", {})
    if error["type"] == "union_tag_invalid":
        return f"{context['discriminator']} to be one of {context['expected_tags']}"[:300]
    if error["type"] == "union_tag_not_found":
        return f"an object with {context['discriminator']}"
    text: str = _WORDS.get(error["type"], error["msg"])
    for lead in _LEADS:
        text = text.removeprefix(lead)
    return text[:300]

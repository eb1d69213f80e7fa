# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""A Python value as JSON data, or an error that says where it is none.

What comes out is new: the tool may go on changing what it returned. Plain JSON takes a short way;
models, datetimes, Decimals, UUIDs and the like are written as pydantic writes them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from enum import Enum
from math import isfinite
from pathlib import PurePath
from typing import Any

from .._runtime.jsontext import dumps, encodes

MAX_DEPTH = 200
"""Levels of lists and objects; readers of JSON have limits not far above."""
MAX_VALUES = 5_000_000
"""Values in one result. Lists that share lists can hold more than any memory has room for."""
_SMALL = 2**63
_BIG = 10**4000
"""Python reads and writes no integer of more than some 4,300 digits."""


class NotJson(ValueError):
    """A value that no JSON can say."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.path: list[str | int] = []
        """Where, the innermost first: it is put together on the way out."""

    def __str__(self) -> str:
        steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path[::-1]]
        place = "".join(steps).removeprefix(".")
        place = place if len(place) <= 80 else f"{place[:80]}…"
        return f"`{place}` {self.what}" if place else f"it {self.what}"


def plain(value: Any) -> Any:
    """``value`` as JSON data. Raises NotJson, whatever is wrong."""
    try:
        return _TAKEN_APART.get(type(value), _value)(value, 0, [MAX_VALUES])
    except NotJson:
        raise
    except Exception as error:  # an object's own code
        raise NotJson(f"cannot be read: {type(error).__name__}: {str(error)[:200]}") from error


def _value(value: Any, depth: int, room: list[int]) -> Any:
    kind = type(value)
    if kind is str:
        if value.isascii() or encodes(value):
            return value
        raise NotJson("holds a lone surrogate, which is no character")
    if kind is bool or value is None:
        return value
    if kind is int:
        if -_BIG < value < _BIG:
            return value
        raise NotJson("is an integer of more than 4,000 digits")
    if kind is float:
        if isfinite(value):
            return value
        raise NotJson(f"is {value}, for which JSON has no word")
    return _TAKEN_APART.get(kind, _other)(value, depth, room)


def _dict(value: dict[Any, Any], depth: int, room: list[int]) -> dict[str, Any]:
    room[0] -= len(value)
    if depth >= MAX_DEPTH or room[0] < 0:
        raise _too_much(depth)
    found = value.copy()
    key = None
    try:
        for key, item in value.items():
            if type(key) is not str:
                break
            if not key.isascii():
                _key(key)
            # Most values are plain; a call for each would take most of the time.
            kind = type(item)
            if kind is str:
                if item.isascii():
                    continue
            elif kind is int:
                if -_SMALL < item < _SMALL:
                    continue
            elif kind is float and isfinite(item):
                continue
            found[key] = _TAKEN_APART.get(kind, _value)(item, depth + 1, room)
        else:
            return found
    except NotJson as error:
        error.path.append(str(key))
        raise
    room[0] += len(value)  # counted there again
    return _mapping(value, depth, room)


def _mapping(value: Mapping[Any, Any], depth: int, room: list[int]) -> dict[str, Any]:
    room[0] -= len(value)
    if depth >= MAX_DEPTH or room[0] < 0:
        raise _too_much(depth)
    found = {}
    key = None
    try:
        for key, item in value.items():
            found[_key(key)] = _value(item, depth + 1, room)
    except NotJson as error:
        error.path.append(str(key))
        raise
    return found


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise NotJson(f"is no key: it is of the type {type(key).__qualname__}, no string")
    found: str = _value(key, 0, [0])
    return found


def _sequence(value: Iterable[Any], depth: int, room: list[int]) -> list[Any]:
    items = [*value]
    room[0] -= len(items)
    if depth >= MAX_DEPTH or room[0] < 0:
        raise _too_much(depth)
    index = 0
    try:
        for index, item in enumerate(items):
            kind = type(item)
            if kind is str:
                if item.isascii():
                    continue
            elif kind is int:
                if -_SMALL < item < _SMALL:
                    continue
            elif kind is float and isfinite(item):
                continue
            items[index] = _TAKEN_APART.get(kind, _value)(item, depth + 1, room)
    except NotJson as error:
        error.path.append(index)
        raise
    return items


_TAKEN_APART: dict[type, Callable[[Any, int, list[int]], Any]] = {
    dict: _dict,
    list: _sequence,
    tuple: _sequence,
}


def _too_much(depth: int) -> NotJson:
    if depth >= MAX_DEPTH:
        return NotJson(f"nests deeper than {MAX_DEPTH} levels, or holds itself")
    return NotJson(f"is the last of more than {MAX_VALUES:,} values")


def _other(value: Any, depth: int, room: list[int]) -> Any:
    if isinstance(value, Enum):
        return _value(value.value, depth, room)
    if isinstance(value, str):
        return _value(str.__str__(value), depth, room)
    if isinstance(value, int):
        return _value(int.__int__(value), depth, room)
    if isinstance(value, float):
        return _value(float.__float__(value), depth, room)
    if isinstance(value, PurePath):
        return _value(str(value), depth, room)
    if isinstance(value, Mapping):
        return _mapping(value, depth, room)
    if isinstance(value, list | tuple):
        return _sequence(value, depth, room)
    if isinstance(value, Set):
        # In an order of their own, so that the same set always reads the same.
        return sorted(_sequence(value, depth, room), key=dumps)
    if isinstance(value, Iterator) or hasattr(type(value), "__anext__"):
        raise NotJson(f"is of the type {type(value).__qualname__}: return a list instead")
    if dataclasses.is_dataclass(value) and not hasattr(value, "__pydantic_serializer__"):
        fields = dataclasses.fields(value)
        return _mapping({one.name: getattr(value, one.name) for one in fields}, depth, room)
    return _value(_written(value), depth, room)


def _written(value: Any) -> Any:
    """As pydantic writes it to JSON: models under their aliases, bytes as the UTF-8 they are."""
    from pydantic_core import PydanticSerializationError, to_jsonable_python

    try:
        return to_jsonable_python(value, by_alias=True)
    except (PydanticSerializationError, ValueError) as error:
        what = f"is of the type {type(value).__qualname__}"
        raise NotJson(f"{what}, which is no JSON: {str(error)[:200]}") from error

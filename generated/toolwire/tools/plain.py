# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""A Python value as JSON data, or an error that says where it is none.

What comes out is new: the tool may go on changing what it returned. Plain JSON takes a short way;
models, datetimes, Decimals, UUIDs and the like are written as pydantic writes them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping, Set
from enum import Enum
from pathlib import PurePath
from typing import Any

from .._runtime.jsontext import dumps, encodes

MAX_DEPTH = 200
"""Levels of lists and objects; readers of JSON have limits not far above."""
MAX_VALUES = 5_000_000
"""Values in one result. Lists that share lists can hold more than any memory has room for."""
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
        return _Walk().value(value, 0)
    except NotJson:
        raise
    except Exception as error:  # an object's own code
        raise NotJson(f"cannot be read: {type(error).__name__}: {str(error)[:200]}") from error


class _Walk:
    def __init__(self) -> None:
        self.room = MAX_VALUES

    def value(self, value: Any, depth: int) -> Any:
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
            if math.isfinite(value):
                return value
            raise NotJson(f"is {value}, for which JSON has no word")
        if kind is dict:
            return self.mapping(value, depth)
        if kind is list or kind is tuple:
            return self.sequence(value, depth)
        return self.other(value, depth)

    def mapping(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        self.enter(len(value), depth)
        found = {}
        key = None
        try:
            for key, item in value.items():
                found[key if type(key) is str and key.isascii() else self.key(key)] = self.value(
                    item, depth + 1
                )
        except NotJson as error:
            error.path.append(str(key))
            raise
        return found

    def key(self, key: Any) -> str:
        if not isinstance(key, str):
            raise NotJson(f"is no key: it is of the type {type(key).__qualname__}, no string")
        found: str = self.value(key, 0)
        return found

    def sequence(self, value: Iterable[Any], depth: int) -> list[Any]:
        items = list(value)
        self.enter(len(items), depth)
        index = 0
        try:
            for index, item in enumerate(items):
                items[index] = self.value(item, depth + 1)
        except NotJson as error:
            error.path.append(index)
            raise
        return items

    def enter(self, count: int, depth: int) -> None:
        if depth >= MAX_DEPTH:
            raise NotJson(f"nests deeper than {MAX_DEPTH} levels, or holds itself")
        self.room -= count
        if self.room < 0:
            raise NotJson(f"is the last of more than {MAX_VALUES:,} values")

    def other(self, value: Any, depth: int) -> Any:
        if isinstance(value, Enum):
            return self.value(value.value, depth)
        if isinstance(value, str):
            return self.value(str.__str__(value), depth)
        if isinstance(value, int):
            return self.value(int.__int__(value), depth)
        if isinstance(value, float):
            return self.value(float.__float__(value), depth)
        if isinstance(value, PurePath):
            return self.value(str(value), depth)
        if isinstance(value, Mapping):
            return self.mapping(value, depth)
        if isinstance(value, list | tuple):
            return self.sequence(value, depth)
        if isinstance(value, Set):
            # In an order of their own, so that the same set always reads the same.
            return sorted(self.sequence(value, depth), key=dumps)
        if isinstance(value, Iterator) or hasattr(type(value), "__anext__"):
            raise NotJson(f"is of the type {type(value).__qualname__}: return a list instead")
        if dataclasses.is_dataclass(value) and not hasattr(value, "__pydantic_serializer__"):
            fields = dataclasses.fields(value)
            return self.mapping({one.name: getattr(value, one.name) for one in fields}, depth)
        return self.value(_written(value), depth)


def _written(value: Any) -> Any:
    """As pydantic writes it to JSON: models under their aliases, bytes as the UTF-8 they are."""
    from pydantic_core import PydanticSerializationError, to_jsonable_python

    try:
        return to_jsonable_python(value, by_alias=True)
    except (PydanticSerializationError, ValueError) as error:
        what = f"is of the type {type(value).__qualname__}"
        raise NotJson(f"{what}, which is no JSON: {str(error)[:200]}") from error

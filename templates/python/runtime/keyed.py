"""Keys of data that an API reads as its own, under other names, and back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

Json = Any
SIGN = "$"


def has_key(value: Json, keys: Collection[str]) -> bool:
    """Whether a value has one of these keys at any depth."""
    return any(key in keys for key in _keys(value))


def other_keys(values: Iterable[Json], keys: Collection[str]) -> dict[str, str]:
    """A name for each of these keys that stands in some value, which none of the values has.

    Signs are put before it: it is the same name as long as none of the values has that one.
    """
    present = {key for value in values for key in _keys(value)}
    found = {}
    for key in keys:
        other = SIGN + key
        while other in present:
            other = SIGN + other
        if key in present:
            found[key] = other
    return found


def with_keys(value: Json, names: dict[str, str]) -> Json:
    """The same value with some keys under other names."""
    if type(value) is list:
        return [with_keys(item, names) for item in value]
    if type(value) is not dict:
        return value
    return {names.get(key, key): with_keys(item, names) for key, item in value.items()}


def _keys(value: Json) -> Iterator[str]:
    left = [value]
    while left:
        one = left.pop()
        if type(one) is dict:
            yield from one
            left.extend(one.values())
        elif type(one) is list:
            left.extend(one)

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Keys of data under another name: ``$ref`` goes as ``$$ref``, that as ``$$$ref``, and back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

Json = Any
SIGN = "$"


def has_key(value: Json, keys: Collection[str]) -> bool:
    """Whether a value has one of these keys at any depth, as it is or with signs before it."""
    left = [value]
    while left:
        one = left.pop()
        if type(one) is dict:
            if any(_is_one(key, keys) for key in one):
                return True
            left.extend(one.values())
        elif type(one) is list:
            left.extend(one)
    return False


def keys_escaped(value: Json, keys: Collection[str]) -> Json:
    """The same value, where each of these keys has a sign more."""
    return _respelled(value, keys, lambda key: SIGN + key)


def keys_back(value: Json, keys: Collection[str]) -> Json:
    """What was escaped, as it was."""
    return _respelled(value, keys, lambda key: key[1:] if key[1:2] == SIGN else key)


def _respelled(value: Json, keys: Collection[str], spell: Callable[[str], str]) -> Json:
    if type(value) is list:
        return [_respelled(item, keys, spell) for item in value]
    if type(value) is not dict:
        return value
    return {
        spell(key) if _is_one(key, keys) else key: _respelled(item, keys, spell)
        for key, item in value.items()
    }


def _is_one(key: str, keys: Collection[str]) -> bool:
    return any(key.endswith(one) and not key[: -len(one)].strip(SIGN) for one in keys)

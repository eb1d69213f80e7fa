# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Elements that events spell out by keys of their own, and what events find them by."""

from __future__ import annotations

from typing import Any

from .errors import expected

Json = Any


def made_of(e: Json, left: frozenset[str], made: dict[str, Any]) -> dict[str, Any]:
    """What an event says an element begins as: all but what it has ``left`` for itself."""
    if type(e) is not dict:
        raise expected("an object", None, None)
    return {**made, **{key: value for key, value in e.items() if key not in left}}


def saying_of(part: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """The event that says what an element begins as: its own keys are ``made``."""
    return {**made, **part, **made}


def in_words(number: int) -> str:
    """What an event finds an element by whose wire has texts for that."""
    return str(number)

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Data that stands twice on a wire: by itself, and as the JSON text of a lone record."""

from __future__ import annotations

from typing import Any

from .jsontext import dumps, loads, same_text

Json = Any


def echoed(value: Json, records: Json, tags: dict[str, Any], key: str) -> str | None:
    """How the only record of a list repeats a value, and nothing besides: in the spelling that is
    ``usual`` for our encoder, or in an ``odd`` one, such as none; None if it says something else.
    """
    if records == [] and value is not None:
        return "odd"
    if type(records) is not list or len(records) != 1:
        return None
    (record,) = records
    if type(record) is not dict or len(record) != len(tags) + 1:
        return None
    text = record.get(key)
    if type(text) is not str or any(record.get(tag) != tags[tag] for tag in tags):
        return None
    try:
        usual = text == dumps(value)
        if not usual and not same_text(loads(text), value):
            return None
    except (ValueError, RecursionError):
        return None
    return "usual" if usual and [*record] == [*tags, key] else "odd"


def echo(value: Json, tags: dict[str, Any], key: str) -> list[Any]:
    """A value as the compact JSON text of a lone record."""
    return [{**tags, key: dumps(value)}]

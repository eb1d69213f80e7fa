# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Data that stands twice on a wire: by itself, and as the JSON text of a lone record."""

from __future__ import annotations

from typing import Any

from .jsontext import dumps, loads, same_text

Json = Any


def echoed(value: Json, records: Json, tags: dict[str, Any], key: str) -> Json:
    """A value that the only record of a list repeats, and nothing besides; None for another."""
    if type(records) is not list or len(records) != 1:
        return None
    (record,) = records
    if type(record) is not dict or len(record) != len(tags) + 1:
        return None
    text = record.get(key)
    if type(text) is not str or any(record.get(tag) != tags[tag] for tag in tags):
        return None
    return value if _says(text, value) else None


def echo(value: Json, tags: dict[str, Any], key: str) -> list[Any]:
    """A value as the compact JSON text of a lone record."""
    return [{**tags, key: dumps(value)}]


def _says(text: str, value: Json) -> bool:
    """Is it a JSON text of the value?"""
    try:
        return text == dumps(value) or same_text(loads(text), value)
    except (ValueError, RecursionError):
        return False

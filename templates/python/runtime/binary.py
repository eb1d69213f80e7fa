"""Bytes, where clients have them and JSON has base64 text: at the places that a schema marks.

``marks`` has for each node the keys that lead to such a place, each with the node there; the key
"" says of a node that its own value may be one. Lists are looked through. Nothing is changed in
place: what holds a converted value is new.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import Any

Json = Any
Marks = dict[str, dict[str, str]]


def as_text(value: Json, marks: Marks, at: str) -> Json:
    """A body, or a part of one, with bytes as base64 text."""
    if value is None or type(value) is str:
        return value
    if type(value) is dict and marks[at].keys().isdisjoint(value):
        return value
    return _whole(value, marks, at, _text)


def as_bytes(value: Json, marks: Marks, at: str) -> Json:
    """A body with base64 text as bytes; other text stays."""
    return _whole(value, marks, at, _bytes)


def each_as_bytes(events: Iterable[Json], marks: Marks, at: str) -> Iterator[Json]:
    """Events with base64 text as bytes."""
    for event in events:
        yield _whole(event, marks, at, _bytes)


async def aeach_as_bytes(
    events: AsyncIterable[Json], marks: Marks, at: str
) -> AsyncIterator[Json]:
    """The same as ``each_as_bytes`` for an asynchronous stream."""
    async for event in events:
        yield _whole(event, marks, at, _bytes)


def _whole(value: Json, marks: Marks, at: str, convert: Callable[[Json], Json]) -> Json:
    try:
        return _through(value, marks, at, convert)
    except RecursionError:
        return value  # too deep for any adapter: that is said by those that read and write


def _text(value: Json) -> Json:
    return b64encode(value).decode() if isinstance(value, (bytes, bytearray)) else value


def _bytes(value: Json) -> Json:
    try:
        return b64decode(value, validate=True) if type(value) is str else value
    except (Error, ValueError):
        return value


def _through(value: Json, marks: Marks, at: str, convert: Callable[[Json], Json]) -> Json:
    if type(value) is dict:
        changed: dict[str, Any] = {}
        leading = marks[at]
        for key, member in value.items():
            if key and key in leading and member is not None:
                inner = _through(member, marks, leading[key], convert)
                if inner is not member:
                    changed[key] = inner
        return {**value, **changed} if changed else value
    if type(value) is list:
        items = value
        for index, item in enumerate(value):
            if type(item) is not dict or not marks[at].keys().isdisjoint(item):
                inner = _through(item, marks, at, convert)
                if inner is not item:
                    items = items if items is not value else [*value]
                    items[index] = inner
        return items
    return convert(value) if "" in marks[at] else value

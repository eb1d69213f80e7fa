# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What an event must say of an object that it has news of, although it was told before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Json = Any
Demanded = Iterable[tuple[tuple[str, ...], tuple[str, ...]]]
"""Places of a reply, through lists, and the keys without which nothing goes out there."""


def completed(news: Json, body: Json, demanded: Demanded) -> None:
    """Say again what events require of the objects that there is news of."""
    for path, keys in demanded:
        for part, whole in _both(news, body, path):
            for key in keys:
                if key not in part and whole.get(key) is not None:
                    part[key] = whole[key]


def _both(news: Json, body: Json, path: tuple[str, ...]) -> Iterator[tuple[Json, Json]]:
    """The objects at a place, each as far as it is new, and as it is."""
    if type(news) is list and type(body) is list:
        for part, whole in zip(news, body, strict=False):
            yield from _both(part, whole, path)
    elif type(news) is dict and type(body) is dict:
        if not path:
            yield news, body
        elif path[0] in news and path[0] in body:
            yield from _both(news[path[0]], body[path[0]], path[1:])

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What may stand in the place of a list: what its only element would hold, a text or a list."""

from __future__ import annotations

from typing import Any

Json = Any


def string_or_list(
    items: list[Any], key: str, tags: dict[str, Any], part: dict[str, Any] | None = None
) -> Json:
    """The text of a list that is one element with nothing but a text under ``key``, or the list.

    ``part``: what a block has beside its text, where one block holds it there.
    """
    if part is None:
        return _only_item(items, key, tags, str)
    blocks = _only_item(items, key, tags, list)
    text = blocks if blocks is items else _only_item(blocks, "text", part, str)
    return text if type(text) is str else items


def bare_or_list(items: list[Any], key: str, tags: dict[str, Any]) -> Json:
    """The same where that element has a list under ``key``."""
    return _only_item(items, key, tags, list)


def _only_item(items: list[Any], key: str, tags: dict[str, Any], kind: type) -> Json:
    only = items[0] if len(items) == 1 else None
    if type(only) is not dict or type(only.get(key)) is not kind or len(only) != len(tags) + 1:
        return items
    return only[key] if tags.items() <= only.items() else items


def all_tagged(items: list[Any], key: str, words: frozenset[str]) -> bool:
    """Whether all items of a list, one at least, are objects with one of these words at a key."""
    for item in items:
        if type(item) is not dict or type(word := item.get(key)) is not str or word not in words:
            return False
    return bool(items)

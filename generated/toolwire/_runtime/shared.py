# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire element that units share holds besides them, where that takes more than its keys."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY, Form, Json
from .overlay import group_rest, lay_groups


def shared_rest(
    item: dict[str, Any], key: str, tags: dict[str, Json], spelled: Form = None
) -> dict[str, Any]:
    """What `group_rest` says of a shared element, and the words of it that are not the usual."""
    kept = group_rest(item, [key, *tags], spelled)
    words = {key: item[key] for key, word in tags.items() if key in item and item[key] != word}
    return {**kept, "words": words} if words else kept


def lay_shared(kept: list[Any]) -> None:
    """Lay back what ``shared_rest`` kept of some shared elements: (element, form) pairs."""
    lay_groups(kept)
    for group, form in kept:
        for key, word in form["group"].get("words", EMPTY).items():
            if key in group:
                group[key] = word

"""Ways to break the bodies of a conversation, and what its judge then says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
Break = tuple[str, Callable[[Json], None]]
"""A fault, and the change of a list of messages that brings it."""
ANOTHER = "a result answers another call"
NONE = "a result answers no call right before it"
ORDER = "results are in another order than their calls"
SHARED = "two calls share an id"


def put(messages: Json, path: tuple[Any, ...], value: Json) -> None:
    """Set what stands at a path."""
    *way, last = path
    for key in way:
        messages = messages[key]
    messages[last] = value


def swap(items: list[Json], one: int, other: int) -> None:
    """Let two items change places."""
    items[one], items[other] = items[other], items[one]

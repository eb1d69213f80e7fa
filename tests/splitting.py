"""A whole reply taken apart into the events of its wire's stream, in any way the wire allows.

Each format says how in ``formats/<format>/stream.py``: the tests' own idea of the wire, written
from the provider's description; the compiled tables have no part in it. ``streamable`` says which
replies a stream can tell at all.
"""

from __future__ import annotations

from typing import Any

from dice import Dice
from exact import copied
from formats import part

Json = Any


def streamable(name: str, body: Json) -> Json:
    """The reply as a stream can tell it; None for one that no stream can end with."""
    return part(name, "stream").streamable(body)


def ended(name: str, body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    return part(name, "stream").ended(body)


def split(name: str, body: Json, dice: Dice) -> list[Json]:
    """The events of a reply that is ``streamable``; they share nothing with it."""
    return copied(part(name, "stream").split(body, dice))


__all__ = ["Dice", "ended", "split", "streamable"]

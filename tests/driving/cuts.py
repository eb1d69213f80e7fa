"""How streams end before their end, and what a caller then has to see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dice import Dice
from driving.handling import supplied
from driving.source_parts import Stream
from toolwire import ToolwireError

Json = Any
CUTS = ("whole", "ends", "refused", "breaks", "fails")
"""A stream is whole, or it just ends (and the caller wants that raised), raises, or fails."""
ERRORS = {
    "openai_chat": {"error": {"message": "Overloaded.", "type": "server_error"}},
    "anthropic_messages": {"type": "error",
                           "error": {"type": "overloaded_error", "message": "Overloaded."}},
    "gemini": {"error": {"code": 503, "message": "Overloaded.", "status": "UNAVAILABLE"}},
    "ollama_chat": {"error": "Overloaded."},
}  # fmt: skip


def broken(events: Iterable[Json]) -> Iterator[Json]:
    """Events after which the connection breaks."""
    yield from events
    raise ConnectionError("reset by peer")


def cut_at(made: Stream, cut: str, dice: Dice) -> int | None:
    """After how many events a stream is cut."""
    if cut == "whole":
        return None
    return dice.randint(0, len(made.events) if cut == "breaks" else made.complete - 1)


def arriving(made: Stream, cut: str, count: int | None, supplier: str) -> Iterator[Json]:
    """The events that arrive of a stream that is cut, and how it ends."""
    events = made.events[:count]
    if cut == "fails":
        events = [*events, ERRORS[made.wire]]
    found = supplied(events, supplier)
    return broken(found) if cut == "breaks" else found


def ending(cut: str, raised: Exception | None) -> Iterator[str]:
    """Whether what was raised at the end is what the caller asked for."""
    if cut == "refused":
        expected: type[Exception] | None = ToolwireError
    else:
        expected = ConnectionError if cut == "breaks" else None
    if raised is not None and (expected is None or not isinstance(raised, expected)):
        yield f"crash {type(raised).__name__}: {raised}"
    elif expected is not None and raised is None:
        yield f"does not raise {expected.__name__}: nothing"
    elif isinstance(raised, ToolwireError) and raised.code != "incomplete":
        yield f"crash {type(raised).__name__}: {raised}"

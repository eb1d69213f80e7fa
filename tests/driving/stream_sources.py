"""Random streams as the services of each wire send them, with what they say."""

from __future__ import annotations

from dice import Dice
from driving.source_parts import Stream
from formats import part


def stream(wire: str, seed: int | str) -> Stream:
    """The stream of a seed."""
    made: Stream = part(wire, "source").stream(Dice(f"{wire} {seed}"))
    made.wire = wire
    return made

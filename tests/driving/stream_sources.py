"""Random streams as the services of each wire send them, with what they say."""

from __future__ import annotations

from collections.abc import Callable

from dice import Dice
from driving.source_anthropic import anthropic_stream
from driving.source_gemini import gemini_stream
from driving.source_openai import openai_stream
from driving.source_parts import Stream
from driving.source_responses import responses_stream

WRITERS: dict[str, Callable[[Dice], Stream]] = {
    "openai_chat": openai_stream,
    "anthropic_messages": anthropic_stream,
    "gemini": gemini_stream,
    "openai_responses": responses_stream,
}


def stream(wire: str, seed: int | str) -> Stream:
    """The stream of a seed."""
    return WRITERS[wire](Dice(f"{wire} {seed}"))

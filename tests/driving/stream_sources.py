"""Random streams as the services of each wire send them, with what they say."""

from __future__ import annotations

from collections.abc import Callable

from dice import Dice
from driving.source_anthropic import anthropic_stream
from driving.source_gemini import gemini_stream
from driving.source_ollama import ollama_stream
from driving.source_openai import openai_stream
from driving.source_parts import Stream

WRITERS: dict[str, Callable[[Dice], Stream]] = {
    "openai_chat": openai_stream,
    "anthropic_messages": anthropic_stream,
    "gemini": gemini_stream,
    "ollama_chat": ollama_stream,
}


def stream(wire: str, seed: int | str) -> Stream:
    """The stream of a seed."""
    return WRITERS[wire](Dice(f"{wire} {seed}"))

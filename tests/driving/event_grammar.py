"""The events of each wire as its strictest client reads them: what is wrong, and what they say.

The readings are our own, written from the providers' descriptions; no adapter has a part in them.
A fault is a text: what kind it is, a colon, and the particulars.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from driving.client_anthropic import AnthropicClient
from driving.client_gemini import GeminiClient
from driving.client_intermediate import IntermediateClient
from driving.client_ollama import OllamaClient
from driving.client_openai import OpenAIClient
from driving.reading import StrictClient, Told

Json = Any
CLIENTS: dict[str, Callable[[], StrictClient]] = {
    "openai_chat": OpenAIClient,
    "anthropic_messages": AnthropicClient,
    "gemini": GeminiClient,
    "ollama_chat": OllamaClient,
    "intermediate": IntermediateClient,
}


def read(target: str, events: list[Json]) -> StrictClient:
    """A strict client that has taken all the events."""
    client = CLIENTS[target]()
    client.read(events)
    return client


def faults(target: str, events: list[Json]) -> list[str]:
    """What is wrong with the events of a wire, each as "kind: particulars"."""
    return read(target, events).faults


def told(target: str, events: list[Json]) -> Told:
    """What the events of a wire say."""
    return read(target, events).told

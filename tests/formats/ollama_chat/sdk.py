"""Ollama's own client, and how its server sends a stream."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import ollama

from sdk.streaming import escaped_surrogates

Json = Any
CONTENT_TYPE = "application/x-ndjson"


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in events)
    return "".join(escaped_surrogates(line) + end for line in lines).encode()


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    client: Any = ollama.AsyncClient(url) if asynchronous else ollama.Client(url)
    return lambda body: client.chat(**body, stream=stream)

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


RAISED: dict[str, tuple[type[Exception], int]] = {
    "rate_limit": (ollama.ResponseError, 429),
    "overloaded": (ollama.ResponseError, 503),
    "authentication": (ollama.ResponseError, 401),
    "permission": (ollama.ResponseError, 403),
    "invalid_request": (ollama.ResponseError, 400),
    "not_found": (ollama.ResponseError, 404),
    "context_length": (ollama.ResponseError, 400),
    "server": (ollama.ResponseError, 500),
}
"""What the client raises for a failure of each kind."""


def words_and_body(error: Any) -> tuple[tuple[type[Exception], int], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    return (type(error), error.status_code), {"error": error.error}

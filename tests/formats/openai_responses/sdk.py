"""Responses' own client, and how its server sends a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import openai

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {"named": True}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    kind = openai.AsyncOpenAI if asynchronous else openai.OpenAI
    client: Any = kind(api_key="test", base_url=f"{url}/v1", max_retries=0)
    return lambda body: client.responses.create(**body, stream=stream)

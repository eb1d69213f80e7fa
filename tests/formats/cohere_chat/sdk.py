"""Cohere's own client, and how its server sends a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cohere

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {"named": True, "done": "[DONE]"}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    kind = cohere.AsyncClientV2 if asynchronous else cohere.ClientV2
    client: Any = kind(api_key="test", base_url=url)
    send = client.chat_stream if stream else client.chat
    return lambda body: send(**{key: value for key, value in body.items() if key != "stream"})

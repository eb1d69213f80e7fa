"""Mistral's own client, and how its server sends a stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from mistralai.client import Mistral

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {"done": True}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events.

    The client has each chunk as the ``data`` of an event.
    """
    chat = Mistral(api_key="test", server_url=url).chat

    async def events(body: Json) -> AsyncIterator[Any]:
        async for event in await chat.stream_async(**body):
            yield event.data

    if asynchronous:
        return events if stream else lambda body: chat.complete_async(**body)
    if stream:
        return lambda body: (event.data for event in chat.stream(**body))
    return lambda body: chat.complete(**body)

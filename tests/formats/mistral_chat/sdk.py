"""Mistral's own client, and how its server sends a stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from mistralai.client import Mistral
from mistralai.client.errors import SDKError

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


RAISED: dict[str, tuple[type[Exception], int]] = {
    "rate_limit": (SDKError, 429),
    "overloaded": (SDKError, 503),
    "authentication": (SDKError, 401),
    "permission": (SDKError, 403),
    "invalid_request": (SDKError, 400),
    "not_found": (SDKError, 404),
    "context_length": (SDKError, 400),
    "server": (SDKError, 500),
}
"""What the client raises for a failure of each kind."""


def words_and_body(error: Any) -> tuple[tuple[type[Exception], int], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    return (type(error), error.status_code), json.loads(error.body)

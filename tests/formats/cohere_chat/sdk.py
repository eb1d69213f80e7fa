"""Cohere's own client, and how its server sends a stream."""

from __future__ import annotations

import json
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


def told(reply: Any) -> Any:
    """What a reply, or an event, says: the client makes floats of the numbers of tokens."""
    return json.loads(reply.json())


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    kind = cohere.AsyncClientV2 if asynchronous else cohere.ClientV2
    client: Any = kind(api_key="test", base_url=url)
    send = client.chat_stream if stream else client.chat

    async def asend(body: Json) -> Any:
        return told(await send(**body))

    async def astream(body: Json) -> Any:
        async for event in send(**_said(body)):
            yield told(event)

    if asynchronous:
        return astream if stream else asend
    if stream:
        return lambda body: (told(event) for event in send(**_said(body)))
    return lambda body: told(send(**body))


def _said(body: Json) -> Json:
    """The client says by itself that it wants a stream."""
    return {key: value for key, value in body.items() if key != "stream"}

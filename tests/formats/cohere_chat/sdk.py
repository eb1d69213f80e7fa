"""Cohere's own client, and how its server sends a stream."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import cohere

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {"named": True, "done": "[DONE]"}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def said_by(reply: Any) -> Any:
    """What a reply, or an event, says: the client makes floats of the numbers of tokens."""
    return json.loads(reply.json())


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    kind = cohere.AsyncClientV2 if asynchronous else cohere.ClientV2
    client: Any = kind(api_key="test", base_url=url)
    # It sends once more what failed.
    once = {"request_options": {"max_retries": 0}}
    send = partial(client.chat_stream if stream else client.chat, **once)

    async def asend(body: Json) -> Any:
        return said_by(await send(**body))

    async def astream(body: Json) -> Any:
        async for event in send(**_without_stream(body)):
            yield said_by(event)

    if asynchronous:
        return astream if stream else asend
    if stream:
        return lambda body: (said_by(event) for event in send(**_without_stream(body)))
    return lambda body: said_by(send(**body))


def _without_stream(body: Json) -> Json:
    """The client says by itself that it wants a stream."""
    return {key: value for key, value in body.items() if key != "stream"}


RAISED: dict[str, tuple[type[Exception], int]] = {
    "rate_limit": (cohere.TooManyRequestsError, 429),
    "overloaded": (cohere.ServiceUnavailableError, 503),
    "authentication": (cohere.UnauthorizedError, 401),
    "permission": (cohere.ForbiddenError, 403),
    "invalid_request": (cohere.BadRequestError, 400),
    "not_found": (cohere.NotFoundError, 404),
    "context_length": (cohere.BadRequestError, 400),
    "server": (cohere.InternalServerError, 500),
}
"""What the client raises for a failure of each kind."""


def words_and_body(error: Any) -> tuple[tuple[type[Exception], int], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    return (type(error), error.status_code), error.body

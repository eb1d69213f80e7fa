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


RAISED: dict[str, tuple[type[Exception], int, str | None]] = {
    "rate_limit": (openai.RateLimitError, 429, "rate_limit_exceeded"),
    "overloaded": (openai.InternalServerError, 503, None),
    "authentication": (openai.AuthenticationError, 401, "invalid_api_key"),
    "permission": (openai.PermissionDeniedError, 403, None),
    "invalid_request": (openai.BadRequestError, 400, None),
    "not_found": (openai.NotFoundError, 404, "not_found"),
    "context_length": (openai.BadRequestError, 400, "context_length_exceeded"),
    "server": (openai.InternalServerError, 500, "server_error"),
}
"""What the client raises for a failure of each kind."""


def words_and_body(error: Any) -> tuple[tuple[type[Exception], int, str | None], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    return (type(error), error.status_code, error.code), error.response.json()

"""Messages's own client, and how its server sends a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anthropic

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {"named": True}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    kind = anthropic.AsyncAnthropic if asynchronous else anthropic.Anthropic
    client: Any = kind(api_key="test", base_url=url, max_retries=0)
    return lambda body: client.messages.create(**body, stream=stream)


RAISED: dict[str, tuple[str, int]] = {
    "rate_limit": ("RateLimitError", 429),
    "overloaded": ("OverloadedError", 529),
    "authentication": ("AuthenticationError", 401),
    "permission": ("PermissionDeniedError", 403),
    "invalid_request": ("BadRequestError", 400),
    "not_found": ("NotFoundError", 404),
    "context_length": ("BadRequestError", 400),
    "server": ("InternalServerError", 500),
}
"""What the client raises for a failure of each kind. Not all of these are public by name."""


def words_and_body(error: Any) -> tuple[tuple[str, int], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    assert isinstance(error, anthropic.APIStatusError)
    return (type(error).__name__, error.status_code), error.body

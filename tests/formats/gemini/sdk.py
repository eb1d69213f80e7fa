"""Gemini's own client, and how its server sends a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google import genai
from google.genai import errors

from sdk.streaming import sse

Json = Any
CONTENT_TYPE = "text/event-stream; charset=utf-8"
FRAMING: Json = {}


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream; ``end``: how its lines end."""
    return sse(events, end=end, **FRAMING)


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    client = genai.Client(api_key="test", http_options={"base_url": url})
    models: Any = client.aio.models if asynchronous else client.models
    create = models.generate_content_stream if stream else models.generate_content

    def send(body: Json) -> Any:
        options = {"http_options": {"extra_body": body}}
        # The client closes its connections when it is gone.
        return create(model="m", contents=body["contents"], config=options), client

    return lambda body: send(body)[0]


RAISED: dict[str, tuple[type[Exception], int, str]] = {
    "rate_limit": (errors.ClientError, 429, "RESOURCE_EXHAUSTED"),
    "overloaded": (errors.ServerError, 503, "UNAVAILABLE"),
    "authentication": (errors.ClientError, 401, "UNAUTHENTICATED"),
    "permission": (errors.ClientError, 403, "PERMISSION_DENIED"),
    "invalid_request": (errors.ClientError, 400, "INVALID_ARGUMENT"),
    "not_found": (errors.ClientError, 404, "NOT_FOUND"),
    "context_length": (errors.ClientError, 400, "INVALID_ARGUMENT"),
    "server": (errors.ServerError, 500, "INTERNAL"),
}
"""What the client raises for a failure of each kind."""


def words_and_body(error: Any) -> tuple[tuple[type[Exception], int, str], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of."""
    return (type(error), error.code, error.status), error.details

"""Converse's own client, and how its server sends a stream."""

from __future__ import annotations

import asyncio
import json
import struct
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

Json = Any
CONTENT_TYPE = "application/vnd.amazon.eventstream"
TEXT = b"\x07"
"""The type of a header whose value is a text."""


def frame(event: Json) -> bytes:
    """An event as it comes over HTTP: its name in the head, what the name holds as the body."""
    ((name, body),) = event.items()
    failed = name.endswith("Exception")
    headers = {":exception-type" if failed else ":event-type": name}
    headers |= {":message-type": "exception" if failed else "event"}
    headers |= {":content-type": "application/json"}
    head = b""
    for key, text in headers.items():
        head += bytes([len(key)]) + key.encode() + TEXT
        head += struct.pack("!H", len(text)) + text.encode()
    data = json.dumps(body).encode()
    start = struct.pack("!II", 16 + len(head) + len(data), len(head))
    message = start + struct.pack("!I", zlib.crc32(start)) + head + data
    return message + struct.pack("!I", zlib.crc32(message))


def body(events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream, which has no lines to end."""
    return b"".join(map(frame, events))


def client(url: str) -> Any:
    """boto3's client of a server at an address."""
    return boto3.client(
        "bedrock-runtime",
        region_name="us-east-1",
        endpoint_url=url,
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"max_attempts": 0}, proxies={}),
    )


def sender(url: str, asynchronous: bool, stream: bool) -> Callable[[Json], Any]:
    """What sends a request to a server at an address, and gives the reply or its events."""
    bedrock = client(url)

    def send(body: Json) -> Any:
        if stream:
            return bedrock.converse_stream(modelId="m", **body)["stream"]
        reply = bedrock.converse(modelId="m", **body)
        return {key: item for key, item in reply.items() if key != "ResponseMetadata"}

    async def asend(body: Json) -> Any:
        # boto3 has no asynchronous client: apps let it work in a thread.
        reply = await asyncio.to_thread(send, body)
        return events_of(reply) if stream else reply

    return asend if asynchronous else send


async def events_of(stream: Any) -> AsyncIterator[Json]:
    for event in stream:
        yield event


RAISED: dict[str, tuple[str, str, int]] = {
    "rate_limit": ("ThrottlingException", "ThrottlingException", 429),
    "overloaded": ("ServiceUnavailableException", "ServiceUnavailableException", 503),
    "authentication": ("ClientError", "UnrecognizedClientException", 403),
    "permission": ("AccessDeniedException", "AccessDeniedException", 403),
    "invalid_request": ("ValidationException", "ValidationException", 400),
    "not_found": ("ResourceNotFoundException", "ResourceNotFoundException", 404),
    "context_length": ("ValidationException", "ValidationException", 400),
    "server": ("InternalServerException", "InternalServerException", 500),
}
"""What the client raises for a failure of each kind: classes of its own, made at run time."""


def words_and_body(error: Any) -> tuple[tuple[str, str, int], Json]:
    """An exception of the client in the words of ``RAISED``, and the body that it came of.

    The client keeps what the body says, and not the body.
    """
    assert isinstance(error, ClientError)
    details: Json = error.response["Error"]
    status: Json = error.response["ResponseMetadata"]["HTTPStatusCode"]
    body = {"__type": details["Code"], "message": details["Message"]}
    return (type(error).__name__, details["Code"], status), body

"""The same tools through each provider's own client: the conversations agree up to ids."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from formats import having, part
from samples import invalid
from scripted import QUESTION, asks, events_of, says
from sdk.server import Provider
from sdk.stream_scenario import script
from sdk.streaming import StreamingProvider
from toolwire.models import ImageBlock
from toolwire.tools import Outcome, Reject, Toolbox, arun, run, tool

Json = Any
PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
ASKED = asks(
    ("a", "add", {"a": 1, "b": 2}), ("b", "add", {"a": 5, "b": 5}), ("c", "divide", {"by": 0}),
    ("d", "pay", {"amount": 7}), ("e", "picture"),
)  # fmt: skip
ANSWER = says("All is done.")


@tool
async def add(a: int, b: int) -> int:
    """Add two numbers."""
    await asyncio.sleep(0.001 * (6 - a))
    return a + b


@tool
def divide(by: float) -> float:
    """Divide one."""
    return 1 / by


@tool(risk="high")
def pay(amount: int) -> str:
    """Pay."""
    raise AssertionError("it was rejected")


@tool
def picture() -> Any:
    """Draw."""
    return ImageBlock(kind="image", data=PIXEL, mimeType="image/png")


TOOLS = Toolbox([add, divide, pay, picture])
RESULTS = [
    ("data", 3),
    ("data", 10),
    ("error", "Error executing tool: ZeroDivisionError: float division by zero"),
    ("error", "The call was rejected: too much"),
    ("multimodal", [{"kind": "image", "data": PIXEL, "mimeType": "image/png"}]),
]


@pytest.fixture(scope="module")
def whole() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def streaming() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("format", having("sdk"))
def test_tools_run_end_to_end(
    format: str, asynchronous: bool, stream: bool, whole: Provider, streaming: StreamingProvider
) -> None:
    adapter = import_module(f"toolwire.{format}")
    server: Any = streaming if stream else whole
    if stream:
        streams = [[*adapter.encode_stream(events_of(reply))] for reply in (ASKED, ANSWER)]
        server.expect(*(script(format, events, "inside lines") for events in streams))
    else:
        server.expect(*map(adapter.encode_response, (ASKED, ANSWER)))
    options: Json = {
        "format": format, "stream": stream, "review": lambda call, ctx: Reject("too much"),
    }  # fmt: skip
    send = part(format, "sdk").sender(server.url, asynchronous, stream)
    if asynchronous:
        outcome = asyncio.run(arun(send, QUESTION, TOOLS, **options))
    else:
        outcome = run(send, QUESTION, TOOLS, **options)
    assert (outcome.reason, outcome.text) == ("finished", "All is done.")
    assert transcript(outcome) == RESULTS
    assert outcome.usage == {"inputTokens": 6, "outputTokens": 4}
    first, second = (adapter.decode_request(body) for body in server.bodies)
    assert [one["name"] for one in first["tools"]] == ["add", "divide", "pay", "picture"]
    answered = [m["toolResult"]["name"] for m in second["messages"] if m["role"] == "tool"]
    assert answered == ["add", "add", "divide", "pay", "picture"]
    assert all(invalid(format, "request", body) is None for body in server.bodies)


def transcript(outcome: Outcome) -> Json:
    """What the conversation says, without ids and what one wire alone knows of it."""
    results = [m["toolResult"] for m in outcome.request["messages"] if m["role"] == "tool"]
    ids = [result["toolCallId"] for result in results]
    assert ids == [record.id for record in outcome.calls] and len(set(ids)) == len(ids)
    return [(result["kind"], result["value"]) for result in results]

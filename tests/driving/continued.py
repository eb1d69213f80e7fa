"""The next request after a reply, cut or whole: what each wire is then sent."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from driving import CONVERSED
from driving.handling import outcome
from driving.talk import talk
from samples import adapter, invalid

Json = Any
ENCODERS = {name: adapter(name, "request").encode for name in CONVERSED}


def next_request(response: Json) -> Json:
    """The conversation goes on: the reply, an error as the result of each call, a user message."""
    messages: list[Json] = [{"role": "user", "content": "How warm is it?"}, response["message"]]
    for block in response["message"]["content"]:
        if block["kind"] == "toolCall":
            call = block["toolCall"]
            result = {"toolCallId": call["id"], "name": call["name"], "kind": "error"}
            result["value"] = "the reply was cut"
            messages.append({"role": "tool", "toolResult": result})
    messages.append({"role": "user", "content": "Go on."})
    return {"model": "m", "messages": messages}


def continued(response: Json, wire: str, signatures: Set[str]) -> Iterator[str]:
    """What is wrong with the next request. ``signatures``: those of the whole reply, if of it."""
    bodies: list[Json] = []

    def encode() -> None:
        bodies.append(ENCODERS[wire](next_request(response), on_loss="ignore"))

    raised = outcome(encode)
    if raised is not None:
        yield f"the next request is refused: {type(raised).__name__}: {raised}"
        return
    problem = invalid(wire, "request", bodies[0])
    if problem is not None:
        yield f"the next request is invalid: {problem}"
    yield from talk(wire).unsigned(bodies[0], signatures)

"""The next request after a reply, cut or whole: what each wire is then sent."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from driving import DRIVEN
from driving.handling import outcome
from samples import adapter, invalid

Json = Any
ENCODERS = {name: adapter(name, "request").encode for name in DRIVEN}


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
    """What is wrong with the next request. ``signatures``: those of the whole reply."""
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
    for message in bodies[0]["messages"] if wire == "anthropic_messages" else ():
        yield from _unsigned(message["content"], signatures)


def _unsigned(content: Json, signatures: Set[str]) -> Iterator[str]:
    """Reasoning that its provider refuses, because it has not signed it, or not like that."""
    for block in content if isinstance(content, list) else ():
        if block["type"] == "thinking" and block.get("signature") not in signatures - {""}:
            yield f"reasoning without its signature: {block}"
        if block["type"] == "redacted_thinking" and block["data"] not in signatures:
            yield f"reasoning without its signature: {block}"

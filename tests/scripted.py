"""A model that says what a script says, behind the wire format of any provider."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

Json = Any
Script = Callable[[Json], Json] | list[Json]


def says(text: str, **more: Json) -> Json:
    """A reply of one text, which ends the run."""
    return reply([{"kind": "text", "text": text}], **more)


def asks(*calls: tuple[str, str, Json] | tuple[str, str], **more: Json) -> Json:
    """A reply that asks for calls: (id, name, arguments)."""
    found = []
    for call_id, name, *arguments in calls:
        call = {"id": call_id, "name": name, "arguments": arguments[0] if arguments else {}}
        found.append({"kind": "toolCall", "toolCall": call})
    return reply(found, **{"finishReason": "tool_calls", **more})


def reply(content: list[Json], **more: Json) -> Json:
    """A whole reply of the intermediate format."""
    return {
        "id": "r", "model": "m", "finishReason": "stop",
        "message": {"role": "assistant", "content": content},
        "usage": {"inputTokens": 3, "outputTokens": 2},
        **more,
    }  # fmt: skip


QUESTION = {"model": "m", "maxTokens": 64, "messages": [{"role": "user", "content": "Go on."}]}


class Model:
    """``send`` for ``run``: each body is read, the script answers, the answer is written.

    ``bodies`` are what came, ``requests`` what was read of it.
    """

    def __init__(self, script: Script, format: str = "openai_chat", stream: bool = False) -> None:
        self.script, self.stream = script, stream
        self.format, self.adapter = format, import_module(f"toolwire.{format}")
        self.requests: list[Json] = []
        self.bodies: list[Json] = []

    def __call__(self, body: Json) -> Json:
        self.bodies.append(body)
        self.requests.append(self.adapter.decode_request(body))
        if callable(self.script):
            answer = self.script(self.requests[-1])
        else:
            answer = self.script[len(self.requests) - 1]
        if isinstance(answer, BaseException):
            raise answer
        if not self.stream:
            return self.adapter.encode_response(answer)
        return self.adapter.encode_stream(events_of(answer))

    @property
    def results(self) -> list[Json]:
        """The results in the last request."""
        messages = self.requests[-1]["messages"]
        return [one["toolResult"] for one in messages if one["role"] == "tool"]

    def ids(self, outcome: Any) -> list[str]:
        """The ids of a run's calls as they went out: a wire may not take those that they have."""
        there = self.adapter.renamed(outcome.request).ids
        return [there.get(record.id, record.id) for record in outcome.calls]


def events_of(response: Json) -> Iterable[Json]:
    """A reply as a stream tells it."""
    yield {"kind": "started", "id": response["id"], "model": response["model"]}
    for index, block in enumerate(response["message"]["content"]):
        if block["kind"] == "text":
            for word in re.findall(r"\S+\s*", block["text"]):
                yield {"kind": "textDelta", "index": index, "text": word}
    yield {"kind": "completed", "response": response}

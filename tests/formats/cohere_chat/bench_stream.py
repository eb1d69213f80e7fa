"""Long Cohere streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended

Json = Any


def _about(kind: str, index: int, key: str, value: Json) -> Json:
    return {"type": kind, "index": index, "delta": {"message": {key: value}}}


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The events of a message with a text and with calls, whose pieces take turns."""
    yield {"type": "message-start", "id": "c1", "delta": {"message": {"role": "assistant"}}}
    if text:
        yield _about("content-start", 0, "content", {"type": "text", "text": ""})
        for part in cut(text, piece):
            yield _about("content-delta", 0, "content", {"text": part})
        yield {"type": "content-end", "index": 0}
    for index in range(len(calls)):
        call = {"id": f"call_{index}", "type": "function",
                "function": {"name": "write", "arguments": ""}}  # fmt: skip
        yield _about("tool-call-start", index, "tool_calls", call)
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for index, part in enumerate(parts):
            more = {"function": {"arguments": part}}
            yield _about("tool-call-delta", index, "tool_calls", more)
    for index in range(len(calls)):
        yield {"type": "tool-call-end", "index": index}
    reason = "TOOL_CALL" if calls else "COMPLETE"
    usage = {"tokens": {"input_tokens": 9, "output_tokens": 9}}
    yield {"type": "message-end", "delta": {"finish_reason": reason, "usage": usage}}


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Cohere's events, where parts are texts."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    name = ""
    reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "content-delta":
            index, message = event["index"], event["delta"]["message"]
            if rest is not None and len(event) != 3:
                rest.update(event)
            text = message["content"]["text"]
            texts[index].append(text)
            yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "tool-call-delta":
            if rest is not None and len(event) != 3:
                rest.update(event)
            text = event["delta"]["message"]["tool_calls"]["function"]["arguments"]
            if text:
                call = calls[event["index"]]
                call["pieces"].append(text)
                if deltas:
                    yield {"kind": "toolCallDelta", "index": call["index"], "argumentsDelta": text}
        elif kind == "content-start":
            texts[event["index"]] = []
        elif kind == "tool-call-start":
            begun = event["delta"]["message"]["tool_calls"]
            function = begun["function"]
            call = {"index": len(calls), "id": begun["id"], "name": function["name"], "pieces": []}
            calls[event["index"]] = call
            if deltas:
                told = {key: call[key] for key in ("index", "id", "name")}
                yield {"kind": "toolCallDelta", **told}
        elif kind == "message-start":
            name = event["id"]
            yield {"kind": "started", "id": name}
        elif kind == "message-end":
            reason, usage = event["delta"]["finish_reason"], event["delta"]["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from ended(blocks, [*calls.values()], name, "", reason, usage, deltas)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"] in ("content-delta", "tool-call-delta"):
            said = event["delta"]["message"]
            text = said["content"]["text"] if "content" in said else ""
            text = text or said.get("tool_calls", {}).get("function", {}).get("arguments", "")
            key = (event["type"], event["index"])
            texts[key] = texts.get(key, "") + text
    yield texts

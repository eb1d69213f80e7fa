"""Streams folded by hand, as an app that knows one wire would: append to a list, join once.

Each takes the same events as ``decode_stream`` and yields the same kinds of events, without
anything that makes the general case work: no unknown keys, no second choice, no odd indexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Json = Any


def openai_chat_keeping(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """The same, but for what it does not know: that is kept, as a lossless one has to."""
    return openai_chat(events, deltas, {})


def anthropic_messages_keeping(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """The same, but for what it does not know."""
    return anthropic_messages(events, deltas, {})


CHUNK = {"id", "object", "created", "model", "service_tier", "system_fingerprint", "choices"}
CHOICE = {"index", "delta", "logprobs", "finish_reason"}


def openai_chat(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Chat completion chunks of one choice."""
    known = {*CHUNK, "usage"}
    texts: list[str] = []
    calls: dict[int, dict[str, Any]] = {}
    reason = usage = model = reply_id = None
    for event in events:
        if reply_id is None:
            reply_id, model = event["id"], event["model"]
            yield {"kind": "started", "id": reply_id, "model": model}
        if rest is not None and not known.issuperset(event):
            rest.update(event)
        for choice in event["choices"]:
            delta = choice["delta"]
            if rest is not None:
                if not CHOICE.issuperset(choice) or choice["logprobs"] is not None:
                    rest.update(choice)
                if len(delta) != 1:
                    rest.update(delta)
            if text := delta.get("content"):
                texts.append(text)
                yield {"kind": "textDelta", "text": text}
            for piece in delta.get("tool_calls") or ():
                index = piece["index"]
                function = piece["function"]
                text = function.get("arguments")
                call = calls.get(index)
                if call is None:
                    call = {"id": piece["id"], "name": function["name"], "pieces": []}
                    calls[index] = call
                    if deltas:
                        yield {
                            "kind": "toolCallDelta",
                            "index": index,
                            "id": call["id"],
                            "name": call["name"],
                        }
                if text:
                    call["pieces"].append(text)
                    if deltas:
                        yield {"kind": "toolCallDelta", "index": index, "argumentsDelta": text}
            if choice.get("finish_reason"):
                reason = choice["finish_reason"]
        if event.get("usage"):
            usage = event["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(texts)}] if texts else []
    yield from _ended(blocks, [*calls.values()], reply_id, model, reason, usage, deltas)


def anthropic_messages(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Message events whose blocks are text and calls."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    message: Json = {}
    reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "content_block_delta":
            index, delta = event["index"], event["delta"]
            if rest is not None:
                if len(event) != 3:
                    rest.update(event)
                if len(delta) != 2:
                    rest.update(delta)
            if delta["type"] == "text_delta":
                text = delta["text"]
                texts[index].append(text)
                yield {"kind": "textDelta", "index": index, "text": text}
            elif delta["type"] == "input_json_delta":
                text = delta["partial_json"]
                if text:
                    call = calls[index]
                    call["pieces"].append(text)
                    if deltas:
                        yield {
                            "kind": "toolCallDelta",
                            "index": call["index"],
                            "argumentsDelta": text,
                        }
        elif kind == "content_block_start":
            block = event["content_block"]
            if block["type"] == "text":
                texts[event["index"]] = []
            elif block["type"] == "tool_use":
                call = {
                    "index": len(calls),
                    "id": block["id"],
                    "name": block["name"],
                    "pieces": [],
                }
                calls[event["index"]] = call
                if deltas:
                    yield {
                        "kind": "toolCallDelta",
                        "index": call["index"],
                        "id": call["id"],
                        "name": call["name"],
                    }
        elif kind == "message_start":
            message = event["message"]
            usage = {**message["usage"]}
            yield {"kind": "started", "id": message["id"], "model": message["model"]}
        elif kind == "message_delta":
            reason = event["delta"]["stop_reason"]
            usage = {**(usage or {}), **event["usage"]}
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from _ended(
        blocks, [*calls.values()], message["id"], message["model"], reason, usage, deltas
    )


def _ended(
    blocks: list[Json],
    calls: list[dict[str, Any]],
    reply_id: Json,
    model: Json,
    reason: Json,
    usage: Json,
    deltas: bool,
) -> Iterator[Json]:
    for index, call in enumerate(calls):
        text = "".join(call.pop("pieces"))
        made = {"id": call["id"], "name": call["name"], "arguments": json.loads(text)}
        blocks.append({"kind": "toolCall", "toolCall": made})
        if not deltas:
            yield {
                "kind": "toolCallDelta",
                "index": index,
                "id": call["id"],
                "name": call["name"],
                "argumentsDelta": text,
            }
    yield {
        "kind": "completed",
        "response": {
            "id": reply_id,
            "model": model,
            "message": {"role": "assistant", "content": blocks},
            "finishReason": reason,
            "usage": usage,
        },
    }


def openai_chat_adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        for choice in event["choices"]:
            delta = choice["delta"]
            if text := delta.get("content"):
                texts["content"] = texts.get("content", "") + text
            for piece in delta.get("tool_calls") or ():
                if text := piece["function"].get("arguments"):
                    texts[piece["index"]] = texts.get(piece["index"], "") + text
    yield texts


def anthropic_messages_adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            text = delta.get("partial_json") or delta.get("text") or ""
            texts[event["index"]] = texts.get(event["index"], "") + text
    yield texts

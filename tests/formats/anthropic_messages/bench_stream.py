"""Long Messages streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended
from lossless import Reply

Json = Any
MESSAGE: Json = {"type": "message", "role": "assistant", "content": [], "stop_reason": None,
                 "stop_sequence": None}  # fmt: skip
"""What a message begins with, beside its id, its model and its counts."""
COUNTS = {"input_tokens", "output_tokens"}
REASONS = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The events of a message with a text and with calls, whose pieces take turns."""
    message: Json = {"id": "msg_1", "type": "message", "role": "assistant", "content": [],
                     "model": "claude-sonnet-5", "stop_reason": None, "stop_sequence": None,
                     "usage": {"input_tokens": 9, "output_tokens": 1}}  # fmt: skip
    yield {"type": "message_start", "message": message}
    blocks: list[Json] = [{"type": "text", "text": ""}] if text else []
    blocks += [
        {"type": "tool_use", "id": f"toolu_{index}", "name": "write", "input": {}}
        for index in range(len(calls))
    ]
    for index, block in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
    for part in cut(text, piece):
        delta = {"type": "text_delta", "text": part}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
    first = 1 if text else 0
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for index, part in enumerate(parts, first):
            delta = {"type": "input_json_delta", "partial_json": part}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
    for index in range(len(blocks)):
        yield {"type": "content_block_stop", "index": index}
    reason = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": reason, "usage": {"output_tokens": 9}}
    yield {"type": "message_stop"}


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Message events whose blocks are text and calls."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    message: Json = {}
    reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "content_block_delta":
            index, delta = event["index"], event["delta"]
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
    yield from ended(
        blocks, [*calls.values()], message["id"], message["model"], reason, usage, deltas
    )


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Message events whose blocks are text and calls."""
    reply = Reply("anthropic_messages", deltas)
    texts, calls, strange = reply.texts, reply.calls, reply.strange
    for event in events:
        if event["type"] != "content_block_delta":
            yield from _rarer(event, reply)
            continue
        index, delta = event["index"], event["delta"]
        if len(event) != 3 or len(delta) != 2:
            strange.append(event)
        kind = delta["type"]
        if kind == "text_delta":
            text = delta["text"]
            texts[index].append(text)
            if text:
                yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "input_json_delta":
            text = delta["partial_json"]
            number, pieces = calls[index]
            pieces.append(text)
            if deltas and text:
                yield {"kind": "toolCallDelta", "index": number, "argumentsDelta": text}
        else:
            strange.append(event)
    yield from reply.whole()


def _rarer(event: Json, reply: Reply) -> Iterator[Json]:
    kind = event["type"]
    if kind == "content_block_start":
        yield from _begun(event, reply)
    elif kind == "content_block_stop":
        index = event["index"]
        if event != {"type": kind, "index": index}:
            reply.strange.append(event)
        if index in reply.texts:
            yield reply.end_text(index, index=index)
        else:
            yield from reply.end_call(index, spelled=False)
    elif kind == "message_start":
        message = event["message"]
        own = {key: message[key] for key in ("id", "model", "usage")}
        if event != {"type": kind, "message": {**MESSAGE, **own}} or own["usage"].keys() != COUNTS:
            reply.strange.append(event)
        reply.about = own
        yield {"kind": "started", "id": own["id"], "model": own["model"]}
    elif kind == "message_delta":
        delta, counts = event["delta"], event["usage"]
        usual = {"delta": {**delta, "stop_sequence": None}, "usage": counts}
        if event != {"type": kind, **usual} or len(delta) != 2 or not COUNTS.issuperset(counts):
            reply.strange.append(event)
        counts = {**reply.about["usage"], **counts}
        usage = {"inputTokens": counts["input_tokens"], "outputTokens": counts["output_tokens"]}
        reply.about |= {"finishReason": REASONS[delta["stop_reason"]], "usage": usage}
        yield {"kind": "usage", "usage": usage}
    elif event != {"type": "message_stop"}:
        reply.strange.append(event)


def _begun(event: Json, reply: Reply) -> Iterator[Json]:
    index, block = event["index"], event["content_block"]
    if index != len(reply.blocks):
        raise ValueError("blocks that do not begin in their order")
    if block["type"] == "text":
        usual: Json = {"type": "text", "text": ""}
        reply.open_text(index).append(block["text"])
    elif block["type"] == "tool_use":
        call_id, name = block["id"], block["name"]
        usual = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
        yield from reply.open_call(index, call_id, name)
    else:
        raise ValueError(f"a block of another kind: {block['type']}")
    if len(event) != 3 or block != usual:
        reply.strange.append(event)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            text = delta.get("partial_json") or delta.get("text") or ""
            texts[event["index"]] = texts.get(event["index"], "") + text
    yield texts

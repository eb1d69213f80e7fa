"""Long Cohere streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended
from lossless import Reply

Json = Any
REASONS = {"COMPLETE": "stop", "TOOL_CALL": "tool_calls", "MAX_TOKENS": "length"}


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


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Cohere's events, where parts are texts."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    name = ""
    reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "content-delta":
            index, message = event["index"], event["delta"]["message"]
            text = message["content"]["text"]
            texts[index].append(text)
            yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "tool-call-delta":
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
                head = {key: call[key] for key in ("index", "id", "name")}
                yield {"kind": "toolCallDelta", **head}
        elif kind == "message-start":
            name = event["id"]
            yield {"kind": "started", "id": name}
        elif kind == "message-end":
            reason, usage = event["delta"]["finish_reason"], event["delta"]["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from ended(blocks, [*calls.values()], name, "", reason, usage, deltas)


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Cohere's events, where parts are texts, and come ahead of calls."""
    reply = Reply("cohere_chat", deltas)
    texts, calls, strange = reply.texts, reply.calls, reply.strange
    for event in events:
        kind = event["type"]
        if kind == "content-delta":
            index, delta = event["index"], event["delta"]
            message = delta["message"]
            content = message["content"]
            text = content["text"]
            if len(event) != 3 or len(delta) != 1 or len(message) != 1 or len(content) != 1:
                strange.append(event)
            texts[index].append(text)
            if text:
                yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "tool-call-delta":
            index, delta = event["index"], event["delta"]
            message = delta["message"]
            call = message["tool_calls"]
            function = call["function"]
            text = function["arguments"]
            alone = len(delta) == 1 and len(message) == 1 and len(call) == 1 and len(function) == 1
            if len(event) != 3 or not alone:
                strange.append(event)
            number, pieces = calls[index]
            pieces.append(text)
            if deltas and text:
                yield {"kind": "toolCallDelta", "index": number, "argumentsDelta": text}
        else:
            yield from _rarer(event, reply)
    yield from reply.whole()


def _rarer(event: Json, reply: Reply) -> Iterator[Json]:
    kind, index = event["type"], event.get("index")
    usual: Json = {"type": kind, "index": index}
    if kind == "content-start":
        if index != len(reply.blocks):
            raise ValueError("parts that do not begin in their order")
        usual = _about(kind, index, "content", {"type": "text", "text": ""})
        reply.open_text(index).append(event["delta"]["message"]["content"]["text"])
    elif kind == "content-end":
        yield reply.end_text(index, index=index)
    elif kind == "tool-call-start":
        call = event["delta"]["message"]["tool_calls"]
        call_id, type_, name = call["id"], call["type"], call["function"]["name"]
        if index != len(reply.call_blocks):
            raise ValueError("calls that do not begin in their order")
        function = {"name": name, "arguments": ""}
        begun = {"id": call_id, "type": "function", "function": function}
        usual = _about(kind, index, "tool_calls", begun)
        yield from reply.open_call(index, call_id, name, {"type": type_})
        reply.calls[index][1].append(call["function"]["arguments"])
    elif kind == "tool-call-end":
        yield from reply.end_call(index)
    elif kind == "message-start":
        reply.about["id"] = event["id"]
        begin = {"message": {"role": "assistant"}}
        usual = {"type": kind, "id": event["id"], "delta": begin}
        yield {"kind": "started", "id": event["id"]}
    elif kind == "message-end":
        reason, tokens = event["delta"]["finish_reason"], event["delta"]["usage"]["tokens"]
        own = {key: tokens[key] for key in ("input_tokens", "output_tokens")}
        usual = {"type": kind, "delta": {"finish_reason": reason, "usage": {"tokens": own}}}
        usage = {"inputTokens": own["input_tokens"], "outputTokens": own["output_tokens"]}
        reply.about |= {"finishReason": REASONS[reason], "usage": usage}
        yield {"kind": "usage", "usage": usage}
    if event != usual:
        reply.strange.append(event)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"] in ("content-delta", "tool-call-delta"):
            message = event["delta"]["message"]
            text = message["content"]["text"] if "content" in message else ""
            text = text or message.get("tool_calls", {}).get("function", {}).get("arguments", "")
            key = (event["type"], event["index"])
            texts[key] = texts.get(key, "") + text
    yield texts

"""Long streams of Ollama, and readers of them written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut
from lossless import Reply

Json = Any
whole_calls = True
"""Its calls come whole: there are no pieces of them to join."""
MESSAGE = {"role", "content", "tool_calls"}
LAST = {"model", "created_at", "message", "done", "done_reason", "prompt_eval_count", "eval_count"}
REASONS = {"stop": "stop", "length": "length"}


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The lines of a reply with a text and with calls."""

    def line(number: int, more: Json, **beside: Json) -> Json:
        about = {"model": "qwen3", "created_at": f"2026-01-02T03:04:05.{number:06}Z"}
        return {**about, "message": {"role": "assistant", "content": "", **more}, **beside}

    for number, part in enumerate(cut(text, piece)):
        yield line(number, {"content": part}, done=False)
    for number, arguments in enumerate(calls):
        call = {"function": {"name": "write", "arguments": json.loads(arguments)}}
        yield line(number, {"tool_calls": [{"id": f"call_{number}", **call}]}, done=False)
    last = {"done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": 9}
    yield line(999_999, {}, **last)


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Lines of one reply; that of the last says when it was made."""
    texts: list[str] = []
    calls: list[dict[str, Any]] = []
    reason = usage = model = made = None
    for event in events:
        if model is None:
            model = event["model"]
            yield {"kind": "started", "model": model}
        made = event["created_at"]
        message = event["message"]
        if text := message["content"]:
            texts.append(text)
            yield {"kind": "textDelta", "text": text}
        for wire_call in message.get("tool_calls") or ():
            function = wire_call["function"]
            call = {"id": wire_call["id"], "name": function["name"]}
            call["arguments"] = function["arguments"]
            calls.append(call)
            if deltas:
                written = json.dumps(call["arguments"])
                delta = {"index": len(calls) - 1, "id": call["id"], "argumentsDelta": written}
                yield {"kind": "toolCallDelta", "name": call["name"], **delta}
        if event["done"]:
            reason = event["done_reason"]
            usage = {"in": event["prompt_eval_count"], "out": event["eval_count"]}
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(texts)}] if texts else []
    blocks += [{"kind": "toolCall", "toolCall": call} for call in calls]
    message = {"role": "assistant", "content": blocks}
    whole = {"model": model, "message": message, "finishReason": reason, "usage": usage}
    yield {"kind": "completed", "response": {**whole, "createdAt": made}}


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Lines of one reply; that of the last says when it was made."""
    reply = Reply("ollama_chat", deltas)
    strange, about = reply.strange, reply.about
    pieces: list[str] = []
    model = made = None
    for event in events:
        if model is None:
            model = event["model"]
            yield {"kind": "started", "model": model}
        made, message = event["created_at"], event["message"]
        text = message["content"]
        if event["model"] != model or message["role"] != "assistant":
            strange.append(event)
        if text:
            pieces.append(text)
            yield {"kind": "textDelta", "text": text}
        if len(message) != 2:
            yield from _called(message, reply, event)
        if event["done"] is not False or len(event) != 4:
            yield from _ended(event, reply)
    reply.own["created_at"], about["model"] = made, model
    if reply.call_blocks and about["finishReason"] == "stop":
        about["finishReason"] = "tool_calls"
    yield from reply.end_all(pieces)


def _called(message: Json, reply: Reply, event: Json) -> Iterator[Json]:
    if not MESSAGE.issuperset(message):
        reply.strange.append(event)
    for call in message.get("tool_calls") or ():
        function = call["function"]
        if len(call) != 2 or len(function) != 2:
            reply.strange.append(event)
        yield from reply.whole_call(call["id"], function["name"], function["arguments"])


def _ended(event: Json, reply: Reply) -> Iterator[Json]:
    if event.keys() != LAST or event["done"] is not True or "finishReason" in reply.about:
        reply.strange.append(event)
    if event["done"]:
        usage = {"inputTokens": event["prompt_eval_count"], "outputTokens": event["eval_count"]}
        reply.about |= {"finishReason": REASONS[event["done_reason"]], "usage": usage}
        yield {"kind": "usage", "usage": usage}


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    text = ""
    for event in events:
        if piece := event["message"]["content"]:
            text = text + piece
    yield text

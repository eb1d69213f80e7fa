"""Long streams of Ollama, and readers of them written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut

Json = Any
whole_calls = True
"""Its calls come whole: there are no pieces of them to join."""
LINE = {"model", "created_at", "message", "done", "done_reason", "prompt_eval_count", "eval_count"}
MESSAGE = {"role", "content", "tool_calls"}


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


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
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
        if rest is not None:
            if not LINE.issuperset(event):
                rest.update(event)
            if not MESSAGE.issuperset(message):
                rest.update(message)
        if text := message["content"]:
            texts.append(text)
            yield {"kind": "textDelta", "text": text}
        for said in message.get("tool_calls") or ():
            function = said["function"]
            call = {"id": said["id"], "name": function["name"]}
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


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    text = ""
    for event in events:
        if piece := event["message"]["content"]:
            text = text + piece
    yield text

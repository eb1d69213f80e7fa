"""Long Chat Completions streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended

Json = Any
CHUNK = {"id", "object", "created", "model", "service_tier", "system_fingerprint", "choices"}
CHOICE = {"index", "delta", "logprobs", "finish_reason"}


def chunk(delta: Json, reason: Json = None, usage: Json = None) -> Json:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1790000000,
        "model": "gpt-5",
        "service_tier": "default",
        "system_fingerprint": "fp_1",
        "choices": [] if usage else [choice],
        "usage": usage,
    }


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The chunks of a reply with a text and with calls, whose pieces take turns."""
    yield chunk({"role": "assistant", "content": "" if text else None, "refusal": None})
    for part in cut(text, piece):
        yield chunk({"content": part})
    for index in range(len(calls)):
        function = {"name": "write", "arguments": ""}
        call = {"index": index, "id": f"call_{index}", "type": "function", "function": function}
        yield chunk({"tool_calls": [call]})
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for index, part in enumerate(parts):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield chunk({}, "tool_calls" if calls else "stop")
    yield chunk({}, None, {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18})


def by_hand(
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
    yield from ended(blocks, [*calls.values()], reply_id, model, reason, usage, deltas)


def adding(events: Iterable[Json]) -> Iterator[Json]:
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

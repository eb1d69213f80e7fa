"""Long streams of Mistral, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended

Json = Any
CHUNK = {"id", "object", "created", "model", "choices", "p"}
CHOICE = {"index", "delta", "finish_reason"}


def chunk(delta: Json, reason: Json = None, usage: Json = None) -> Json:
    event = {
        "id": "9c1e",
        "object": "chat.completion.chunk",
        "created": 1790000000,
        "model": "mistral-large-latest",
        "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
        "p": "abcdefgh",
    }
    return {**event, "usage": usage} if usage else event


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The chunks of a reply with a text and with calls, whose pieces take turns."""
    yield chunk({"role": "assistant", "content": ""})
    for part in cut(text, piece):
        yield chunk({"content": part})
    for index in range(len(calls)):
        function = {"name": "write", "arguments": ""}
        call = {"index": index, "id": f"call_{index}", "type": "function", "function": function}
        yield chunk({"tool_calls": [call]})
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for index, part in enumerate(parts):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
    yield chunk({"content": ""}, "tool_calls" if calls else "stop", usage)


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Chunks of one choice, whose content is text."""
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
                if not CHOICE.issuperset(choice):
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

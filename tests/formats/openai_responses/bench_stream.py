"""Long Responses streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from accumulators import cut, ended

Json = Any
PLACE = {"type", "sequence_number", "output_index", "item_id"}
DELTA = {*PLACE, "delta", "content_index", "logprobs", "obfuscation"}
"""What an event says that brings a piece of something."""

BODY: dict[str, Json] = {
    "id": "resp_1", "object": "response", "created_at": 1790000000, "model": "gpt-5",
    "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "error": None,
    "incomplete_details": None,
}  # fmt: skip
TEXT: dict[str, Json] = {"type": "output_text", "annotations": [], "logprobs": []}


def _message(text: str, status: str) -> Json:
    content = [{**TEXT, "text": text}] if status == "completed" else []
    about = {"id": "msg_0", "type": "message", "role": "assistant"}
    return {**about, "status": status, "content": content}


def _call(index: int, arguments: str, status: str) -> Json:
    about = {"id": f"fc_{index}", "type": "function_call", "status": status}
    return {**about, "call_id": f"call_{index}", "name": "write", "arguments": arguments}


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The events of a reply with a text and with calls, whose pieces take turns."""
    number = count()

    def event(kind: str, **more: Json) -> Json:
        return {"type": f"response.{kind}", "sequence_number": next(number), **more}

    output: list[Json] = []
    yield event("created", response={**BODY, "status": "in_progress", "output": [], "usage": None})
    if text:
        where: dict[str, Json] = {"item_id": "msg_0", "output_index": 0, "content_index": 0}
        whole = {**TEXT, "text": text}
        yield event("output_item.added", output_index=0, item=_message("", "in_progress"))
        yield event("content_part.added", **where, part={**TEXT, "text": ""})
        for part in cut(text, piece):
            yield event("output_text.delta", **where, delta=part, logprobs=[])
        yield event("output_text.done", **where, text=text, logprobs=[])
        yield event("content_part.done", **where, part=whole)
        output.append(_message(text, "completed"))
        yield event("output_item.done", output_index=0, item=output[0])
    places = [{"item_id": f"fc_{at}", "output_index": len(output) + at} for at in range(len(calls))]
    for index, place in enumerate(places):
        begun = _call(index, "", "in_progress")
        yield event("output_item.added", output_index=place["output_index"], item=begun)
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for place, part in zip(places, parts, strict=True):
            yield event("function_call_arguments.delta", **place, delta=part)
    for index, (place, arguments) in enumerate(zip(places, calls, strict=True)):
        yield event("function_call_arguments.done", **place, arguments=arguments)
        output.append(_call(index, arguments, "completed"))
        yield event("output_item.done", output_index=place["output_index"], item=output[-1])
    usage = {"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}
    last = {**BODY, "status": "completed", "output": output, "usage": usage}
    yield event("completed", response=last)


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Responses' events, where messages are texts; what their ends bring once more is left."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    name = model = reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "response.output_text.delta":
            if rest is not None and not DELTA.issuperset(event):
                rest.update(event)
            index, text = event["output_index"], event["delta"]
            texts[index].append(text)
            yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "response.function_call_arguments.delta":
            if rest is not None and not DELTA.issuperset(event):
                rest.update(event)
            text = event["delta"]
            if text:
                call = calls[event["output_index"]]
                call["pieces"].append(text)
                if deltas:
                    yield {"kind": "toolCallDelta", "index": call["index"], "argumentsDelta": text}
        elif kind == "response.output_item.added":
            index, item = event["output_index"], event["item"]
            if item["type"] == "message":
                texts[index] = []
            elif item["type"] == "function_call":
                call = {"id": item["call_id"], "name": item["name"], "pieces": []}
                calls[index] = {**call, "index": len(calls)}
                if deltas:
                    told = {key: calls[index][key] for key in ("index", "id", "name")}
                    yield {"kind": "toolCallDelta", **told}
        elif kind == "response.created":
            name, model = event["response"]["id"], event["response"]["model"]
            yield {"kind": "started", "id": name, "model": model}
        elif kind == "response.completed":
            reason, usage = event["response"]["status"], event["response"]["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from ended(blocks, [*calls.values()], name, model, reason, usage, deltas)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"].endswith(".delta"):
            key = event["output_index"]
            texts[key] = texts.get(key, "") + event["delta"]
    yield texts

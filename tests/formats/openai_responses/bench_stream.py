"""Long Responses streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from accumulators import cut, ended
from lossless import Reply

Json = Any
BODY: dict[str, Json] = {
    "id": "resp_1", "object": "response", "created_at": 1790000000, "model": "gpt-5",
    "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "error": None,
    "incomplete_details": None,
}  # fmt: skip
TEXT: dict[str, Json] = {"type": "output_text", "annotations": [], "logprobs": []}
USUAL: dict[str, Json] = {"object": "response", "parallel_tool_calls": True, "tool_choice": "auto",
                          "tools": []}  # fmt: skip
"""What is not kept of a reply, as services leave it out where it is so."""
TOLD = {"id", "model", "status", "output", "usage"}


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
    usage = {
        "input_tokens": 9, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": 9, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 18,
    }  # fmt: skip
    last = {**BODY, "status": "completed", "output": output, "usage": usage}
    yield event("completed", response=last)


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Responses' events, where messages are texts; what their ends bring once more is left."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    name = model = reason = usage = None
    for event in events:
        kind = event["type"]
        if kind == "response.output_text.delta":
            index, text = event["output_index"], event["delta"]
            texts[index].append(text)
            yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "response.function_call_arguments.delta":
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
                    begun = {key: calls[index][key] for key in ("index", "id", "name")}
                    yield {"kind": "toolCallDelta", **begun}
        elif kind == "response.created":
            name, model = event["response"]["id"], event["response"]["model"]
            yield {"kind": "started", "id": name, "model": model}
        elif kind == "response.completed":
            reason, usage = event["response"]["status"], event["response"]["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from ended(blocks, [*calls.values()], name, model, reason, usage, deltas)


class _Reply(Reply):
    """``items`` are those of the output, as they are said last."""

    def __init__(self, wire: str, deltas: bool) -> None:
        super().__init__(wire, deltas)
        self.ids: dict[int, str] = {}
        self.items: dict[int, Json] = {}
        self.created: Json = None


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Responses' events, where messages are one text; what comes once more is compared."""
    reply = _Reply("openai_responses", deltas)
    texts, calls, ids, strange = reply.texts, reply.calls, reply.ids, reply.strange
    for number, event in enumerate(events):
        kind = event["type"]
        if event["sequence_number"] != number:
            strange.append(event)
        if kind == "response.output_text.delta":
            index, text = event["output_index"], event["delta"]
            if (
                len(event) != 7 + ("obfuscation" in event)
                or event["item_id"] != ids[index]
                or event["content_index"] != 0
                or event["logprobs"]
            ):
                strange.append(event)
            texts[index].append(text)
            if text:
                yield {"kind": "textDelta", "index": index, "text": text}
        elif kind == "response.function_call_arguments.delta":
            index, text = event["output_index"], event["delta"]
            if len(event) != 5 + ("obfuscation" in event) or event["item_id"] != ids[index]:
                strange.append(event)
            at, pieces = calls[index]
            pieces.append(text)
            if deltas and text:
                yield {"kind": "toolCallDelta", "index": at, "argumentsDelta": text}
        elif kind == "response.output_item.added":
            yield from _begun(event, reply)
        elif kind == "response.output_item.done":
            yield from _done(event, reply)
        else:
            yield from _rarer(event, reply)
    yield from reply.whole()


def _begun(event: Json, reply: _Reply) -> Iterator[Json]:
    item, index = event["item"], event["output_index"]
    own = {"id": item["id"], "type": item["type"], "status": "in_progress"}
    own_keys = {"id": item["id"], "status": item["status"]}
    if index != len(reply.blocks):
        raise ValueError("items that do not begin in their order")
    if item["type"] == "message":
        own |= {"role": "assistant", "content": []}
        reply.open_text(index, id=item["id"])
        yield {"kind": "textDelta", "index": index, "text": "", **reply.metadata(own_keys)}
    elif item["type"] == "function_call":
        own |= {"call_id": item["call_id"], "name": item["name"], "arguments": ""}
        yield from reply.open_call(index, item["call_id"], item["name"], own_keys, **own_keys)
    else:
        raise ValueError(f"an item of another kind: {item['type']}")
    if len(event) != 4 or item != own:
        reply.strange.append(event)
    reply.ids[index], reply.items[index] = item["id"], own


def _done(event: Json, reply: _Reply) -> Iterator[Json]:
    item, index = event["item"], event["output_index"]
    status = reply.metadata({"status": item["status"]})
    own = {**reply.items[index], "status": "completed"}
    if index in reply.texts:
        own["content"] = [{**TEXT, "text": "".join(reply.texts[index])}]
        end = [reply.end_text(index, index=index, **status)]
    else:
        number, pieces = reply.calls[index]
        own["arguments"] = "".join(pieces)
        call = reply.call_blocks[number]["toolCall"]
        call["metadata"][reply.wire]["status"] = item["status"]
        end = reply.end_call(index, **status)
    if len(event) != 4 or item != own:
        reply.strange.append(event)
    reply.items[index] = own
    yield from end


def _rarer(event: Json, reply: _Reply) -> Iterator[Json]:
    """What frames the reply, and what says a text once more."""
    kind = event["type"].removeprefix("response.")
    if kind == "created":
        reply.created, body = event, event["response"]
        yield {"kind": "started", "id": body["id"], "model": body["model"]}
        return
    if kind == "completed":
        yield from _completed(event, reply)
        return
    index = event["output_index"]
    usual = {"type": event["type"], "sequence_number": event["sequence_number"],
             "item_id": reply.ids[index], "output_index": index}  # fmt: skip
    if kind == "function_call_arguments.done":
        usual["arguments"] = _joined(reply.calls[index][1])
    elif kind == "output_text.done":
        usual |= {"content_index": 0, "logprobs": [], "text": _joined(reply.texts[index])}
    elif kind in ("content_part.added", "content_part.done"):
        part = {**TEXT, "text": _joined(reply.texts[index])}
        usual |= {"content_index": 0, "part": part}
    if event != usual:
        reply.strange.append(event)


def _joined(pieces: list[str]) -> str:
    """A text that is said several times is joined once."""
    pieces[:] = ["".join(pieces)]
    return pieces[0]


def _completed(event: Json, reply: _Reply) -> Iterator[Json]:
    body, counts = event["response"], event["response"]["usage"]
    read, wrote = counts["input_tokens"], counts["output_tokens"]
    usual = {
        "input_tokens": read, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": wrote, "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": read + wrote,
    }  # fmt: skip
    output = [reply.items[index] for index in sorted(reply.items)]
    expected = {**body, "status": "completed", "output": output, "usage": usual}
    if body != expected or len(event) != 3:
        reply.strange.append(event)
    begun = {**expected, "status": "in_progress", "output": [], "usage": None}
    if reply.created["response"] != begun or len(reply.created) != 3:
        reply.strange.append(reply.created)
    usage = {
        "cacheReadTokens": 0, "cacheWriteTokens": 0, "reasoningTokens": 0, "inputTokens": read,
        "outputTokens": wrote,
    }  # fmt: skip
    reason = "tool_calls" if reply.call_blocks else "stop"
    about = {"id": body["id"], "model": body["model"], "finishReason": reason, "usage": usage}
    reply.about |= about
    for key, value in body.items():
        if key not in TOLD and (key not in USUAL or value != USUAL[key]):
            reply.own[key] = value
    yield {"kind": "usage", "usage": usage}


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if event["type"].endswith(".delta"):
            key = event["output_index"]
            texts[key] = texts.get(key, "") + event["delta"]
    yield texts

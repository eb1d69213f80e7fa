"""Long Chat Completions streams, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from accumulators import cut, ended
from lossless import Reply

Json = Any
CHANGING = {"choices", "obfuscation"}
"""What chunks have of their own; ``obfuscation`` only fills them up."""
REPEATED = {"id", "object", "created", "model", "service_tier", "system_fingerprint", "usage"}
USUAL = {"object": "chat.completion.chunk", "usage": None}
REASONS = {"stop": "stop", "tool_calls": "tool_calls", "length": "length"}


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


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Chat completion chunks of one choice."""
    texts: list[str] = []
    calls: dict[int, dict[str, Any]] = {}
    reason = usage = model = reply_id = None
    for event in events:
        if reply_id is None:
            reply_id, model = event["id"], event["model"]
            yield {"kind": "started", "id": reply_id, "model": model}
        for choice in event["choices"]:
            delta = choice["delta"]
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


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Chunks of one choice, whose content is a text and calls."""
    reply = Reply("openai_chat", deltas)
    calls, strange = reply.calls, reply.strange
    pieces: list[str] = []
    first: Json = None
    size = 0
    for event in events:
        if first is None:
            # What the first chunk says of the reply, each other says again.
            first = {key: event[key] for key in event if key not in CHANGING}
            size, about = len(first) + 1, itemgetter(*REPEATED.intersection(event))
            head = about(event)
            yield _started(event, reply)
        for choice in event["choices"]:
            delta = choice["delta"]
            if len(choice) != 4 or choice["index"] != 0 or choice["logprobs"] is not None:
                strange.append(event)
            if choice["finish_reason"] is not None:
                reply.about["finishReason"] = REASONS[choice["finish_reason"]]
            if len(delta) != 1:
                _beside(delta, reply, event)
            if "content" in delta:
                text = delta["content"]
                if text:
                    pieces.append(text)
                    yield {"kind": "textDelta", "text": text}
            elif "tool_calls" in delta:
                for call in delta["tool_calls"]:
                    function = call["function"]
                    if len(call) != 2 or len(function) != 1:
                        yield from _called(call, reply, event)
                    text = function["arguments"]
                    number, parts = calls[call["index"]]
                    parts.append(text)
                    if deltas and text:
                        yield {"kind": "toolCallDelta", "index": number, "argumentsDelta": text}
            elif delta:
                strange.append(event)
        if len(event) != size + ("obfuscation" in event) or about(event) != head:
            yield from _counted(event, reply, first)
    yield from reply.end_all(pieces)


def _started(event: Json, reply: Reply) -> Json:
    for key, value in event.items():
        if key in ("id", "model"):
            reply.about[key] = value
        elif key not in CHANGING and (key not in USUAL or value != USUAL[key]):
            reply.own[key] = value
    reply.own["choices"] = [{"logprobs": None}]
    return {"kind": "started", "id": event["id"], "model": event["model"]}


def _beside(delta: Json, reply: Reply, event: Json) -> None:
    """The first delta says whose reply it is, the last one nothing."""
    if "role" in delta:
        content = {"content": delta["content"]}
        reply.message = {**(content if content["content"] == "" else {}), "refusal": None}
        if delta != {"role": "assistant", **content, "refusal": None}:
            reply.strange.append(event)
    elif delta:
        reply.strange.append(event)


def _called(call: Json, reply: Reply, event: Json) -> Iterator[Json]:
    function, place = call["function"], call["index"]
    if "id" not in call:
        reply.strange.append(event)
        return
    own = {"name": function["name"], "arguments": function["arguments"]}
    if call != {"index": place, "id": call["id"], "type": "function", "function": own}:
        reply.strange.append(event)
    if place != len(reply.call_blocks):
        raise ValueError("calls that do not begin in their order")
    yield from reply.open_call(place, call["id"], function["name"])


def _counted(event: Json, reply: Reply, first: Json) -> Iterator[Json]:
    """A chunk that says something else than the first: how many tokens there were."""
    about = {key: value for key, value in event.items() if key not in CHANGING}
    if about != {**first, "usage": event["usage"]}:
        reply.strange.append(event)
    if (counts := event["usage"]) is not None:
        read, wrote = counts["prompt_tokens"], counts["completion_tokens"]
        own = {"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote}
        if counts != own:
            reply.strange.append(event)
        reply.about["usage"] = {"inputTokens": read, "outputTokens": wrote}
        yield {"kind": "usage", "usage": reply.about["usage"]}


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

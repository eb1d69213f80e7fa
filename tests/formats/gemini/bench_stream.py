"""Long Gemini streams, and readers of them written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut
from lossless import Reply

Json = Any
whole_calls = True
"""Its calls come whole: there are no pieces of them to join."""
COUNTS = {"promptTokenCount", "totalTokenCount", "candidatesTokenCount"}
REASONS = {"STOP": "stop", "MAX_TOKENS": "length", "SAFETY": "content_filter"}


def chunk(candidate: Json, written: int) -> Json:
    counts = {"promptTokenCount": 9, "totalTokenCount": 9 + written}
    if written:
        counts["candidatesTokenCount"] = written
    return {
        "candidates": [{**candidate, "index": 0}],
        "usageMetadata": counts,
        "modelVersion": "gemini-3",
        "responseId": "r",
    }


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The chunks of a reply with a text and with calls, which come whole."""
    parts: list[Json] = [{"text": part} for part in cut(text, piece)]
    for number, arguments in enumerate(calls):
        call = {"id": f"call_{number}", "name": "write", "args": json.loads(arguments)}
        parts.append({"functionCall": call})
    for number, part in enumerate(parts):
        # Counts come with each chunk, and change with some.
        yield chunk({"content": {"parts": [part], "role": "model"}}, number // 10)
    yield chunk({"content": {"parts": [], "role": "model"}, "finishReason": "STOP"}, len(parts))


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Chunks of one candidate."""
    texts: list[str] = []
    calls: list[dict[str, Any]] = []
    reason = usage = counts = model = reply_id = None
    for event in events:
        if reply_id is None:
            reply_id, model = event["responseId"], event["modelVersion"]
            yield {"kind": "started", "id": reply_id, "model": model}
        for candidate in event["candidates"]:
            for part in candidate["content"]["parts"]:
                if text := part.get("text"):
                    texts.append(text)
                    yield {"kind": "textDelta", "index": 0, "text": text}
                elif call := part.get("functionCall"):
                    made = {"id": call["id"], "name": call["name"], "arguments": call["args"]}
                    calls.append(made)
                    if deltas:
                        yield {
                            "kind": "toolCallDelta",
                            "index": len(calls) - 1,
                            "id": made["id"],
                            "name": made["name"],
                            "argumentsDelta": json.dumps(made["arguments"]),
                        }
            if candidate.get("finishReason"):
                reason = candidate["finishReason"]
        if event["usageMetadata"] != counts:
            counts = event["usageMetadata"]
            usage = {
                "inputTokens": counts.get("promptTokenCount", 0),
                "outputTokens": counts.get("candidatesTokenCount", 0),
            }
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(texts)}] if texts else []
    blocks += [{"kind": "toolCall", "toolCall": call} for call in calls]
    message = {"role": "assistant", "content": blocks}
    yield {
        "kind": "completed",
        "response": {
            "id": reply_id,
            "model": model,
            "message": message,
            "finishReason": reason,
            "usage": usage,
        },
    }


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Chunks of one candidate, whose text comes ahead of its calls."""
    reply = Reply("gemini", deltas)
    texts, strange = reply.texts, reply.strange
    counts = model = reply_id = None
    for event in events:
        if reply_id is None:
            reply_id, model = event["responseId"], event["modelVersion"]
            yield {"kind": "started", "id": reply_id, "model": model}
        [candidate] = event["candidates"]
        content = candidate["content"]
        if (
            len(event) != 4
            or event["responseId"] != reply_id
            or event["modelVersion"] != model
            or len(candidate) != 2 + ("finishReason" in candidate)
            or candidate["index"] != 0
            or len(content) != 2
            or content["role"] != "model"
        ):
            strange.append(event)
        for part in content["parts"]:
            if "text" in part:
                text = part["text"]
                if len(part) != 1:
                    strange.append(event)
                if 0 in texts:
                    texts[0].append(text)
                else:
                    reply.open_text(0).append(text)
                if text:
                    yield {"kind": "textDelta", "index": 0, "text": text}
            else:
                yield from _called(part, reply, event)
        if event["usageMetadata"] != counts:
            counts = event["usageMetadata"]
            yield _counted(counts, reply, event)
        if "finishReason" in candidate:
            reply.about["finishReason"] = REASONS[candidate["finishReason"]]
    if texts:
        yield reply.end_text(0, index=0)
    reply.about |= {"id": reply_id, "model": model}
    reply.own["candidates"] = [{"index": 0}]
    if reply.call_blocks and reply.about["finishReason"] == "stop":
        reply.about["finishReason"] = "tool_calls"
    yield from reply.whole()


def _called(part: Json, reply: Reply, event: Json) -> Iterator[Json]:
    call = part.get("functionCall", {})
    if len(part) != 1 or call.keys() != {"id", "name", "args"}:
        reply.strange.append(event)
    if call:
        if reply.texts:
            yield reply.end_text(0, index=0)
        yield from reply.whole_call(call["id"], call["name"], call["args"])


def _counted(counts: Json, reply: Reply, event: Json) -> Json:
    read, wrote = counts["promptTokenCount"], counts.get("candidatesTokenCount", 0)
    if not COUNTS.issuperset(counts) or counts["totalTokenCount"] != read + wrote:
        reply.strange.append(event)
    reply.about["usage"] = {"inputTokens": read, "outputTokens": wrote}
    return {"kind": "usage", "usage": reply.about["usage"]}


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    text = ""
    for event in events:
        for candidate in event["candidates"]:
            for part in candidate["content"]["parts"]:
                if piece := part.get("text"):
                    text = text + piece
    yield text

"""Long Gemini streams, and readers of them written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut

Json = Any
whole_calls = True
"""Its calls come whole: there are no pieces of them to join."""
CHUNK = {"candidates", "usageMetadata", "modelVersion", "responseId"}
CANDIDATE = {"content", "index", "finishReason"}


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


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Chunks of one candidate."""
    texts: list[str] = []
    calls: list[dict[str, Any]] = []
    reason = usage = counts = model = reply_id = None
    for event in events:
        if reply_id is None:
            reply_id, model = event["responseId"], event["modelVersion"]
            yield {"kind": "started", "id": reply_id, "model": model}
        if rest is not None and not CHUNK.issuperset(event):
            rest.update(event)
        for candidate in event["candidates"]:
            if rest is not None and not CANDIDATE.issuperset(candidate):
                rest.update(candidate)
            for part in candidate["content"]["parts"]:
                if rest is not None and len(part) != 1:
                    rest.update(part)
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


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    text = ""
    for event in events:
        for candidate in event["candidates"]:
            for part in candidate["content"]["parts"]:
                if piece := part.get("text"):
                    text = text + piece
    yield text

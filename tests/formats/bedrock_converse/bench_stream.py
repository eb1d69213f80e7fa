"""Long streams of Converse, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended

Json = Any
PIECE = {"contentBlockIndex", "delta", "p"}


def delta(index: int, piece: Json) -> Json:
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": piece, "p": "abcdefgh"}}


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The events of a reply with a text and with calls, whose pieces take turns."""
    yield {"messageStart": {"role": "assistant", "p": "abcd"}}
    for part in cut(text, piece):
        yield delta(0, {"text": part})
    first = 1 if text else 0
    for index in range(len(calls)):
        use = {"toolUseId": f"tooluse_{index}", "name": "write"}
        begun = {"contentBlockIndex": first + index, "start": {"toolUse": use}, "p": "abc"}
        yield {"contentBlockStart": begun}
    for parts in zip(*(cut(arguments, piece) for arguments in calls), strict=True):
        for index, part in enumerate(parts, first):
            yield delta(index, {"toolUse": {"input": part}})
    for index in range(first + len(calls)):
        yield {"contentBlockStop": {"contentBlockIndex": index, "p": "ab"}}
    yield {"messageStop": {"stopReason": "tool_use" if calls else "end_turn", "p": "abcdef"}}
    usage = {"inputTokens": 9, "outputTokens": 9, "totalTokens": 18}
    yield {"metadata": {"usage": usage, "metrics": {"latencyMs": 412}, "p": "a"}}


def by_hand(
    events: Iterable[Json], deltas: bool, rest: dict[str, Any] | None = None
) -> Iterator[Json]:
    """Events of a reply whose blocks are text and calls."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    reason = usage = None
    for event in events:
        if rest is not None and len(event) != 1:
            rest.update(event)
        if (told := event.get("contentBlockDelta")) is not None:
            index, piece = told["contentBlockIndex"], told["delta"]
            if rest is not None:
                if not PIECE.issuperset(told):
                    rest.update(told)
                if len(piece) != 1:
                    rest.update(piece)
            if "text" in piece:
                text = piece["text"]
                texts.setdefault(index, []).append(text)
                yield {"kind": "textDelta", "index": index, "text": text}
            elif "toolUse" in piece and (text := piece["toolUse"]["input"]):
                call = calls[index]
                call["pieces"].append(text)
                if deltas:
                    yield {"kind": "toolCallDelta", "index": call["index"], "argumentsDelta": text}
        elif (told := event.get("contentBlockStart")) is not None:
            if (use := told["start"].get("toolUse")) is not None:
                call = {
                    "index": len(calls),
                    "id": use["toolUseId"],
                    "name": use["name"],
                    "pieces": [],
                }
                calls[told["contentBlockIndex"]] = call
                if deltas:
                    yield {
                        "kind": "toolCallDelta",
                        "index": call["index"],
                        "id": call["id"],
                        "name": call["name"],
                    }
        elif "messageStart" in event:
            yield {"kind": "started"}
        elif "messageStop" in event:
            reason = event["messageStop"]["stopReason"]
        elif "metadata" in event:
            usage = event["metadata"]["usage"]
            yield {"kind": "usage", "usage": usage}
    blocks: list[Json] = [{"kind": "text", "text": "".join(text)} for text in texts.values()]
    yield from ended(blocks, [*calls.values()], None, None, reason, usage, deltas)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if "contentBlockDelta" in event:
            told = event["contentBlockDelta"]
            index, piece = told["contentBlockIndex"], told["delta"]
            text = piece["text"] if "text" in piece else piece["toolUse"]["input"]
            texts[index] = texts.get(index, "") + text
    yield texts

"""Long streams of Converse, and readers of them written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accumulators import cut, ended
from lossless import Reply

Json = Any
RARER = {"messageStart", "contentBlockStart", "contentBlockStop", "messageStop", "metadata"}
REASONS = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}


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


def by_hand(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Events of a reply whose blocks are text and calls."""
    texts: dict[int, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    reason = usage = None
    for event in events:
        if (body := event.get("contentBlockDelta")) is not None:
            index, piece = body["contentBlockIndex"], body["delta"]
            if "text" in piece:
                text = piece["text"]
                texts.setdefault(index, []).append(text)
                yield {"kind": "textDelta", "index": index, "text": text}
            elif "toolUse" in piece and (text := piece["toolUse"]["input"]):
                call = calls[index]
                call["pieces"].append(text)
                if deltas:
                    yield {"kind": "toolCallDelta", "index": call["index"], "argumentsDelta": text}
        elif (body := event.get("contentBlockStart")) is not None:
            if (use := body["start"].get("toolUse")) is not None:
                call = {
                    "index": len(calls),
                    "id": use["toolUseId"],
                    "name": use["name"],
                    "pieces": [],
                }
                calls[body["contentBlockIndex"]] = call
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


def lossless(events: Iterable[Json], deltas: bool) -> Iterator[Json]:
    """Events of a reply whose blocks are text and calls; ``p`` fills them up and says nothing."""
    reply = Reply("bedrock_converse", deltas)
    texts, calls, strange = reply.texts, reply.calls, reply.strange
    for event in events:
        if len(event) != 1:
            strange.append(event)
        if "contentBlockDelta" not in event:
            yield from _rarer(event, reply)
            continue
        body = event["contentBlockDelta"]
        index, piece = body["contentBlockIndex"], body["delta"]
        if len(body) != 2 + ("p" in body) or len(piece) != 1:
            strange.append(event)
        if "text" in piece:
            text = piece["text"]
            if index in texts:
                texts[index].append(text)
            elif index == len(reply.blocks):
                yield from _started(reply)
                reply.open_text(index).append(text)
            else:
                raise ValueError("a text in a block of another kind, or out of order")
            if text:
                yield {"kind": "textDelta", "index": index, "text": text}
        elif "toolUse" in piece:
            use = piece["toolUse"]
            text = use["input"]
            if len(use) != 1:
                strange.append(event)
            number, pieces = calls[index]
            pieces.append(text)
            if deltas and text:
                yield {"kind": "toolCallDelta", "index": number, "argumentsDelta": text}
        else:
            strange.append(event)
    yield from reply.whole()


def _started(reply: Reply, lacking: Json = None) -> list[Json]:
    """Whose reply it is, ahead of what is told first; by the end it is known what it lacks yet."""
    if reply.started:
        return []
    reply.started = True
    return [{"kind": "started", **reply.metadata(lacking or {})}]


def _rarer(event: Json, reply: Reply) -> Iterator[Json]:
    [kind] = RARER.intersection(event)
    body = {key: value for key, value in event[kind].items() if key != "p"}
    index = body.get("contentBlockIndex")
    usual: Json = {"contentBlockIndex": index}
    if kind == "contentBlockStart":
        use = body["start"]["toolUse"]
        own = {key: use[key] for key in ("toolUseId", "name")}
        usual["start"] = {"toolUse": own}
        if index != len(reply.blocks):
            raise ValueError("blocks that do not begin in their order")
        if reply.deltas:
            yield from _started(reply)
        yield from reply.open_call(index, *own.values())
    elif kind == "contentBlockStop":
        if index in reply.texts:
            yield reply.end_text(index, index=index)
        else:
            yield from reply.end_call(index, spelled=False)
    elif kind == "messageStart":
        usual = {"role": "assistant"}
    elif kind == "messageStop":
        usual = {"stopReason": body["stopReason"]}
        yield from _started(reply, {"$": {"absent": ["metrics", "usage"]}})
        reply.about["finishReason"] = REASONS[body["stopReason"]]
    else:
        counts = {key: body["usage"][key] for key in ("inputTokens", "outputTokens")}
        usual = {"usage": {**counts, "totalTokens": sum(counts.values())}}
        usual["metrics"], reply.own["metrics"] = body["metrics"], {**body["metrics"]}
        reply.about["usage"] = counts
        yield {"kind": "usage", "usage": counts}
    if body != usual:
        reply.strange.append(event)


def adding(events: Iterable[Json]) -> Iterator[Json]:
    """The idiom ``text = text + chunk``, a new text for every chunk."""
    texts: dict[Json, str] = {}
    for event in events:
        if "contentBlockDelta" in event:
            body = event["contentBlockDelta"]
            index, piece = body["contentBlockIndex"], body["delta"]
            text = piece["text"] if "text" in piece else piece["toolUse"]["input"]
            texts[index] = texts.get(index, "") + text
    yield texts

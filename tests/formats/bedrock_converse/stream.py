"""Whole replies taken apart into the events of a stream, as Converse tells them."""

from __future__ import annotations

from typing import Any

from dice import Dice

Json = Any
STARTED = ("toolUse", "toolResult", "image")
"""Blocks that begin with an event of their own; any other begins with its first piece."""


def streamable(body: Json) -> Json:
    """A reply as a stream can tell it; None if none can."""
    if "output" not in body or {*body["output"]} != {"message"}:
        return None
    message = body["output"]["message"]
    is_tellable = {*message} == {"role", "content"} and all(map(_tellable, message["content"]))
    return body if is_tellable else None


def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    return {**body, "stopReason": body["stopReason"] or "end_turn"} if "output" in body else body


def _tellable(block: Json) -> bool:
    """Whether there are events for all that a block says."""
    if len(block) != 1:
        return False
    ((key, value),) = block.items()
    if key == "text":
        return True
    if key == "toolUse":
        is_usual = not {*value} - {"toolUseId", "name", "type", "input"}
        return is_usual and type(value.get("input")) is dict
    if key == "reasoningContent":
        thought = value.get("reasoningText") or {}
        is_usual = not {*thought} - {"text", "signature"} and thought.get("signature") != ""
        return is_usual and [*value] in (["reasoningText"], ["redactedContent"])
    if key == "citationsContent":
        return _cites(value)
    return False


def _cites(value: Json) -> bool:
    """Whether it says what it cites, and one text or none."""
    parts = [*value.get("content", [{"text": ""}])]
    plain = len(parts) == 1 and [*parts[0]] == ["text"] and type(parts[0]["text"]) is str
    return plain and bool(value.get("citations")) and not {*value} - {"content", "citations"}


def _block(block: Json, at: int, dice: Dice) -> list[Json]:
    """The events of one block."""
    ((key, value),) = block.items()
    events: list[Json] = []
    deltas: list[Json]
    if key == "toolUse":
        start = {name: item for name, item in value.items() if name != "input"}
        events = [{"contentBlockStart": {"contentBlockIndex": at, "start": {"toolUse": start}}}]
        text = dice.spelled(value["input"]) if value["input"] != {} or dice.chance(2) else ""
        if [*value["input"]] == ["__invalid_arguments__"]:
            # What the model wrote was no object, and a reply sent whole can only say it so.
            text = value["input"]["__invalid_arguments__"]
        deltas = [{"toolUse": {"input": piece}} for piece in dice.pieces(text)]
    elif key == "text":
        deltas = [{"text": piece} for piece in dice.pieces(value)]
    elif key == "citationsContent":
        texts = [{"text": one} for part in value.get("content", ())
                 for one in dice.pieces(part["text"])]  # fmt: skip
        deltas = dice.turns([[{"citation": one} for one in value["citations"]], texts])
    elif "redactedContent" in value:
        deltas = [{"reasoningContent": value}]
    else:
        thought = value["reasoningText"]
        deltas = [{"reasoningContent": {"text": one}} for one in dice.pieces(thought["text"])]
        if "signature" in thought:
            deltas.append({"reasoningContent": {"signature": thought["signature"]}})
    events += [{"contentBlockDelta": {"contentBlockIndex": at, "delta": one}} for one in deltas]
    return [*events, {"contentBlockStop": {"contentBlockIndex": at}}]


def split(body: Json, dice: Dice) -> list[Json]:
    message = body["output"]["message"]
    blocks = [_block(block, at, dice) for at, block in enumerate(message["content"])]
    stop: Json = {"stopReason": body["stopReason"]}
    if "additionalModelResponseFields" in body:
        stop["additionalModelResponseFields"] = body["additionalModelResponseFields"]
    rest = {key: item for key, item in body.items() if key != "output" and key not in stop}
    events: list[Json] = [
        {"messageStart": {"role": "assistant"}},
        *dice.turns(blocks, one_by_one=True),
        {"messageStop": stop},
    ]
    if rest or dice.chance(2):
        events.append({"metadata": rest})
    if dice.chance(2):  # padding
        for event in events:
            ((name, inner),) = event.items()
            event[name] = {**inner, "p": "abcdefg"[: dice.randint(0, 7)]}
    return events

"""Replies with tool calls as services send them: whole, or as the stream that tells the same.

The calls' ids come in every way that is met: unique, counted anew in each reply, twice the same,
empty or missing, or in letters that another wire does not take.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dice import Dice
from driving.pairing import ask
from samples import exactly
from splitting import split, streamable

Json = Any
NAMES = ("get_weather", "get_time", "find")
IDS = {
    "openai_chat": ("unique", "unique", "counted", "counted", "same", "missing", "empty", "dotted"),
    "anthropic_messages": ("unique", "unique", "unique", "counted", "dotted"),
    "gemini": ("missing", "missing", "missing", "missing", "unique", "counted", "some"),
}


@dataclass(frozen=True)
class Asked:
    """One call that a reply is to hold."""

    marker: int
    name: str


def call_ids(style: str, count: int, dice: Dice) -> list[str | None]:
    """The ids of the calls of one turn; None for none."""
    unique = [f"call_{dice.getrandbits(48):012x}" for _ in range(count)]
    if style == "counted":
        return [f"call_{at}" for at in range(count)]
    if style == "same":
        return ["call_1"] * count
    if style == "dotted":
        return [f"functions.find:{dice.getrandbits(24)}/{at}" for at in range(count)]
    if style == "some":
        return [dice.choice([id_, None]) for id_ in unique]
    if style in ("missing", "empty"):
        return ["" if style == "empty" else None] * count
    return [*unique]


def _arguments(asked: Asked, dice: Dice) -> Json:
    where = {"city": dice.choice(["Oslo", "Zürich", ""])} if dice.chance(2) else {}
    return {**where, "question": ask(asked.marker), "days": [1, 2.5][: dice.randrange(3)]}


def _with_texts(blocks: list[Json], texts: list[Json], dice: Dice) -> list[Json]:
    """Texts before, between or after the calls, never two in a row."""
    mixed: list[Json] = []
    for block in [*blocks, None]:
        if texts and dice.chance(3):
            mixed.append(texts.pop())
        if block is not None:
            mixed.append(block)
    return mixed


def _texts(dice: Dice) -> list[str]:
    return [dice.choice(["Let me see.", "\n", "I look it up: 1 of 2", "…"]) for _ in range(2)]


def _openai(calls: Sequence[Asked], ids: list[str | None], dice: Dice) -> Json:
    wished = []
    for asked, id_ in zip(calls, ids, strict=True):
        text = dice.spelled(_arguments(asked, dice))
        if dice.chance(20):
            text = text[:-1]  # no object: the model broke off
        call: Json = {"type": "function", "function": {"name": asked.name, "arguments": text}}
        wished.append(call if id_ is None else {"id": id_, **call})
    message: Json = {"role": "assistant", "content": dice.choice([None, "", *_texts(dice)])}
    if dice.chance(4):
        message["reasoning_content"] = "I should ask a tool."
    if wished:
        message["tool_calls"] = wished
    reason = "tool_calls" if wished else "stop"
    return {
        "id": f"chatcmpl-{dice.getrandbits(64):016x}",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16},
    }


def _anthropic(calls: Sequence[Asked], ids: list[str | None], dice: Dice) -> Json:
    blocks: list[Json] = [
        {"type": "tool_use", "id": id_, "name": one.name, "input": _arguments(one, dice)}
        for one, id_ in zip(calls, ids, strict=True)
    ]
    blocks = _with_texts(blocks, [{"type": "text", "text": text} for text in _texts(dice)], dice)
    if dice.chance(3):
        blocks.insert(0, {"type": "thinking", "thinking": "A tool?", "signature": "c2lnbmVk"})
    return {
        "id": f"msg_{dice.getrandbits(64):016x}",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": blocks or [{"type": "text", "text": "Done."}],
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 9, "output_tokens": 7},
    }


def _gemini(calls: Sequence[Asked], ids: list[str | None], dice: Dice) -> Json:
    parts: list[Json] = []
    for asked, id_ in zip(calls, ids, strict=True):
        call = {"name": asked.name, "args": _arguments(asked, dice)}
        part: Json = {"functionCall": call if id_ is None else {"id": id_, **call}}
        if dice.chance(3):
            part["thoughtSignature"] = "c2lnbmF0dXJl"
        parts.append(part)
    parts = _with_texts(parts, [{"text": text} for text in _texts(dice)], dice)
    if dice.chance(3):
        parts.insert(0, {"text": "A tool?", "thought": True})
    candidate = {
        "content": {"role": "model", "parts": parts or [{"text": "Done."}]},
        "finishReason": "STOP",
        "index": 0,
    }
    body: Json = {"candidates": [candidate], "modelVersion": "m"}
    if dice.chance(2):
        body["usageMetadata"] = {"promptTokenCount": 9, "candidatesTokenCount": 7}
    if dice.chance(2):
        body["responseId"] = f"{dice.getrandbits(64):016x}"
    return body


_WRITERS = {"openai_chat": _openai, "anthropic_messages": _anthropic, "gemini": _gemini}


def reply(wire: str, calls: Sequence[Asked], dice: Dice) -> Json:
    """A reply of a service of ``wire`` with these calls, or with text alone."""
    return _WRITERS[wire](calls, call_ids(dice.choice(IDS[wire]), len(calls), dice), dice)


def sent_ids(wire: str, body: Json) -> list[str | None]:
    """The ids of a reply's calls, as the service sent them."""
    if wire == "openai_chat":
        calls = body["choices"][0]["message"].get("tool_calls", [])
    elif wire == "anthropic_messages":
        calls = [block for block in body["content"] if block["type"] == "tool_use"]
    else:
        parts = body["candidates"][0]["content"]["parts"]
        calls = [part["functionCall"] for part in parts if "functionCall" in part]
    return [call.get("id") for call in calls]


def stream(wire: str, body: Json, dice: Dice) -> list[Json] | None:
    """The events of a stream that tells this reply exactly; None if none does."""
    told = streamable(wire, copy.deepcopy(body))
    if told == body:
        return split(wire, body, Dice(dice.getrandbits(64), orderly=dice.chance(2)))
    return _chunks(body) if wire == "openai_chat" else None


def _chunks(body: Json) -> list[Json]:
    """Chunks with one call each, as the services send them that do not stream arguments."""
    (choice,) = body["choices"]
    message = choice["message"]
    deltas = [{key: value for key, value in message.items() if key != "tool_calls"}]
    calls = message.get("tool_calls", [])
    deltas += [{"tool_calls": [{"index": at, **call}]} for at, call in enumerate(calls)]
    head = {key: body[key] for key in ("id", "created", "model")}
    chunks: list[Json] = [
        {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}
        for delta in deltas
    ]
    chunks[-1]["choices"][0]["finish_reason"] = choice["finish_reason"]
    chunks[-1]["usage"] = body["usage"]
    return copy.deepcopy(chunks)


def stored(value: Json) -> Json:
    """A value as it comes back from a file."""
    return json.loads(json.dumps(value))


def same(left: Json, right: Json) -> bool:
    """Exactly the same JSON value; its text says so sooner, where the keys have one order."""
    return json.dumps(left) == json.dumps(right) or exactly(left, right)

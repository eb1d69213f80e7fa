"""Blocks of a stream may grow by turns: each wire gets all of each, once and in order."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

from dice import Dice
from driving import STREAMED
from toolwire import openai_responses

Json = Any
KINDS = ("text", "text", "reasoning", "toolCall")
SEEDS = range(60)


def pieces(number: int, dice: Dice) -> list[str]:
    """Pieces of a block's text, each of which is there once."""
    return [f"<{number}.{at}>" for at in range(dice.randint(0, 3))]


def block_events(number: int, kind: str, texts: list[str], dice: Dice) -> list[Json]:
    """The events of a block; not all say where it ends."""
    if kind == "toolCall":
        begun = {"kind": "toolCallDelta", "index": number, "id": f"c{number}", "name": "n"}
        cut = ['{"said":"', *texts, '"}']
        events = [begun, *({**PIECE, "index": number, "argumentsDelta": text} for text in cut)]
    else:
        # An empty piece tells where a block begins, but not all wires tell that.
        first = [] if texts and dice.chance(2) else [""]
        events = [
            {"kind": f"{kind}Delta", "index": number, "text": text} for text in (*first, *texts)
        ]
    if not dice.chance(4):
        events.append({"kind": "blockEnd", "block": kind, "index": number})
        if kind == "reasoning":
            events[-1]["metadata"] = SIGNED
    return events


PIECE = {"kind": "toolCallDelta"}
SIGNED = {"anthropic_messages": {"signature": "c2lnbmVk"}}


def whole(number: int, kind: str, texts: list[str]) -> Json:
    """The block that they are in the reply."""
    text = "".join(texts)
    if kind == "toolCall":
        call = {"id": f"c{number}", "name": "n", "arguments": {"said": text}}
        return {"kind": kind, "toolCall": call}
    return {"kind": kind, "text": text, **({"metadata": SIGNED} if kind == "reasoning" else {})}


def by_turns(seed: int) -> tuple[list[Json], list[Json]]:
    """A stream whose blocks grow by turns, and the blocks of its reply."""
    dice = Dice(seed)
    blocks = [(n, dice.choice(KINDS), pieces(n, dice)) for n in range(dice.randint(2, 4))]
    # Some are told in another order than the reply has them.
    events = dice.turns([block_events(*block, dice) for block in dice.sample(blocks, len(blocks))])
    content = [whole(*block) for block in blocks]
    called = any(kind == "toolCall" for _, kind, _ in blocks)
    reply = {
        "id": "r", "model": "m", "message": {"role": "assistant", "content": content},
        "finishReason": "tool_calls" if called else "stop",
    }  # fmt: skip
    begun = {"kind": "started", "id": "r", "model": "m"}
    return [begun, *events, {"kind": "completed", "response": reply}], content


def joined(blocks: list[Json], kind: str = "text") -> str:
    return "".join(block["text"] for block in blocks if block["kind"] == kind)


def calls(blocks: list[Json]) -> list[Json]:
    return [block["toolCall"]["arguments"] for block in blocks if block["kind"] == "toolCall"]


@pytest.mark.parametrize("name", STREAMED)
@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_that_grow_by_turns_go_out_once_and_in_order(name: str, seed: int) -> None:
    events, blocks = by_turns(seed)
    module = importlib.import_module(f"toolwire.{name}")
    written = [*module.encode_stream(events, on_loss="ignore")]
    *_, last = module.decode_stream(json.loads(json.dumps(written)))
    assert last["kind"] == "completed"
    read = last["response"]["message"]["content"]
    assert sorted(map(str, calls(read))) == sorted(map(str, calls(blocks)))
    assert sorted(joined(read).split("<")) == sorted(joined(blocks).split("<"))
    thought = joined(read, "reasoning")  # not all wires have one that another signed
    assert all(thought.count(token) < 2 for token in joined(blocks, "reasoning").split("<")[1:])
    for block in blocks:
        if block["kind"] == "text":
            at = [joined(read).index(token) for token in block["text"].split("<")[1:]]
            assert at == sorted(at)


def test_a_thought_whose_text_comes_behind_a_call_is_told_piece_by_piece() -> None:
    call = {"id": "c", "name": "n", "arguments": {}}
    content = [{"kind": "reasoning", "text": "abc"}, {"kind": "toolCall", "toolCall": call}]
    message = {"role": "assistant", "content": content}
    deltas = [{"kind": "reasoningDelta", "index": 0, "text": text} for text in ("", "a", "b", "c")]
    called = {**PIECE, "index": 1, "id": "c", "name": "n", "argumentsDelta": "{}"}
    events = [
        {"kind": "started", "id": "r", "model": "m"}, deltas[0], called, *deltas[1:],
        {"kind": "completed",
         "response": {"id": "r", "model": "m", "message": message, "finishReason": "tool_calls"}},
    ]  # fmt: skip
    sent: list[Json] = [*openai_responses.encode_stream(events)]
    begun = "response.reasoning_summary"
    thought = [one for one in sent if one["type"].startswith(begun)]
    assert [one["type"].removeprefix(begun) for one in thought] == [
        "_part.added", *["_text.delta"] * 3, "_text.done", "_part.done",
    ]  # fmt: skip
    assert thought[-2]["text"] == "abc"

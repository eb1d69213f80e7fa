"""Random streams of Cohere: one block after another, each kind counted by itself."""

from __future__ import annotations

from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, arguments_text, outline, some_text

Json = Any
SLOPPY = False
"""Do services send what a strict client does not take?"""


def _about(kind: str, index: int, key: str, value: Json) -> Json:
    return {"type": kind, "index": index, "delta": {"message": {key: value}}}


def _part(made: Stream, block: Block, index: int, dice: Dice) -> None:
    """The events of a part, with citations among those of a text."""
    if block.kind == "other":
        value = {"type": "brand_new", "note": some_text(dice)}
        made.add(_about("content-start", index, "content", value), Step(None, block, value=value))
    else:
        key = "text" if block.kind == "text" else "thinking"
        begun = {"type": key, key: ""}
        made.add(_about("content-start", index, "content", begun), Step(None, block))
        for piece in dice.pieces(some_text(dice)):
            event = _about("content-delta", index, "content", {key: piece})
            made.add(event, Step(None, block, piece))
    made.add({"type": "content-end", "index": index}, Step(None, block, done=True))


def _plan(made: Stream, block: Block, dice: Dice) -> None:
    for piece in dice.pieces(some_text(dice)):
        event = {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}}
        made.add(event, Step(None, block, piece))


def _call(made: Stream, block: Block, index: int, dice: Dice, whole: bool) -> None:
    text = arguments_text(dice, whole)
    first, *pieces = dice.choice([["", *dice.pieces(text)], dice.pieces(text)])
    function = {"name": block.name, "arguments": first}
    begun = {"id": block.id, "type": "function", "function": function}
    made.add(_about("tool-call-start", index, "tool_calls", begun), Step(None, block, first))
    for piece in pieces:
        more = {"function": {"arguments": piece}}
        event = _about("tool-call-delta", index, "tool_calls", more)
        made.add(event, Step(None, block, piece))
    made.add({"type": "tool-call-end", "index": index}, Step(None, block, done=True))


def _ordered(blocks: list[Block], dice: Dice) -> tuple[list[Block], Block | None, list[Block]]:
    """The parts of the reply, the plan beside them, and the calls."""
    calls = [block for block in blocks if block.kind == "call"]
    parts = [block for block in blocks if block.kind != "call"]
    plan = Block("text") if calls and dice.chance(2) else None
    if plan is not None and dice.chance(2):
        parts = [block for block in parts if block.kind == "reasoning"]
    return parts, plan, calls


def stream(dice: Dice) -> Stream:
    """A reply of Cohere."""
    made = Stream()
    parts, plan, calls = _ordered(outline(dice, "tool_", "all"), dice)
    message: Json = {"role": "assistant"}
    if not dice.chance(4):
        message |= {"content": [], "tool_plan": "", "tool_calls": [], "citations": []}
    name = f"{dice.randrange(10**9):08x}"
    made.add({"type": "message-start", "id": name, "delta": {"message": message}})
    for index, block in enumerate(parts):
        _part(made, block, index, dice)
    if plan is not None:
        _plan(made, plan, dice)
    cut = bool(calls) and dice.chance(12)
    for index, block in enumerate(calls):
        _call(made, block, index, dice, not (cut and block is calls[-1]))
    finish = "TOOL_CALL" if calls else dice.choice(["COMPLETE", "STOP_SEQUENCE", "MAX_TOKENS"])
    finish = "MAX_TOKENS" if cut else finish
    delta: Json = {"finish_reason": finish}
    if dice.chance(2):
        delta["usage"] = {"tokens": {"input_tokens": 7, "output_tokens": 9}}
        made.tokens = (7, 9)
    made.add({"type": "message-end", "delta": delta})
    made.end(finish)
    if dice.chance(2):
        made.add("[DONE]")
    return made

"""Random streams of Mistral: texts, lists of parts, and calls, as a rule whole."""

from __future__ import annotations

from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, arguments_text, outline, some_text

Json = Any
SLOPPY = True
"""Do services send what a strict client does not take?"""


def _call(block: Block, index: int, dice: Dice, whole: bool) -> list[Step]:
    """The deltas of a call: whole, as a rule, or its arguments in pieces under its number."""
    text = arguments_text(dice, whole)
    pieces = dice.pieces(text) if dice.chance(5) else [text]
    begun: Json = {"type": "function"} if dice.chance(2) else {}
    begun |= {"index": index}
    if block.id is not None:
        begun["id"] = block.id
    function = {"name": block.name, "arguments": pieces[0]}
    steps = [Step({"tool_calls": [{**begun, "function": function}]}, block, pieces[0])]
    for one in pieces[1:]:
        piece = {"index": index, "function": {"arguments": one}}
        steps.append(Step({"tool_calls": [piece]}, block, one))
    return steps


def _part(block: Block, dice: Dice, listed: bool) -> list[Step]:
    """The deltas of a text, of thoughts or of a reference."""
    if block.kind == "other":
        block.value = {"type": "reference", "reference_ids": [dice.randrange(9)]}
        return [Step({"content": [block.value]}, block)]
    pieces = [piece for piece in dice.pieces(some_text(dice)) if piece] or ["-"]
    steps = []
    for at, piece in enumerate(pieces):
        text = {"type": "text", "text": piece}
        if block.kind == "reasoning":
            closed = {"closed": True} if at else {}
            wire: Json = [{"type": "thinking", "thinking": [text], **closed}]
        else:
            wire = [text] if listed and not at else piece
        steps.append(Step({"content": wire}, block, piece))
    return steps


def _steps(dice: Dice) -> list[Step]:
    """All that is said: texts and calls as they come, or parts in a list and the calls behind."""
    blocks = outline(dice, "c", "all")
    listed = any(block.kind in ("reasoning", "other") for block in blocks) or dice.chance(2)
    if listed:
        blocks.sort(key=lambda block: block.kind == "call")
    calls = [block for block in blocks if block.kind == "call"]
    steps: list[Step] = []
    last: Block | None = None
    for block in blocks:
        if block.kind == "call":
            whole = not (block is calls[-1] and block is blocks[-1] and dice.chance(12))
            steps += _call(block, calls.index(block), dice, whole)
            last = None  # what follows is told apart by when it comes
            continue
        if last is not None and last.kind == block.kind != "other":
            block = last  # neighbours of one kind are one
        steps += _part(block, dice, listed=listed and dice.chance(2))
        last = block
    return steps


def stream(dice: Dice) -> Stream:
    """A reply of Mistral, or of a host of its models."""
    made, steps = Stream(), _steps(dice)
    about: Json = {"id": f"{dice.randrange(10**9):032x}", "object": "chat.completion.chunk",
                   "created": 1790000000, "model": "m"}  # fmt: skip
    padded = dice.chance(2)

    def chunk(delta: Json, reason: str | None) -> Json:
        choice: Json = {"index": 0, "delta": delta, "finish_reason": reason}
        event = {**about, "choices": [choice]}
        return {**event, "p": "a" * dice.randint(0, 9)} if padded else event

    made.add(chunk({"role": "assistant", "content": ""}, None))
    finish = _finish(steps, dice)
    with_last = dice.chance(2)
    usage = {"prompt_tokens": 7, "completion_tokens": 9, "total_tokens": 16}
    for at, step in enumerate(steps):
        ends = with_last and at == len(steps) - 1
        event = chunk(step.wire, finish if ends else None)
        made.add({**event, "usage": usage} if ends else event, step)
    if not with_last:
        made.add({**chunk({"content": ""}, finish), "usage": usage})
    made.tokens = (7, 9)
    made.end(finish)
    if dice.chance(2):
        made.add("[DONE]")
    return made


def _finish(steps: list[Step], dice: Dice) -> str:
    """Why the reply stops."""
    texts: dict[int, Block] = {}
    for step in steps:
        if step.block is not None and step.block.kind == "call":
            block = texts.setdefault(id(step.block), Block("call"))
            block.text += step.piece
    if not all(block.whole() for block in texts.values()):
        return "length"
    usual = ["tool_calls"] * 5 + ["stop"] if texts else ["stop"] * 3 + ["length", "model_length"]
    return dice.choice(usual)

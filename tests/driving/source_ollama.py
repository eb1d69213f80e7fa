"""Random streams of Ollama: lines of thoughts and text, calls whole."""

from __future__ import annotations

import json
from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, outline, some_arguments, some_text

Json = Any


def _steps(block: Block, number: int, dice: Dice) -> list[Step]:
    """The lines of a block."""
    if block.kind == "call":
        value = some_arguments(dice)
        told: Json = {"function": {"name": block.name, "arguments": value}}
        if dice.chance(2):
            told["function"] = {"index": number, **told["function"]}
        if block.id is not None:
            told = {"id": block.id, **told}
        return [Step({"tool_calls": [told]}, block, json.dumps(value), done=True)]
    key = "thinking" if block.kind == "reasoning" else "content"
    return [Step({key: one}, block, one) for one in dice.pieces(some_text(dice))]


def ollama_stream(dice: Dice) -> Stream:
    """A reply of Ollama."""
    made = Stream("ollama_chat")
    found: list[Block] = []
    for block in outline(dice, "call_", "all"):
        # There is one text, ahead of the calls, and nothing that the wire alone knows.
        kinds = {one.kind for one in found}
        if block.kind == "call" or (block.kind in ("reasoning", "text") and not kinds & {
            block.kind, "call"
        }):  # fmt: skip
            found.append(block)
    steps: list[Step] = []
    for number, block in enumerate(found):
        steps += _steps(block, number - sum(one.kind != "call" for one in found), dice)
    about = {"model": "qwen3", "created_at": "2026-01-02T03:04:05.678901Z"}
    for step in steps:
        message = {"role": "assistant", "content": "", **step.wire}
        made.add({**about, "message": message, "done": False}, step)
    finish = dice.choice(["stop", "stop", "length"])
    made.add({
        **about, "message": {"role": "assistant", "content": ""}, "done": True,
        "done_reason": finish, "total_duration": 900, "load_duration": 100,
        "prompt_eval_count": 7, "prompt_eval_duration": 300, "eval_count": 9, "eval_duration": 400,
    })  # fmt: skip
    made.end(finish)
    made.tokens = (7, 9)
    return made

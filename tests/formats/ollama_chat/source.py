"""Random streams of Ollama: lines of thoughts and text, calls whole."""

from __future__ import annotations

import json
from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, outline, some_arguments, some_text

Json = Any
SLOPPY = True
"""Do services send what a strict client does not take?"""


def _call(block: Block, number: int, indexed: bool, dice: Dice) -> Step:
    value = some_arguments(dice)
    placed = {"index": number} if indexed else {}
    call: Json = {"function": {**placed, "name": block.name, "arguments": value}}
    if block.id is not None:
        call = {"id": block.id, **call}
    return Step({"tool_calls": [call]}, block, json.dumps(value), done=True)


def _steps(dice: Dice) -> list[Step]:
    """Thoughts, then one text, then calls: there is nothing that the wire alone knows."""
    blocks = outline(dice, "call_", dice.choice(["all", "all", "none"]))
    indexed = dice.chance(2)
    steps: list[Step] = []
    for kind, key in (("reasoning", "thinking"), ("text", "content")):
        block = next((one for one in blocks if one.kind == kind), None)
        if block is not None:
            steps += [Step({key: one}, block, one) for one in dice.pieces(some_text(dice))]
    calls = [block for block in blocks if block.kind == "call"]
    return steps + [_call(block, at, indexed, dice) for at, block in enumerate(calls)]


def _message(group: list[Step]) -> Json:
    """What a line says; calls share one."""
    calls = [call for step in group for call in step.wire.get("tool_calls", [])]
    message: Json = {"role": "assistant", "content": ""}
    for step in group:
        message |= step.wire
    return message | ({"tool_calls": calls} if calls else {})


def _grouped(steps: list[Step], dice: Dice) -> list[list[Step]]:
    """Some calls share a line, with one another or with the piece of text before."""
    groups: list[list[Step]] = []
    for step in steps:
        if groups and "tool_calls" in step.wire and dice.chance(3):
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def stream(dice: Dice) -> Stream:
    """A reply of Ollama."""
    made = Stream()
    about = {"model": "qwen3", "created_at": "2026-01-02T03:04:05.678901Z"}
    groups = _grouped(_steps(dice), dice)
    last = groups.pop() if groups and dice.chance(4) else []
    for group in groups:
        made.add({**about, "message": _message(group), "done": False}, *group)
    finish = dice.choice(["stop", "stop", "length"])
    ending: Json = {
        "done": True, "done_reason": finish, "total_duration": 900, "load_duration": 100,
        "prompt_eval_count": 7, "prompt_eval_duration": 300, "eval_count": 9, "eval_duration": 400,
    }  # fmt: skip
    made.add({**about, "message": _message(last), **ending}, *last)
    made.end(finish)
    made.tokens = (7, 9)
    return made

"""Random streams of Gemini: chunks of parts, calls whole."""

from __future__ import annotations

import json
from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import KEYS, WORDS, Step, Stream, outline, some_arguments, some_text

Json = Any
SLOPPY = True
"""Do services send what a strict client does not take?"""


def _partial(block: Block, call: Json, part: Json, dice: Dice) -> list[Step]:
    """A call whose arguments come value by value, as Vertex sends them when asked to."""
    value = {key: f"{key} {dice.choice(WORDS)}" for key in dice.sample(KEYS, dice.randint(1, 2))}
    steps = [Step({**part, "functionCall": {**call, "willContinue": True}}, block)]
    for key, text in value.items():
        half = dice.randint(0, len(text))
        for piece, more in ((text[:half], True), (text[half:], False)):
            partial: Json = {"jsonPath": f"$.{key}", "stringValue": piece}
            partial |= {"willContinue": True} if more else {}
            inner = {"partialArgs": [partial], "willContinue": True}
            steps.append(Step({"functionCall": inner}, block))
    steps.append(Step({"functionCall": {}}, block, json.dumps(value), done=True))
    return steps


def _other(dice: Dice) -> Json:
    return dice.choice([
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
        {"inlineData": {"mimeType": "image/png", "data": "aGk="}},
        {"brandNew": {"note": dice.choice(WORDS)}},
    ])  # fmt: skip


def _block(block: Block, dice: Dice, signed: bool) -> list[Step]:
    """The parts of a block."""
    if block.kind in ("text", "reasoning"):
        thought = {"thought": True} if block.kind == "reasoning" else {}
        pieces = dice.pieces(some_text(dice))
        steps = [Step({"text": one, **thought}, block, one) for one in pieces]
        if dice.chance(5):
            # A signature comes with the last piece, or with an empty one.
            if dice.chance(2):
                steps.append(Step({"text": "", **thought}, block))
            steps[-1].signature = f"c2ln{dice.randrange(10**6)}"
            steps[-1].wire["thoughtSignature"] = steps[-1].signature
        return steps
    if block.kind == "call":
        call: Json = {"name": block.name} | ({} if block.id is None else {"id": block.id})
        signature = f"c2ln{dice.randrange(10**6)}" if signed else ""
        part = {"thoughtSignature": signature} if signature else {}
        if dice.chance(8):
            steps = _partial(block, call, part, dice)
        else:
            value = some_arguments(dice)
            filled = {**call, "args": value} if value or dice.chance(2) else call
            text = json.dumps(value)
            steps = [Step({"functionCall": filled, **part}, block, text, done=True)]
        steps[0].signature = signature
        return steps
    value = _other(dice)
    return [Step(value, block, value=value, done=True)]


def stream(dice: Dice) -> Stream:
    """A reply of Gemini."""
    made, ids = Stream(), dice.choice(["all", "none", "none", "some"])
    blocks: list[Block] = []
    for block in outline(dice, "fc_", ids):
        # Nobody can tell neighbouring texts from one that comes in pieces.
        if block.kind in ("call", "other") or [one.kind for one in blocks[-1:]] != [block.kind]:
            blocks.append(block)
    steps: list[Step] = []
    signed = dice.chance(2)
    for block in blocks:
        steps += _block(block, dice, signed and block.kind == "call")
        signed = signed and block.kind != "call"
    usage = {"promptTokenCount": 7, "candidatesTokenCount": 9, "totalTokenCount": 16}
    about = {"modelVersion": "gemini-3", "responseId": f"r{dice.randrange(10**6)}"}
    finish = "STOP" if dice.chance(2) else dice.choice(["STOP", "MAX_TOKENS", "SAFETY", "OTHER"])
    groups = dice.groups(steps)
    trailing = dice.choice(["with the last", "empty text", "no content"])
    for at, group in enumerate(groups):
        ends = at == len(groups) - 1 and trailing == "with the last"
        content = {"role": "model", "parts": [step.wire for step in group]}
        candidate: Json = {"content": content, "index": 0}
        candidate |= {"finishReason": finish} if ends else {}
        event: Json = {"candidates": [candidate], **about}
        if ends or dice.chance(2):
            event["usageMetadata"] = usage if ends else {**usage, "candidatesTokenCount": 1}
        made.add(event, *group)
    if trailing != "with the last":
        candidate = {"finishReason": finish, "index": 0}
        if trailing == "empty text":
            candidate["content"] = {"role": "model", "parts": [{"text": ""}]}
        made.add({"candidates": [candidate], "usageMetadata": usage, **about})
    made.end(finish)
    made.tokens = (7, 9)
    return made

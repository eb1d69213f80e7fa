"""Random streams of Converse, and what they say."""

from __future__ import annotations

from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import (
    WORDS,
    Step,
    Stream,
    arguments_text,
    outline,
    some_arguments,
    some_text,
)

Json = Any
SLOPPY = False
"""Do services send what a strict client does not take?"""


def _citation(dice: Dice) -> Json:
    place = {"documentIndex": 0, "start": 1, "end": dice.randint(2, 9)}
    return {"title": dice.choice(WORDS), "location": {"documentPage": place}}


def _started(start: Json, block: Block, *steps: Step) -> list[Step]:
    return [Step({"start": start}, block), *steps]


def _other(dice: Dice, block: Block) -> list[Step]:
    """A block that only this wire understands."""
    shape = dice.randrange(4)
    if shape == 0:
        value: Json = {"brandNew": {"note": dice.choice(WORDS)}}
        return [Step({"start": value}, block, value=value)]
    if shape == 1:
        cited = [_citation(dice) for _ in range(dice.randint(1, 2))]
        wholes = [{"citationsContent": {"citations": cited[:at]}} for at in (1, 2)]
        return [
            Step({"delta": {"citation": one}}, block, value=whole)
            for one, whole in zip(cited, wholes, strict=False)
        ]
    if shape == 2:
        start = {"toolUseId": f"srv_{dice.randrange(10**6)}", "type": "search_result"}
        text = some_text(dice)
        value = {"toolResult": {**start, "content": [{"text": text}]}}
        brought = Step({"delta": {"toolResult": [{"text": text}]}}, block, value=value)
        return _started({"toolResult": start}, block, brought)
    given = some_arguments(dice)
    begun = {"toolUseId": f"srv_{dice.randrange(10**6)}", "name": "search",
             "type": "server_tool_use"}  # fmt: skip
    steps = _started({"toolUse": begun}, block)
    steps += [Step({"delta": {"toolUse": {"input": piece}}}, block)
              for piece in dice.pieces(dice.spelled(given))]  # fmt: skip
    steps[-1].value = {"toolUse": {**begun, "input": given}}
    return steps


def _block(block: Block, dice: Dice, whole: bool) -> list[Step]:
    """The events of a block without its stop: what each has, and what it says."""
    if block.kind == "text":
        text = some_text(dice) if not dice.chance(10) else ""
        pieces = dice.pieces(text) or [""]
        steps = [Step({"delta": {"text": one}}, block, one) for one in pieces]
        if text and dice.chance(5):
            cited = [_citation(dice) for _ in range(dice.randint(1, 2))]
            citations = [Step({"delta": {"citation": one}}, block, value=cited[:at])
                         for at, one in enumerate(cited, 1)]  # fmt: skip
            steps = dice.turns([citations, steps])
        return steps
    if block.kind == "reasoning":
        if dice.chance(4):
            data = f"cmVk{dice.randrange(10**6)}"
            redacted = {"delta": {"reasoningContent": {"redactedContent": data}}}
            return [Step(redacted, block, signature=data)]
        text = some_text(dice) if not dice.chance(5) else ""
        signature = f"c2ln{dice.randrange(10**6)}"
        signed = [signature[:5], signature[5:]] if dice.chance(4) else [signature]
        return [
            *(Step({"delta": {"reasoningContent": {"text": one}}}, block, one)
              for one in dice.pieces(text) or [""]),
            *(Step({"delta": {"reasoningContent": {"signature": one}}}, block, signature=one)
              for one in signed),
        ]  # fmt: skip
    if block.kind == "call":
        start = {"toolUseId": block.id, "name": block.name}
        text = arguments_text(dice, whole)
        pieces = ["", *dice.pieces(text)] if dice.chance(2) else dice.pieces(text)
        if not text and dice.chance(2):
            pieces = []
        return _started({"toolUse": start}, block, *(
            Step({"delta": {"toolUse": {"input": one}}}, block, one) for one in pieces
        ))  # fmt: skip
    return _other(dice, block)


def stream(dice: Dice) -> Stream:
    """A message of Converse."""
    made, blocks = Stream(), outline(dice, "tooluse_", "all")
    padded = dice.chance(2)

    def add(name: str, body: Json, *steps: Step) -> None:
        padding = {"p": "abcdefg"[: dice.randint(0, 7)]} if padded else {}
        made.add({name: {**body, **padding}}, *steps)

    add("messageStart", {"role": "assistant"})
    cut = dice.chance(12) and blocks[-1].kind == "call"
    for index, block in enumerate(blocks):
        for step in _block(block, dice, not (cut and block is blocks[-1])):
            name = "contentBlockStart" if "start" in step.wire else "contentBlockDelta"
            add(name, {"contentBlockIndex": index, **step.wire}, step)
        add("contentBlockStop", {"contentBlockIndex": index}, Step(None, block, done=True))
    if any(block.kind == "call" for block in blocks) and not cut:
        finish = "tool_use"
    else:
        usual = ["end_turn", "stop_sequence", "guardrail_intervened", "content_filtered"]
        finish = "max_tokens" if cut or dice.chance(5) else dice.choice(usual)
    add("messageStop", {"stopReason": finish})
    made.end(finish)
    usage = {"inputTokens": 7, "outputTokens": 9, "totalTokens": 16}
    add("metadata", {"usage": usage, "metrics": {"latencyMs": 5}})
    made.tokens = (7, 9)
    return made

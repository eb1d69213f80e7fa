"""Random streams of Anthropic Messages: one block after another, each begun and stopped."""

from __future__ import annotations

import json
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
    return {"type": "char_location", "cited_text": dice.choice(WORDS), "document_index": 0,
            "document_title": None, "start_char_index": 0, "end_char_index": 2}  # fmt: skip


def _other(dice: Dice) -> tuple[Json, list[Json], Json]:
    """A block that only this wire understands: its beginning, its deltas, and its whole."""
    shape = dice.randrange(6)
    cited = _citation(dice)
    if shape == 0:
        block: Json = {"type": "brand_new", "note": dice.choice(WORDS)}
        return block, [], block
    if shape == 1:
        block = {"type": "brand_new", "citations": [cited]}
        return block, [], block
    if shape == 2:
        begun: Json = {"type": "brand_new", "note": "n", "citations": []}
        deltas = [{"type": "citations_delta", "citation": cited}]
        return begun, deltas, {**begun, "citations": [cited]}
    if shape == 3:
        begun = {"type": "brand_new", "note": ""}
        text = some_text(dice)
        deltas = [{"type": "brand_new_delta", "note": piece} for piece in dice.pieces(text)]
        return begun, deltas, {**begun, "note": text}
    if shape == 4:
        begun = {"type": "compaction", "content": None}
        text = some_text(dice)
        return begun, [{"type": "compaction_delta", "content": text}], {**begun, "content": text}
    value = some_arguments(dice)
    begun = {"type": "server_tool_use", "id": f"srvtoolu_{dice.randrange(10**6)}",
             "name": "web_search", "input": {}}  # fmt: skip
    deltas = [{"type": "input_json_delta", "partial_json": piece}
              for piece in dice.pieces(dice.spelled(value))]  # fmt: skip
    return begun, deltas, {**begun, "input": value}


def _block(block: Block, dice: Dice, whole: bool) -> list[Step]:
    """The beginning of a block, its deltas, and (not here) its stop."""
    if block.kind == "text":
        text = some_text(dice) if not dice.chance(10) else ""
        first, *rest = dice.pieces(text) if dice.chance(10) else ["", text]
        rest = dice.pieces(rest[0]) if rest and not first else rest
        steps = [Step({"type": "text", "text": first}, block, first)]
        steps += [Step({"type": "text_delta", "text": one}, block, one) for one in rest]
        if text and dice.chance(6):
            steps[0].wire["citations"] = []
            cited = [_citation(dice) for _ in range(dice.randint(1, 2))]
            for at, one in enumerate(cited, 1):
                delta = {"type": "citations_delta", "citation": one}
                steps.append(Step(delta, block, value=cited[:at]))
        return steps
    if block.kind == "reasoning":
        if dice.chance(4):
            data = f"cmVk{dice.randrange(10**6)}"
            return [Step({"type": "redacted_thinking", "data": data}, block, signature=data)]
        text = some_text(dice) if not dice.chance(5) else ""
        signature = f"c2ln{dice.randrange(10**6)}"
        steps = [Step({"type": "thinking", "thinking": "", "signature": ""}, block)]
        steps += [Step({"type": "thinking_delta", "thinking": one}, block, one)
                  for one in dice.pieces(text)]  # fmt: skip
        for one in [signature[:5], signature[5:]] if dice.chance(4) else [signature]:
            delta = {"type": "signature_delta", "signature": one}
            steps.append(Step(delta, block, signature=one))
        return steps
    if block.kind == "call":
        begun = {"type": "tool_use", "id": block.id, "name": block.name}
        if whole and dice.chance(8):
            value = some_arguments(dice)
            return [Step({**begun, "input": value}, block, json.dumps(value) if value else "")]
        text = arguments_text(dice, whole)
        return [
            Step({**begun, "input": {}}, block),
            *(Step({"type": "input_json_delta", "partial_json": one}, block, one)
              for one in (["", *dice.pieces(text)] if dice.chance(2) else dice.pieces(text))),
        ]  # fmt: skip
    first_, deltas, value = _other(dice)
    steps = [Step(first_, block, value=value if not deltas else None)]
    steps += [Step(delta, block) for delta in deltas]
    steps[-1].value = value
    return steps


def stream(dice: Dice) -> Stream:
    """A message of Anthropic."""
    made, blocks = Stream(), outline(dice, "toolu_", "all")
    message: Json = {"id": f"msg_{dice.randrange(10**6)}", "type": "message", "role": "assistant",
                     "model": "claude", "content": [], "stop_reason": None, "stop_sequence": None,
                     "usage": {"input_tokens": 7, "output_tokens": 1}}  # fmt: skip
    made.add({"type": "message_start", "message": message})
    cut = dice.chance(12) and blocks[-1].kind == "call"
    for index, block in enumerate(blocks):
        first, *rest = _block(block, dice, not (cut and block is blocks[-1]))
        _ping(made, dice)
        start = {"type": "content_block_start", "index": index, "content_block": first.wire}
        made.add(start, first)
        for step in rest:
            _ping(made, dice)
            made.add({"type": "content_block_delta", "index": index, "delta": step.wire}, step)
        made.add({"type": "content_block_stop", "index": index}, Step(None, block, done=True))
    if any(block.kind == "call" for block in blocks) and not cut:
        finish = "tool_use"
    else:
        usual = ["end_turn", "stop_sequence", "refusal", "pause_turn"]
        finish = "max_tokens" if cut or dice.chance(5) else dice.choice(usual)
    reason = {"stop_reason": finish, "stop_sequence": "END" if finish == "stop_sequence" else None}
    made.add({"type": "message_delta", "delta": reason, "usage": {"output_tokens": 9}})
    made.end(finish)
    made.tokens = (7, 9)
    made.add({"type": "message_stop"})
    return made


def _ping(made: Stream, dice: Dice) -> None:
    if dice.chance(15):
        made.add({"type": "ping"})

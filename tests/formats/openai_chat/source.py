"""Random streams of Chat Completions: deltas of one text, and of calls by their index."""

from __future__ import annotations

from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, arguments_text, outline, some_text

Json = Any
SLOPPY = True
"""Do services send what a strict client does not take?"""


def _call(block: Block, index: int, dice: Dice, whole: bool, in_one: bool) -> list[Step]:
    """The deltas of a call: it begins with id and name, and its arguments come in pieces."""
    text = some_text(dice) if block.free else arguments_text(dice, whole)
    pieces = [text] if in_one else dice.choice([["", *dice.pieces(text)], dice.pieces(text)])
    kind, key = ("custom", "input") if block.free else ("function", "arguments")
    begun: Json = {"index": index, "type": kind}
    if block.id is not None:
        begun["id"] = block.id
    elif dice.chance(2):
        begun["id"] = ""
    function = {"name": block.name, key: pieces[0]}
    steps = [Step({"tool_calls": [{**begun, kind: function}]}, block, pieces[0])]
    for one in pieces[1:]:
        piece = {"index": index, kind: {key: one}}
        steps.append(Step({"tool_calls": [piece]}, block, one))
    return steps


def _with_runs(steps: list[Step]) -> list[Step]:
    """The same steps; each text between two beginnings of calls is a block of its own."""
    run, begun = Block("text"), set[int]()
    for step in steps:
        if step.block is None:
            continue
        if step.block.kind == "text":
            step.block = run if step.piece else None
        elif id(step.block) not in begun:
            begun.add(id(step.block))
            run = Block("text")
    return steps


def _steps(dice: Dice) -> list[Step]:
    """All that is said, in one of the orders in which it may come; what is thought comes first."""
    blocks = outline(dice, "call_", dice.choice(["all", "all", "all", "none"]))
    same_index = dice.chance(12) and all(b.id for b in blocks if b.kind == "call")
    calls = [block for block in blocks if block.kind == "call"]
    for block in calls:
        block.free = block.id is not None and dice.chance(5)
    mixed = dice.chance(3) and not same_index
    queues: list[list[Step]] = []
    for block in blocks:
        if block.kind == "text":
            queue = [Step({"content": one}, block, one) for one in dice.pieces(some_text(dice))]
        elif block.kind == "call":
            at = calls.index(block)
            whole = not (block is calls[-1] and block is blocks[-1] and dice.chance(12))
            in_one = same_index or dice.chance(4)
            queue = _call(block, 0 if same_index else at, dice, whole, in_one)
        else:
            queue = [Step({"x_new": one}) for one in dice.pieces(some_text(dice))]
        queues.append(queue)
    return _thoughts(dice) + _with_runs(dice.turns(queues, one_by_one=not mixed))


def _thoughts(dice: Dice) -> list[Step]:
    """What compatible services show of it, under one key or another."""
    key = dice.choice(["", "reasoning_content", "reasoning"])
    block = Block("reasoning")
    return [Step({key: one}, block, one) for one in dice.pieces(some_text(dice)) if key]


def _together(steps: list[Step], dice: Dice) -> list[list[Step]]:
    """Some neighbours share a chunk: calls do, and a text with the beginning of a call."""
    groups: list[list[Step]] = []
    for step in steps:
        last = groups[-1] if groups else []
        keys = {key for one in last for key in one.wire if key != "tool_calls"}
        indexes = {call["index"] for one in last for call in one.wire.get("tool_calls", [])}
        here = {call["index"] for call in step.wire.get("tool_calls", [])}
        clash = keys & {*step.wire} or indexes & here
        # A text is told ahead of the calls in its chunk, so it cannot follow one there.
        follows = indexes and "tool_calls" not in step.wire
        if last and not clash and not follows and dice.chance(4):
            last.append(step)
        else:
            groups.append([step])
    return groups


def _delta(group: list[Step]) -> Json:
    delta: Json = {}
    for step in group:
        calls = [*delta.get("tool_calls", []), *step.wire.get("tool_calls", [])]
        delta |= step.wire
        if calls:
            delta["tool_calls"] = calls
    return delta


def _dress(delta: Json, made: Stream, habits: Json) -> Json:
    """A delta with what a service always adds to it."""
    if habits["role always"] or not any(event["choices"] for event in made.events):
        delta = {"role": "assistant", **delta}
    if habits["content always"] and "content" not in delta:
        delta["content"] = habits["content always"][0]
    return delta


def _chunk(about: Json, delta: Json, reason: str | None, habits: Json) -> Json:
    choice: Json = {"index": 0, "delta": delta, "finish_reason": reason}
    choice |= {"logprobs": None} if habits["logprobs"] else {}
    return {**about, "choices": [choice], **({"usage": None} if habits["usage null"] else {})}


def stream(dice: Dice) -> Stream:
    """A reply of Chat Completions, or of a service that speaks it."""
    made, steps = Stream(), _steps(dice)
    about: Json = {"id": f"chatcmpl-{dice.randrange(10**6)}", "object": "chat.completion.chunk",
                   "created": 1790000000, "model": "gpt", "system_fingerprint": "fp"}  # fmt: skip
    habits = {
        "role always": dice.chance(5),
        "content always": dice.choice([None, None, None, [None], [""]]),
        "logprobs": dice.chance(2),
        "usage null": dice.chance(3),
    }
    if dice.chance(8):
        made.add({**about, "choices": [], "prompt_filter_results": []})
    if dice.chance(2):
        delta = {"content": dice.choice(["", None])} if dice.chance(2) else {}
        made.add(_chunk(about, _dress(delta, made, habits), None, habits))
    groups = _together(steps, dice)
    finish, ending = _finish(steps, dice)
    for at, group in enumerate(groups):
        ends = at == len(groups) - 1 and ending == "with the last"
        delta = _dress(_delta(group), made, habits)
        made.beside += [
            (len(made.events), key, text)
            for step in group if step.block is None
            for key, text in step.wire.items() if key not in ("content", "tool_calls")
        ]  # fmt: skip
        made.add(_chunk(about, delta, finish if ends else None, habits), *group)
    if ending == "apart":
        made.add(_chunk(about, {"content": ""} if dice.chance(4) else {}, finish, habits))
    usage = {"prompt_tokens": 7, "completion_tokens": 9, "total_tokens": 16}
    after: list[Json] = [{**about, "choices": [], "usage": usage}] if dice.chance(2) else []
    made.tokens = (7, 9) if after else None
    after += ["[DONE]"] if dice.chance(2) else []
    if finish is None and not after:
        after = ["[DONE]"]
    for number, event in enumerate(after):
        if finish is None and number == 0:
            made.add(event)
            made.end(None)
            continue
        if number == 0:
            made.end(finish)
        made.add(event)
    if not after:
        made.end(finish)
    return made


def _finish(steps: list[Step], dice: Dice) -> tuple[str | None, str]:
    """Why the reply stops, and where it says so."""
    texts: dict[int, Block] = {}
    for step in steps:
        if step.block is not None and step.block.kind == "call":
            block = texts.setdefault(id(step.block), Block("call", free=step.block.free))
            block.text += step.piece
    ending = dice.choice(["apart", "apart", "with the last"])
    if not all(block.whole() for block in texts.values()):
        return "length", ending
    if dice.chance(15):
        return None, "nowhere"
    usual = ["tool_calls"] * 5 + ["stop"] if texts else ["stop"] * 3 + ["length", "content_filter"]
    return dice.choice(usual), ending

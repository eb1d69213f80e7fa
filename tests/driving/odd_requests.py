"""Request bodies as apps send them that know nothing of our order: odd, but valid by the schema.

Results come in other orders than their calls, in messages of their own, behind or after texts of
the user, late, twice, or never; ids repeat from turn to turn, or are missing. A body says with
``determined`` whether there is no doubt which result answers which call.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from dice import Dice
from driving.pairing import answer, ask
from driving.replies import NAMES, call_ids

Json = Any
STYLES = {
    "openai_chat": ("unique", "unique", "counted", "dotted", "same", "missing", "empty"),
    "anthropic_messages": ("unique", "unique", "counted", "same"),
    "gemini": ("missing", "missing", "unique", "dotted", "counted", "some", "on calls only"),
}


@dataclass(frozen=True)
class Call:
    """A call with the id it has on the wire, and the id that results say to answer it."""

    marker: int
    name: str
    id: str | None
    answered_as: str | None


@dataclass(frozen=True)
class Step:
    """A message of the model, or of the user's side, with its text first."""

    role: str
    text: str | None = None
    calls: list[Call] = field(default_factory=list)
    results: list[Call] = field(default_factory=list)


@dataclass
class Odd:
    """A body and what it says: the markers of its calls, and of those that have no result."""

    wire: str
    body: Json
    asked: list[int]
    unanswered: list[int]
    determined: bool = True


def odd(wire: str, dice: Dice) -> Odd:
    """One odd request body."""
    made = Odd(wire, {}, [], [])
    style = dice.choice(STYLES[wire])
    steps = [Step("user", "How warm is it in Oslo?")]
    turns = dice.randint(1, 3)
    for turn in range(turns):
        calls = _calls(style, len(made.asked) + 1, dice)
        made.asked += [call.marker for call in calls]
        steps.append(Step("model", dice.choice([None, "Let me see."]), calls))
        results = _shuffled(wire, calls, dice)
        if style == "unique" and turn == turns - 1 and dice.chance(5):
            made.unanswered.append(results.pop().marker)
        elif dice.chance(15):
            results.append(dice.choice(results))
            made.determined = False
        steps += _laid_out(results, style, dice)
        if dice.chance(3):
            steps.append(Step("user", "And tomorrow?"))
    if dice.chance(15):
        steps.append(Step("user", results=[Call(0, "find", "call_lost", "call_lost")]))
        made.determined = False
    made.body = _WRITERS[wire](steps, dice)
    return made


def _calls(style: str, first: int, dice: Dice) -> list[Call]:
    names = dice.sample(NAMES, dice.randint(1, len(NAMES)))
    on_calls_only = style == "on calls only"
    found = call_ids("unique" if on_calls_only else style, dice.randint(1, 4), dice)
    return [
        Call(first + at, dice.choice(names), id_, None if on_calls_only else id_)
        for at, id_ in enumerate(found)
    ]


def _shuffled(wire: str, calls: list[Call], dice: Dice) -> list[Call]:
    """The results in any order, but those in order that order alone tells apart."""

    def told_by(call: Call) -> str:
        return call.answered_as or (f"name {call.name}" if wire == "gemini" else "")

    waiting = {key: [c for c in calls if told_by(c) == key] for key in map(told_by, calls)}
    return [waiting[told_by(call)].pop(0) for call in dice.sample(calls, len(calls))]


def _laid_out(results: list[Call], style: str, dice: Dice) -> list[Step]:
    """Results together, each on its own, or with texts before and between."""
    steps: list[Step] = []
    for group in [results] if dice.chance(2) else dice.groups(results):
        if dice.chance(5):
            steps.append(Step("user", "Hurry."))
        steps.append(Step("user", dice.choice([None, None, None, "Here:"]), results=group))
    if style == "unique" and dice.chance(6):
        # The model was asked again before the last results were there.
        steps[-1:-1] = [Step("user", "Well?"), Step("model", "One moment, please.")]
    return [step for step in steps if step.results or step.text]


# -- the wires


def _with(item: Json, key: str, id_: str | None) -> Json:
    return item if id_ is None else {key: id_, **item}


def _openai(steps: list[Step], dice: Dice) -> Json:
    messages: list[Json] = []
    for step in steps:
        said: Json = {"role": "assistant" if step.role == "model" else "user", "content": step.text}
        if step.calls:
            said["tool_calls"] = [
                _with(
                    {
                        "type": "function",
                        "function": {
                            "name": call.name,
                            "arguments": dice.spelled({"question": ask(call.marker)}),
                        },
                    },
                    "id",
                    call.id,
                )
                for call in step.calls
            ]
        if step.text or step.calls:
            messages.append(said)
        for call in step.results:
            text = answer(call.marker)
            content = dice.choice([text, [{"type": "text", "text": text}], json.dumps([text])])
            result = {"role": "tool", "content": content}
            messages.append(_with(result, "tool_call_id", call.answered_as))
    return {"model": "m", "messages": messages}


def _anthropic(steps: list[Step], dice: Dice) -> Json:
    messages: list[Json] = []
    for step in steps:
        blocks: list[Json] = [{"type": "text", "text": step.text}] if step.text else []
        blocks += [
            {
                "type": "tool_use",
                "id": call.id,
                "name": call.name,
                "input": {"question": ask(call.marker)},
            }
            for call in step.calls
        ]
        for call in step.results:
            text = answer(call.marker)
            content = dice.choice([text, [{"type": "text", "text": text}]])
            result = {"type": "tool_result", "tool_use_id": call.answered_as, "content": content}
            blocks.append(result | dice.choice([{}, {"is_error": True}, {"is_error": False}]))
        if step.results and dice.chance(4):
            blocks.append({"type": "text", "text": "Go on."})
        role = "assistant" if step.role == "model" else "user"
        plain = step.text if not step.calls + step.results and dice.chance(2) else None
        messages.append({"role": role, "content": plain or blocks})
    return {"model": "m", "max_tokens": 99, "messages": messages}


def _gemini(steps: list[Step], dice: Dice) -> Json:
    contents: list[Json] = []
    for step in steps:
        parts: list[Json] = [{"text": step.text}] if step.text else []
        for call in step.calls:
            wished = {"name": call.name, "args": {"question": ask(call.marker)}}
            parts.append({"functionCall": _with(wished, "id", call.id)})
        for call in step.results:
            key = dice.choice(["output", "error", "said"])
            result = {"name": call.name, "response": {key: answer(call.marker)}}
            parts.append({"functionResponse": _with(result, "id", call.answered_as)})
        content: Json = {"role": step.role, "parts": parts}
        if step.role == "user" and dice.chance(6):
            del content["role"]
        contents.append(content)
    return {"contents": contents}


_WRITERS = {"openai_chat": _openai, "anthropic_messages": _anthropic, "gemini": _gemini}

"""Request bodies as apps send them that know nothing of our order: odd, but valid by the schema.

Results come in other orders than their calls, in messages of their own, behind or after texts of
the user, late, twice, or never; ids repeat from turn to turn, or are missing. A body says with
``determined`` whether there is no doubt which result answers which call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dice import Dice
from driving.calls import NAMES, Call, Step, call_ids
from driving.talk import talk

Json = Any


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
    style = dice.choice(talk(wire).REQUEST_IDS)
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
    made.body = talk(wire).request(steps, dice)
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

    by_name = talk(wire).IDS_OPTIONAL

    def told_by(call: Call) -> str:
        return call.answered_as or (f"name {call.name}" if by_name else "")

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

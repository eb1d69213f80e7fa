"""Which result answers which call in a request body, by the rules of the wire alone.

The wire's ``talk`` takes a body apart into places, one for each message that asks or answers; the
rules of pairing then work on places. Nothing here knows toolwire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from driving.calls import Item, Place
from driving.talk import talk

Json = Any


# -- the rules


@dataclass(frozen=True)
class Answer:
    """A result and the call that it answers on its wire; None: it answers no call there."""

    call: Item | None
    result: Item


def _turns(wire: str, found: list[Place]) -> Iterator[tuple[list[Item], list[Item]]]:
    """Calls, and the results that stand where they can answer them: right after."""
    if not talk(wire).RESULTS_FOLLOW_SINGLY:
        for before, place in zip([Place(), *found], found, strict=False):
            yield before.calls, place.results
        return
    calls: list[Item] = []
    results: list[Item] = []
    for place in [*found, Place()]:
        if place.results:
            results += place.results
        else:
            yield calls, results
            calls, results = place.calls, []


def _match(calls: list[Item], results: list[Item]) -> Iterator[Answer]:
    """By id where the result has one, else the n-th of a name by the n-th without an id."""
    without: dict[str | None, Iterator[Item]] = {}
    for result in results:
        if result.id is None:
            queue = without.setdefault(
                result.name, iter([c for c in calls if (c.id, c.name) == (None, result.name)])
            )
            yield Answer(next(queue, None), result)
        else:
            yield Answer(next((call for call in calls if call.id == result.id), None), result)


def _answers(wire: str, found: list[Place]) -> list[Answer]:
    return [answer for turn in _turns(wire, found) for answer in _match(*turn)]


def _over_the_conversation(all_places: list[Place]) -> Iterator[Answer]:
    """A second reading of results without ids: the first open call of that name, wherever it is.

    Both must say the same: a call that stays open needs an id, if its name is called again.
    """
    waiting: list[Item] = []
    for place in all_places:
        for result in place.results:
            if result.id is None:
                call = next((call for call in waiting if call.name == result.name), None)
                if call is not None:
                    waiting.remove(call)
                yield Answer(call, result)
        waiting += [call for call in place.calls if call.id is None]


def answers(wire: str, body: Json) -> list[tuple[int | None, int]]:
    """(marker of the call, marker of the result) for each result of a body, as the wire says it."""
    found = _answers(wire, talk(wire).places(body))
    return [(one.call.marker if one.call else None, one.result.marker) for one in found]


def ids(wire: str, body: Json) -> dict[int, str]:
    """The ids of the calls that have one, by marker."""
    calls = [call for place in talk(wire).places(body) for call in place.calls]
    return {call.marker: call.id for call in calls if call.id is not None}


# -- what is wrong with a body


def faults(
    wire: str,
    body: Json,
    asked: Sequence[int] | None = None,
    unanswered: Collection[int] = (),
) -> list[str]:
    """What is wrong with the calls and results of a body, each fault once.

    ``asked``: the markers that its calls should have, in order. ``unanswered``: those of calls that
    have no result yet.
    """
    found = talk(wire).places(body)
    calls = [call for place in found for call in place.calls]
    expected = [call.marker for call in calls] if asked is None else [*asked]
    problems = [
        *_completeness(found, expected, unanswered),
        *_id_faults(wire, calls, unanswered),
        *_answer_faults(_answers(wire, found)),
        *_order_faults(wire, found),
    ]
    if not problems and talk(wire).IDS_OPTIONAL:
        for fault in _answer_faults([*_over_the_conversation(found)]):
            problems.append(f"{fault}, read over the whole conversation")
    return list(dict.fromkeys(problems))


def _completeness(
    found: list[Place], asked: list[int], unanswered: Collection[int]
) -> Iterator[str]:
    calls = [call.marker for place in found for call in place.calls]
    if calls != asked:
        same = Counter(calls) == Counter(asked)
        yield "calls are in another order" if same else "a call is lost, doubled or changed"
    results = Counter(result.marker for place in found for result in place.results)
    expected = Counter(marker for marker in asked if marker not in unanswered)
    if expected - results:
        yield "a result is lost or changed"
    if results - expected:
        yield "a result is doubled or made up"


def _id_faults(wire: str, calls: list[Item], unanswered: Collection[int]) -> Iterator[str]:
    """A call that came without an id may go without one until it is answered, or for good."""
    without = [call for call in calls if call.id is None and call.marker not in unanswered]
    if without and not talk(wire).IDS_OPTIONAL:
        yield "a call has no id"
    ids = [call.id for call in calls if call.id is not None]
    if len(set(ids)) < len(ids):
        yield "two calls share an id"


def _answer_faults(found: list[Answer]) -> Iterator[str]:
    for one in found:
        if one.call is None:
            yield "a result answers no call right before it"
        elif one.call.marker != one.result.marker:
            yield "a result answers another call"
        elif one.result.name is not None and one.result.name != one.call.name:
            yield "a result names another tool than its call"


def _order_faults(wire: str, found: list[Place]) -> Iterator[str]:
    """Results in the order of their calls, and before anything else where the wire wants it."""
    if any(place.behind for place in found):
        yield "something stands before the results"
    for calls, results in _turns(wire, found):
        order = [call.marker for call in calls]
        answered = [result.marker for result in results if result.marker in order]
        if answered != sorted(answered, key=order.index):
            yield "results are in another order than their calls"

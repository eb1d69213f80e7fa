"""Which result answers which call in a request body, by the rules of the wire alone.

Every call says ``ask 17.`` somewhere in its arguments and every result ``answer 17.`` in its value:
the marker of the call it was made for. Each reader takes a body apart into places, one for each
message of the wire; the rules of pairing then work on places. Nothing here knows toolwire.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = Any
CALL_MARKER = re.compile(r"ask (\d+)\.")
RESULT_MARKER = re.compile(r"answer (\d+)\.")


@dataclass(frozen=True)
class Item:
    """A call or a result, with an empty id read as none.

    ``marker`` is -1 where the markers are missing or disagree.
    """

    id: str | None
    name: str | None
    marker: int


@dataclass(frozen=True)
class Place:
    """One message of the wire: what it asks, what it answers.

    ``behind``: something stands before its results, on a wire that takes them first only.
    """

    calls: list[Item] = field(default_factory=list)
    results: list[Item] = field(default_factory=list)
    behind: bool = False


def _marker(pattern: re.Pattern[str], value: Json) -> int:
    found = set(pattern.findall(repr(value)))
    return int(found.pop()) if len(found) == 1 else -1


def ask(marker: int) -> str:
    """The marker of a call, for its arguments."""
    return f"ask {marker}."


def answer(marker: int) -> str:
    """The marker of the result of that call, for its value."""
    return f"answer {marker}."


def asked_by(value: Json) -> int:
    """The marker in a call's arguments, whatever shape they have."""
    return _marker(CALL_MARKER, value)


# -- the readers


def _openai_place(message: Json) -> Place:
    if message["role"] == "tool":
        marker = _marker(RESULT_MARKER, message["content"])
        return Place(results=[Item(message.get("tool_call_id") or None, None, marker)])
    functions = [(call.get("id"), call["function"]) for call in message.get("tool_calls") or []]
    return Place([Item(id_ or None, f["name"], asked_by(f["arguments"])) for id_, f in functions])


def _anthropic_place(message: Json) -> Place:
    content = message["content"]
    blocks = content if isinstance(content, list) else [{"type": "text"}]
    kinds = [block["type"] for block in blocks]
    calls = [
        Item(block["id"] or None, block["name"], asked_by(block["input"]))
        for block in blocks
        if block["type"] == "tool_use"
    ]
    results = [
        Item(block["tool_use_id"] or None, None, _marker(RESULT_MARKER, block.get("content")))
        for block in blocks
        if block["type"] == "tool_result"
    ]
    behind = any(kind != "tool_result" for kind in kinds[: len(results)])
    return Place(calls, results, behind)


def _gemini_place(content: Json) -> Place:
    parts = content.get("parts", [])
    calls = [part["functionCall"] for part in parts if "functionCall" in part]
    results = [part["functionResponse"] for part in parts if "functionResponse" in part]
    return Place(
        [Item(call.get("id") or None, call["name"], asked_by(call.get("args"))) for call in calls],
        [
            Item(one.get("id") or None, one["name"], _marker(RESULT_MARKER, one["response"]))
            for one in results
        ],
    )


_READERS: dict[str, tuple[str, Callable[[Json], Place]]] = {
    "openai_chat": ("messages", _openai_place),
    "anthropic_messages": ("messages", _anthropic_place),
    "gemini": ("contents", _gemini_place),
}


def _places(wire: str, body: Json) -> list[Place]:
    """The messages of a body, as far as they ask and answer."""
    key, read = _READERS[wire]
    return [read(message) for message in body[key]]


# -- the rules


@dataclass(frozen=True)
class Answer:
    """A result and the call that it answers on its wire; None: it answers no call there."""

    call: Item | None
    result: Item


def _turns(wire: str, found: list[Place]) -> Iterator[tuple[list[Item], list[Item]]]:
    """Calls, and the results that stand where they can answer them: right after."""
    if wire != "openai_chat":
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
    found = _answers(wire, _places(wire, body))
    return [(one.call.marker if one.call else None, one.result.marker) for one in found]


def ids(wire: str, body: Json) -> dict[int, str]:
    """The ids of the calls that have one, by marker."""
    calls = [call for place in _places(wire, body) for call in place.calls]
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
    found = _places(wire, body)
    calls = [call for place in found for call in place.calls]
    expected = [call.marker for call in calls] if asked is None else [*asked]
    told = [
        *_completeness(found, expected, unanswered),
        *_id_faults(wire, calls, unanswered),
        *_answer_faults(_answers(wire, found)),
        *_order_faults(wire, found),
    ]
    if not told and wire == "gemini":
        for fault in _answer_faults([*_over_the_conversation(found)]):
            told.append(f"{fault}, read over the whole conversation")
    return list(dict.fromkeys(told))


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
    """A call that came without an id may go without one until it is answered, or on Gemini."""
    if wire != "gemini" and any(c.id is None and c.marker not in unanswered for c in calls):
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
        known = [result.marker for result in results if result.marker in order]
        if known != sorted(known, key=order.index):
            yield "results are in another order than their calls"

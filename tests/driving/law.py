"""The law: what an app edits is what the body says, and nothing else has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from dice import Dice
from driving.neutral import at, same
from driving.talk import talk
from driving.wire_reading import disagreement, says, should_say
from samples import adapter, copied, invalid
from toolwire import ToolwireError

Json = Any


@dataclass
class Sample:
    """A body of a wire, its value, what the body says and what the value should say there."""

    wire: str
    entry: str
    body: Json
    value: Json = field(init=False)
    reading: Json = field(init=False)
    expected: Json = field(init=False)
    valid: bool = field(init=False)

    def __post_init__(self) -> None:
        self.value = adapter(self.wire, self.entry).decode(self.body)
        self.reading = says(self.wire, self.entry, self.body)
        self.expected = should_say(self.wire, self.value)
        self.valid = invalid(self.wire, self.entry, self.body) is None

    def edited(self, edit: Callable[[Json, Dice], Json], dice: Dice) -> Json:
        return edit(copied(self.value), dice)

    @property
    def made_up(self) -> frozenset[str]:
        """Ids that the body does not have, or not there: the wire may go on without them."""
        pairs = zip(_named(self.expected), _named(self.reading), strict=False)
        return frozenset(ours["id"] for ours, theirs in pairs if ours.get("id") != theirs.get("id"))


def _named(reading: Json) -> Iterator[Json]:
    """What has an id in a conversation: its calls and results, in order."""
    for entry in reading.get("messages", ()):
        parts = [entry["result"]] if entry["role"] == "tool" else entry.get("parts", ())
        yield from (item for item in parts if entry["role"] == "tool" or item["kind"] == "call")


def misread(sample: Sample) -> str | None:
    """Where our reading of a body that nobody edited is not what its value says."""
    return disagreement(sample.expected, sample.reading, sample.made_up)


def check(
    sample: Sample, edited: Json, target: str, bare: bool = False, validate: bool = True
) -> str | None:
    """What is wrong with the body that ``target`` makes of an edited value; None if nothing is.

    ``bare``: the edit has dropped metadata, so that nothing is said as it came.
    """
    before = json.dumps(edited)
    home = target == sample.wire
    try:
        body = adapter(target, sample.entry).encode(edited)
    except ToolwireError as error:
        # A wire that repeats the tool's name in a result, and a result of no call we know.
        named = talk(target).RESULTS_NAMED and error.pointer.endswith("/toolResult/name")
        return None if named and at(edited, error.pointer) == "" else f"refused: {error}"
    if json.dumps(edited) != before:
        return "the value was changed"
    if validate and (sample.valid or not home) and (why := invalid(target, sample.entry, body)):
        return f"invalid: {why}"
    expected = should_say(target, edited)
    if home and not bare:
        expected = _in_the_wires_way(sample, edited, expected)
    made_up = sample.made_up if home else frozenset()
    reading = says(target, sample.entry, body)
    return disagreement(expected, reading, made_up) or _odd_word(
        sample, edited, reading, target, bare
    )


def _in_the_wires_way(sample: Sample, edited: Json, expected: Json) -> Json:
    """What should be said, in the way the wire said it where nothing has changed."""
    before = sample.expected
    if "metadata" in sample.value and not edited.get("metadata"):
        before = {key: before[key] for key in ("messages", "tools") if key in before}
    return as_it_came(expected, before, sample.reading)


def _odd_word(sample: Sample, edited: Json, reading: Json, target: str, bare: bool) -> str | None:
    """The word for the end of a reply: the one that came, until the app says another reason."""
    if sample.entry == "request" or "error" in edited:
        return None
    speaks = talk(target)
    ours = speaks.word(edited["finishReason"])
    unsaid = speaks.OTHER_UNSAID and ours == speaks.word("other")
    allowed = [ours, None] if unsaid else [ours]
    if target == sample.wire and edited["finishReason"] == sample.value["finishReason"]:
        came = sample.reading.get("word")
        same_metadata = edited.get("metadata") == sample.value.get("metadata") and not bare
        allowed = (
            [came]
            if same_metadata and _asks(reading) == _asks(sample.reading)
            else [*allowed, came]
        )
    found = reading.get("word")
    return None if found in allowed else f"the word for the end is {found!r}, not {allowed[0]!r}"


def _asks(reading: Json) -> bool:
    return any(item["kind"] == "call" for item in reading["messages"][0]["parts"])


def as_it_came(expected: Json, before: Json, reading: Json) -> Json:
    """What should be said, and where the value says what it said before, just what was said.

    A wire may say a thing in a way that its reader takes for something else, such as a field that
    stands there twice. That is how it goes back, until the app changes it.
    """
    if same(expected, before):
        return reading
    if type(expected) is dict and type(before) is dict and type(reading) is dict:
        if "answers" in expected and same(_content(expected), _content(before)):
            call = {key: expected[key] for key in ABOUT_CALL if key in expected}
            return _content(reading) | call
        shared = [key for key in expected if key in before and key in reading]
        left_out = {key for key in expected if key in before and key not in reading}
        left_out = {key for key in left_out if same(expected[key], before[key])}
        found = expected | {
            key: as_it_came(expected[key], before[key], reading[key]) for key in shared
        }
        return {key: item for key, item in found.items() if key not in left_out}
    if type(expected) is list and type(before) is list and type(reading) is list:
        if len(before) != len(reading):
            return expected
        if len(expected) == len(before):
            triples = zip(expected, before, reading, strict=True)
            return [as_it_came(*triple) for triple in triples]
        return _items_as_they_came(expected, before, reading)
    return expected


def _items_as_they_came(
    expected: list[Json], before: list[Json], reading: list[Json]
) -> list[Json]:
    found, at = [], 0
    for item in expected:
        place = next((n for n in range(at, len(before)) if same(before[n], item)), None)
        found.append(item if place is None else reading[place])
        at = at if place is None else place + 1
    return found


def _content(result: Json) -> Json:
    """What a result says, whichever call it answers."""
    return {key: item for key, item in result.items() if key not in ABOUT_CALL}


ABOUT_CALL = ("id", "name", "answers")

"""Elements that end twice: an event says that one is complete, and then it comes as an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, compiled
from toolwire import StreamFold

Json = Any
COUNT: Json = {"read": {}, "written": {}}
BEGUN: Json = {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": COUNT}}
CALL_BEGUN: Json = {"sort": "call-begin", "id": "c1", "prop": "tide"}
CALL_ENDED: Json = {"sort": "call-end", "id": "c1"}
ENDED = '{"$ref": "#/$defs/Ended"},'
END: Json = {"kind": "blockEnd", "block": "toolCall", "index": 0}


@pytest.fixture(scope="module")
def usher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("two_ends"), "two_ends_adapters")
    yield package.add(read_once(GOLDEN), "usher")[1]
    package.close()


def more(text: str) -> Json:
    return {"sort": "call-more", "id": "c1", "more": text}


def call(takes: str, **beside: Json) -> Json:
    return {"sort": "call", "number": "c1", "does": {"tool": "tide", "takes": takes}, **beside}


def shown_by(usher: ModuleType, *events: Json) -> list[Json]:
    """What is shown, but for whose reply it is."""
    ended = {"sort": "ended", "why": "call", "seats": []}
    found: list[Json] = [*usher.decode_stream([BEGUN, *events, ended])]
    return found[1:]


def piece(**fields: Json) -> Json:
    return {"kind": "toolCallDelta", "index": 0, **fields}


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        (call('{"a":1}'), [piece(argumentsDelta="1}")]),
        (call('{"a":', loud=True), [piece(metadata={"usher": {"loud": True}})]),
        (call('{"a":'), []),
    ],
)
def test_the_last_end_is_the_end(last: Json, shown: list[Json], usher: ModuleType) -> None:
    """What it says more is told ahead of that, and goes out again."""
    events = shown_by(usher, CALL_BEGUN, more('{"a":'), CALL_ENDED, last)
    assert events[2:-1] == [*shown, END]
    fold = StreamFold()
    for event in events[:-1]:
        fold.add(event)
    blocks = events[-1]["response"]["message"]["content"]
    assert fold.blocks == blocks
    sent = [*usher.encode_stream(events)]
    assert [one for one in sent if one["sort"] == "call"] == [last]
    assert [*usher.decode_stream(sent)][-1]["response"]["message"]["content"] == blocks


def test_one_whose_last_end_never_comes_ends_with_the_reply(usher: ModuleType) -> None:
    text = [{"sort": "words-begin", "id": "w"}, {"sort": "words-end", "id": "w"}]
    events = shown_by(usher, CALL_BEGUN, more("{}"), CALL_ENDED, *text)
    kinds = [(event["kind"], event.get("block")) for event in events]
    assert kinds.index(("blockEnd", "text")) < kinds.index(("blockEnd", "toolCall"))
    assert kinds[-1] == ("completed", None)


def test_an_end_that_comes_late_or_twice_tells_nothing(usher: ModuleType) -> None:
    once = shown_by(usher, CALL_BEGUN, more("{}"), call("{}"))
    assert shown_by(usher, CALL_BEGUN, more("{}"), call("{}"), CALL_ENDED) == once
    assert shown_by(usher, CALL_BEGUN, more("{}"), CALL_ENDED, call("{}"), call("{}")) == once


def test_what_comes_behind_the_end_of_a_text_is_told_and_is_in_the_reply(
    usher: ModuleType,
) -> None:
    """Whoever folds pieces has it as a text of its own: nothing that was told is wrong."""
    words = [{"sort": "words-more", "id": "w", "more": text} for text in ("One", "Two")]
    begun, ended = {"sort": "words-begin", "id": "w"}, {"sort": "words-end", "id": "w"}
    events = shown_by(usher, begun, words[0], ended, words[1])
    assert [one["text"] for one in events if one["kind"] == "textDelta"] == ["One", "Two"]
    assert events[-1]["response"]["message"]["content"] == [{"kind": "text", "text": "OneTwo"}]
    sent = [*usher.encode_stream(events)]
    again = [*usher.decode_stream(sent)][-1]["response"]["message"]["content"]
    assert "".join(block["text"] for block in again) == "OneTwo"


def test_ends_that_say_no_type_wait_for_those_of_its_type_alone(tmp_path: Path) -> None:
    """Here a call comes once more as an event, and other cars do not."""
    changes = [
        ('    CarDone: {', '    CallCar: { "cars[at]": . | close }\n    CarDone: {'),
        (ENDED, f'{{"$ref": "#/$defs/CallCar"}}, {ENDED}'),
        ('"enum": ["begun", "car_begun",', '"enum": ["call", "begun", "car_begun",'),
        ('"tool": {"type": "string"},', '"tool": {"type": "string"}, "at": {"type": "integer"},'),
    ]
    events: list[Json] = json.loads(
        (GOLDEN / "payloads/convoy/events.json").read_text(encoding="utf-8")
    )
    whole = {"type": "call", "id": "c1", "tool": "add", "input": {"a": 1, "b": 2.0}, "at": 3}
    with compiled("convoy", changes, tmp_path) as module:
        before = [*module.decode_stream(events)]
        after = [*module.decode_stream([*events[:-1], {**whole, "echo": "x"}, events[-1]])]
    ends = [[one["block"] for one in side if one["kind"] == "blockEnd"] for side in (before, after)]
    assert ends[0] == ends[1] == ["reasoning", "text", "toolCall"]
    at = next(n for n, one in enumerate(after) if one.get("block") == "toolCall")
    assert after[at - 1]["metadata"]["convoy"]["echo"] == "x"

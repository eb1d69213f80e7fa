"""Rows of a stream that name some keys of an object: the others go out beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import GOLDEN, checked, compiled
from toolwire._runtime.framing import rest_of

Json = Any
ROWS = [
    ("Counted: { usage: usage, ignore: pad }", "Counted: { usage.read: usage.read, ignore: pad }"),
    ("inputTokens: read\n", "inputTokens: read | default(0)\n"),
    ("outputTokens: written\n", "outputTokens: written | default(0)\n"),
    ('"required": ["read", "written"]', '"required": []'),
]
TOLD = json.loads((GOLDEN / "payloads" / "signal" / "events.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def signal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with compiled("signal", ROWS, tmp_path_factory.mktemp("in_part")) as module:
        yield module


@pytest.mark.parametrize(
    "usage",
    [
        {"read": 3, "written": 9},
        {"read": 3, "written": 9, "kept": {"of": [4]}},
        {"written": 9},
        {"read": 3},
        {},
    ],
)
def test_what_no_row_names_of_an_object_goes_out_with_what_one_names(
    signal: ModuleType, usage: Json
) -> None:
    events = [*TOLD[:-1], {"counted": {"usage": usage}}]
    decoded = [*signal.decode_stream(events)]
    sent = [*signal.encode_stream(decoded)]
    assert sent[-1]["counted"]["usage"] == usage
    assert [*signal.decode_stream(sent)] == decoded


def test_an_object_that_a_reply_lacks_has_no_event(signal: ModuleType) -> None:
    decoded = [*signal.decode_stream(TOLD[:-1])]
    assert "out" in [*signal.encode_stream(decoded)][-1]


def test_of_what_others_have_told_nothing_is_left() -> None:
    read = frozenset({"read"})
    assert rest_of({"usage": {"read": 3}}, ("usage",), read) is None
    assert rest_of({"usage": {"read": 3, "kept": 1}}, ("usage",), read) == {"kept": 1}


ENDED = "    Ended: { .: end, count: count }\n"
WITH_ID = [
    ('"required": ["type", "end"],\n      "properties": {\n',
     '"required": ["type", "end", "id"],\n      "properties": { "id": {"type": "string"},\n'),
    ('"type": "ended", "end"', '"type": "ended", "id": "r1", "end"'),
    ('"required": ["cars"],\n      "properties": {\n        "id"',
     '"required": ["cars", "id"],\n      "properties": {\n        "id"'),
    ('absent: { id: "", why: null }', "absent: { why: null }"),
]  # fmt: skip
FACTS = '"facts": {"$ref": "#/$defs/Facts"}, '
RESPONSE = {"id": "r7", "message": {"role": "assistant", "content": []}, "finishReason": "stop"}


def test_the_last_event_says_again_what_its_object_requires(tmp_path: Path) -> None:
    required = [
        ('"required": ["why"],\n      "properties": {"why"',
         '"required": ["id", "why"],\n      "properties": {"id": {"type": "string"}, "why"'),
        ('"end": {"why": "done"}', '"end": {"id": "r1", "why": "done"}'),
        ('      "examples": [{"why": "done"}]', '      "examples": [{"id": "r1", "why": "done"}]'),
    ]  # fmt: skip
    with compiled("relay", required, tmp_path) as relay:
        events = [*relay.encode_stream([{"kind": "completed", "response": RESPONSE}])]
    assert events[0]["reply"]["id"] == events[-1]["end"]["id"] == "r7"


@pytest.mark.parametrize("row", ["    Ended: { .: end, count: count, id: id }\n", ENDED])
def test_an_event_says_again_what_it_requires_itself(row: str, tmp_path: Path) -> None:
    with compiled("convoy", [(ENDED, row), *WITH_ID], tmp_path) as convoy:
        events = [*convoy.encode_stream([{"kind": "completed", "response": RESPONSE}])]
    assert events[0]["reply"]["id"] == events[-1]["id"] == "r7"


def test_an_event_says_again_what_only_another_has_a_row_for(tmp_path: Path) -> None:
    words = '"x-reference": "https://example.com/barge",\n      "type": "object",\n'
    trip = f'"title": "%s",\n      "description": "%s",\n      {words}      "required": [\n'
    changes = [
        (one := trip % ("Trip", "What came of it."), f'{one}        "id",\n'),
        (one := trip % ("TripLong", "A trip ends."), f'{one}        "id",\n'),
        ('"const": "trip"\n        },\n        "state": {\n          "const": "long"',
         '"const": "trip"\n        },\n        "id": {"type": "string"},\n'
         '        "state": {\n          "const": "long"'),
        *[(f'{at}"state": "long"\n', f'{at}"id": "t1",\n{at}"state": "long"\n')
          for at in (" " * 10, " " * 12)],
        ('absent: { id: "", ship: "" }', 'absent: { ship: "" }'),
    ]  # fmt: skip
    response = {**RESPONSE, "finishReason": "length"}
    with compiled("barge", changes, tmp_path) as barge:
        events = [*barge.encode_stream([{"kind": "completed", "response": response}])]
    assert events[-1] == {"tripLong": {"sort": "trip", "id": "r7", "state": "long"}}


@pytest.mark.parametrize("key", ["id", "note"])
def test_what_an_event_requires_is_not_left_out(key: str, tmp_path: Path) -> None:
    row = ENDED.replace(" }", f", ignore: {key} }}")
    required = [(old, new.replace('"id"', f'"{key}"')) for old, new in WITH_ID[:2]]
    (finding,) = checked("convoy", [(ENDED, row), *required], tmp_path)[1]
    message = f"no `Ended` that goes out has `{key}`, which it requires; `ignore` leaves it out"
    assert message in finding


def test_an_object_that_the_first_event_requires_is_there_without_anything_in_it(
    tmp_path: Path,
) -> None:
    ending = '    "Ending": {\n'
    facts = (
        '    "Facts": {"title": "Facts", "description": "F.", "type": "object", "examples": [{}],\n'
        '      "x-reference": "https://example.com/convoy",\n'
        '      "properties": {"count": {"$ref": "#/$defs/Count"}}},\n'
    )
    begun = '"required": ["type", "reply"],\n      "properties": {"type": {"const": "begun"}, '
    changes = [
        (ending, facts + ending),
        (begun, begun.replace('"reply"]', '"reply", "facts"]') + FACTS),
        ('{"type": "begun", "reply"', '{"type": "begun", "facts": {}, "reply"'),
        ("    Begun: { .: reply }\n", "    Begun: { .: reply, count: facts.count }\n"),
    ]
    with compiled("convoy", changes, tmp_path) as convoy:
        events = [*convoy.encode_stream([{"kind": "completed", "response": RESPONSE}])]
    assert events[0]["facts"] == {}


def test_a_piece_that_is_null_says_nothing(tmp_path: Path) -> None:
    text = '{"const": "letters"}, "text": {"type": "string"'
    null = '{"const": "letters"}, "text": {"type": ["string", "null"]'
    events = json.loads((GOLDEN / "payloads" / "convoy" / "events.json").read_text("utf-8"))
    at = next(at for at, event in enumerate(events) if "text" in event.get("load", {}))
    silent = {**events[at], "load": {**events[at]["load"], "text": None}}
    with compiled("convoy", [(text, null)], tmp_path) as convoy:
        decoded = [*convoy.decode_stream([*events[:at], silent, *events[at:]])]
        assert decoded == [*convoy.decode_stream(events)]

"""What a stream need not say while its reply goes on is left out of what is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden_wires import compiled

Json = Any
KEYS = '"why": {"type": ["string", "null"]}'
SPANS = [
    *2 * [(KEYS, KEYS.replace('"why"', '"beats": {"type": "integer"}, "why" '))],
    ("  ends: why\n", "  ends: { why: [], beats: [] }\n"),
    ("  repeats: { bar: { count: . } }\n", ""),
    ('"required": ["line", "bar"]', '"required": ["line"]'),
    ('        "bar": {"type": "integer"},\n', ""),
    ('"text": "La"}, "bar": 0}]', '"text": "La"}}]'),
    ('        "kind": {"const": "bar"},\n', ""),
    (
        '      "required": ["form"],\n      "properties": {\n        "form": {"const": "bar"},\n'
        '        "by": {"type": "string"},\n',
        '      "properties": {\n',
    ),
    ('"examples": [{"form": "bar", ', '"examples": [{'),
    ('{"line": {"form": "bar", ', '{"line": {'),
]
"""A song that has ended says how long it was, or why."""


def test_a_place_that_another_may_stand_for_is_no_null_in_each_event(tmp_path: Path) -> None:
    events: list[Json] = [{"line": {"text": "La"}}, {"line": {"text": " la"}, "beats": 4}]
    with compiled("choir", SPANS, tmp_path) as choir:
        decoded = [*choir.decode_stream(events)]
        assert decoded[-1]["kind"] == "completed"
        sent = [*choir.encode_stream(decoded)]
        assert [*choir.decode_stream(sent)] == decoded
        assert [event["line"].get("text") for event in sent] == ["La", " la", None]
        assert [event for event in sent if "why" in event] == []


def test_the_only_place_that_says_it_is_null_as_long_as_nobody_knows(tmp_path: Path) -> None:
    only = [one for one in SPANS if "ends" not in one[0]]
    events: list[Json] = [{"line": {"text": "La"}}, {"line": {}, "why": "END"}]
    with compiled("choir", only, tmp_path) as choir:
        sent = [*choir.encode_stream(choir.decode_stream(events))]
        assert [event["why"] for event in sent] == [None, None, "END"]

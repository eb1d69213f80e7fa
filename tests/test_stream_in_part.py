"""Rows of a stream that name some keys of an object: the others go out beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import GOLDEN, compiled
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
    told = [*signal.decode_stream(events)]
    sent = [*signal.encode_stream(told)]
    assert sent[-1]["counted"]["usage"] == usage
    assert [*signal.decode_stream(sent)] == told


def test_an_object_that_a_reply_lacks_has_no_event(signal: ModuleType) -> None:
    told = [*signal.decode_stream(TOLD[:-1])]
    assert "out" in [*signal.encode_stream(told)][-1]


def test_of_what_others_have_told_nothing_is_left() -> None:
    read = frozenset({"read"})
    assert rest_of({"usage": {"read": 3}}, ("usage",), read) is None
    assert rest_of({"usage": {"read": 3, "kept": 1}}, ("usage",), read) == {"kept": 1}


def test_the_last_event_says_again_what_its_object_requires(tmp_path: Path) -> None:
    required = [
        ('"required": ["why"],\n      "properties": {"why"',
         '"required": ["id", "why"],\n      "properties": {"id": {"type": "string"}, "why"'),
        ('"end": {"why": "done"}', '"end": {"id": "r1", "why": "done"}'),
        ('      "examples": [{"why": "done"}]', '      "examples": [{"id": "r1", "why": "done"}]'),
    ]  # fmt: skip
    response = {"id": "r7", "message": {"role": "assistant", "content": []}, "finishReason": "stop"}
    with compiled("relay", required, tmp_path) as relay:
        events = [*relay.encode_stream([{"kind": "completed", "response": response}])]
    assert events[0]["reply"]["id"] == events[-1]["end"]["id"] == "r7"

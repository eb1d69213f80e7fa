"""Calls of a stream whose arguments come as objects: shown once, when no more of them comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolwire
from golden_wires import compiled
from toolwire import openai_chat

Json = Any
TYPE = '"input": {\n          "type": "string"'
OBJECTS = [
    *([(TYPE, TYPE.replace("string", "object"))] * 2),
    *([('"input": "{}"', '"input": {}')] * 3),
    ('"input": "{"', '"input": {}'),
    (
        "(arguments, invalidArguments): input | json",
        "(arguments, invalidArguments): input | object(raw)",
    ),
    ("      line.cue.input: line.cue.input | append\n", ""),
]
"""Arguments are objects, of which each event may bring more."""


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with compiled("solo", OBJECTS, tmp_path_factory.mktemp("objects")) as module:
        yield module


def events(*pieces: Json, why: str = "CUE") -> list[Json]:
    begun = {"sort": "cue", "key": "c1", "name": "add"}
    first = {"key": "r1", "line": {"by": "voice", "cue": {**begun, **pieces[0]}}}
    return [first, *({"line": {"cue": piece}} for piece in pieces[1:]), {"line": {}, "why": why}]


def shown(decoded: list[Json]) -> str:
    return "".join(one.get("argumentsDelta", "") for one in decoded)


TOLD = [
    ([{"input": {"a": 1}}], {"a": 1}),
    ([{"input": {"a": 1}}, {"input": {"b": [2]}}], {"a": 1, "b": [2]}),
    ([{}, {"input": {"a": "x"}}, {"input": {"a": "y"}}, {"input": None}], {"a": "xy"}),
    ([{"input": {}}, {}], {}),
    ([{"input": {"raw": "{ no"}}], None),
]


@pytest.mark.parametrize(("pieces", "whole"), TOLD)
def test_what_is_shown_is_what_the_reply_has(
    pieces: list[Json], whole: Json, solo: ModuleType
) -> None:
    decoded = [*solo.decode_stream(events(*pieces))]
    (block,) = decoded[-1]["response"]["message"]["content"]
    call = block["toolCall"]
    fold = toolwire.StreamFold()
    for event in decoded[:-1]:
        fold.add(event)
    folded: Json
    (folded,) = fold.blocks
    assert {key: folded["toolCall"].get(key) for key in ("id", "name", "arguments")} == {
        key: call.get(key) for key in ("id", "name", "arguments")
    }
    assert folded["toolCall"].get("invalidArguments") == call.get("invalidArguments")
    if whole is not None:
        assert call["arguments"] == whole
    kinds = [event["kind"] for event in decoded]
    assert kinds.index("toolCallDelta") < kinds.index("blockEnd") < kinds.index("completed")
    assert sum("argumentsDelta" in event for event in decoded) <= 1


@pytest.mark.parametrize(("pieces", "whole"), TOLD)
def test_what_is_written_reads_back(pieces: list[Json], whole: Json, solo: ModuleType) -> None:
    decoded = [*solo.decode_stream(events(*pieces))]
    again = [*solo.decode_stream(solo.encode_stream(decoded))]
    assert again[-1]["response"] == decoded[-1]["response"]
    other: list[Json] = [*openai_chat.encode_stream(decoded, on_loss="ignore")]
    there: Json = [*openai_chat.decode_stream(other)][-1]
    (call,) = (block["toolCall"] for block in there["response"]["message"]["content"])
    if whole is not None:
        assert call["arguments"] == whole


def test_that_a_call_begins_is_shown_at_once(solo: ModuleType) -> None:
    stream = solo.decode_stream(iter(events({"input": {"a": 1}})[:1]))
    assert next(stream)["kind"] == "started"
    assert next(stream) == {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add"}


def test_a_stream_that_breaks_has_no_call_that_looks_whole(solo: ModuleType) -> None:
    fold = toolwire.StreamFold()
    for event in solo.decode_stream(events({"input": {"a": 1}})[:-1]):
        fold.add(event)
    (block,) = fold.blocks
    assert block["toolCall"]["invalidArguments"] == ""


def test_nothing_is_shown_to_those_who_want_whole_calls(solo: ModuleType) -> None:
    decoded = [*solo.decode_stream(events({"input": {"a": 1}}), tool_calls="whole")]
    assert shown(decoded) == ""
    assert [one["block"]["toolCall"]["arguments"] for one in decoded if one["kind"] == "block"] == [
        {"a": 1}
    ]


PIECE = '"description": "What comes of its cue.",'
NAMED = [
    *((old, new.replace("{}", '{}, "name": "add"') if old == '"input": "{"' else new)
      for old, new in OBJECTS),
    (PIECE, f'{PIECE} "required": ["name"],'),
]  # fmt: skip
"""Each event says the name of the tool."""


def test_what_is_left_at_the_end_says_what_events_must_say(tmp_path: Path) -> None:
    with compiled("solo", NAMED, tmp_path) as module:
        decoded = [*module.decode_stream(events({"input": {"a": 1}}, {"name": "add", "tone": 2}))]
        sent = [*module.encode_stream(decoded)]
        cues = [one["line"]["cue"] for one in sent if "cue" in one["line"]]
        assert [cue["name"] for cue in cues] == ["add"] * len(cues)
        assert cues[-1] == {"name": "add", "tone": 2}
        assert [*module.decode_stream(sent)][-1]["response"] == decoded[-1]["response"]


def test_what_is_not_required_is_not_said_again(solo: ModuleType) -> None:
    decoded = [*solo.decode_stream(events({"input": {"a": 1}}, {"name": "add", "tone": 2}))]
    cues = [one["line"]["cue"] for one in solo.encode_stream(decoded) if "cue" in one["line"]]
    assert cues[-1] == {"tone": 2}

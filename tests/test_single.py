"""One block as an object in the place of a list: `single`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, checked
from toolwire import openai_chat

Json = Any
BEGUN = {"sort": "cue", "key": "c1", "name": "add"}


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("single"), "single_adapters")
    yield package.add(read_once(GOLDEN), "solo")[1]
    package.close()


def call(call_id: str) -> Json:
    called = {"id": call_id, "name": "add", "arguments": {"a": 1}}
    return {"kind": "toolCall", "toolCall": called}


def reply(*blocks: Json) -> Json:
    message = {"role": "assistant", "content": [*blocks]}
    return {"id": "r1", "message": message, "finishReason": "tool_calls"}


def test_a_second_call_is_refused_with_its_place(solo: ModuleType) -> None:
    assert solo.encode_response(reply(call("c1")))["line"]["cue"]["key"] == "c1"
    with pytest.raises(ValueError, match=r"/message/content: .*one block for `cue`"):
        solo.encode_response(reply(call("c1"), call("c2")))
    assert solo.losses_response(reply(call("c1"))) == []
    (loss,) = solo.losses_response(reply(call("c1"), call("c2")))
    assert (loss.path, loss.code) == ("/message/content", "value")
    turn = {"role": "assistant", "content": [call("c1"), call("c2")]}
    with pytest.raises(ValueError, match=r"/messages/0/content: .*one block for `cue`"):
        solo.encode_request({"model": "m", "messages": [turn]})


def test_what_is_no_object_is_refused(solo: ModuleType) -> None:
    for cue in ([], [BEGUN], "add", 7):
        with pytest.raises(ValueError, match="/line/cue"):
            solo.decode_response({"key": "r1", "line": {"by": "voice", "cue": cue}, "why": "CUE"})


def test_its_pieces_are_shown_as_they_come(solo: ModuleType) -> None:
    events = [
        {"key": "r1", "line": {"by": "voice", "text": "Sum."}},
        {"line": {"cue": {**BEGUN, "input": ""}}},
        {"line": {"cue": {"input": '{"a"'}}},
        {"line": {"cue": {"input": ":1}"}}},
    ]
    shown = [*solo.decode_stream([*events, {"line": {}, "why": "CUE"}])]
    deltas = [event for event in shown if event["kind"] == "toolCallDelta"]
    assert [event.get("id") for event in deltas] == ["c1", None, None]
    assert deltas[0]["name"] == "add"
    assert [event.get("argumentsDelta", "") for event in deltas] == ["", '{"a"', ":1}"]
    assert shown[-1]["response"]["message"]["content"][1] == call("c1")


def test_what_nobody_knows_there_is_shown_whole(solo: ModuleType) -> None:
    bell = {"sort": "bell", "rings": 2}
    events = [{"key": "r1", "line": {"by": "voice", "cue": bell}}, {"line": {}, "why": "END"}]
    shown = [*solo.decode_stream(events)]
    opaque = {"kind": "opaque", "format": "solo", "value": bell, "at": "cue"}
    assert [event["block"] for event in shown if event["kind"] == "block"] == [opaque]
    assert opaque in shown[-1]["response"]["message"]["content"]
    sent = [*solo.encode_stream(shown)]
    assert [event["line"]["cue"] for event in sent if "cue" in event["line"]] == [bell]


def test_its_pieces_go_out_as_they_come(solo: ModuleType) -> None:
    chunk = {"id": "r1", "object": "chat.completion.chunk", "created": 0, "model": "m"}

    def piece(delta: Json, end: Json = None) -> Json:
        return {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}

    begun = {"index": 0, "id": "c1", "type": "function"}
    events = [
        piece({"role": "assistant", "content": ""}),
        piece({"tool_calls": [{**begun, "function": {"name": "add", "arguments": ""}}]}),
        piece({"tool_calls": [{"index": 0, "function": {"arguments": '{"a"'}}]}),
        piece({"tool_calls": [{"index": 0, "function": {"arguments": ":1}"}}]}),
        piece({}, "tool_calls"),
    ]
    decoded = [*openai_chat.decode_stream(events)]
    sent = [*solo.encode_stream(decoded, on_loss="ignore")]
    cues = [event["line"]["cue"] for event in sent if event["line"].get("cue")]
    assert cues[0]["name"] == "add"
    assert "".join(cue.get("input", "") for cue in cues) == '{"a":1}'
    assert len(cues) >= 3
    assert all(type(cue) is dict for cue in cues)


def test_a_second_call_of_a_stream_is_refused(solo: ModuleType) -> None:
    pieces = [
        {"kind": "started", "id": "r1"},
        *({"kind": "toolCallDelta", "index": at, "id": f"c{at}", "name": "add",
           "argumentsDelta": "{}"} for at in range(2)),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"one block for `line\.cue`"):
        [*solo.encode_stream(pieces)]


def test_beside_a_list_of_blocks_it_is_a_finding_of_streams(tmp_path: Path) -> None:
    changes = [
        ('"*": text | text\n', '"*": text\n'),
        ('"text": {\n          "$ref": "#/$defs/Text"\n        },\n        "cue"',
         '"text": { "type": "array", "items": { "$ref": "#/$defs/Part" } },\n        "cue"'),
    ]  # fmt: skip
    _, findings = checked("solo", changes, tmp_path)
    assert any("`cue` stands beside a list of blocks" in finding for finding in findings)

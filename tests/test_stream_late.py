"""Lists that come with the end of a stream, and ends that each have an event: the wire `barge`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, checked

Json = Any
ORDERS = {"kind": "text", "text": "One."}


@pytest.fixture(scope="module")
def barge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("late"), "late_adapters")
    yield package.add(read_once(GOLDEN), "barge")[1]
    package.close()


def call(number: str) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": number, "name": "sound", "arguments": {}}}


def sent(barge: ModuleType, blocks: list[Json], reason: str, *ahead: Json) -> list[Json]:
    """The events of a foreign reply, behind the pieces that are told ahead of it."""
    message = {"role": "assistant", "content": blocks}
    done = {"kind": "completed", "response": {"message": message, "finishReason": reason}}
    return [*barge.encode_stream([*ahead, done], on_loss="ignore")]


def test_events_are_named_by_the_key_around_all_that_they_are(barge: ModuleType) -> None:
    assert sent(barge, [ORDERS], "stop")[1:3] == [
        {"noteBegun": {"sort": "note", "id": "n0"}},
        {"noteMade": {"sort": "note", "id": "n0", "words": "One."}},
    ]


def test_a_text_in_pieces_waits_until_it_is_whole_where_no_event_brings_a_piece(
    barge: ModuleType,
) -> None:
    pieces = [{"kind": "textDelta", "index": 0, "text": text} for text in ("On", "e.")]
    assert sent(barge, [ORDERS], "stop", *pieces) == sent(barge, [ORDERS], "stop")
    assert sent(barge, [ORDERS], "stop", *pieces[:1]) == sent(barge, [ORDERS], "stop")


@pytest.mark.parametrize(
    ("reason", "name"),
    [("stop", "tripArrived"), ("length", "tripLong"), ("tool_calls", "tripAsks")],
)
def test_a_reply_ends_with_the_event_that_says_so_and_with_no_other(
    reason: str, name: str, barge: ModuleType
) -> None:
    blocks = [ORDERS, *([call("a")] if reason == "tool_calls" else [])]
    assert [next(iter(event)) for event in sent(barge, blocks, reason)] == [
        "tripBegun", "noteBegun", "noteMade", name
    ]  # fmt: skip


def test_calls_that_come_with_the_end_are_there_in_their_order_however_they_were_told(
    barge: ModuleType,
) -> None:
    piece = {"kind": "toolCallDelta", "index": 0, "id": "a", "name": "sound"}
    whole = {"kind": "block", "block": call("b")}
    for ahead in ([], [piece], [piece, whole], [whole]):
        *_, end = sent(barge, [ORDERS, call("a"), ORDERS, call("b")], "tool_calls", *ahead)
        asked = end["tripAsks"]["asks"]["calls"]
        assert [one["id"] for one in asked] == ["a", "b"], ahead


def test_calls_that_come_with_the_end_are_shown_ahead_of_the_reply(barge: ModuleType) -> None:
    events = json.loads((GOLDEN / "payloads" / "barge" / "events.json").read_text("utf-8"))
    for way in ("deltas", "whole"):
        decoded: list[Json] = [*barge.decode_stream(events, tool_calls=way)]
        blocks = [event["block"] for event in decoded if event["kind"] == "block"]
        assert [block["kind"] for block in blocks if "toolCall" in block] == ["toolCall"] * 2
        assert blocks == [b for b in decoded[-1]["response"]["message"]["content"] if b in blocks]
        again = [*barge.encode_stream(decoded)]
        assert [*barge.decode_stream(again)][-1] == decoded[-1]


def test_a_word_that_ends_a_reply_is_said_by_an_event(tmp_path: Path) -> None:
    changes = [("TripLong: { state: state, count: count }", "TripLong: ignore")]
    _, findings = checked("barge", changes, tmp_path)
    assert len(findings) == 1
    assert "no event brings a reply whose `state` is `long`" in findings[0]
    assert findings[0].endswith("write an event that says so, or leave `long` out of `ends`")


def test_an_end_that_is_the_only_one_goes_out_with_a_word_that_nobody_knows(
    tmp_path: Path,
) -> None:
    before = '"const": "ended"\n        },\n        "why": {\n          "type": "string"'
    listed = before.replace('"type": "string"', '"enum": ["done", "long", "call"]')
    project, findings = checked("usher", [(before, listed)], tmp_path / "project")
    assert findings == []
    package = Package(tmp_path / "package", "one_end")
    usher = package.add(project, "usher")[1]
    reply = {"id": "r", "model": "m", "parts": [], "seats": [], "why": "odd",
             "count": {"read": {}, "written": {}}}  # fmt: skip
    response = usher.decode_response(reply)
    *_, end = usher.encode_stream([{"kind": "completed", "response": response}])
    assert (end["sort"], end["why"]) == ("ended", "odd")
    package.close()

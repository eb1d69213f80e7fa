"""Streams that leave out what says that an item, or a part of one, begins; or begin in the middle.

Services do so, and one that is taken up again goes on where it was. The first piece begins what it
is of, or what that is in the end.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import golden_wires
from building import read_once
from interpreter import interpreters
from interpreter.streams import Body
from samples import FIXTURES, difference
from toolwire import StreamFold
from toolwire import anthropic_messages as messages
from toolwire import openai_responses as responses
from toolwire._runtime.pieces import built
from toolwire._runtime.stream import assembly_of, take
from toolwire_codegen.resolve.beginning import kind_of
from toolwire_codegen.resolve.format import resolve

Json = Any
FLARE = golden_wires.GOLDEN / "payloads" / "flare"
FOLDER = FIXTURES / "openai_responses" / "streams"
READ = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.iterdir()}
STREAMS = {name: one["events"] for name, one in READ.items() if one.get("whole")}
BEGINS = (
    "response.content_part.added", "response.reasoning_summary_part.added",
    "response.output_item.added",
)  # fmt: skip
each_stream = pytest.mark.parametrize("name", STREAMS)
CREATED: Json = STREAMS["text"][0]
CALL: Json = {"type": "function_call", "id": "f", "call_id": "c", "name": "tide",
              "arguments": '{"at":3}', "status": "completed"}  # fmt: skip
REPLY: Json = {**CREATED["response"], "status": "completed"}


def told_by(events: list[Json]) -> list[Json]:
    decoded: list[Json] = [*responses.decode_stream(events)]
    return decoded


def shown(decoded: list[Json]) -> dict[str, list[str]]:
    """All texts that are shown piece by piece, whatever number their blocks have."""
    found: dict[tuple[str, int], str] = {}
    for event in decoded:
        for key in ("text", "argumentsDelta", "inputDelta"):
            if event.get(key):
                block = event["kind"], event["index"]
                found[block] = found.get(block, "") + event[key]
    kinds = ("textDelta", "reasoningDelta", "toolCallDelta")
    return {kind: sorted(text for (of, _), text in found.items() if of == kind) for kind in kinds}


def agreed(events: list[Json]) -> None:
    """The reading that is slow and plain puts the same together."""
    body = Body(interpreters()["openai_responses"].spec)
    assembly = assembly_of(responses.STREAM, "deltas", None)
    for event in events:
        body.take(event)
        take(event, assembly, responses.STREAM)
        assert difference(body.built(), built(assembly.root.w)) is None


@each_stream
@pytest.mark.parametrize("left", [BEGINS[:2], BEGINS], ids=["parts", "items"])
def test_what_begins_an_element_may_be_left_out(name: str, left: tuple[str, ...]) -> None:
    every = STREAMS[name]
    events = [event for event in every if event["type"] not in left]
    decoded, before = told_by(events), told_by(every)
    assert difference(decoded[-1], before[-1]) is None
    # A call has its name and its id from what begins it, and else from its end: it waits for that.
    assert shown(decoded) == shown(before), "each text is shown, and once"
    agreed(events)


@each_stream
def test_a_stream_may_begin_in_the_middle(name: str) -> None:
    every = STREAMS[name]
    whole = told_by(every)[-1]
    for at in range(len(every)):
        decoded = told_by(every[at:])
        assert difference(decoded[-1], whole) is None
        agreed(every[at:])
        assert all(event["kind"] != "completed" for event in told_by(every[at:-1]))


@each_stream
def test_an_item_may_be_there_in_the_end_alone(name: str) -> None:
    ends = ("response.output_item.done", "response.created", STREAMS[name][-1]["type"])
    events = [event for event in STREAMS[name] if event["type"] in ends]
    decoded = told_by(events)
    assert difference(decoded[-1], told_by(STREAMS[name])[-1]) is None
    again = told_by([*responses.encode_stream(decoded)])
    assert again[-1]["kind"] == "completed"
    assert shown(again)["textDelta"] == shown(decoded)["textDelta"]
    agreed(events)


def test_a_part_is_what_its_end_says_whatever_it_is_in() -> None:
    name = {"output_index": 0, "item_id": "m"}
    part = {"type": "output_text", "text": "Yes.", "annotations": [], "logprobs": []}
    summary = {"type": "summary_text", "text": "So."}
    ends = [
        {"type": "response.reasoning_summary_part.done", "output_index": 0, "summary_index": 0,
         "part": summary},
        {"type": "response.output_text.done", **name, "content_index": 0, "text": "Yes."},
    ]  # fmt: skip
    for event, kind, text in zip(ends, ("reasoning", "text"), ("So.", "Yes."), strict=True):
        decoded = told_by([CREATED, event])
        assert shown(decoded)[f"{kind}Delta"] == [text]
        fold = StreamFold()
        for one in decoded:
            fold.add(one)
        assert fold.blocks[0]["text"] == text
        assert fold.response["finishReason"] == "error"
        agreed([CREATED, event])
    # Of a part alone nobody knows what it stands in: its item says it once more.
    whole = {"type": "response.content_part.done", **name, "content_index": 0, "part": part}
    assert [event["kind"] for event in told_by([CREATED, whole])] == ["started", "opaque"]


def test_a_text_that_says_nothing_is_there_all_the_same() -> None:
    item = {"type": "message", "role": "assistant", "content": []}
    events = [
        CREATED,
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_text.done", "output_index": 0, "content_index": 0, "text": ""},
    ]
    assembly = assembly_of(responses.STREAM, "deltas", None)
    for event in events:
        take(event, assembly, responses.STREAM)
    parts = built(assembly.root.w)["output"][0]["content"]
    assert parts == [{"type": "output_text", "text": ""}]
    agreed(events)


def test_pieces_of_a_call_without_a_name_wait_for_its_end() -> None:
    name = "response.function_call_arguments"
    events = [
        CREATED,
        {"type": f"{name}.delta", "output_index": 0, "delta": ':3}'},
        {"type": f"{name}.done", "output_index": 0, "arguments": '{"at":3}'},
        {"type": "response.output_item.done", "output_index": 0, "item": CALL},
        {"type": "response.completed", "response": {**REPLY, "output": [CALL]}},
    ]
    decoded = told_by(events)
    assert [event["kind"] for event in decoded] == [
        "started", "opaque", "opaque", "toolCallDelta", "toolCallDelta", "blockEnd", "completed",
    ]  # fmt: skip
    assert shown(decoded)["toolCallDelta"] == ['{"at":3}']
    agreed(events)
    cut = StreamFold()
    for event in told_by(events[:3]):
        cut.add(event)
    assert all(block["kind"] == "opaque" for block in cut.response["message"]["content"])
    passed_on = [*messages.encode_stream(decoded[:1] + decoded[3:])]
    again: list[Json] = [*messages.decode_stream(passed_on)]
    assert again[-1]["response"]["finishReason"] == "tool_calls"


def test_elements_that_events_of_a_wire_begin_may_be_without_them(tmp_path: Path) -> None:
    events = json.loads((FLARE / "events.json").read_text(encoding="utf-8"))
    left = [event for event in events if event["type"] not in ("entry_lit", "mark_lit")]
    with golden_wires.compiled("flare", [], tmp_path) as flare:
        decoded, before = [*flare.decode_stream(left)], [*flare.decode_stream(events)]
    assert decoded[-1] == before[-1]
    assert shown(decoded) == shown(before)


def test_what_may_stand_in_elements_of_two_types_begins_none(tmp_path: Path) -> None:
    lit = json.loads((FLARE / "events.json").read_text(encoding="utf-8"))[0]
    came = {"type": "mark_came", "at": 0, "mark": 0, "note": "tides"}
    marks = '"marks": {"type": "array", "items": {"$ref": "#/$defs/Mark"}}'
    muse = '"muse": {"type": "string"}, "seal": {"type": "string"}'
    for changes in ([], [(muse, f"{muse}, {marks}")]):
        with golden_wires.compiled("flare", changes, tmp_path / str(len(changes))) as flare:
            decoded = [*flare.decode_stream([lit, came])]
        assert any(event["kind"] == "opaque" for event in decoded) == bool(changes)


def test_what_a_row_begins_is_none_of_those_that_others_name() -> None:
    formats = resolve(read_once(golden_wires.GOLDEN)).formats
    (courier,) = [one for one in formats if one.name == "courier"]
    stream = courier.transform.stream
    assert stream is not None
    (pieces,) = [one for one in stream.events if one.event == "MoreText"]
    (row,) = pieces.rows
    named = replace(pieces, rows=(replace(row, args=("WordItem",)),))
    both = replace(stream, events=(*stream.events, named))
    assert [kind_of(courier.wire, one, row) for one in (stream, both)] == ["", "Scrawl"]

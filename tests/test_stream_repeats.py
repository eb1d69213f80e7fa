"""Keys of events that repeat what is known: they are read without meaning, and go out filled in."""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from dice import Dice
from formats import part
from golden_wires import GOLDEN
from provider_types import refusal
from samples import FORMATS
from splitting import split
from stream_samples import MODULES, OUR_REPLIES, RICH
from toolwire._runtime.assembly import Slot
from toolwire._runtime.framing import Repeats
from toolwire._runtime.outgoing import Part
from toolwire._runtime.pieces import Settled
from toolwire._runtime.repeating import Repeating

Json = Any
TYPED = [name for name in FORMATS if "event" in part(name, "provider").CHECKS]
"""The formats whose provider has types of events."""


@pytest.mark.parametrize("target", TYPED)
def test_events_of_other_wires_replies_are_what_the_providers_types_take(target: str) -> None:
    for _, title, (name, body) in [*OUR_REPLIES, *RICH]:
        decoded = [*MODULES[name].decode_stream(split(name, body, Dice(1)))]
        response = decoded[-1]["response"]
        if name == target or "error" in (response["finishReason"], *response):
            continue  # clients raise what ends such a stream, and give it no type
        for event in MODULES[target].encode_stream(decoded, on_loss="ignore"):
            assert refusal(target, "event", event) is None, f"{title}: {event}"


@pytest.fixture(scope="module")
def wires(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    package = Package(tmp_path_factory.mktemp("repeating"), "repeating_adapters")
    names = ("choir", "flare", "signal")
    yield {name: package.add(read_once(GOLDEN), name)[1] for name in names}
    package.close()


def sent(wire: ModuleType, name: str) -> list[Json]:
    """The events of the golden reply, written again."""
    path = Path(GOLDEN) / "payloads" / name / "events.json"
    events = json.loads(path.read_text(encoding="utf-8"))
    return [*wire.encode_stream(wire.decode_stream(events), on_loss="ignore")]


def test_a_count_has_the_number_of_each_event(wires: dict[str, ModuleType]) -> None:
    for name, key in (("flare", "beat"), ("choir", "bar")):
        events = sent(wires[name], name)
        assert [event[key] for event in events] == [*range(len(events))]


def test_events_without_the_key_are_not_counted(wires: dict[str, ModuleType]) -> None:
    inner = [next(iter(event.values())) for event in sent(wires["signal"], "signal")]
    assert "beat" not in inner[0]
    beats = [event["beat"] for event in inner if "beat" in event]
    assert beats == [*range(len(beats))]


def test_what_stands_at_a_place_is_repeated(wires: dict[str, ModuleType]) -> None:
    """What the events that came said there has no meaning."""
    events = sent(wires["flare"], "flare")
    of = {kind: [e for e in events if e["type"] == kind] for kind in ("mark_lit", "mark_came")}
    assert [event["tag"] for event in of["mark_lit"] + of["mark_came"]] == ["say-1"] * 4
    assert [event["count"] for event in of["mark_lit"]] == [0, 1]
    assert [event["worn"] for event in of["mark_came"]] == [False, False]
    out = [event for event in events if event["type"] == "mark_out"]
    assert [event.get("page") for event in out] == [3, None]
    assert "page" not in out[1]
    assert {event["id"] for event in events if event["type"] == "entry_out"} == {"r1"}


def test_an_event_that_nobody_knows_is_counted_with_the_others(
    wires: dict[str, ModuleType],
) -> None:
    started = {"kind": "started", "id": "r1"}
    opaque = [
        {"kind": "opaque", "format": "flare", "value": {"type": "blink", "beat": 70}},
        {"kind": "opaque", "format": "flare", "value": {"type": "blink", "tag": None}},
    ]
    events = [*wires["flare"].encode_stream([started, *opaque])]
    assert events[1:3] == [{"type": "blink", "beat": 1}, {"type": "blink", "tag": None}]
    keyed = {"kind": "opaque", "format": "signal", "value": {"blink": 7}}
    assert {"blink": 7} in [*wires["signal"].encode_stream([started, keyed])]


def test_each_piece_says_what_its_element_is() -> None:
    """By the first place that has anything: calls of other wires have no id but their own."""
    responses = MODULES["openai_responses"]
    blocks = [
        {"kind": "textDelta", "index": 0, "text": "One "},
        {"kind": "textDelta", "index": 0, "text": "two "},
        {"kind": "textDelta", "index": 0, "text": "three."},
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "f", "argumentsDelta": "{"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "}"},
        {"kind": "toolCallDelta", "index": 1, "id": "c2", "name": "f", "argumentsDelta": "{"},
    ]
    events = [*responses.encode_stream([{"kind": "started", "id": "r"}, *blocks])]
    assert [event["sequence_number"] for event in events] == [*range(len(events))]
    deltas = [event for event in events if event["type"].endswith(".delta")]
    ids = [event["item_id"] for event in deltas]
    first = crc32(b"r") * 1000
    assert ids == [f"msg_toolwire_{first}"] * 3 + ["c1"] * 2 + ["c2"]
    assert [event["logprobs"] for event in deltas[:3]] == [[]] * 3


def repeated(repeats: Repeats, body: Json, *changes: Json) -> list[Json]:
    """What the pieces of one text say of a body that changes after each."""
    slot, part, keys = Slot(body), Part("text"), ["number", "said"]
    repeating, events = Repeating(repeats, slot), []
    for change in ({}, *changes):
        slot.w.update(change)
        event = dict.fromkeys(keys)
        repeating.fill_piece({"held": event} if repeats.keyed else event, part)
        events.append(event)
    return events


AT = (("at", ""),)


@pytest.mark.parametrize("keyed", [False, True])
def test_a_piece_says_what_is_known_by_then(keyed: bool) -> None:
    late = repeated(Repeats(("number",), {"said": (AT,)}, keyed=keyed), {}, {"at": "a"}, {})
    assert late == [{"number": 0}, {"number": 1, "said": "a"}, {"number": 2, "said": "a"}]


def test_each_piece_has_the_number_of_the_last_item() -> None:
    counts = Repeats(("number",), numbers={"said": AT})
    events = repeated(counts, {"at": [1]}, {"at": [1, 2]}, {"at": []})
    assert events == [{"number": 0, "said": 0}, {"number": 1, "said": 1}, {"number": 2}]


def test_pieces_share_nothing_that_they_repeat() -> None:
    """Not with each other, nor with what is known, be it still in pieces or not."""
    value = {"deep": [1]}
    for changed in (value, Settled(value)):
        one, other = repeated(Repeats(("number",), {"said": (AT,)}), {"at": changed}, {})
        assert one["said"] == other["said"] == value
        one["said"]["deep"].append(2)
        assert other["said"] == value == {"deep": [1]}

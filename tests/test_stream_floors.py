"""The readers that streams are measured against: they tell what ours tell, and drop nothing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from formats import having, part
from samples import copied

sys.path.insert(0, str(Path(__file__).parent / "bench"))
streams: Any = importlib.import_module("streams")

Json = Any
WIRES = [name for name in having("bench_stream") if part(name, "bench_stream").by_hand]
SHAPES = {
    "one call": (['{"path":"é","content":1.5}'], ""),
    "calls taking turns": (['{"a":[1,2]}', '{"b":"xy"}'], ""),
    "text": ([], "Hi there"),
    "text and calls": (['{"a":1}', '{"b":2}'], "Hi there"),
    "calls spelled otherwise": (['{"a": 1, "b" :2}'], ""),
}
each_wire = pytest.mark.parametrize("wire", WIRES)
each_shape = pytest.mark.parametrize("shape", SHAPES)
each_way = pytest.mark.parametrize("way", ["deltas", "whole"])
TOLD_AGAIN = {
    "anthropic_messages": {"/message/usage/output_tokens"},  # counts so far
    "ollama_chat": {"/created_at"},  # each line has its own, the last that of the reply
}
"""What a later event says in its place."""
PADDING = {"bedrock_converse": "p", "mistral_chat": "p"}


def _events(wire: str, shape: str) -> list[Json]:
    return [copied(event) for event in part(wire, "bench_stream").stream(*SHAPES[shape], 3)]


def _last_event(wire: str, events: list[Json]) -> Json:
    """What the last event says; None where the reader refuses the stream."""
    try:
        return [*part(wire, "bench_stream").lossless(events, True)][-1]
    except (ValueError, LookupError, TypeError):
        return None


@each_wire
@each_shape
@each_way
def test_the_lossless_reader_tells_what_ours_tells(wire: str, shape: str, way: str) -> None:
    decode = importlib.import_module(f"toolwire.{wire}").decode_stream
    events = _events(wire, shape)
    by_hand = [*part(wire, "bench_stream").lossless(events, way == "deltas")]
    assert by_hand == [*decode(events, tool_calls=way)]
    assert events == _events(wire, shape)


@each_wire
def test_the_benchmark_notices_a_reader_that_tells_less_than_ours(wire: str) -> None:
    decode = importlib.import_module(f"toolwire.{wire}").decode_stream
    lossless, events = part(wire, "bench_stream").lossless, _events(wire, "text and calls")
    assert streams.same_told(decode, lossless, events)
    for deltas in True, False:
        decoded = [*lossless(events, deltas)]
        for at in range(len(decoded)):
            less = {
                deltas: decoded[:at] + decoded[at + 1 :],
                not deltas: [*lossless(events, not deltas)],
            }
            assert not streams.same_told(decode, lambda _, way, less=less: less[way], events)


def _objects(value: Json, place: str = "") -> Iterator[tuple[str, Json]]:
    """The objects and lists of a value, each with where it stands."""
    if type(value) in (dict, list):
        yield place, value
        keys = list(value) if type(value) is dict else range(len(value))
        for key in keys:
            yield from _objects(value[key], f"{place}/{key}")


@each_wire
@each_shape
def test_a_key_that_nobody_knows_is_not_dropped_from_any_object_of_any_event(
    wire: str, shape: str
) -> None:
    events, dropped = _events(wire, shape), []
    assert "x_strange" not in repr(_last_event(wire, events))
    for number, event in enumerate(events):
        for place, holder in _objects(event):
            if type(holder) is dict:
                holder["x_strange"] = {"is": ["strange"]}
                if "x_strange" not in repr(_last_event(wire, events)):
                    dropped.append(f"{number}: {place}")
                del holder["x_strange"]
    assert dropped == []


@each_wire
@each_shape
def test_what_has_another_name_than_usual_is_kept_or_refused(wire: str, shape: str) -> None:
    events, dropped = _events(wire, shape), []
    for number, event in enumerate(events):
        for place, holder in _objects(event):
            for key in list(holder) if type(holder) is dict else ():
                usual = holder.copy()
                holder["x_strange"] = holder.pop(key)
                last = _last_event(wire, events)
                if last is not None and "x_strange" not in repr(last):
                    dropped.append(f"{number}: {place}/{key}")
                holder.clear()
                holder.update(usual)
    assert dropped == []


@each_wire
@each_shape
def test_whatever_an_event_says_instead_is_told_kept_or_refused(wire: str, shape: str) -> None:
    events, dropped = _events(wire, shape), set()
    for event in events:
        for place, holder in _objects(event):
            for key in list(holder) if type(holder) is dict else range(len(holder)):
                right = holder[key]
                if type(right) in (dict, list) and right:
                    continue
                holder[key] = "x_other" if type(right) is str else 98765
                last = _last_event(wire, events)
                if last is not None and str(holder[key]) not in repr(last):
                    dropped.add(f"{place}/{key}")
                holder[key] = right
    padding = {place for place in dropped if place.endswith(f"/{PADDING.get(wire)}")}
    assert dropped - padding - TOLD_AGAIN.get(wire, set()) == set()


@each_wire
@each_shape
def test_a_stream_that_ends_early_is_refused(wire: str, shape: str) -> None:
    events = _events(wire, shape)
    ends = [at for at in range(1, len(events)) if _last_event(wire, events[:at]) is not None]
    # What follows the last word of some is a count, or says nothing.
    assert len(ends) <= 1
    assert _last_event(wire, []) is None

"""Streams written as any wire's own events: what was told comes back, in the form clients expect.

What is written is read again by the wire's own reader, which law 5 holds to the whole reply.
"""

from __future__ import annotations

import copy
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from building import ROOT, read_once
from drawing import drawing
from formats import part
from quick_schema import Quick
from samples import FORMATS, ROUTES, SCHEMAS, difference, exactly, is_error_body, others, why_not
from splitting import Dice, split
from stream_samples import (
    MODULES,
    SPLITS,
    asks_for,
    calls_of,
    each_reply,
    each_wire,
    folded,
    replies,
    rich,
    seeds,
    texts_of,
)
from toolwire._runtime.errors import ToolwireError

Json = Any


def event_validator(name: str) -> jsonschema.Draft202012Validator:
    schema = {"$ref": "#/$defs/StreamEvent", "$defs": SCHEMAS[name]["$defs"]}
    return jsonschema.Draft202012Validator(schema)


EVENTS = {name: event_validator(name) for name in FORMATS}
QUICK = {name: Quick(one.schema).is_valid for name, one in EVENTS.items()}

STREAMS = {name: read_once(ROOT).formats[name].transform.stream for name in FORMATS}
LAST = {name: one.last for name, one in STREAMS.items() if one is not None and one.last}
"""What has an event of its own after all else."""


def check_framing(name: str, events: list[Json]) -> None:
    """Every event is valid, and they come in the order in which clients of the wire expect them."""
    for event in events:
        assert QUICK[name](event), f"{why_not(EVENTS[name], event)}: {event}"
    part(name, "writing").check_order(events)


def told_by(name: str, body: Json, seed: int, mode: str = "") -> list[Json]:
    """The intermediate events of one split, in one of the two ways of reading it."""
    mode = mode or ("deltas", "whole")[seed % 2]
    events = split(name, body, Dice(seed, orderly=True))
    return [*MODULES[name].decode_stream(events, tool_calls=mode)]


def check_same_wire(name: str, body: Json, seed: int) -> None:
    """Read, written and read again, a stream says the same."""
    module, body = MODULES[name], part(name, "writing").as_begun(body)
    decoded = told_by(name, body, seed, "deltas")
    before = copy.deepcopy(decoded)
    sent = [*module.encode_stream(decoded)]
    assert exactly(decoded, before), "the events were changed"
    again = [*module.decode_stream(sent)]
    assert again[-1]["kind"] == "completed"
    assert difference(decoded[-1]["response"], again[-1]["response"]) is None


@each_reply
def test_a_stream_of_ours_comes_back(name: str, body: Json) -> None:
    for seed in range(SPLITS):
        check_same_wire(name, body, seed)


@each_wire
def test_a_stream_goes_out_in_the_form_its_wire_has(name: str) -> None:
    body = rich(name)
    for seed in range(4 * SPLITS):
        check_framing(name, [*MODULES[name].encode_stream(told_by(name, body, seed))])


@pytest.mark.parametrize("name", LAST)
def test_what_comes_last_comes_back_where_it_is_null(name: str) -> None:
    module, body = MODULES[name], part(name, "writing").as_begun(rich(name))
    value = module.decode_response({**body, LAST[name]: None})
    sent = [*module.encode_stream([{"kind": "completed", "response": value}])]
    (*_, last) = module.decode_stream(sent)
    assert difference(value, last["response"]) is None


@each_wire
def test_any_stream_comes_back(name: str) -> None:
    @drawing(150)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        check_same_wire(name, body, seed)

    law()


def check_other_wire(source: str, target: str, body: Json, seed: int) -> bool:
    """A stream shown in another wire's shape says what the reply says there; False if refused."""
    decoded = told_by(source, body, seed)
    writer: ModuleType = MODULES[target]
    try:
        there = writer.encode_response(decoded[-1]["response"])
        expected = writer.decode_response(there)
    except ToolwireError:
        return False
    sent = [*writer.encode_stream(decoded)]
    fold = folded(writer.decode_stream(sent))
    found = fold.response
    if found["finishReason"] == "error" != expected["finishReason"]:
        # The wire has no word for it: its own error event ends the stream.
        assert decoded[-1]["response"]["finishReason"] == "error" and not fold.complete
        assert all(map(QUICK[target], sent))
    elif not is_error_body(target, there):
        check_framing(target, sent)
        assert fold.complete
        assert found["finishReason"] == expected["finishReason"]
    # Pieces of a text and of a refusal that come by turns are shown so, also where both are text.
    by_turns = bool(texts_of(decoded[-1]["response"], refusal=True))
    in_order = sorted if by_turns else str
    assert in_order(texts_of(found)) == in_order(texts_of(expected))
    # Records of a thought may be told in another order than they are read.
    pieces = [event["text"] for event in decoded if event["kind"] == "reasoningDelta"]
    whole = texts_of(decoded[-1]["response"], "reasoning")
    thought = sorted if pieces and "".join(pieces) != whole else str
    assert thought(texts_of(found, "reasoning")) == thought(texts_of(expected, "reasoning"))
    # A call may have been cut if it is the last: in a stream, texts may come behind it.
    assert [call.get("invalidArguments") or None for call in calls_of(found)] == [
        call.get("invalidArguments") or None for call in calls_of(expected)
    ]
    ours, theirs = [*map(asks_for, calls_of(found))], [*map(asks_for, calls_of(expected))]
    if not all(call["id"] for call in calls_of(decoded[-1]["response"])):
        # An id that is made up is made of what came with it.
        ours, theirs = [("", *call[1:]) for call in ours], [("", *call[1:]) for call in theirs]
    assert exactly(ours, theirs)
    return True


@each_reply
def test_a_stream_of_ours_is_shown_in_each_other_shape(name: str, body: Json) -> None:
    for target in others(name):
        for seed in range(SPLITS // 3):
            check_other_wire(name, target, body, seed)


@pytest.mark.parametrize(("name", "target"), ROUTES)
def test_any_stream_is_shown_in_each_other_shape(name: str, target: str) -> None:
    shown = 0

    @drawing(60)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        nonlocal shown
        shown += check_other_wire(name, target, body, seed)

    law()
    assert shown > 10, "too few replies that this wire can say"

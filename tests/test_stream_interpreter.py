"""Law 6 for streams: adapters and a slow interpreter of the same rows build the same reply."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given

from drawing import drawing
from interpreter import REFUSALS, interpreters
from interpreter.streams import Body
from samples import difference
from splitting import Dice, split
from stream_samples import MODULES, SPLITS, adorned, each_reply, each_wire, replies, seeds
from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.pieces import built
from toolwire._runtime.stream import assembly_of, take

Json = Any
REFUSED: Json = {"refused": True}
REASONS = ("finish_reason", "stop_reason", "finishReason", "promptFeedback")


def generated(name: str, events: list[Json]) -> Json:
    """The reply that an adapter has put together, however far it got."""
    reader = MODULES[name].STREAM
    assembly = assembly_of(reader, "deltas", None)
    try:
        for event in events:
            take(event, assembly, reader)
    except ToolwireError:
        return REFUSED
    return built(assembly.root.w)


def completed(name: str, events: list[Json]) -> bool:
    """Whether an adapter takes a reply for complete, though it may then refuse to read it."""
    try:
        return any(event["kind"] == "completed" for event in MODULES[name].decode_stream(events))
    except ToolwireError as error:
        return error.code == "missing"


def taken(name: str, events: list[Json]) -> Body:
    body = Body(interpreters()[name].spec)
    for event in events:
        body.take(event)
    return body


def interpreted(name: str, events: list[Json]) -> Json:
    body = Body(interpreters()[name].spec)
    try:
        for event in events:
            body.take(event)
    except REFUSALS:
        return REFUSED
    return body.built()


def disturbed(events: list[Json], dice: Dice) -> list[Json]:
    """Events as a broken service sends them: lost, repeated, or out of their order."""
    events = copy.deepcopy(events)
    for _ in range(dice.randint(1, 3)):
        place = dice.randrange(len(events))
        what = dice.randrange(3)
        if what == 0 and len(events) > 1:
            del events[place]
        elif what == 1:
            events.insert(dice.randint(0, len(events)), copy.deepcopy(events[place]))
        else:
            events.insert(dice.randrange(len(events)), events.pop(place))
    return events


@each_reply
def test_they_agree_on_our_replies(name: str, body: Json) -> None:
    for seed in range(SPLITS // 3):
        events = split(name, body, Dice(seed))
        found = generated(name, events)
        assert found != REFUSED
        assert difference(interpreted(name, events), found) is None


@each_wire
def test_they_agree_on_streams_with_more_to_them_and_out_of_order(name: str) -> None:
    built_ = 0

    @drawing(300)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        nonlocal built_
        dice = Dice(seed)
        events = [adorned(event, dice) for event in split(name, body, dice)]
        if dice.chance(2):
            events = disturbed(events, dice)
        found = generated(name, events)
        built_ += found != REFUSED
        assert difference(interpreted(name, events), found) is None

    law()
    assert built_ > 30


@pytest.mark.parametrize("name", ["mistral_chat", "openai_chat"])
def test_they_agree_on_calls_without_ids_of_which_one_comes_again(name: str) -> None:
    pieces = [{"name": "f", "arguments": '{"a"'}, {"arguments": ":1}"}, {"name": "f"}]
    for count in range(1, 4):
        deltas = [{"tool_calls": [{"index": 0, "function": piece}]} for piece in pieces[:count]]
        events = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
        found = generated(name, events)
        assert found != REFUSED
        assert difference(interpreted(name, events), found) is None


def a_call(dice: Dice) -> Json:
    """A piece of a call that says much or little of which call it is of."""
    piece: Json = {"function": {"arguments": dice.choice(["", "{}", '{"a"', ":1}", '{"b":2}'])}}
    if dice.chance(2):
        piece["function"]["name"] = dice.choice("fg")
    if dice.chance(3):
        piece["id"] = dice.choice(["a", "b", "c"])
    if dice.chance(4):
        piece["index"] = dice.choice([0, 1, None])
    return piece


@pytest.mark.parametrize("name", ["mistral_chat", "openai_chat"])
def test_they_agree_on_pieces_of_calls_whatever_says_of_which(name: str) -> None:
    built_ = 0
    for seed in range(1500):
        dice = Dice(seed)
        lists = [[a_call(dice) for _ in range(dice.randint(1, 3))] for _ in range(3)]
        events = [{"choices": [{"index": 0, "delta": {"tool_calls": each}}]} for each in lists]
        found = generated(name, events)
        built_ += found != REFUSED
        assert difference(interpreted(name, events), found) is None, lists
    assert 500 < built_ < 1500


def reasonless(value: Json) -> Json:
    """A value in which nothing says why a reply stopped."""
    if isinstance(value, dict):
        return {k: None if k in REASONS else reasonless(v) for k, v in value.items()}
    return [reasonless(item) for item in value] if isinstance(value, list) else value


@each_reply
def test_they_agree_on_what_is_complete(name: str, body: Json) -> None:
    done = MODULES[name].STREAM.done
    for seed in range(1):
        events = split(name, body, Dice(seed))
        for without_reason in (False, True):
            stream = [reasonless(event) if without_reason else event for event in events]
            for more in ([], [done], [done, stream[0]]) if done else ([],):
                for count in {len(stream), seed % len(stream)}:
                    arrived = [*stream[:count], *more]
                    assert taken(name, arrived).complete == completed(name, arrived)

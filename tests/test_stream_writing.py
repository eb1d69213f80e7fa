"""Streams written as any wire's own events: what was told comes back, in the form clients expect.

What is written is read again by the wire's own reader, which law 5 holds to the whole reply.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from samples import FORMATS, SCHEMAS, difference, exactly
from splitting import Dice, split
from stream_samples import (
    MODULES,
    SPLITS,
    calls_of,
    drawing,
    each_reply,
    each_wire,
    folded,
    replies,
    rich,
    said,
    seeds,
    texts_of,
)
from toolwire._runtime.errors import ToolwireError

Json = Any


def event_validator(name: str) -> jsonschema.Draft202012Validator:
    schema = {"$ref": "#/$defs/StreamEvent", "$defs": SCHEMAS[name]["$defs"]}
    return jsonschema.Draft202012Validator(schema)


EVENTS = {name: event_validator(name) for name in FORMATS}


def check_framing(name: str, events: list[Json]) -> None:
    """Every event is valid, and they come in the order in which clients of the wire expect them."""
    for event in events:
        error = jsonschema.exceptions.best_match(EVENTS[name].iter_errors(event))
        assert error is None, f"{error.json_path}: {error.message}: {event}"
    FRAMES[name](events)


def anthropic_frames(events: list[Json]) -> None:
    """Blocks are begun and ended one after another, numbered from 0 without gaps."""
    kinds = [event["type"] for event in events if event["type"] != "ping"]
    assert kinds[0] == "message_start" and kinds.count("message_start") == 1
    assert kinds[-2:] == ["message_delta", "message_stop"]
    assert kinds.count("message_delta") == kinds.count("message_stop") == 1
    assert events[0]["message"]["content"] == [] and not events[0]["message"]["stop_reason"]
    running, begun = None, 0
    for event in events:
        if event["type"] == "content_block_start":
            assert running is None and event["index"] == begun
            running, begun = begun, begun + 1
        elif event["type"] == "content_block_delta":
            assert event["index"] == running
        elif event["type"] == "content_block_stop":
            assert event["index"] == running
            running = None
    assert running is None


def openai_frames(events: list[Json]) -> None:
    """Calls begin with id and name, if the model named one; why it ended comes after all else but
    the usage.
    """
    begun: set[tuple[int, int]] = set()
    ended: set[int] = set()
    for event in events:
        assert event["object"] == "chat.completion.chunk"
        assert event["id"] == events[0]["id"] and event["model"] == events[0]["model"]
        if event.get("usage") is not None:
            assert event["choices"] == [] and event is events[-1]
        for choice in event["choices"]:
            place, delta = choice["index"], choice["delta"]
            assert place not in ended
            for call in delta.get("tool_calls") or []:
                if (place, call["index"]) not in begun:
                    begun.add((place, call["index"]))
                    assert "function" not in call or "id" in call
                else:
                    assert "name" not in call.get("function", {})
            if choice.get("finish_reason") is not None:
                ended.add(place)
    assert 0 in ended


def gemini_frames(events: list[Json]) -> None:
    """Calls are whole, and why it ended comes last."""
    reasons = [
        bool(candidate.get("finishReason"))
        for event in events
        for candidate in event.get("candidates", [])
        if not candidate.get("index")
    ]
    assert not any(reasons[:-1])
    assert (reasons and reasons[-1]) or any("promptFeedback" in event for event in events)


def ollama_frames(events: list[Json]) -> None:
    """Calls are whole, and the last line alone says that it is."""
    done = [event["done"] for event in events]
    assert not any(done[:-1]) and done[-1:] == [True]


FRAMES: dict[str, Callable[[list[Json]], None]] = {
    "openai_chat": openai_frames,
    "anthropic_messages": anthropic_frames,
    "gemini": gemini_frames,
    "ollama_chat": ollama_frames,
}


def as_begun(name: str, body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    if name == "anthropic_messages":
        body.setdefault("stop_sequence", None)
        for at, block in enumerate(body["content"]):
            if block.get("type") == "tool_use":
                block["id"] = block["id"] or f"toolu_{at}"
    if name == "openai_chat":
        body |= {key: body.get(key) or usual for key, usual in
                 (("id", "r1"), ("model", "m"), ("created", 1))}  # fmt: skip
        if body.get("usage", 0) is None:
            del body["usage"]
        for place, choice in enumerate(body["choices"]):
            choice["index"] = place
            for at, call in enumerate(choice["message"].get("tool_calls", [])):
                if "function" in call:
                    call |= {"id": call.get("id") or f"call_{at}", "type": "function"}
                    call["function"]["arguments"] = call["function"].get("arguments") or ""
    return body


def told_by(name: str, body: Json, seed: int, mode: str = "") -> list[Json]:
    """The intermediate events of one split, in one of the two ways of reading it."""
    mode = mode or ("deltas", "whole")[seed % 2]
    events = split(name, body, Dice(seed, orderly=True))
    return [*MODULES[name].decode_stream(events, tool_calls=mode)]


def check_same_wire(name: str, body: Json, seed: int) -> None:
    """Read, written and read again, a stream says the same."""
    module, told = MODULES[name], told_by(name, as_begun(name, body), seed, "deltas")
    before = copy.deepcopy(told)
    sent = [*module.encode_stream(told)]
    assert exactly(told, before), "the events were changed"
    again = [*module.decode_stream(sent)]
    assert again[-1]["kind"] == "completed"
    assert difference(told[-1]["response"], again[-1]["response"]) is None


@each_reply
def test_a_stream_of_ours_comes_back(name: str, body: Json) -> None:
    for seed in range(SPLITS):
        check_same_wire(name, body, seed)


@each_wire
def test_a_stream_goes_out_in_the_form_its_wire_has(name: str) -> None:
    body = rich(name)
    for seed in range(4 * SPLITS):
        check_framing(name, [*MODULES[name].encode_stream(told_by(name, body, seed))])


@each_wire
def test_any_stream_comes_back(name: str) -> None:
    @drawing(150)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        check_same_wire(name, body, seed)

    law()


def check_other_wire(source: str, target: str, body: Json, seed: int) -> bool:
    """A stream shown in another wire's shape says what the reply says there; False if refused."""
    told = told_by(source, body, seed)
    writer: ModuleType = MODULES[target]
    try:
        there = writer.encode_response(told[-1]["response"])
        expected = writer.decode_response(there)
    except ToolwireError:
        return False
    sent = [*writer.encode_stream(told)]
    fold = folded(writer.decode_stream(sent))
    found = fold.response
    if "error" not in there:
        check_framing(target, sent)
        assert fold.complete
        assert found["finishReason"] == expected["finishReason"]
    assert texts_of(found) == texts_of(expected)
    assert texts_of(found, "reasoning") == texts_of(expected, "reasoning")
    assert [call.get("invalidArguments") for call in calls_of(found)] == [
        call.get("invalidArguments") for call in calls_of(expected)
    ]
    ours, theirs = [*map(said, calls_of(found))], [*map(said, calls_of(expected))]
    if not all(call["id"] for call in calls_of(told[-1]["response"])):
        # An id that is made up is made of what came with it.
        ours, theirs = [("", *call[1:]) for call in ours], [("", *call[1:]) for call in theirs]
    assert exactly(ours, theirs)
    return True


@each_reply
def test_a_stream_of_ours_is_shown_in_each_other_shape(name: str, body: Json) -> None:
    for target in FORMATS:
        for seed in range(SPLITS // 3 if target != name else 0):
            check_other_wire(name, target, body, seed)


@pytest.mark.parametrize(
    ("name", "target"), [(name, target) for name in FORMATS for target in FORMATS if name != target]
)
def test_any_stream_is_shown_in_each_other_shape(name: str, target: str) -> None:
    shown = 0

    @drawing(60)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        nonlocal shown
        shown += check_other_wire(name, target, body, seed)

    law()
    assert shown > 10, "too few replies that this wire can say"

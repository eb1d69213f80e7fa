"""The strict clients of the harness: right streams pass, and streams that were broken do not."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from driving import STREAMED
from driving.comparison import Comparison
from driving.event_grammar import CLIENTS, faults, read, streamed_reply
from driving.stream_sources import stream
from driving.talk import talk
from formats import part
from formats.anthropic_messages import examples as anthropic
from formats.openai_chat import examples as openai

Json = Any


CALLED = {"id": "call_0", "name": "send", "arguments": {"amount": 1000}}
EVENTS: list[Json] = [
    {"kind": "started", "id": "r1", "model": "m"},
    {"kind": "reasoningDelta", "index": 0, "text": "Which "},
    {"kind": "reasoningDelta", "index": 0, "text": "city?"},
    {"kind": "blockEnd", "block": "reasoning", "index": 0},
    {"kind": "textDelta", "index": 1, "text": "Looking."},
    {"kind": "blockEnd", "block": "text", "index": 1},
    {"kind": "toolCallDelta", "index": 0, "id": "call_0", "name": "send"},
    {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"amount": 1000}'},
    {"kind": "blockEnd", "block": "toolCall", "index": 0},
    {"kind": "block", "block": {"kind": "opaque", "format": "gemini", "value": {"new": 1}}},
    {"kind": "completed",
     "response": {"finishReason": "tool_calls",
                  "message": {"role": "assistant",
                              "content": [{"kind": "toolCall", "toolCall": CALLED}]}}},
]  # fmt: skip
RIGHT: dict[str, list[Json]] = {
    **{wire: part(wire, "examples").STREAM for wire in STREAMED},
    "intermediate": EVENTS,
}
each_client = pytest.mark.parametrize("name", CLIENTS)
each_wire = pytest.mark.parametrize("name", STREAMED)


@each_client
def test_a_right_stream_has_no_faults(name: str) -> None:
    assert faults(name, RIGHT[name]) == []


@each_wire
def test_what_a_stream_says_is_read(name: str) -> None:
    found = streamed_reply(name, RIGHT[name])
    assert [(one.kind, one.text) for one in found.blocks] == part(name, "examples").SAID
    assert (found.finish, found.error) == (part(name, "examples").FINISH, None)


def test_all_that_a_stream_says_is_read() -> None:
    found = streamed_reply("anthropic_messages", anthropic.STREAM)
    assert found.blocks[0].signature == "c2ln" and all(one.done for one in found.blocks)
    assert found.tokens == (7, 9)
    found = streamed_reply("openai_chat", openai.STREAM)
    assert [(one.name, one.id) for one in found.blocks if one.name] == [
        ("send", "call_0"), ("read", "call_1"),
    ]  # fmt: skip


def renumbered(value: Json) -> Iterator[Json]:
    """Copies of a value, each with one of its indexes changed."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "index":
                yield {**value, key: item + 1}
                yield {**value, key: item - 1}
            for other in renumbered(item):
                yield {**value, key: other}
    elif isinstance(value, list):
        for at, item in enumerate(value):
            for other in renumbered(item):
                yield [*value[:at], other, *value[at + 1 :]]


def broken(events: list[Json], swaps: bool) -> Iterator[tuple[str, list[Json]]]:
    """A stream with one thing wrong, in every way: dropped, doubled, swapped, renumbered."""
    for at, event in enumerate(events):
        before, after = events[:at], events[at + 1 :]
        yield f"without {at}", [*before, *after]
        yield f"{at} twice", [*before, event, event, *after]
        if swaps and after:
            yield f"{at} after the next", [*before, after[0], event, *after[1:]]
        for other in renumbered(event):
            yield f"{at} renumbered", [*before, other, *after]


@each_client
def test_a_stream_that_was_broken_is_noticed(name: str) -> None:
    """By its grammar, or by what it says: a piece of a text may be missing without a trace."""
    right = asdict(streamed_reply(name, RIGHT[name]))
    free = getattr(part(name, "examples"), "FREE", ()) if name in STREAMED else ()
    # An intermediate block may end after the next has begun.
    for what, events in broken(RIGHT[name], swaps=name != "intermediate"):
        client = read(name, copy.deepcopy(events))
        assert client.faults or asdict(client.reply) != right or what in free, what


@each_wire
def test_a_stream_may_end_with_an_error_anywhere_but_not_quietly(name: str) -> None:
    events, error = RIGHT[name], talk(name).ERROR
    ends = next(at for at in range(len(events)) if streamed_reply(name, events[: at + 1]).finish)
    for count in range(ends):
        assert faults(name, [*events[:count], error]) == []
        assert any("ends quietly" in fault for fault in faults(name, events[:count]))
        assert faults(name, [*events[:count], error, events[count]])
        assert faults(name, [*events[:count], error, error])


MISFITS = [
    (name, at, event, fault)
    for name in STREAMED
    for at, event, fault in getattr(part(name, "examples"), "MISFITS", ())
]


@pytest.mark.parametrize(("name", "at", "event", "fault"), MISFITS)
def test_a_delta_has_to_fit_its_block(name: str, at: int, event: Json, fault: str) -> None:
    events = copy.deepcopy(RIGHT[name])
    assert events[at] != event
    events[at] = event
    assert any(fault in found for found in faults(name, events))


@each_wire
def test_calls_have_ids_of_their_own(name: str) -> None:
    text = json.dumps(RIGHT[name])
    same = text.replace(*part(name, "examples").SAME_IDS)
    assert same != text
    assert any("not unique" in fault for fault in faults(name, json.loads(same)))


@each_wire
def test_what_a_source_says_is_what_a_client_of_its_wire_is_told(name: str) -> None:
    """Two workings-out of the same: the generator of streams, and the strict client."""
    agreed = 0
    for seed in range(200):
        made = stream(name, seed)
        client = read(name, [event for event in made.events if event != "[DONE]"])
        if any("role" not in fault and "an id" not in fault for fault in client.faults):
            # What a strict client does not take, and services do all the same.
            assert part(name, "source").SLOPPY
            continue
        assert [*Comparison(made, name, client.reply).differences()] == []
        agreed += 1
    assert agreed > 150

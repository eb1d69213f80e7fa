"""The strict clients of the harness: right streams pass, and streams that were broken do not."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from driving import DRIVEN
from driving.comparison import Comparison
from driving.cuts import ERRORS
from driving.event_grammar import CLIENTS, faults, read, told
from driving.stream_sources import stream

Json = Any


def block(index: int, begun: Json, *deltas: Json) -> list[Json]:
    """An Anthropic block: its start, its deltas, its stop."""
    return [
        {"type": "content_block_start", "index": index, "content_block": begun},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def arguments(piece: str) -> Json:
    return {"type": "input_json_delta", "partial_json": piece}


ANTHROPIC: list[Json] = [
    {"type": "message_start",
     "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude",
                 "content": [], "stop_reason": None, "stop_sequence": None,
                 "usage": {"input_tokens": 7, "output_tokens": 1}}},
    *block(0, {"type": "thinking", "thinking": "", "signature": ""},
           {"type": "thinking_delta", "thinking": "Which "},
           {"type": "thinking_delta", "thinking": "city?"},
           {"type": "signature_delta", "signature": "c2ln"}),
    *block(1, {"type": "text", "text": ""},
           {"type": "text_delta", "text": "Look"}, {"type": "text_delta", "text": "ing."}),
    *block(2, {"type": "tool_use", "id": "toolu_1", "name": "send", "input": {}},
           arguments('{"amount": 1'), arguments("000}")),
    *block(3, {"type": "brand_new", "note": "?"}),
    *block(4, {"type": "text", "text": ""}, {"type": "text_delta", "text": "\n"}),
    *block(5, {"type": "tool_use", "id": "toolu_2", "name": "read", "input": {"n": 1}}),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
    {"type": "message_stop"},
]  # fmt: skip


def chunk(delta: Json, reason: str | None = None) -> Json:
    """A chunk of Chat Completions."""
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt",
            "choices": [choice]}  # fmt: skip


def begun(index: int, name: str, piece: str = "") -> Json:
    """The chunk that begins a call."""
    function = {"name": name, "arguments": piece}
    call = {"index": index, "id": f"call_{index}", "type": "function", "function": function}
    return chunk({"tool_calls": [call]})


def more(index: int, piece: str) -> Json:
    """A chunk with the next piece of a call's arguments."""
    return chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})


OPENAI: list[Json] = [
    chunk({"role": "assistant", "content": None}),
    *(chunk({"content": "Look"}), chunk({"content": "ing."})),
    *(begun(0, "send"), more(0, '{"amount": 1'), more(0, "000}")),
    chunk({"content": "\n"}),
    begun(1, "read", "{}"),
    chunk({}, "tool_calls"),
    {**chunk({}), "choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 9}},
]


def parts(*found: Json, **beside: Json) -> Json:
    """A chunk of Gemini."""
    candidate = {"index": 0, "content": {"role": "model", "parts": [*found]}, **beside}
    return {"responseId": "r1", "modelVersion": "gemini", "candidates": [candidate]}


GEMINI: list[Json] = [
    parts({"text": "Which city?", "thought": True}),
    *(parts({"text": "Look"}), parts({"text": "ing."})),
    parts({"functionCall": {"id": "f1", "name": "send", "args": {"amount": 1000}}}),
    parts({"functionCall": {"id": "f2", "name": "read"}}, {"text": "\n"}),
    parts({"executableCode": {"language": "PYTHON", "code": "1"}}),
    parts({"text": "Done."}, finishReason="STOP"),
]
def line(**message: Json) -> Json:
    """A line of Ollama."""
    told = {"role": "assistant", "content": "", **message}
    return {"model": "m", "created_at": "2026-01-02T03:04:05Z", "message": told, "done": False}


def whole(index: int, call_id: str, name: str, **arguments: Json) -> Json:
    """A line of Ollama with a call."""
    function = {"index": index, "name": name, "arguments": arguments}
    return line(tool_calls=[{"id": call_id, "function": function}])


OLLAMA: list[Json] = [
    *(line(thinking="Which "), line(thinking="city?")),
    *(line(content="Look"), line(content="ing.")),
    *(whole(0, "call_0", "send", amount=1000), whole(1, "call_1", "read")),
    {**line(), "done": True, "done_reason": "stop", "prompt_eval_count": 7, "eval_count": 9},
]
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
RIGHT = {
    "anthropic_messages": ANTHROPIC, "openai_chat": OPENAI, "gemini": GEMINI,
    "ollama_chat": OLLAMA, "intermediate": EVENTS,
}  # fmt: skip
each_client = pytest.mark.parametrize("name", CLIENTS)
each_wire = pytest.mark.parametrize("name", DRIVEN)


@each_client
def test_a_right_stream_has_no_faults(name: str) -> None:
    assert faults(name, RIGHT[name]) == []


def test_what_a_stream_says_is_read() -> None:
    found = told("anthropic_messages", ANTHROPIC)
    assert [(one.kind, one.text) for one in found.blocks] == [
        ("reasoning", "Which city?"), ("text", "Looking."), ("call", '{"amount": 1000}'),
        ("other", ""), ("text", "\n"), ("call", '{"n": 1}'),
    ]  # fmt: skip
    assert found.blocks[0].signature == "c2ln" and all(one.done for one in found.blocks)
    assert (found.finish, found.error, found.tokens) == ("tool_use", None, (7, 9))
    assert [(one.name, one.id) for one in told("openai_chat", OPENAI).blocks if one.name] == [
        ("send", "call_0"), ("read", "call_1"),
    ]  # fmt: skip
    assert [one.kind for one in told("gemini", GEMINI).blocks] == [
        "reasoning", "text", "text", "call", "call", "text", "other", "text",
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


FREE = [("openai_chat", "5 after the next"), ("ollama_chat", "1 after the next")]
"""Where events may change places: a text, and the next piece of a call or thought that has begun."""


@each_client
def test_a_stream_that_was_broken_is_noticed(name: str) -> None:
    """By its grammar, or by what it says: a piece of a text may be missing without a trace."""
    right = asdict(told(name, RIGHT[name]))
    # An intermediate block may end after the next has begun.
    for what, events in broken(RIGHT[name], swaps=name != "intermediate"):
        client = read(name, copy.deepcopy(events))
        assert client.faults or asdict(client.told) != right or (name, what) in FREE, what


@each_wire
def test_a_stream_may_end_with_an_error_anywhere_but_not_quietly(name: str) -> None:
    events = RIGHT[name]
    ends = next(at for at in range(len(events)) if told(name, events[: at + 1]).finish)
    for count in range(ends):
        assert faults(name, [*events[:count], ERRORS[name]]) == []
        assert any("ends quietly" in fault for fault in faults(name, events[:count]))
        assert faults(name, [*events[:count], ERRORS[name], events[count]])
        assert faults(name, [*events[:count], ERRORS[name], ERRORS[name]])


MISFITS: list[tuple[str, int, Json, str]] = [
    ("anthropic_messages", 7, arguments("{}"), "does not fit"),
    ("anthropic_messages", 11, {"type": "text_delta", "text": "!"}, "does not fit"),
    ("anthropic_messages", 7, {"type": "signature_delta", "signature": "c2ln"}, "does not fit"),
    ("anthropic_messages", 11, {"type": "thinking_delta", "thinking": "!"}, "does not fit"),
]


@pytest.mark.parametrize(("name", "at", "delta", "fault"), MISFITS)
def test_a_delta_has_to_fit_its_block(name: str, at: int, delta: Json, fault: str) -> None:
    events = copy.deepcopy(RIGHT[name])
    assert events[at]["type"] == "content_block_delta"
    events[at]["delta"] = delta
    assert any(fault in found for found in faults(name, events))


def test_calls_have_ids_of_their_own() -> None:
    for name in DRIVEN:
        text = json.dumps(RIGHT[name])
        for same in (("toolu_2", "toolu_1"), ("call_1", "call_0"), ('"f2"', '"f1"')):
            text = text.replace(*same)
        assert any("not unique" in fault for fault in faults(name, json.loads(text))), name


@each_wire
def test_what_a_source_says_is_what_a_client_of_its_wire_is_told(name: str) -> None:
    """Two workings-out of the same: the generator of streams, and the strict client."""
    agreed = 0
    for seed in range(200):
        made = stream(name, seed)
        client = read(name, [event for event in made.events if event != "[DONE]"])
        if any("role" not in fault and "an id" not in fault for fault in client.faults):
            # Services do what a strict client does not take; Anthropic does not.
            assert name != "anthropic_messages"
            continue
        assert [*Comparison(made, name, client.told).differences()] == []
        agreed += 1
    assert agreed > 150

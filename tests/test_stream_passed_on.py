"""Pieces of an element that stand behind its text, and events of a wire that no row reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import golden_wires
from toolwire import anthropic_messages, openai_responses
from toolwire._runtime.errors import ToolwireError

Json = Any
SHOWN = [(', replies: { seal: "" } }', " }")]
"""The change of a relay whose thoughts go out before their seals have come."""
TYPED = ("piece.seal | append", "piece.seal | append(ThoughtItem)")


@pytest.mark.parametrize("changes", [SHOWN, [*SHOWN, TYPED]])
def test_a_piece_of_one_type_goes_out_behind_the_text(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    pieces = [{"type": "thought_piece", "thought": "Hm."}, {"type": "seal_piece", "seal": "S1"}]
    events = [
        {"type": "begun", "reply": {"id": "r1", "model": "m"}},
        {"type": "item_begun", "at": 0, "item": {"type": "thought", "thought": ""}},
        *[{"type": "item_piece", "at": 0, "piece": piece} for piece in pieces],
        {"type": "item_done", "at": 0},
    ]
    with golden_wires.compiled("relay", changes, tmp_path) as relay:
        decoded = [*relay.decode_stream(events)]
        sent = [*relay.encode_stream(decoded)]
    assert [event["kind"] for event in decoded if event["kind"] == "opaque"] == []
    assert [event["piece"] for event in sent if event["type"] == "item_piece"] == pieces


REPLY = {
    "id": "r1",
    "object": "response",
    "created_at": 0,
    "status": "in_progress",
    "model": "m",
    "output": [],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}


def responses_events(item: Json, *inside: Json) -> list[Json]:
    """A stream of one item, whose first event behind its beginning is of an unknown type."""
    added = {"type": "response.output_item.added", "output_index": 0, "item": item}
    unknown = {"type": "response.new_thing", "output_index": 0, "item_id": item["id"]}
    begun = {"type": "response.created", "response": REPLY}
    return [begun, added, unknown, *inside]


def parts_of(kind: str, where: str, text: str) -> list[Json]:
    """A record of a list in an item, and the piece of its text."""
    at = {"item_id": "i1", "output_index": 0, f"{where}_index": 0}
    names = {
        "content.output_text": ("content_part.added", "output_text.delta"),
        "content.refusal": ("content_part.added", "refusal.delta"),
        "content.reasoning_text": ("content_part.added", "reasoning_text.delta"),
        "summary.summary_text": ("reasoning_summary_part.added", "reasoning_summary_text.delta"),
    }
    added, delta = names[f"{where}.{kind}"]
    part = {"type": kind, "refusal" if kind == "refusal" else "text": ""}
    return [
        {"type": f"response.{added}", **at, "part": part},
        *[{"type": f"response.{delta}", **at, "delta": piece} for piece in (text[:1], text[1:])],
    ]


MESSAGE = {
    "id": "i1",
    "type": "message",
    "role": "assistant",
    "status": "in_progress",
    "content": [],
}
THOUGHT = {"id": "i1", "type": "reasoning", "summary": []}


@pytest.mark.parametrize(
    ("item", "kind", "where"),
    [
        (MESSAGE, "output_text", "content"),
        (MESSAGE, "refusal", "content"),
        (THOUGHT, "summary_text", "summary"),
        (THOUGHT, "reasoning_text", "content"),
    ],
)
def test_an_unread_event_goes_out_behind_the_one_that_begins_its_element(
    item: Json, kind: str, where: str
) -> None:
    events = responses_events(item, *parts_of(kind, where, "Sea"))
    decoded = [*openai_responses.decode_stream(events)]
    sent = [*openai_responses.encode_stream(decoded)]
    brought = [event for event in sent if event["type"] != "error"]
    names = [event["type"] for event in events]
    assert [event["type"] for event in brought] == names
    assert [*openai_responses.decode_stream(brought)] == decoded


def test_an_unread_event_ahead_of_all_text_leaves_the_text_as_it_is() -> None:
    ahead = {"type": "content_block_delta", "index": 0, "delta": {"type": "new_delta", "x": 1}}
    start = {"type": "message_start", "message": {"id": "m1", "type": "message", "content": [],
             "role": "assistant", "model": "x", "usage": {}}}  # fmt: skip
    block = {"type": "text", "text": ""}
    events = [
        start,
        {"type": "content_block_start", "index": 0, "content_block": block},
        ahead,
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a"}},
    ]
    decoded = [*anthropic_messages.decode_stream(events)]
    sent = [*anthropic_messages.encode_stream(decoded)]
    assert sent[1:4] == events[1:]


def test_a_text_behind_an_unread_event_ends_as_it_was_told() -> None:
    at = {"item_id": "i1", "output_index": 0, "content_index": 0}
    part = {"type": "output_text", "text": "Sea", "annotations": []}
    item = {**MESSAGE, "status": "completed", "content": [part]}
    end = [
        {"type": "response.output_text.done", **at, "text": "Sea"},
        {"type": "response.content_part.done", **at, "part": part},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
    ]
    events = [*responses_events(MESSAGE, *parts_of("output_text", "content", "Sea")), *end]
    sent = [*openai_responses.encode_stream(openai_responses.decode_stream(events))][:-1]
    assert [event["type"] for event in sent] == [event["type"] for event in events]
    assert sent[-3]["text"] == "Sea"
    assert sent[-1]["item"]["content"][0]["text"] == "Sea"


BEGUN = {"type": "message_start", "message": {
    "id": "m", "type": "message", "role": "assistant", "model": "x", "content": [],
    "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
}}  # fmt: skip
DONE = {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 2}}  # fmt: skip


def behind_its_end(block: Json, *deltas: Json) -> list[Json]:
    """The events of a block whose last delta comes when it has ended."""
    *before, last = ({"type": "content_block_delta", "index": 0, "delta": d} for d in deltas)
    start = {"type": "content_block_start", "index": 0, "content_block": block}
    return [BEGUN, start, *before, {"type": "content_block_stop", "index": 0}, last, DONE]


def test_arguments_behind_the_end_of_their_call_are_refused() -> None:
    texts = ('{"a":', "1}")
    pieces = ({"type": "input_json_delta", "partial_json": text} for text in texts)
    call = {"type": "tool_use", "id": "c", "name": "n", "input": {}}
    with pytest.raises(ToolwireError, match="no piece of what has ended"):
        list(anthropic_messages.decode_stream(behind_its_end(call, *pieces)))


def test_what_is_said_of_a_block_behind_its_end_is_the_replys() -> None:
    signed = {"type": "signature_delta", "signature": "sig"}
    thought = {"type": "thinking", "thinking": "", "signature": ""}
    events = behind_its_end(thought, {"type": "thinking_delta", "thinking": "hm"}, signed)
    decoded: list[Json] = [*anthropic_messages.decode_stream(events)]
    assert [event["kind"] for event in decoded[-3:]] == ["blockEnd", "usage", "completed"]
    (block,) = decoded[-1]["response"]["message"]["content"]
    assert block["metadata"] == {"anthropic_messages": {"signature": "sig"}}

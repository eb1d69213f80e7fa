"""Texts that events say once more as a whole, and pieces of elements of one type alone."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import ToolwireError
from toolwire import openai_responses as responses

Json = Any
BEGUN: Json = {"id": "r", "object": "response", "created_at": 1, "model": "m", "output": []}
CREATED: Json = {"type": "response.created", "response": {**BEGUN, "status": "in_progress"}}
CALL: Json = {"type": "function_call", "call_id": "c", "name": "n", "arguments": ""}
OPENED: Json = {"type": "response.output_item.added", "output_index": 0, "item": CALL}
ITEMS: list[Json] = [
    {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "So."}]},
    {"type": "reasoning", "id": "rt", "summary": [],
     "content": [{"type": "reasoning_text", "text": "Hm."}]},
    {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [
        {"type": "output_text", "text": "Four.", "annotations": [], "logprobs": []},
        {"type": "refusal", "refusal": "No."}]},
    {"type": "function_call", "id": "f", "call_id": "c", "name": "tide", "arguments": '{"at":3}'},
    {"type": "custom_tool_call", "id": "t", "call_id": "d", "name": "note", "input": "x"},
]  # fmt: skip
WHOLE = [
    ("response.reasoning_summary_text", "text", "So."),
    ("response.reasoning_text", "text", "Hm."),
    ("response.output_text", "text", "Four."),
    ("response.refusal", "refusal", "No."),
    ("response.function_call_arguments", "arguments", '{"at":3}'),
    ("response.custom_tool_call_input", "input", "x"),
]


def reply(*items: Json) -> Json:
    return {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed",
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
            "output": [*items]}  # fmt: skip


def sent(*items: Json) -> list[Json]:
    """The events of a reply that came whole."""
    told: Json = {"kind": "completed", "response": responses.decode_response(reply(*items))}
    return [*responses.encode_stream([told])]


def test_each_text_is_said_once_more_after_its_pieces_and_before_its_part_ends() -> None:
    events = sent(*ITEMS)
    for name, key, text in WHOLE:
        own = [event for event in events if event["type"] in (f"{name}.delta", f"{name}.done")]
        assert [event["type"] for event in own] == [f"{name}.delta", f"{name}.done"]
        assert own[1][key] == text == own[0]["delta"]
    called = next(event for event in events if event["type"].endswith("arguments.done"))
    assert (called["name"], called["item_id"]) == ("tide", "f")
    kinds = [event["type"] for event in events if event.get("output_index") == 2]
    assert kinds.index("response.output_text.done") < kinds.index("response.content_part.done")
    assert kinds[-1] == "response.output_item.done"
    told: list[Json] = [*responses.decode_stream(events)]
    last = told[-1]["response"]
    assert responses.encode_response(last) == reply(*ITEMS)


@pytest.mark.parametrize("item", [
    {"type": "mcp_call", "id": "mcp", "name": "tide", "server_label": "s", "arguments": "{}"},
    {"type": "shell_call", "id": "sh", "input": "ls"},
])  # fmt: skip
def test_an_item_that_nobody_knows_has_no_pieces_of_what_others_have(item: Json) -> None:
    opened, closed = sent(item)[1:-1]
    assert opened["item"] == closed["item"] == item


def told_of(delta: Json, arguments: Json) -> list[Json]:
    """Intermediate events of a call: a piece of its arguments, and what they are as a whole."""
    name = "response.function_call_arguments"
    piece = {"type": f"{name}.delta", "output_index": 0, "delta": delta}
    whole = {"type": f"{name}.done", "output_index": 0, "arguments": arguments, "name": "n"}
    end = {"type": "response.completed", "response": {**BEGUN, "status": "completed"}}
    told: list[Json] = [*responses.decode_stream([CREATED, OPENED, piece, whole, end])]
    return told


def test_what_a_whole_text_says_beyond_its_pieces_is_shown() -> None:
    told = told_of('{"a', '{"a": 1}')
    pieces = [event.get("argumentsDelta", "") for event in told if event["kind"] == "toolCallDelta"]
    assert "".join(pieces) == '{"a": 1}'
    assert told[-1]["response"]["message"]["content"][0]["toolCall"]["arguments"] == {"a": 1}


def test_a_whole_text_replaces_pieces_that_were_others() -> None:
    told = told_of('{"b', '{"a": 1}')
    assert told[-1]["response"]["message"]["content"][0]["toolCall"]["arguments"] == {"a": 1}


def test_what_is_said_of_a_text_beside_it_is_no_part_of_the_reply() -> None:
    kept = told_of('{"a": 1}', '{"a": 1}')[-1]["response"]["metadata"]["openai_responses"]
    assert "name" not in kept


def test_a_whole_text_is_a_text() -> None:
    with pytest.raises(ToolwireError, match="a string"):
        told_of('{"a": 1}', 1)

"""Texts that events say once more as a whole, and pieces of elements of one type alone."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import StreamFold, ToolwireError
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
    event: Json = {"kind": "completed", "response": responses.decode_response(reply(*items))}
    return [*responses.encode_stream([event])]


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
    decoded: list[Json] = [*responses.decode_stream(events)]
    last = decoded[-1]["response"]
    assert responses.encode_response(last) == reply(*ITEMS)


def test_arguments_are_said_again_at_the_end_as_their_pieces_spelled_them() -> None:
    """Clients that run calls as they come compare the reply with what they were told."""
    call: Json = {"id": "c", "name": "tide", "arguments": {"at": 3}}
    message = {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]}
    whole: Json = {"id": "r", "model": "m", "message": message, "finishReason": "tool_calls"}
    piece: Json = {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "tide"}
    end: Json = {"kind": "blockEnd", "block": "toolCall", "index": 0}
    for spelled, said in [('{ "at": 3 }', '{ "at": 3 }'), ('{"at": 4}', '{"at":3}')]:
        events: list[Json] = [{**piece, "argumentsDelta": spelled}, end]
        events.append({"kind": "completed", "response": whole})
        *_, done, last = responses.encode_stream(events)
        assert done["item"]["arguments"] == spelled
        assert last["response"]["output"][0]["arguments"] == said


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
    decoded: list[Json] = [*responses.decode_stream([CREATED, OPENED, piece, whole, end])]
    return decoded


def test_what_a_whole_text_says_beyond_its_pieces_is_shown() -> None:
    decoded = told_of('{"a', '{"a": 1}')
    pieces = [
        event.get("argumentsDelta", "") for event in decoded if event["kind"] == "toolCallDelta"
    ]
    assert "".join(pieces) == '{"a": 1}'
    assert decoded[-1]["response"]["message"]["content"][0]["toolCall"]["arguments"] == {"a": 1}


def test_a_whole_text_replaces_pieces_that_were_others() -> None:
    decoded = told_of('{"b', '{"a": 1}')
    assert decoded[-1]["response"]["message"]["content"][0]["toolCall"]["arguments"] == {"a": 1}


def test_what_is_said_of_a_text_beside_it_is_no_part_of_the_reply() -> None:
    own = told_of('{"a": 1}', '{"a": 1}')[-1]["response"]["metadata"]["openai_responses"]
    assert "name" not in own


def test_a_whole_text_is_a_text() -> None:
    with pytest.raises(ToolwireError, match="a string"):
        told_of('{"a": 1}', 1)


SEALED: Json = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "first"}
BEGUN_CALL: Json = {**CALL, "id": "f", "status": "in_progress"}
UNFINISHED = [
    CREATED,
    {"type": "response.output_item.added", "output_index": 0, "item": SEALED},
    {"type": "response.output_item.done", "output_index": 0,
     "item": {**SEALED, "encrypted_content": "last"}},
    {"type": "response.output_item.added", "output_index": 1, "item": BEGUN_CALL},
    {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{}"},
    {"type": "response.output_item.done", "output_index": 1,
     "item": {**BEGUN_CALL, "arguments": "{}", "status": "completed"}},
]  # fmt: skip


def test_what_an_item_says_otherwise_at_its_end_is_what_a_cut_reply_has() -> None:
    fold = StreamFold()
    decoded: list[Json] = [*fold.over(responses.decode_stream(UNFINISHED))]
    ends = [event for event in decoded if event["kind"] == "blockEnd"]
    assert [event["metadata"]["openai_responses"] for event in ends] == [
        {"encrypted_content": "last"}, {"status": "completed"}
    ]  # fmt: skip
    request = {"model": "m", "messages": [fold.response["message"]]}
    sealed, call = responses.encode_request(request, rules="off", on_loss="ignore")["input"]
    assert sealed["encrypted_content"] == "last"
    assert call["status"] == "completed"


def test_an_item_ends_on_its_own_wire_as_it_ended() -> None:
    events = [*responses.encode_stream(responses.decode_stream(UNFINISHED))]
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    assert done == [one["item"] for one in (UNFINISHED[2], UNFINISHED[5])]


def test_what_adds_to_what_was_said_is_news_and_what_does_not_takes_its_place() -> None:
    begun = {**BEGUN_CALL, "notes": {"a": "so", "b": "x", "c": 1}, "more": ["a"]}
    ended = {**begun, "arguments": "{}", "more": ["a", "b"],
             "notes": {"a": "soon", "b": "y", "c": 1}}  # fmt: skip
    events = [
        CREATED,
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        {"type": "response.output_item.done", "output_index": 0, "item": ended},
    ]
    fold = StreamFold()
    decoded: list[Json] = [*fold.over(responses.decode_stream(events))]
    *_, news, end = decoded
    assert news["metadata"]["openai_responses"] == {"notes": {"a": "on"}, "more": ["b"]}
    assert end["metadata"]["openai_responses"] == {"notes": {"b": "y"}}
    own = fold.blocks[0]["toolCall"]["metadata"]["openai_responses"]
    assert (own["notes"], own["more"]) == (ended["notes"], ended["more"])
    again = [*responses.encode_stream(decoded)]
    done = [event["item"] for event in again if event["type"] == "response.output_item.done"]
    assert done == [ended]


@pytest.mark.parametrize("metadata", [1, {"openai_responses": 1}, {"openai_responses": {"$": 1}}])
def test_the_end_of_a_block_says_what_can_be_said_of_it(metadata: Json) -> None:
    begun: Json = {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "n"}
    end: Json = {"kind": "blockEnd", "block": "toolCall", "index": 0, "metadata": metadata}
    with pytest.raises(ToolwireError):
        [*responses.encode_stream([begun, end])]
    fold = StreamFold()
    fold.add(begun)
    if metadata != {"openai_responses": {"$": 1}}:
        with pytest.raises(ToolwireError):
            fold.add(end)

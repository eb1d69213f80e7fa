"""What no event of a stream tells of its reply is reported: nothing is left out without a word."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from dice import Dice
from formats import having
from samples import ALL
from toolwire import ToolwireError

Json = Any
STREAMING = having("stream")
EDITS = 250
"""So many replies of each format have something odd in one place."""
ODD: tuple[Json, ...] = (None, "", 0, 7, "a", "b", [], {}, {"a": 1}, [1], True, False)
KEYS = ("x_new", "type", "id", "index", "object", "event", "delta", "role", "status", "usage")
CHOICE = {"finish_reason": "stop", "message": {"role": "assistant", "content": "Noon."}}
CHAT = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
CANDIDATE = {"finishReason": "STOP", "content": {"role": "model", "parts": [{"text": "Noon."}]}}
CONVERSE = {
    "stopReason": "end_turn",
    "output": {"message": {"role": "assistant", "content": [{"text": "Noon.", "x": 1}]}},
}
"""A text with a key beside it: an event brings the text alone."""


def streamed(name: str, response: Json, on_loss: str = "error") -> Json:
    """What is read of a whole reply that went out as events; None if they tell no whole one."""
    adapter = import_module(f"toolwire.{name}")
    ends = [{"kind": "completed", "response": copy.deepcopy(response)}]
    events = [*adapter.encode_stream(ends, on_loss=on_loss)]
    return [*adapter.decode_stream(events)][-1].get("response")


def lost(name: str, response: Json) -> str:
    """The place of the first loss; "none" if there is none."""
    try:
        streamed(name, response)
    except ToolwireError as error:
        assert error.code == "lost"
        return error.pointer
    return "none"


def tells(read: Json, value: Json) -> bool:
    """Whether what is read has all that a value says, however it is spelled.

    Ids that are made up may be others, and what says that nothing is there may be absent.
    """
    if isinstance(value, dict):
        overlays = value["metadata"].values() if isinstance(value.get("metadata"), dict) else ()
        forms = [one.get("$", {}) for one in overlays if isinstance(one, dict)]
        spelling = {"$", "id"} if any("for" in form.get("id", {}) for form in forms) else {"$"}
        read = read if isinstance(read, dict) else {}
        return all(tells(read.get(key), value[key]) for key in value.keys() - spelling)
    if isinstance(value, list):
        same = isinstance(read, list) and len(read) == len(value)
        return all(map(tells, read if same else [None] * len(value), value))
    return bool(read == value) or value in (None, False)


def places(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of each value inside another, its own first."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def odd(body: Json, dice: Dice) -> Json:
    """A body with another value, another key or one less in some place."""
    body = copy.deepcopy(body)
    path = dice.choice([*places(body)])
    value: Json = body
    holder: Json = None
    for key in path:
        holder, value = value, value[key]
    if isinstance(value, dict) and (dice.chance(2) or not path):
        value[dice.choice(KEYS)] = copy.deepcopy(dice.choice(ODD))
    elif path:
        if isinstance(holder, dict) and dice.chance(4):
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(dice.choice(ODD))
    return body


@pytest.mark.parametrize("name", STREAMING)
def test_what_is_not_read_again_is_told(name: str) -> None:
    adapter, dice = import_module(f"toolwire.{name}"), Dice(name)
    bodies = [one.payload for one in ALL if one.format == name and one.kind == "replies"]
    count = 0
    for body in [*bodies, *(odd(dice.choice(bodies), dice) for _ in range(EDITS))]:
        try:
            response = adapter.decode_response(body)
            streamed(name, response, "ignore")
        except ToolwireError:
            continue  # no reply, or none that events can be made of
        if response.get("error") is not None or lost(name, response) != "none":
            count += 1
            continue
        assert tells(streamed(name, response), response)
    assert count < EDITS / 2


@pytest.mark.parametrize("name", ["openai_chat", "mistral_chat"])
@pytest.mark.parametrize("index", [1, 3])
def test_the_only_choice_is_whole_whatever_its_number(name: str, index: int) -> None:
    body = {**CHAT, "choices": [{"index": index, **CHOICE}]}
    response = import_module(f"toolwire.{name}").decode_response(body)
    assert streamed(name, response, "ignore")["message"] == response["message"]
    assert lost(name, response) == f"/metadata/{name}/choices"


def test_choices_of_one_number_are_not_mixed() -> None:
    body = {**CHAT, "choices": [{"index": 0, **CHOICE}, {"index": 0, **CHOICE}]}
    response = import_module("toolwire.openai_chat").decode_response(body)
    assert streamed("openai_chat", response, "ignore")["message"] == response["message"]


@pytest.mark.parametrize("numbers", [[1], [0, 0], [None, None], [1, 0]])
def test_candidates_are_not_mixed_whatever_their_numbers(numbers: list[int | None]) -> None:
    own = [{} if number is None else {"index": number} for number in numbers]
    body = {"candidates": [{**CANDIDATE, **number} for number in own], "responseId": "r"}
    response = import_module("toolwire.gemini").decode_response(body)
    assert streamed("gemini", response, "ignore")["message"] == response["message"]


def test_a_key_that_no_event_has_a_place_for_is_lost() -> None:
    response = import_module("toolwire.bedrock_converse").decode_response(CONVERSE)
    assert lost("bedrock_converse", response) == "/message/content/0/metadata/bedrock_converse/x"


def test_what_is_spelled_otherwise_in_events_is_no_loss() -> None:
    call = {"function_call": {"name": "f", "args": {}}}
    content = {"role": "model", "parts": [call]}
    body = {"candidates": [{"content": content, "finish_reason": "STOP"}], "response_id": "r"}
    response = import_module("toolwire.gemini").decode_response(body)
    read = streamed("gemini", response)
    assert read["finishReason"] == response["finishReason"] == "tool_calls"
    assert "metadata" in response and "metadata" not in read


def test_what_events_demand_and_ids_that_are_made_up_are_no_loss() -> None:
    call = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
    message = {"role": "assistant", "tool_calls": [call]}
    body = {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}
    response = import_module("toolwire.openai_chat").decode_response(body)
    read = streamed("openai_chat", response)
    ids = [one["message"]["content"][0]["toolCall"]["id"] for one in (read, response)]
    assert read["metadata"] != response["metadata"] and ids[0] != ids[1]


def test_a_block_that_is_told_as_another_is_lost_as_a_whole() -> None:
    content = [{"text": "Noon."}, {"reasoningContent": {"sketch": "\u2026"}}]
    body = {**CONVERSE, "output": {"message": {"role": "assistant", "content": content}}}
    response = import_module("toolwire.bedrock_converse").decode_response(body)
    assert lost("bedrock_converse", response) == "/message/content/1"


CALL: Json = {"id": "c1", "name": "f", "arguments": {"a": 1}}
PIECES: list[Json] = [
    {"kind": "started"},
    {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "f", "argumentsDelta": '{"a":1}'},
    {"kind": "blockEnd", "block": "toolCall", "index": 0},
    {"kind": "textDelta", "text": "So."},
]


def test_what_only_the_end_says_of_a_call_is_told_at_the_call() -> None:
    call = {**CALL, "metadata": {"anthropic_messages": {"x_new": 1}}}
    blocks: list[Json] = [{"kind": "toolCall", "toolCall": call}, {"kind": "text", "text": "So."}]
    response = {
        "id": "r",
        "model": "m",
        "message": {"role": "assistant", "content": blocks},
        "finishReason": "tool_calls",
        "usage": {"inputTokens": 1, "outputTokens": 1},
    }
    ends = {"kind": "completed", "response": response}
    adapter = import_module("toolwire.anthropic_messages")
    with pytest.raises(ToolwireError) as caught:
        list(adapter.encode_stream([*PIECES, ends], on_loss="error"))
    assert caught.value.pointer == "/message/content/0/toolCall/metadata"


@pytest.mark.parametrize("name", STREAMING)
def test_a_thought_that_comes_whole_stands_where_it_came(name: str) -> None:
    blocks: list[Json] = [{"kind": "reasoning", "text": "Hm."}, {"kind": "text", "text": "So."}]
    message = {"role": "assistant", "content": blocks}
    events: list[Json] = [
        {"kind": "started"},
        *({"kind": "block", "block": block} for block in blocks),
        {"kind": "completed", "response": {"message": message, "finishReason": "stop"}},
    ]
    adapter = import_module(f"toolwire.{name}")
    sent = adapter.encode_stream(copy.deepcopy(events), on_loss="ignore")
    reply = [*adapter.decode_stream(sent)][-1]["response"]
    assert [block["kind"] for block in reply["message"]["content"]] == ["reasoning", "text"]

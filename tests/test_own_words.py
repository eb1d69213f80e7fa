"""Converted streams whose tools have other schemas on the wire: clients get the app's own words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

import toolwire
from conversation import text
from toolwire import StreamFold
from toolwire._runtime import own_words

Json = Any
ODD: Json = {"type": "object", "properties": {"$top": {"type": "integer"}}, "required": ["$top"]}
PLAIN: Json = {"type": "object", "properties": {"a": {"type": "string"}}}
(TOP,) = toolwire.lower_schema(ODD, target="anthropic_messages")[0]["required"]
REQUEST: Json = {
    "model": "m", "messages": [{"role": "user", "content": "x"}],
    "tools": [{"type": "function", "function": {"name": name, "parameters": schema}}
              for name, schema in (("odd", ODD), ("plain", PLAIN))],
}  # fmt: skip
BEGUN: Json = {"type": "message_start", "message": {
    "id": "m1", "type": "message", "role": "assistant", "model": "m", "content": [],
    "stop_reason": None, "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1}}}  # fmt: skip
END: list[Json] = [
    {"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": None},
     "usage": {"output_tokens": 3}},
    {"type": "message_stop"},
]  # fmt: skip


def call(index: int, name: str, *pieces: str, ends: bool = True) -> list[Json]:
    block = {"type": "tool_use", "id": f"t{index}", "name": name, "input": {}}
    begun = {"type": "content_block_start", "index": index, "content_block": block}
    deltas = [{"type": "content_block_delta", "index": index,
               "delta": {"type": "input_json_delta", "partial_json": piece}}
              for piece in pieces]  # fmt: skip
    return [begun, *deltas, *([{"type": "content_block_stop", "index": index}] if ends else [])]


CALLS = [*call(0, "odd", f'{{"{TOP}":', "3}"), *call(1, "plain", '{"a":', '"b"}')]


def converted(events: Iterable[Json], **more: Any) -> list[Json]:
    given = {"source": "anthropic_messages", "target": "openai_chat", "request": REQUEST, **more}
    return [*toolwire.convert_stream(events, **given)]


def arguments(chunks: list[Json]) -> dict[int, list[str]]:
    """The pieces of the arguments of each call, as a client of Chat Completions gets them."""
    found: dict[int, list[str]] = {}
    for chunk in chunks:
        for choice in chunk.get("choices", ()):
            for piece in choice["delta"].get("tool_calls", ()):
                if given := piece["function"].get("arguments"):
                    found.setdefault(piece["index"], []).append(given)
    return found


def test_arguments_that_the_wire_has_otherwise_come_whole_and_in_the_apps_words() -> None:
    for _ in range(2):  # what was worked out once is remembered, and says the same
        texts = arguments(converted([BEGUN, *CALLS, *END]))
    assert [json.loads("".join(texts[at])) for at in (0, 1)] == [{"$top": 3}, {"a": "b"}]
    assert (len(texts[0]), texts[1]) == (1, ['{"a":', '"b"}'])


def test_a_call_begins_as_soon_as_it_is_known() -> None:
    chunks = converted([BEGUN, *CALLS, *END])
    (first, *_) = [one for chunk in chunks for one in chunk["choices"]
                   if one["delta"].get("tool_calls")]  # fmt: skip
    assert first["delta"]["tool_calls"][0]["function"]["name"] == "odd"
    assert not first["delta"]["tool_calls"][0]["function"].get("arguments")


def test_without_the_request_pieces_go_out_as_they_come() -> None:
    texts = arguments(converted([BEGUN, *CALLS, *END], request=None))
    assert texts[0] == [f'{{"{TOP}":', "3}"]


@pytest.mark.parametrize("cut", range(1, 8))
def test_a_call_that_is_cut_is_whole_for_no_one(cut: int) -> None:
    events = [BEGUN, *call(0, "odd", '{"', f'{TOP}":', "3", "}")][:cut]
    fold = StreamFold()
    list(fold.over(toolwire.openai_chat.decode_stream(converted(events))))
    assert not fold.complete
    for one in toolwire.tool_calls(fold.response):
        assert one.get("arguments") == ({"$top": 3} if cut > 5 else {})
        assert ("invalidArguments" in one) == (cut < 6)


def test_a_call_that_ends_with_the_reply_is_told_ahead_of_the_end() -> None:
    chunks: list[Json] = [
        {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
         "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        for delta, reason in (
            ({"role": "assistant", "content": None, "tool_calls": [
                {"index": 0, "id": "i", "type": "function",
                 "function": {"name": "t", "arguments": '{"a":'}}]}, None),
            ({"tool_calls": [{"index": 0, "function": {"arguments": '"x","b":null}'}}]}, None),
            ({}, "tool_calls"),
        )
    ]  # fmt: skip
    schema = {"type": "object", "additionalProperties": False, "required": ["a"],
              "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}  # fmt: skip
    asked = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "x"}],
             "tools": [{"name": "t", "strict": True, "input_schema": schema}]}  # fmt: skip
    events = toolwire.convert_stream(
        chunks, source="openai_chat", target="anthropic_messages", request=asked
    )
    fold = StreamFold()
    list(fold.over(toolwire.anthropic_messages.decode_stream(events)))
    (one,) = toolwire.tool_calls(fold.response)
    assert fold.complete and one["arguments"] == {"a": "x"}


def test_an_asynchronous_stream_says_the_same() -> None:
    events = [BEGUN, *CALLS, *END]

    async def arriving() -> AsyncIterator[Json]:
        for event in events:
            yield event

    async def gathered() -> list[Json]:
        stream = toolwire.aconvert_stream(
            arriving(), source="anthropic_messages", target="openai_chat", request=REQUEST
        )
        return [event async for event in stream]

    assert asyncio.run(gathered()) == converted(events)


def test_what_is_no_call_goes_on_as_it_comes() -> None:
    empty = {"type": "text", "text": ""}
    block = {"type": "content_block_start", "index": 0, "content_block": empty}
    delta = {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "text_delta", "text": "A"},
    }
    events = [BEGUN, block, delta, {"type": "content_block_stop", "index": 0},
              *call(1, "odd", f'{{"{TOP}":', "oops"), *END]  # fmt: skip
    fold = StreamFold()
    list(fold.over(toolwire.openai_chat.decode_stream(converted(events))))
    (first, one) = fold.blocks
    assert first == text("A")
    assert one["toolCall"]["invalidArguments"] == f'{{"{TOP}":oops'


def test_what_waits_of_a_call_is_told_ahead_of_the_end_and_what_names_it_at_once() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    stream = own_words._OwnWords({"f": schema})
    begun = {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "f"}
    assert stream.shown({**begun, "argumentsDelta": '{"a":'}) == [begun]
    more = {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "1}"}
    assert stream.shown(more) == []
    end = {"kind": "completed"}
    assert stream.shown(end) == [{**more, "argumentsDelta": '{"a":1}'}, end]
    assert stream.rest() == []

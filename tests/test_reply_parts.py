"""Replies of Chat services that have a list of parts, thoughts among them, whole and streamed."""

from __future__ import annotations

from typing import Any

import pytest

from samples import as_it_is, difference
from toolwire import StreamFold

Json = Any
chat = as_it_is("openai_chat")
HEAD: Json = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "17x23"}]}
CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def reply(content: Json, **more: Json) -> Json:
    message = {"role": "assistant", "content": content, **more}
    return {**HEAD, "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def chunk(delta: Json, finish: Json = None) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {**HEAD, "object": "chat.completion.chunk", "choices": [choice]}


def kinds_and_texts(blocks: list[Json]) -> list[tuple[str, Json]]:
    return [(one["kind"], one.get("text")) for one in blocks]


def streamed(*deltas: Json) -> tuple[list[Json], Json]:
    """What was shown ahead of the end, and the reply."""
    decoded = [*chat.decode_stream([*map(chunk, deltas), chunk({}, "stop")])]
    fold = StreamFold()
    for event in decoded[:-1]:
        fold.add(event)
    return fold.blocks, decoded[-1]["response"]


@pytest.mark.parametrize("content", [
    [text("391")],
    [THOUGHT, text("391")],
    [{**THOUGHT, "closed": True}, text("391")],
    [text("3"), text("91")],
    [{"type": "reference", "reference_ids": [1]}, text("391")],
    [{"type": "thinking", "thinking": "17x23"}],
    [],
])  # fmt: skip
@pytest.mark.parametrize("more", [{}, {"reasoning_content": "Hm."}, {"tool_calls": [CALL]}])
def test_a_list_of_parts_is_read_as_blocks_and_comes_back(content: Json, more: Json) -> None:
    body = reply(content, **more)
    response = chat.decode_response(body)
    kinds = {"text": "text", "thinking": "reasoning", "reference": "opaque"}
    blocks = [one for one in response["message"]["content"] if one["kind"] != "toolCall"]
    beside = ["reasoning"] if "reasoning_content" in more else []
    read = [one["kind"] for one in blocks]
    assert read == [*beside, *(kinds[one["type"]] for one in content)]
    assert difference(body, chat.encode_response(response)) is None
    assert chat.losses_response(response) == []


def test_a_stream_of_parts_is_the_reply_sent_whole() -> None:
    shown, response = streamed({"role": "assistant", "content": [THOUGHT]}, {"content": "391"})
    whole = chat.decode_response(reply([THOUGHT, text("391")]))
    assert response["message"] == whole["message"]
    assert kinds_and_texts(shown) == [("reasoning", "17x23"), ("text", "391")]
    again = [*chat.decode_stream([*chat.encode_stream(
        chat.decode_stream([chunk({"content": [THOUGHT]}), chunk({"content": "391"}),
                            chunk({}, "stop")]))])]  # fmt: skip
    assert again[-1]["response"]["message"]["content"] == whole["message"]["content"]


def test_thoughts_of_another_wire_have_the_key_of_their_own() -> None:
    blocks = [{"kind": "reasoning", "text": "Hm."}, {"kind": "text", "text": "a"},
              {"kind": "text", "text": "b"}]  # fmt: skip
    response = {"message": {"role": "assistant", "content": blocks}, "finishReason": "stop"}
    message = chat.encode_response(response, on_loss="ignore")["choices"][0]["message"]
    assert message == {"role": "assistant", "reasoning_content": "Hm.", "content": "ab"}
    assert [one.reason for one in chat.losses_response(response)] == ["several texts become one"]


def test_an_own_thought_under_its_key_does_not_move_into_the_list() -> None:
    body = reply([text("a")], reasoning="Hm.")
    response = chat.decode_response(body)
    assert response["message"]["content"][0]["metadata"]["openai_chat"]["$"] == {"at": "reasoning"}
    assert difference(body, chat.encode_response(response)) is None


@pytest.mark.parametrize("deltas", [
    ({"reasoning_content": "Hm."}, {"content": "391"}),
    ({"tool_calls": [{"index": 0, **CALL}]},),
])  # fmt: skip
def test_an_empty_piece_ahead_of_all_is_no_block(deltas: tuple[Json, ...]) -> None:
    shown, response = streamed({"role": "assistant", "content": ""}, *deltas)
    assert kinds_and_texts(shown) == kinds_and_texts(response["message"]["content"])
    assert ("text", "") not in kinds_and_texts(shown)
    events = [chunk({"role": "assistant", "content": ""}), *map(chunk, deltas), chunk({}, "stop")]
    for name in ("gemini", "cohere_chat", "mistral_chat", "anthropic_messages"):
        wire = as_it_is(name)
        there = [*wire.decode_stream([*wire.encode_stream(
            chat.decode_stream(events), on_loss="ignore")])]  # fmt: skip
        assert kinds_and_texts(there[-1]["response"]["message"]["content"]) == kinds_and_texts(
            shown
        )


def test_an_empty_text_beside_calls_is_no_block_and_comes_back() -> None:
    body = reply("", tool_calls=[CALL])
    response = chat.decode_response(body)
    assert [one["kind"] for one in response["message"]["content"]] == ["toolCall"]
    assert difference(body, chat.encode_response(response)) is None


def test_a_text_that_says_more_does_not_join_the_others() -> None:
    body = reply([{**text("a"), "prompt_cache_breakpoint": {"mode": "explicit"}}, text("b")])
    response = chat.decode_response(body)
    del response["message"]["metadata"]  # which says that it was a list
    assert difference(body, chat.encode_response(response)) is None
    assert chat.losses_response(response) == []

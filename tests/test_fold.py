"""The fold of a stream, event by event: what there is of a reply at any time."""

from __future__ import annotations

from typing import Any, assert_type

import pytest

import toolwire
from toolwire.types import Error, Response, StreamEvent

Json = Any
MADE: Json = {"metadata": {"wire": {"$": {"id": {"for": "made"}}}}}


def folded(*events: Json) -> toolwire.StreamFold:
    fold = toolwire.StreamFold()
    for event in events:
        fold.add(event)
    return fold


def piece(index: int = 0, **fields: Json) -> Json:
    return {"kind": "toolCallDelta", "index": index, **fields}


def words(text: str, kind: str = "text", **fields: Json) -> Json:
    return {"kind": f"{kind}Delta", "text": text, **fields}


def end(block: str, **fields: Json) -> Json:
    return {"kind": "blockEnd", "block": block, **fields}


def calls(fold: toolwire.StreamFold) -> list[Json]:
    return [block["toolCall"] for block in fold.blocks]


def test_what_a_fold_passes_on_and_has_is_typed() -> None:
    """`mypy` holds it to that."""
    fold = toolwire.StreamFold()
    assert_type([*fold.over(toolwire.openai_chat.decode_stream([]))], list[StreamEvent])
    assert_type(fold.error, Error | None)
    assert assert_type(fold.response, Response)["finishReason"] == "error"


def test_pieces_of_a_number_are_one_block_until_it_ends() -> None:
    fold = folded(words("a", index=0), words("b", index=1), words("c", index=0))
    assert [block["text"] for block in fold.blocks] == ["ac", "b"]
    fold = folded(words("a"), end("text"), words("b"))
    assert [block["text"] for block in fold.blocks] == ["a", "b"]


def test_events_of_a_wire_are_no_events_of_ours() -> None:
    chunk = {"id": "c", "choices": [{"index": 0, "delta": {"content": "Hi"}}]}
    fold = toolwire.StreamFold()
    for take in (fold.over([chunk]), toolwire.openai_chat.encode_stream([chunk])):
        with pytest.raises(toolwire.ToolwireError) as raised:
            list(take)
        assert (raised.value.pointer, raised.value.code) == ("/kind", "missing")
    assert fold.blocks == []


def test_a_call_with_another_id_is_another_call() -> None:
    fold = folded(piece(id="a", name="f", argumentsDelta="{}"), piece(id="b", name="g"))
    assert [(one["id"], one["name"]) for one in calls(fold)] == [("a", "f"), ("b", "g")]


def test_an_id_that_was_made_up_gives_way_to_the_real_one_as_long_as_the_call_is_open() -> None:
    begun = piece(id="made", name="f", **MADE)
    (only,) = calls(folded(begun, piece(id="real", argumentsDelta="{}")))
    assert only["id"] == "real" and "metadata" not in only
    after = folded(begun, end("toolCall", index=0), piece(id="real", name="g"))
    assert [one["id"] for one in calls(after)] == ["made", "real"]


def test_an_empty_id_or_name_takes_none_away() -> None:
    (only,) = calls(folded(piece(id="a", name="f"), piece(id="", name="", argumentsDelta="{}")))
    assert (only["id"], only["name"]) == ("a", "f")


@pytest.mark.parametrize(
    ("text", "ended", "expected"),
    [
        ('{"a":1}', True, {"arguments": {"a": 1}}),
        # What looks whole may still go on, where the stream says when a block ends.
        ('{"a":1}', False, {"arguments": {}, "invalidArguments": '{"a":1}'}),
        ('{"a":', True, {"arguments": {}, "invalidArguments": '{"a":'}),
        ("", True, {"arguments": {}}),
        ("", False, {"arguments": {}, "invalidArguments": ""}),
    ],
)
def test_a_call_that_was_cut_has_invalid_arguments(text: str, ended: bool, expected: Json) -> None:
    events = [words("x"), end("text"), piece(id="a", name="f", argumentsDelta=text)]
    events += [end("toolCall", index=0)] if ended else []
    found = folded(*events).blocks[-1]["toolCall"]
    assert found == {"id": "a", "name": "f", **expected}


def test_whole_arguments_are_taken_where_a_stream_has_no_ends() -> None:
    (only,) = calls(folded(piece(id="a", name="f", argumentsDelta='{"a":1}')))
    assert only["arguments"] == {"a": 1}


def test_reasoning_that_was_cut_has_no_signature() -> None:
    signed = words("hm", "reasoning", index=0, metadata={"wire": {"signature": "s"}})
    assert folded(signed).blocks == [{"kind": "reasoning", "text": "hm"}]
    (whole,) = folded(signed, end("reasoning", index=0)).blocks
    assert whole["metadata"] == {"wire": {"signature": "s"}}
    (text,) = folded(words("a", metadata={"wire": {"x": 1}})).blocks
    assert text["metadata"] == {"wire": {"x": 1}}


def test_calls_that_got_no_id_get_those_of_the_reply() -> None:
    begun = {"kind": "started", "id": "r", "model": "m"}
    fold = folded(begun, piece(0, name="f"), piece(1, id="own", name="f"), piece(2, name="f"))
    assert [one["id"] for one in calls(fold)] == ["call_r_1", "own", "call_r_3"]


def test_what_there_is_of_a_reply_is_marked_as_cut_or_failed() -> None:
    fold = folded({"kind": "started", "id": "r", "model": "m"}, words("a"))
    assert not fold.complete and fold.error is None
    assert fold.response["finishReason"] == "error" and fold.response["id"] == "r"
    assert fold.response["error"]["type"] == "incomplete_stream"
    usage = {"inputTokens": 1, "outputTokens": 2}
    failed = folded({"kind": "usage", "usage": usage}, {"kind": "error", "error": {"message": "x"}})
    assert failed.response["error"] == failed.error == {"message": "x"}
    assert failed.response["usage"] == usage


def test_nothing_is_shared_with_the_events() -> None:
    block = {"kind": "image", "url": "a", "metadata": {"wire": {"x": 1}}}
    fold = folded({"kind": "block", "block": block})
    block["metadata"]["wire"]["x"] = 2  # type: ignore[index]
    assert fold.blocks[0]["metadata"] == {"wire": {"x": 1}}


def test_a_complete_reply_is_what_the_last_event_says() -> None:
    response = {"message": {"role": "assistant", "content": []}, "finishReason": "stop"}
    fold = folded(words("a"), {"kind": "completed", "response": response})
    assert fold.complete and fold.response == response and fold.blocks == []

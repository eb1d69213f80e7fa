"""An item that ends as another than it began as: what was shown of it is void, and not whole."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import toolwire
from samples import difference
from toolwire import StreamFold, ToolwireError
from toolwire import openai_responses as responses

Json = Any
BODY: Json = {"id": "r", "object": "response", "created_at": 1, "model": "m",
              "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}  # fmt: skip
CALL: Json = {"type": "function_call", "id": "f", "call_id": "c", "name": "find",
              "arguments": "{}", "status": "completed"}  # fmt: skip
FREE: Json = {"type": "custom_tool_call", "id": "f", "call_id": "c", "name": "find", "input": "q"}
THOUGHT: Json = {"type": "reasoning", "id": "f", "summary": []}
SAID: Json = {"type": "message", "id": "f", "role": "assistant", "content": []}
FOUND: Json = {"type": "found_pages", "pages": [{"url": "https://example.com"}]}
TEXT: Json = {"type": "message", "id": "m", "role": "assistant", "status": "completed",
              "content": [{"type": "output_text", "text": "So.", "annotations": []}]}  # fmt: skip
OPAQUE: Json = {"kind": "opaque", "format": "openai_responses", "value": FOUND}


def events(begun: Json, ended: Json) -> list[Json]:
    item = "response.output_item"
    return [
        {"type": "response.created", "response": {**BODY, "output": [], "status": "in_progress"}},
        {"type": f"{item}.added", "output_index": 0, "item": begun},
        {"type": f"{item}.done", "output_index": 0, "item": ended},
        {"type": f"{item}.added", "output_index": 1, "item": TEXT},
        {"type": f"{item}.done", "output_index": 1, "item": TEXT},
        {"type": "response.completed",
         "response": {**BODY, "status": "completed", "output": [ended, TEXT]}},
    ]  # fmt: skip


def told_by(wire: list[Json], **options: Any) -> list[Json]:
    decoded: list[Json] = [*responses.decode_stream(wire, **options)]
    return decoded


def folded(decoded: list[Json]) -> Json:
    fold = StreamFold()
    for event in decoded:
        fold.add(event)
    return fold.response


@pytest.mark.parametrize(
    ("begun", "block"),
    [(CALL, "toolCall"), (FREE, "toolCall"), (THOUGHT, "reasoning"), (SAID, "text")],
)
def test_its_end_says_what_it_is_instead(begun: Json, block: str) -> None:
    wire = events(begun, FOUND)
    decoded = told_by(wire)
    end = next(event for event in decoded if event["kind"] == "blockEnd")
    assert end == {"kind": "blockEnd", "block": block, "index": 0, "instead": OPAQUE}
    cut = folded(decoded[:-1])
    assert cut["finishReason"] == "error"
    assert cut["message"]["content"][0] == OPAQUE
    assert toolwire.tool_calls(decoded[-1]["response"]) == []
    assert decoded[-1]["response"]["finishReason"] == "stop"
    FOUND["pages"].append("later")
    assert end["instead"]["value"]["pages"] == [{"url": "https://example.com"}], "it is ours"
    FOUND["pages"].pop()


@pytest.mark.parametrize("begun", [CALL, FREE, THOUGHT, SAID])
def test_it_is_written_so(begun: Json) -> None:
    decoded = told_by(events(begun, FOUND))
    written = [*responses.encode_stream(decoded)]
    ends = [one["item"] for one in written if one["type"] == "response.output_item.done"]
    assert ends[0] == FOUND
    assert not [one for one in written if one["type"] == "response.function_call_arguments.done"]
    assert written[-1]["response"]["output"][0] == FOUND
    assert difference(told_by(written)[-1], decoded[-1]) is None
    # What came before may have had to wait.
    other = {"kind": "toolCallDelta", "index": 1, "id": "o", "name": "read", "argumentsDelta": "{"}
    waiting = [decoded[0], other, *decoded[1:]]
    items = [one["item"] for one in responses.encode_stream(waiting) if "item" in one]
    assert FOUND in items
    assert not [item for item in items if item.get("id") == "f"], "it was not begun as that"


def test_what_was_not_shown_of_it_is_not_shown_twice() -> None:
    begun = {"type": "message", "role": "assistant", "content": []}
    decoded = told_by(events(begun, FOUND))
    assert [event["kind"] for event in decoded[:3]] == ["started", "block", "textDelta"]
    assert difference(told_by([*responses.encode_stream(decoded)])[-1], decoded[-1]) is None


def test_calls_that_are_read_when_they_are_whole_are_none() -> None:
    decoded = told_by(events(CALL, FOUND), tool_calls="whole")
    assert [event["kind"] for event in decoded[:2]] == ["started", "block"]
    assert decoded[1]["block"] == OPAQUE
    for name in ("anthropic_messages", "openai_chat"):
        wire = importlib.import_module(f"toolwire.{name}")
        again = [*wire.decode_stream(wire.encode_stream(decoded, on_loss="ignore"))]
        assert toolwire.tool_calls(again[-1]["response"]) == []


@pytest.mark.parametrize("name", ["anthropic_messages", "openai_chat", "bedrock_converse"])
def test_where_no_event_says_so_the_stream_does_not_look_finished(name: str) -> None:
    wire = importlib.import_module(f"toolwire.{name}")
    out: list[Json] = []
    with pytest.raises(ToolwireError, match="ends as what it was begun as"):
        out.extend(wire.encode_stream(told_by(events(CALL, FOUND)), on_loss="ignore"))
    written: list[Json] = []
    try:
        for event in wire.encode_stream(told_by(events(CALL, FOUND)), on_loss="ignore"):
            written.append(event)
    except ToolwireError:
        pass
    assert [*wire.decode_stream(written)][-1]["kind"] == "error"


def test_a_message_that_ends_as_a_call_is_one() -> None:
    decoded = told_by(events(SAID, CALL))
    end = next(event for event in decoded if event["kind"] == "blockEnd")
    assert end["instead"]["toolCall"]["name"] == "find"
    assert [one["name"] for one in toolwire.tool_calls(folded(decoded[:-1]))] == ["find"]
    assert decoded[-1]["response"]["finishReason"] == "tool_calls"
    assert difference(told_by([*responses.encode_stream(decoded)])[-1], decoded[-1]) is None


@pytest.mark.parametrize("instead", [1, [], {"kind": "toolCall"}])
def test_what_is_no_block_is_told(instead: Json) -> None:
    fold = StreamFold()
    fold.add({"kind": "textDelta", "index": 0, "text": "a"})
    with pytest.raises(ToolwireError):
        fold.add({"kind": "blockEnd", "block": "text", "index": 0, "instead": instead})

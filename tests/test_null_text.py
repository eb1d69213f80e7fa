"""A text that a message always has: null where nothing is said, as `absent` says."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import compiled, findings
from toolwire._runtime.convert import format_module

Json = Any
GIVEN = "    given: { voice: all }\n"
SILENT = (GIVEN, f"{GIVEN}    absent: {{ text: null }}\n")
REFUSED = "null says nothing, and its field must be there"
CUE: Json = {"sort": "cue", "key": "c", "name": "now", "input": "{}"}
CALL: Json = {"kind": "toolCall", "toolCall": {"id": "c", "name": "now", "arguments": {}}}
LATE: Json = {"kind": "text", "text": "La."}


@pytest.fixture(scope="module")
def choir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with compiled("choir", [SILENT], tmp_path_factory.mktemp("silent")) as module:
        yield module


def line(**more: Json) -> Json:
    return {"by": "choir", "voice": "all", **more}


def song(sung: Json) -> Json:
    return {"key": "r", "choir": "m", "line": sung, "why": "CUE"}


def response(*blocks: Json) -> Json:
    message = {"role": "assistant", "content": [*blocks]}
    return {"id": "r", "model": "m", "message": message, "finishReason": "tool_calls"}


def test_where_nothing_is_said_it_is_null(choir: ModuleType) -> None:
    body = choir.encode_response(response(CALL))
    assert body["line"] == line(text=None, calls=[CUE])
    assert choir.decode_response(body) == response(CALL)
    assert choir.encode_response(response(LATE, CALL))["line"]["text"] == "La."


@pytest.mark.parametrize("text", [{}, {"text": None}, {"text": ""}, {"text": []}])
def test_what_else_stood_there_comes_back_until_something_is_said(
    choir: ModuleType, text: Json
) -> None:
    body = song(line(**text, calls=[CUE]))
    value = choir.decode_response(body)
    assert value["message"]["content"] == [CALL]
    assert choir.encode_response(copy.deepcopy(value)) == body
    value["message"]["content"].insert(0, LATE)
    assert choir.encode_response(value)["line"] == line(text="La.", calls=[CUE])


def test_a_stream_begins_with_it_and_comes_back(choir: ModuleType) -> None:
    sent = [*choir.encode_stream([{"kind": "completed", "response": response(CALL)}])]
    assert sent[0]["line"]["text"] is None
    assert all("text" not in event["line"] for event in sent[1:])
    assert "metadata" not in [*choir.decode_stream(sent)][-1]["response"]["message"]


def test_a_stream_that_had_none_has_none(choir: ModuleType) -> None:
    said: list[Json] = [{"by": "choir"}, {"calls": [{**CUE, "at": 0}]}, {}]
    events: list[Json] = [
        {"kind": "bar", "bar": at, "key": "r", "choir": "m", "line": {"form": "bar", **one}}
        for at, one in enumerate(said)
    ]
    events[-1]["why"] = "CUE"
    decoded = [*choir.decode_stream(events)]
    assert decoded[0]["metadata"]["choir"]["$"] == {"absent": ["line.text"]}
    sent = [*choir.encode_stream(decoded)]
    assert not any("text" in event["line"] for event in sent)
    assert [*choir.decode_stream(sent)] == decoded


def test_a_text_alone_may_be_null_for_nothing(tmp_path: Path) -> None:
    assert findings("choir", [SILENT], tmp_path / "text") == []
    joined = ('"*": text | text', '"*": text | joined("")')
    for name, change in (("joined", joined), ("calls", ("{ text: null }", "{ calls: null }"))):
        found = findings("choir", [SILENT, change], tmp_path / name)
        assert any(REFUSED in one for one in found), found
    inside: list[tuple[str, str]] = [("{ text: null }", "{ hall.text: null }"),
                                     ('"*": text | text', '"*": hall.text | text')]  # fmt: skip
    definitions = {
        "SungLine/properties/hall": {"$ref": "#/$defs/GivenLine"},
        "SungLine/required": ["by", "voice", "hall"],
        "GivenLine/required": ["by"],
    }
    found = findings("choir", [SILENT, *inside], tmp_path / "inside", definitions)
    assert any(REFUSED in one for one in found), found


def test_an_event_that_begins_a_reply_must_take_it(tmp_path: Path) -> None:
    definitions = {"BarLine/properties/text": {"type": "string"}}
    found = findings("choir", [SILENT], tmp_path, definitions)
    assert [one for one in found if "and `line.text` of `Bar` is never null" in one]


def called(target: str) -> Json:
    return format_module(target).encode_response(response(CALL), on_loss="ignore")


def test_clients_of_chat_find_a_content_in_each_message() -> None:
    message = called("openai_chat")["choices"][0]["message"]
    assert message["content"] is None and message["tool_calls"]
    wire = format_module("openai_chat")
    assert wire.decode_response(called("openai_chat"))["message"] == response(CALL)["message"]
    sent = [*wire.encode_stream([{"kind": "completed", "response": response(CALL)}])]
    assert sent[0]["choices"][0]["delta"] == {"role": "assistant", "content": None}
    assert not any("content" in choice["delta"] for one in sent[1:] for choice in one["choices"])


def test_a_list_that_is_emptied_is_no_list_any_more() -> None:
    """Of the parts that a message had, none is left: what goes out is what the wire usually has."""
    wire = format_module("mistral_chat")
    said: Json = {"role": "assistant", "content": [{"type": "text", "text": "Hm."}]}
    call: Json = {"type": "function", "id": "c", "function": {"name": "f", "arguments": "{}"}}
    body = {"model": "m", "messages": [{**said, "tool_calls": [call]}]}
    value = wire.decode_request(body)
    del value["messages"][0]["content"][0]
    assert wire.encode_request(value, rules="off")["messages"][0]["content"] == ""
    empty = {"model": "m", "messages": [{**said, "content": [], "tool_calls": [call]}]}
    assert wire.encode_request(wire.decode_request(empty), rules="off") == empty

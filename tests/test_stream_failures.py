"""Failures in a stream whose events no tag tells: which event is one, and which is a piece?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import toolwire
from compiled import Package
from golden_wires import changed, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from samples import as_it_is

Json = Any
BAR = '"bar": {"type": "integer"},\n        "kind"'
LOOSE = ('"required": ["line", "bar"],', '"required": [],')
RESTS = (BAR, '"bar": {"type": "integer"},\n        "silence": {"type": "object"},\n        "kind"')
"""A key of a failure that a piece has, too, with something else in it."""


def bar(**more: Json) -> Json:
    return {"key": "r1", "choir": "m", "bar": 0, "line": {"form": "bar", "text": "La"}, **more}


@pytest.mark.parametrize("changes", [[RESTS], [RESTS, LOOSE]], ids=["required", "loose"])
def test_a_failure_is_none_of_the_pieces_that_have_something_else_under_its_key(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    line = '"line": {"$ref": "#/$defs/SungLine"},'
    whole = (line, f'{line}\n        "silence": {{"type": "object"}},')
    project = changed("choir", [*changes, whole], tmp_path / "project")
    package = Package(tmp_path / "package", "failures_shared_key")
    module = package.add(project, "choir")[1]
    events = [bar(silence={"bars": 2}), {"silence": "hoarse"}]
    shown = [*module.decode_stream(events)]
    assert [event["kind"] for event in shown] == ["started", "textDelta", "error"]
    assert shown[-1]["error"]["message"] == "hoarse"
    cut = [*module.encode_stream(shown[:-1])]
    assert [event["kind"] for event in module.decode_stream(cut)][-1] == "error"
    ended = bar(line={"form": "bar"}, why="END")
    again = [*module.decode_stream([bar(silence={"bars": 2}), ended])]
    assert again[-1]["response"]["metadata"]["choir"]["silence"] == {"bars": 2}
    body = Body(Interpreter(project, project.formats["choir"]).spec)
    for event in events:
        body.take(event)
    assert body.built()["silence"] == {"bars": 2}
    package.close()


def test_an_event_that_may_be_a_failure_and_is_read_as_none_is_refused() -> None:
    with pytest.raises(toolwire.ToolwireError):
        list(as_it_is("openai_chat").decode_stream([{"message": 5}]))


UNDER_LINE = [
    LOOSE,
    (
        '"required": ["silence"],\n      "properties": {"silence": {"type": "string"}},\n'
        '      "examples": [{"silence": "hoarse"}]',
        '"required": ["line"],\n      "properties": {"line": {"type": "string"}},\n'
        '      "examples": [{"line": "hoarse"}]',
    ),
    ("    error.message: silence\n", "    error.message: line\n"),
]


def test_nothing_of_a_failure_is_read_as_a_piece(tmp_path: Path) -> None:
    with compiled("choir", UNDER_LINE, tmp_path) as module:
        shown = [*module.decode_stream([bar(), {"line": "hoarse"}])]
        assert [event["kind"] for event in shown] == ["started", "textDelta", "error"]
        assert shown[-1]["error"]["message"] == "hoarse"
        whole = {"line": {"by": "choir", "voice": "all", "text": "La"}, "why": "END"}
        assert module.decode_response(whole)["message"]["content"][0]["text"] == "La"
        assert module.decode_response({"line": "hoarse"})["error"] == {"message": "hoarse"}


#: events of failures with what stands beside the error; what goes out, if that is not the same
EVENTS: list[tuple[str, Json, Json]] = [
    ("bedrock_converse", {"modelStreamErrorException": {
        "message": "m", "originalStatusCode": 500, "originalMessage": "o"}}, None),
    ("bedrock_converse", {"serviceUnavailableException": {}}, None),
    ("bedrock_converse", {"throttlingException": {"Message": "m"}}, None),
    ("anthropic_messages", {
        "type": "error", "error": {"type": "overloaded_error", "message": "m"},
        "request_id": "req_1"}, None),
    ("openai_responses", {
        "type": "error", "sequence_number": 1, "error": {"message": "m", "param": "p"}, "x": 1},
        None),
    ("openai_responses",
        {"type": "error", "sequence_number": 7, "message": "m", "code": "c", "param": "p"},
        {"type": "error", "sequence_number": 1, "error": {"message": "m", "code": "c"},
         "param": "p"}),
    ("openai_responses", {"error": {"message": "m"}, "x": 1},
        {"type": "error", "sequence_number": 1, "error": {"message": "m"}, "x": 1}),
    ("openai_responses", {"error": {"error": {"message": "m"}, "x": 1}},
        {"type": "error", "sequence_number": 1, "error": {"message": "m", "x": 1}}),
    ("openai_responses", {"error": "m", "x": 500},
        {"type": "error", "sequence_number": 1, "error": {"message": "m"}, "x": 500}),
    ("mistral_chat", {
        "object": "error", "message": "m", "type": "t", "param": None, "raw_status_code": 400},
        None),
    ("openai_chat", {
        "error": {"message": "m"}, "id": "c1", "model": "m", "user_id": "u", "usage": {
            "prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}}, None),
    ("openai_chat", {"error": {"name": "ZodError"}, "success": False}, None),
    ("openai_chat", {"error": "m", "code": "c", "x": 1},
        {"error": {"message": "m", "code": "c"}, "x": 1}),
    ("openai_chat", {"error": "m", "message": "n"}, {"error": {"message": "m"}, "message": "n"}),
    ("openai_chat", {"message": "m", "param": None}, {"error": {"message": "m"}, "param": None}),
    ("openai_chat", {"detail": "m", "x": 1}, {"error": {"message": "m"}, "x": 1}),
    ("openai_chat", {"detail": [{"msg": "m"}], "x": 1}, {"error": {"message": "m"}, "x": 1}),
    ("openai_chat", {"error": {"error": {"message": "m"}, "x": 1}},
        {"error": {"message": "m", "x": 1}}),
    ("openai_chat", {"error": 7, "x": 1}, {"error": {"message": "7"}}),
    ("cohere_chat", {
        "type": "message-end", "id": "r1", "delta": {"finish_reason": "ERROR", "error": "m",
                                                     "usage": {}}}, None),
    ("ollama_chat", {"error": "m", "x": 1}, None),
    ("ollama_chat", {"error": {"message": "m"}, "x": 1}, {"error": "m", "x": 1}),
    ("gemini", {"error": {"code": 400, "message": "m", "status": "S"}, "x": 1}, None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "event", "expected"), EVENTS)
def test_what_an_event_of_a_failure_says_beside_it_comes_back(
    name: str, event: Json, expected: Json
) -> None:
    wire = as_it_is(name)
    decoded = [*wire.decode_stream([event])]
    assert [one["kind"] for one in decoded].count("error") == 1
    assert [*wire.encode_stream(decoded)][-1] == (expected or event)
    # Another wire has no place for what stood beside it.
    other = as_it_is("gemini" if name != "gemini" else "openai_chat")
    (*_, sent) = other.encode_stream(decoded)
    assert sent["error"]["message"] == decoded[-1]["error"]["message"]
    assert sent.keys() == {"error"}


def test_what_is_written_of_a_failure_is_what_it_says_now() -> None:
    wire = as_it_is("openai_responses")
    error = {"message": "m", "param": "p"}
    event: Json = {"type": "error", "sequence_number": 0, "error": error, "x": [1]}
    *_, failure = wire.decode_stream([event])
    failure["error"]["message"] = "Another"
    event["x"].append(2)
    sent = {**event, "x": [1], "error": {"message": "Another", "param": "p"}}
    assert [*wire.encode_stream([failure])] == [sent]
    assert event["error"]["message"] == "m"


def test_a_failure_that_nobody_could_read_is_written_anew_once_it_says_something_else() -> None:
    wire = as_it_is("bedrock_converse")
    event: Json = {"serviceUnavailableException": {}}
    *_, failure = wire.decode_stream([event])
    assert failure["error"] == {
        "message": "", "type": "serviceUnavailableException", "kind": "overloaded",
    }  # fmt: skip
    event["serviceUnavailableException"]["x"] = 1
    (sent,) = wire.encode_stream([failure])
    assert sent == {"serviceUnavailableException": {}}
    sent["serviceUnavailableException"]["message"] = "changed"
    assert [*wire.encode_stream([failure])] == [{"serviceUnavailableException": {}}]
    for key, value in (("message", "Busy"), ("type", "throttlingException")):
        other = {**failure, "error": {**failure["error"], key: value}}
        (sent,) = wire.encode_stream([other])
        assert sent == {other["error"]["type"]: {"message": other["error"]["message"]}}


def test_a_piece_in_the_event_of_a_failure_is_told_ahead_of_it_and_once() -> None:
    wire = as_it_is("openai_chat")
    choice = {"index": 0, "delta": {"content": "Ye"}, "finish_reason": "error"}
    event = {
        "id": "c1", "object": "chat.completion.chunk", "created": 0, "model": "m",
        "choices": [choice], "error": {"message": "m", "code": 502},
    }  # fmt: skip
    decoded = [*wire.decode_stream([event])]
    assert [one["kind"] for one in decoded] == ["started", "textDelta", "error"]
    sent = [*wire.encode_stream(decoded)]
    fold = toolwire.StreamFold()
    for _ in fold.over(wire.decode_stream(sent)):
        pass
    assert toolwire.text(fold.response) == "Ye"
    assert sent[-1] == {"error": {"message": "m", "code": 502}}


@pytest.mark.parametrize("key", ["responseId", "response_id"])
def test_what_a_piece_says_in_either_spelling_is_its_own(key: str) -> None:
    event = {"error": {"code": 500, "message": "m"}, key: "r1", "x": 1}
    started, delta = as_it_is("gemini").decode_stream([event])
    assert started["id"] == "r1"
    assert delta["metadata"] == {"gemini": {"x": 1}}

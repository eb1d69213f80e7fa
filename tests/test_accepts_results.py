"""Results that failed say so; what a wire's own keys say stays, and so does what is legal."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import toolwire
from conversation import call, decode, encode, request, text, user
from toolwire import Loss

Json = Any
WITHOUT = ["openai_chat", "openai_responses", "mistral_chat", "cohere_chat", "ollama_chat"]
"""Wires on which a result has no switch that says that it failed."""
PICTURE = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
SAID = "there is no switch for it: it goes as the text of an error"


def answered(kind: str, value: Json, **more: Json) -> Json:
    turn = {"role": "assistant", "content": [call("c")]}
    result = {"toolCallId": "c", "name": "f", "kind": kind, "value": value, **more}
    asked = request(user(), turn, {"role": "tool", "toolResult": result})
    return {**asked, "model": "m", "tools": [{"name": "f", "parameters": {"type": "object"}}]}


def sent(name: str, value: Json) -> tuple[Json, list[Loss]]:
    """What the result is that a wire has then, and what is told of it."""
    wire = import_module(f"toolwire.{name}")
    body = wire.encode_request(value, on_loss="ignore")
    losses = [one for one in wire.losses_request(value) if one.path.startswith("/messages/2")]
    return decode(name, body)["messages"][2]["toolResult"], losses


@pytest.mark.parametrize("name", [*WITHOUT, "gemini"])
def test_texts_of_a_failure_go_as_an_error(name: str) -> None:
    result, losses = sent(name, answered("multimodal", [text("a"), text("b")], isError=True))
    assert (result["kind"], result["value"]) == ("error", "a\nb")
    at = "/messages/2/toolResult/isError"
    assert [(one.code, one.reason) for one in losses if one.path == at] == [("repaired", SAID)]
    assert sent(name, answered("multimodal", [text("a"), text("b")]))[0]["kind"] != "error"


@pytest.mark.parametrize("name", WITHOUT)
def test_a_result_beside_a_failure_stays_as_it_is(name: str) -> None:
    value = answered("multimodal", [text("a"), text("b")], isError=True)
    fine = answered("multimodal", [text("c"), text("d")])["messages"][2]["toolResult"]
    value["messages"][1]["content"].append(call("e"))
    value["messages"].append({"role": "tool", "toolResult": {**fine, "toolCallId": "e"}})
    body = encode_for(name, value)
    results = [one["toolResult"] for one in decode(name, body)["messages"][2:]]
    assert [one["kind"] == "error" for one in results] == [True, False]


@pytest.mark.parametrize("name", WITHOUT)
def test_data_of_a_failure_goes_as_an_error(name: str) -> None:
    result, losses = sent(name, answered("data", {"x": 1}, isError=True))
    assert (result["kind"], result["value"]) == ("error", '{"x":1}')
    place = "/messages/2/toolResult"
    assert [(one.path, one.code) for one in losses] == [
        (f"{place}/isError", "repaired"), (place, "kind"),
    ]  # fmt: skip
    assert sent(name, answered("data", {"x": 1}))[0]["kind"] != "error"


FAILED = answered("multimodal", [text("a"), PICTURE], isError=True)


@pytest.mark.parametrize("name", ["openai_responses", "mistral_chat", "ollama_chat", "gemini"])
def test_a_failure_with_media_keeps_them_and_is_told(name: str) -> None:
    result, losses = sent(name, FAILED)
    assert result["kind"] != "error"
    assert {one.code for one in losses if one.path.endswith("/isError")} == {"field"}


@pytest.mark.parametrize("name", ["openai_chat", "cohere_chat"])
def test_a_failure_whose_media_have_moved_is_an_error_and_gets_them_back(name: str) -> None:
    result, losses = sent(name, FAILED)
    assert (result["kind"], result["value"]) == ("error", "a")
    assert {one.code for one in losses} == {"moved", "repaired"}
    body = encode_for(name, FAILED)
    back = toolwire.convert_request(body, source=name, target="bedrock_converse", on_loss="ignore")
    there = decode("bedrock_converse", back)["messages"][2]["toolResult"]
    assert there["isError"] is True
    assert [block["kind"] for block in there["value"]] == ["text", "image"]


@pytest.mark.parametrize("name", WITHOUT)
def test_a_failure_of_no_words_says_it_in_words(name: str) -> None:
    result, _ = sent(name, answered("multimodal", [], isError=True))
    assert (result["kind"], result["value"]) == ("error", "(no output)")


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
@pytest.mark.parametrize(
    ("kind", "value"), [("multimodal", [text("a"), text("b")]), ("data", {"x": 1})]
)
def test_a_wire_with_a_switch_needs_no_error(name: str, kind: str, value: Json) -> None:
    _, losses = sent(name, answered(kind, value, isError=True))
    assert "repaired" not in {one.code for one in losses}


# -- empty results and messages


def of_claude(**fields: Json) -> Json:
    used = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t", **fields}
    turns = [("user", "a"), ("assistant", [used]), ("user", [result])]
    return {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": role, "content": content} for role, content in turns],
        "tools": [{"name": "f", "input_schema": {"type": "object"}}],
    }


@pytest.mark.parametrize(
    ("fields", "legal"),
    [
        ({}, True),
        ({"content": ""}, True),
        ({"content": []}, True),
        ({"content": " "}, False),
        ({"content": [{"type": "text", "text": ""}]}, False),
        ({"is_error": True}, False),
        ({"content": [], "is_error": True}, False),
    ],
)
def test_an_empty_result_of_claude_is_legal_unless_it_failed(fields: Json, legal: bool) -> None:
    wire, body = import_module("toolwire.anthropic_messages"), of_claude(**fields)
    value = wire.decode_request(body)
    written = wire.encode_request(value, on_loss="ignore")
    assert (written == body) is legal
    assert legal or written["messages"][2]["content"][0]["content"] == "(no output)"


@pytest.mark.parametrize(
    "fields",
    [
        {"audio": {"id": "audio_1"}},
        {"content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"content": "", "partial": True, "name": "Ada"},
        {"content": "", "prefix": True},
    ],
)
def test_what_a_message_says_by_a_key_of_the_wire_is_said(fields: Json) -> None:
    wire = import_module("toolwire.openai_chat")
    turns = [{"role": "user", "content": "a"}, {"role": "assistant", **fields}]
    body = {"model": "m", "messages": turns}
    value = wire.decode_request(body)
    assert wire.encode_request(value, on_loss="error") == body
    (key,) = {"audio", "function_call", "partial", "prefix"} & fields.keys()
    nothing = {**turns[1], key: None, "content": None}
    silent = {"model": "m", "messages": [turns[0], nothing]}
    written = wire.encode_request(wire.decode_request(silent), on_loss="ignore")
    assert len(written["messages"]) == 1


# -- media


def test_a_film_of_youtube_needs_no_type_on_gemini() -> None:
    wire, film = import_module("toolwire.gemini"), {"fileUri": "https://youtu.be/9hE5"}
    parts = [{"fileData": film}, {"text": "What is it about?"}]
    body = {"contents": [{"role": "user", "parts": parts}]}
    assert wire.encode_request(wire.decode_request(body), on_loss="error") == body
    message = user([{"kind": "document", "data": "AAAA"}])
    (part,) = encode_for("gemini", request(message))["contents"][0]["parts"]
    assert part["inlineData"]["mimeType"] == "application/pdf"
    parts[0] = {"fileData": {"fileUri": "https://x.example/a.pdf"}}
    written = wire.encode_request(wire.decode_request(body), on_loss="ignore")
    file = written["contents"][0]["parts"][0]["fileData"]
    assert file["mimeType"] == "application/pdf"


@pytest.mark.parametrize(
    ("data", "mime"),
    [
        ("UklGRiQAAABXQVZF", "audio/wav"),
        ("SUQzBAAA", "audio/mpeg"),
        ("T2dnUwAC", "audio/ogg"),
        ("ZkxhQwAA", "audio/flac"),
        ("AAAA", "audio/mpeg"),
    ],
)
def test_a_sound_of_mistral_is_data_and_says_its_type_elsewhere(data: str, mime: str) -> None:
    wire = import_module("toolwire.mistral_chat")
    content = [{"type": "input_audio", "input_audio": data}, {"type": "text", "text": "?"}]
    body = {"model": "m", "messages": [{"role": "user", "content": content}]}
    value = wire.decode_request(body)
    assert value["messages"][0]["content"][0] == {"kind": "audio", "data": data}
    assert wire.encode_request(value, on_loss="error") == body
    other = encode_for("gemini", value)["contents"][0]["parts"][0]["inlineData"]
    assert other == {"data": data, "mimeType": mime}
    picture = encode_for("anthropic_messages", {**value, "messages": [user([{
        "kind": "image", "data": "UklGRiQAAABXRUJQ"}])]})  # fmt: skip
    assert picture["messages"][0]["content"][0]["source"]["media_type"] == "image/webp"


def encode_for(name: str, value: Json) -> Json:
    return import_module(f"toolwire.{name}").encode_request(value, on_loss="ignore")


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("openai_chat", {"type": "file", "file": {"file_id": "assistant-KaVL"}}),
        ("openai_responses", {"type": "input_file", "file_id": "assistant-KaVL"}),
    ],
)
def test_a_file_that_was_uploaded_to_azure_is_one_of_this_wire(name: str, part: Json) -> None:
    turn = {"role": "user", "content": [part]}
    body = {"model": "m", ("messages" if name == "openai_chat" else "input"): [turn]}
    assert encode(name, decode(name, body)) == body

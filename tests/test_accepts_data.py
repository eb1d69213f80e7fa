"""Data of media: base64 as the API reads it, and something in it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import toolwire
from conversation import assistant, call, decode, request, result, text, user

Json = Any
STANDARD = ["anthropic_messages", "bedrock_converse", "openai_chat", "openai_responses",
            "mistral_chat", "cohere_chat", "ollama_chat"]  # fmt: skip
SAFE, PLAIN = "iVBORw0KGgr__v37-g==", "iVBORw0KGgr//v37+g=="


def picture(data: str) -> Json:
    return {"kind": "image", "data": data, "mimeType": "image/png"}


def sent(name: str, value: Json) -> tuple[list[Json], list[tuple[str, str, str]]]:
    wire = import_module(f"toolwire.{name}")
    told = [(one.path, one.code, one.reason) for one in wire.losses_request(value)]
    return decode(name, wire.encode_request(value, on_loss="ignore"))["messages"], told


@pytest.mark.parametrize("data", [SAFE, SAFE.rstrip("="), PLAIN])
@pytest.mark.parametrize("name", STANDARD)
def test_data_that_geminis_client_wrote_go_out_as_other_apis_read_them(
    name: str, data: str
) -> None:
    messages, told = sent(name, request(user([text("a"), picture(data)])))
    assert messages[0]["content"][1]["data"] == PLAIN
    at = "/messages/0/content/1/data"
    ours = [(at, "renamed", "the same bytes in the usual alphabet of base64")]
    assert [one for one in told if one[0] == at] == ([] if data == PLAIN else ours)


def test_data_for_gemini_stay_as_they_are() -> None:
    messages, told = sent("gemini", request(user([picture(SAFE)])))
    assert (messages[0]["content"][0]["data"], told) == (SAFE, [])


def test_data_in_a_result_are_spelled_so_too() -> None:
    value = request(user(), assistant(call("c")), result("c", "multimodal", [picture(SAFE)]))
    value["tools"] = [{"name": "f"}]
    messages, _ = sent("anthropic_messages", value)
    assert messages[2]["toolResult"]["value"][0]["data"] == PLAIN


BARE: list[Json] = [
    picture(""),
    {"kind": "document", "data": "", "mimeType": "application/pdf", "name": "a.pdf"},
    {"kind": "document", "text": "", "name": "a"},
]


@pytest.mark.parametrize("block", BARE)
@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse", "gemini"])
def test_media_with_nothing_in_them_are_left_out(name: str, block: Json) -> None:
    messages, told = sent(name, request(user([text("a"), block])))
    content = messages[0]["content"]
    assert content == "a" or [one["kind"] for one in content] == ["text"]
    assert [code for path, code, _ in told if path == "/messages/0/content/1"] == ["dropped"]


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_document_of_white_space_is_no_text_either(name: str, role: str) -> None:
    blank = {"kind": "document", "text": "\t ", "mimeType": "text/html"}
    messages, _ = sent(name, request(user(), {"role": role, "content": [text("a"), blank]}))
    texts = [one for message in messages for one in message["content"] if isinstance(one, dict)]
    assert {one["kind"] for one in texts} <= {"text"}
    assert "\t " not in [one.get("text") for one in texts]


def test_a_message_is_not_empty_whose_only_picture_goes_nowhere_with_an_option_on_it() -> None:
    film: Json = {"kind": "video", "data": "AAAA", "mimeType": "video/mp4"}
    film["metadata"] = {"anthropic_messages": {"cache_control": {"type": "ephemeral"}}}
    messages, _ = sent("anthropic_messages", request(user(), assistant(text("a")), user([film])))
    assert messages[2]["content"] == "(This cannot be shown here.)"


def test_replies_of_gemini_go_on_elsewhere_with_the_pictures_that_its_client_read() -> None:
    body = {"contents": [{"role": "user", "parts": [
        {"inlineData": {"mimeType": "image/png", "data": SAFE}}]}]}  # fmt: skip
    there = toolwire.convert_request(
        body, source="gemini", target="anthropic_messages", model="claude-opus-4-8",
        on_loss="ignore",
    )  # fmt: skip
    assert there["messages"][0]["content"][0]["source"]["data"] == PLAIN


def test_what_only_the_mended_block_loses_is_told_beside_what_another_loses() -> None:
    pictures = [{**picture("AAAA"), "name": name} for name in ("a", "b")]
    del pictures[0]["mimeType"]
    value = request(user([*pictures, {**picture("AAAA"), "name": "c"}]))
    _, told = sent("anthropic_messages", value)
    assert [path for path, code, _ in told if code == "field"] == [
        f"/messages/0/content/{at}/name" for at in (0, 1, 2)
    ]


def test_a_thought_that_goes_nowhere_without_its_signature_is_told_beside_another() -> None:
    signed = {"bedrock_converse": {"reasoningContent": {"reasoningText": {"signature": "c2ln"}}}}
    thoughts: list[Json] = [{"kind": "reasoning", "text": one} for one in ("Hm.", "So.")]
    thoughts[1]["metadata"] = signed
    value = request(user(), assistant(*thoughts, text("a")), user())
    value["model"] = "openai.gpt-oss-120b-1:0"
    _, told = sent("bedrock_converse", value)
    places = [path for path, code, _ in told if code == "unsupported"]
    assert places == ["/messages/1/content/0", "/messages/1/content/1"]

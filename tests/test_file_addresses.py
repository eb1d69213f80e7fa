"""Files of Chat and Responses at an address, in base64, or of a type that Chat does not take."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire._runtime.convert import format_module
from toolwire._runtime.values import base64_as, base64_from

Json = Any
AT = "https://example.com/a.pdf"
FILES = [
    ("openai_chat", lambda data: {"type": "file", "file": {"filename": "a", "file_data": data}}),
    ("openai_responses", lambda data: {"type": "input_file", "filename": "a", "file_data": data}),
]
SOUNDS = [name for name, _ in FILES]


def asked(name: str, part: Json) -> Json:
    key = "messages" if name == "openai_chat" else "input"
    return {"model": "m", key: [{"role": "user", "content": [part]}]}


def block(name: str, body: Json) -> Json:
    """The only block of a body, which comes back as it was."""
    wire = format_module(name)
    value = wire.decode_request(body)
    assert wire.encode_request(value, rules="off") == body
    return value["messages"][0]["content"][0]


@pytest.mark.parametrize(("name", "part"), FILES)
def test_a_file_at_an_address_is_no_data(name: str, part: Any) -> None:
    body = asked(name, part(AT))
    assert block(name, body)["url"] == AT
    there = format_module("anthropic_messages").encode_request(
        format_module(name).decode_request(body), on_loss="ignore"
    )
    assert there["messages"][0]["content"][0]["source"] == {"type": "url", "url": AT}


@pytest.mark.parametrize(("name", "part"), FILES)
def test_a_data_url_without_a_type_is_data(name: str, part: Any) -> None:
    for url in ("data:;base64,AAAA", "data:base64,AAAA"):
        found = block(name, asked(name, part(url)))
        assert found["data"] == "AAAA" and "mimeType" not in found
    odd = block(name, asked(name, part("data:text/plain;charset=utf-8;base64,AAAA")))
    assert "data" not in odd  # whose type would be lost


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_data_or_at_an_address(name: str) -> None:
    def heard(data: str) -> Json:
        sound = {"data": data, "format": "wav"}
        found = block(name, asked(name, {"type": "input_audio", "input_audio": sound}))
        assert found["mimeType"] == "audio/wav"
        return {key: found[key] for key in ("data", "url") if key in found}

    assert heard("AAAA") == {"data": "AAAA"}
    assert heard("data:;base64,AAAA") == heard("data:audio/wav;base64,AAAA") == {"data": "AAAA"}
    assert heard("https://example.com/a.wav") == {"url": "https://example.com/a.wav"}


def test_data_that_would_read_as_an_address_is_not_written_as_data() -> None:
    assert base64_as("AAAA") == base64_from("AAAA") == "AAAA"
    assert base64_from(7) is base64_as("x:y") is base64_as("data:;base64,AAAA") is None
    assert base64_from("data:image/png;base64,AAAA") is None
    assert base64_from("data:image/png;base64,AAAA", "typed") == "AAAA"
    assert base64_from("data:;base64") is base64_from("data:text/plain,a", "typed") is None


def document(mime: str, data: str = "YSxi") -> Json:
    paper = {"kind": "document", "data": data, "mimeType": mime, "name": "a.csv"}
    return {"model": "m", "messages": [{"role": "user", "content": [paper]}]}


def test_a_document_of_text_goes_as_a_text_where_only_a_pdf_is_taken() -> None:
    wire, request = format_module("openai_chat"), document("text/csv")
    body = wire.encode_request(request, on_loss="ignore")
    assert body["messages"][0]["content"] == "a.csv:\n\na,b"
    codes = [(one.path, one.code) for one in wire.losses_request(request)]
    assert codes == [("/messages/0/content/0", "repaired")]


def test_a_document_that_is_neither_text_nor_pdf_is_lost() -> None:
    wire, request = format_module("openai_chat"), document("application/msword")
    request["messages"][0]["content"].append({"kind": "text", "text": "Sum it up."})
    body = wire.encode_request(request, on_loss="ignore")
    assert body["messages"][0]["content"] == "Sum it up."
    assert ("/messages/0/content/0", "dropped") in [
        (one.path, one.code) for one in wire.losses_request(request)
    ]


def test_a_service_that_takes_more_gets_it() -> None:
    wire, request = format_module("openai_chat"), document("text/csv")
    body = wire.encode_request(request, profile="openrouter")
    file = body["messages"][0]["content"][0]["file"]
    assert file == {"file_data": "data:text/csv;base64,YSxi", "filename": "a.csv"}
    at = {"kind": "document", "url": AT, "name": "a.pdf"}
    request["messages"][0]["content"] = [at]
    body = wire.encode_request(request, profile="openrouter")
    assert body["messages"][0]["content"][0]["file"]["file_data"] == AT
    assert "dropped" in [one.code for one in wire.losses_request(request)]

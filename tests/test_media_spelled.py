"""Data of media in base64 of URL-safe letters: in those that a target's API decodes."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest

import toolwire
from formats import part
from samples import FORMATS
from test_accepts import asking, user, written
from test_accepts_media import asking_with, nodes, returned

Json = Any
SAFE, USUAL = "iVBORw0KGgo_-w", "iVBORw0KGgo/+w=="
PNG: Json = {"kind": "image", "data": SAFE, "mimeType": "image/png"}
OTHERS = [name for name in FORMATS if name != "gemini"]


def data(body: Json) -> list[str]:
    """What a body has of the picture, without the beginning of a data URL."""
    texts = (one.rpartition(",")[2] for one in nodes(body) if isinstance(one, str))
    return [one for one in texts if one.startswith("iVBORw0KGgo")]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("ask", [asking_with, returned])
def test_url_safe_base64_goes_in_the_letters_that_apis_decode(name: str, ask: Any) -> None:
    body, losses = written(name, ask(PNG))
    assert data(body) == [USUAL]
    told = [(one.path[-5:], one.code) for one in losses if one.path.endswith("/data")]
    assert told == [("/data", "renamed")]


def test_gemini_takes_either_and_writes_what_it_is_given() -> None:
    for given in (SAFE, USUAL):
        body, losses = written("gemini", asking_with({**PNG, "data": given}))
        assert (data(body), losses) == ([given], [])


def test_a_recorded_picture_of_gemini_goes_to_another_wire() -> None:
    part = {"inlineData": {"mimeType": "image/png", "data": SAFE}}
    body = {"contents": [{"role": "user", "parts": [{"text": "What is it?"}, part]}]}
    sent = toolwire.convert_request(
        body, source="gemini", target="anthropic_messages", model="m", on_loss="ignore"
    )
    assert b64decode(data(sent)[0], validate=True) == b64decode(SAFE + "==", altchars=b"-_")


@pytest.mark.parametrize("odd", ["not-base64!", "a_b c", "https://x-y.org/a_b"])
def test_what_is_no_base64_is_left_as_it_is(odd: str) -> None:
    body, _ = written("anthropic_messages", asking(user([{**PNG, "data": odd}])))
    assert body["messages"][0]["content"][0]["source"]["data"] == odd


def test_a_document_of_text_is_read_whatever_its_letters_are() -> None:
    document = {"kind": "document", "mimeType": "text/plain", "data": "Pz8_Pj4-"}
    body, _ = written("ollama_chat", asking(user([document])))
    assert body["messages"][0]["content"] == "???>>>"


@pytest.mark.parametrize("ask", [asking_with, returned])
@pytest.mark.parametrize(
    ("name", "block"),
    [
        ("mistral_chat", {"kind": "image", "url": "http://x.example/a.png"}),
        ("mistral_chat", {**PNG, "mimeType": "image/svg+xml"}),
        ("cohere_chat", {**PNG, "mimeType": "image/bmp"}),
    ],
)
def test_a_picture_that_the_provider_does_not_look_at_is_left_out(
    name: str, block: Json, ask: Any
) -> None:
    body, losses = written(name, ask(block))
    assert part(name, "accepts").breaches(body) == []
    assert "image_url" not in str(body)
    assert "dropped" in [one.code for one in losses]

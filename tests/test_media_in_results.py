"""Pictures that stand inside a result of Chat, as services take them, though its API does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from formats import part
from test_accepts import asking, called, result, text, tool, turn, user
from toolwire import anthropic_messages, convert_request, openai_chat

Json = Any
FIXTURE = Path(__file__).parent / "fixtures/openai_chat/requests/media_in_results.json"
PNG = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
AT_AN_ADDRESS = {"kind": "image", "url": "https://example.com/sky.png"}
TIFF = {"kind": "image", "data": "SUkqAA==", "mimeType": "image/tiff"}
SERVICES: list[Any] = sorted(openai_chat.ACCEPTS.profiles)


def returned(*blocks: Json) -> Json:
    return asking(user(), turn(called("c1")), result("c1", [*blocks], "multimodal"), tools=[tool()])


def content(request: Json, profile: Any) -> Json:
    """What the result holds as it goes out, and how the service's documents read all of it."""
    body = openai_chat.encode_request(request, profile=profile, on_loss="ignore")
    folder = f"profiles.{profile}" if profile else "accepts"
    assert part("openai_chat", folder).breaches(body) == []
    return body["messages"][2]["content"]


def test_they_cross_to_wires_whose_results_hold_them() -> None:
    there = convert_request(
        json.loads(FIXTURE.read_text(encoding="utf-8")),
        source="openai_chat",
        target="anthropic_messages",
        on_loss="ignore",
    )
    results = there["messages"][2]["content"]
    assert [block["content"][-1].get("source") for block in results[:2]] == [
        {"type": "url", "url": "https://example.com/sky.png"},
        {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
    ]
    assert results[2]["content"][-1]["type"] == "document"


@pytest.mark.parametrize("profile", [None, *SERVICES])
def test_they_stay_where_a_service_takes_them_and_move_elsewhere(profile: Any) -> None:
    found = content(returned(text("Radar:"), PNG), profile)
    url = {"url": "data:image/png;base64,iVBORw0KGgo="}
    if profile in ("ollama_openai", "openrouter"):
        picture = {"type": "image_url", "image_url": url}
        assert found == [{"type": "text", "text": "Radar:"}, picture]
    else:
        assert "image_url" not in json.dumps(found)


@pytest.mark.parametrize("profile", [None, *SERVICES])
def test_one_that_nothing_takes_is_left_out_and_told(profile: Any) -> None:
    request = returned(text("Radar:"), TIFF)
    lost = openai_chat.losses_request(request, profile=profile)
    assert ("/messages/2/toolResult/value/1", "dropped") in [one[:2] for one in lost]
    assert "tiff" not in json.dumps(content(request, profile))


def test_one_at_an_address_is_left_out_where_data_alone_are_taken() -> None:
    assert "sky.png" in json.dumps(content(returned(AT_AN_ADDRESS), "openrouter"))
    assert "sky.png" not in json.dumps(content(returned(AT_AN_ADDRESS), "ollama_openai"))


@pytest.mark.parametrize("failed", [False, True])
def test_where_nothing_is_left_the_result_says_that_something_was_there(failed: bool) -> None:
    request = returned(TIFF)
    if failed:
        request["messages"][2]["toolResult"]["isError"] = True
    words = "(This cannot be shown here.)"
    assert content(request, None) == (json.dumps({"error": words}).replace(": ", ":") if failed
                                      else words)  # fmt: skip


def test_without_rules_they_stand_where_they_stood() -> None:
    request = returned(PNG)
    body = openai_chat.encode_request(request, rules="off", on_loss="error")
    assert openai_chat.decode_request(body)["messages"] == request["messages"]
    conversation = anthropic_messages.decode_request(
        anthropic_messages.encode_request(request, on_loss="ignore")
    )
    assert openai_chat.encode_request(conversation, rules="off", on_loss="ignore")["messages"] == [
        *body["messages"]
    ]

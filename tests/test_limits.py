"""Numbers that say on a wire that there is no limit."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import convert_request, ollama_chat

Json = Any


@pytest.mark.parametrize("number", [-1, -2])
def test_a_number_that_says_no_limit_is_none(number: int) -> None:
    body: Json = {"model": "m", "messages": [], "options": {"num_predict": number, "seed": 7}}
    value: Json = ollama_chat.decode_request(body)
    assert "maxTokens" not in value
    assert ollama_chat.encode_request(value) == body
    other = convert_request(body, source="ollama_chat", target="openai_chat", on_loss="ignore")
    assert number not in other.values()
    value["maxTokens"] = 9
    assert ollama_chat.encode_request(value)["options"] == {"num_predict": 9, "seed": 7}


def test_a_limit_that_would_say_none_is_lost() -> None:
    value: Json = {"model": "m", "messages": [], "maxTokens": -1}
    assert "options" not in ollama_chat.encode_request(value)
    assert [loss.path for loss in ollama_chat.losses_request(value)] == ["/maxTokens"]

"""What a wire said itself is no loss where it goes back to that wire, however empty it is."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from conversation import losses, request, user

Json = Any
TURN = {"role": "assistant", "content": [{"type": "text", "text": ""}]}
BARE = {"role": "assistant", "content": [{"text": ""}]}
EMPTIES: dict[str, Json] = {
    "anthropic_messages": {"max_tokens": 1, "model": "m", "messages": [TURN]},
    "bedrock_converse": {"modelId": "m", "messages": [BARE]},
    "cohere_chat": {"model": "m", "messages": [TURN]},
    "mistral_chat": {"model": "m", "messages": [TURN]},
    "openai_chat": {"model": "m", "messages": [TURN]},
}


@pytest.mark.parametrize("format_", EMPTIES)
def test_an_empty_text_comes_back_to_the_wire_that_had_it_and_nothing_is_lost(format_: str) -> None:
    adapter, body = import_module(f"toolwire.{format_}"), EMPTIES[format_]
    value = adapter.decode_request(body)
    assert adapter.encode_request(value, rules="off", on_loss="error") == body


def lost(format_: str, content: Json, **own: Json) -> list[str]:
    turn = {"role": "assistant", "content": content}
    if own:
        turn["metadata"] = {format_: {"$": {"content": own}}}
    return losses(format_, request(user(), turn))


def test_a_text_without_words_is_told_where_it_would_be_an_empty_string_or_nothing() -> None:
    nothing = {"kind": "text", "text": ""}
    at = ["/messages/1/content"]
    assert lost("openai_chat", [nothing]) == lost("mistral_chat", [nothing]) == at
    assert lost("cohere_chat", [nothing]) == []  # where a list is usual
    assert lost("cohere_chat", [nothing], style="string") == at
    assert lost("openai_chat", [nothing], style="list") == []
    call = {"kind": "toolCall", "toolCall": {"id": "c", "name": "f", "arguments": {}}}
    assert lost("openai_chat", [nothing, call]) == lost("mistral_chat", [nothing, call]) == at
    block = {**nothing, "metadata": {"bedrock_converse": {"$": {"text": {"style": "list"}}}}}
    assert lost("bedrock_converse", [block]) == ["/messages/1/content/0"]


@pytest.mark.parametrize(("raw", "text"), [([1], "[1]"), (7, "7"), (False, "false"), ("a", '"a"')])
def test_arguments_that_are_no_object_come_back_and_are_told_where_another_text_stands(
    raw: Json, text: str
) -> None:
    wire = import_module("toolwire.ollama_chat")
    turn: Json = {"role": "assistant", "content": ""}
    turn["tool_calls"] = [{"function": {"name": "f", "arguments": raw}}]
    body = {"model": "m", "messages": [turn]}
    value = wire.decode_request(body)
    call = value["messages"][0]["content"][-1]["toolCall"]
    assert call["invalidArguments"] == text
    assert wire.encode_request(value, rules="off", on_loss="error") == body
    bare = {**call, "metadata": {}}
    made: Json = {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": bare}]}
    at = ["/messages/1/content/0/toolCall/invalidArguments"]
    assert losses("ollama_chat", request(user(), made)) == at
    for other in ("[2", "{}", "[ 1]"):
        call["invalidArguments"] = other
        assert losses("ollama_chat", value) == ["/messages/0/content/0/toolCall/invalidArguments"]

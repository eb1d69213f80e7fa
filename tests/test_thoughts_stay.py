"""Thoughts go back to the provider whose model had them, and to no other."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from conversation import request, user
from samples import FORMATS

Json = Any
SPOKEN = [name for name in FORMATS if name not in ("copilot_session", "mcp")]
SIGNED: dict[str, Json] = {
    "anthropic_messages": {"signature": "SIG"},
    "bedrock_converse": {"reasoningContent": {"reasoningText": {"signature": "SIG"}}},
    "gemini": {"thought": True, "thoughtSignature": "U0lH"},
    "openai_responses": {"id": "rs_1", "encrypted_content": "SIG"},
}


def asked(source: str, **more: Json) -> Json:
    thought = {"kind": "reasoning", "text": "PONDER", "metadata": {source: SIGNED[source]}, **more}
    content = [thought, {"kind": "text", "text": "b"}]
    value = request(user(), {"role": "assistant", "content": content}, user("go on"))
    return {**value, "model": "m", "maxTokens": 9}


@pytest.mark.parametrize("target", SPOKEN)
@pytest.mark.parametrize("source", SIGNED)
def test_a_signed_thought_goes_to_no_other_provider(source: str, target: str) -> None:
    if source == target:
        return
    wire, value = import_module(f"toolwire.{target}"), asked(source)
    assert "PONDER" not in json.dumps(wire.encode_request(value, on_loss="ignore"))
    lost = [one.path for one in wire.losses_request(value)]
    assert any(path.startswith("/messages/1/content/0") for path in lost)


def test_a_thought_that_nothing_proves_goes_to_ollama_and_its_own_comes_back() -> None:
    wire = import_module("toolwire.ollama_chat")
    turn = {"role": "assistant", "thinking": "PONDER", "content": "b"}
    body = {"model": "m", "messages": [{"role": "user", "content": "a"}, turn]}
    value = wire.decode_request(body)
    assert wire.encode_request(value, on_loss="error") == body
    two = [*value["messages"][1]["content"], *asked("gemini")["messages"][1]["content"][:1]]
    mixed = {**value["messages"][1], "content": two}
    history = {**value, "messages": [value["messages"][0], mixed]}
    assert wire.encode_request(history, on_loss="ignore")["messages"][1]["thinking"] == "PONDER"
    for spelled in ({"mistral_chat": {"$": {"own": True}}}, {}):
        value["messages"][1]["content"][0]["metadata"] = spelled
        assert wire.encode_request(value, on_loss="ignore") == body
    ours = {"anthropic_messages": {"signature": "S"}, "ollama_chat": {"$": {}}}
    value["messages"][1]["content"][0]["metadata"] = ours
    assert wire.encode_request(value, on_loss="ignore") == body

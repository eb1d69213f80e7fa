"""What says how a reply came about is told, and is no loss: replies cross under ``error``."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from sdk.scenario import plain
from toolwire import ToolwireError

Json = Any
COUNTED = {"input_tokens": 9, "output_tokens": 4, "total_tokens": 13}
REPLIES: dict[str, Json] = {
    "openai_chat": {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1764000000,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": "Hi",
                    "refusal": None,
                    "annotations": [],
                },
                "logprobs": None,
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": 9,
            "completion_tokens": 4,
            "total_tokens": 13,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
        },
        "service_tier": "priority",
        "system_fingerprint": "fp_1",
    },
    "openai_responses": {
        "id": "resp_1",
        "object": "response",
        "created_at": 1764000000,
        "completed_at": 1764000001,
        "status": "completed",
        "background": False,
        "billing": {"payer": "developer"},
        "error": None,
        "incomplete_details": None,
        "instructions": "Be brief.",
        "max_output_tokens": 90,
        "model": "m",
        "output": [
            {
                "id": "msg_1",
                "type": "message",
                "status": "completed",
                "role": "assistant",
                "content": [
                    {"type": "output_text", "text": "Hi", "annotations": [], "logprobs": []}
                ],
            },
            {
                "id": "fc_1",
                "type": "function_call",
                "status": "completed",
                "call_id": "call_1",
                "name": "f",
                "arguments": "{}",
            },
        ],
        "parallel_tool_calls": False,
        "previous_response_id": None,
        "reasoning": {"effort": "low", "summary": None},
        "service_tier": "default",
        "store": True,
        "temperature": 0.5,
        "text": {"format": {"type": "text"}, "verbosity": "low"},
        "tool_choice": "auto",
        "tools": [{"type": "function", "name": "f", "parameters": {}, "strict": False}],
        "top_p": 0.9,
        "truncation": "disabled",
        "usage": {
            **COUNTED,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
        "user": "u",
        "metadata": {"a": "b"},
    },
    "anthropic_messages": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "text", "text": "Hi"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 9,
            "output_tokens": 4,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "cache_creation": {"ephemeral_5m_input_tokens": 2, "ephemeral_1h_input_tokens": 0},
            "service_tier": "standard",
            "inference_geo": "global",
        },
    },
    "gemini": {
        "candidates": [
            {
                "content": {"role": "model", "parts": [{"text": "Hi"}]},
                "finishReason": "STOP",
                "index": 0,
                "avgLogprobs": -0.1,
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 9,
            "candidatesTokenCount": 4,
            "totalTokenCount": 13,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 9}],
            "trafficType": "ON_DEMAND",
        },
        "modelVersion": "m",
        "responseId": "r",
        "createTime": "2026-01-01T00:00:00Z",
    },
    "mistral_chat": {
        "id": "r",
        "object": "chat.completion",
        "created": 1764000000,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "tool_calls": None, "content": "Hi"},
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": 9,
            "completion_tokens": 4,
            "total_tokens": 13,
            "service_tier": "standard",
        },
    },
    "cohere_chat": {
        "id": "r",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]},
        "finish_reason": "COMPLETE",
        "usage": {
            "billed_units": {"input_tokens": 5, "output_tokens": 4},
            "tokens": {"input_tokens": 9, "output_tokens": 4},
        },
    },
    "bedrock_converse": {
        "output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 9, "outputTokens": 4, "totalTokens": 13, "serverToolUsage": {}},
        "metrics": {"latencyMs": 300},
    },
    "ollama_chat": {
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "Hi"},
        "done": True,
        "done_reason": "stop",
        "total_duration": 9,
        "load_duration": 1,
        "prompt_eval_count": 9,
        "prompt_eval_duration": 2,
        "eval_count": 4,
        "eval_duration": 3,
    },
}
"""A reply of each wire as its documents show it."""
NAMELESS = ("bedrock_converse", "cohere_chat", "ollama_chat")
"""Their replies do not say their model, or have no id: those of others are lost there."""


@pytest.mark.parametrize("target", [name for name in REPLIES if name not in NAMELESS])
@pytest.mark.parametrize("source", REPLIES)
def test_an_ordinary_reply_crosses(source: str, target: str) -> None:
    reply = REPLIES[source]
    got = toolwire.convert_response(reply, source=source, target=target, on_loss="error")
    module = getattr(toolwire, source), getattr(toolwire, target)
    was, found = module[0].decode_response(reply), module[1].decode_response(got)
    assert plain(found["message"]) == plain(was["message"])
    assert found["usage"]["outputTokens"] == was["usage"]["outputTokens"]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("openai_chat", "/metadata/openai_chat/created"),
        ("openai_responses", "/metadata/openai_responses/temperature"),
        ("gemini", "/usage/metadata/gemini/promptTokensDetails"),
        ("gemini", "/metadata/gemini/candidates"),
        ("ollama_chat", "/metadata/ollama_chat/eval_duration"),
    ],
)
def test_how_a_reply_came_about_is_told(source: str, place: str) -> None:
    value = getattr(toolwire, source).decode_response(REPLIES[source])
    target = toolwire.anthropic_messages
    (found,) = [loss for loss in target.losses_response(value) if loss.path == place]
    assert found.code == "own" and found.is_harmless
    assert found.reason.startswith(f"it says how {source} made this")


@pytest.mark.parametrize(
    ("reply", "lost"),
    [
        (
            {"candidates": [{"avgLogprobs": -0.1, "citationMetadata": {"citationSources": [{}]}}]},
            True,
        ),
        (
            {"candidates": [{"citationMetadata": {"citationSources": [{}]}, "avgLogprobs": -0.1}]},
            True,
        ),
        ({"candidates": [{"avgLogprobs": -0.1, "unheard": 1}]}, True),
        ({"candidates": [{"avgLogprobs": -0.1, "unheard": None}]}, False),
        ({"candidates": [{"avgLogprobs": -0.1, "index": 0}]}, False),
        ({"candidates": [{"index": 0}]}, None),
        ({"unheard": 1}, True),
    ],
)
def test_what_stands_beside_it_is_lost(reply: Json, lost: bool | None) -> None:
    message: Json = {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}]}
    value: Json = {"id": "r", "model": "m", "message": message, "finishReason": "stop",
                   "usage": {"inputTokens": 1, "outputTokens": 1},
                   "metadata": {"gemini": reply}}  # fmt: skip
    codes = [loss.code for loss in toolwire.anthropic_messages.losses_response(value)]
    assert codes == {True: ["foreign"], False: ["own"], None: []}[lost]
    if lost:
        with pytest.raises(ToolwireError):
            toolwire.anthropic_messages.encode_response(value, on_loss="error")
    else:
        assert toolwire.anthropic_messages.encode_response(value, on_loss="error")

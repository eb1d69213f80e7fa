"""The traffic that Chat Completions is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "openai_chat.jsonl"
"""The file of recorded traffic that speaks it."""


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    messages: list[Json] = [{"role": "system", "content": "You are a weather desk."}]
    for question, thought, answer, calls in turns(count):
        messages.append({"role": "user", "content": question})
        messages.append(
            {
                "role": "assistant",
                "content": thought,
                "tool_calls": [
                    {
                        "id": call_id,
                        "type": "function",
                        "function": {
                            "name": name,
                            "arguments": json.dumps(
                                arguments, separators=(",", ":"), ensure_ascii=False
                            ),
                        },
                    }
                    for call_id, name, arguments, _ in calls
                ],
            }
        )
        for call_id, _, _, result in calls:
            content = json.dumps(result)
            messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
        messages.append({"role": "assistant", "content": answer})
    tools = [
        {
            "type": "function",
            "function": {"name": name, "description": description, "parameters": SCHEMA},
        }
        for name, description in TOOLS.items()
    ]
    return {
        "model": "gpt-5",
        "messages": messages,
        "tools": tools,
        "tool_choice": "auto",
        "max_completion_tokens": 2048,
        "temperature": 0.2,
        "stream": False,
    }


USUAL: dict[str, Json] = {
    "response": {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1790000000,
        "model": "gpt-5",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": "Looking.",
                    "refusal": None,
                    "tool_calls": [
                        {
                            "id": "call_1",
                            "type": "function",
                            "function": {"name": "get_forecast", "arguments": '{"city":"Oslo"}'},
                        },
                        {
                            "id": "call_2",
                            "type": "function",
                            "function": {"name": "get_history", "arguments": '{"city": "Oslo"}'},
                        },
                    ],
                },
                "logprobs": None,
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {
            "prompt_tokens": 120,
            "completion_tokens": 40,
            "total_tokens": 160,
            "prompt_tokens_details": {"cached_tokens": 100, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 8},
        },
        "system_fingerprint": "fp_1",
    },
}
"""A usual reply: text and two calls."""

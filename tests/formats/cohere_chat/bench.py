"""The traffic that Cohere's chat is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "cohere_v2.jsonl"
"""The file of recorded traffic that speaks it."""


def _call(call_id: str, name: str, arguments: str) -> Json:
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    messages: list[Json] = [{"role": "system", "content": "You are a weather desk."}]
    for question, thought, answer, calls in turns(count):
        messages.append({"role": "user", "content": question})
        made = [
            _call(call_id, name, json.dumps(arguments, separators=(",", ":"), ensure_ascii=False))
            for call_id, name, arguments, _ in calls
        ]
        messages.append({"role": "assistant", "tool_plan": thought, "tool_calls": made})
        for call_id, _, _, result in calls:
            content = json.dumps(result)
            messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
        parts = [{"type": "text", "text": answer}]
        messages.append({"role": "assistant", "content": parts})
    tools = [
        {
            "type": "function",
            "function": {"name": name, "description": description, "parameters": SCHEMA},
        }
        for name, description in TOOLS.items()
    ]
    return {
        "model": "command-a",
        "messages": messages,
        "tools": tools,
        "max_tokens": 2048,
        "temperature": 0.2,
        "stream": False,
    }


USUAL: dict[str, Json] = {
    "response": {
        "id": "c1",
        "message": {
            "role": "assistant",
            "tool_plan": "Two tools will tell.",
            "tool_calls": [
                _call("call_1", "get_forecast", '{"city":"Oslo"}'),
                _call("call_2", "get_history", '{"city": "Oslo"}'),
            ],
            "content": [{"type": "text", "text": "Looking."}],
        },
        "finish_reason": "TOOL_CALL",
        "usage": {
            "billed_units": {"input_tokens": 60, "output_tokens": 40},
            "tokens": {"input_tokens": 120, "output_tokens": 40},
            "cached_tokens": 100,
        },
    },
}
"""A usual reply: a plan, text and two calls."""

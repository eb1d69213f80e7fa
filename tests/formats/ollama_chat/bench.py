"""The traffic that Ollama's own chat is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "ollama.jsonl"
"""The file of recorded traffic that speaks it."""


def _call(call_id: str, name: str, arguments: Json, index: int) -> Json:
    return {"id": call_id, "function": {"index": index, "name": name, "arguments": arguments}}


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    messages: list[Json] = [{"role": "system", "content": "You are a weather desk."}]
    for question, thought, answer, calls in turns(count):
        messages.append({"role": "user", "content": question})
        made = [_call(call[0], call[1], call[2], index) for index, call in enumerate(calls)]
        messages.append({"role": "assistant", "content": thought, "tool_calls": made})
        for call_id, name, _, result in calls:
            message = {"role": "tool", "content": json.dumps(result), "tool_name": name}
            messages.append({**message, "tool_call_id": call_id})
        messages.append({"role": "assistant", "content": answer})
    tools = [
        {
            "type": "function",
            "function": {"name": name, "description": description, "parameters": SCHEMA},
        }
        for name, description in TOOLS.items()
    ]
    return {
        "model": "qwen3",
        "messages": messages,
        "tools": tools,
        "options": {"num_predict": 2048, "temperature": 0.2},
        "stream": False,
    }


USUAL: dict[str, Json] = {
    "response": {
        "model": "qwen3",
        "created_at": "2026-01-02T03:04:05.678901Z",
        "message": {
            "role": "assistant",
            "content": "Looking.",
            "thinking": "Two tools will tell.",
            "tool_calls": [
                _call("call_1", "get_forecast", {"city": "Oslo"}, 0),
                _call("call_2", "get_history", {"city": "Oslo"}, 1),
            ],
        },
        "done": True,
        "done_reason": "stop",
        "total_duration": 9000,
        "load_duration": 100,
        "prompt_eval_count": 120,
        "prompt_eval_duration": 3000,
        "eval_count": 40,
        "eval_duration": 4000,
    },
}
"""A usual reply: thoughts, text and two calls."""

"""The traffic that Messages is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "anthropic.jsonl"
"""The file of recorded traffic that speaks it."""


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    messages: list[Json] = []
    for question, thought, answer, calls in turns(count):
        messages.append({"role": "user", "content": question})
        uses = [
            {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
            for call_id, name, arguments, _ in calls
        ]
        messages.append(
            {"role": "assistant", "content": [{"type": "text", "text": thought}, *uses]}
        )
        results = [
            {"type": "tool_result", "tool_use_id": call_id, "content": json.dumps(result)}
            for call_id, _, _, result in calls
        ]
        messages.append({"role": "user", "content": results})
        messages.append({"role": "assistant", "content": [{"type": "text", "text": answer}]})
    tools = [
        {"name": name, "description": description, "input_schema": SCHEMA}
        for name, description in TOOLS.items()
    ]
    return {
        "model": "claude-sonnet-5",
        "max_tokens": 2048,
        "system": "You are a weather desk.",
        "messages": messages,
        "tools": tools,
        "tool_choice": {"type": "auto"},
        "temperature": 0.2,
        "stream": False,
    }


USUAL: dict[str, Json] = {
    "response": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-5",
        "content": [
            {"type": "thinking", "thinking": "Which day?", "signature": "c2ln"},
            {"type": "text", "text": "Looking."},
            {
                "type": "tool_use",
                "id": "toolu_1",
                "name": "get_forecast",
                "input": {"city": "Oslo"},
            },
            {"type": "tool_use", "id": "toolu_2", "name": "get_history", "input": {"city": "Oslo"}},
        ],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 20,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 100,
            "output_tokens": 40,
            "service_tier": "standard",
        },
    },
}
"""A usual reply: text and two calls."""

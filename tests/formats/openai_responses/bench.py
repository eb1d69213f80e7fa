"""The traffic that Responses is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "openai_responses.jsonl"
"""The file of recorded traffic that speaks it."""

OFFERED: list[Json] = [
    {
        "type": "function",
        "name": name,
        "description": description,
        "parameters": SCHEMA,
        "strict": False,
    }
    for name, description in TOOLS.items()
]
"""The tools of a request, which a reply tells again."""


def _message(number: int, text: str) -> Json:
    """A message as a service sends it, and as a client sends it back."""
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {
        "id": f"msg_{number}",
        "type": "message",
        "status": "completed",
        "role": "assistant",
        "content": [part],
    }


def _call(call_id: str, name: str, arguments: Json) -> Json:
    text = json.dumps(arguments, separators=(",", ":"), ensure_ascii=False)
    return {
        "id": f"fc_{call_id}",
        "type": "function_call",
        "status": "completed",
        "call_id": call_id,
        "name": name,
        "arguments": text,
    }


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    items: list[Json] = []
    for question, thought, answer, calls in turns(count):
        items.append({"role": "user", "content": question})
        items.append(_message(len(items), thought))
        items += [_call(call_id, name, arguments) for call_id, name, arguments, _ in calls]
        for call_id, _, _, result in calls:
            output = json.dumps(result)
            items.append({"type": "function_call_output", "call_id": call_id, "output": output})
        items.append(_message(len(items), answer))
    return {
        "model": "gpt-5",
        "instructions": "You are a weather desk.",
        "input": items,
        "tools": OFFERED,
        "tool_choice": "auto",
        "max_output_tokens": 2048,
        "temperature": 0.2,
        "store": False,
        "stream": False,
    }


USUAL: dict[str, Json] = {
    "response": {
        "id": "resp_1",
        "object": "response",
        "created_at": 1790000000,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": "You are a weather desk.",
        "max_output_tokens": 2048,
        "metadata": {},
        "model": "gpt-5",
        "output": [
            {
                "id": "rs_1",
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": "Two tools will tell."}],
            },
            _message(1, "Looking."),
            _call("call_1", "get_forecast", {"city": "Oslo"}),
            _call("call_2", "get_history", {"city": "Oslo"}),
        ],
        "parallel_tool_calls": True,
        "previous_response_id": None,
        "reasoning": {"effort": "low", "summary": "auto"},
        "service_tier": "default",
        "store": False,
        "temperature": 0.2,
        "text": {"format": {"type": "text"}, "verbosity": "medium"},
        "tool_choice": "auto",
        "tools": OFFERED,
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": {
            "input_tokens": 120,
            "input_tokens_details": {"cached_tokens": 100},
            "output_tokens": 40,
            "output_tokens_details": {"reasoning_tokens": 8},
            "total_tokens": 160,
        },
    },
}
"""A usual reply: thoughts, text and two calls."""

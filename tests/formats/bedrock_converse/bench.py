"""The traffic that Converse is measured with."""

from __future__ import annotations

import json
from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "bedrock_converse.jsonl"
"""The file of recorded traffic that speaks it."""


def _use(call_id: str, name: str, arguments: Json) -> Json:
    return {"toolUse": {"toolUseId": call_id, "name": name, "input": arguments}}


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    messages: list[Json] = []
    for question, thought, answer, calls in turns(count):
        messages.append({"role": "user", "content": [{"text": question}]})
        uses = [_use(call_id, name, arguments) for call_id, name, arguments, _ in calls]
        messages.append({"role": "assistant", "content": [{"text": thought}, *uses]})
        results = [
            {"toolResult": {"toolUseId": call_id, "content": [{"text": json.dumps(result)}]}}
            for call_id, _, _, result in calls
        ]
        messages.append({"role": "user", "content": results})
        messages.append({"role": "assistant", "content": [{"text": answer}]})
    tools = [
        {
            "toolSpec": {
                "name": name,
                "description": description,
                "inputSchema": {"json": SCHEMA},
            }
        }
        for name, description in TOOLS.items()
    ]
    return {
        "system": [{"text": "You are a weather desk."}],
        "messages": messages,
        "toolConfig": {"tools": tools, "toolChoice": {"auto": {}}},
        "inferenceConfig": {"maxTokens": 2048, "temperature": 0.2},
    }


USUAL: dict[str, Json] = {
    "response": {
        "metrics": {"latencyMs": 1200},
        "output": {
            "message": {
                "role": "assistant",
                "content": [
                    {"text": "Looking."},
                    _use("tooluse_1", "get_forecast", {"city": "Oslo"}),
                    _use("tooluse_2", "get_history", {"city": "Oslo"}),
                ],
            }
        },
        "stopReason": "tool_use",
        "usage": {
            "inputTokens": 20,
            "cacheReadInputTokens": 100,
            "cacheWriteInputTokens": 0,
            "outputTokens": 40,
            "totalTokens": 160,
        },
    },
}
"""A usual reply: text and two calls."""

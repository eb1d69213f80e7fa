"""The messages that a Copilot session is measured with."""

from __future__ import annotations

from typing import Any

from topic import ANSWER, SCHEMA, TOOLS, turns

Json = Any
SESSION = "5b0c1b5e-7d0e-4f43-a1c5-3a0b8f6f3f10"
REQUEST = "0f9a4a2e-8b7b-4a55-9a63-52d41ff5e6f7"
CALLS = next(turns(1))[-1]
CALL_ID, NAME, ARGUMENTS = CALLS[0][:3]
OUTCOME = {"textResultForLlm": ANSWER, "resultType": "success"}

USUAL: dict[str, Json] = {
    "create": {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "session.create",
        "params": {
            "sessionId": SESSION,
            "model": "gpt",
            "streaming": True,
            "tools": [
                {"name": name, "description": description, "parameters": SCHEMA}
                for name, description in TOOLS.items()
            ],
        },
    },
    "requested": {
        "jsonrpc": "2.0",
        "method": "session.event",
        "params": {
            "sessionId": SESSION,
            "event": {
                "id": "6f1f1b0e-2d07-4a5c-9c0a-3b9b0d0f7a11",
                "timestamp": "2026-11-02T08:00:00.000Z",
                "parentId": "b2f7b2c4-53a1-4c6b-8c5f-6f1de6f00a01",
                "ephemeral": True,
                "type": "external_tool.requested",
                "data": {
                    "requestId": REQUEST,
                    "sessionId": SESSION,
                    "toolCallId": CALL_ID,
                    "toolName": NAME,
                    "arguments": ARGUMENTS,
                },
            },
        },
    },
    "answer": {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "session.tools.handlePendingToolCall",
        "params": {"sessionId": SESSION, "requestId": REQUEST, "result": OUTCOME},
    },
    "called": {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tool.call",
        "params": {
            "sessionId": SESSION,
            "toolCallId": CALL_ID,
            "toolName": NAME,
            "arguments": ARGUMENTS,
        },
    },
    "result": {"jsonrpc": "2.0", "id": 7, "result": {"result": OUTCOME}},
}
"""A usual message of each entry."""

"""The messages that the Model Context Protocol is measured with."""

from __future__ import annotations

from typing import Any

from topic import ANSWER, SCHEMA, TOOLS, turns

Json = Any
CALLS = next(turns(1))[-1]
NAME, ARGUMENTS = CALLS[0][1:3]

USUAL: dict[str, Json] = {
    "tools": {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {
            "tools": [
                {
                    "name": name,
                    "title": name.replace("_", " "),
                    "description": description,
                    "inputSchema": SCHEMA,
                    "annotations": {"readOnlyHint": True},
                }
                for name, description in TOOLS.items()
            ],
        },
    },
    "call": {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {"name": NAME, "arguments": ARGUMENTS},
    },
    "result": {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {"content": [{"type": "text", "text": ANSWER}], "isError": False},
    },
}
"""A usual message of each entry."""

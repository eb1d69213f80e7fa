"""The traffic that Gemini is measured with."""

from __future__ import annotations

from typing import Any

from topic import SCHEMA, TOOLS, turns

Json = Any
CORPUS = "gemini.jsonl"
"""The file of recorded traffic that speaks it."""


def conversation(count: int) -> Json:
    """A request of that many turns, each with two calls, their results and an answer."""
    contents: list[Json] = []
    for question, thought, answer, calls in turns(count):
        contents.append({"role": "user", "parts": [{"text": question}]})
        uses: list[Json] = [
            {"functionCall": {"id": call_id, "name": name, "args": arguments}}
            for call_id, name, arguments, _ in calls
        ]
        uses[0]["thoughtSignature"] = "c2lnbmF0dXJlIG9mIHRoZSB0aG91Z2h0"
        contents.append({"role": "model", "parts": [{"text": thought}, *uses]})
        results = [
            {"functionResponse": {"id": call_id, "name": name, "response": result}}
            for call_id, name, _, result in calls
        ]
        contents.append({"role": "user", "parts": results})
        contents.append({"role": "model", "parts": [{"text": answer}]})
    declarations = [
        {"name": name, "description": description, "parameters": upper(SCHEMA)}
        for name, description in TOOLS.items()
    ]
    return {
        "systemInstruction": {"parts": [{"text": "You are a weather desk."}]},
        "contents": contents,
        "tools": [{"functionDeclarations": declarations}],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
        "generationConfig": {"temperature": 0.2, "maxOutputTokens": 2048, "candidateCount": 1},
    }


def upper(schema: Json) -> Json:
    """A schema with the type names this wire uses."""
    if isinstance(schema, dict):
        return {
            key: value.upper() if key == "type" and isinstance(value, str) else upper(value)
            for key, value in schema.items()
        }
    return schema


USUAL: dict[str, Json] = {
    "response": {
        "candidates": [
            {
                "content": {
                    "role": "model",
                    "parts": [
                        {"text": "Looking."},
                        {
                            "functionCall": {
                                "id": "c1",
                                "name": "get_forecast",
                                "args": {"city": "Oslo"},
                            },
                            "thoughtSignature": "c2ln",
                        },
                        {"functionCall": {"name": "get_history", "args": {"city": "Oslo"}}},
                    ],
                },
                "finishReason": "STOP",
                "index": 0,
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 120,
            "cachedContentTokenCount": 100,
            "candidatesTokenCount": 32,
            "thoughtsTokenCount": 8,
            "totalTokenCount": 160,
        },
        "modelVersion": "gemini-3-pro",
        "responseId": "r1",
    },
}
"""A usual reply: text and two calls."""

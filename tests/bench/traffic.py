"""What the benchmark converts: our own fixtures, made-up long conversations, recorded traffic."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Json = Any
ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
CORPUS = ROOT.parent / "shared" / "corpus"
# Format → the file of recorded traffic that speaks it.
FORMATS = {
    "openai_chat": "openai_chat.jsonl",
    "anthropic_messages": "anthropic.jsonl",
    "gemini": "gemini.jsonl",
}
TURNS = (10, 200)

QUESTION = "Compare the weather in {city} on day {turn} with the day before, and say what to wear."
THOUGHT = "I need the forecast of both days for {city} before I can compare them."
ANSWER = "On day {turn} {city} is warmer and dry: a light jacket will do. – Ask me for the details."
CITIES = ("Zürich", "Porto", "Oslo", "Kyoto", "Lima")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "The name of a city, in its own language"},
        "day": {"type": "integer", "description": "Days from today"},
        "units": {"type": "string", "enum": ["metric", "imperial"]},
        "fields": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["city", "day"],
}
TOOLS = {
    "get_forecast": "The forecast for one day: temperatures, wind, and the chance of rain.",
    "get_history": "What the weather was on one day in the past.",
}


def fixtures(format_: str, entry: str) -> dict[str, Json]:
    """Our own hand-written payloads by name; ``entry`` is ``request`` or ``response``."""
    kinds = ("requests",) if entry == "request" else ("replies", "errors")
    paths = [path for kind in kinds for path in sorted((FIXTURES / format_ / kind).glob("*.json"))]
    return {
        f"{path.parent.name}/{path.stem}": json.loads(path.read_text(encoding="utf-8"))
        for path in paths
    }


def recorded(corpus: Path, format_: str, entry: str) -> list[Json]:
    """The recorded requests, or non-stream replies, of a format; none without the corpus."""
    path = corpus / FORMATS[format_]
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line)[entry] for line in lines]
    return [payload for payload in found if payload is not None]


def conversation(format_: str, turns: int) -> Json:
    """A request that holds ``turns`` user turns, each with two calls, their results, an answer."""
    return _WRITERS[format_](turns)


def reply(format_: str) -> Json:
    """A usual reply: text and two calls."""
    return _REPLIES[format_]


def _turns(count: int) -> Iterator[tuple[str, str, str, list[tuple[str, str, Json, Json]]]]:
    """(question, text before the calls, answer, calls: id, name, arguments, result)."""
    for turn in range(1, count + 1):
        city = CITIES[turn % len(CITIES)]
        calls = []
        for index, name in enumerate(TOOLS):
            arguments = {"city": city, "day": turn - index, "units": "metric", "fields": ["wind"]}
            result = {"city": city, "low": 4.5 + turn % 7, "high": 11 + turn % 9, "rain": [0, 0.2]}
            calls.append((f"call_{turn}_{index}", name, arguments, result))
        said = [text.format(city=city, turn=turn) for text in (QUESTION, THOUGHT, ANSWER)]
        yield said[0], said[1], said[2], calls


def _openai_chat(count: int) -> Json:
    messages: list[Json] = [{"role": "system", "content": "You are a weather desk."}]
    for question, thought, answer, calls in _turns(count):
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


def _anthropic_messages(count: int) -> Json:
    messages: list[Json] = []
    for question, thought, answer, calls in _turns(count):
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


def _gemini(count: int) -> Json:
    contents: list[Json] = []
    for question, thought, answer, calls in _turns(count):
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
        {"name": name, "description": description, "parameters": _upper(SCHEMA)}
        for name, description in TOOLS.items()
    ]
    return {
        "systemInstruction": {"parts": [{"text": "You are a weather desk."}]},
        "contents": contents,
        "tools": [{"functionDeclarations": declarations}],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
        "generationConfig": {"temperature": 0.2, "maxOutputTokens": 2048, "candidateCount": 1},
    }


def _upper(schema: Json) -> Json:
    """A schema with the type names this wire uses."""
    if isinstance(schema, dict):
        return {
            key: value.upper() if key == "type" and isinstance(value, str) else _upper(value)
            for key, value in schema.items()
        }
    return schema


_WRITERS: dict[str, Callable[[int], Json]] = {
    "openai_chat": _openai_chat,
    "anthropic_messages": _anthropic_messages,
    "gemini": _gemini,
}
_REPLIES: dict[str, Json] = {
    "openai_chat": {
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
    "anthropic_messages": {
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
    "gemini": {
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

"""Gemini bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

from payloads import google, google_part

Json = Any
REFUSES: dict[str, Json] = {"/toolResult/name": ""}
"""What its encoder may refuse in a valid conversation: it repeats the tool's name in a result, and
a result may answer no call.
"""


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    inside = {"name": "f", "parameters": {"properties": deep}}
    return [
        google(extra=deep),
        google_part({"functionCall": {"id": "1", "name": "f", "args": deep}}),
        google_part({"functionResponse": {"id": "1", "name": "f", "response": deep}}, "user"),
        google_part({"extra": deep}),
        google(tools=[{"functionDeclarations": [{"name": "f", "parametersJsonSchema": deep}]}]),
        google(tools=[{"functionDeclarations": [{"name": "f", "parameters": deep}]}]),
        google(tools=[{"functionDeclarations": [inside]}]),
        google(generationConfig={"responseSchema": deep}),
        google(safetySettings=[deep]),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return google({"role": "user", "parts": 5}, extra=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    return {"candidates": [{"content": {"parts": [{"text": "x"}]}, "extra": deep}]}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return google({"role": "user", "parts": [{"text": "x", key: value}]})


PART = "/contents/0/parts/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    (5, "", "type", "an object"),
    (google([]), "/contents/0", "type", "an object"),
    ({"contents": "x"}, "/contents", "type", "a list"),
    (
        google(tools=[{"functionDeclarations": [{}]}]),
        "/tools/0/functionDeclarations/0/name",
        "missing",
        "name",
    ),
    (google_part({"functionCall": {"name": 5}}), f"{PART}/functionCall/name", "type", "a string"),
    (google_part({"functionCall": []}), f"{PART}/functionCall", "type", "an object"),
    (google_part("f()"), PART, "type", "an object"),
    (   # what has the keys of a result is one, whatever stands beside them
        google({"role": "user", "parts": [{"text": "", "functionResponse": {"name": "f"}}]}),
        f"{PART}/functionResponse/response",
        "missing",
        "response",
    ),
    (google({"role": "model", "parts": "f()"}), "/contents/0/parts", "type", "a list"),
    (
        google(tools=[{"function_declarations": [{"parameters": {}}]}]),
        "/tools/0/function_declarations/0/name",
        "missing",
        "name",
    ),
    (
        google_part({"functionResponse": "42"}, "user"),
        f"{PART}/functionResponse",
        "type",
        "an object",
    ),
    (
        google_part({"functionResponse": {"response": {}}}, "user"),
        f"{PART}/functionResponse/name",
        "missing",
        "name",
    ),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ({"candidates": "x"}, "/candidates", "type"),
    (
        {"candidates": [{"content": {"parts": [{"functionCall": {"name": []}}]}}]},
        "/candidates/0/content/parts/0/functionCall/name",
        "type",
    ),
]

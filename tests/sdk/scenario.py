"""The app of these tests: one request, three tools, one loop, whatever the provider."""

from __future__ import annotations

import warnings
from typing import Any

from samples import ALL, Fixture
from sdk.server import sendable

Json = Any

CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Its name."}},
    "required": ["city"],
    "additionalProperties": False,
}
NUMBERS = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}
NOTHING: Json = {"type": "object", "properties": {}}
WEATHER = {"celsius": 21.0, "wind": {"knots": 7}, "alerts": []}


def get_weather(city: str) -> Json:
    """Structured data: 21.0 must not become 21 on the way."""
    return {"city": city, **WEATHER}


def divide(a: int, b: int) -> float:
    """Fails on request."""
    return a / b


def motto() -> str:
    """Text that looks like data."""
    return "42"


TOOLS = {"get_weather": get_weather, "divide": divide, "motto": motto}


def request(model: str) -> Json:
    """A conversation that needs all three tools."""
    return {
        "model": model,
        "maxTokens": 500,
        "messages": [
            {"role": "system", "content": "Use the tools."},
            {"role": "user", "content": "Weather in Oslo, 1/0, and your motto?"},
        ],
        "tools": [
            {"name": "get_weather", "description": "Weather of a city.", "parameters": CITY},
            {"name": "divide", "description": "a / b", "parameters": NUMBERS},
            {"name": "motto", "description": "A motto.", "parameters": NOTHING},
        ],
        "toolChoice": "auto",
    }


def plain(value: Json) -> Json:
    """A value without its metadata: what an app of another provider would see."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key != "metadata"}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def fixtures(format_: str, kind: str) -> list[Fixture]:
    """The fixtures of one kind that can be sent as UTF-8."""
    found = [item for item in ALL if item.format == format_ and item.kind == kind]
    return [item for item in found if sendable(item.payload)]


def decode_quietly(wire: Any, reply: object) -> Json:
    """A client's reply object decoded, which must not make pydantic complain."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return wire.decode_response(reply)

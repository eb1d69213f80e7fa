"""What the made-up conversations of the benchmark are about, whatever wire they are written on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = Any

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


def turns(count: int) -> Iterator[tuple[str, str, str, list[tuple[str, str, Json, Json]]]]:
    """(question, text before the calls, answer, calls: id, name, arguments, result)."""
    for turn in range(1, count + 1):
        city = CITIES[turn % len(CITIES)]
        calls = []
        for index, name in enumerate(TOOLS):
            arguments = {"city": city, "day": turn - index, "units": "metric", "fields": ["wind"]}
            result = {"city": city, "low": 4.5 + turn % 7, "high": 11 + turn % 9, "rain": [0, 0.2]}
            calls.append((f"call_{turn}_{index}", name, arguments, result))
        texts = [text.format(city=city, turn=turn) for text in (QUESTION, THOUGHT, ANSWER)]
        yield texts[0], texts[1], texts[2], calls

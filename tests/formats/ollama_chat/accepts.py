"""What Ollama answers with 400, by its source; and results whose calls are not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = Any


def breaches(body: Json) -> list[str]:
    """Why the server would refuse a request, or read it as something else."""
    return [*_turns(body.get("messages") or [])]


def _turns(messages: list[Json]) -> Iterator[str]:
    """Ids are no matter here: the n-th result answers the n-th call."""
    asked = answered = 0
    for message in messages:
        if message["role"] == "tool":
            answered += 1
            if answered > asked:
                yield "a result of no call"
            continue
        if asked != answered:
            yield f"{asked} calls and {answered} results"
        asked, answered = len(message.get("tool_calls") or ()), 0
    if asked != answered:
        yield f"{asked} calls and {answered} results"

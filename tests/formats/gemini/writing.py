"""How Gemini streams look that are written, and what they say before they can know it."""

from __future__ import annotations

from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Calls are whole, and why it ended comes last."""
    reasons = [
        bool(candidate.get("finishReason"))
        for event in events
        for candidate in event.get("candidates", [])
        if not candidate.get("index")
    ]
    assert not any(reasons[:-1])
    assert (reasons and reasons[-1]) or any("promptFeedback" in event for event in events)


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    return body

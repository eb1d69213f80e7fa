"""How Converse streams look that are written, and what they say before they can know it."""

from __future__ import annotations

from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Blocks come one after another, numbered from 0 without gaps; then why, then the counts."""
    names = [next(iter(event)) for event in events]
    assert names[0] == "messageStart" and names.count("messageStart") == 1
    assert names[-2:] == ["messageStop", "metadata"]
    assert names.count("messageStop") == names.count("metadata") == 1
    running, begun = None, 0
    for event in events[1:-2]:
        ((name, body),) = event.items()
        if running is None:
            assert name != "contentBlockStop" and body["contentBlockIndex"] == begun
            running, begun = begun, begun + 1
        else:
            assert name != "contentBlockStart" and body["contentBlockIndex"] == running
        if name == "contentBlockStop":
            running = None
    assert running is None


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    return body

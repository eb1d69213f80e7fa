"""How Cohere's streams look that are written, and what they say before they can know it."""

from __future__ import annotations

import copy
from typing import Any

Json = Any
KINDS = ("content", "tool-call", "citation")
"""What is begun and ended, each counted from 0."""


def check_order(events: list[Json]) -> None:
    """Parts and calls are begun and ended one after another, each kind numbered without gaps."""
    kinds = [event["type"] for event in events]
    assert kinds[0] == "message-start" and kinds.count("message-start") == 1
    assert kinds[-1] == "message-end" and kinds.count("message-end") == 1
    running: str | None = None
    begun = dict.fromkeys(KINDS, 0)
    for event in events:
        what, _, step = event["type"].rpartition("-")
        if what not in KINDS:
            continue
        if step == "start":
            assert running is None and event["index"] == begun[what]
            running = what
            begun[what] += 1
        else:
            assert running == what and event["index"] == begun[what] - 1
            running = None if step == "end" else running
    assert running is None


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    for at, call in enumerate(body["message"].get("tool_calls", [])):
        call |= {"id": call.get("id") or f"call_{at}", "type": "function"}
        for key in ("name", "arguments"):
            call["function"][key] = call["function"].get(key) or ""
    return body

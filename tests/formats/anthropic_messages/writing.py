"""How Messages streams look that are written, and what they say before they can know it."""

from __future__ import annotations

import copy
from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Blocks are begun and ended one after another, numbered from 0 without gaps."""
    kinds = [event["type"] for event in events if event["type"] != "ping"]
    assert kinds[0] == "message_start" and kinds.count("message_start") == 1
    assert kinds[-2:] == ["message_delta", "message_stop"]
    assert kinds.count("message_delta") == kinds.count("message_stop") == 1
    assert events[0]["message"]["content"] == [] and not events[0]["message"]["stop_reason"]
    running, begun = None, 0
    for event in events:
        if event["type"] == "content_block_start":
            assert running is None and event["index"] == begun
            running, begun = begun, begun + 1
        elif event["type"] == "content_block_delta":
            assert event["index"] == running
        elif event["type"] == "content_block_stop":
            assert event["index"] == running
            running = None
    assert running is None


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    body.setdefault("stop_sequence", None)
    for at, block in enumerate(body["content"]):
        if block.get("type") == "tool_use":
            block["id"] = block["id"] or f"toolu_{at}"
    return body

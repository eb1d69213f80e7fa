"""How Responses streams look that are written, and what they say before they can know it."""

from __future__ import annotations

from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Items are begun and ended one after another, their parts inside of them."""
    kinds = [event["type"].removeprefix("response.") for event in events]
    assert kinds[0] == "created" and kinds.count("created") == 1
    assert kinds[-1] in ("completed", "incomplete", "failed")
    running, begun = None, 0
    for kind, event in zip(kinds, events, strict=True):
        if kind == "output_item.added":
            assert running is None and event["output_index"] == begun
            running, begun = begun, begun + 1
        elif "output_index" in event and event["type"] != "brand_new":
            assert event["output_index"] == running
            running = None if kind == "output_item.done" else running
    assert running is None


def as_begun(body: Json) -> Json:
    """The reply: its end says all of it once more."""
    return body

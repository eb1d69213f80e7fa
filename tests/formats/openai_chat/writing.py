"""How Chat Completions streams look that are written, and what they say before they can know it."""

from __future__ import annotations

import copy
from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Calls begin with id and name, if the model named one; why it ended comes after all else but
    the usage.
    """
    begun: set[tuple[int, int]] = set()
    ended: set[int] = set()
    for event in events:
        assert event["object"] == "chat.completion.chunk"
        assert event["id"] == events[0]["id"] and event["model"] == events[0]["model"]
        if event.get("usage") is not None:
            assert event["choices"] == [] and event is events[-1]
        for choice in event["choices"]:
            place, delta = choice["index"], choice["delta"]
            assert place not in ended
            for call in delta.get("tool_calls") or []:
                if (place, call["index"]) not in begun:
                    begun.add((place, call["index"]))
                    assert "function" not in call or "id" in call
                else:
                    assert "name" not in call.get("function", {})
            if choice.get("finish_reason") is not None:
                ended.add(place)
    assert 0 in ended


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    body |= {key: body.get(key) or usual for key, usual in
             (("id", "r1"), ("model", "m"), ("created", 1))}  # fmt: skip
    if body.get("usage", 0) is None:
        del body["usage"]
    for place, choice in enumerate(body["choices"]):
        choice["index"] = place
        for at, call in enumerate(choice["message"].get("tool_calls", [])):
            if "function" in call:
                call |= {"id": call.get("id") or f"call_{at}", "type": "function"}
                call["function"]["arguments"] = call["function"].get("arguments") or ""
    return body

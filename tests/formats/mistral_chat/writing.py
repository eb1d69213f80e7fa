"""How streams of Mistral look that are written, and what they say before they can know it."""

from __future__ import annotations

import copy
from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """Pieces of a call say which it is, and the reply ends with a reason or an error."""
    ended: set[int] = set()
    for event in events:
        for choice in event.get("choices", []):
            assert choice["index"] not in ended
            for call in choice["delta"].get("tool_calls") or []:
                assert "index" in call or "id" in call
            if choice.get("finish_reason") is not None:
                ended.add(choice["index"])
    assert 0 in ended or "message" in events[-1]


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    body |= {key: body.get(key) or usual for key, usual in
             (("id", "r1"), ("model", "m"), ("created", 1))}  # fmt: skip
    if body.get("usage", 0) is None:
        del body["usage"]
    for place, choice in enumerate(body["choices"]):
        choice["index"] = place
        message = choice["message"]
        if message.get("content") is None:
            message["content"] = ""
        for at, call in enumerate(message.get("tool_calls") or []):
            if "function" in call:
                call |= {"id": call.get("id") or f"call_{at}", "type": "function"}
                call["function"]["arguments"] = call["function"].get("arguments") or ""
    return body

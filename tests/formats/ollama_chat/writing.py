"""How streams of Ollama look that are written, and what they say before they can know it."""

from __future__ import annotations

import copy
from typing import Any

Json = Any


def check_order(events: list[Json]) -> None:
    """The last line alone says that it is."""
    done = [event["done"] for event in events]
    assert not any(done[:-1]) and done[-1:] == [True]


def as_begun(body: Json) -> Json:
    """The reply with all that a stream says before it can know whether the reply has it."""
    body = copy.deepcopy(body)
    if body["message"].get("content") is None:
        body["message"]["content"] = ""
    return body

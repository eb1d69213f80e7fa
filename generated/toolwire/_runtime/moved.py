# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""How media that were moved out of a result are marked, and whether a request has such marks."""

from __future__ import annotations

from typing import Any

Json = Any
MARK = '[media of the result of call "{}" at {}]'
BEGIN = MARK.partition("{}")[0]


def holds_marks(request: dict[str, Json]) -> bool:
    """Whether a message behind results may have media of theirs."""
    before = None
    for message in request["messages"]:
        role = message.get("role")
        if before == "tool" and role == "user" and type(content := message["content"]) is list:
            first = content[0] if content else None
            if first is not None and first["kind"] == "text" and first["text"].startswith(BEGIN):
                return True
        before = role
    return False

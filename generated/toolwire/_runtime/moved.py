# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What was moved on its way to a wire, and whether a request has any such thing to move back.

Media of a result are marked where they went; what all tools say may be said by one switch.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY

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


def switches(
    request: dict[str, Json], format_: str, data: dict[str, Json]
) -> list[dict[str, Json]]:
    """The rows of a wire's switches that are on in a request: each says a field of all tools."""
    own = (request.get("metadata") or EMPTY).get(format_)
    if not own:
        return []
    rows = data.get("rules", EMPTY).values()
    return [row for row in rows if row["kind"] == "switch" and own.get(row["key"]) is True]

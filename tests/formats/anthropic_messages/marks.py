"""Marks for the cache of Messages: an app writes one for a message, and it stands on a block."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from driving.typed_places import written
from samples import adapter

Json = Any
MARK = {"type": "ephemeral", "ttl": "1h"}
"""What an app writes to have the provider keep what stands before it."""
MARKED = ("text", "image", "document", "search_result", "tool_use", "tool_result")
"""Types of blocks that have a ``cache_control`` in the schema."""


def marks(value: Json) -> Iterator[tuple[str, Json]]:
    """Messages and results that an app has marked, and the whole value."""
    for at, entry in enumerate(value["messages"]):
        if entry.get("kind") == "opaque":
            continue
        holders = [(f"/messages/{at}", entry)]
        if entry["role"] == "tool":
            holders.append((f"/messages/{at}/toolResult", entry["toolResult"]))
        for pointer, holder in holders:
            with written(holder, "anthropic_messages", "cache_control", MARK):
                yield pointer, copy.deepcopy(value)


def marked_places(body: Json) -> list[str]:
    """What each thing in a body is that has our cache mark."""
    found = []
    if type(body) is dict:
        if body.get("cache_control") == MARK:
            found.append(_what(body))
        found += [place for item in body.values() for place in marked_places(item)]
    if type(body) is list:
        found += [place for item in body for place in marked_places(item)]
    return found


def _what(item: Json) -> str:
    if "input_schema" in item:
        return "tool"
    return str(item.get("type") or ("message" if "role" in item else "request"))


def unplaced(value: Json, pointer: str) -> str | None:
    """What became of the mark that an app wrote at ``pointer``; None if it landed or is reported.

    ``value`` is a request with one mark, in the metadata of the thing at ``pointer``.
    """
    writer = adapter("anthropic_messages", "request")
    body = writer.encode(value)
    places = marked_places({**body, "tools": []})
    wrong = [place for place in places if place not in MARKED]
    if wrong:
        return f"on a {wrong[0]}"
    if len(places) > 1:
        return f"on {len(places)} blocks"
    at_mark = f"{pointer}/metadata"
    losses = [loss.path for loss in writer.losses(value) if loss.path.startswith(at_mark)]
    reported = [path for path in losses if path.endswith("/cache_control")]
    if bool(places) == bool(reported):
        return "landed and reported" if places else "gone without a word"
    return None

"""What apps do to a response, and to whole values of either entry."""

from __future__ import annotations

import json
from typing import Any

from dice import Dice
from driving import message_edits as messages
from driving.message_edits import TEXT, Edit
from driving.request_edits import blank, drop, put

Json = Any
REASONS = ("stop", "length", "tool_calls", "content_filter", "pause", "other")
COUNTS = ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens",
          "toolUseTokens")  # fmt: skip


def _replied(edit: Edit) -> Edit:
    """An edit of a reply that is none of an error."""
    return lambda value, dice: None if "error" in value else edit(value, dice)


def finish(reason: str) -> Edit:
    return _replied(
        lambda value, dice: None
        if value["finishReason"] == reason
        else {**value, "finishReason": reason}
    )


def count(key: str) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        if not value.get("usage"):
            return None
        return {**value, "usage": {**value["usage"], key: 700 + dice.randint(0, 9)}}

    return edit


def uncount(key: str, blankly: bool = False) -> Edit:
    """Drop one of the counts, or set it to None."""

    def edit(value: Json, dice: Dice) -> Json:
        if key not in (value.get("usage") or {}):
            return None
        counts = {name: item for name, item in value["usage"].items() if name != key}
        return {**value, "usage": counts | ({key: None} if blankly else {})}

    return edit


def say(value: Json, dice: Dice) -> Json:
    value["message"]["content"].insert(0, {"kind": "text", "text": TEXT})
    return value


def fall_silent(value: Json, dice: Dice) -> Json:
    content = value["message"]["content"]
    if not content:
        return None
    value["message"]["content"] = [b for b in content if b["kind"] != "text"]
    return value


def explain(value: Json, dice: Dice) -> Json:
    if "error" not in value:
        return None
    value["error"]["message"] = TEXT
    return value


# -- whole values


def without_metadata(value: Json) -> Json:
    """A value without any metadata; what the format keeps as it is, is not looked into."""
    if type(value) is list:
        return [without_metadata(item) for item in value]
    if type(value) is not dict or value.get("kind") == "opaque":
        return value
    rest = {key: item for key, item in value.items() if key != "metadata"}
    free: tuple[str, ...] = ("arguments", "schema", "parameters", "data")
    if rest.get("kind") == "data" and "toolCallId" in rest:
        free = ("value",)
    return {key: item if key in free else without_metadata(item) for key, item in rest.items()}


def drop_all(value: Json, dice: Dice) -> Json:
    """Drop the metadata of everything; where it said that no model need be named, name one."""
    return {"model": "fresh-model", **without_metadata(value)}


def drop_own(value: Json, dice: Dice) -> Json:
    """Drop the metadata of the request or the response alone."""
    if "metadata" not in value:
        return None
    rest = {key: item for key, item in value.items() if key != "metadata"}
    return {"model": "fresh-model", **rest}


def stored(value: Json, dice: Dice) -> Json:
    """Written as JSON, and read back."""
    return json.loads(json.dumps(value))


def _rows() -> dict[str, Edit]:
    rows: dict[str, Edit] = {
        "id set": put("id", "fresh_id"),
        "model set": put("model", "fresh-model"),
        "text added": say,
        "text removed": fall_silent,
        "block text": messages.change_block,
        "reasoning removed": messages.remove_reasoning,
        "arguments replaced": messages.change_arguments,
        "argument added": messages.add_argument,
        "arguments not JSON": messages.garble_arguments,
        "call id": messages.change_id,
        "call renamed": messages.rename_call,
        "call dropped": messages.drop_pair,
    }
    for key in ("id", "model", "usage"):
        rows |= {f"{key} dropped": drop(key), f"{key} None": blank(key)}
    rows |= {f"finishReason {reason}": finish(reason) for reason in REASONS}
    rows = {name: _replied(edit) for name, edit in rows.items()}
    for key in COUNTS:
        rows[f"{key} set"] = count(key)
    for key in COUNTS[2:]:
        rows |= {f"{key} dropped": uncount(key), f"{key} None": uncount(key, blankly=True)}
    return rows | {"error message": explain}


REPLY_EDITS: tuple[tuple[str, Edit], ...] = tuple(_rows().items())
WHOLE_EDITS: tuple[tuple[str, Edit], ...] = (
    ("nothing", lambda value, dice: value),
    ("stored as JSON", stored),
    ("all metadata dropped", drop_all),
    ("own metadata dropped", drop_own),
)

"""Whole responses taken apart into events, in any way the wire allows."""

from __future__ import annotations

from typing import Any

from dice import Dice

Json = Any
ENDS = ("completed", "incomplete", "failed")
UNFINISHED: dict[str, Json] = {
    "status": "in_progress", "output": [], "usage": None, "error": None,
    "incomplete_details": None, "completed_at": None,
}  # fmt: skip
"""What a response says of itself as long as it goes on."""

ALWAYS: dict[str, Json] = {
    "created_at": 1790000000, "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
}  # fmt: skip
"""What every service says of a response, from its beginning on."""


def streamable(body: Json) -> Json:
    if body.get("status") not in ENDS or "output" not in body:
        return None
    if body.get("error") is not None and body["output"]:
        # Other wires have an error alone, and no words ahead of it.
        return None
    return body


def _text(name: str, key: str, text: str, where: Json, dice: Dice) -> list[Json]:
    """A text in pieces, and once more as a whole."""
    deltas = [
        {"type": f"response.{name}.delta", **where, "delta": piece} for piece in dice.pieces(text)
    ]
    for delta in deltas:
        if dice.chance(3):
            delta["obfuscation"] = "x" * dice.randint(0, 9)
    return [*deltas, {"type": f"response.{name}.done", **where, key: text}]


def _part(part: Json, where: Json, dice: Dice) -> list[Json]:
    """One part of a message or of what was thought."""
    kind, start, inside = part.get("type"), dict(part), []
    prefix = "reasoning_summary_part" if "summary_index" in where else "content_part"
    if kind == "refusal":
        start["refusal"] = ""
        inside = _text("refusal", "refusal", part["refusal"], where, dice)
    elif kind in ("output_text", "summary_text", "reasoning_text"):
        start["text"] = ""
        name = "reasoning_summary_text" if kind == "summary_text" else kind
        inside = _text(name, "text", part["text"], where, dice)
        if type(part.get("annotations")) is list:
            start["annotations"] = []
            added = "response.output_text.annotation.added"
            inside[-1:-1] = [
                {"type": added, **where, "annotation_index": at, "annotation": one}
                for at, one in enumerate(part["annotations"])
            ]
    return [
        {"type": f"response.{prefix}.added", **where, "part": start},
        *inside,
        {"type": f"response.{prefix}.done", **where, "part": part},
    ]


def _item(item: Json, index: int, dice: Dice) -> list[Json]:
    """The events of one item, which its end brings as a whole."""
    start, inside = dict(item), []
    where: dict[str, Json] = {"output_index": index}
    if type(item.get("id")) is str:
        where["item_id"] = item["id"]
    kind = item.get("type")
    if kind == "message" and type(item.get("content")) is list:
        start["content"] = []
        for at, part in enumerate(item["content"]):
            inside += _part(part, {**where, "content_index": at}, dice)
    elif kind == "reasoning":
        start["summary"] = []
        for at, part in enumerate(item["summary"]):
            inside += _part(part, {**where, "summary_index": at}, dice)
        if type(item.get("content")) is list:
            start["content"] = []
            thoughts: list[Json] = []
            for at, part in enumerate(item["content"]):
                thoughts += _part(part, {**where, "content_index": at}, dice)
            inside = [*thoughts, *inside]
            if dice.chance(2):
                start.pop("content")
    elif kind == "function_call":
        start["arguments"] = ""
        text = item["arguments"]
        if text or dice.chance(2):
            inside = _text("function_call_arguments", "arguments", text, where, dice)
    elif kind == "custom_tool_call":
        start["input"] = ""
        inside = _text("custom_tool_call_input", "input", item["input"], where, dice)
    if type(item.get("status")) is str and dice.chance(2):
        start["status"] = "in_progress"
    return [
        {"type": "response.output_item.added", "output_index": index, "item": start},
        *inside,
        {"type": "response.output_item.done", "output_index": index, "item": item},
    ]


def split(body: Json, dice: Dice) -> list[Json]:
    begun = {**body, **{key: value for key, value in UNFINISHED.items() if key in body}}
    items = [_item(item, at, dice) for at, item in enumerate(body["output"])]
    kinds = [item.get("type") for item in body["output"]]
    mixed = len({*kinds}) == len(kinds) and not dice.orderly and dice.chance(2)
    events = [
        {"type": "response.created", "response": begun},
        *([{"type": "response.in_progress", "response": begun}] if dice.chance(2) else []),
        *dice.turns(items, one_by_one=not mixed),
        {"type": f"response.{body['status']}", "response": body},
    ]
    if dice.chance(2):
        events.insert(dice.randint(1, len(events) - 1), {"type": "brand_new", "output_index": 0})
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if "output" not in body:
        return body
    failed = {"error": None} if body.get("status") != "failed" else {}
    status = body["status"] if body.get("status") in ENDS else "completed"
    return {**body, **ALWAYS, **failed, "status": status}

# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""The calls of one turn, each under an id of its own."""

from __future__ import annotations

from typing import Any

from .context import Call
from .outcome import CallRecord, asked_in
from .results import error_result

UNNAMED = "unnamed"
"""What a call without a name is called in the history, as providers refuse one that has none."""


def told_apart(message: dict[str, Any], turn: int) -> tuple[dict[str, Any], list[CallRecord]]:
    """A turn whose calls have ids of their own, and a record for each.

    A second call of one id gets another id, and an error: which of the two was meant by what the
    model says later, nobody can tell. So does a call that names no tool.
    """
    content: list[dict[str, Any]] = []
    records: list[CallRecord] = []
    ids = {call["id"] for call in asked_in(message)} | {""}
    used_ids = {""}
    for block in message["content"]:
        if block.get("kind") == "toolCall":
            call, why = block["toolCall"], ""
            if call["id"] in used_ids:
                why = "The call had no id of its own: it was not run."
                call = {**call, "id": _another(call["id"] or "call", len(records) + 1, ids)}
                call.pop("metadata", None)
            elif not call["name"].strip():
                why = "The call names no tool: it was not run."
            if not call["name"].strip():
                call = {**call, "name": UNNAMED}
            record = CallRecord(call, turn)
            if why:
                record.result = error_result(Call(record.id, record.name), why)
                record.state = "ended"
            used_ids.add(record.id)
            records.append(record)
            block = {**block, "toolCall": call}
        content.append(block)
    return {**message, "content": content}, records


def _another(id: str, number: int, taken: set[str]) -> str:
    while f"{id}_{number}" in taken:
        number += 1
    taken.add(f"{id}_{number}")
    return f"{id}_{number}"

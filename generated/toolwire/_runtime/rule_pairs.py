# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Calls and results belong together: each call is answered, once, right behind its turn."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .conversation import Call, Conversation, staying
from .draft import Draft, Turn, calls_at

Json = Any
UNANSWERED = "This call was not answered."


def pair(draft: Draft, row: Row) -> None:
    """Leave out results that answer nothing, answer open calls, tell calls of one id apart."""
    own = draft.acceptance.own(draft.request)
    if any(own.get(key) is not None for key in row.params.get("elsewhere", ())):
        return  # earlier turns stand where this request only points
    before = draft.turns
    messages = [turn.message for turn in before]
    conversation = Conversation(messages)
    conversation.name_apart()
    fixed = staying(messages, draft.acceptance.format)
    turns: list[Turn] = []
    for at, turn in enumerate(before):
        if turn.role == "tool":
            call = conversation.answers.get(at)
            if call is None and draft.own_items:
                turns.append(turn)  # its call may stand in what only this wire knows
            elif call is None or call.results[0] != at:
                why = "it answers no call" if call is None else "its call has a result already"
                draft.changed(f"{turn.place}/toolResult", row.what, f"left out: {why}", "dropped")
            continue
        calls = conversation.turns.get(at, ())
        turns.append(_told_apart(draft, row, turn, calls))
        turns += [_answer(draft, row, before, turn, call, fixed) for call in calls]
    # Results may be given in any order; only what the wire itself had so is worth a word.
    if len(turns) != len(before) or any(a is not b for a, b in zip(turns, before, strict=True)):
        draft.turns = turns


def _told_apart(draft: Draft, row: Row, turn: Turn, calls: Any) -> Turn:
    if all(call.id == call.value["id"] for call in calls):
        return turn
    left, content = iter(calls), []
    for at, block in zip(turn.places, turn.message["content"], strict=True):
        if block["kind"] == "toolCall":
            call = next(left)
            if call.id != call.value["id"]:
                why = f"another call has this id: it goes as {call.id!r}"
                draft.changed(f"{at}/toolCall/id", row.what, why, "renamed")
                block = {**block, "toolCall": {**call.value, "id": call.id}}
        content.append(block)
    return Turn({**turn.message, "content": content}, turn.place)


def _answer(
    draft: Draft, row: Row, before: list[Turn], turn: Turn, call: Call, fixed: frozenset[int]
) -> Turn:
    """The result of a call, one that says so if there is none."""
    if not call.results:
        place = next(place for place, one in calls_at(turn) if one is call.value)
        why = "no result answers this call: one that says so is put in"
        draft.changed(place, row.what, why)
        result = {"kind": "error", "toolCallId": call.id, "name": call.value["name"]}
        message = {"role": "tool", "toolResult": {**result, "value": UNANSWERED}}
        return Turn(message, turn.place)
    answer = before[call.results[0]]
    if call.results[0] in fixed:
        why = "a result goes right behind the turn that asked for it"
        draft.changed(answer.place, row.what, why)
        answer = Turn(_without_order(answer.message, draft.acceptance.format), answer.place)
    if call.id != call.value["id"]:
        result = {**answer.message["toolResult"], "toolCallId": call.id}
        answer = Turn({**answer.message, "toolResult": result}, answer.place)
    return answer


def _without_order(message: dict[str, Json], format_: str) -> dict[str, Json]:
    """A tool message without the note that its wire had it elsewhere."""
    metadata = message["metadata"]
    form = {key: value for key, value in metadata[format_]["$"].items() if key != "order"}
    overlay = {key: value for key, value in metadata[format_].items() if key != "$"}
    overlay = {**overlay, "$": form} if form else overlay
    metadata = {**metadata, format_: overlay} if overlay else {
        key: value for key, value in metadata.items() if key != format_
    }  # fmt: skip
    rest = {key: value for key, value in message.items() if key != "metadata"}
    return {**rest, "metadata": metadata} if metadata != EMPTY else rest

"""Calls and results belong together: each call is answered, once, right behind its turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .acceptance import Acceptance, Row
from .conversation import Call, Conversation, spelled, staying
from .draft import Draft, Turn, calls_at, together
from .service import stood_at

Json = Any
UNANSWERED = "This call was not answered."


def pair(draft: Draft, row: Row) -> None:
    """Leave out results that answer nothing, answer open calls, tell calls of one id apart."""
    own = draft.acceptance.own(draft.request)
    # Earlier turns may stand where this request only points.
    pointed = any(own.get(key) is not None for key in row.params.get("elsewhere", ()))
    before = draft.turns
    messages = [turn.message for turn in before]
    conversation = Conversation(messages)
    conversation.name_apart()
    respelled = _respelled(conversation, draft.acceptance)
    fixed = staying(messages, draft.acceptance.format)
    any_order = "unnumbered" not in draft.acceptance.by_kind  # where it is their ids that pair
    turns: list[Turn] = []
    for at, turn in enumerate(before):
        if turn.role == "tool":
            call = conversation.answers.get(at)
            if call is None and (pointed or draft.own_items):
                turns.append(turn)  # its call may stand there, or in what only this wire knows
            elif call is None or call.results[0] != at:
                why = "it answers no call" if call is None else "its call has a result already"
                draft.changed(f"{turn.place}/toolResult", row.what, f"left out: {why}", "dropped")
            continue
        calls = conversation.turns.get(at, ())
        turns.append(_told_apart(draft, row, turn, calls, respelled))
        if any_order and (behind := _answers_behind(conversation, at)):
            calls, out_of_place = behind, frozenset[int]()
        else:
            out_of_place = fixed
        answers = [
            _answer(draft, row, before, turn, call, out_of_place, respelled) for call in calls
        ]
        turns += [*answers[:1], *(together(draft, row, one) for one in answers[1:])]
    # Results may be given in any order; only what the wire itself had so is worth a word.
    if len(turns) != len(before) or any(a is not b for a, b in zip(turns, before, strict=True)):
        draft.turns = turns


def _answers_behind(conversation: Conversation, at: int) -> list[Call]:
    """The calls of a turn in the order of their results, if each has one right behind the turn."""
    calls = conversation.turns.get(at, [])
    places = range(at + 1, at + 1 + len(calls))
    found = [conversation.answers[place] for place in places if place in conversation.answers]
    answered = all(call.results[:1] == [place] for call, place in zip(found, places, strict=False))
    return found if answered and len(found) == len(calls) and {*found} == {*calls} else []


def _respelled(conversation: Conversation, acceptance: Acceptance) -> dict[Call, str]:
    """Calls that go under their own id, and why not under that which the wire had there."""
    found: dict[Call, str] = {}
    taken = {call.id for call in conversation.calls()}
    limit = acceptance.call_id
    for call in conversation.calls():
        theirs = spelled(call.value, "id", acceptance.format)
        if theirs is None:
            if limit is not None and limit.needed:
                found[call] = "it has no id"
        elif theirs != call.id:
            if theirs in taken:
                found[call] = "another call has this id"
            elif limit is not None and not limit.fits(theirs):
                found[call] = "its id is not spelled so"
            taken.add(theirs)
    return found


def _told_apart(
    draft: Draft, row: Row, turn: Turn, calls: Sequence[Call], respelled: dict[Call, str]
) -> Turn:
    if respelled.keys().isdisjoint(calls):
        return turn
    left, content = iter(calls), []
    for at, block in zip(turn.places, turn.message["content"], strict=True):
        if block["kind"] == "toolCall":
            call = next(left)
            if call in respelled:
                why = f"{respelled[call]}: it goes as {call.id!r}"
                draft.changed(f"{at}/toolCall/id", row.what, why, "renamed")
                value = stood_at({**call.value, "id": call.id}, "id", None, draft.acceptance.format)
                block = {**block, "toolCall": value}
        content.append(block)
    return Turn({**turn.message, "content": content}, turn.place)


def _answer(
    draft: Draft, row: Row, before: list[Turn], turn: Turn, call: Call, fixed: frozenset[int],
    respelled: dict[Call, str],
) -> Turn:  # fmt: skip
    """The result of a call, one that says so if there is none."""
    if not call.results:
        place = next(place for place, one in calls_at(turn) if one is call.value)
        why = "no result answers this call: one that says so is put in"
        draft.changed(place, row.what, why)
        id_ = call.id if call in respelled else call.value["id"]  # as the call itself goes on
        result = {"kind": "error", "toolCallId": id_, "name": call.value["name"]}
        message = {"role": "tool", "toolResult": {**result, "value": UNANSWERED}}
        return Turn(message, turn.place)
    answer = before[call.results[0]]
    if call.results[0] in fixed:
        why = "a result goes right behind the turn that asked for it"
        draft.changed(answer.place, row.what, why)
        message = stood_at(answer.message, "order", None, draft.acceptance.format)
        answer = Turn(message, answer.place)
    nameless = call not in respelled and _lacks_id(answer, draft.acceptance)
    if nameless:
        why = f"it has no id: it goes as {spelled(call.value, 'id', draft.acceptance.format)!r}"
        draft.changed(f"{answer.place}/toolResult/toolCallId", row.what, why, "renamed")
    if nameless or call in respelled:
        id_ = call.value["id"] if nameless else call.id
        result = {**answer.message["toolResult"], "toolCallId": id_}
        result = stood_at(result, "toolCallId", None, draft.acceptance.format)
        answer = Turn({**answer.message, "toolResult": result}, answer.place)
    return answer


def _lacks_id(turn: Turn, acceptance: Acceptance) -> bool:
    """Whether a result had no id on a wire that needs one."""
    limit = acceptance.call_id
    result = turn.message["toolResult"]
    needed = limit is not None and limit.needed
    return needed and spelled(result, "toolCallId", acceptance.format) is None

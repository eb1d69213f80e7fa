# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Whose turn it is: who begins, who follows whom, and what the last turn must say."""

from __future__ import annotations

from operator import is_
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .conversation import note
from .draft import Draft, Turn, together
from .overlay import blocks_of
from .rule_refused import stands_beside
from .service import stood_at

Json = Any
BEGUN = "(What was said before is not shown.)"
UNDERSTOOD = "OK."
ROLES = ("user", "assistant", "tool")
ON = "Go on."


def alternate(draft: Draft, row: Row) -> None:
    """Neighbouring turns of one side become one. What leads the conversation is apart from it."""
    turns: list[Turn] = []
    leading, across = True, row.params.get("across", ())
    users = "user" in row.params["of"]  # results stand in their turns
    for turn in draft.turns:
        if users and turn.role == "user" and turns and turns[-1].role == "tool":
            turn = together(draft, row, turn)
        leading = leading and turn.role == "system"
        at = next((at for at in reversed(range(len(turns))) if turns[at].role not in across), None)
        last = None if at is None or leading else turns[at]
        if last is not None and turn.role == last.role and turn.role in row.params["of"]:
            draft.changed(turn.place, row.what, "two turns of one side become one")
            draft.left_behind.append(turn.place)
            turns.remove(last)
            stood = [*last.places, *turn.places]
            turn = Turn(_joined(draft, row, last, turn.message), last.place, stood)
        turns.append(turn)
    if len(turns) != len(draft.turns) or not all(map(is_, turns, draft.turns)):
        draft.turns = turns


def _joined(draft: Draft, row: Row, turn: Turn, next_: dict[str, Json]) -> dict[str, Json]:
    """A turn and the message behind it as one message."""
    message, format_ = turn.message, draft.acceptance.format
    own, more = draft.acceptance.own(message), draft.acceptance.own(next_)
    for key in own:
        if key != "$" and key in more and own[key] != more[key]:
            where = f"{turn.place}/metadata/{format_}/{key}"
            draft.changed(where, row.what, "the turn behind it says otherwise", "dropped")
    # How a message was spelled says nothing of what is made of two.
    own = {key: value for key, value in {**own, **more}.items() if key != "$"}
    metadata = {**(message.get("metadata") or EMPTY), format_: own}
    content = [*blocks_of(message["content"]), *blocks_of(next_["content"])]
    return {"role": message["role"], "content": content, "metadata": metadata}


def calls_last(draft: Draft, row: Row) -> None:
    """Calls end their turn: what stands behind one goes ahead of them all."""
    for turn in draft.turns:
        blocks, places = turn.blocks or (), turn.places
        if turn.role != "assistant":
            continue
        calls = [at for at, block in enumerate(blocks) if block["kind"] == "toolCall"]
        rest = [at for at in range(len(blocks)) if at not in calls]
        behind = [at for at in rest if calls and at > calls[0]]
        for at in behind:
            if draft.acceptance.goes_out(blocks[at], turn.role):
                draft.changed(places[at], row.what, "it stands ahead of the calls of its turn")
        if behind:
            order = [*rest, *calls]
            turn.put([blocks[at] for at in order], [places[at] for at in order])


def system_leads(draft: Draft, row: Row) -> None:
    """Messages of the system lead the conversation; another stands where the API takes one.

    That is behind turns of some roles alone, and ahead of some, or last.
    """
    at = next((at for at, turn in enumerate(draft.turns) if turn.role != "system"), None)
    leading, rest = draft.turns[:at], draft.turns[at:] if at is not None else []
    for turn in leading:
        if note(turn.message, draft.acceptance.format, "lift") == "kept":
            draft.changed(turn.place, row.what, "it stands ahead of the conversation", "moved")
            turn.message = stood_at(turn.message, "lift", None, draft.acceptance.format)
    behind, ahead = row.params.get("behind", ()), {*row.params.get("ahead", ROLES), ""}
    turns: list[Turn] = []
    for index, turn in enumerate(rest):
        after = next((one.role for one in rest[index:] if one.role != "system"), "")
        if turn.role != "system" or (turns[-1].role in behind and after in ahead):
            turns.append(turn)
        else:
            draft.changed(turn.place, row.what, "it stands with what leads the conversation")
            turn.message = stood_at(turn.message, "lift", None, draft.acceptance.format)
            leading = [*leading, turn]
    if len(turns) != len(rest):
        draft.turns = [*leading, *turns]


def users_first(draft: Draft, row: Row) -> None:
    """A conversation begins with a turn of the user: one is put ahead if it does not."""
    own = draft.acceptance.own(draft.request)
    if any(own.get(key) is not None for key in row.params.get("elsewhere", ())):
        return
    at = next((at for at, turn in enumerate(draft.turns) if turn.role != "system"), None)
    if at is not None and draft.turns[at].role in ("user", ""):  # "": this wire's own
        return
    if row.params.get("anywhere") and any(turn.role in ("user", "tool") for turn in draft.turns):
        return
    place = "/messages" if at is None else draft.turns[at].place
    draft.changed(place, row.what, "a turn of the user is put ahead of it")
    turn = Turn({"role": "user", "content": BEGUN}, place)
    at = len(draft.turns) if at is None else at
    draft.turns = [*draft.turns[:at], turn, *draft.turns[at:]]


def some(draft: Draft, row: Row) -> None:
    """There is a message to answer; those of some roles are none."""
    own = draft.acceptance.own(draft.request)
    if any(own.get(key) is not None for key in row.params.get("elsewhere", ())):
        return
    besides = row.params.get("besides", ())
    if all(turn.role in besides for turn in draft.turns):
        draft.changed("/messages", row.what, "there is none: a turn of the user is put in")
        draft.turns = [*draft.turns, Turn({"role": "user", "content": BEGUN}, "/messages")]


def after_results(draft: Draft, row: Row) -> None:
    """The model has a turn between results and what the user says next."""
    turns: list[Turn] = []
    for turn in draft.turns:
        if turn.role in ("user", "system") and turns and turns[-1].role == "tool":
            draft.changed(turn.place, row.what, "a turn of the model is put ahead of it")
            content = [{"kind": "text", "text": UNDERSTOOD}]
            turns.append(Turn({"role": "assistant", "content": content}, turn.place))
        turns.append(turn)
    if len(turns) != len(draft.turns):
        draft.turns = turns


def users_last(draft: Draft, row: Row) -> None:
    """A conversation ends with a turn of the user, or with results.

    A turn of which only this wire knows a block may be one that was paused, and goes on.
    """
    # What the system says has its own place: it is no turn behind the model's.
    turn = next((one for one in reversed(draft.turns) if one.role != "system"), None)
    if turn is None or turn.role != "assistant" or not stands_beside(draft, row):
        return
    own = draft.acceptance.format
    blocks = turn.message["content"]
    if not any(block["kind"] == "opaque" and block["format"] == own for block in blocks):
        draft.changed(turn.place, row.what, "a turn of the user is put behind it")
        draft.turns = [*draft.turns, Turn({"role": "user", "content": ON}, turn.place)]


def last(draft: Draft, row: Row) -> None:
    """A conversation that ends with the model's own words says that the model goes on with them."""
    turn = draft.turns[-1] if draft.turns else None
    if turn is not None and turn.role == "system":
        draft.changed(turn.place, row.what, "a turn of the user is put behind it")
        draft.turns = [*draft.turns, Turn({"role": "user", "content": ON}, turn.place)]
    if turn is None or turn.role != "assistant":
        return
    own = draft.acceptance.own(turn.message)
    mark: dict[str, Json] = row.params["mark"]
    if all(own.get(key) == value for key, value in mark.items()):
        return
    draft.changed(turn.place, row.what, "it is marked as one that the model goes on with")
    metadata = {**(turn.message.get("metadata") or EMPTY), draft.acceptance.format: {**own, **mark}}
    turn.message = {**turn.message, "metadata": metadata}


def trimmed(draft: Draft, row: Row) -> None:
    """The model's own words at the end of a conversation do not end in white space."""
    turn = draft.turns[-1] if draft.turns else None
    blocks = (turn.blocks or []) if turn is not None and turn.role == "assistant" else []
    goes_out = draft.acceptance.goes_out
    at = next(
        (at for at in reversed(range(len(blocks))) if goes_out(blocks[at], "assistant")), None
    )
    if turn is None or at is None or blocks[at]["kind"] != "text":
        return
    text = blocks[at]["text"]
    if (plain := text.rstrip()) != text:
        why = "white space at its end is left out"
        draft.changed(f"{turn.at(at)}/text", row.what, why, "dropped")
        turn.put([*blocks[:at], {**blocks[at], "text": plain}, *blocks[at + 1 :]], turn.places)

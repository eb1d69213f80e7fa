# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a conversation must say of itself: words, quotes, that something failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import Draft, Turn
from .jsontext import dumps, loads
from .overlay import blocks_of
from .rule_emptied import nothing_in

Json = Any


def mentioned(draft: Draft, row: Row) -> None:
    """Some text has a word, in whatever letters, where a field is true; else it is said.

    The instructions say it, where their texts count, and else the user does.
    """
    said, places = row.said, {*row.said["in"]}
    roles = {"tool" if place == "result" else place for place in places}
    if draft.get(said["field"]) is not True or draft.get("responseSchema") is not None:
        return
    own = draft.known.own(draft.request)
    if any(own.get(key) is not None for key in said.get("elsewhere", ())):
        return  # what is stored there may have it
    word = said["word"].lower()
    for turn in draft.turns:
        if turn.role in roles and any(word in text.lower() for text in _texts(turn.message)):
            return
    draft.changed(f"/{said['field']}", row.what, f"{said['says']!r} is said beside it", "added")
    if "system" in places:
        told = Turn({"role": "system", "content": said["says"]}, "/messages")
        at = next((at for at, turn in enumerate(draft.turns) if turn.role != "system"), None)
        at = len(draft.turns) if at is None else at
        draft.turns = [*draft.turns[:at], told, *draft.turns[at:]]
        return
    last = next((turn for turn in reversed(draft.turns) if turn.role == "user"), None)
    if last is None:
        draft.turns = [*draft.turns, Turn({"role": "user", "content": said["says"]}, "/messages")]
        return
    text = {"kind": "text", "text": said["says"]}
    last.put([*blocks_of(last.message["content"]), text], [*last.places, last.place])


def quoted(draft: Draft, row: Row) -> None:
    """A text is said as JSON text where the tool says that its results are data, unless it is."""
    key, own = row.said["key"], draft.known.own
    tools = draft.get("tools") or ()
    names = {tool.get("name") for tool in tools if own(tool).get(key) is not None}
    for turn in draft.turns:
        result = turn.message.get("toolResult") or EMPTY
        text = result.get("value")
        if result.get("kind") != "text" or result["name"] not in names or _is_json(text):
            continue
        draft.changed(f"{turn.place}/toolResult/value", row.what, "it goes in quotes, as JSON text")
        turn.message = {**turn.message, "toolResult": {**result, "value": dumps(text)}}


def failed(draft: Draft, row: Row) -> None:
    """A result that failed is an error's text, where it has texts or data and the wire no switch.

    One that has media keeps them: they may be what tells.
    """
    for turn in draft.turns:
        result = turn.message.get("toolResult") or EMPTY
        if result.get("isError") is not True or result["kind"] not in row.said["of"]:
            continue
        value = result["value"]
        if result["kind"] == "data":
            text = dumps(value)
        elif all(block["kind"] == "text" for block in value):
            text = "\n".join(block["text"] for block in value) or nothing_in(turn, draft)
        else:
            continue
        why = "there is no switch for it: it goes as the text of an error"
        draft.changed(f"{turn.place}/toolResult/isError", row.what, why)
        kept = {key: held for key, held in result.items() if key != "isError"}
        turn.message = {
            **turn.message, "toolResult": {**kept, "kind": "error", "value": text},
        }  # fmt: skip


def _is_json(text: Json) -> bool:
    try:
        loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _texts(message: dict[str, Json]) -> Iterator[str]:
    """The texts of a message, or of the result that it holds."""
    result = message.get("toolResult")
    content = message.get("content") if result is None else result["value"]
    for block in blocks_of(content) if type(content) in (str, list) else ():
        if type(block) is dict and block.get("kind") == "text":
            yield block["text"]

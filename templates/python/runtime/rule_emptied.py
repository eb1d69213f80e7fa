"""Messages and results of which nothing would stand on the wire."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import Draft, Turn
from .lasting import PLACED

Json = Any
NO_OUTPUT = "(no output)"
NOT_SHOWN = "(This cannot be shown here.)"


def without_content(draft: Draft, row: Row) -> None:
    """A message without content is left out; what had some is said in words, and so is a result."""
    left = [_left_of(turn, draft, row) for turn in draft.turns]
    if any(ours is not theirs for ours, theirs in zip(left, draft.turns, strict=True)):
        draft.turns = [turn for turn in left if turn is not None]


def _left_of(turn: Turn, draft: Draft, row: Row) -> Turn | None:
    """What stands in the place of a message, which says something or nothing; None: nothing."""
    role = "result" if turn.role == "tool" else turn.role
    bare, unless = row.params.get("bare", ()), row.params.get("unless", ())
    if role not in row.params["in"] or not _says_nothing(draft, turn, role):
        return turn
    if unless and _speaks(draft.acceptance.own(turn.message), unless):
        return turn
    if role == "result":
        if "result" in bare and _is_bare(draft, turn):
            return turn
        draft.changed(f"{turn.place}/toolResult", row.what, "an empty result says so in words")
        draft.left_behind.append(turn.place)
        return Turn(_worded(turn.message, nothing_in(turn, draft)), turn.place)
    if role == "system" and _never_spoke(draft.was(turn)):
        if "system" in bare:
            return turn
        draft.changed(turn.place, row.what, "a list without texts is left out", PLACED)
        return None
    draft.left_behind.append(turn.place)
    if role == "user" and _had_more(draft.was(turn)):
        draft.changed(turn.place, row.what, "what was in it has no place: it says so in words")
        return Turn({**turn.message, "content": NOT_SHOWN}, turn.place)
    draft.changed(turn.place, row.what, "a message without content is left out")
    return None


def _says_nothing(draft: Draft, turn: Turn, role: str) -> bool:
    acceptance = draft.acceptance
    blocks = turn.blocks
    if blocks is not None:
        return not any(acceptance.goes_out(block, role) for block in blocks)
    text = turn.message["toolResult"]["value"] if role == "result" else turn.message.get("content")
    if role == "result" and turn.message["toolResult"]["kind"] == "data":
        return False
    return type(text) is str and role in acceptance.blank and acceptance.is_blank(text)


def _speaks(own: dict[str, Json], keys: Collection[str]) -> bool:
    return any(own.get(key) is not None for key in keys)


def _never_spoke(message: dict[str, Json]) -> bool:
    """Whether a message was without texts as it was given, and nothing is noted of it."""
    overlays = (message.get("metadata") or EMPTY).values()
    noted = (item for own in overlays for key, item in own.items() if key != "$")
    return message["content"] == [] and all(item in (None, "", []) for item in noted)


def _is_bare(draft: Draft, turn: Turn) -> bool:
    """Whether nothing at all is said of a result, that it failed neither."""
    result = turn.message["toolResult"]
    own = {key: value for key, value in draft.acceptance.own(result).items() if key != "$"}
    return not (_has_failed(result) or result["value"] or any(own.values()))


def _has_failed(result: dict[str, Json]) -> bool:
    return result["kind"] == "error" or result.get("isError") is True


def _had_more(message: dict[str, Json]) -> bool:
    """Whether something else than text stood in a message of the user."""
    content = message["content"]
    return type(content) is list and any(block["kind"] != "text" for block in content)


def nothing_in(turn: Turn, draft: Draft) -> str:
    """What a result says in which nothing is left: whether there was anything."""
    was = draft.was(turn).get("toolResult") or EMPTY
    return NOT_SHOWN if was.get("kind") == "multimodal" and was["value"] else NO_OUTPUT


def _worded(message: dict[str, Json], words: str) -> dict[str, Json]:
    result = message["toolResult"]
    rest = {key: value for key, value in result.items() if key != "isError"}
    fresh = {**rest, "kind": "error" if _has_failed(result) else "text", "value": words}
    return {**message, "toolResult": fresh}

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Items that the provider knows by ids of its own: each goes out once, and with what led to it."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from .acceptance import Acceptance, Row
from .draft import Draft

Json = Any
Change = Callable[[dict[str, Json], str, bool], dict[str, Json] | None]


def once(draft: Draft, row: Row) -> None:
    """An id stands once. What is nothing without its id is left out where it comes again."""
    seen: set[str] = set()

    def known(block: dict[str, Json], place: str, thought: bool) -> dict[str, Json] | None:
        item = _item(block, row.said["key"], draft.known)
        if item is None or item not in seen:
            seen.update(() if item is None else (item,))
            return block
        if block["kind"] in ("reasoning", "opaque"):
            draft.changed(place, row.what, "left out: it stands there already", "dropped")
            return None
        draft.changed(place, row.what, f"it goes without an id: {item!r} stands there already")
        return _nameless(block, row.said["key"], draft.known)

    _each(draft, known)


def led_to(draft: Draft, row: Row) -> None:
    """What a thought led to has its id only behind that thought: without it it is anyone's.

    Nobody knows whether there was a thought: it is no breach.
    """
    if draft.strict:
        return

    def known(block: dict[str, Json], place: str, thought: bool) -> dict[str, Json] | None:
        alone = not thought and block["kind"] in ("text", "toolCall")
        if not alone or _item(block, row.said["key"], draft.known) is None:
            return block
        why = "it goes without its id: no thought stands ahead of it"
        draft.changed(place, row.what, why, "renamed")
        return _nameless(block, row.said["key"], draft.known)

    _each(draft, known)


def _each(draft: Draft, change: Change) -> None:
    """Hand each block of the model's to ``change``, and whether one of its thoughts is ahead."""
    for turn in draft.turns:
        held = turn.blocks if turn.role == "assistant" else None
        if held is None:
            continue
        thought, found, places = False, list[Json](), list[str]()
        for place, block in zip(turn.places, held, strict=True):
            fresh = change(block, place, thought)
            if fresh is not None:
                found.append(fresh)
                places.append(place)
                thought |= block["kind"] == "reasoning" and draft.known.goes_out(block, turn.role)
        if len(found) < len(held) or not all(map(is_, found, held)):
            turn.put(found, places)


def _item(block: dict[str, Json], key: str, known: Acceptance) -> str | None:
    """The id of the wire's own item that a block is."""
    if block["kind"] == "opaque":
        value = block["value"] if block["format"] == known.format else None
    else:
        value = known.own(block.get("toolCall", block))
    item = value.get(key) if type(value) is dict else None
    return item if type(item) is str else None


def _nameless(block: dict[str, Json], key: str, known: Acceptance) -> dict[str, Json]:
    held = block.get("toolCall", block)
    own = {name: value for name, value in known.own(held).items() if name != key}
    others = {name: one for name, one in held["metadata"].items() if name != known.format}
    held = {**held, "metadata": {**others, **({known.format: own} if own else {})}}
    return {**block, "toolCall": held} if "toolCall" in block else held

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
    ids: set[str] = set()

    def unrepeated(block: dict[str, Json], place: str, thought: bool) -> dict[str, Json] | None:
        item = _item(block, row.params["key"], draft.acceptance)
        if item is None or item not in ids:
            ids.update(() if item is None else (item,))
            return block
        if block["kind"] in ("reasoning", "opaque"):
            draft.changed(place, row.what, "left out: it stands there already", "dropped")
            return None
        draft.changed(place, row.what, f"it goes without an id: {item!r} stands there already")
        return _nameless(block, row.params["key"], draft.acceptance)

    _each(draft, unrepeated)


def led_to(draft: Draft, row: Row) -> None:
    """What a thought led to has its id only behind that thought: without it it is anyone's.

    Nobody knows whether there was a thought: it is no breach.
    """
    if draft.strict:
        return

    def led(block: dict[str, Json], place: str, thought: bool) -> dict[str, Json] | None:
        alone = not thought and block["kind"] in ("text", "toolCall")
        if not alone or _item(block, row.params["key"], draft.acceptance) is None:
            return block
        why = "it goes without its id: no thought stands ahead of it"
        draft.changed(place, row.what, why, "renamed")
        return _nameless(block, row.params["key"], draft.acceptance)

    _each(draft, led)


def _each(draft: Draft, change: Change) -> None:
    """Hand each block of the model's to ``change``, and whether one of its thoughts is ahead."""
    for turn in draft.turns:
        blocks = turn.blocks if turn.role == "assistant" else None
        if blocks is None:
            continue
        thought, found, places = False, list[Json](), list[str]()
        for place, block in zip(turn.places, blocks, strict=True):
            fresh = change(block, place, thought)
            if fresh is not None:
                found.append(fresh)
                places.append(place)
                thought |= block["kind"] == "reasoning" and draft.acceptance.goes_out(
                    block, turn.role
                )
        if len(found) < len(blocks) or not all(map(is_, found, blocks)):
            turn.put(found, places)


def _item(block: dict[str, Json], key: str, acceptance: Acceptance) -> str | None:
    """The id of the wire's own item that a block is."""
    if block["kind"] == "opaque":
        value = block["value"] if block["format"] == acceptance.format else None
    else:
        value = acceptance.own(block.get("toolCall", block))
    item = value.get(key) if type(value) is dict else None
    return item if type(item) is str else None


def _nameless(block: dict[str, Json], key: str, acceptance: Acceptance) -> dict[str, Json]:
    holder = block.get("toolCall", block)
    own = {name: value for name, value in acceptance.own(holder).items() if name != key}
    others = {name: one for name, one in holder["metadata"].items() if name != acceptance.format}
    holder = {**holder, "metadata": {**others, **({acceptance.format: own} if own else {})}}
    return {**block, "toolCall": holder} if "toolCall" in block else holder

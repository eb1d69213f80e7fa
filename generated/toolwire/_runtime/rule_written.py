# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What the API demands, as it demands it, also where a service had it otherwise or not at all."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .conversation import style_said
from .draft import Draft, Turn, calls_at
from .unusual import LACKING, is_unusual, misplaced

Json = Any


def written(draft: Draft, row: Row) -> None:
    """Keys of calls and schemas that the wire had not go out, and fields as they usually do."""
    for turn in draft.turns:
        if row.params.get("places"):
            _place_blocks(draft, row, turn)
        fresh = {
            id(call): _usual(draft, row, call, place)
            for place, call in calls_at(turn)
            if is_unusual(call, draft.acceptance.format, row.params)
        }
        if fresh:
            turn.put_calls(fresh)
    schema = draft.get("responseSchema")
    if schema is not None and is_unusual(schema, draft.acceptance.format, row.params):
        draft.fields["responseSchema"] = _usual(draft, row, schema, "/responseSchema")


def _place_blocks(draft: Draft, row: Row, turn: Turn) -> None:
    """Blocks whose fields a wire had under other keys go out under the usual ones."""
    blocks, format_ = turn.blocks or [], draft.acceptance.format
    if any(is_unusual(block, format_, row.params) for block in blocks):
        places = turn.places
        fresh = [
            _usual(draft, row, block, place) if is_unusual(block, format_, row.params) else block
            for block, place in zip(blocks, places, strict=True)
        ]
        turn.put(fresh, places)


def _usual(draft: Draft, row: Row, value: dict[str, Json], place: str) -> dict[str, Json]:
    """The same without what its form says of these."""
    format_, params = draft.acceptance.format, row.params
    form = dict(draft.acceptance.own(value)["$"])
    for lacking in LACKING:
        left = [key for key in form.get(lacking, ()) if key not in params.get("keys", ())]
        if left != form.get(lacking, []):
            draft.changed(place, row.what, f"it goes out as {row.what}", "added")
            form[lacking] = left
    for field, styles in params.get("styles", EMPTY).items():
        if style_said(value, format_, field) in styles:
            draft.changed(f"{place}/{field}", row.what, f"it goes out as {row.what}", "renamed")
            del form[field]
    for field in misplaced(form, params):
        draft.changed(f"{place}/{field}", row.what, f"it goes out as {row.what}", "renamed")
        del form[field]
    own = {**draft.acceptance.own(value), "$": {key: one for key, one in form.items() if one}}
    return {**value, "metadata": {**value["metadata"], format_: own}}

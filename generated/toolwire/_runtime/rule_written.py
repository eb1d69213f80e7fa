# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What the API demands, as it demands it, also where a service had it otherwise or not at all."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .conversation import style_said
from .draft import Draft, calls_at
from .rule_blocks import each_block
from .unusual import LACKING, is_unusual, misplaced

Json = Any


def written(draft: Draft, row: Row) -> None:
    """Keys of calls and schemas that the wire had not go out, and fields as they usually do."""
    if row.params.get("places"):
        each_block(draft, lambda block, _, place: _as_usual(draft, row, block, place))
    for turn in draft.turns:
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


def _as_usual(draft: Draft, row: Row, block: dict[str, Json], place: str) -> dict[str, Json]:
    """A block whose fields a wire had under other keys, as it goes out; any other itself."""
    unusual = is_unusual(block, draft.acceptance.format, row.params)
    return _usual(draft, row, block, place) if unusual else block


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

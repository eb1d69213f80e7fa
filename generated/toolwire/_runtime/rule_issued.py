# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Signatures of one service in requests to it, and to others that speak its wire."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import Draft
from .errors import Loss
from .issued import signature_in
from .lasting import PLACED
from .overlay import camel_case

Json = Any


def issued(draft: Draft, row: Row) -> None:
    """Signatures go back to the service that issued them, and to no other."""
    ours = f"{draft.acceptance.format}.{row.params['by']}"
    for turn in draft.turns:
        content = turn.message.get("content") if turn.role == "assistant" else None
        if type(content) is not list:
            continue
        found = [
            (_opaque if block["kind"] == "opaque" else _signed)(draft, row, block, at, ours)
            for at, block in zip(turn.places, content, strict=True)
        ]
        if any(one is not block for one, block in zip(found, content, strict=True)):
            left = [at for at, one in enumerate(found) if one is not None]
            turn.put([found[at] for at in left], [turn.at(at) for at in left])


def _signed(draft: Draft, row: Row, block: dict[str, Json], at: str, ours: str) -> Json:
    """A block as the service takes it: with its own signature, or with none."""
    format_, key = draft.acceptance.format, row.params["key"]
    free = draft.acceptance.row("placeholder")
    holder = block.get("toolCall", block)
    metadata = holder.get("metadata") or EMPTY
    own, service = metadata.get(format_) or EMPTY, metadata.get(ours) or EMPTY
    anyones = key not in own or (free is not None and own[key] == free.params["value"])
    if key not in service and anyones:
        return block
    place = f"{at}/toolCall" if "toolCall" in block else at
    if key not in service:
        where = f"{place}/metadata/{format_}/{key}"
        draft.changed(where, row.what, "another service has issued it", "dropped")
    else:
        # It is no loss that the wire alone would not take it.
        where = place if block["kind"] == "reasoning" else f"{place}/metadata/{ours}"
        draft.changes.append(Loss(where, PLACED, "the service has issued it"))
    others = {name: one for name, one in metadata.items() if name not in (format_, ours)}
    left = {**{name: one for name, one in own.items() if name != key}, **service}
    fresh = {**holder, "metadata": {**others, **({format_: left} if left else EMPTY)}}
    return {**block, "toolCall": fresh} if "toolCall" in block else fresh


def _opaque(draft: Draft, row: Row, block: dict[str, Json], at: str, ours: str) -> Json:
    """The same of a block that only the wire knows; None if it was nothing but a signature."""
    format_, key = draft.acceptance.format, row.params["key"]
    if block["format"] == ours:
        draft.changes.append(Loss(at, PLACED, "the service has issued it"))
        return {**block, "format": format_}
    spelled = signature_in(block, format_, key)
    if not spelled:
        return block
    left = {name: value for name, value in block["value"].items() if camel_case(name) != key}
    if all(type(value) is bool for value in left.values()):
        left = {}  # what says of a part that it is a thought is none
    where = f"{at}/value/{spelled}" if left else at
    draft.changed(where, row.what, "another service has issued it", "dropped")
    return {**block, "value": left} if left else None

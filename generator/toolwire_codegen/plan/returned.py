"""What of a reply's message goes back in the next request: the keys that a request's has.

Others stay in the overlay of the response, where the same wire's encoder finds them. Which keys
these are follows from the schemas: those of the type that the message's lens names, and of the
types of its blocks.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Stmt
from ..load.transform import Lens
from ..resolve.paths import follow, records
from .bound import BoundLens, whole_row
from .resolve import Resolver
from .standing import listed_kinds
from .unread import shown_overlay

X, FORM = ir.var("x"), ir.var("form")
BLOCKS = "blocks"
"""The form's key for what stayed behind of blocks."""
Keys = dict[str, Any]
"""The keys of an object, each with those of the object that it holds, or None."""


def stays(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """What the reader of a reply does in the end: keys that only replies have leave the message."""
    found = _message(resolver, lens)
    if found is None:
        return []
    path, message = found
    returned = {
        "keys": _keys(resolver, message.lens.returns),
        "blocks": _blocks(resolver, message),
    }
    name = resolver.constants.put("RETURNED", returned)
    args = (X, ir.FormatName(), ir.const(path), ir.var(name))
    return [ir.do(ir.runtime("keep_apart", *args))]


def rejoins(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """What the writer of a reply begins with: blocks have what stayed behind of them."""
    if _message(resolver, lens) is None:
        return []
    joined = ir.let("x", ir.runtime("rejoined", X, ir.FormatName(), ir.get(FORM, BLOCKS)))
    return [ir.if_((ir.Spelled(BLOCKS, ""), [joined]))]


def shows(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """What the writer of a reply begins with where it shows the thoughts of others."""
    if lens.inter != resolver.transform.response[0] or not resolver.shows_thoughts:
        return []
    if not any(row.fields[0][:1] == ("message",) and not row.is_const for row in lens.rows):
        return []
    name = resolver.constants.put("SHOWN", shown_overlay(resolver))
    return [ir.let("x", ir.runtime("shown", X, ir.FormatName(), ir.var(name)))]


def _message(resolver: Resolver, lens: Lens) -> tuple[tuple[str, ...], BoundLens] | None:
    """Where a reply has its message, and the lens of that, if it says what goes back."""
    if lens.inter != resolver.transform.response[0]:
        return None
    for row in lens.rows:
        if row.fields[0] == ("message",) and row.targets:
            lenses = resolver.leaf(lens, row, row.targets[0]).codec.lenses()
            if len(lenses) == 1 and lenses[0].lens.returns:
                return row.targets[0].path, lenses[0]
    return None


def _blocks(resolver: Resolver, message: BoundLens) -> dict[str, Keys]:
    """The keys that a block may have, by its kind."""
    lens = message.lens
    row = next(row for row in lens.rows if row.name == "content")
    leaves = [resolver.part(lens, row, arm, target, lens.inter) for arm, target in row.parts]
    # What stands under keys of its own as well goes with all that it has.
    whole = listed_kinds([(arm, one) for (arm, _), one in zip(row.parts, leaves, strict=True)])
    leaves += [resolver.leaf(lens, row, target) for target in row.targets]
    found: dict[str, Keys] = {}
    for block in (one for leaf in leaves for one in leaf.codec.lenses()):
        if block.lens.inter in whole:
            continue
        kind = resolver.inter.const(block.lens.inter, "kind")[0]
        inner_row = whole_row(block)
        inner = [block]
        if inner_row is not None:
            inner = resolver.leaf(block.lens, inner_row, inner_row.targets[0]).codec.lenses()
        for one in inner:
            found[kind] = _both(found.get(kind, {}), _keys(resolver, one.lens.wire))
    return found


def _keys(resolver: Resolver, record: str, above: tuple[str, ...] = ()) -> Keys:
    """The keys of a type, at any depth; a type inside of itself is taken whole."""
    found: Keys = {}
    for key in resolver.wire.properties(record):
        inner = records(follow(resolver.wire, record, (key,)).shapes)
        plain = len(inner) == 1 and inner[0] not in (*above, record)
        found[key] = _keys(resolver, inner[0], (*above, record)) if plain else None
    return found


def _both(one: Keys, other: Keys) -> Keys:
    """The keys that either of two objects may have."""
    found = {**one, **other}
    for key in one.keys() & other.keys():
        nested = one[key] is not None and other[key] is not None
        found[key] = _both(one[key], other[key]) if nested else None
    return found

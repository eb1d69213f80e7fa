"""Overlay keys that an app wrote on a message, and that only the message's blocks may have.

`cache_control` on a message whose content is a string is an example: the wire has the key on a
block. Such a key goes to the last block that may have it. Which keys these are follows from the
schemas: a block's type has them, and the message's type has not.
"""

from __future__ import annotations

from .. import ir
from ..ir import Stmt
from ..ir.scope import snake
from ..load.transform import Row
from .bound import BoundLens, whole_row
from .resolve import Resolver

X = ir.var("x")
CONTENT = "content"


def landing(resolver: Resolver, bound: BoundLens) -> str:
    """The constant that has the kinds of a message's blocks by the keys they may have, or ""."""
    lens = bound.lens
    if not {"role", CONTENT} <= set(resolver.inter.properties(lens.inter)):
        return ""
    row = next((row for row in lens.rows if row.name == CONTENT), None)
    if row is None:
        return ""
    own = frozenset(resolver.wire.properties(lens.wire))
    whole = bound.writing.removeprefix("_encode_").upper()
    blocks = _blocks(resolver, bound, row)
    return landing_of(resolver, snake(lens.inter).upper(), blocks, own, whole)


def landing_of(
    resolver: Resolver, name: str, blocks: list[BoundLens], own: frozenset[str], whole: str
) -> str:
    """The constant for these blocks, without the keys of ``own``; ``whole``: its name in full."""
    found: dict[str, dict[str, None]] = {}
    for block in blocks:
        for kind in resolver.inter.const(block.lens.inter, "kind")[:1]:
            for key in _keys(resolver, block) - own:
                found.setdefault(key, {})[kind] = None
    if not found:
        return ""
    kinds = {key: [*found[key]] for key in sorted(found)}
    return resolver.constants.put(f"LANDING_{name}", kinds, f"LANDING_{whole}")


def land(resolver: Resolver, bound: BoundLens, report: bool = False) -> list[Stmt]:
    """What a function that writes a message, or reports its losses, begins with."""
    name = landing(resolver, bound)
    if not name:
        return []
    args = (X, ir.var("FORMAT"), ir.var(name))
    steps: list[Stmt] = [ir.let("x", ir.runtime("landed", *args))]
    if report:
        place = (ir.var("path"), ir.var("losses"))
        steps.insert(0, ir.do(ir.runtime("unlanded", *args, *place)))
    return [ir.if_((ir.has(X, "metadata"), steps))]


def _blocks(resolver: Resolver, bound: BoundLens, row: Row) -> list[BoundLens]:
    """The lenses of the blocks that a message holds."""
    if row.parts:
        parts = [resolver.part(bound.lens, row, arm, t, bound.lens.inter) for arm, t in row.parts]
        return [lens for leaf in parts for lens in leaf.codec.lenses()]
    return list(resolver.leaf(bound.lens, row, row.targets[0]).codec.lenses())


def _keys(resolver: Resolver, block: BoundLens) -> set[str]:
    """The wire keys of a block that no row speaks of: those an overlay may bring."""
    row = whole_row(block)
    if row is not None:
        lenses = resolver.leaf(block.lens, row, row.targets[0]).codec.lenses()
        return {key for lens in lenses for key in _keys(resolver, lens)}
    lens = block.lens
    named = {path[0] for r in lens.all_rows for t in r.targets for path in t.paths if path}
    named |= {given.path[0] for given in lens.givens} | {key for key, _ in block.wire_tags}
    named |= {given.path[0] for case in lens.cases for given in case.givens}
    free = lens.keeps and not lens.own
    return set(resolver.wire.properties(lens.wire)) - named if free else set()

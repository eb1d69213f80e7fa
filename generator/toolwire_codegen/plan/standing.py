"""Where blocks of a list stand that the wire spreads over several keys."""

from __future__ import annotations

from .. import ir
from ..ir import Expr
from ..operators.leaf import Leaf
from .codecs import Many

Leaves = list[tuple[str, Leaf]]
"""The parts of a row, each with its arm."""


def listed(mark: str, leaves: Leaves) -> str:
    """The key of a list that holds blocks with a mark as well, though these have one of their own.

    "" if there is none: all of them stand in their own.
    """
    for arm, leaf in leaves:
        if arm == "*" and isinstance(leaf.codec.items, Many):
            rows = [row for one in leaf.codec.lenses() for row in one.lens.rows]
            if any(row.is_const and row.const is True and row.name == mark for row in rows):
                return leaf.key
    return ""


def listed_kinds(leaves: Leaves) -> dict[str, str]:
    """Arms that have keys of their own, and stand in the list of the rest as well: its key."""
    rest = [leaf for arm, leaf in leaves if arm == "*" and isinstance(leaf.codec.items, Many)]
    keys = {one.lens.inter: leaf.key for leaf in rest for one in leaf.codec.lenses()}
    return {arm: keys[arm] for arm, leaf in leaves if leaf.codec.whole_blocks and arm in keys}


def stood(block: Expr, leaf: Leaf, leaves: Leaves) -> Expr:
    """Whether a block says that it stood in the key of a part, or may stand nowhere else."""
    if leaf.codec.marks:
        mark = leaf.codec.marks
        one = ir.and_(ir.has(block, mark), ir.runtime("marked", block, ir.const(mark)))
        return but_listed(one, block, listed(mark, leaves))
    return _stood_at(block, leaf.key)


def but_listed(is_it: Expr, block: Expr, key: str) -> Expr:
    """The same, but of a block that says that it stood in the list of a key; "" is no list."""
    return ir.and_(is_it, ir.not_(_stood_at(block, key))) if key else is_it


def _stood_at(block: Expr, key: str) -> Expr:
    return ir.runtime("stood", block, ir.FormatName(), ir.const(key))

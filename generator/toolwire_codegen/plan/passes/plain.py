"""Plain forms: the shape most values have, converted in line.

A value is plain when it has just the keys its rows speak of, each of the expected type, and no
metadata. Its conversion is then one literal, and needs no call. Anything else goes to the lens's
own function, which gives the same for a plain value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...ir import Expr
from ...load.transform import Lens, Row
from ...operators.leaf import Leaf
from ...resolve.paths import must_be_there
from ..resolve import Resolver


@dataclass
class Plain:
    """A condition on a value, and the literal that stands for it where it holds."""

    condition: Expr
    value: Expr


def leaves_of(resolver: Resolver, lens: Lens) -> list[Leaf] | None:
    """The targets of a lens that is simple enough to have a plain form."""
    if not lens.keeps or lens.cases or lens.own:
        return None
    rows = [row for row in lens.rows if not row.parts and not _never_there(resolver, lens, row)]
    if any(len(row.targets) != 1 for row in rows):
        return None
    if any(given.computed or len(given.path) > 1 for given in lens.givens):
        return None
    return [resolver.leaf(lens, row, row.targets[0]) for row in lens.rows if row.targets]


def _never_there(resolver: Resolver, lens: Lens, row: Row) -> bool:
    """Whether a row is for fields that the wire never has, and that may be absent."""
    needed = any(must_be_there(resolver.inter, lens.inter, path) for path in row.fields)
    return bool(row.lost) and row.back is None and not needed


def only_value(resolver: Resolver, lens: Lens, leaf: Leaf) -> tuple[Any, Any] | None:
    """The one value a field may have, and how the wire's table spells it."""
    consts = resolver.inter.const(lens.inter, leaf.field[0])
    if len(consts) != 1 or leaf.codec.values is None:
        return None
    return consts[0], leaf.codec.values[consts[0]]

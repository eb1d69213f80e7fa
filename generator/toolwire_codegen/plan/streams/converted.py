"""Plans what an id or a name says that an event brings, where the wire spells it otherwise."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ...operators.leaf import Leaf
from ..codecs import Copy


def converts(leaf: Leaf) -> bool:
    """Whether a text of the wire is another one here, or none at all is there."""
    return not (isinstance(leaf.codec, Copy) or leaf.codec.absorbs)


def as_read(leaf: Leaf, raw: Expr, holder: Expr, scope: Scope) -> tuple[list[Stmt], Expr]:
    """What the lens reads of a value that an event brought: steps, and the result.

    It is missing where the value does not fit: at the end the lens says so.
    """
    name, inner = scope.fresh(leaf.row.name), scope.inner()
    bound = ir.var(name)
    fits = ir.and_(ir.present(bound), leaf.codec.accepts(bound))
    value = leaf.codec.decode(inner, bound, Spot(leaf.row.name, holder, leaf.key))
    inner.add(ir.assign(bound, value))
    return [ir.let(name, raw), ir.if_((fits, inner.body))], bound

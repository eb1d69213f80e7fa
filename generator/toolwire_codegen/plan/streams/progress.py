"""Plans what is asked of a body as events come: whose reply it is, and whether it is complete."""

from __future__ import annotations

from ... import ir
from ...ir import Stmt
from ...ir.scope import Scope
from ...load.stream import Stream
from ...load.transform import Row
from .converted import as_read, converts
from .state import StreamState, standing

W, X = ir.var("w"), ir.var("x")


def begun(state: StreamState) -> ir.Function:
    """The reply's id and model, as far as the body tells them."""
    scope = Scope("w", "x")
    scope.add(ir.let("x", ir.obj()))
    for row in state.shown.response.lens.rows:
        if row.fields[0] in (("id",), ("model",)) and row.targets:
            scope.add(*_put_field(state, row, scope))
    scope.add(ir.ret(X))
    return ir.Function("_begun", ["w"], "Whose reply a body is.", [], scope.body)


def _put_field(state: StreamState, row: Row, scope: Scope) -> list[Stmt]:
    """Put a field there as the lens reads it, if it does."""
    leaf = state.resolver.leaf(state.shown.response.lens, row, row.targets[0])
    raw, field = standing(W, leaf.target.path), row.fields[0][0]
    if converts(leaf):
        steps, value = as_read(leaf, raw, W, scope)
        return [*steps, ir.if_((ir.Filled(value), [ir.put(X, field, value)]))]
    name = scope.fresh(row.name)
    return [ir.if_((ir.Filled(ir.Bind(name, raw)), [ir.put(X, field, ir.var(name))]))]


def ended(stream: Stream) -> ir.Function:
    """Whether the wire said why the reply stopped."""
    conditions = []
    for path, words in zip(stream.ends, stream.words, strict=True):
        value = standing(W, path)
        one = ir.or_(*(ir.eq(value, word) for word in words)) if words else ir.Filled(value)
        conditions.append(one)
    result = ir.NotEmpty(ir.or_(*conditions) if conditions else ir.const(False))
    rows = [".".join(path) for path in stream.ends]
    return ir.Function("_ended", ["w"], "Whether a body is complete.", rows, [ir.ret(result)])

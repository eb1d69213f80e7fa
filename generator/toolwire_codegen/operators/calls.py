"""``calls``: a finish reason and the calls of its message explain each other.

`stop` although there are calls is `tool_calls`. A reply that was cut may end with a call that was
cut: unless something tells that it is whole, it is none to be run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..ir.scope import Scope
from ..load.transform import literal
from ..resolve.intermediate import CALL, FOR_CALLS, STOP
from .base import Codec, Reason, Spot, Use, X, field_and_place
from .default import Default
from .modifier import Modifier
from .table import NO_WORD, Table, unsaid

if TYPE_CHECKING:
    from ..load.transform import Operator, Transform
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf

CUT = ("length", "content_filter", "error")
"""The words of replies that were cut, or failed, wherever they were."""
UNSURE = ("other",)
"""Words that may be said of such a reply: no call is taken for cut by them that may be whole."""
CONTENT = ir.get(ir.get(X, "message"), "content")


class Calls(Modifier):
    name = "calls"
    example = "table(name) | calls"
    inter, wire = "string", "string"
    purpose = "`stop` beside calls reads as `tool_calls`; a call that was cut is none to be run"
    loss = "none"
    takes_null = True
    by_calls = True

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if not any(operator.name == Table.name for operator in slot.target.operators):
            return "it adds to a table", "write `table(name) | calls`"
        if not one.inter_shapes(view.lens.inter, ("message", "content")):
            return "it looks for calls in `message.content`", "leave it out"
        from .uses import read_first

        if any(_stops(operator) for operator in slot.target.operators):
            word = f"absent: {{ {slot.target.dotted}: <the wire's word for stop> }}"
            fix = f"write `{word}` in its place"
            if len(slot.target.paths) > 1:
                nulls = ", ".join("null" for _ in slot.target.paths)
                fix = f'write `default({FOR_CALLS})`, and `"<- [{nulls}]": {STOP}` in the table'
            return "`default` is read without a look at the message", fix
        before = [r for r in view.before(slot.row) if r.name in ("message", "content")]
        if not any(read_first(one, view, row) for row in before):
            return "it looks at the message", "put the row of the message before this one"
        return None

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.spelled_out = _spelled_out(use.resolver.transform)

    def mark(self, leaf: Leaf) -> None:
        assert isinstance(leaf.codec, Table), "`calls` adds to a table"
        leaf.codec = Finish(leaf.codec, self.spelled_out)


def _spelled_out(transform: Transform) -> bool:
    """Whether the arguments of calls are texts on the wire: an empty one says that none came."""
    from .uses import has

    lenses = [lens for lens in transform.lenses if lens.inter == CALL]
    targets = [target for lens in lenses for row in lens.all_rows for target in row.targets]
    return any(has(target, lambda definition: definition.spells) for target in targets)


def _stops(operator: Operator) -> bool:
    """Whether it says that a reply without a reason has come to its end."""
    return operator.name == Default.name and [*map(literal, operator.args)] == [STOP]


class Finish(Codec):
    """A finish reason through a table, after a look at the message."""

    spelled = True
    expected = "a finish reason"

    def __init__(self, table: Table, spelled_out: bool) -> None:
        self.table, self.values, self.subtle = table, table.values, table.subtle
        self.spelled_out = spelled_out
        cuts = (*CUT, *UNSURE) if spelled_out else CUT
        self.cuts = [word for word in cuts if word in (*table.meanings, table.otherwise)]
        self.partial = table.exact

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        table = self.table
        assert spot.content is not None, "`calls` follows the message's own row"
        found: Expr = ir.Lookup(table.reading, raw, ir.const(table.otherwise))
        if table.exact:
            found = table.meant(raw)
        reason = scope.let("reason", found)
        called = ir.if_(
            (
                ir.eq(ir.opt(ir.var("block"), "kind"), "toolCall"),
                [ir.assign(reason, ir.const(FOR_CALLS)), ir.Break()],
            )
        )
        loop = ir.for_("block", spot.content, [called])
        looked = [(ir.eq(reason, STOP), [loop])]
        if self.cuts:
            args = (spot.content, ir.FormatName(), ir.const(self.spelled_out))
            looked.append((self._cut(reason), [ir.do(ir.runtime("cut_short", *args))]))
        scope.add(ir.if_(*looked))
        return reason

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return self.table.encode(scope, value, spot)

    def again(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return self.table.again(scope, value, spot)

    def read_again(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return self._finished(raw)

    def _finished(self, raw: Expr) -> Expr:
        if self.table.exact:
            return ir.runtime("called", self.table.meant(raw), CONTENT)
        otherwise = ir.const(self.table.otherwise)
        return ir.runtime("finished", self.table.reading, raw, otherwise, CONTENT)

    def _cut(self, reason: Expr) -> Expr:
        return ir.or_(*(ir.eq(reason, word) for word in self.cuts))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        condition = unsaid(leaf, value, self.table.word(value), self._finished)
        if leaf.has_default:
            condition = ir.and_(condition, ir.Ne(value, ir.const(leaf.default)))
        asked = [(condition, [lose(suffix, "value", NO_WORD)])]
        if self.cuts:
            args = (ir.FormatName(), ir.const(self.spelled_out), ir.var("path"), ir.var("losses"))
            again = ir.do(ir.runtime("cut_again", CONTENT, *args))
            asked.append((self._cut(value), [again]))
        return [ir.if_(*asked)]

"""What operators share that read one wire value as two fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import checked, refuse_misfit
from ..ir.losses import lose
from ..ir.scope import WIRES, Scope
from .base import FORM, Pairs, RowCodec, Use, X, field_and_place

if TYPE_CHECKING:
    from .handed import Reading, Writing
    from .leaf import Leaf


class Pair(RowCodec):
    """Two fields that one wire value stands for; the reader gives both, or missing."""

    expected = "a value of the documented form"
    reader: ClassVar[str]
    writer: ClassVar[str]
    flag: ClassVar[bool] = False
    """Is the second field one that is there only when it is true? Then the form keeps a value that
    is spelled otherwise, too."""

    def __init__(self, use: Use) -> None:
        self.given = [ir.const(arg) for arg in use.operator.args]
        self.keys = use.operator.args
        self.spelled = self.flag

    def read(self, raw: Expr) -> Expr:
        """Both values of a wire value, or missing."""
        return ir.runtime(self.reader, raw, *self.given)

    def write(self, first: Expr, second: Expr) -> Expr:
        """The wire value of both."""
        return ir.runtime(self.writer, first, second, *self.given)

    def guard(self, reading: Reading, leaf: Leaf, scope: Scope) -> Expr:
        raw = reading.raw(leaf)
        name = scope.fresh("parsed")
        reading.locals[".".join(leaf.row.fields[0])] = ir.var(name)
        return ir.present(ir.Bind(name, self.read(raw)))

    def case_value(self, reading: Reading, leaf: Leaf) -> Pairs | None:
        parsed = reading.locals[".".join(leaf.row.fields[0])]
        values = [ir.at(parsed, index) for index in range(2)]
        if self.spelled:
            raw = reading.raw(leaf)
            odd = ir.not_(ir.runtime("same", self.write(*values), raw))
            note = reading.scope.note(leaf.row.name, "as", raw)
            reading.scope.add(ir.if_((odd, [note])))
        reading.took(leaf)
        pairs = list(zip(leaf.row.fields, values, strict=True))
        if self.flag:
            (_, second) = pairs.pop()
            reading.invalid = (leaf.row.fields[1][0], second)
        return pairs

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        always.append((leaf.target.path, self._written(writing, leaf)))
        return True

    def _written(self, writing: Writing, leaf: Leaf) -> Expr:
        """One wire value; in its old spelling if that still says the same."""
        row, scope = leaf.row, writing.scope
        shapes = [writing.shapes_in(row, path) for path in row.fields]
        first = checked(scope, row.fields[0][0], shapes[0], row.fields[0])
        if self.flag:
            name = scope.fresh(row.fields[1][0])
            second: Expr = ir.var(name)
            scope.add(ir.let(name, ir.opt(X, row.fields[1][0])))
            refused = refuse_misfit(second, shapes[1], row.fields[1])
            scope.add(ir.if_((ir.present(second), refused)))
        else:
            second = checked(scope, row.fields[1][0], shapes[1], row.fields[1])
        written = self.write(first, second)
        if not self.spelled:
            return written
        scope.forms = True
        local = scope.let(leaf.key, written, WIRES)
        old = ir.get(ir.get(FORM, row.name), "as")
        same = ir.runtime("same", self.read(old), ir.arr(first, second))
        entry = ir.Spelled(row.name, "as")
        scope.add(ir.if_((ir.and_(entry, same), [ir.assign(local, old)])))
        return local

    def claims(self, value: Expr) -> Expr | None:
        return self.read(value)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        second = leaf.row.fields[1][0]
        other = ir.opt(X, second) if self.flag else ir.get(X, second)
        back = self.read(self.write(value, other))
        same = ir.runtime("same_pair", back, value, other)
        return [ir.if_((ir.not_(same), [lose(suffix, "value", "it reads back otherwise")]))]

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        if not self.flag:
            return None
        reserved = [ir.not_(ir.has(value, key)) for key in self.keys]
        return [ir.is_(raw, "object"), *reserved]

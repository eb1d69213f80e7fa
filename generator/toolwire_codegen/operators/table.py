"""``table``: an enumeration, through a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..ir.scope import Scope
from ..resolve.paths import Shapes, types
from .base import Codec, Definition, Spot, Use, X, field_and_place

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from .leaf import Leaf

NO_WORD = "the wire has no word of its own for it"


class Table(Codec, Definition):
    name = "table"
    example = "table(name)"
    takes = (1, 1)
    inter, wire = "scalar", "scalar"
    purpose = "an enumeration, through a table"
    loss = "none"
    decides = guards = names_table = tells = True
    places = ("row", "arm", "case")
    partial = looks = True
    expected = "one of the documented values"

    @classmethod
    def suited(cls, one: ResolvedFormat, inter: Shapes, wire: Shapes) -> str:
        words = [word for shape in wire for word in shape.consts if type(word) is str]
        listed = types(wire) - {"null"} == {"string"} and all(
            shape.consts for shape in wire if shape.kind == "string"
        )
        return "table(name)" if listed and words[1:] and types(inter) == {"string"} else ""

    def __init__(self, use: Use) -> None:
        table = use.resolver.transform.tables[use.operator.args[0]]
        self.several = bool(use.target.more)
        self.silent = [None] * len(use.target.paths) if self.several else None
        self.exact = table.exact or self.several
        reading, writing = use.resolver.table_constants(table, self.exact)
        self.reading, self.writing = ir.var(reading), ir.var(writing)
        self.otherwise, self.values = table.otherwise, table.encoding
        self.meanings = [*table.decoding.values()]
        # Texts and null equal nothing else; 1 equals true.
        words = [word for encoded in table.encoding.values()
                 for word in (encoded if self.several else [encoded])]  # fmt: skip
        self.subtle = any(word is not None and type(word) is not str for word in words)
        self.spelled = bool(table.decode) or table.otherwise is not None

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return self.meant(raw)

    def meant(self, raw: Expr) -> Expr:
        """What a wire value means, or missing."""
        otherwise = ir.const(self.otherwise)
        if self.exact:
            raws = raw if self.several else ir.arr(raw)
            return ir.runtime("row_of", self.reading, raws, otherwise)
        return ir.runtime("looked_up", self.reading, raw, otherwise)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.Item(self.writing, value)

    def holds(self, scope: Scope, value: Expr, spot: Spot) -> Expr | None:
        return ir.In(value, self.writing)

    def again(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return self.word(value)

    def word(self, value: Expr) -> Expr:
        """The wire value of a value, or missing."""
        return ir.Lookup(self.writing, value, ir.const(self.silent))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        lost = unsaid(leaf, value, self.word(value), self.meant)
        return [ir.if_((lost, [lose(suffix, "value", NO_WORD)]))]


def unsaid(leaf: Leaf, value: Expr, word: Expr, meant: Callable[[Expr], Expr]) -> Expr:
    """Whether a word says another value, and so does the one that came, if the form has that."""
    lost = ir.Ne(meant(word), value)
    if not leaf.codec.spelled:
        return lost
    came = ir.runtime("as_it_came", X, ir.FormatName(), ir.const(leaf.row.name), word)
    return ir.and_(lost, ir.Ne(meant(came), value))

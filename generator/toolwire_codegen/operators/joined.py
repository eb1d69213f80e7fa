"""``joined``: text blocks as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..load.transform import literal
from .base import Definition, Pairs
from .texts import Texts

if TYPE_CHECKING:
    from .handed import Reading, Writing
    from .leaf import Leaf


class Joined(Texts, Definition):
    name = "joined"
    example = "joined"
    takes = (0, 1)
    inter, wire = "array", "string"
    purpose = "text blocks as one text"
    loss = "several blocks become one"
    streams = True
    places = ("part",)
    shows_text = True

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        text = ir.obj([("kind", ir.const("text")), ("text", raw)])
        one = reading.taking(leaf, [ir.append(blocks, text)])
        return [ir.if_((ir.is_(raw, "string"), one))]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        between = [ir.const(literal(arg)) for arg in self.args]
        put = writing.put(leaf.target.path, ir.runtime("joined", items, *between))
        after.append(ir.if_((ir.Filled(items), put)))

"""``worded``: text blocks as an object with one key; other objects read as their JSON text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import WIRES
from .base import FORM, Definition, Pairs
from .texts import Texts

if TYPE_CHECKING:
    from .handed import Reading, Writing
    from .leaf import Leaf


class Worded(Texts, Definition):
    """The form keeps an object that is more than its text."""

    name = "worded"
    example = "worded(key)"
    takes = (1, 1)
    inter, wire = "array", "object"
    purpose = "text blocks as an object with this key alone; other objects read as their JSON text"
    loss = "several blocks become one"
    empties = True
    places = ("part",)

    def read_ahead(self, reading: Reading, leaf: Leaf) -> None:
        # Other cases open the object and take keys of it: only then is there what is left.
        return None

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        key, inner = ir.const(self.args[0]), reading.scope.inner()
        text = inner.let("text", ir.runtime("worded_from", raw, key))
        block = ir.obj([("kind", ir.const("text")), ("text", text)])
        usual = ir.runtime("same", ir.runtime("worded", ir.arr(text), key), raw)
        note = reading.scope.note(leaf.row.name, "as", raw)
        odd = ir.if_((ir.not_(usual), [note]))
        inner.add(ir.if_((ir.present(text), [ir.append(blocks, block), odd])))
        return reading.taking(leaf, inner.body)

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        """As the object that the form keeps, if it still says the same."""
        key, scope = ir.const(self.args[0]), writing.scope
        scope.forms = True
        local = scope.let(leaf.key, ir.runtime("worded", items, key), WIRES)
        old = ir.get(ir.get(FORM, leaf.row.name), "as")
        same = ir.Same(ir.runtime("worded_from", old, key), ir.runtime("joined", items))
        entry = ir.Spelled(leaf.row.name, "as")
        scope.add(ir.if_((ir.and_(entry, same), [ir.assign(local, old)])))
        always.append((leaf.target.path, local))

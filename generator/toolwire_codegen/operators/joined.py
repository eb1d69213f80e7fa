"""``joined``: text blocks as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..load.transform import literal
from ..resolve.intermediate import TEXT_BLOCK
from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems
from .base import Definition, Pairs, Plain, Spot, Use, X, held_field, sides
from .texts import Texts

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Joined(Texts, Definition):
    """In a row the wire has a string alone, and the field a list, or a string as well. In a part
    whose key the wire requires, no texts are an empty one.
    """

    name = "joined"
    example = "joined"
    takes = (0, 1)
    inter, wire = "string|array", "string"
    purpose = "text blocks as one text, with an empty line or the argument between them"
    loss = "several blocks become one"
    streams = True
    empties_part = True
    places: ClassVar[tuple[str, ...]] = ("row", "arm", "part")
    shows_text = True
    expected = "a string"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.between = ir.const(literal(self.args[0]) if self.args else "\n\n")
        self.string = any(shape.kind == "string" for shape in use.inter)
        inter = use.resolver.format.inter
        self.known = sorted(inter.properties(TEXT_BLOCK))
        self.kind = inter.const(use.arm, "kind")[0] if use.arm not in ("", "*") else "text"

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "string")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return raw if self.string else ir.arr(self.block(raw))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime("one_text", value, self.between)

    def read_plain(self, raw: Expr, value: Expr, scope: Scope) -> Plain | None:
        return ([ir.is_(raw, "string")], value) if self.string else None

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        if not self.string:
            return None
        local = scope.fresh(leaf.row.name)
        text = ir.is_(ir.Bind(local, value), "string")
        return [text, *leaf.apart(ir.var(local))], ir.var(local)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = held_field(leaf, X)
        known = (ir.const(self.known), ir.const(TEXT_BLOCK), ir.FormatName())
        told = ir.runtime("joined_losses", value, *known, ir.Place(suffix), ir.var("losses"))
        return [ir.if_((ir.is_(value, "array"), [ir.do(told)]))]

    def losses_of_block(self, leaf: Leaf, block: Expr, place: Expr) -> list[Stmt]:
        if not leaf.wire_required:
            return []
        why = (ir.const("value"), ir.const("an empty text is as good as none"))
        lost = ir.do(ir.runtime("lose", ir.var("losses"), place, *why))
        return [ir.if_((ir.not_(ir.Filled(ir.get(block, "text"))), [lost]))]

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        one = reading.taking(leaf, [ir.append(blocks, self.block(raw))])
        string = ir.is_(raw, "string")
        if not leaf.wire_required:
            return [ir.if_((string, one))]
        bad = [ir.fail(self.expected, reading.object(leaf.node), leaf.key)]
        none = reading.taking(leaf, [])
        return [ir.if_((ir.and_(string, ir.Filled(raw)), one), (string, none), otherwise=bad)]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        text = ir.runtime("joined", items, self.between)
        if leaf.wire_required:
            always.append((leaf.target.path, text))
            return
        put = writing.put(leaf.target.path, text)
        after.append(ir.if_((ir.Filled(items), put)))

    def block(self, text: Expr) -> Expr:
        return ir.obj([("kind", ir.const(self.kind)), ("text", text)])

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """In a row, a list on our side alone is what is joined."""
        inter, wire = sides(one, view, slot)
        at = slot.target.position
        if slot.part or not inter or not wire:
            return
        if "array" in types(wire):
            known = f"`{slot.target.dotted}` is {text(wire)}"
            yield Problem(at, "`joined` is for a string", known, "write `text`")
        elif "array" not in types(inter):
            known = f"`{slot.row.left}` is {text(inter)}"
            yield Problem(at, "`joined` has no list to join", known, "leave it out")

"""``bare``: blocks of which the wire has one text each, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..resolve.paths import lists, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import Definition, Pairs, RowCodec, Use, sides

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Bare(RowCodec, Definition):
    name = "bare"
    example = "bare(field)"
    takes = (1, 1)
    inter, wire = "array", "array"
    purpose = "a list of texts, each of which is this field of a block"
    loss = "what else a block has, and blocks without the field"
    places = ("part",)

    def __init__(self, use: Use) -> None:
        (self.field_alone,) = use.operator.args
        self.kind = use.resolver.format.inter.const(use.arm, "kind")[:1]

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        item = ir.var("item")
        block = ir.obj([("kind", ir.const(self.kind[0])), (self.field_alone, item)])
        texts = ir.and_(ir.is_(raw, "array"), ir.Filled(raw), ir.runtime("strings", raw))
        one = ir.Extend(blocks, ir.Each(block, "item", raw, False))
        return [ir.if_((texts, reading.taking(leaf, [one])))]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        after.append(ir.if_((ir.Filled(items), writing.put(leaf.target.path, items))))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        """A part reports of each block by itself."""
        return []

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """It names a text of the arm, and other arms keep apart."""
        at, (field,) = slot.target.position, args
        fields = one.inter.properties(slot.part)
        if slot.part == "*":
            what, fix = "`bare` makes blocks of one type", "name the arm"
            yield Problem(at, what, '"*" may be any', fix)
        elif field not in fields:
            what = f"`{slot.part}` has no field `{field}`"
            yield Problem(at, what, nearest(field, fields, "fields"), "name the field it is")
        elif "string" not in types(shapes := one.inter_shapes(slot.part, (field,))):
            what = f"`{field}` of `{slot.part}` is {text(shapes)}"
            yield Problem(at, what, "`bare` is for texts", "map the list through a lens")
        else:
            yield from cls._whole(one, slot, field)

    @classmethod
    def _whole(cls, one: ResolvedFormat, slot: Slot, field: str) -> Problems:
        """What has this field and tells its kind is a block by the schema, too."""
        made, required = {"kind", field}, one.inter.required(slot.part)
        ways = [{*way.get("required", ())} for way in one.inter.defs[slot.part].get("oneOf", ())]
        alone = [way for way in ways if way <= made]
        if not required <= made or (ways and len(alone) != 1):
            what = f"a `{slot.part}` with its `{field}` alone is none"
            lacking = {key for way in ways for key in way} if required <= made else required - made
            note = f"the schema asks for {'one of ' if required <= made else ''}"
            fix = "name the field that makes one, or map the list through a lens"
            yield Problem(slot.target.position, what, f"{note}{quoted(sorted(lacking))}", fix)

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        _, wire = sides(one, view, slot)
        if lists(wire) and not types(lists(wire)) & {"string", "any"}:
            what = f"`{slot.target.dotted}` is {text(wire)}"
            note, fix = "`bare` is for a list of texts", "map the list through a lens"
            yield Problem(slot.target.position, what, note, fix)

"""``single``: one block as an object, in the place of a list; a turn with another is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_value
from ..ir.scope import Scope
from ..resolve.paths import records
from ..resolve.problems import Problem, Problems
from .base import Codec, Definition, Pairs, Reason, Spot, Use

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Single(Codec, Definition):
    """The object is read as a list of one: what stands for such a list does the rest."""

    name = "single"
    example = "single"
    inter, wire = "array", "object"
    purpose = "one block as an object; a second one has no place, and is refused"
    loss = "none"
    places = ("part",)
    converts = False
    as_list = True

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.listing: Codec | None = None
        self.expected = f"one block for `{use.target.dotted}`"

    @property
    def items(self) -> Codec | None:
        return self.listing

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        assert self.listing is not None
        return self.listing.decode(scope, ir.arr(raw), spot)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        assert self.listing is not None
        return ir.at(self.listing.encode(scope, value, spot), 0)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    def lenses(self) -> list[Any]:
        return [] if self.listing is None else self.listing.lenses()

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        inner = reading.scope.inner()
        inner.add(ir.Extend(blocks, self.decode(inner, raw, reading.spot(leaf))))
        odd = ir.present(raw)
        bad = ir.fail("an object", reading.object(leaf.node), leaf.key)
        return [ir.if_((ir.is_(raw, "object"), reading.taking(leaf, inner.body)), (odd, [bad]))]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        more = ir.fail(self.expected, field_value(leaf.field[:-1]), leaf.field[-1])
        put = writing.put(leaf.target.path, ir.at(items, 0))
        refused = ir.if_((ir.SizeNot(items, 1, ""), [more]))
        after.append(ir.if_((ir.Filled(items), [refused, *put])))

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if slot.part == "*":
            return '"*" takes what stands nowhere else', "name an arm"
        return None

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        """Events that have the shape of the reply tell its pieces: it is no element of a list."""
        stream, at = one.transform.stream, slot.target.position
        if stream is None or view.lens.wire not in _streamed_types(one, stream.whole):
            return
        opening = next((r for e in stream.events for r in e.rows if r.operator == "open"), None)
        others = [target for arm, target in slot.row.parts if target is not slot.target]
        lists = [target.dotted for target in others if not target.operators]
        if opening is not None:
            what = f"`{slot.target.dotted}` is no element that an event opens"
            note = f"the row at {opening.position.short} opens those of this stream"
            yield Problem(at, what, note, "write a list, or leave `stream` out")
        elif lists:
            what = f"`{slot.target.dotted}` stands beside a list of blocks"
            note = f"of a stream, one of them is told as it comes: it is `{lists[0]}`, too"
            yield Problem(at, what, note, "write texts there, or leave `stream` out")


def _streamed_types(one: ResolvedFormat, whole: str) -> set[str]:
    """The types that are read as a streamed reply, or as its message."""
    replies = [view for view in one.lenses if view.lens.wire == whole]
    paths = [target.path for view in replies for row in view.lens.rows for target in row.targets]
    return {whole, *(name for path in paths for name in records(one.wire_shapes(whole, path)))}

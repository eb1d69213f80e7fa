"""``of_tools``: a choice names some tools by records of another type than the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..resolve.intermediate import TOOL, TOOLS
from ..resolve.paths import follow
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import Codec, Spot, Use, X
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class OfTools(Modifier):
    """Such a record reads as the usual one; the form keeps what the tools do not say."""

    name = "of_tools"
    example = "of_tools(field, Usual, path, Other, path)"
    takes = (5, 5)
    reads_others = True
    purpose = "tools that have this field are named by the other record, not by the usual one"
    loss = "none"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        wire = use.resolver.wire
        records = zip(self.args[1::2], self.args[2::2], strict=True)
        kinds = [[wire.tags(record), path.split(".")] for record, path in records]
        self.kinds = ir.var(use.resolver.constant("TOOL_REFERENCES", kinds))

    def mark(self, leaf: Leaf) -> None:
        leaf.codec = Referring(leaf.codec, self)

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Tools may have the field, and each record has its path and no more."""
        at, fields = slot.target.position, one.inter.properties(TOOL)
        if args[0] not in fields:
            what, note = f"a `{TOOL}` has no field `{args[0]}`", nearest(args[0], fields, "fields")
            yield Problem(at, what, note, "name a field of tools")
        for record, path in zip(args[1::2], args[2::2], strict=True):
            way = tuple(path.split("."))
            if not one.wire.record(record):
                note = nearest(record, one.wire.defs, "types")
                yield Problem(at, f"no wire object `{record}`", note, "name the type of a record")
            elif (reached := follow(one.wire, record, way)).lost:
                note = nearest(reached.lost, reached.names, "keys")
                what = f"`{record}` has no path `{path}`"
                yield Problem(at, what, note, "name where the tool's name is")
            elif missing := sorted(
                one.wire.required(record) - {way[0], *one.wire.tags(record)}
            ):
                what = f"nothing writes {quoted(missing)} of each `{record}`"
                note = "`of_tools` writes a name and constants"
                yield Problem(at, what, note, "name a record that is no more than that")

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        """The tools must have been read before."""
        if TOOLS not in [row.name for row in view.before(slot.row)]:
            what = f"`{TOOLS}` is not read before this row"
            note, fix = "it says which tools have the field", f"put the row of `{TOOLS}` before"
            yield Problem(slot.target.position, what, note, fix)


class Referring(Codec):
    """What another codec makes of a choice in which every tool is named in the usual way."""

    spelled = True

    def __init__(self, inner: Codec, modifier: OfTools) -> None:
        self.inner, self.modifier = inner, modifier
        self.structural, self.refuses, self.looks = inner.structural, inner.refuses, inner.looks
        self.vanishes, self.partial = inner.vanishes, inner.partial
        self.expected = inner.expected

    def accepts(self, raw: Expr) -> Expr | None:
        return self.inner.accepts(raw)

    def _usual(self, raw: Expr) -> Expr:
        return ir.runtime("with_usual", raw, self.modifier.kinds)

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        read = ir.runtime("as_it_was", self.inner.decode(scope, self._usual(raw), spot), raw)
        return ir.IfElse(ir.is_(raw, "object"), read, self.inner.decode(scope, raw, spot))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        written = self.inner.encode(scope, value, spot)
        args = (X, value, ir.const(self.modifier.args[0]), self.modifier.kinds)
        named = ir.runtime("with_others", written, *args)
        return ir.IfElse(ir.is_(value, "object"), named, written)

    def put_back(self, written: Expr, old: Expr) -> list[Stmt]:
        merged = ir.runtime("with_old_names", written, X, old, self.modifier.kinds)
        return [ir.assign(written, merged), *self.inner.put_back(written, self._usual(old))]

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return self.inner.losses(leaf)

    def lenses(self) -> list[Any]:
        return self.inner.lenses()

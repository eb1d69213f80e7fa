"""What ``json`` and ``object`` share: the arguments of a call, however the wire spells them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there
from ..ir.scope import OURS, WIRES, Scope
from ..resolve.paths import records, text, types
from ..resolve.problems import Problem, Problems
from .base import FORM, Pairs, Plain, RowCodec, Use, X, as_it_is, sides

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Arguments(RowCodec):
    """``(arguments, invalidArguments)``: an object, and the text that is none.

    Reads through ``reader`` to (arguments, invalid text or missing, spelling or missing); the
    form keeps the spelling: spaced text, absent, null, a value that is no object.
    """

    absorbs = True
    expected = "arguments"
    reader: ClassVar[str]
    writer: ClassVar[str]
    spells: ClassVar[bool] = False
    carrier: str

    def __init__(self, use: Use) -> None:
        self.carrier = use.operator.args[0] if use.operator.args else ""
        """The key under which the wire's object carries a text that is none."""
        self.given = [ir.const(self.carrier)] if self.carrier else []

    def read_first(self, reading: Reading, leaf: Leaf, pairs: Pairs) -> bool | None:
        scope, node = reading.scope, reading.object(leaf.node)
        first, second = leaf.row.fields
        text = scope.let(leaf.key, ir.opt(node, leaf.key))
        value, invalid = scope.fresh(first[0], OURS), scope.fresh(second[0], OURS)
        style = scope.fresh("spelling")
        read = ir.runtime(self.reader, text, *self.given)
        scope.add(
            ir.Unpack(
                (
                    value,
                    invalid,
                    style,
                ),
                read,
            )
        )
        scope.forms = True
        noted = ir.runtime("noted", ir.var("form"), ir.const(first[0]), ir.var(style))
        there = ir.not_(ir.has(node, leaf.key))
        absent = scope.note(first[0], "style", ir.const("absent"))
        note = ir.if_((there, [absent]), otherwise=[ir.let("form", noted)])
        scope.add(ir.if_((ir.present(ir.var(style)), [note])))
        reading.took(leaf, absorbs=True)
        pairs.append((first, ir.var(value)))
        reading.invalid = (second[0], ir.var(invalid))
        return True

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        writing.scope.forms = True
        written = ir.runtime(self.writer, X, FORM, *self.given)
        if not self.spells:
            arguments = writing.taken(leaf)
            invalid = field_there(leaf.row.fields[1])
            spelled = ir.Spelled(leaf.row.name, "")
            usual = ir.and_(ir.not_(invalid), ir.not_(spelled))
            written = ir.IfElse(usual, arguments, written)
        value = writing.scope.let(leaf.key, written, WIRES)
        always.append((leaf.target.path, value))
        gone = ir.IsAbsent(value)
        after.append(ir.if_((gone, [ir.drop(writing.object(leaf.node), leaf.key)])))
        return True

    def losses(self, leaf: Leaf) -> list[Stmt]:
        key = self.given[0] if self.given else ir.const(None)
        why = ir.runtime("odd_arguments", X, ir.FormatName(), key)
        odd = ir.LoseIf("/invalidArguments", "value", why)
        there = ir.has(X, "invalidArguments")
        if self.given:
            there = ir.or_(there, ir.has(ir.get(X, "arguments"), self.carrier))
        return [ir.if_((there, [odd]))]

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        conditions, written = as_it_is(leaf, value, scope)
        return conditions, ir.runtime("dumps", written) if self.spells else written

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        if self.spells:
            return None
        return [ir.is_(raw, "object"), ir.not_(ir.has(value, self.carrier))]

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Arguments are any object, and what is none of it is a text."""
        inter, wire = sides(one, view, slot)
        at, name = slot.target.position, str(vars(cls)["name"])
        both = [(slot.row.fields[0], inter), (slot.target.path, wire)]
        for path, shapes in both[:1] if cls.spells else both:
            if records(shapes) and not any(shape.kind in ("object", "any") for shape in shapes):
                what = f"`{name}` takes any object, and `{'.'.join(path)}` is {text(shapes)}"
                yield Problem(at, what, "its keys would be no one's", "map it through a lens")
        if len(slot.row.fields) == 2:
            second = slot.row.fields[1]
            other = one.inter_shapes(slot.record, second)
            if other and not types(other) & {"string", "any"}:
                what = f"`{'.'.join(second)}` is {text(other)}"
                note = f"`{name}` puts the text there that is no object"
                yield Problem(at, what, note, "name a field for text")

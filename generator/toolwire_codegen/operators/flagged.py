"""``flagged``: records of another type are pieces of a text as well, and a field is true then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr
from ..ir.scope import WIRES, snake
from ..resolve.paths import lists, records, text, types
from ..resolve.problems import Problem, Problems, quoted
from .base import FORM, Path, Reason, Use, X, sides
from .listed import known_items
from .modifier import Modifier
from .parts import Parts

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Flagged(Modifier):
    """A text with such a record has the row's second field; a new one is such a record."""

    name = "flagged"
    example = "parts(Type, path) | flagged(Type, path)"
    takes = (2, 2)
    inter, wire = "string", "string|array"
    purpose = "pieces of this type are text, too, and mean that the row's second field is true"
    loss = "none"
    fields = 2
    notes = True

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.record, path = use.operator.args
        self.inside: Path = tuple(path.split("."))
        usual = next(one for one in use.target.operators if one.name == Parts.name)
        wire, ways = use.resolver.wire, (usual.args[1].split("."), list(self.inside))
        named = zip((usual.args[0], self.record), ways, strict=True)
        kinds = [[wire.tags(record), way[-1]] for record, way in named]
        stem = f"PIECES_OF_{snake(use.target.path[-1]).upper()}"
        self.both = ir.var(use.resolver.constant(stem, kinds))

    @classmethod
    def pieces(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        return args

    def mark(self, leaf: Leaf) -> None:
        assert isinstance(leaf.codec, Parts)
        leaf.codec.kinds, leaf.codec.flag = self.both, leaf.row.fields[1][0]

    def marking(self, leaf: Leaf) -> tuple[Path, str]:
        return (*leaf.target.path, *self.inside), leaf.row.fields[1][0]

    def read(self, reading: Reading, leaf: Leaf, value: Expr) -> None:
        scope, codec = reading.scope, leaf.codec
        assert isinstance(codec, Parts)
        args = (value, ir.var("form"), ir.const(leaf.row.name), reading.raw(leaf), self.both)
        scope.forms = True
        noted = ir.let("form", ir.runtime("form_of_flagged", *args))
        scope.add(ir.if_((ir.present(codec.flagged), [noted])))
        reading.invalid = (codec.flag, codec.flagged)

    def rewritten(self, writing: Writing, leaf: Leaf, written: Expr) -> Expr:
        scope, mark = writing.scope, leaf.row.fields[1][0]
        scope.forms = True
        value = written if isinstance(written, ir.Var) else scope.let(leaf.key, written, WIRES)
        parts = ir.runtime("parts_flagged", X, ir.const(mark), value, FORM,
                           ir.const(leaf.row.name), self.both)  # fmt: skip
        scope.add(ir.if_((ir.has(X, mark), [ir.assign(value, parts)])))
        return value

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if not any(op.name == Parts.name for op in slot.target.operators):
            return "it adds to a list in pieces", "write `parts(Type, path) | flagged(…)`"
        if not view.lens.keeps:
            return "nothing would remember the pieces", 'add `metadata: "*"`'
        if not one.inter.required(slot.record) >= {slot.row.name}:
            return "its field may be absent", "leave it out, or require the field"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Records that the same list holds, and a second field that is true or is not there."""
        (record, path), at = args, slot.target.position
        shapes = sides(one, view, slot)[1]
        if lists(shapes) and record not in records(lists(shapes)):
            what, note = f"`{slot.target.dotted}` holds no `{record}`", f"it is {text(shapes)}"
            yield Problem(at, what, note, "name another type of the list's items")
            return
        usual = next((op for op in slot.target.operators if op.name == Parts.name), None)
        deeper = [one for one in (path, *(usual.args[1:2] if usual else ())) if "." in one]
        if deeper:
            what, note = "each piece has its text right under a key", f"`{deeper[0]}` is deeper"
            yield Problem(at, what, note, "name keys of the records")
            return
        yield from known_items(one, slot, args)
        is_record = one.wire.record(record) is not None
        text_shapes = one.wire_shapes(record, tuple(path.split("."))) if is_record else ()
        if text_shapes and "string" not in types(text_shapes):
            yield Problem(at, f"`{path}` of `{record}` is no text", "", "name the key of its text")
        missing = sorted(one.wire.required(record) - {path, *one.wire.tags(record)})
        if text_shapes and missing:
            what, fix = f"nothing writes {quoted(missing)} of each `{record}`", "name another"
            yield Problem(at, what, "it is made of constants and one text", fix)
        for mark in slot.row.fields[1:2]:
            consts = one.inter.const(slot.record, mark[0])
            if consts != (True,) and mark[0] in one.inter.properties(slot.record):
                what = f"`{mark[0]}` of `{slot.record}` is more than a mark"
                yield Problem(at, what, "", "name a field that is true, if it is there")

"""``joined``: text blocks as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import WIRES, Scope
from ..load.transform import literal
from ..resolve.intermediate import TEXT_BLOCK
from ..resolve.paths import records, text, types
from ..resolve.problems import Problem, Problems, quoted
from .base import FORM, Definition, Pairs, Plain, Spot, Use, X, field_and_place, sides
from .texts import Texts

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


_READ = frozenset({"string", "null", "record"})
"""The kinds of values that say a text, or none; of records a lens says where it is."""


class Joined(Texts, Definition):
    """In a row the wire has a string, and the field a list, or a string as well. In a part whose
    key the wire requires, no texts are an empty one. One object that a lens of texts reads may
    stand in the place of the string: it says its text, and the form keeps it.
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
    shows_text = objects = parts_texts = True

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.between = ir.const(literal(self.args[0]) if self.args else "\n\n")
        #: how an object in its place says its text: the key, and what the object is known by
        self.inside = _inside(use)
        self.partial = self.spelled = bool(self.inside)
        self.expected = "a string or an object with a text" if self.inside else "a string"
        self.string = any(shape.kind == "string" for shape in use.inter)
        inter = use.resolver.format.inter
        self.text_fields = sorted(inter.properties(TEXT_BLOCK))
        self.kind = inter.const(use.arm, "kind")[0] if use.arm not in ("", "*") else "text"

    def accepts(self, raw: Expr) -> Expr | None:
        if self.inside:
            return ir.or_(ir.is_(raw, "string"), ir.is_(raw, "object"))
        return ir.is_(raw, "string")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        if not self.inside:
            return raw if self.string else ir.arr(self.block(raw))
        text = scope.let("text", self.text_of(raw))
        blocks = ir.IfElse(ir.present(text), ir.arr(self.block(text)), ir.const(None))
        return text if self.string else blocks

    def text_of(self, raw: Expr) -> Expr:
        """The text of a string, or of an object that stands in its place; else missing."""
        assert self.inside is not None
        return ir.runtime("text_of", raw, *map(ir.const, self.inside))

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
        value, suffix = field_and_place(leaf, X)
        args = (ir.const(self.text_fields), ir.const(TEXT_BLOCK), ir.FormatName())
        losses = ir.runtime("joined_losses", value, *args, ir.Place(suffix), ir.var("losses"))
        return [ir.if_((ir.is_(value, "array"), [ir.do(losses)]))]

    def losses_of_block(self, leaf: Leaf, block: Expr, place: Expr) -> list[Stmt]:
        if not leaf.wire_required:
            return []
        why = (ir.const("value"), ir.const("an empty text is as good as none"))
        lost = ir.do(ir.runtime("lose", ir.var("losses"), place, *why))
        return [ir.if_((ir.not_(ir.Filled(ir.get(block, "text"))), [lost]))]

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        if self.inside:
            text = ir.var(reading.scope.fresh("text"))
            noted = reading.scope.inner()
            noted.add(noted.note(_noted(leaf), "as", raw))
            odd = ir.if_((ir.isnt(raw, "string"), noted.body))
            there = ir.present(ir.Bind(ir.name_of(text), self.text_of(raw)))
            return self._part(reading, leaf, blocks, there, text, [odd])
        return self._part(reading, leaf, blocks, ir.is_(raw, "string"), raw, [])

    def _part(
        self, reading: Reading, leaf: Leaf, blocks: Expr, there: Expr, text: Expr, odd: list[Stmt]
    ) -> list[Stmt]:  # fmt: skip
        """Read a text that is there; an empty one is no block where the key must be."""
        one = reading.taking(leaf, [ir.append(blocks, self.block(text)), *odd])
        if not leaf.wire_required:
            return [ir.if_((there, one))]
        bad = [ir.fail(self.expected, reading.object(leaf.node), leaf.key)]
        none = reading.taking(leaf, odd)
        some = [ir.if_((ir.Filled(text), one), otherwise=none)]
        if odd:
            return [ir.if_((there, some), otherwise=bad)]
        return [ir.if_((ir.and_(there, ir.Filled(text)), one), (there, none), otherwise=bad)]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        text = ir.runtime("joined", items, self.between)
        if self.inside:
            text = self._as_it_stood(writing, leaf, text)
        if leaf.wire_required:
            always.append((leaf.target.path, text))
            return
        put = writing.put(leaf.target.path, text)
        after.append(ir.if_((ir.Filled(items), put)))

    def _as_it_stood(self, writing: Writing, leaf: Leaf, text: Expr) -> Expr:
        """The object that had stood there, if it says this text."""
        written = writing.scope.let(leaf.key, text, WIRES)
        old = ir.get(ir.get(FORM, _noted(leaf)), "as")
        writing.scope.forms = True
        same = ir.and_(ir.Spelled(_noted(leaf), "as"), ir.Same(self.text_of(old), written))
        writing.scope.add(ir.if_((same, [ir.assign(written, old)])))
        return written

    def block(self, text: Expr) -> Expr:
        return ir.obj([("kind", ir.const(self.kind)), ("text", text)])

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """In a row, a list on our side alone is what is joined."""
        inter, wire = sides(one, view, slot)
        at = slot.target.position
        objects = records(tuple(shape for shape in wire if shape.kind == "record"))
        if len(objects) > 1:
            what = f"`{slot.target.dotted}` may be {quoted(objects)}, and the text of one is read"
            note = "`joined` reads strings, and one type of object with a text"
            fix = "let one type stand for all, with an `enum`, and `given` in its lens"
            yield Problem(at, what, note, fix)
        elif objects and not _text_path(one.pairs.get((TEXT_BLOCK, objects[0]))):
            what = f"nothing says where `{objects[0]}` has its text"
            note = f"`joined` knows one by the lens of `{TEXT_BLOCK}`, whose text is a key"
            yield Problem(at, what, note, f"write `{TEXT_BLOCK} <-> {objects[0]}:` under `types`")
        read = _READ if slot.part else _READ | {"array"}  # of a list a row has a finding below
        odd = tuple(shape for shape in wire if shape.kind not in read)
        if odd and "string" in types(wire):
            what = f"`{slot.target.dotted}` may be {text(odd)}, and no text of that is read"
            note = f"`joined` reads strings, and objects that a lens of `{TEXT_BLOCK}` is for"
            yield Problem(at, what, note, "write such a lens, or take it out of the schema")
        if slot.part or not inter or not wire:
            return
        if "array" in types(wire):
            note = f"`{slot.target.dotted}` is {text(wire)}"
            yield Problem(at, "`joined` is for a string", note, "write `text`")
        elif "array" not in types(inter):
            note = f"`{slot.row.left}` is {text(inter)}"
            yield Problem(at, "`joined` has no list to join", note, "leave it out")


def _inside(use: Use) -> tuple[str, dict[str, Any]] | None:
    """The key of the text in the object that may stand in a string's place, and its constants."""
    one = use.resolver.format
    for shape in use.wire:
        view = one.pairs.get((TEXT_BLOCK, shape.name)) if shape.kind == "record" else None
        if path := _text_path(view):
            return path[0], use.resolver.wire.tags(shape.name)
    return None


def _text_path(view: ResolvedLens | None) -> tuple[str, ...]:
    """The key that a lens of texts has them under as they are; () where there is none."""
    if view is None:
        return ()
    targets = [row.targets[0] for row in view.lens.rows if row.name == "text" and row.targets]
    plain = [target.path for target in targets if not (target.operators or target.more)]
    return plain[0] if plain and len(plain[0]) == 1 else ()


def _noted(leaf: Leaf) -> str:
    """Where the form has what stood in the place of a part's text."""
    return f"{leaf.row.name}.{leaf.key}"

"""``rather``: a text that another list has in pieces, where that says any."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import OURS, WIRES
from ..ir.trees import tree
from ..resolve.paths import lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import FORM, Pairs, Path, Reason, Use
from .listed import known_items
from .modifier import Modifier
from .parts import Parts

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Rather(Modifier):
    """The form says where the text was, and what stood in the usual place beside it."""

    name = "rather"
    example = "parts(Type, path) | rather(key, Type, path)"
    takes = (3, 3)
    inter, wire = "string", "string|array"
    purpose = "a text in pieces that stands rather under this key, where that says any"
    loss = "none"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.key, self.record, path = use.operator.args
        self.inside: Path = tuple(path.split("."))
        usual = next(one for one in use.target.operators if one.name == Parts.name)
        wire = use.resolver.wire
        self.usual_tags, self.usual_inside = wire.tags(usual.args[0]), usual.args[1].split(".")
        self.usual = (ir.Const(self.usual_tags, Parts.name), ir.const(self.usual_inside))
        self.other = (ir.Const(wire.tags(self.record), self.name), ir.const(list(self.inside)))

    @classmethod
    def texts(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        return args[1:]

    def elsewhere(self, leaf: Leaf) -> tuple[Path, str] | None:
        return (*leaf.node, self.key, *self.inside), self.record

    def read(self, reading: Reading, leaf: Leaf, value: Expr) -> None:
        scope = reading.scope
        other = replace(leaf, target=replace(leaf.target, path=(*leaf.node, self.key)))
        usual, raw = reading.raw(leaf), reading.raw(other)
        found = ir.runtime("text_of_parts", raw, *self.other)
        filled = ir.IfElse(ir.Filled(raw), found, ir.const(None))
        other_text = scope.let(f"{leaf.row.name}_rather", filled, OURS)
        entry = ir.runtime("form_of_rather", ir.var("form"), ir.const(leaf.row.name),
                           ir.const(self.key), usual, raw, other_text, *self.other)  # fmt: skip
        with reading.inner() as inner:
            inner.add(ir.let("form", entry), ir.assign(value, other_text))
            reading.took(other, ir.Filled(other_text))
        scope.forms = True
        scope.add(ir.if_((ir.Filled(other_text), inner.body)))

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        scope = writing.scope
        scope.forms = True
        value = writing.taken(leaf)
        tags = [((key,), ir.const(tag)) for key, tag in self.usual_tags.items()]
        pieces = ir.arr(tree([*tags, (tuple(self.usual_inside), value)]))
        usual, other = scope.fresh(leaf.key, WIRES), scope.fresh(self.key, WIRES)
        scope.add(ir.let(usual, ir.IfElse(ir.Filled(value), pieces, ir.arr())))
        scope.add(ir.let(other, ir.const(None)))
        entry = ir.get(FORM, leaf.row.name)
        both = ir.runtime("parts_rather", value, entry, ir.const(self.key),
                          *self.usual, *self.other)  # fmt: skip
        spelled = ir.Unpack((usual, other), both)
        scope.add(ir.if_((ir.Spelled(leaf.row.name, ""), [spelled])))
        always.append((leaf.target.path, ir.var(usual)))
        put = writing.put((*leaf.node, self.key), ir.var(other))
        after.append(ir.if_((ir.present(ir.var(other)), put)))
        return True

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        usual = [op for op in slot.target.operators if op.name == Parts.name]
        if not usual or len(usual[0].args) != 2:
            return "it adds to a list in pieces", "write `parts(Type, path) | rather(…)`"
        if not view.lens.keeps:
            return "nothing would remember where the text stood", 'add `metadata: "*"`'
        if not one.inter.required(slot.record) >= {slot.row.name}:
            return "its field may be absent", "leave it out, or require the field"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """A key beside this one, and what its list holds."""
        (key, record, path), at = args, slot.target.position
        holder = view.lens.wire
        for step in slot.target.path[:-1]:
            holder = next(iter(records(one.wire_shapes(holder, (step,)))), "")
        if not holder:
            return  # told as a path that there is not
        properties = one.wire.properties(holder)
        shapes = one.wire_shapes(holder, (key,)) if key in properties else ()
        mapped = [target.path for row in view.lens.all_rows for target in row.targets]
        if key not in properties:
            what, found = f"`{holder}` has no key `{key}`", nearest(key, properties, "keys")
            yield Problem(at, what, found, "name one of its keys")
        elif (*slot.target.path[:-1], key) in mapped:
            yield Problem(at, f"a row takes `{key}`", "", "name a key that no row takes")
        elif record not in records(lists(shapes)):
            what, found = f"`{key}` holds no `{record}`", f"it is {text(shapes)}"
            yield Problem(at, what, found, "name the type of the list's items")
        else:
            yield from known_items(one, slot, (record, path))
            text_shapes = one.wire_shapes(record, tuple(path.split(".")))
            missing = sorted(one.wire.required(record) - {path, *one.wire.tags(record)})
            if text_shapes and "string" not in types(text_shapes):
                what = f"`{path}` of `{record}` is no text"
                yield Problem(at, what, "", "name the key of its text")
            elif missing:
                what = f"nothing writes {quoted(missing)} of each `{record}`"
                yield Problem(at, what, "it is made of constants and one text", "name another")

"""``echoed``: data in one place, and in another once more, as the JSON text of a lone record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..ir.scope import WIRES
from ..resolve.paths import lists, records, text, types
from ..resolve.problems import Problem, Problems, quoted
from .base import FORM, Definition, Pairs, Reason, RowCodec, Use, X, field_and_place
from .listed import known_items

if TYPE_CHECKING:
    from ..ir.scope import Scope
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Echoed(RowCodec, Definition):
    """The form keeps a text that is spelled otherwise than we would, or left out."""

    name = "echoed"
    example = "echoed(Type, key)"
    takes = (2, 2)
    inter, wire = "any", "any"
    purpose = "data, and a list in a second place: one record with its JSON text, or none"
    loss = "data that is null reads back as text"
    decides = twofold = True
    places = ("arm",)
    expected = "data, and its JSON text beside it"

    def __init__(self, use: Use) -> None:
        record, key = use.operator.args
        self.given = [ir.Const(use.resolver.wire.tags(record), self.name), ir.const(key)]

    def read(self, value: Expr, records: Expr) -> Expr:
        """How the second place repeats the data, or missing."""
        return ir.runtime("echoed", value, records, *self.given)

    def write(self, value: Expr) -> Expr:
        """What stands in the second place."""
        return ir.runtime("echo", value, *self.given)

    def read_ahead(self, reading: Reading, leaf: Leaf) -> None:
        for place in leaf.places:
            reading.raw(place)

    def guard(self, reading: Reading, leaf: Leaf, scope: Scope) -> Expr:
        value, records = (reading.raw(place) for place in leaf.places)
        spelled = scope.fresh("spelled")
        reading.locals[leaf.row.name] = ir.var(spelled)
        repeated = ir.present(ir.Bind(spelled, self.read(value, records)))
        return ir.and_(ir.present(value), repeated)

    def case_value(self, reading: Reading, leaf: Leaf) -> Pairs:
        value, records = (reading.raw(place) for place in leaf.places)
        odd = ir.eq(reading.locals[leaf.row.name], "odd")
        note = reading.scope.note(leaf.row.name, "as", records)
        reading.scope.add(ir.if_((odd, [note])))
        for place in leaf.places:
            reading.took(place)
        return [(leaf.field, value)]

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        scope, (first, second) = writing.scope, leaf.places
        scope.forms = True
        value = writing.taken(leaf)
        records = scope.let(second.key, self.write(value), WIRES)
        old = ir.get(ir.get(FORM, leaf.row.name), "as")
        same = ir.present(self.read(value, old))
        entry = ir.Spelled(leaf.row.name, "as")
        scope.add(ir.if_((ir.and_(entry, same), [ir.assign(records, old)])))
        always += [(first.target.path, value), (second.target.path, records)]
        return True

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        return [ir.if_((ir.missing(value), [lose(suffix, "value", "it reads back as text")]))]

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if len(slot.target.paths) != 2:
            return "data is echoed from one place in another", "name both: `(path, path)`"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        yield from known_items(one, slot, args)

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """The second place is a list of such records, made of constants and one text."""
        if len(args) != 2:
            return
        (record, key), at = args, slot.target.position
        if not one.wire.record(record) or key not in one.wire.properties(record):
            return
        for path in slot.target.more[:1]:
            wire = one.wire_shapes(view.lens.wire, path)
            if wire and record not in records(lists(wire)):
                what, note = f"`{'.'.join(path)}` holds no `{record}`", f"it is {text(wire)}"
                yield Problem(at, what, note, "name the type of the list's items")
        if "string" not in types(one.wire_shapes(record, (key,))):
            yield Problem(at, f"`{key}` of `{record}` is no text", "", "name the key of its text")
        missing = sorted(one.wire.required(record) - {key, *one.wire.tags(record)})
        if missing:
            what = f"nothing writes {quoted(missing)} of each `{record}`"
            note = f"`{cls.name}` writes one text and constants"
            yield Problem(at, what, note, "name a record that is no more than that")

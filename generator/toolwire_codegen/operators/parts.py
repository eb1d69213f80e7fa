"""``parts``: a list of records that are a text in pieces, as the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr
from ..ir.scope import OURS, Scope
from ..ir.trees import tree
from ..load.transform import literal
from ..resolve.paths import Shapes, fits, lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import Plain, Spot, Use, as_it_is, sides
from .listed import Listed

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf

STRING = "string"


class Parts(Listed):
    """What else a record has, and records of other types, ride in the form, which keeps the list
    for as long as it says the same text; a new text is one record. What that has beside its text
    may follow, or ``string``: a new text stays one.
    """

    name = "parts"
    example = "parts(Type, path)"
    takes = (2, 3)
    inter, wire = "string", "string|array"
    purpose = "a list of records that are a text in pieces, as the text"
    loss = "none"
    streams = True
    reader, writer = "text_of_parts", "parts_of_text"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        record, path, *_ = use.operator.args
        self.text_path, self.record_of_text = tuple(path.split(".")), record
        self.string = STRING in use.operator.args[2:]
        self.beside_text = self.beside(use.operator.args)
        tags = {**use.resolver.wire.tags(record), **self.beside_text}
        self.record = ir.Const(tags, self.name)

    @classmethod
    def pieces(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        return () if STRING in args[2:] else args[:2]  # else a new text is no record

    @classmethod
    def texts(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        return args[:2]

    @classmethod
    def beside(cls, args: tuple[str, ...]) -> dict[str, Any]:
        given = literal(args[2]) if len(args) > 2 else {}
        return given if isinstance(given, dict) else {}

    @classmethod
    def suited(cls, one: ResolvedFormat, inter: Shapes, wire: Shapes) -> str:
        names, kinds = records(lists(wire)), types(inter) - {"null"}
        for key, schema in one.wire.properties(names[0]).items() if len(names) == 1 else ():
            plain = types(one.wire.shapes(schema)) == {"string"} == kinds
            if plain and not one.wire.const(names[0], key):
                return f"parts({names[0]}, {key})"
        return ""

    #: what the pieces may be of which some mean that a field is true, and that field
    kinds: Expr | None = None
    flag: str = ""
    flagged: Expr = ir.const(None)
    """Whether a piece meant so, once the value has been read."""

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        if self.kinds is None:
            return super().decode(scope, raw, spot)
        text, flag = scope.fresh(spot.field, OURS), scope.fresh(self.flag, OURS)
        scope.add(ir.Unpack((text, flag), ir.runtime("text_of_kinds", raw, self.kinds)))
        self.flagged = ir.var(flag)
        return ir.var(text)

    def read_again(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return super().decode(scope, raw, spot)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        if self.string:
            return value
        if not isinstance(value, ir.Var):
            return ir.runtime(self.writer, value, self.record, *self.given[1:])
        tags = [((key,), ir.const(tag)) for key, tag in self.record.value.items()]
        record = tree([*tags, (self.text_path, value)])
        return ir.IfElse(ir.Filled(value), ir.arr(record), ir.arr())

    def read_plain(self, raw: Expr, value: Expr, scope: Scope) -> Plain | None:
        return ([ir.is_(raw, STRING)], value) if self.string else None

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        return as_it_is(leaf, value, scope) if self.string else None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        yield from super().argued(one, view, slot, args)
        at, record = slot.target.position, args[0]
        if args[2:] not in ((), (STRING,)) and not isinstance(literal(args[2]), dict):
            what = f"`{args[2]}` says nothing of a new text"
            note = "it is a record, with what follows as an object, or stays a string"
            yield Problem(at, what, note, f"write `{STRING}`, or an object, or leave it out")
        keys = one.wire.properties(record) if one.wire.record(record) else {}
        for key, value in cls.beside(args).items():
            if keys and key not in keys:
                what = f"`{record}` has no key `{key}`"
                yield Problem(at, what, nearest(key, keys, "keys"), "name one of its keys")
            elif keys and not fits(one.wire, value, shapes := one.wire.shapes(keys[key])):
                what, note = f"{value!r} cannot stand in `{key}`", f"it is {text(shapes)}"
                yield Problem(at, what, note, "write a value of that type")

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        yield from super().fitted(one, view, slot, args)
        wire = sides(one, view, slot)[1]
        if STRING in args[2:] and wire and "string" not in types(wire):
            what = f"`{slot.target.dotted}` takes no string"
            note, fix = f"it is {text(wire)}", f"leave `{STRING}` out"
            yield Problem(slot.target.position, what, note, fix)
        yield from cls.unread(one, slot, lists(wire))

    @classmethod
    def unread(cls, one: ResolvedFormat, slot: Slot, items: Shapes) -> Problems:
        """Records of another type that must have a text, and that no operator of the row reads."""
        named = {arg for operator in slot.target.operators for arg in operator.args}
        for record in records(items):
            texts = [
                key for key in sorted(one.wire.required(record))
                if types(one.wire.shapes(one.wire.properties(record)[key])) == {"string"}
                and not one.wire.const(record, key)
            ]  # fmt: skip
            if texts and record not in named:
                yield Problem(
                    slot.target.position,
                    f"the texts of each `{record}` would be no part of this one",
                    f"`{slot.target.dotted}` holds such records, and nothing reads {quoted(texts)}",
                    "name that type in an operator of this row, map the list through lenses of its "
                    "items, or leave it out of the schema of the list: it is kept as it came",
                )

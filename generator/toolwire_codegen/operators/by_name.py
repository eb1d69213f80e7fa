"""``by_name``: a list of records that are a name and a value each, as an object with these keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..load.schema import Shape
from ..resolve.paths import lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest
from .base import Codec, Definition, Spot, Use

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class ByName(Codec, Definition):
    """The type is that of the object, of which the wire has no other. The form keeps a list that
    says more, or stands in another order.
    """

    name = "by_name"
    example = "by_name(Type, key, key)"
    takes = (3, 3)
    inter, wire = "object", "array"
    purpose = "a list of records, a name and a value each, as the object of this type"
    loss = "none"
    converts = False
    decides = True
    places = ("row", "arm")
    partial = spelled = True
    expected = "a list of records with a name and a value, each name once"

    def __init__(self, use: Use) -> None:
        self.record, *keys = use.operator.args
        self.keys = tuple(map(ir.const, keys))
        found = records(lists(use.wire))
        tags = use.resolver.wire.tags(found[0]) if len(found) == 1 else {}
        self.tags = ir.const(tags)
        # A list that lacks one of these is no such object, and stays where it is.
        self.needed = ir.const(tuple(sorted(use.resolver.wire.required(self.record))))
        self.codec = use.resolver.between(use.inter, (Shape("record", self.record),))

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "array")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        named = scope.let("named", ir.runtime("by_name", raw, *self.keys, self.needed))
        value = self.codec.decode(scope, named, spot)
        return ir.IfElse(ir.present(named), value, ir.const(None))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        written = self.codec.encode(scope, value, spot)
        return ir.runtime("named_list", written, *self.keys, self.tags)

    def lenses(self) -> list[Any]:
        return self.codec.lenses()

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return self.codec.losses(leaf)

    @classmethod
    def reads_as(cls, args: tuple[str, ...]) -> str:
        return args[0] if args else ""

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        record, *keys = args
        at = slot.target.position
        if not one.wire.record(record):
            note = nearest(record, one.wire.defs, "types")
            fix = "name the type whose keys are the names, or add it to the schema"
            yield Problem(at, f"no wire object `{record}`", note, fix)
        items = records(lists(one.wire_shapes(view.lens.wire, slot.target.path)))
        for item in items if len(items) == 1 else ():
            for key in keys:
                if key not in one.wire.properties(item):
                    note = nearest(key, one.wire.properties(item), "keys")
                    fix = "name the key of the name, then that of the value"
                    yield Problem(at, f"`{item}` has no key `{key}`", note, fix)

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Each record is its name, a text, its value, and constants."""
        wire = one.wire_shapes(view.lens.wire, slot.target.path)
        at, dotted = slot.target.position, slot.target.dotted
        found = records(lists(wire))
        if len(found) != 1:
            fix = "map the list through a lens for its items"
            yield Problem(at, f"`{dotted}` is no list of one type", f"it is {text(wire)}", fix)
            return
        keys = one.wire.properties(found[0])
        if len(args) < 3 or not {*args[1:]} <= keys.keys():
            return
        if "string" not in types(shapes := one.wire.shapes(keys[args[1]])):
            note = f"it is {text(tuple(shapes))}"
            yield Problem(at, f"`{args[1]}` of `{found[0]}` is no name", note, "name a text")
        value = one.wire.shapes(keys[args[2]])
        for key, schema in one.wire.properties(args[0]).items():
            shapes = one.wire.shapes(schema)
            if types(shapes) - {"null"} != types(value) - {"null"}:
                what = f"`{key}` of `{args[0]}` is {text(shapes)}"
                note = f"`{args[2]}` of each `{found[0]}` is {text(value)}"
                yield Problem(at, what, note, "write the same type: what is read is no other")
        written = {*args[1:], *one.wire.tags(found[0])}
        if missing := sorted(one.wire.required(found[0]) - written):
            what = f"nothing writes `{missing[0]}` of each `{found[0]}`"
            note = "`by_name` writes a name, a value and constants"
            yield Problem(at, what, note, "map the list through a lens for its items")

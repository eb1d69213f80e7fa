"""``lone``: a list of one object with one key, as what that key holds.

The constants that its type requires stand beside the key, and nothing else does.
Where that has to be an object, anything else is written as one with a second key, which holds it;
so is an object that would be read as such.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_value
from ..ir.losses import lose
from ..ir.scope import Scope
from ..resolve.paths import follow, lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import Codec, Definition, Spot, Use, sides

if TYPE_CHECKING:
    from ..load.schema import Schema
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Lone(Codec, Definition):
    name = "lone"
    example = "lone(key)"
    takes = (1, 2)
    inter, wire = "any", "array"
    purpose = (
        "a list of one object with this key alone, and the constants that it requires, as what the "
        "key holds; `lone(key, inner)`: objects, and what is none under a key of one"
    )
    loss = "none"
    decides = picks = of_one = True
    places = ("row", "arm")
    partial = True
    expected = "a list of one object with one key"

    def __init__(self, use: Use) -> None:
        self.key, *inner = use.operator.args
        self.inner, wire = next(iter(inner), ""), use.resolver.wire
        self.spelled = self.subtle = bool(inner)  # what came as no object comes back so
        names = records(lists(use.wire))
        self.tags = _beside(wire, names, self.key)
        properties = [wire.properties(name) for name in names]
        shapes = [wire.shapes(keys[self.key]) for keys in properties if self.key in keys]
        self.codec = use.resolver.between(use.inter, tuple(s for found in shapes for s in found))
        """How what the key holds is converted."""

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        name = scope.fresh("one")
        one = ir.var(name)
        alone = ir.and_(
            ir.is_(raw, "array"),
            ir.SizeIs(raw, 1),
            ir.is_(ir.Bind(name, ir.at(raw, 0)), "object"),
            ir.SizeIs(one, 1 + len(self.tags)),
            ir.has(one, self.key),
            *(ir.eq(ir.opt(one, key), tag) for key, tag in self.tags.items()),
            self.codec.accepts(ir.get(one, self.key)),
        )
        value = self.codec.decode(scope, ir.get(one, self.key), spot)
        found = ir.IfElse(alone, value, ir.const(None))
        return ir.runtime("unwrapped", found, ir.const(self.inner)) if self.inner else found

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        written = self.codec.encode(scope, value, spot)
        if self.inner:
            written = ir.runtime("wrapped", written, ir.const(self.inner))
        tags = [(key, ir.const(tag)) for key, tag in self.tags.items()]
        return ir.arr(ir.obj([*tags, (self.key, written)]))

    def lenses(self) -> list[Any]:
        return self.codec.lenses()

    def losses(self, leaf: Leaf) -> list[Stmt]:
        found = self.codec.losses(leaf)
        if any(shape.kind in ("any", "null") for shape in leaf.inter):
            null = ir.missing(ir.opt(field_value(leaf.field[:-1]), leaf.field[-1]))
            why = f"null reads back as {'an object' if self.inner else 'a list'} of it"
            loss = lose("/" + "/".join(leaf.field), "value", why)
            found = [*found, ir.if_((null, [loss]))]
        return found

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        path = (*slot.target.path, "0", args[0])
        reached = follow(one.wire, view.lens.wire, path)
        if reached.lost == args[0]:
            yield Problem(
                slot.target.position,
                f"no item of `{slot.target.dotted}` has a key `{args[0]}`",
                nearest(args[0], reached.names, "keys"),
                "name the key of the only item",
            )
        item = follow(one.wire, view.lens.wire, path[:-1])
        for name in records(item.shapes):
            written = {args[0], *_beside(one.wire, [name], args[0])}
            missing = sorted(one.wire.required(name) - written)
            if args[0] in one.wire.properties(name) and missing:
                yield Problem(
                    slot.target.position,
                    f"nothing writes {quoted(missing)} of `{name}`",
                    f"`{cls.name}` writes `{args[0]}` and constants alone",
                    "map the list by a lens of that type, or do not require it in the schema",
                )

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """What the key holds takes every value of the field, or objects: so it is written there."""
        inter, wire = sides(one, view, slot)
        shapes = tuple(
            shape for name in records(lists(wire))
            if args[:1] and args[0] in one.wire.properties(name)
            for shape in one.wire.shapes(one.wire.properties(name)[args[0]])
        )  # fmt: skip
        needed, note = types(inter) - {"null"}, f"`{cls.name}` writes it there as it is"
        if len(args) > 1:
            needed, note = {"object"}, f"what is none is written as an object with `{args[1]}`"
        if shapes and "any" not in types(shapes) and needed - _taken(types(shapes)):
            yield Problem(
                slot.target.position,
                f"`{slot.row.left}` is {text(inter)}, and `{args[0]}` of each item of "
                f"`{slot.target.dotted}` is {text(shapes)}",
                note,
                "name a key that takes it, or another operator",
            )


def _beside(wire: Schema, names: Iterable[str], key: str) -> dict[str, Any]:
    """The constants that the item with a key must have."""
    name = next((name for name in names if key in wire.properties(name)), "")
    return {one: tag for one, tag in wire.tags(name).items() if one != key}


def _taken(kinds: set[str]) -> set[str]:
    """The JSON types that some types take."""
    return kinds | ({"integer"} if "number" in kinds else set())

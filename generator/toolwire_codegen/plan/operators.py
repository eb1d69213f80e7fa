"""The operators that convert values, each as the codec it makes.

``OPERATOR_CODECS`` maps an operator's name to a maker of its codec; modifiers (``default``,
``fill`` …) are not here: they say what the lens does when something is absent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr
from ..ir.scope import Scope
from ..load.schema import Shape
from ..load.transform import Operator, Target
from .codecs import Calls, Codec, Copy, Many, Scalar, Spot, ThroughLens, ThroughUnion

if TYPE_CHECKING:
    from .resolve import Resolver

Shapes = tuple[Shape, ...]
Maker = Callable[["Resolver", Operator, Target, Shapes, Shapes], Codec]

TEXT_BLOCK = "TextBlock"


class Text(Codec):
    """A string, or the list of one plain text block, stand for each other.

    ``canonical`` is the wire spelling our own encoder picks; the form keeps the other one. A
    block that is more than its text stays a block, so that what it carries has a place.
    """

    structural = True

    def __init__(
        self,
        canonical: str,
        inter: Shapes,
        wire: Shapes,
        items: Codec | None,
        tags: list[tuple[str, Any]],
    ) -> None:
        self.canonical = canonical
        self.inter_string = any(shape.kind == "string" for shape in inter)
        self.inter_list = any(shape.kind == "array" for shape in inter)
        self.wire_string = any(shape.kind == "string" for shape in wire)
        self.wire_list = any(shape.kind == "array" for shape in wire)
        self.items, self.tags = items, tags
        kinds = ((self.wire_string, "a string"), (self.wire_list, "a list"))
        self.expected = " or ".join(name for flag, name in kinds if flag)

    def bare(self, items: Expr, scope: Scope) -> Expr:
        """Is the wire list one plain text block? Binds it to a local name."""
        name = scope.fresh("only")
        first = Expr("bind", (name, ir.at(items, 0)))
        size = Expr("size_is", (first, 1 + len(self.tags)))
        tags = [ir.eq(ir.opt(ir.var(name), key), value) for key, value in self.tags]
        text = ir.is_(ir.opt(ir.var(name), "text"), "string")
        return ir.and_(Expr("size_is", (items, 1)), size, *tags, text)

    def accepts(self, raw: Expr) -> Expr | None:
        kinds = []
        if self.wire_string:
            kinds.append(ir.is_(raw, "string"))
        if self.wire_list and self.inter_list:
            kinds.append(ir.is_(raw, "array"))
        return ir.or_(*kinds) if kinds else None

    def block(self, text: Expr) -> Expr:
        return ir.obj([("kind", ir.const("text")), ("text", text)])

    def part(self, text: Expr) -> Expr:
        return ir.obj([*((key, ir.const(value)) for key, value in self.tags), ("text", text)])

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        value = scope.let(spot.field, raw)
        if not isinstance(raw.args[0], str) or raw.op != "var":
            raw = value
        name = value.args[0]
        branches: list[tuple[Expr, list[ir.Stmt]]] = []
        if self.wire_list and (self.inter_list or self.wire_string):
            branches.append((ir.is_(raw, "array"), self._read_list(scope, raw, name, spot)))
        if self.wire_string:
            string: list[ir.Stmt] = []
            if not self.inter_string:
                if self.canonical == "list":
                    string.append(scope.note(spot.field, "style", ir.const("string")))
                string.insert(0, ir.let(name, ir.arr(self.block(raw))))
            branches.append((ir.is_(raw, "string"), string))
        if len(branches) == 2 and not branches[1][1]:
            kept, otherwise = branches[0], (ir.isnt(raw, "string"), [self._fail(spot)])
            scope.add(ir.if_(kept, otherwise))
        elif branches:
            scope.add(ir.if_(*branches, otherwise=[self._fail(spot)]))
        return value

    def _fail(self, spot: Spot) -> ir.Stmt:
        return ir.fail(self.expected, spot.wire, spot.key)

    def _read_list(self, scope: Scope, raw: Expr, name: str, spot: Spot) -> list[ir.Stmt]:
        inner = scope.inner()
        if self.inter_string:
            bare: list[ir.Stmt] = []
            if self.canonical == "string" and self.wire_string:
                bare.append(scope.note(spot.field, "style", ir.const("list")))
            condition = self.bare(raw, inner)
            only = condition.args[1].args[0].args[0]
            bare.append(ir.let(name, ir.get(ir.var(only), "text")))
            many = self._items(inner, raw, spot)
            return [ir.if_((condition, bare), otherwise=[ir.let(name, many)])]
        if self.canonical == "string":
            condition = self.bare(raw, inner)
            style = scope.note(spot.field, "style", ir.const("list"))
            inner.add(ir.if_((condition, [style])))
        inner.add(ir.let(name, self._items(inner, raw, spot)))
        return inner.body

    def _items(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return self.items.decode(scope, raw, spot) if self.items else raw

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        result = scope.let(spot.field, value)
        name = result.args[0]
        if self.inter_string and not self.inter_list:
            scope.forms = scope.forms or (self.wire_list and self.wire_string)
            if not self.wire_string:
                return ir.arr(self.part(result))
            if self.wire_list:
                wrap = ir.let(name, ir.arr(self.part(result)))
                scope.add(ir.if_((Expr("styled", (spot.field, "list")), [wrap])))
            return result
        lone = ir.and_(
            Expr("size_is", (result, 1)),
            ir.eq(ir.opt(ir.at(result, 0), "kind"), "text"),
            ir.not_(Expr("true", (ir.opt(ir.at(result, 0), "metadata"),))),
            ir.is_(ir.opt(ir.at(result, 0), "text"), "string"),
        )
        text = ir.get(ir.at(result, 0), "text")
        many = self.items.encode(scope, result, spot) if self.items else result
        if not self.wire_string:
            wrap = ir.let(name, ir.arr(self.part(result)))
            if not self.inter_string:
                return many
            scope.add(ir.if_((ir.is_(result, "string"), [wrap]), otherwise=[ir.let(name, many)]))
            return result
        scope.forms = True
        if self.inter_string:
            listed = Expr("styled", (spot.field, "list"))
            wrap = ir.if_((listed, [ir.let(name, ir.arr(self.part(result)))]))
            unwrap = ir.let(name, text)
            # A list of which nothing is left is no list: wires refuse empty ones.
            left = ir.and_(ir.not_(Expr("true", (result,))), Expr("true", (value,)))
            spread = [ir.let(name, many), ir.if_((left, [ir.let(name, ir.const(""))]))]
            scope.add(
                ir.if_(
                    (ir.is_(result, "string"), [wrap]),
                    (lone, [unwrap]),
                    otherwise=spread,
                )
            )
            return result
        if self.canonical == "list":
            condition = ir.and_(Expr("styled", (spot.field, "string")), lone)
        else:
            condition = ir.and_(lone, ir.not_(Expr("styled", (spot.field, "list"))))
        scope.add(ir.if_((condition, [ir.let(name, text)]), otherwise=[ir.let(name, many)]))
        return result

    def lenses(self) -> list[Any]:
        return self.items.lenses() if self.items else []


class Arguments(Codec):
    """``(arguments, invalidArguments)``: an object, however the wire spells one.

    Reads through ``reader`` to (arguments, invalid text or missing, spelling or missing); the
    form keeps the spelling: spaced text, absent, null, a value that is no object.
    """

    absorbs = True
    expected = "arguments"

    def __init__(self, reader: str, writer: str, as_text: bool, *args: Expr) -> None:
        self.reader, self.writer, self.args, self.as_text = reader, writer, args, as_text


class Pair(Codec):
    """Two fields that one wire value stands for; the reader gives both, or missing."""

    def __init__(self, reader: str, writer: str, spelled: bool, *args: Expr) -> None:
        self.reader, self.writer, self.spelled, self.args = reader, writer, spelled, args
        #: the second field is a flag that is there only when it is true
        self.optional_second = spelled
        self.expected = "a value of the documented form"


class Minted(Codec):
    """An id; where the wire has none the reader makes one up, and the form says so."""

    absorbs = True
    expected = "an id"


class Position(Codec):
    """A call's id; where the wire has none the next open call of that name is meant."""

    absorbs = True
    expected = "an id"


class Retyped(Codec):
    """A tool schema whose type names go through a table; odd ones make the form keep it raw."""

    partial = spelled = subtle = True
    expected = "an object"

    def __init__(self, reading: str, writing: str) -> None:
        self.reading, self.writing = ir.var(reading), ir.var(writing)
        self.odd: Expr = ir.arr()

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        self.odd = scope.let("odd", ir.arr())
        return ir.runtime("retyped_from", raw, self.reading, self.writing, self.odd)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime("retyped", value, self.writing)


class Via(Codec):
    """A codec of the format's own, from a module beside its transform."""

    partial = spelled = subtle = True
    expected = "a value of the documented form"

    def __init__(self, module: str, codec: str) -> None:
        self.module, self.codec = module, codec

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return Expr("via", (self.module, self.codec, "decode", raw))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return Expr("via", (self.module, self.codec, "encode", value))


class Less(Codec):
    """A count that includes others on the wire and excludes them here."""

    expected = "an integer"

    def __init__(self, others: tuple[str, ...]) -> None:
        self.others = others


def _text(
    resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
) -> Codec:
    canonical = operator.args[0] if operator.args else "string"
    wire_lists = [shape for shape in wire if shape.kind == "array"]
    inter_lists = [shape for shape in inter if shape.kind == "array"]
    items: Codec | None = None
    tags: list[tuple[str, Any]] = []
    if wire_lists:
        names = [shape.name for shape in wire_lists[0].items]
        text = next(
            (b for (i, w), b in resolver.bound.items() if i == TEXT_BLOCK and w in names), None
        )
        tags = text.wire_tags if text else []
        if inter_lists:
            items = resolver.between(tuple(inter_lists), tuple(wire_lists))
    return Text(canonical, inter, wire, items, tags)


def _scalar(read: str, write: str, exact: bool = False) -> Maker:
    def make(
        resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
    ) -> Codec:
        from .resolve import args

        return Scalar(read, write, *args(operator), exact=exact)

    return make


def _retyped(
    resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
) -> Codec:
    table = resolver.table(operator.args[0])
    return Retyped(table.reading, table.writing)


def _pluck(
    resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
) -> Codec:
    record, path = operator.args
    tags = {
        key: values[0]
        for key in resolver.wire.properties(record)
        if (values := resolver.wire.const(record, key)) and key in resolver.wire.required(record)
    }
    return Scalar("plucked", "unplucked", tags, path.split("."))


def _table(
    resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
) -> Codec:
    table = resolver.table(operator.args[0])
    return Calls(table) if target.operator("calls") else table


def _via(
    resolver: Resolver, operator: Operator, target: Target, inter: Shapes, wire: Shapes
) -> Codec:
    module, _, codec = operator.args[0].partition(":")
    return Via(f"{resolver.format.name}_{module}", codec)


OPERATOR_CODECS: dict[str, Maker] = {
    "table": _table,
    "text": _text,
    "retyped": _retyped,
    "one_or_many": _scalar("many_from", "many"),
    "not": _scalar("negated", "negated", exact=True),
    "sole": _scalar("sole_from", "sole"),
    "pluck": _pluck,
    "digits": _scalar("digits", "undigits"),
    "starts_none": _scalar("starting_none", "starting_none", exact=True),
    "starts": _scalar("starting", "starting_as", exact=True),
    "json_text": _scalar("never", "json_text", exact=True),
    "carried": _scalar("carried_from", "carried", exact=True),
    "outcome": lambda r, operator, *_: Pair(
        "outcome_from", "outcome", True, *(ir.const(arg) for arg in operator.args)
    ),
    "json": lambda *_: Arguments("arguments_from_text", "text_from_arguments", True),
    "object": lambda r, operator, *_: Arguments(
        "arguments_from_object", "object_from_arguments", False, ir.const(operator.args[0])
    ),
    "data_url": lambda *_: Pair("data_url_from", "data_url", False),
    "minted": lambda *_: Minted(),
    "position": lambda *_: Position(),
    "via": _via,
    "less": lambda r, operator, *_: Less(operator.args),
}

__all__ = ["OPERATOR_CODECS", "Arguments", "Calls", "Copy", "Less", "Many", "Minted",
           "Pair", "Position", "Text", "ThroughLens", "ThroughUnion", "Via"]  # fmt: skip

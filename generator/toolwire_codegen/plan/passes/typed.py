"""What a function makes has a type of the schemas, where its steps show that it is whole.

A reader makes a value of its lens's intermediate type, a writer one of its wire type. Where that
value begins as an object with every key that the type demands, and nothing takes these keys away,
the function says so: whoever reads it knows what comes out, and a type checker holds it to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ... import ir
from ...ir import Expr, Function, Module, Type
from ...load.schema import Schema, Shape
from ..resolve import Resolver

X, W = ir.var("x"), ir.var("w")
NOTHING = ir.const(None)


def typed(module: Module, resolver: Resolver) -> Module:
    """The pass."""
    makers: dict[str, Maker] = {}
    for bound in resolver.bound.values():
        makers[bound.reading] = Maker(resolver.inter, X, Type("intermediate", bound.lens.inter))
        makers[bound.writing] = Maker(resolver.wire, W, Type("wire", bound.lens.wire))
    # What the public functions give is a body for whatever client an app has.
    names = makers.keys() - {entry["write"] for entry in module.entries.values()}
    functions = [
        makers[function.name].annotated(function) if function.name in names else function
        for function in module.functions
    ]
    return replace(module, functions=functions)


class Maker:
    """A function that makes a value of a type, in a local."""

    def __init__(self, schema: Schema, local: Expr, type_: Type) -> None:
        self.schema, self.local, self.type = schema, local, type_
        self.names = schema.arms(type_.name) or (type_.name,)

    def annotated(self, function: Function) -> Function:
        """The function with the type of what it gives, if all of its steps agree to it."""
        given = [node.value for node in ir.nodes(function.body) if isinstance(node, ir.Return)]
        first = [value for value in self._assigned(function) if value is not None]
        whole = [value for value in given if value not in (self.local, NOTHING)]
        agreed = given and all(map(self._whole, [*first, *whole]))
        if not agreed or None in self._assigned(function) or self._taken(function):
            return function
        if (self.local in given and not first) or self._armed(function):
            return function
        return replace(function, gives=self.type, maybe=NOTHING in given, made=self.local)

    def _assigned(self, function: Function) -> Iterator[Expr | None]:
        """What the local is at first; None for what the steps do not tell."""
        name = ir.name_of(self.local)
        for node in ir.nodes(function.body):
            match node:
                case ir.Let(local, value) if local == name:
                    yield value
                case ir.Unpack(locals_) if name in locals_:
                    yield None

    def _taken(self, function: Function) -> bool:
        """Whether keys are taken away that the type demands."""
        demanded = {key for name in self.names for key in self.schema.required(name)}
        for node in ir.nodes(function.body):
            match node:
                case ir.Drop(obj, keys) if obj == self.local and demanded & {*keys}:
                    return True
                case ir.Pop(obj) if obj == self.local:
                    return True
        return False

    def _armed(self, function: Function) -> bool:
        """Whether the first value gets a key that only some arms of a union have.

        A name that is declared as the union is no arm of it yet; one that has a new value is.
        """
        name, begun = ir.name_of(self.local), False
        for node in ir.nodes(function.body):
            match node:
                case ir.Let(local) if local == name:
                    if begun:
                        return False
                    begun = True
                case ir.Put(obj, key) if obj == self.local:
                    if any(key not in self.schema.properties(arm) for arm in self.names):
                        return True
        return False

    def _whole(self, value: Expr) -> bool:
        return any(self._is(value, name) for name in self.names)

    def _is(self, value: Expr, name: str) -> bool:
        """Is it an object of this record type, as far as its steps tell?"""
        if not isinstance(value, ir.Obj) or self.schema.record(name) is None:
            return False
        properties = self.schema.properties(name)
        keys = {key for key, _ in value.pairs if isinstance(key, str)}
        if not self.schema.required(name) <= keys <= properties.keys():
            return False
        shapes = {key: self.schema.shapes(properties[key]) for key in keys}
        return all(self._fits(inner, shapes[key]) for key, inner in value.pairs if key in shapes)

    def _fits(self, value: Expr, shapes: tuple[Shape, ...]) -> bool:
        """May an object or a list that is written down here stand where these shapes are?"""
        if isinstance(value, ir.Arr):
            items = tuple(item for shape in shapes for item in shape.items)
            return all(self._fits(item, items) for item in value.items)
        if not isinstance(value, ir.Obj) or any(shape.kind != "record" for shape in shapes):
            return True
        return any(self._is(value, shape.name) for shape in shapes)

"""Fields of an intermediate object that is written: whether they are there, and of the right type.

An app may have written them, so nothing is known of them yet. A field that may be absent is as
good as absent where it is null; a value of another JSON type than the schema's is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import ir
from ..load.schema import Shape
from . import Expr, Stmt
from .scope import Scope

EXPECTED = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
    "any": "a value",
}


X = ir.var("x")
Path = tuple[str, ...]


def field_there(path: Path, x: Expr = X) -> Expr:
    """Is a field there, and what holds it? Asking first costs less than getting nothing."""
    there = ir.and_(ir.has(x, path[0]), ir.present(ir.get(x, path[0])))
    return there if len(path) == 1 else ir.and_(there, field_there(path[1:], ir.get(x, path[0])))


def bound_there(path: Path, name: str, x: Expr = X) -> Expr:
    """As ``field_there``; the field's value has a local name from then on."""
    if len(path) > 1:
        return ir.and_(field_there(path[:1], x), bound_there(path[1:], name, ir.get(x, path[0])))
    value = ir.Bind(name, ir.get(x, path[0]))
    return ir.and_(ir.has(x, path[0]), ir.present(value))


def field_value(path: Path, x: Expr = X) -> Expr:
    """The value of a field."""
    for key in path:
        x = ir.get(x, key)
    return x


def field_value_if_there(path: Path) -> Expr:
    """The value of a field; null where it, or what holds it, is absent."""
    around, name = path[:-1], path[-1]
    if not around:
        return ir.opt(X, name)
    return ir.IfElse(field_there(around), ir.opt(field_value(around), name), ir.const(None))


def count_of(name: str) -> Expr:
    """A number that may be absent, and is 0 then."""
    return ir.Amount(X, name)


def is_constant(value: Expr, constant: Any) -> Expr:
    """Is a wire value this constant, as JSON says it?"""
    if isinstance(constant, float) or (constant and isinstance(constant, (dict, list))):
        return ir.runtime("same", value, ir.const(constant))  # 2 equals 2.0, and [1] equals [true]
    return ir.eq(value, constant)


def fits(value: Expr, shapes: tuple[Shape, ...]) -> Expr | None:
    """Whether a value is of a type that a field may have; None where it may be anything."""
    kinds = dict.fromkeys(shape.json_type for shape in shapes)
    if not kinds or "any" in kinds:
        return None
    if "number" in kinds:
        kinds.pop("integer", None)
    tests = []
    for kind in kinds:
        words = [word for shape in shapes for word in shape.consts if shape.json_type == kind]
        test = ir.is_(value, kind)
        if kind == "string" and words:
            test = ir.or_(*(ir.eq(value, word) for word in words))
        items = {item.kind for shape in shapes if shape.kind == kind for item in shape.items}
        if kind == "array" and items == {"string"}:
            test = ir.and_(test, ir.runtime("strings", value))
        tests.append(test)
    return ir.or_(*tests)


def kind_of(shapes: tuple[Shape, ...]) -> str:
    """The one JSON type that a field may be besides null; "" where that does not say it all."""
    kinds = {shape.json_type for shape in shapes if shape.kind != "null"}
    words = any(type(word) is str for shape in shapes for word in shape.consts)
    has_words = words or any(item.kind == "string" for shape in shapes for item in shape.items)
    return kinds.pop() if len(kinds) == 1 and not has_words and kinds <= EXPECTED.keys() else ""


def refuse_misfit(value: Expr, shapes: tuple[Shape, ...], path: Path, x: Expr = X) -> list[Stmt]:
    """Refuse a value that is of none of a field's types."""
    branch = misfit(value, shapes, path, x)
    return [ir.if_(branch)] if branch is not None else []


def misfit(
    value: Expr, shapes: tuple[Shape, ...], path: Path, x: Expr = X
) -> tuple[Expr, list[Stmt]] | None:
    """Whether a value is of none of a field's types, and the refusal; None if it may be any."""
    condition = fits(value, shapes)
    if condition is None:
        return None
    kinds = dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null")
    words = [repr(word) for shape in shapes for word in shape.consts if type(word) is str]
    named = [EXPECTED[kind] for kind in kinds if kind != "string" or not words]
    expected = one_of([*words, *named])
    if any(item.kind == "string" for shape in shapes for item in shape.items):
        expected = expected.replace("a list", "a list of strings")
    bad = ir.fail(expected, field_value(path[:-1], x), path[-1])
    return ir.not_(condition), [bad]


def one_of(words: Sequence[str]) -> str:
    """Some words as what is expected."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def checked(scope: Scope, name: str, shapes: tuple[Shape, ...], path: Path, x: Expr = X) -> Expr:
    """A field that is always there, in a local name, and of the right type."""
    value = field_value(path, x)
    if fits(value, shapes) is None:
        return value
    local = scope.let(name, value)
    scope.add(*refuse_misfit(local, shapes, path, x))
    return local

"""The plan: a small language-neutral program, a list of functions made of these statements.

Values are JSON values. An expression or a statement is a node: an operation's name and its
operands. A renderer needs one spelling for each name listed here, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Expr:
    """A value. ``op`` is one of EXPRESSIONS."""

    op: str
    args: tuple[Any, ...]


EXPRESSIONS = {
    "var": "a local name or a module constant",
    "const": "a JSON value",
    "get": "object, key: the value of a key that must be there",
    "opt": "object, key: the value of a key, or missing (as null)",
    "at": "list, index: an item that must be there",
    "obj": "(key, value) pairs: a new object",
    "arr": "items: a new list",
    "copy": "object: a new one with the same keys",
    "call": "function, arguments",
    "function": "a function of the plan, as a value",
    "runtime": "function of the runtime, arguments",
    "each": "function, list, arguments: the list of the function's values",
    "amount": "object, key: a number, 0 if it is missing",
    "has": "object, key: is the key there?",
    "is": "value, JSON type name",
    "isnt": "value, JSON type name",
    "in": "value, object constant: is it one of its keys?",
    "eq": "value, constant",
    "missing": "is it missing or null?",
    "present": "is it neither missing nor null?",
    "true": "is it true, a non-empty list, a non-empty object?",
    "size_is": "list or object, number",
    "size_not": "list or object, total of numbers and counters",
    "not": "condition",
    "and": "conditions",
    "or": "conditions",
    "bind": "name, value: bind the name, and be the value",
    "lookup": "object, key expression, default: the value of a key, or the default",
    "all": "name, list, condition: does it hold for every item?",
    "ne": "value, value",
    "same": "value, value",
    "plus": "numbers",
    "member": "a state of the runtime, its member",
    "covers": "constant set, object: are all the object's keys in it?",
    "minus": "numbers: the first without the others",
    "less_than": "number, number",
    "item": "object or list, key or index expression: what must be there",
    "last": "list: its last item",
    "count": "list: how many items",
    "not_empty": "list: as true or false",
    "disjoint": "constant set, object: has the object none of these keys?",
    "if_else": "condition, value, other value",
    "styled": "field, style: does the form spell the field so?",
    "spelled": "field, key: does the form have an entry, with this key in it?",
    "spelled_at": "field, wire path: does the form say that it stood there?",
    "is_absent": "is it the runtime's ABSENT?",
    "isnt_absent": "is it anything else?",
    "made": "the ids that this conversation's reader has made up",
    "via": "module, codec, way, value: what a codec of the format's own makes of a value",
    "FORMAT": "the format's name",
    "place": "suffix: the path of a loss",
    "place_at": "suffix, index: the path of a loss in a list",
}


@dataclass
class Stmt:
    """A step. ``op`` is one of STATEMENTS."""

    op: str
    args: tuple[Any, ...]


STATEMENTS = {
    "let": "name, value",
    "unpack": "names, value with as many members",
    "put": "object, key, value",
    "set_member": "a state of the runtime, its member, value",
    "drop": "object, keys",
    "append": "list, value",
    "extend": "list, values",
    "bump": "counter",
    "do": "expression, for its effect",
    "if": "(condition, statements) pairs; statements otherwise",
    "chain": "(condition, statements) pairs, each asked in turn: an arm may decline",
    "for": "name, list, statements",
    "for_keys": "key name, value name, object, statements",
    "for_index": "index name, name, list, statements",
    "break": "leave the loop",
    "continue": "go on with the next item",
    "return": "value",
    "stop": "return nothing",
    "fail": "what was expected, object, key",
    "own": "bind the object's own overlay, and (if asked) its form",
    "rest_or_drop": "rest, key, inner rest, original: keep an inner object's rest, if any",
    "list_rest": "rest, key, first's rest, first, list: keep the rest of a list read by its first",
    "lose": "suffix, code, reason: report a loss",
    "lose_if": "suffix, code, reason or missing",
    "lose_in": "function, value, suffix: report the losses of a value",
    "lose_at": "function, value, suffix, index",
    "lose_each": "function, list, suffix",
}


@dataclass
class Function:
    """A function of the plan. ``rows`` say in the source's words what it does."""

    name: str
    params: list[str]
    doc: str
    rows: list[str]
    body: list[Stmt]


@dataclass
class Module:
    """What one format compiles to."""

    name: str
    title: str
    reference: str
    constants: list[tuple[str, Any]] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    entries: dict[str, Any] = field(default_factory=dict)
    stream: dict[str, Any] | None = None


def nodes(part: object) -> Iterator[Expr | Stmt]:
    """Every step and value of a plan's part, the inner ones too."""
    if isinstance(part, (Expr, Stmt)):
        yield part
        part = part.args
    if isinstance(part, (list, tuple)):
        for inner in part:
            yield from nodes(inner)


def var(name: str) -> Expr:
    return Expr("var", (name,))


def const(value: Any) -> Expr:
    return Expr("const", (value,))


def get(obj: Expr, key: str) -> Expr:
    return Expr("get", (obj, key))


def opt(obj: Expr, key: str) -> Expr:
    return Expr("opt", (obj, key))


def at(items: Expr, index: int) -> Expr:
    return Expr("at", (items, index))


def obj(pairs: Sequence[tuple[str | Expr, Expr]] = ()) -> Expr:
    return Expr("obj", tuple(pairs))


def arr(*items: Expr) -> Expr:
    return Expr("arr", items)


def call(function: str, *args: Expr) -> Expr:
    return Expr("call", (function, args))


def runtime(function: str, *args: Expr) -> Expr:
    return Expr("runtime", (function, args))


def has(obj_: Expr, key: str) -> Expr:
    return Expr("has", (obj_, key))


def is_(value: Expr, json_type: str) -> Expr:
    return Expr("is", (value, json_type))


def isnt(value: Expr, json_type: str) -> Expr:
    return Expr("isnt", (value, json_type))


def eq(value: Expr, constant: Any) -> Expr:
    return Expr("eq", (value, constant))


def present(value: Expr) -> Expr:
    return Expr("present", (value,))


def missing(value: Expr) -> Expr:
    return Expr("missing", (value,))


def not_(condition: Expr) -> Expr:
    return Expr("not", (condition,))


def and_(*conditions: Expr | None) -> Expr:
    kept = tuple(condition for condition in conditions if condition is not None)
    return kept[0] if len(kept) == 1 else Expr("and", kept)


def or_(*conditions: Expr) -> Expr:
    return conditions[0] if len(conditions) == 1 else Expr("or", conditions)


def let(name: str, value: Expr) -> Stmt:
    return Stmt("let", (name, value))


def put(obj_: Expr, key: str | Expr, value: Expr) -> Stmt:
    return Stmt("put", (obj_, key, value))


def drop(obj_: Expr, *keys: str) -> Stmt:
    return Stmt("drop", (obj_, keys))


def if_(*branches: tuple[Expr, list[Stmt]], otherwise: Sequence[Stmt] = ()) -> Stmt:
    return Stmt("if", (branches, list(otherwise)))


def for_(name: str, items: Expr, body: list[Stmt]) -> Stmt:
    return Stmt("for", (name, items, body))


def append(items: Expr, value: Expr) -> Stmt:
    return Stmt("append", (items, value))


def ret(value: Expr) -> Stmt:
    return Stmt("return", (value,))


def do(value: Expr) -> Stmt:
    return Stmt("do", (value,))


def fail(expected: str, obj_: Expr, key: str | None) -> Stmt:
    return Stmt("fail", (expected, obj_, key))

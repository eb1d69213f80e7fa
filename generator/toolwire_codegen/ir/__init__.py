"""The plan: a list of functions made of nodes, and the words that make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .conditions import *  # noqa: F403
from .conditions import Among, And, Eq, Has, Is, Isnt, Missing, Not, Or, Present, Same
from .nodes import *  # noqa: F403
from .nodes import INNER, Expr, Stmt
from .steps import *  # noqa: F403
from .steps import Append, Do, Drop, Fail, For, If, Let, Put, Return
from .values import *  # noqa: F403
from .values import Arr, At, Call, Const, Get, Obj, Opt, Runtime, Var


@dataclass(frozen=True)
class Type:
    """A type of the schemas; ``side``: of the "intermediate" format or of the "wire"."""

    side: str
    name: str


@dataclass
class Function:
    """A function of the plan. ``rows`` say in the source's words what it does.

    ``fixed``: the parameters that are constants wherever it is called, and one of these each.
    ``gives``: the type of its value, if that is known, which is also that of the local ``made``;
    ``maybe``: or nothing.
    """

    name: str
    params: list[str]
    doc: str
    rows: list[str]
    body: list[Stmt]
    fixed: dict[str, Any] = field(default_factory=dict)
    gives: Type | None = None
    maybe: bool = False
    made: Expr | None = None


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
    #: where bodies hold bytes as text, and the node of each body
    marks: tuple[dict[str, dict[str, str]], dict[str, str]] = ({}, {})
    #: what the API accepts of a request
    accepts: dict[str, Any] = field(default_factory=dict)
    #: what of its overlay is as good as not there, by the type of a value
    usual: dict[str, Any] = field(default_factory=dict)
    #: services that speak the wire with other limits
    profiles: tuple[str, ...] = ()
    #: whether the readers of whole bodies make text of bytes themselves
    inside: bool = False


def nodes(part: object) -> Iterator[Expr | Stmt]:
    """Every step and value of a plan's part, the inner ones too."""
    left: list[Any] = [part]
    while left:
        one = left.pop()
        kind = type(one)
        # Asked in line, as plans are walked through a million times.
        inner = INNER.get(kind)
        if inner is not None:
            yield one
            left += inner(one)
        elif kind is list or kind is tuple:
            left += one[::-1]
        elif isinstance(one, Expr | Stmt):
            yield one
            left += one.inner()


def var(name: str) -> Expr:
    return Var(name)


def const(value: Any) -> Expr:
    return Const(value)


def get(obj: Expr, key: str) -> Expr:
    return Get(obj, key)


def opt(obj: Expr, key: str) -> Expr:
    return Opt(obj, key)


def at(items: Expr, index: int) -> Expr:
    return At(items, index)


def obj(pairs: Sequence[tuple[str | Expr, Expr]] = ()) -> Expr:
    return Obj(tuple(pairs))


def arr(*items: Expr) -> Expr:
    return Arr(items)


def call(function: str, *args: Expr) -> Expr:
    return Call(function, args)


def runtime(function: str, *args: Expr) -> Expr:
    return Runtime(function, args)


def has(obj_: Expr, key: str) -> Expr:
    return Has(obj_, key)


def is_(value: Expr, json_type: str) -> Expr:
    return Is(value, json_type)


def isnt(value: Expr, json_type: str) -> Expr:
    return Isnt(value, json_type)


def eq(value: Expr, other: Any) -> Expr:
    """Is a value this constant, or the same as another value?"""
    if isinstance(other, Const):
        return Eq(value, other.value)
    return Same(value, other) if isinstance(other, Expr) else Eq(value, other)


def present(value: Expr) -> Expr:
    return Present(value)


def missing(value: Expr) -> Expr:
    return Missing(value)


def not_(condition: Expr) -> Expr:
    return Not(condition)


def and_(*conditions: Expr | None) -> Expr:
    parts = tuple(condition for condition in conditions if condition is not None)
    return parts[0] if len(parts) == 1 else And(parts)


def or_(*conditions: Expr) -> Expr:
    """Does one of them hold? Texts that one value may be are asked for at once."""
    joined: list[Expr] = []
    for place, condition in enumerate(conditions):
        others = (*conditions[:place], *conditions[place + 1 :])
        if any(_asks_more(condition, other) for other in others):
            continue
        texts = _texts(joined[-1], condition) if joined else None
        if texts is None:
            joined.append(condition)
        else:
            joined[-1] = texts
    return joined[0] if len(joined) == 1 else Or(tuple(joined))


def _asks_more(one: Expr, other: Expr) -> bool:
    """Whether a condition asks for all that another asks for, and for more."""
    ours, theirs = _conjuncts(one), _conjuncts(other)
    return len(ours) > len(theirs) and all(each in ours for each in theirs)


def _conjuncts(condition: Expr) -> list[Expr]:
    if not isinstance(condition, And):
        return [condition]
    return [each for inner in condition.conditions for each in _conjuncts(inner)]


def _texts(one: Expr, other: Expr) -> Expr | None:
    """Two conditions as one, where both ask whether the same value is some text."""
    match one, other:
        case Eq(value, str() as first), Eq(again, str() as second) if value == again:
            return Among(value, (first, second))
        case Among(value, texts), Eq(again, str() as text) if value == again:
            return Among(value, (*texts, text))
    return None


def let(name: str, value: Expr) -> Stmt:
    return Let(name, value)


def name_of(local: Expr) -> str:
    """The name of a local. Raises TypeError for any other value."""
    if not isinstance(local, Var):
        raise TypeError(f"{local} is no local")
    return local.name


def assign(local: Expr, value: Expr) -> Stmt:
    """Give a local that has a name another value."""
    return Let(name_of(local), value)


def put(obj_: Expr, key: str | Expr, value: Expr) -> Stmt:
    return Put(obj_, key, value)


def drop(obj_: Expr, *keys: str) -> Stmt:
    return Drop(obj_, keys)


def if_(*branches: tuple[Expr, list[Stmt]], otherwise: Sequence[Stmt] = ()) -> Stmt:
    return If(branches, list(otherwise))


def for_(name: str, items: Expr, body: list[Stmt]) -> Stmt:
    return For(name, items, body)


def append(items: Expr, value: Expr) -> Stmt:
    return Append(items, value)


def ret(value: Expr) -> Stmt:
    return Return(value)


def do(value: Expr) -> Stmt:
    return Do(value)


def fail(expected: str, obj_: Expr, key: str | None) -> Stmt:
    return Fail(expected, obj_, key)

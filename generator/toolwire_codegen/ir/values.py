"""The values of a plan."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .nodes import Expr


@dataclass(frozen=True)
class Var(Expr):
    """A local, or a constant of the module."""

    name: str


@dataclass(frozen=True)
class Const(Expr):
    """A JSON value; ``role``: a word for what it is, where that is known."""

    value: Any
    role: str = field(default="", compare=False)


@dataclass(frozen=True)
class Get(Expr):
    """The value of a key that must be there."""

    obj: Expr
    key: str


@dataclass(frozen=True)
class Opt(Expr):
    """The value of a key, or missing (as null)."""

    obj: Expr
    key: str


@dataclass(frozen=True)
class At(Expr):
    """An item that must be there."""

    items: Expr
    index: int


@dataclass(frozen=True)
class Item(Expr):
    """What must be there at a key or index that is a value."""

    holder: Expr
    key: Expr


@dataclass(frozen=True)
class Last(Expr):
    """The last item of a list."""

    items: Expr


@dataclass(frozen=True)
class Lookup(Expr):
    """The value of a key that is a value, or the default."""

    obj: Expr
    key: Expr
    default: Expr


@dataclass(frozen=True)
class Amount(Expr):
    """A number, 0 if it is missing."""

    obj: Expr
    key: str


@dataclass(frozen=True)
class Obj(Expr):
    """A new object."""

    pairs: tuple[tuple[str | Expr, Expr], ...]


@dataclass(frozen=True)
class Arr(Expr):
    """A new list."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class NewSet(Expr):
    """A new set of texts."""


@dataclass(frozen=True)
class Copy(Expr):
    """A new object with the same keys."""

    obj: Expr


@dataclass(frozen=True)
class Call(Expr):
    """What a function of the plan gives."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Named(Expr):
    """A function of the plan, as a value."""

    function: str


@dataclass(frozen=True)
class Runtime(Expr):
    """What a function of the runtime gives."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Via(Expr):
    """What a codec of the format's own makes of a value; ``way``: decode or encode."""

    module: str
    codec: str
    way: str
    value: Expr


@dataclass(frozen=True)
class Each(Expr):
    """A value for each item of a list; ``dropping``: without those that are missing."""

    binds = ("name",)
    one: Expr
    name: str
    items: Expr
    dropping: bool


@dataclass(frozen=True)
class Bind(Expr):
    """The value, which has a local name from then on."""

    binds = ("name",)
    name: str
    value: Expr


@dataclass(frozen=True)
class IfElse(Expr):
    """One of two values."""

    condition: Expr
    value: Expr
    other: Expr


@dataclass(frozen=True)
class Plus(Expr):
    """The sum of numbers."""

    numbers: tuple[Expr, ...]


@dataclass(frozen=True)
class Minus(Expr):
    """The first of numbers without the others."""

    numbers: tuple[Expr, ...]


@dataclass(frozen=True)
class Count(Expr):
    """How many items a list has."""

    items: Expr


@dataclass(frozen=True)
class Member(Expr):
    """A member of one of the runtime's states."""

    state: Expr
    member: str


@dataclass(frozen=True)
class Made(Expr):
    """The ids that this conversation's reader has made up."""


@dataclass(frozen=True)
class FormatName(Expr):
    """The format's name."""


@dataclass(frozen=True)
class Place(Expr):
    """The path of a loss."""

    suffix: str


@dataclass(frozen=True)
class PlaceAt(Expr):
    """The path of a loss in a list."""

    suffix: str
    index: str

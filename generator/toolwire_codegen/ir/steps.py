"""The steps of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .nodes import Expr, Stmt

Branches = Sequence[tuple[Expr, list[Stmt]]]
"""Conditions, each with the steps where it is the first that holds."""


@dataclass
class Let(Stmt):
    """Give a local a value."""

    binds = ("name",)
    name: str
    value: Expr


@dataclass
class Unpack(Stmt):
    """Give locals the members of a value that has as many."""

    binds = ("names",)
    names: tuple[str, ...]
    value: Expr


@dataclass
class Put(Stmt):
    """Set a key of an object."""

    obj: Expr
    key: str | Expr
    value: Expr


@dataclass
class SetMember(Stmt):
    """Set a member of one of the runtime's states."""

    state: Expr
    member: str
    value: Expr


@dataclass
class Drop(Stmt):
    """Remove keys that are there."""

    obj: Expr
    keys: tuple[str, ...]


@dataclass
class Pop(Stmt):
    """Remove a key that may be there."""

    obj: Expr
    key: Expr


@dataclass
class Append(Stmt):
    """Add an item at the end of a list."""

    items: Expr
    value: Expr


@dataclass
class InsertFirst(Stmt):
    """Add an item at the beginning of a list."""

    items: Expr
    value: Expr


@dataclass
class Extend(Stmt):
    """Add all items of another list."""

    items: Expr
    values: Expr


@dataclass
class Add(Stmt):
    """Add a text to a set."""

    among: Expr
    value: Expr


@dataclass
class Bump(Stmt):
    """Count one more."""

    binds = ("counter",)
    counter: str


@dataclass
class Do(Stmt):
    """Work a value out for its effect."""

    value: Expr


@dataclass
class If(Stmt):
    """The steps of the first condition that holds, or else the others."""

    branches: Branches
    otherwise: list[Stmt]


@dataclass
class Chain(Stmt):
    """The steps of each condition that holds, one after the other: an arm may decline."""

    arms: Branches


@dataclass
class For(Stmt):
    """Steps for each item of a list."""

    binds = ("name",)
    name: str
    items: Expr
    body: list[Stmt]


@dataclass
class ForKeys(Stmt):
    """Steps for each key of an object, and its value."""

    binds = ("key", "value")
    key: str
    value: str
    obj: Expr
    body: list[Stmt]


@dataclass
class ForIndex(Stmt):
    """Steps for each item of a list, and its index; ``numbered``: the list has these, too."""

    binds = ("index", "name")
    index: str
    name: str
    items: Expr
    body: list[Stmt]
    numbered: bool = False


@dataclass
class Break(Stmt):
    """Leave the loop."""


@dataclass
class Continue(Stmt):
    """Go on with the next item."""


@dataclass
class Return(Stmt):
    """Give a value back."""

    value: Expr


@dataclass
class Stop(Stmt):
    """Give nothing back."""


@dataclass
class Fail(Stmt):
    """Refuse what stands at a key of an object, or the object itself: what was expected.

    That is a text, or the constant of the words of which it is none.
    """

    expected: str | Expr
    obj: Expr
    key: str | None


@dataclass
class Own(Stmt):
    """Name the object's own overlay ``own``, and its form (if asked) ``form``."""

    form: bool


@dataclass
class RestOrDrop(Stmt):
    """Keep an inner object's rest, if any; a key that had nothing else in it goes.

    So does an empty one that may be ``hollow``: it is written in any case.
    """

    rest: Expr
    key: str
    left: Expr
    original: Expr
    hollow: bool = False


@dataclass
class ListRest(Stmt):
    """Keep the rest of a list that is read by its first item."""

    rest: Expr
    key: str
    left: Expr
    first: Expr
    items: Expr


@dataclass
class Lose(Stmt):
    """Report a loss."""

    suffix: str
    code: str
    reason: str


@dataclass
class LoseFields(Stmt):
    """Report fields of a value at ``path + suffix``, all for one reason.

    ``how`` is the runtime's function; ``fields`` are names, or values by name.
    """

    how: str
    value: Expr
    suffix: str
    reason: str
    fields: tuple[str, ...] | dict[str, object]


@dataclass
class LoseIf(Stmt):
    """Report a loss, if there is a reason."""

    suffix: str
    code: str
    reason: Expr


@dataclass
class LoseIn(Stmt):
    """Report the losses of a value, by a function of the plan; ``more``: what else it takes."""

    function: str
    value: Expr
    suffix: str
    more: tuple[Expr, ...] = ()


@dataclass
class LoseAt(Stmt):
    """Report the losses of an item of a list."""

    function: str
    value: Expr
    suffix: str
    index: str


@dataclass
class LoseEach(Stmt):
    """Report the losses of every item of a list; ``numbered``: it has their places, too."""

    function: str
    items: Expr
    suffix: str
    numbered: bool = False

"""The values of a plan that are true or false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .nodes import Condition, Expr


@dataclass(frozen=True)
class Has(Condition):
    """Is the key there?"""

    obj: Expr
    key: str


@dataclass(frozen=True)
class Is(Condition):
    """Is it of this JSON type?"""

    value: Expr
    kind: str


@dataclass(frozen=True)
class Isnt(Condition):
    """Is it of any other?"""

    value: Expr
    kind: str


@dataclass(frozen=True)
class In(Condition):
    """Is it one of the keys of an object, one of a set?"""

    value: Expr
    among: Expr


@dataclass(frozen=True)
class Among(Condition):
    """Is it one of these texts?"""

    value: Expr
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Eq(Condition):
    """Is it this constant?"""

    value: Expr
    constant: Any


@dataclass(frozen=True)
class Ne(Condition):
    """Are two values not the same?"""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class Same(Condition):
    """Are two values the same?"""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class LessThan(Condition):
    """Is a number less than another?"""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class Missing(Condition):
    """Is it missing, or null?"""

    value: Expr


@dataclass(frozen=True)
class Present(Condition):
    """Is it neither missing nor null?"""

    value: Expr


@dataclass(frozen=True)
class Filled(Condition):
    """Is it there and has something in it: true, a text, a list, an object that is not empty?"""

    value: Expr


@dataclass(frozen=True)
class Holds(Condition):
    """Is a value true that is true or false?"""

    value: Expr


@dataclass(frozen=True)
class NotZero(Condition):
    """Is a number any other than 0?"""

    value: Expr


@dataclass(frozen=True)
class NotEmpty(Condition):
    """Has a list an item? As true or false, to be kept."""

    items: Expr


@dataclass(frozen=True)
class SizeIs(Condition):
    """Has a list or an object just so many?"""

    value: Expr
    size: int


@dataclass(frozen=True)
class SizeNot(Condition):
    """Has it any other number than this and what a counter says (if one is named)?"""

    value: Expr
    total: int
    counter: str


@dataclass(frozen=True)
class Not(Condition):
    """Does it not hold?"""

    condition: Expr


@dataclass(frozen=True)
class And(Condition):
    """Do all hold? Each is asked only if those before it do."""

    conditions: tuple[Expr, ...]


@dataclass(frozen=True)
class Or(Condition):
    """Does one hold? Each is asked only if those before it do not."""

    conditions: tuple[Expr, ...]


@dataclass(frozen=True)
class All(Condition):
    """Does it hold for every item?"""

    binds = ("name",)
    name: str
    items: Expr
    condition: Expr


@dataclass(frozen=True)
class Disjoint(Condition):
    """Has an object none of these keys, a constant set?"""

    keys: Expr
    obj: Expr


@dataclass(frozen=True)
class Covers(Condition):
    """Are all of an object's keys in a constant set?"""

    keys: Expr
    obj: Expr


@dataclass(frozen=True)
class Styled(Condition):
    """Does the form spell a field so?"""

    field: str
    style: str


@dataclass(frozen=True)
class Spelled(Condition):
    """Does the form have an entry for a field, with this key in it (if one is named)?"""

    field: str
    key: str


@dataclass(frozen=True)
class SpelledAt(Condition):
    """Does the form say that a field stood at this wire path?"""

    field: str
    path: str


@dataclass(frozen=True)
class IsAbsent(Condition):
    """Is it the runtime's word for a value that is to be left out?"""

    value: Expr


@dataclass(frozen=True)
class IsntAbsent(Condition):
    """Is it anything else?"""

    value: Expr

"""What operators are handed while their row is planned: of a planner, no more than this."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..load.schema import Schema, Shape
from ..load.transform import Lens, Row, Table, Transform

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from .base import Codec
    from .leaf import Leaf

Path = tuple[str, ...]


@dataclass
class Spot:
    """What a codec may need to know of the row it serves.

    ``place`` is the number of what is written next to a list; None for what stands in none.
    ``first`` is where the numbers of a list's items begin, if not at 0.
    """

    field: str
    wire: Expr
    key: str
    content: Expr | None = None
    place: Expr | None = None
    first: Expr | None = None


class Resolving(Protocol):
    """What an operator is made of: its format, and what stands for shapes without operators."""

    @property
    def format(self) -> ResolvedFormat: ...

    @property
    def wire(self) -> Schema: ...

    @property
    def transform(self) -> Transform: ...

    def between(self, inter: tuple[Shape, ...], wire: tuple[Shape, ...]) -> Codec:
        """The codec that two shapes call for when no operator is written."""

    def text_tags(self, names: list[str]) -> list[tuple[str, Any]]:
        """The tags of the wire record among these that text blocks are written as."""

    def constant(self, name: str, value: Any) -> str:
        """The name of a constant of the module: this, or one like it."""

    def table_constants(self, table: Table, exact: bool = False) -> tuple[str, str]:
        """The module constants that hold a table, for reading (``exact``: row by row) and writing.
        """


class Reading(Protocol):
    """A lens that is being read."""

    lens: Lens
    locals: dict[str, Expr]
    """Fields that have been read, by name."""
    texts: dict[Path, Expr]
    """Texts that were read ahead of the cases, by wire path."""
    invalid: tuple[str, Expr] | None
    """A field that the new object gets if its value is there."""

    @property
    def scope(self) -> Scope:
        """Where the next step goes."""

    def within(self, scope: Scope) -> AbstractContextManager[Scope]:
        """For as long as this holds, steps go into another scope."""

    def inner(self) -> AbstractContextManager[Scope]:
        """For as long as this holds, steps go into a nested block."""

    def reads(self, field: str) -> bool:
        """Whether the wire has this field apart."""

    def object(self, path: Path) -> Expr:
        """The wire object at a path, opened and checked on first use."""

    def rest(self, path: Path) -> Expr:
        """What no row has taken of the wire object at a path, in a list that is spread."""

    def raw(self, leaf: Leaf) -> Expr:
        """The wire value of a leaf in a local name, missing if it is not there."""

    def spot(self, leaf: Leaf) -> Spot: ...

    def took(self, leaf: Leaf, when: Expr | None = None, absorbs: bool = False) -> None:
        """Account for a leaf's wire key: it is read (``when``: only if that holds).

        ``absorbs``: also where it is not there.
        """

    def taking(self, leaf: Leaf, body: list[Stmt]) -> list[Stmt]:
        """Steps after which a leaf's key is accounted for."""


class Writing(Protocol):
    """A lens that is being written."""

    lens: Lens
    last: list[Stmt]
    """Steps for when all else of the wire object is in its place."""

    counts: dict[str, Expr]
    """Numbers that have been looked up, by their fields."""

    @property
    def scope(self) -> Scope:
        """Where the next step goes."""

    @property
    def hides_ids(self) -> bool:
        """Does this format leave out ids that were made up?"""

    def reads(self, field: str) -> bool:
        """Whether the wire has this field apart."""

    def object(self, path: Path) -> Expr:
        """The wire object at a path, in a local name."""

    def put(self, path: Path, value: Expr) -> list[Stmt]:
        """Put a value at a path."""

    def spot(self, leaf: Leaf) -> Spot: ...

    def taken(self, leaf: Leaf) -> Expr:
        """The value of a field that is there, of the right type; lenses look at theirs."""

    def count(self, field: str) -> Expr:
        """A number that may be absent, and is 0 then."""

    def shapes_in(self, row: Row, path: Path) -> tuple[Shape, ...]:
        """What a field may be, in the arm or the object that a row is of."""

    def leaf_of(self, field: str) -> Leaf:
        """The leaf of the row of another field."""

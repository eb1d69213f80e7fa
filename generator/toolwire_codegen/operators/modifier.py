"""An operator that converts nothing, and changes what the row around it does."""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, ClassVar

from ..ir import Expr, Stmt
from .base import Definition, Pairs, Path

if TYPE_CHECKING:
    from .handed import Reading, Writing
    from .leaf import Leaf


class Modifier(Definition, ABC):
    """What the row does beyond converting: when something is absent, or stands beside."""

    modifier = True
    converts = False
    notes: ClassVar[bool] = False
    """Does the form say something of every value that is read with it?"""
    known_ahead: ClassVar[bool] = False
    """Does what is to be written alone say whether the row is, and not what has been?"""

    def mark(self, leaf: Leaf) -> None:
        """Say of a target what it is with this."""
        return None

    def read(self, reading: Reading, leaf: Leaf, value: Expr) -> None:
        """After a required value was read."""
        return None

    def written(self, writing: Writing, leaf: Leaf, value: Expr) -> Expr:
        """The value that is to be written for a required one."""
        return value

    def rewritten(self, writing: Writing, leaf: Leaf, written: Expr) -> Expr:
        """The wire value of a required one, made of what is written without this."""
        return written

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        """Write the row, if that is this modifier's to do."""
        return False

    def read_where(self, reading: Reading, leaf: Leaf) -> Expr | None:
        """Without what the wire value is none of the row's; None: it always is."""
        return None

    def written_where(self, writing: Writing, leaf: Leaf) -> Expr | None:
        """Without what the row is not written; asked when all else is, if not ``known_ahead``."""
        return None

    def elsewhere(self, leaf: Leaf) -> tuple[Path, str] | None:
        """Where the text of its row may stand instead, and in records of which type."""
        return None

    def marking(self, leaf: Leaf) -> tuple[Path, str] | None:
        """Where pieces of its row's text stand that mean a field is true, and that field."""
        return None

    def losses(self, leaf: Leaf, writing: Writing) -> list[Stmt]:
        """What is lost of a value that is there, by this."""
        return []

    def always_losses(self, leaf: Leaf) -> list[Stmt]:
        """What is reported whether the value is there or not."""
        return []

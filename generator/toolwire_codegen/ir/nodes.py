"""What the nodes of a plan are: a small language-neutral program over JSON values.

A renderer needs one spelling for each class here, and nothing else. Operands that are no values
(names, keys, constants of the specs) are plain Python values; all others are nodes.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar


class Node:
    """A step or a value of a plan; ``binds`` are the operands that name locals it binds."""

    binds: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def operand_names(cls) -> tuple[str, ...]:
        """What its operands are called, in order."""
        if cls not in _NAMES:
            _NAMES[cls] = tuple(field.name for field in fields(cls))  # type: ignore[arg-type]
        return _NAMES[cls]

    def operands(self) -> list[Any]:
        """What it is made of, in order."""
        return [getattr(self, name) for name in self.operand_names()]


_NAMES: dict[type, tuple[str, ...]] = {}


class Expr(Node):
    """A value."""


class Condition(Expr):
    """A value that is true or false."""


class Stmt(Node):
    """A step."""

"""What the nodes of a plan are: a small language-neutral program over JSON values.

A renderer needs one spelling for each class here, and nothing else. Operands that are no values
(names, keys, constants of the specs) are plain Python values; all others are nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, ClassVar


class Node:
    """A step or a value of a plan; ``binds`` are the operands that name locals it binds."""

    binds: ClassVar[tuple[str, ...]] = ()

    def operands(self) -> Iterator[Any]:
        """What it is made of, in order."""
        for field in fields(self):  # type: ignore[arg-type]
            yield getattr(self, field.name)


class Expr(Node):
    """A value."""


class Condition(Expr):
    """A value that is true or false."""


class Stmt(Node):
    """A step."""

"""What the nodes of a plan are: a small language-neutral program over JSON values.

A renderer needs one spelling for each class here, and nothing else. Operands that are no values
(names, keys, constants of the specs) are plain Python values; all others are nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
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

    def operands(self) -> tuple[Any, ...]:
        """What it is made of, in order."""
        found = _OPERANDS.get(type(self))
        if found is None:
            found = _OPERANDS[type(self)] = _getter(self.operand_names())
        return found(self)

    def inner(self) -> tuple[Any, ...]:
        """Of what it is made, what may be or hold other nodes, the last first."""
        found = INNER.get(type(self))
        if found is None:
            made: Any = fields(self)  # type: ignore[arg-type]
            names = [field.name for field in made if field.type not in PLAIN]
            found = INNER[type(self)] = _getter((*reversed(names),))
        return found(self)


PLAIN = ("str", "int", "bool", "str | None", "tuple[str, ...]")
"""Types of operands that are no nodes, as they are written."""


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """All of these attributes at once: plans are walked through a million times."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda node: ()
    one = attrgetter(*names)
    return lambda node: (one(node),)


_NAMES: dict[type, tuple[str, ...]] = {}
_OPERANDS: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
INNER: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""What gives a node's ``inner``, by its class, as far as it was asked for."""


class Expr(Node):
    """A value."""


class Condition(Expr):
    """A value that is true or false."""


class Stmt(Node):
    """A step."""

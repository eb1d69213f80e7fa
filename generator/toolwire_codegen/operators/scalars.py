"""What operators share that turn one value into another by two functions of the runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..load.transform import literal
from .base import Codec, Spot, Use

if TYPE_CHECKING:
    from .leaf import Leaf


class Scalar(Codec):
    """A value that a function of the runtime turns round; ``None`` from it means: no fit."""

    partial = True
    expected = "a value of the documented form"
    reader: ClassVar[str]
    writer: ClassVar[str]
    exact: ClassVar[bool] = False
    """Is our own the only spelling that reads as a value?"""

    def __init__(self, use: Use) -> None:
        self.given = tuple(ir.Const(arg, use.operator.name) for arg in self.arguments(use))
        self.spelled = not self.exact

    def arguments(self, use: Use) -> list[Any]:
        """What both functions are given beside the value."""
        return [literal(arg) for arg in use.operator.args]

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.runtime(self.reader, raw, *self.given)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime(self.writer, value, *self.given)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

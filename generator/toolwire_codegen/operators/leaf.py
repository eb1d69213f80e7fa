"""A target resolved: where it stands on the wire, what it may be, how it converts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .. import ir
from ..load.schema import Shape, json_type
from ..load.transform import Row, Target

if TYPE_CHECKING:
    from .base import Codec
    from .modifier import Modifier


@dataclass
class Leaf:
    """One target of a row: where it stands on the wire, what it may be, how it converts."""

    row: Row
    target: Target
    codec: Codec
    wire_required: bool
    inter_required: bool
    default: Any = None
    has_default: bool = False
    fill: Any = None
    has_fill: bool = False
    #: what the field may be here
    inter: tuple[Shape, ...] = ()
    #: this wire's own traffic may lack what the wire demands
    excused: bool = False
    #: where nothing is said the wire has null, as `absent` says
    null: bool = False
    #: fits only where its object has no other key
    alone: bool = False
    #: an empty text is as good as none
    nonempty: bool = False
    modifiers: list[Modifier] = field(default_factory=list)

    @property
    def field(self) -> tuple[str, ...]:
        return self.row.fields[0]

    @property
    def places(self) -> list[Leaf]:
        """A leaf for each place that its value stands in."""
        return [
            replace(self, target=replace(self.target, path=path, more=()))
            for path in self.target.paths
        ]

    @property
    def node(self) -> tuple[str, ...]:
        return self.target.path[:-1]

    @property
    def key(self) -> str:
        return self.target.path[-1] if self.target.path else ""

    def unlike(self, value: ir.Expr) -> ir.Expr:
        """Is a value of the field anything else than its default?"""
        empty = {json_type(self.default)} if self.default in ("", [], {}) else set()
        if empty == {shape.json_type for shape in self.inter}:
            return ir.Filled(value)
        return ir.or_(*self.shows(value), ir.Ne(value, ir.const(self.default)))

    def shows(self, value: ir.Expr) -> list[ir.Expr]:
        """What tells soonest that an object is no default: something where that has nothing."""
        inner = self.default if isinstance(self.default, dict) else {}
        empty = [key for key, one in inner.items() if one in ("", [], {})]
        return [ir.Filled(ir.opt(value, key)) for key in empty[:1]]

    def filled(self, value: ir.Expr) -> list[ir.Expr]:
        """What a text must be to be taken as it is, beyond a text."""
        if self.nonempty and not (self.has_default and self.default == ""):
            return [ir.Filled(value), *self.apart(value)]
        return self.apart(value)

    def apart(self, value: ir.Expr, scalar: bool = True) -> list[ir.Expr]:
        """That a field's value, a ``scalar`` or any, is not the one that stands for its absence."""
        if not self.has_default or (scalar and isinstance(self.default, (list, dict))):
            return []
        if self.default == "":
            return [ir.Filled(value)]
        return [ir.Ne(value, ir.const(self.default))]

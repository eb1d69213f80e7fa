"""Lenses, unions and targets with what planning adds: names, codecs, what callers must know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import ir
from ..load.schema import Shape
from ..load.transform import Lens, Row, Target
from ..operators.base import Codec, Modifier


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
    #: fits only where its object has no other key
    alone: bool = False
    #: an empty text is as good as none
    nonempty: bool = False
    modifiers: list[Modifier] = field(default_factory=list)

    @property
    def field(self) -> tuple[str, ...]:
        return self.row.fields[0]

    @property
    def node(self) -> tuple[str, ...]:
        return self.target.path[:-1]

    @property
    def key(self) -> str:
        return self.target.path[-1] if self.target.path else ""

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


@dataclass
class BoundLens:
    """A lens with the names of its two functions and what callers must know of it."""

    lens: Lens
    inter_tags: list[tuple[str, Any]]
    wire_tags: list[tuple[str, Any]]
    reading: str
    writing: str
    reads_calls: bool = False
    hides_ids: bool = False

    @property
    def keeps(self) -> bool:
        return self.lens.keeps

    @property
    def whole_child(self) -> bool:
        """Whether another lens gets the whole wire object, and keeps what is left of it."""
        whole = any(row.targets and not row.targets[0].path for row in self.lens.rows)
        return whole and not self.scalar_wire

    scalar_wire: bool = False
    declines: bool = False

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.writing.replace("_encode_", "_losses_of_")

    @property
    def partial(self) -> bool:
        """Whether reading or writing may find that a value does not fit, and give missing."""
        return bool(self.declines or self.lens.own)


def whole_row(bound: BoundLens) -> Row | None:
    """The row of a lens that hands its whole wire object to another lens, if it is one."""
    rows = bound.lens.rows
    return rows[0] if bound.whole_child and len(rows) == 1 else None


@dataclass
class BoundUnion:
    """An intermediate union against the arms of a wire union."""

    inter: str
    wire: str
    lenses: list[BoundLens]
    scalars: tuple[str, ...]
    opaque: bool
    tag: str
    reading: str
    writing: str
    lost: dict[str, str] = field(default_factory=dict)
    at: str = ""
    keys: frozenset[str] = frozenset()

    @property
    def total(self) -> bool:
        return self.opaque

    @property
    def lists(self) -> bool:
        """Whether lists of it are read and written by functions of their own."""
        return self.opaque and not self.scalars and not self.by_value

    @property
    def reading_list(self) -> str:
        return f"{self.reading}_list"

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.writing.replace("_encode_", "_losses_of_")

    @property
    def writing_list(self) -> str:
        return f"{self.writing}_list"

    @property
    def named(self) -> list[str]:
        """The wire keys that rows speak of."""
        lenses = [lens.lens for lens in self.lenses]
        paths = [t.path for lens in lenses for row in lens.all_rows for t in row.targets]
        paths += [given.path for lens in lenses for given in lens.givens]
        tags = {key for lens in self.lenses for key, _ in lens.wire_tags}
        return sorted({path[0] for path in paths if path} | tags)

    @property
    def by_value(self) -> bool:
        return any(not lens.keeps and not lens.whole_child for lens in self.lenses)

    @property
    def reads_calls(self) -> bool:
        return any(lens.reads_calls for lens in self.lenses)

    @property
    def hides_ids(self) -> bool:
        return any(lens.hides_ids for lens in self.lenses)

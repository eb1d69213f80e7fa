"""What planning must know of ``spread``: one unit of a list that stands as several elements.

A run of neighbours that are blocks is one unit, and what may stand among blocks belongs to the run
as it is. Of that alone there is no run: it stays a unit of its own.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Expr
from ..ir.scope import snake
from ..load.transform import Sequence
from ..resolve.paths import lists
from ..resolve.telling import tell
from .asking import asked
from .landing import CONTENT, landing_of
from .resolve import Resolver


class Spreading:
    """What the planning of one sequence needs to know of what it spreads, both ways."""

    def __init__(self, resolver: Resolver, sequence: Sequence) -> None:
        self.resolver, self.sequence = resolver, sequence
        inter = resolver.format.inter_shapes(sequence.spread, (sequence.spread_key,))
        wire = resolver.format.wire_shapes(sequence.wire_record, (sequence.wire_key,))
        blocks = tuple(item for shape in inter for item in shape.items)
        items = lists(wire)
        self.elements = [item.name for item in items if item.name]
        union = resolver.union_between(blocks, items)
        assert union is not None
        #: every block, also those that no lens is for
        self.blocks = union
        #: a block by its element, or nothing where the element is none
        self.known_blocks = resolver.without_unknown(union)

    @property
    def tags(self) -> list[tuple[str, Any]]:
        """The constants of what is spread."""
        return list(self.resolver.inter.tags(self.sequence.spread).items())

    def is_unit(self, unit: Expr) -> Expr:
        if not self.tags:
            return ir.has(unit, self.sequence.spread_key)
        return ir.and_(*(ir.eq(ir.opt(unit, key), value) for key, value in self.tags))

    def is_among(self, element: Expr) -> Expr:
        """Is an element one that may stand among blocks?"""
        earlier: list[Expr] = []
        found: list[Expr] = []
        for question in tell(self.resolver.wire, self.elements, self.sequence.among):
            is_told = asked(self.resolver.snaked, question, element)
            if question.arm in self.sequence.among:
                found.append(ir.and_(*map(ir.not_, earlier), is_told))
            else:
                earlier.append(is_told)
        return ir.or_(*found)

    @property
    def bare(self) -> bool:
        """Whether a text may stand where the list does."""
        return self.resolver.strings(self.sequence.spread, (self.sequence.spread_key,))

    def listed(self, unit: Expr) -> Expr:
        """The blocks of a unit."""
        blocks = ir.get(unit, self.sequence.spread_key)
        return ir.runtime("blocks_of", blocks) if self.bare else blocks

    @property
    def landing(self) -> str:
        """The constant that has the kinds of blocks by the keys they may have, or ""."""
        if self.sequence.spread_key != CONTENT:
            return ""
        name = snake(self.sequence.spread).upper()
        return landing_of(self.resolver, name, self.blocks.lenses, frozenset(), name)

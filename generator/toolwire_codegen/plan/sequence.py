"""What planning must know of a sequence: a list whose units stand on the wire in a way of its own.

Units may leave the list (``lift``), share an element (``fold``) or stand as several (``spread``),
and a string, or another list, may stand for the list (``string``). The form of a unit says ``lift``
``kept`` if it stayed in the list although it could have left it.
"""

from __future__ import annotations

from typing import Any

from ..ir.scope import snake
from ..load.transform import Lens, Row, Sequence
from ..resolve.bare import bare_words, blocks_alone
from ..resolve.paths import lists
from .bound import BoundLens, BoundUnion, Converting
from .codecs import Many
from .folding import Folding
from .resolve import Resolver
from .spreading import Spreading


class BoundSequence:
    """A sequence with the names of its functions and what callers must know of it."""

    def __init__(self, resolver: Resolver, sequence: Sequence) -> None:
        self.resolver, self.sequence = resolver, sequence
        self.fold = Folding(resolver, sequence) if sequence.member else None
        self.spread = Spreading(resolver, sequence) if sequence.spread else None
        name = snake(sequence.field)
        self.again = f"_again_{name}"
        self.reading, self.writing = f"_decode_{name}", f"_encode_{name}"
        self.losing = f"_losses_of_{sequence.field}"
        inter = resolver.format.inter_shapes(sequence.record, (sequence.field,))
        wire = resolver.format.wire_shapes(sequence.wire_record, (sequence.wire_key,))
        self.alone = any(shape.json_type == "object" for shape in wire)
        codec = resolver.between(inter, tuple(s for s in wire if s.kind == "array")[:1])
        #: the key and words that tell items of a list which stands for one element
        self.bare = bare_words(resolver.format, sequence)
        #: what has an element of its own, and neither leaves the list nor shares one
        self.others: BoundLens | BoundUnion | None = None
        if isinstance(codec, Many):
            self.others = codec.item.through
        # The functions of a list call those of its arms, whichever of them ask for it.
        called: list[Converting] = [*(one for _, one in (self.fold.units if self.fold else ()))]
        called += [self.others] if self.others is not None else []
        called += [self.spread.blocks] if self.spread is not None else []
        self.reads_calls = any(one.reads_calls for one in called)
        self.hides_ids = any(one.hides_ids for one in called)
        self.numbered = False

    @property
    def left(self) -> BoundUnion:
        """Units that no lens is for, where it is for no other: ``lost`` says why."""
        s, format_ = self.sequence, self.resolver.format
        inter = lists(format_.inter_shapes(s.record, (s.field,)))
        wire = lists(format_.wire_shapes(s.wire_record, (s.wire_key,)))
        names = ([shape.name for shape in side if shape.name] for side in (inter, wire))
        pair = format_.union_of(*names)
        stated = (one for one in self.resolver.transform.unions if (one.inter, one.wire) == pair)
        lost = next((one.lost for one in stated), {})
        return BoundUnion(*pair, [], (), True, [], self.reading, self.writing, lost)

    def lifted(self) -> BoundLens:
        """The lens of the units that stand in a wire key of their own."""
        s, resolver = self.sequence, self.resolver
        schema = resolver.wire.properties(s.wire_record)[s.lift_key]
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if not name:
            refs = [arm.get("$ref", "") for arm in schema.get("anyOf", ())]
            name = next(ref.rpartition("/")[2] for ref in refs if ref)
        return resolver.bound[s.lift, name]

    @property
    def texts(self) -> bool:
        """Whether a string may stand for the list."""
        place = (self.sequence.wire_key,)
        shapes = self.resolver.format.wire_shapes(self.sequence.wire_record, place)
        return bool(self.sequence.string) and any(shape.kind == "string" for shape in shapes)

    @property
    def text_part(self) -> list[tuple[str, Any]] | None:
        """The constants of the block that a string is the text of; None where it is no block."""
        blocks = blocks_alone(self.resolver.format, self.sequence)
        return self.resolver.text_tags(blocks) if blocks else None

    def text_tags(self) -> list[tuple[str, Any]]:
        """The constants of the element that a string or another list stands for."""
        return list(self.resolver.wire.tags(self.sequence.string).items())

    def rows(self) -> list[str]:
        """The sequence in the words of the source."""
        s = self.sequence
        rows = []
        if s.lift:
            where = "anywhere" if s.lift_anywhere else "leading"
            rows.append(f"lift: {s.lift}: {s.lift_key} (from {where})")
        if s.member:
            rows.append(f"fold: {s.member}*" + (f" {s.rest}?" if s.rest else ""))
            rows.append(f"into: {s.into}.{s.into_key}")
        if s.spread:
            rows.append(f"spread: {s.spread}.{s.spread_key}")
        if s.among:
            rows.append(f"among: {', '.join(s.among)}")
        if s.string:
            rows.append(f"string: {s.string}.{s.string_key}")
        return rows


def sequence_of(resolver: Resolver, lens: Lens, row: Row) -> BoundSequence:
    """The sequence that stands in a row's field."""
    sequence = resolver.format.sequence(lens, row)
    assert sequence is not None
    return BoundSequence(resolver, sequence)

"""Decoding: the rows whose value is always there."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Row

from .codec import Codec
from .operator import FIRST
from .parts import parts_of, standing
from .record import Record
from .registry import operator
from .sequences import in_place, one_item, read_units
from .spec import OPAQUE, Declined, demand
from .use import Use

Json = Any


class Rows(Record):
    """Reads the rows that need no other row."""

    def early(self, row: Row) -> bool:
        """Read a row that needs no other; False if it must wait for the rest of the value."""
        if row.is_const:
            calls = row.calls is not None and any(
                block.get("kind") == "toolCall" for block in self.notes.blocks
            )
            self.put(row.fields[0], row.calls if calls else row.const)
            return True
        if row.lost:
            if row.back is not None:
                self.put(row.fields[0], operator(row.back).look_back(self))
            return True
        if row.parts:
            self.keep(row, self.parts(row))
            return True
        if self.spec.sequence(self.lens, row) is not None:
            return self.must(row) and self._units(row)
        if len(row.targets) > 1:
            return False
        return self._early_target(self.use(row))

    def _early_target(self, use: Use) -> bool:
        if any(one.waits for one in use.operators):
            return False
        if any(one.read(self, use, FIRST) for one in use.operators):
            return True
        if use.must:
            self._required(use)
        return use.must

    def _required(self, use: Use) -> None:
        codec, node = use.codec, self.open(use.node).value
        if use.key not in node and self._declines():
            raise Declined
        loose = not self.lens.keeps and not use.wire_must
        if use.target.more or self.spec.keys_inside(self.lens, use.target.path):
            raw = self.raw(use.target)
        else:
            raw = node.get(use.key) if loose else node[use.key]
        if codec.picky and not codec.accepts(raw):
            self._misfit(codec)
        value = codec.read(raw, self.notes)
        if value is None and codec.partial:
            self._misfit(codec)
        self.note_spelling(use, value, raw)
        for one in use.operators:
            one.was_read(self, use, value)
        self.took_all(use)
        self.keep(use.row, value)

    def _misfit(self, codec: Codec) -> None:
        if self._declines() or codec.leaves or (codec.meets_unknown and self._stays()):
            raise Declined
        demand(False, "a value of the documented form")

    def _stays(self) -> bool:
        """Whether something opaque may stand wherever a value of the type does."""
        inter = self.spec.inter
        unions = [arms for arms in map(inter.arms, inter.defs) if self.lens.inter in arms]
        return bool(unions) and all(OPAQUE in arms for arms in unions)

    def _declines(self) -> bool:
        """A lens without leftovers takes only what it can say completely."""
        if self.lens.keeps or self.lens.cases:
            return False
        uses = [self.use(row, target) for row in self.lens.rows for target in row.targets]
        loose = [use for use in uses if not use.wire_must]
        telling = [one for use in uses for one in use.operators if one.tells_the_lens]
        return bool(self.lens.givens or loose or telling)

    def _units(self, row: Row) -> bool:
        sequence = self.spec.sequence(self.lens, row)
        assert sequence is not None
        holder = row.targets[0].path[:-1]
        root = self.open(holder)
        items = root.value[sequence.wire_key]
        style = in_place(self.interpreter, sequence, items)
        if style:
            items = [one_item(self.interpreter, sequence, items)]
            self.notes.note(row.name, {"style": style})
        demand(type(items) is list, "a list")
        self.took(holder, sequence.wire_key)
        units = read_units(self.interpreter, sequence, items, self.notes.calls)
        if sequence.lift:
            lens = self.interpreter.lift_lens(sequence)
            raw = root.value.get(sequence.lift_key)
            kinds = self.spec.shapes(self.spec.wire, sequence.wire_record, (sequence.lift_key,))
            types = {"string": str, "array": list}
            if raw is not None:
                demand(type(raw) in {types.get(s.kind, dict) for s in kinds}, "instructions")
                units.insert(0, self.interpreter.read(lens, raw, self.notes.calls))
                self.took(holder, sequence.lift_key)
        self.put(row.fields[0], units)
        return True

    def parts(self, row: Row) -> Json:
        """One list that the wire spreads over several keys."""
        blocks: list[Json] = []
        uses = [(self.use(Row(row.fields, row.position, targets=(target,))), arm)
                for arm, target in row.parts]  # fmt: skip
        parts = parts_of(uses)
        for part, (_, target) in zip(parts, row.parts, strict=True):
            use = part.use
            if part.whole:
                blocks += part.read_whole(self.open(use.node))
                continue
            raw = self.raw(target)
            found = part.read(raw, self.notes)
            if found is not None:
                blocks += standing(part, parts, raw, found)
                self.took(use.node, use.key)
        kinds = {shape.kind for shape in self.use(row, row.parts[0][1]).place.inter}
        plain = len(blocks) == 1 and [*blocks[0]] == ["kind", "text"]
        return blocks[0]["text"] if plain and "string" in kinds else blocks

"""Decoding: the rows whose value is always there."""

from __future__ import annotations

from typing import Any

from toolwire._runtime import values
from toolwire._runtime.arguments import arguments_from_object, arguments_from_text
from toolwire._runtime.calls import answered, mint
from toolwire_codegen.load.transform import Row, Target

from .codecs import Codec, Text
from .record import Record
from .sequences import read_units
from .spec import demand, literal, same_json

Json = Any


class Declined(Exception):
    """The object is not what this lens is for: another arm may take it."""


class Rows(Record):
    """Reads the rows that need no other row."""

    # -- rows whose value is always there

    def early(self, row: Row) -> bool:
        """Read a row that needs no other; False if it must wait for the rest of the value."""
        if row.is_const:
            self.put(row.fields[0], row.const)
            return True
        if row.lost:
            if row.back is not None:
                known = self.x[row.back.args[0]]
                self.put(row.fields[0], self.notes.calls.get(known, ""))
            return True
        if row.parts:
            self.put(row.fields[0], self.parts(row))
            return True
        if self.spec.sequence(self.lens, row) is not None:
            return self.must(row) and self._units(row)
        if len(row.targets) > 1:
            return False
        target = row.targets[0]
        for name, read in (
            ("json", self._arguments),
            ("object", self._arguments),
            ("minted", self._id),
            ("position", self._id),
        ):
            if target.operator(name):
                read(row, target)
                return True
        if target.operator("less") or not self.must(row):
            return False
        self._required(row, target)
        return True

    def _required(self, row: Row, target: Target) -> None:
        if target.operator("default") and not self.wire_must(target):
            self.defaulted(row, target)
            return
        codec, node = self.codec(row, target), self.open(target.path[:-1]).value
        loose = not self.lens.keeps and not self.wire_must(target)
        raw = node.get(target.path[-1]) if loose else node[target.path[-1]]
        if codec.picky and not codec.accepts(raw):
            self._misfit()
        value = codec.read(raw, self.notes)
        if value is None and codec.partial:
            self._misfit()
        self.note_spelling(row, codec, value, raw)
        if target.operator("nonempty") and not value:
            self.notes.note(row.name, {"style": "empty"})
        self.took(target.path[:-1], target.path[-1])
        self._keep(row, value)

    def _keep(self, row: Row, value: Json) -> None:
        self.put(row.fields[0], value)
        if row.fields[0] == ("message",) and isinstance(value, dict):
            self.notes.blocks = value["content"]
        elif row.fields[0] == ("message", "content"):
            self.notes.blocks = value

    def _misfit(self) -> None:
        if self._declines():
            raise Declined
        demand(False, "a value of the documented form")

    def _declines(self) -> bool:
        """A lens without leftovers takes only what it can say completely."""
        targets = [target for row in self.lens.rows for target in row.targets]
        if self.lens.keeps or self.lens.cases:
            return False
        loose = [target for target in targets if not self.wire_must(target)]
        picky = [t for t in targets if t.operator("pluck") or t.operator("sole")]
        return bool(self.lens.givens or loose or picky)

    def note_spelling(self, row: Row, codec: Codec, value: Json, raw: Json) -> None:
        if codec.spelled and self.lens.keeps and codec.respelled(value, raw, self.notes):
            self.notes.note(row.name, {"as": raw})

    def defaulted(self, row: Row, target: Target) -> None:
        """The default stands for an absent key, and the other way round."""
        operator = target.operator("default")
        assert operator is not None
        default = literal(operator.args[0] if operator.args else "")
        codec, raw = self.codec(row, target), self.raw(target)
        result = default
        if codec.accepts(raw):
            value = codec.read(raw, self.notes)
            if value != default and not (codec.partial and value is None):
                self.note_spelling(row, codec, value, raw)
                self.took(target.path[:-1], target.path[-1])
                result = value
        elif codec.structural and raw is not None:
            demand(isinstance(codec, Text) and not codec.list, "a value of the documented form")
        self._keep(row, result)

    def _id(self, row: Row, target: Target) -> None:
        """An id; where there is none, one is made up or the open call of that name is meant."""
        node, key = self.open(target.path[:-1]).value, target.path[-1]
        value, calls = node.get(key), self.notes.calls
        if type(value) is not str or not value:
            position = target.operator("position")
            if position is None:
                made = mint(calls)
            else:
                *path, last = position.args[0].split(".") if position.args else ("",)
                made = answered(calls, self.open(tuple(path)).value.get(last))
            spelling = {"for": made, "as": node[key]} if key in node else {"for": made}
            self.notes.note(row.name, spelling)
            value = made
        elif value in calls.made:
            self.notes.note(row.name, {"style": "present"})
        self.took(target.path[:-1], key)
        self.put(row.fields[0], value)

    def _arguments(self, row: Row, target: Target) -> None:
        node, key = self.open(target.path[:-1]).value, target.path[-1]
        operator, raw = target.operator("object"), node.get(key)
        if operator is None:
            value, invalid, spelling = arguments_from_text(raw)
        else:
            value, invalid, spelling = arguments_from_object(raw, operator.args[0])
        if spelling is not None:
            self.notes.note(row.name, spelling if key in node else {"style": "absent"})
        self.took(target.path[:-1], key)
        self.put(row.fields[0], value)
        if invalid is not None:
            self.put(row.fields[1], invalid)

    def _units(self, row: Row) -> bool:
        sequence = self.spec.sequence(self.lens, row)
        assert sequence is not None
        root = self.open(())
        items = root.value[sequence.wire_key]
        demand(type(items) is list, "a list")
        self.took((), sequence.wire_key)
        units = read_units(self.interpreter, sequence, items, self.notes.calls)
        if sequence.lift:
            lens = self.interpreter.lift_lens(sequence)
            raw = root.value.get(sequence.lift_key)
            kinds = self.spec.shapes(self.spec.wire, self.lens.wire, (sequence.lift_key,))
            known = {"string": str, "array": list}
            if raw is not None:
                demand(type(raw) in {known.get(s.kind, dict) for s in kinds}, "instructions")
                units.insert(0, self.interpreter.read(lens, raw, self.notes.calls))
                self.took((), sequence.lift_key)
        self.put(row.fields[0], units)
        return True

    def parts(self, row: Row) -> list[Json]:
        """One list that the wire spreads over several keys."""
        blocks: list[Json] = []
        for arm, target in row.parts:
            raw, node, key = self.raw(target), target.path[:-1], target.path[-1]
            worded = target.operator("worded")
            if worded:
                text_or_none = values.worded_from(raw, *worded.args)
                if text_or_none is not None:
                    blocks.append({"kind": "text", "text": text_or_none})
                    if not same_json(values.worded([text_or_none], *worded.args), raw):
                        self.notes.note(row.name, {"as": raw})
                self.took(node, key)
                continue
            text = target.operator("text") or target.operator("joined")
            if text and type(raw) is str:
                if raw or target.operator("joined"):
                    blocks.append({"kind": "text", "text": raw})
                    self.took(node, key)
            elif raw is not None and not target.operator("joined"):
                demand(type(raw) is list, "a list")
                if raw:
                    codec = self.codec(Row(row.fields, row.position, (target,)), target)
                    if isinstance(codec, Text) and codec.bare(raw):
                        self.notes.note(row.name, {"style": "list"})
                    many = self.interpreter.part(self.lens, row, arm, target, self.record)
                    blocks += many.read(raw, self.notes)
                    self.took(node, key)
        return blocks

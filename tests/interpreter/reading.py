"""Decoding: one wire object through the rows of one lens."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Case, Row

from .jsontext import dumps
from .operator import CASE, LATE
from .parts import TextPart, part_of
from .record import Opened
from .rows import Rows
from .sequences import in_place, one_item, read_units
from .spec import Declined, Path, demand
from .use import Use

Json = Any


class Reading(Rows):
    """Reads one object through one lens."""

    def run(self) -> Json:
        lens = self.lens
        if any(row.targets and not row.targets[0].path for row in lens.rows):
            if lens.rows[0].fields[0] == ():
                return self.use(lens.rows[0]).codec.read(self.whole, self.notes)
            return self._handed_on()
        demand(type(self.whole) is dict, "an object")
        self.opened[()] = Opened(self.filled(self.camel(self.whole, ()), ()))
        if lens.rows and lens.rows[0].fields[0] == ():
            return self._scalar(lens.rows[0])
        for key in self.spec.wire_tags(lens):
            self.took((), key)
        for key in self.spec.kept_keys(lens):
            left_out = any(absent.path == (key,) for absent in lens.absents)
            demand(left_out or key in self.opened[()].value, f"the key {key}")
        if not lens.keeps:
            for given in lens.givens:
                if not self.is_given(given):
                    raise Declined
        late = [row for row in lens.rows if not self.early(row)]
        if lens.cases:
            late += self._case(late)
        self.x = {**self.spec.inter_tags(self.record), **self.x}
        if lens.inter == "ToolCall":
            self.notes.calls.names[self.x["id"]] = self.x["name"]
        for row in late:
            self._late(row)
        return self.finished()

    def _handed_on(self) -> Json:
        """The whole wire object is the value of one field."""
        row = self.lens.rows[0]
        value = self.use(row).codec.read(self.whole, self.notes)
        x = {**self.spec.inter_tags(self.lens.inter), row.fields[0][0]: value}
        if self.notes.form is not None:
            x["metadata"] = {self.spec.name: {"$": self.notes.form}}
        return x

    def _scalar(self, row: Row) -> Json:
        """The intermediate side is a scalar: no object, no leftovers."""
        if row.is_const:
            return row.const
        use = self.use(row)
        return use.codec.read(self.open(use.node).value.get(use.key), self.notes)

    # -- cases

    def _case(self, late: list[Row]) -> list[Row]:
        """Read the first case that holds; gives its rows that must wait."""
        cases = [case for case in self.lens.cases if not case.lost]
        for case in cases:
            for row in case.rows:
                for target in (*row.targets, *(target for _, target in row.parts)):
                    self.open(target.path[:-1])
            for given in case.givens:
                self.open(given.path[:-1])
        for row in late:
            for target in row.targets:
                self.open(target.path[:-1])
        for case in cases:
            self.record = self.spec.arm(self.lens, case.arm) if case.arm else self.lens.inter
            if self._holds(case):
                return self._take(case)
        demand(not any(case.arm for case in self.lens.cases), "one of the documented forms")
        raise Declined

    def _holds(self, case: Case) -> bool:
        for given in case.givens:
            if not given.built and not self.is_given(given):
                return False
        for row in case.rows:
            if row.is_const or row.lost:
                continue
            if row.parts:
                if not self._holds_media(row):
                    return False
            elif (self.must(row) or not case.arm) and not self._holds_row(row):
                return False
        return True

    def _holds_media(self, row: Row) -> bool:
        """Is there anything but texts of a list that stands in several keys?"""
        for arm, target in row.parts:
            use = self.use(Row(row.fields, row.position, targets=(target,)))
            raw = self.raw(target)
            if not isinstance(part_of(use, arm), TextPart) and type(raw) is list and raw:
                return True
        return False

    def _holds_row(self, row: Row) -> bool:
        use = self.use(row)
        raw = self.raw(use.target)
        for one in use.operators:
            answer = one.holds(self, use, raw)
            if answer is not None:
                return answer
        codec = use.codec
        if not codec.partial:
            return codec.accepts(raw) and (raw is not None or self.present(use.target))
        return codec.read(raw, self.notes) is not None

    def _take(self, case: Case) -> list[Row]:
        for given in case.givens:
            if not given.built or self.is_given(given):
                self.took(given.path[:-1], given.path[-1])
        late = []
        for row in case.rows:
            if case.at and self.lens.keeps and [t.dotted for t in row.targets] == [case.at]:
                self.notes.note(row.name, {"at": case.at})
            if row.is_const:
                self.put(row.fields[0], row.const)
            elif row.parts:
                self.put(row.fields[0], self.parts(row))
            elif row.lost:
                continue
            elif case.arm and not self.must(row):
                late.append(row)
            else:
                self._case_row(row)
        return late

    def _case_row(self, row: Row) -> None:
        use = self.use(row)
        if any(one.read(self, use, CASE) for one in use.operators):
            return
        raw = self.raw(use.target)
        value = use.codec.read(raw, self.notes)
        self.note_spelling(use, value, raw)
        self.took(use.node, use.key)
        self.put(row.fields[0], value)

    # -- rows that may find nothing

    def _late(self, row: Row) -> None:
        if self.spec.sequence(self.lens, row) is not None:
            self._optional_units(row)
            return
        uses = [self.use(row, target) for target in row.targets]
        if any(one.read(self, uses[0], LATE) for one in uses[0].operators):
            return
        for use in uses:
            if use.wire_must and len(uses) == 1 and not use.excused:
                demand(use.key in self.open(use.node).value, f"the key {use.key}")
        for use in uses:
            if self._optional(use, last=use is uses[-1]):
                self._others(row)
                return
        for one in uses[0].operators:
            one.found_nothing(self, uses[0])

    def _others(self, row: Row) -> None:
        """The other places of a field that was read; what stands there goes with the field."""
        there = [self.present(target) for target in row.targets]
        listed = any("0" in target.path for target in row.targets)
        if len(there) != 2 or not all(there) or listed:
            return  # what stands elsewhere stays there
        for target, other in zip(row.targets, reversed(row.targets), strict=True):
            rest, value = self.open(target.path[:-1]).rest, self.raw(other)
            if target.path[-1] in rest:
                others = {target.dotted: rest.pop(target.path[-1])}
                self.notes.note(row.name, {"of": dumps(value), "also": others})

    def _optional(self, use: Use, last: bool) -> bool:
        """Read a field from one of its targets; False if nothing there fits."""
        codec, raw = use.codec, self.raw(use.target)
        shared = use.target.path in self.shared
        fits = self.present(use.target) and codec.accepts(raw)
        if shared:
            fits = fits and type(self.open(use.node).value.get(use.key)) is dict
        if not (fits and all(one.fits(raw) for one in use.operators)):
            self._misfitting(use, raw, shared, last)
            return False
        value = codec.read(raw, self.notes)
        alone = use.wire_must and len(use.row.targets) == 1 and self._demanded(use.row.fields[0])
        demand(value is not None or not codec.partial or not alone, "a value that fits")
        if value is not None or not codec.partial:
            self.put(use.row.fields[0], value)
            self.note_spelling(use, value, raw)
            if use.target is not use.row.targets[0]:
                self.notes.note(use.row.name, {"at": use.target.dotted})
            self.took_all(use)
        return True

    def _demanded(self, field: Path) -> bool:
        """Must the record have it that a field stands in?"""
        *above, last = field
        shapes = self.spec.shapes(self.spec.inter, self.lens.inter, tuple(above)) if above else ()
        names = [shape.name for shape in shapes if shape.kind == "record"]
        return bool(names) and all(last in self.spec.inter.required(name) for name in names)

    def _misfitting(self, use: Use, raw: Json, shared: bool, last: bool) -> None:
        """What is no value of the field: is it a way to say that there is none?"""
        first = use.target is use.row.targets[0]
        demanded = use.wire_must and first and last and not use.excused
        if any(one.misfit(self, use, raw, demanded) for one in use.operators):
            return
        if demanded:
            shapes = use.place.wire
            nullable = any(shape.kind == "null" for shape in shapes)
            demand(nullable and raw is None, "a value of the documented form")
        halves = any(absent.path == use.target.path for absent in self.lens.absents)
        halves = halves and bool(self.spec.beside(self.lens, use.target.path))
        if not demanded and (use.codec.structural or halves) and not shared and last:
            demand(raw is None, "a value of the documented form")

    def _optional_units(self, row: Row) -> None:
        sequence = self.spec.sequence(self.lens, row)
        assert sequence is not None
        *holder, key = row.targets[0].path
        raw = self.open(tuple(holder)).value.get(key)
        if raw is None:
            return
        shapes = self.spec.shapes(self.spec.wire, sequence.wire_record, (key,))
        alone = type(raw) is dict and any(s.kind in ("record", "object") for s in shapes)
        style = in_place(self.interpreter, sequence, raw) or ("alone" if alone else "")
        demand(style or type(raw) is list, "a list")
        items = [raw] if alone else raw
        items = [one_item(self.interpreter, sequence, raw)] if style and not alone else items
        self.put(row.fields[0], read_units(self.interpreter, sequence, items, self.notes.calls))
        if style:
            self.notes.note(row.name, {"style": style})
        self.took(tuple(holder), key)

"""Decoding: one wire object through the rows of one lens."""

from __future__ import annotations

from typing import Any

from toolwire._runtime import values
from toolwire._runtime.jsontext import dumps
from toolwire_codegen.load.transform import Case, Row, Target

from .codecs import Many
from .record import Opened
from .rows import Declined, Rows
from .sequences import read_units
from .spec import demand, is_constant, literal, same_json

Json = Any
PAIRS = {"data_url": "data_url_from", "outcome": "outcome_from"}


class Reading(Rows):
    """Reads one object through one lens."""

    def run(self) -> Json:
        lens = self.lens
        if any(row.targets and not row.targets[0].path for row in lens.rows):
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
            self.notes.calls[self.x["id"]] = self.x["name"]
        for row in late:
            self._late(row)
        return self.finished()

    def _handed_on(self) -> Json:
        """The whole wire object is the value of one field."""
        row = self.lens.rows[0]
        codec = self.codec(row, row.targets[0])
        value = codec.read(self.whole, self.notes)
        x = {**self.spec.inter_tags(self.lens.inter), row.fields[0][0]: value}
        if self.notes.form is not None:
            x["metadata"] = {self.spec.name: {"$": self.notes.form}}
        return x

    def _scalar(self, row: Row) -> Json:
        """The intermediate side is a scalar: no object, no leftovers."""
        if row.is_const:
            return row.const
        target = row.targets[0]
        raw = self.open(target.path[:-1]).value.get(target.path[-1])
        return self.codec(row, target).read(raw, self.notes)

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
            if not isinstance(given.values[0], (dict, list)) and not self.is_given(given):
                return False
        for row in case.rows:
            if row.is_const or row.lost:
                continue
            if row.parts:
                whole = next(target for arm, target in row.parts if arm == "*")
                raw = self.raw(whole)
                if type(raw) is not list or not raw:
                    return False
            elif (self.must(row) or not case.arm) and not self._holds_row(row):
                return False
        return True

    def _holds_row(self, row: Row) -> bool:
        target = row.targets[0]
        raw = self.raw(target)
        if target.operator("default") and raw is None:
            return True
        for name, reader in PAIRS.items():
            operator = target.operator(name)
            if operator is not None:
                return getattr(values, reader)(raw, *operator.args) is not None
        if target.operator("alone") and len(self.open(target.path[:-1]).value) != 1:
            return False
        codec = self.codec(row, target)
        if isinstance(codec, Many) or not codec.partial:
            return codec.accepts(raw) and (raw is not None or self.present(target))
        return codec.read(raw, self.notes) is not None

    def _take(self, case: Case) -> list[Row]:
        for given in case.givens:
            value = given.values[0]
            if not isinstance(value, (dict, list)) or (value == {} and self.is_given(given)):
                self.took(given.path[:-1], given.path[-1])
        late = []
        for row in case.rows:
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
        target = row.targets[0]
        raw = self.raw(target)
        for name, reader in PAIRS.items():
            operator = target.operator(name)
            if operator is not None:
                first, second = getattr(values, reader)(raw, *operator.args)
                if name == "outcome":
                    again = values.outcome(first, second, *operator.args)
                    if not same_json(again, raw):
                        self.notes.note(row.name, {"as": raw})
                self.took(target.path[:-1], target.path[-1])
                self.put(row.fields[0], first)
                if second is not None:
                    self.put(row.fields[1], second)
                return
        if target.operator("default"):
            self.defaulted(row, target)
            return
        codec = self.codec(row, target)
        value = codec.read(raw, self.notes)
        self.note_spelling(row, codec, value, raw)
        self.took(target.path[:-1], target.path[-1])
        self.put(row.fields[0], value)

    # -- rows that may find nothing

    def _late(self, row: Row) -> None:
        sequence = self.spec.sequence(self.lens, row)
        if sequence is not None:
            self._optional_units(row)
            return
        targets = row.targets
        if targets[0].operator("less"):
            self._less(row, targets[0])
            return
        expected = targets[0].operator("expected")
        for target in targets:
            node = self.open(target.path[:-1]).value
            if self.wire_must(target) and len(targets) == 1 and not expected:
                demand(target.path[-1] in node, f"the key {target.path[-1]}")
        for index, target in enumerate(targets):
            if self._optional(row, target, index):
                self._others(row)
                return
        if expected and not self.present(targets[0]):
            self.notes.absent(targets[0].path[-1])

    def _others(self, row: Row) -> None:
        """The other places of a field that was read; what stands there goes with the field."""
        there = [self.present(target) for target in row.targets]
        if len(there) < 2 or not all(there):
            return
        for target, other in zip(row.targets, reversed(row.targets), strict=True):
            rest, value = self.open(target.path[:-1]).rest, self.raw(other)
            if target.path[-1] in rest:
                others = {target.dotted: rest.pop(target.path[-1])}
                self.notes.note(row.name, {"of": dumps(value), "also": others})

    def _optional(self, row: Row, target: Target, index: int) -> bool:
        """Read a field from one of its targets; False if nothing there fits."""
        codec, raw = self.codec(row, target), self.raw(target)
        shared, there = target.path in self.shared, self.present(target)
        operator = target.operator("default")
        default = literal(operator.args[0] if operator.args else "") if operator else None
        fits = there and codec.accepts(raw)
        if shared:
            node = self.open(target.path[:-1]).value
            fits = fits and type(node.get(target.path[-1])) is dict
        if fits and operator:
            fits = raw != default
        if not fits:
            last = index == len(row.targets) - 1
            if self.wire_must(target) and index == 0 and not target.operator("expected") and last:
                nullable = any(
                    shape.kind == "null"
                    for shape in self.spec.shapes(self.spec.wire, self.lens.wire, target.path)
                )
                if operator:
                    # The wire demands the key, so its default says that there is no value.
                    demand(is_constant(raw, default), "a value of the documented form")
                    self.took(target.path[:-1], target.path[-1])
                else:
                    demand(nullable and raw is None, "a value of the documented form")
            elif codec.structural and not operator and not shared and last:
                demand(raw is None, "a value of the documented form")
            return False
        value = codec.read(raw, self.notes)
        if value is None and codec.partial:
            return True
        self.put(row.fields[0], value)
        self.note_spelling(row, codec, value, raw)
        if index:
            self.notes.note(row.name, {"at": target.dotted})
        self.took(target.path[:-1], target.path[-1])
        return True

    def _less(self, row: Row, target: Target) -> None:
        """A count that includes others on the wire and excludes them here."""
        operator, default = target.operator("less"), target.operator("default")
        assert operator is not None
        others = sum(self.x.get(other, 0) for other in operator.args)
        node, key = self.open(target.path[:-1]).value, target.path[-1]
        raw = node.get(key)
        known = type(raw) is int
        if default is not None:
            known = known and raw != literal(default.args[0])
        else:
            demand(known, "an integer")
        count = raw - others if known else literal(default.args[0])  # type: ignore[union-attr]
        whole = count < 0 if known else bool(others)
        if whole and known:
            count = raw
        if whole:
            parts = [self.x.get(other, 0) for other in operator.args]
            self.notes.note(row.name, {"whole": [count, *parts]})
        if known:
            self.took(target.path[:-1], key)
        self.put(row.fields[0], count)

    def _optional_units(self, row: Row) -> None:
        sequence = self.spec.sequence(self.lens, row)
        assert sequence is not None
        raw = self.open(()).value.get(sequence.wire_key)
        if raw is None:
            return
        shapes = self.spec.shapes(self.spec.wire, self.lens.wire, (sequence.wire_key,))
        alone = type(raw) is dict and any(s.kind in ("record", "object") for s in shapes)
        demand(alone or type(raw) is list, "a list")
        items = [raw] if alone else raw
        self.put(row.fields[0], read_units(self.interpreter, sequence, items, self.notes.calls))
        if alone:
            self.notes.note(row.name, {"style": "alone"})
        self.took((), sequence.wire_key)

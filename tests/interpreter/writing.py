"""Encoding: one intermediate object through the rows of one lens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire._runtime import values
from toolwire._runtime.arguments import object_from_arguments, text_from_arguments
from toolwire._runtime.calls import Calls
from toolwire._runtime.jsontext import dumps
from toolwire._runtime.overlay import ABSENT, lay
from toolwire_codegen.load.transform import Case, Given, Lens, Row, Target

from .codecs import Codec, Many, Tabled, Through, codec_of
from .landing import landed
from .notes import Notes
from .sequences import lifted, merged, write_units
from .spec import Path, demand, literal, same_json

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


class Dropped(Exception):
    """The wire takes nothing for this value."""


class Writing:
    """Writes one object through one lens. ``w`` is the wire object so far."""

    def __init__(self, interpreter: Interpreter, lens: Lens, x: Json, hidden: set[str]) -> None:
        self.interpreter, self.spec, self.lens = interpreter, interpreter.spec, lens
        self.x = x = landed(self.spec, lens, x)
        self.own: Json = None
        if type(x) is dict and "metadata" in x:
            self.own = x["metadata"].get(self.spec.name)
        form = self.own.get("$") if self.own is not None else None
        self.notes = Notes(Calls(), hidden, form)
        self.w: dict[str, Json] = {}
        self.record = lens.inter
        self.case: Case | None = None

    def run(self) -> Json:
        lens = self.lens
        if lens.own and not self._is_own():
            raise Dropped
        first = lens.rows[0] if lens.rows else None
        if first is not None and first.fields[0] == ():
            return self._scalar(first)
        if first is not None and first.targets and not first.targets[0].path:
            codec = self.codec(first, first.targets[0])
            return codec.write(self.x[first.fields[0][0]], self.notes)
        self._choose_case()
        for key, value in self.spec.wire_tags(lens).items():
            self.put((key,), value)
        case_rows = self.case.rows if self.case else ()
        for given in (*(self.case.givens if self.case else ()), *lens.givens):
            self._given(given)
        rows = [*lens.rows, *case_rows]
        for row in rows:
            if not any(target.operator("beside") for target in row.targets):
                self._row(row)
        for row in rows:
            for target in row.targets:
                if target.operator("beside"):
                    self._beside(row, target)
            self._others(row)
        if lens.keeps and self.own is not None:
            yielding = frozenset(".".join(given.path) for given in lens.givens)
            kept = self.spec.kept_keys(lens)
            absents = [absent for absent in lens.absents if absent.path[0] not in kept]
            lay(self.w, self.own, yielding, {".".join(one.path): one.value for one in absents})
        return self.w

    def _is_own(self) -> bool:
        """Has the overlay what only this wire could have put there?"""
        if self.own is None:
            return False
        absent = (self.own.get("$") or {}).get("absent", ())
        return all(key in self.own or key in absent for key in self.spec.kept_keys(self.lens))

    def _others(self, row: Row) -> None:
        """The other places where the wire had a value too, if the field is what it was."""
        entry = self.notes.entry(row.name)
        if len(row.targets) < 2 or "also" not in entry or not self.there(row.fields[0]):
            return
        *parents, last = entry.get("at", row.targets[0].dotted).split(".")
        if entry["of"] == dumps(self.open(tuple(parents)).get(last)):
            for path, raw in entry["also"].items():
                *parents, key = path.split(".")
                self.open(tuple(parents)).setdefault(key, raw)

    def _scalar(self, row: Row) -> Json:
        for key, value in self.spec.wire_tags(self.lens).items():
            self.put((key,), value)
        for given in self.lens.givens:
            self.put(given.path, given.values[0])
        if not row.is_const:
            target = row.targets[0]
            self.put(target.path, self.codec(row, target).write(self.x, self.notes))
        return self.w

    # -- the wire object

    def open(self, path: Path) -> dict[str, Json]:
        """The wire object at ``path``, made where it is not there yet."""
        node = self.w
        steps = list(path)
        while steps:
            key = steps.pop(0)
            if steps and steps[0] == "0":
                steps.pop(0)
                node = node.setdefault(key, [{}])[0]
            else:
                node = node.setdefault(key, {})
        return node

    def put(self, path: Path, value: Json) -> None:
        self.open(path[:-1])[path[-1]] = value

    def codec(self, row: Row, target: Target) -> Codec:
        return codec_of(self.interpreter, self.lens, row, target, self.record)

    def must(self, row: Row) -> bool:
        return self.spec.required(self.spec.inter, self.record, row.fields[0])

    def value(self, path: Path) -> Json:
        value = self.x
        for key in path:
            value = value[key]
        return value

    def there(self, path: Path) -> bool:
        value = self.x
        for key in path:
            if key not in value:
                return False
            value = value[key]
        return True

    # -- cases and givens

    def _choose_case(self) -> None:
        if not self.lens.cases:
            return
        for case in self.lens.cases:
            self.record = self.spec.arm(self.lens, case.arm) if case.arm else self.lens.inter
            if self._applies(case):
                self.case = case
                return
        demand(not any(case.arm for case in self.lens.cases), "a known kind")
        raise Dropped

    def _applies(self, case: Case) -> bool:
        if case.arm:
            tags = self.spec.inter_tags(self.record)
            return all(self.x.get(key) == tag for key, tag in tags.items())
        for row in case.rows:
            if not all(field[0] in self.x for field in row.fields):
                return False
            target = row.targets[0]
            codec = self.codec(row, target)
            if isinstance(codec, Tabled) and not codec.fits(self.x[row.name]):
                return False
            starts = target.operator("starts") or target.operator("starts_none")
            if starts and codec.write(self.x[row.name], self.notes) is None:
                return False
        return True

    def _given(self, given: Given) -> None:
        if given.sum:
            self.put(given.path, sum(self.x.get(field, 0) for field in given.sum))
        elif given.values[0] == {}:
            self.open(given.path)
        elif not given.when or given.when in self.x:
            self.put(given.path, given.values[0])

    # -- rows

    def _row(self, row: Row) -> None:
        if row.is_const or row.lost:
            return
        if row.parts:
            self._parts(row)
            return
        if self.spec.sequence(self.lens, row) is not None:
            self._units(row)
            return
        target = row.targets[0]
        for name, write in (
            ("json", self._arguments),
            ("object", self._arguments),
            ("minted", self._id),
            ("position", self._id),
            ("less", self._less),
            ("data_url", self._pair),
            ("outcome", self._pair),
        ):
            if target.operator(name):
                write(row, target)
                return
        wire_must = self.spec.required(self.spec.wire, self.lens.wire, target.path)
        default, fill = target.operator("default"), target.operator("fill")
        if default and not wire_must:
            value = self.value(row.fields[0])
            shapes = self.spec.shapes(self.spec.inter, self.record, row.fields[0])
            if any(shape.kind == "record" for shape in shapes):
                # Empty metadata says nothing.
                value = {key: item for key, item in value.items() if key != "metadata" or item}
            if value != literal(default.args[0] if default.args else ""):
                self._branch(row, target)
            return
        in_case = self.case is not None and row in self.case.rows and not self.case.arm
        expected = target.operator("expected")
        always = self.must(row) or in_case or (fill and not expected) or (default and wire_must)
        if len(row.targets) == 1 and always:
            self._required(row, target, in_case)
        elif self.there(row.fields[0]):
            at = self.notes.entry(row.name).get("at")
            chosen = next((t for t in row.targets[1:] if t.dotted == at), target)
            self._branch(row, chosen)
        elif expected:
            absent = self.notes.form.get("absent", ()) if self.notes.form else ()
            known = self.own is not None and target.path[-1] in self.own
            if not (known or target.path[-1] in absent):
                demand(bool(fill), "a value: this wire demands one")
                self._fill(row, target)

    def _required(self, row: Row, target: Target, in_case: bool) -> None:
        if self.must(row) or in_case:
            value = self.value(row.fields[0])
        else:
            operator = target.operator("fill") or target.operator("default")
            assert operator is not None
            filler = literal(operator.args[0] if operator.args else "")
            value = self.x.get(row.fields[0][0], filler)
        nonempty = target.operator("nonempty")
        if nonempty and not value and self.notes.style(row.name) != "empty":
            demand(nonempty.args == ("drop",), "a text that is not empty")
            raise Dropped
        self.put(target.path, self._written(row, target, value))

    def _branch(self, row: Row, target: Target) -> None:
        value = self.value(row.fields[0])
        codec, written = self.codec(row, target), self._written(row, target, value)
        if isinstance(codec, Many) and value and not written:
            return
        if written is None and (isinstance(codec, Through) or target.operator("digits")):
            if target.operator("fill"):
                self._fill(row, target)
            return
        self.put(target.path, written)

    def _fill(self, row: Row, target: Target) -> None:
        operator = target.operator("fill")
        assert operator is not None
        self.put(target.path, self.codec(row, target).write(literal(operator.args[0]), self.notes))

    def _written(self, row: Row, target: Target, value: Json) -> Json:
        """The wire value; as it was spelled, if that still says the same."""
        codec = self.codec(row, target)
        written = codec.write(value, self.notes)
        entry = self.notes.entry(row.name)
        if codec.spelled and self.lens.keeps and "as" in entry:
            if isinstance(codec, Tabled) and codec.calls:
                self.notes.blocks = self.x["message"]["content"]
            if same_json(codec.read(entry["as"], self.notes.apart()), value):
                return entry["as"]
        return written

    def _beside(self, row: Row, target: Target) -> None:
        """A key inside another field's wire object, which is made up where it is not there."""
        if not self.there(row.fields[0]):
            return
        operator = target.operator("beside")
        assert operator is not None
        field, made = operator.args
        other = next(row for row in self.lens.rows if row.name == field)
        invented = self.codec(other, other.targets[0]).write(made, self.notes)
        turned = self.codec(row, target).write(self.value(row.fields[0]), self.notes)
        there = self.w.get(target.path[-2], invented)
        if type(there) is dict:
            self.w[target.path[-2]] = {**there, target.path[-1]: turned}

    def _arguments(self, row: Row, target: Target) -> None:
        operator = target.operator("object")
        if operator is None:
            value = text_from_arguments(self.x, self.notes.form)
        else:
            value = object_from_arguments(self.x, self.notes.form, operator.args[0])
        node = self.open(target.path[:-1])
        if value is not ABSENT:
            node[target.path[-1]] = value

    def _id(self, row: Row, target: Target) -> None:
        value, node, key = self.value(row.fields[0]), self.open(target.path[:-1]), target.path[-1]
        node[key] = value
        form = self.notes.form
        if form is not None and row.name in form:
            spelling = form[row.name]
            if spelling.get("for") != value:
                return
            node.pop(key)
            if "as" in spelling:
                node[key] = spelling["as"]
            if target.operator("minted"):
                self.notes.hidden.add(value)
        elif target.operator("position") and value in self.notes.hidden:
            del node[key]

    def _less(self, row: Row, target: Target) -> None:
        operator, default = target.operator("less"), target.operator("default")
        assert operator is not None
        count = self.x[row.name]
        others = [self.x.get(other, 0) for other in operator.args]
        if self.notes.entry(row.name).get("whole") != [count, *others]:
            count += sum(others)
        if default is None or count != literal(default.args[0]):
            self.put(target.path, count)

    def _pair(self, row: Row, target: Target) -> None:
        outcome = target.operator("outcome")
        first = self.value(row.fields[0])
        if outcome is None:
            self.put(target.path, values.data_url(first, self.value(row.fields[1])))
            return
        second = self.x.get(row.fields[1][0])
        written: Json = values.outcome(first, second, *outcome.args)
        old = self.notes.entry(row.name).get("as")
        if same_json(values.outcome_from(old, *outcome.args), [first, second]):
            written = old
        self.put(target.path, written)

    def _parts(self, row: Row) -> None:
        """One list over several keys: each block where its kind goes."""
        found: dict[str, list[Json]] = {arm: [] for arm, _ in row.parts}
        for block in self.value(row.fields[0]):
            arm, target = self._part_of(row, block)
            if target.operator("joined") or target.operator("worded"):
                if block.get("kind") == "text":
                    found[arm].append(block["text"])
                continue
            many = self.interpreter.part(self.lens, row, arm, target, self.record)
            found[arm] += many.write([block], self.notes)
        for arm, target in row.parts:
            items: Json = found[arm]
            joined, worded = target.operator("joined"), target.operator("worded")
            if worded:
                old = self.notes.entry(row.name).get("as")
                same = old and values.worded_from(old, *worded.args) == "\n".join(items)
                self.put(target.path, old if same else values.worded(items, *worded.args))
                continue
            if not items:
                continue
            if joined:
                separator = literal(joined.args[0]) if joined.args else "\n"
                self.put(target.path, separator.join(items))
                continue
            text = target.operator("text") and self.notes.style(row.name) != "list"
            if text and self._is_plain(row, target, items):
                items = items[0]["text"]
            self.put(target.path, items)

    def _part_of(self, row: Row, block: Json) -> tuple[str, Target]:
        for arm, target in row.parts:
            if arm == "*":
                continue
            kind = self.spec.inter_tags(arm)["kind"]
            lists = not (target.operator("joined") or target.operator("worded"))
            at = lists and block.get("at") == target.path[-1]
            if block.get("kind") == kind or at:
                return arm, target
        return next((arm, target) for arm, target in row.parts if arm == "*")

    def _is_plain(self, row: Row, target: Target, items: list[Json]) -> bool:
        from .codecs import Text

        codec = codec_of(self.interpreter, self.lens, row, target, self.record)
        assert isinstance(codec, Text)
        return codec.bare(items)

    def _units(self, row: Row) -> None:
        sequence = self.spec.sequence(self.lens, row)
        assert sequence is not None
        if not self.must(row) and not self.there(row.fields[0]):
            return
        units = self.value(row.fields[0])
        hidden = self.notes.hidden
        if sequence.lift:
            out, units = lifted(self.interpreter, sequence, units)
            if out:
                lens = self.interpreter.lift_lens(sequence)
                out = [landed(self.spec, lens, unit) for unit in out]
                self.put((sequence.lift_key,), self.interpreter.write(lens, merged(out), hidden))
        items: Json = write_units(self.interpreter, sequence, units, hidden)
        if units and not items and not self.must(row):
            return
        if self.notes.style(row.name) == "alone" and len(items) == 1:
            items = items[0]
        self.put((sequence.wire_key,), items)

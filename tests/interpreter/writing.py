"""Encoding: one intermediate object through the rows of one lens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.transform import Case, Given, Lens, Row, Target

from .calls import Calls
from .codec import Many
from .jsontext import dumps, same_json
from .landing import landed
from .notes import Notes
from .operator import UNSET
from .overlay import lay
from .parts import Part, parts_of
from .sequences import lifted, merged, one_text, write_units
from .spec import Dropped, Path, demand
from .use import Use

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


class Writing:
    """Writes one object through one lens. ``w`` is the wire object so far."""

    def __init__(self, interpreter: Interpreter, lens: Lens, x: Json, hidden: set[str]) -> None:
        self.interpreter, self.spec, self.lens = interpreter, interpreter.spec, lens
        self.place = interpreter.place
        self.x = x = landed(self.spec, lens, x)
        self.own: Json = None
        if type(x) is dict and "metadata" in x:
            self.own = x["metadata"].get(self.spec.name)
        form = self.own.get("$") if self.own is not None else None
        self.notes = Notes(Calls(), hidden, form)
        self.notes.tools = (x.get("tools") or []) if type(x) is dict else []
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
            return self.use(first).codec.write(self.x[first.fields[0][0]], self.notes)
        self._choose_case()
        for key, value in self.spec.wire_tags(lens).items():
            self.put((key,), value)
        case_rows = self.case.rows if self.case else ()
        for given in (*(self.case.givens if self.case else ()), *lens.givens):
            self._given(given)
        rows = [*lens.rows, *case_rows]
        last = [row for row in rows if self._is_last(row)]
        for row in rows:
            if row not in last:
                self._row(row)
        for row in rows:
            if row in last:
                self._row(row)
            self._others(row)
            self._demanded(row)
        if lens.keeps and self.own is not None:
            made = [one for one in lens.givens if not one.when or self.x.get(one.when) is not None]
            yielding = {".".join(given.path) for given in made}
            kept_keys = self.spec.kept_keys(lens)
            absents = [absent for absent in lens.absents if absent.path[0] not in kept_keys]
            lay(self.w, self.own, yielding, {".".join(one.path): one.value for one in absents})
        for path in (self.notes.form or {}).get("float", ()) if lens.keeps else ():
            self._float(path)
        return self.w

    def _demanded(self, row: Row) -> None:
        """Objects that the wire demands are there, even if nothing stands in them."""
        for target in (*row.targets, *(target for _, target in row.parts)):
            for end in range(1, len(target.path)):
                if self.spec.demanded(self.lens.wire, target.path[:end]):
                    self.open(target.path[:end])

    def _float(self, path: list[str]) -> None:
        """A count that came as a float goes back as one."""
        if [*path] not in map(list, self.spec.float_places(self.lens)):
            return
        holder: Json = self.w
        for key in path[:-1]:
            if type(holder.get(key)) is not dict:
                return
            holder[key] = holder = dict(holder[key])
        value = holder.get(path[-1])
        if type(value) is int and abs(value) <= 2**53:
            holder[path[-1]] = float(value)

    def _is_own(self) -> bool:
        """Has the overlay what only this wire could have put there?"""
        if self.own is None:
            return False
        absent = (self.own.get("$") or {}).get("absent", ())
        keys = self.spec.kept_keys(self.lens)
        inside = [] if keys else self.spec.kept_inside(self.lens.wire, self.lens, ())
        return all(key in self.own or key in absent for key in keys) and all(
            holds(self.own, path) for path in inside
        )

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
        if not row.is_const and not row.targets[0].path:
            return self.use(row).codec.write(self.x, self.notes)
        if not row.is_const:
            self.put(row.targets[0].path, self.use(row).codec.write(self.x, self.notes))
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

    def put_all(self, target: Target, value: Json) -> None:
        """Put a value at its place; where it has several, a word at each that has one."""
        words = value if target.more else [value]
        for path, word in zip(target.paths, words, strict=True):
            if not target.more or word is not None:
                self.put(path, word)

    def put(self, path: Path, value: Json) -> None:
        if self.spec.keys_inside(self.lens, path):
            value = {**value, **self.open(path)}
        self.open(path[:-1])[path[-1]] = value

    def use(self, row: Row, target: Target | None = None) -> Use:
        """One target of a row (its first), as this value has it."""
        return Use(self.interpreter, self.lens, row, target or row.targets[0], self.record)

    def _is_last(self, row: Row) -> bool:
        uses = [self.use(row, target) for target in row.targets]
        return any(one.written_last for use in uses for one in use.operators)

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
        elsewhere = [case for case in self.lens.cases if case.at]
        for case in (*elsewhere, *(case for case in self.lens.cases if not case.at)):
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
        if case.at and self.notes.entry(self._several(case).name).get("at") != case.at:
            return False
        for row in case.rows:
            if not all(field[0] in self.x for field in row.fields):
                return False
            if not self.use(row).codec.fits(self.x[row.name], self.notes):
                return False
        return True

    @staticmethod
    def _several(case: Case) -> Row:
        """The row of a case that has several places."""
        return next(row for row in case.rows if row.targets[0].dotted == case.at)

    def _given(self, given: Given) -> None:
        if given.sum:
            self.put(given.path, sum(self.x.get(field, 0) for field in given.sum))
        elif given.numbered:
            self.put(given.path, f"{given.numbered}{self.place}")
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
        use = self.use(row)
        if any(one.write(self, use) for one in use.operators):
            return
        in_case = self.case is not None and row in self.case.rows and not self.case.arm
        must, there = self.must(row) or in_case, self.there(row.fields[0])
        always = must or any(one.always_written(use) for one in use.operators)
        if len(row.targets) == 1 and (must or (there and always)):
            self.required(use, self.value(row.fields[0]))
        elif there:
            at = self.notes.entry(row.name).get("at")
            others = [target for target in row.targets[1:] if target.dotted == at]
            self.branch(self.use(row, *others[:1]))
        else:
            any(one.write_absent(self, use) for one in use.operators)

    def required(self, use: Use, value: Json) -> None:
        """Write a value that the wire gets in any case."""
        for one in use.operators:
            one.before_write(self, use, value)
        self.put_all(use.target, self._written(use, value))

    def branch(self, use: Use) -> None:
        """Write the value that is there, unless the wire has no place for it."""
        value = self.value(use.row.fields[0])
        codec, written = use.codec, self._written(use, value)
        if isinstance(codec, Many) and value and not written:
            return
        if written is not None or not codec.drops:
            self.put_all(use.target, written)
        elif use.filler is not UNSET:
            self.put(use.target.path, codec.write(use.filler, self.notes))

    def _written(self, use: Use, value: Json) -> Json:
        """The wire value; as it was spelled, if that still says the same."""
        codec, entry = use.codec, self.notes.entry(use.row.name)
        written = codec.write(value, self.notes)
        if codec.spelled and self.lens.keeps and "as" in entry:
            codec.recall(self.x, self.notes)
            if same_json(codec.read(entry["as"], self.notes.apart()), value):
                return entry["as"]
        return written

    def _parts(self, row: Row) -> None:
        """One list over several keys: each block where its kind goes."""
        parts = parts_of([(self.use(Row(row.fields, row.position, targets=(target,))), arm)
                          for arm, target in row.parts])  # fmt: skip
        shares: list[list[Json]] = [[] for _ in parts]
        value = self.value(row.fields[0])
        for block in [{"kind": "text", "text": value}] if type(value) is str else value:
            at = self._part_of(parts, block)
            parts[at].before = len(shares[at])
            shares[at] += parts[at].share(block, self.notes)
        for part, share in zip(parts, shares, strict=True):
            if part.whole and share:
                part.write_whole(share, self.open(part.use.node))
            written = part.write(share, self.notes)
            silent = written is None and part.use.null
            if written is not UNSET and not (silent and part.use.key in (self.own or {})):
                self.put(part.use.target.path, written)

    def _part_of(self, parts: list[Part], block: Json) -> int:
        """Which of the keys has a block."""
        for at, part in enumerate(parts):
            if part.arm == "*":
                continue
            kind = self.spec.inter_tags(part.arm)["kind"]
            here = part.holds_objects and block.get("at") == part.use.key
            if (block.get("kind") == kind and part.wants(block)) or here:
                return at
        return [part.arm for part in parts].index("*")

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
                place = (*row.targets[0].path[:-1], sequence.lift_key)
                self.put(place, self.interpreter.write(lens, merged(out), hidden))
        items: Json = write_units(self.interpreter, sequence, units, hidden)
        if units and not items and not self.must(row):
            return
        if self.notes.style(row.name) == "alone" and len(items) == 1:
            items = items[0]
        kinds: dict[str | None, type] = {"string": str, "bare": list}
        kind = kinds.get(self.notes.style(row.name)) if sequence.string else None
        if kind is not None:
            items = one_text(self.interpreter, sequence, items, kind)
        self.put(row.targets[0].path, items)


def holds(own: Json, path: Path) -> bool:
    """Does an overlay say anything at a path?"""
    if not path:
        return True
    return type(own) is dict and path[0] in own and holds(own[path[0]], path[1:])

"""The entries of the interpreter: decode and encode of requests and responses."""

from __future__ import annotations

import pathlib
from functools import cache
from typing import Any

from toolwire_codegen.load.project import Format, Project, load_project
from toolwire_codegen.load.transform import Lens, Row, Sequence

from .arms import Questions, is_body
from .calls import Calls, name_calls
from .codec import Codec, Through
from .conversation import paired, told_apart
from .jsontext import is_constant
from .notes import Notes
from .operator import Operator
from .overlay import form_of, mark
from .reading import Reading
from .registry import pipeline
from .spec import Declined, Dropped, Path, Spec, demand
from .use import Use
from .writing import Writing

Json = Any
ROOT = pathlib.Path(__file__).parents[2]


class Interpreter:
    """Decodes and encodes by walking the rows of one format's transform."""

    def __init__(self, project: Project, format_: Format) -> None:
        self.spec = Spec(project, format_)

    # -- entries

    def decode(self, entry: str, payload: Json) -> Json:
        """An intermediate value. Raises Refused, or what plain Python raises on odd data."""
        demand(type(payload) is dict, "an object")
        lenses = self._entry(entry)
        calls = Calls()
        names = [lens.wire for lens in lenses]
        *asked, (name, _) = Questions(self.spec, names, {*names}, False).asked
        fitting = (one for one, claims in asked if is_body(self.spec, one, claims, payload))
        name = next(fitting, name)
        lens = next(lens for lens in lenses if lens.wire == name)
        absent = {absent.path for absent in lens.absents}
        for key, tag in self.spec.wire_tags(lens).items():
            missing = key not in payload and (key,) in absent
            demand(missing or is_constant(payload.get(key), tag), f"{key}: {tag}")
        value = self.read(lens, payload, calls)
        if any(self._written_so(entry, other, value) for other in self._earlier(entry, lens)):
            mark(value, self.spec.name, "body", lens.wire)
        if entry == "request":
            told_apart(value.get("messages", []), self.spec.name, self._finds_by_name())
        elif calls.made:
            name_calls(value, self._sends_made_ids())
        return value

    def encode(self, entry: str, value: Json) -> Json:
        """A wire body. Raises Refused, or what plain Python raises on odd data."""
        demand(type(value) is dict, "an object")
        lenses, hidden = self._entry(entry), set[str]()
        if entry == "request" and "messages" in value:
            value = paired(value, self.spec.name, self._finds_by_name())
        body = form_of(value, self.spec.name).get("body")
        for lens in lenses:
            noted = lens.wire == body and self._earlier(entry, lens)
            if noted and all(_there(value, path) for path in self._needed(lens)):
                return self.write(lens, value, hidden)
        for lens in lenses[:-1]:
            if self._written_so(entry, lens, value):
                return self.write(lens, value, hidden)
        return self.write(lenses[-1], value, hidden)

    def _entry(self, entry: str) -> list[Lens]:
        transform = self.spec.transform
        inter, wires = transform.entries[entry]
        return [self.spec.lens(inter, wire) for wire in wires]

    def _all_operators(self) -> list[Operator]:
        rows = [row for lens in self.spec.transform.lenses for row in lens.all_rows]
        return [one for row in rows for target in row.targets for one in pipeline(target.operators)]

    def _sends_made_ids(self) -> bool:
        """Whether an id that was made up for a reply is written in the next request."""
        return any(one.sends_made_ids for one in self._all_operators())

    def _finds_by_name(self) -> bool:
        """Whether a result without an id has a name to find its call by."""
        return any(one.finds_by_name for one in self._all_operators())

    # -- which body a value is written as

    def _written_so(self, entry: str, lens: Lens, value: Json) -> bool:
        """Has a value what this body asks for, and nothing that another one alone would keep?"""
        needed = self._needed(lens)
        others = [other for other in self._entry(entry) if other is not lens]
        able = [other for other in others if all(_carries(other, path) for path in needed)]
        lost = [path for row in lens.rows if row.lost for path in row.fields]
        kept = [path for path in lost if any(_carries(other, path) for other in able)]
        there = all(_there(value, path) for path in needed)
        return there and not any(_there(value, path) for path in kept)

    def _needed(self, lens: Lens) -> list[Path]:
        return [self._optional(lens, row.fields[0]) for row in lens.rows if self._tells(lens, row)]

    def _optional(self, lens: Lens, path: Path) -> Path:
        """A field up to its last step that may be missing."""
        for end in range(1, len(path)):
            shapes = self.spec.shapes(self.spec.inter, lens.inter, path[:end])
            records = [shape.name for shape in shapes if shape.kind == "record"]
            inner = [self.spec.required(self.spec.inter, name, path[end:]) for name in records]
            if inner and all(inner):
                return path[:end]
        return path

    def _earlier(self, entry: str, lens: Lens) -> list[Lens]:
        """The bodies ahead of one as which a value read from it may be written."""
        lenses = self._entry(entry)
        ahead = [(other, self._needed(other)) for other in lenses[: lenses.index(lens)]]
        return [
            other
            for other, needed in ahead
            if needed and all(_carries(lens, path) for path in needed)
        ]

    def _tells(self, lens: Lens, row: Row) -> bool:
        """Does a field have to be there for this lens to be the one?"""
        if not row.targets or self.spec.required(self.spec.inter, lens.inter, row.fields[0]):
            return False
        target = row.targets[0]
        if any(one.spares for one in pipeline(target.operators)):
            return False
        return self.spec.required(self.spec.wire, lens.wire, target.path)

    # -- lenses

    def read(self, lens: Lens, w: Json, calls: Calls) -> Json:
        """An object through a lens; None if the lens is not for it."""
        try:
            return Reading(self, lens, w, calls).run()
        except Declined:
            return None

    def write(self, lens: Lens, x: Json, hidden: set[str]) -> Json:
        """A wire object; None if the wire has no place for it."""
        try:
            return Writing(self, lens, x, hidden).run()
        except Dropped:
            return None

    def read_union(self, union: Through, w: Json, calls: Calls) -> Json:
        return union.read(w, Notes(calls, set()))

    def write_union(self, union: Through, x: Json, hidden: set[str]) -> Json:
        return union.write(x, Notes(Calls(), hidden))

    def word(self, lens: Lens, row: Row) -> Codec:
        """How a lens onto the words of an enumeration reads and writes them."""
        return Use(self, lens, row, row.targets[0], lens.inter).codec

    def lift_lens(self, sequence: Sequence) -> Lens:
        """The lens of the wire key that lifted units go to."""
        schema = self.spec.wire.properties(sequence.wire_record)[sequence.lift_key]
        refs = [schema, *schema.get("anyOf", ())]
        name = next(ref["$ref"].rpartition("/")[2] for ref in refs if "$ref" in ref)
        return self.spec.lens(sequence.lift, name)


def _there(value: Json, path: Path) -> bool:
    """Is a field there, and not null?"""
    for key in path:
        value = value.get(key)
        if value is None:
            return False
    return True


def _carries(lens: Lens, path: Path) -> bool:
    """May a value have a field, or a part of it, that was read by this lens?"""
    rows = [row for row in lens.all_rows if not row.lost]
    fields = [field for row in rows for field in row.fields if field]
    short = [min(len(field), len(path)) for field in fields]
    return any(a[:n] == path[:n] for a, n in zip(fields, short, strict=True))


@cache
def interpreters() -> dict[str, Interpreter]:
    """An interpreter of each format."""
    project = load_project(ROOT)
    assert not project.findings
    return {name: Interpreter(project, format_) for name, format_ in project.formats.items()}

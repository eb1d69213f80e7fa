"""The entries of the interpreter: decode and encode of requests and responses."""

from __future__ import annotations

from functools import cache
from typing import Any

from samples import ROOT
from toolwire._runtime.calls import Calls, named
from toolwire._runtime.pairing import paired, told_apart
from toolwire_codegen.load.project import Format, Project, load_project
from toolwire_codegen.load.transform import Lens, Row, Sequence, Target

from .codecs import Many, Text, Through, between, codec_of
from .notes import Notes
from .reading import Reading
from .rows import Declined
from .spec import OPAQUE, Place, Spec, demand, is_constant
from .writing import Dropped, Writing

Json = Any


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
        chosen = (lens for lens in lenses[:-1] if self._is_body(lens, payload))
        value = self.read(next(chosen, lenses[-1]), payload, calls)
        # Which result answers which call is no matter of rows; the driven conversations judge it.
        if entry == "request":
            if calls:
                told_apart(value["messages"], self.spec.name, self._finds_by_name())
            return value
        return named(value, calls, self._sends_made_ids()) if calls.made else value

    def encode(self, entry: str, value: Json) -> Json:
        """A wire body. Raises Refused, or what plain Python raises on odd data."""
        demand(type(value) is dict, "an object")
        lenses, hidden = self._entry(entry), set[str]()
        if entry == "request" and "messages" in value:
            value = paired(value, self.spec.name, self._finds_by_name())
        for lens in lenses[:-1]:
            needed = [row.fields[0][0] for row in lens.rows if self._tells(lens, row)]
            if all(field in value for field in needed):
                return self.write(lens, value, hidden)
        return self.write(lenses[-1], value, hidden)

    def _entry(self, entry: str) -> list[Lens]:
        transform = self.spec.transform
        inter, wires = transform.request if entry == "request" else transform.response
        return [self.spec.lens(inter, wire) for wire in wires]

    def _sends_made_ids(self) -> bool:
        """Whether an id that was made up for a reply is written in the next request."""
        targets = (t for lens in self.spec.transform.lenses for row in lens.all_rows
                   for t in row.targets)  # fmt: skip
        return any(operator.args for t in targets if (operator := t.operator("minted")))

    def _finds_by_name(self) -> bool:
        """Whether a result without an id has a name to find its call by."""
        targets = (t for lens in self.spec.transform.lenses for row in lens.all_rows
                   for t in row.targets)  # fmt: skip
        return any(operator.args for t in targets if (operator := t.operator("position")))

    def _tells(self, lens: Lens, row: Row) -> bool:
        """Does a field have to be there for this lens to be the one?"""
        if not row.targets or self.spec.required(self.spec.inter, lens.inter, row.fields[0]):
            return False
        target = row.targets[0]
        if any(target.operator(name) for name in ("default", "fill", "expected")):
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

    # -- arms

    def is_arm(self, lens: Lens, w: Json, lenses: list[Lens], place: Place) -> bool:
        """Is a wire object this arm? By a tag that all arms have, or by the keys it must have."""
        wire = self.spec.wire
        tagged = [{k for k in wire.properties(x.wire) if wire.const(x.wire, k)} for x in lenses]
        common = sorted(set.intersection(*tagged))
        common = [key for key in common if any(key in wire.required(x.wire) for x in lenses)]
        if common:
            key = common[0]
            if key not in w and key not in wire.required(lens.wire):
                return all(self.spec.has_either(w, other) for other in wire.required(lens.wire))
            return any(is_constant(w.get(key), v) for v in wire.const(lens.wire, key))
        return self._has_required(lens, w, self._presence(place)) or self._says(lens, w, place)

    def _says(self, lens: Lens, w: Json, place: Place) -> bool:
        """Does a tag that the arm need not have say that it is this one?"""
        wire = self.spec.wire
        for shape in place.wire:
            excluded = wire.defs.get(shape.name, {}).get("not", {})
            for arm in excluded.get("anyOf", [excluded]):
                for key, value in arm.get("properties", {}).items():
                    ours = key in w and "const" in value and key not in wire.required(lens.wire)
                    known = ours and value["const"] in wire.const(lens.wire, key)
                    if known and is_constant(w[key], value["const"]):
                        return True
        return False

    def _presence(self, place: Place) -> frozenset[str]:
        """The keys that tell the arms apart: those the unknown arm must not have."""
        found: set[str] = set()
        for shape in place.wire:
            excluded = self.spec.wire.defs.get(shape.name, {}).get("not", {})
            for arm in excluded.get("anyOf", [excluded]):
                if "properties" not in arm:
                    found |= {*arm.get("required", ())}
        return frozenset(found)

    def _has_required(self, lens: Lens, w: Json, telling: frozenset[str]) -> bool:
        wire, said = self.spec.wire, 0
        for key in wire.required(lens.wire):
            values = wire.const(lens.wire, key)
            if values:
                said += 1
                if not any(is_constant(w.get(key), value) for value in values):
                    return False
            elif not telling or key in telling:
                said += 1
                if not self.spec.has_either(w, key):
                    return False
        if said:
            return True
        optional = [k for k in wire.properties(lens.wire) if wire.const(lens.wire, k)]
        return not optional or optional[0] not in w

    def _is_body(self, lens: Lens, w: Json) -> bool:
        """Whether a body has what it must; a key that is null, and may not be, is no sign of it."""
        wire, name = self.spec.wire, lens.wire
        null = {key for key in wire.required(name) if w.get(key, "") is None}
        takes = {key for key in null for s in wire.shapes(wire.properties(name)[key])
                 if s.kind in ("null", "any")}  # fmt: skip
        tagged = bool(wire.tags(name))
        return self._has_required(lens, w, frozenset()) and (tagged or null <= takes)

    # -- pieces

    def part(self, lens: Lens, row: Row, arm: str, target: Target, record: str) -> Many | Text:
        """How one wire key of a spread list converts its share of the blocks."""
        one = Row(row.fields, row.position, targets=(target,))
        place = self.spec.place(lens, one, target, record)
        items = place.items
        if items is None:
            codec = codec_of(self, lens, one, target, record)
            assert isinstance(codec, Many | Text)
            return codec
        if arm == "*":
            return Many(Through(self, items))
        kept = tuple(shape for shape in items.inter if shape.name in (arm, OPAQUE))
        return Many(Through(self, Place(kept, items.wire), target.path[-1]))

    def lift_lens(self, sequence: Sequence) -> Lens:
        """The lens of the wire key that lifted units go to."""
        schema = self.spec.wire.properties(sequence.wire_record)[sequence.lift_key]
        refs = [schema, *schema.get("anyOf", ())]
        name = next(ref["$ref"].rpartition("/")[2] for ref in refs if "$ref" in ref)
        return self.spec.lens(sequence.lift, name)


@cache
def interpreters() -> dict[str, Interpreter]:
    """An interpreter of each format."""
    project = load_project(ROOT)
    assert not project.findings
    return {name: Interpreter(project, format_) for name, format_ in project.formats.items()}


__all__ = ["Interpreter", "between", "interpreters"]

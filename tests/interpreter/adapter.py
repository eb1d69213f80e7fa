"""The entries of the interpreter: decode and encode of requests and responses."""

from __future__ import annotations

import pathlib
import zlib
from dataclasses import replace
from functools import cache
from typing import Any

from toolwire_codegen.load.project import Format, Project, load_project
from toolwire_codegen.load.transform import Lens, Row, Sequence

from . import answering, failures, returned
from .arms import is_body, questions
from .calls import Calls, name_calls
from .choice import armed, carries, is_meant, needed, saying, settle, takes, there
from .codec import Codec, Through
from .conversation import paired, told_apart
from .jsontext import is_constant
from .notes import Notes
from .operator import Operator
from .overlay import form_of, mark
from .reading import Reading
from .registry import pipeline
from .spec import OPAQUE, Declined, Dropped, Spec, demand
from .use import Use
from .writing import Writing

Json = Any
ROOT = pathlib.Path(__file__).parents[2]


class Interpreter:
    """Decodes and encodes by walking the rows of one format's transform."""

    def __init__(self, project: Project, format_: Format) -> None:
        self.spec = Spec(project, format_)
        #: the place in its list of what is read or written next, and that of the first
        self.place = self.first = 0

    # -- entries

    def decode(self, entry: str, payload: Json, call: Json = None) -> Json:
        """An intermediate value; of a result, what answers this call, if it is given.

        Raises Refused, or what plain Python raises on odd data.
        """
        demand(type(payload) is dict, "an object")
        lenses = self._entry(entry)
        calls = Calls()
        if call is not None:
            calls.names[call["id"]] = call["name"]
        names = [lens.wire for lens in lenses]
        *asked, (name, _) = questions(self.spec, names, {*names}, False).asked
        fitting = (one for one, claims in asked if is_body(self.spec, one, claims, payload))
        name = next(fitting, name)
        lens = next(lens for lens in lenses if lens.wire == name)
        absent = {absent.path for absent in lens.absents}
        for key, tag in self.spec.wire_tags(lens).items():
            missing = key not in payload and (key,) in absent
            demand(missing or is_constant(payload.get(key), tag), f"{key}: {tag}")
        value = self.read(lens, payload, calls)
        # What an error is, is part of what a reply says; from which body it came, is not.
        failures.note_kind(self.spec, lens, value)
        if call is not None:
            answering.answered(self.spec, entry, value, payload, call)
        if entry == "request":
            told_apart(value.get("messages", []), self.spec.name, self._finds_by_name())
            settle(self.spec, value.get("messages", []))
        elif entry == "response" and calls.made:
            name_calls(value, self._sends_made_ids())
        returned.part(self.spec, lens, value)
        earlier = self._earlier(entry, lens)
        if any(self._written_so(entry, other, value) for other in earlier):
            mark(value, self.spec.name, "body", lens.wire)
        return value

    def encode(self, entry: str, value: Json, call: Json = None) -> Json:
        """A wire body; of a result, as the answer to this call, if it is given.

        Raises Refused, or what plain Python raises on odd data.
        """
        body = self._encode(entry, value)
        if entry in self.spec.transform.entries and "toolCallId" in value:
            asks = self.spec.transform.answers.get(entry)
            message = None if call is None or asks is None else self.encode(asks.call, call)
            answering.repeated(self.spec, entry, value, body, call, message)
        return body

    def _encode(self, entry: str, value: Json) -> Json:
        demand(type(value) is dict, "an object")
        hidden = set[str]()
        if entry == "request" and "messages" in value:
            value = saying(self.spec, value)
            value = paired(
                value, self.spec.name, self._finds_by_name(), self._holds_results_inside()
            )
        lens = self.chosen(entry, value)
        if entry == "response" and any(row.fields[0][:1] == ("message",) for row in lens.rows
                                       if row.targets):  # fmt: skip
            value = self._shown(value)
        return self.write(lens, value, hidden)

    def _shown(self, value: Json) -> Json:
        """A reply whose thoughts in words are this wire's, if it shows those of others."""
        name = self.spec.name
        lens = next((lens for lens in self.spec.transform.lenses if lens.shown), None)
        if lens is None:
            return value
        overlay = self._unproven(lens)
        content = []
        for block in value["message"]["content"]:
            thought = block.get("kind") == "reasoning" and block["text"] and "redacted" not in block
            if thought and name not in block.get("metadata", {}):
                metadata = {**block.get("metadata", {}), name: overlay}
                block = {**block, "metadata": metadata}
            content.append(block)
        return {**value, "message": {**value["message"], "content": content}}

    def _unproven(self, lens: Lens) -> Json:
        """What this wire says of a thought without a proof: as it reads one where none stands."""
        w = self.write(replace(lens, own=""), {"kind": "reasoning", "text": "Hm"}, set())
        for given in lens.stands:
            *parents, key = given.path
            holder = w
            for parent in parents:
                holder = holder[parent]
            holder[key] = given.values[0]
        return self.read(lens, w, Calls())["metadata"][self.spec.name]

    def chosen(self, entry: str, value: Json) -> Lens:
        """The lens of the body that a value is written as."""
        lenses = self._entry(entry)
        body = form_of(value, self.spec.name).get("body")
        for lens in lenses:
            noted = lens.wire == body and self._earlier(entry, lens)
            if noted and self._fits(entry, lens, value):
                return lens
        *others, last = self._preferred(entry)
        fitting = (lens for lens in others if self._written_so(entry, lens, value))
        return next(fitting, last)

    def _entry(self, entry: str) -> list[Lens]:
        transform = self.spec.transform
        inter, wires = transform.entries[entry]
        return [self.spec.lens(inter, wire) for wire in wires]

    def _some(self, lens: Lens) -> bool:
        """Does a lens have some arms of its union alone?"""
        arms = [arm for arm in self.spec.inter.arms(lens.inter) if arm != OPAQUE]
        mine = [self.spec.arm(lens, case.arm) for case in lens.cases if case.arm]
        return bool(mine) and len(mine) < len(arms)

    def _preferred(self, entry: str) -> list[Lens]:
        """The bodies in the order in which a value is tried to be written: whole unions first."""
        return sorted(self._entry(entry), key=self._some)

    def _all_operators(self) -> list[Operator]:
        rows = [row for lens in self.spec.transform.lenses for row in lens.all_rows]
        return [one for row in rows for target in row.targets for one in pipeline(target.operators)]

    def _sends_made_ids(self) -> bool:
        """Whether an id that was made up for a reply is written in the next request."""
        return any(one.sends_made_ids for one in self._all_operators())

    def _finds_by_name(self) -> bool:
        """Whether a result without an id has a name to find its call by."""
        return any(one.finds_by_name for one in self._all_operators())

    def _holds_results_inside(self) -> bool:
        """Whether a message of the wire holds its result as an object of its own."""
        rows = [row for lens in self.spec.transform.lenses for row in lens.rows]
        return any(row.name == "toolResult" and row.targets[0].path for row in rows if row.targets)

    # -- which body a value is written as

    def _written_so(self, entry: str, lens: Lens, value: Json) -> bool:
        """Has a value what this body asks for, and nothing that another one alone would keep?"""
        others = [other for other in self._entry(entry) if other is not lens]
        if armed(lens):
            return takes(self.spec, lens, others, value)
        return is_meant(self.spec, lens, others, value)

    def _fits(self, entry: str, lens: Lens, value: Json) -> bool:
        """Can a value be written as the body that its form names?"""
        if armed(lens):
            return self._written_so(entry, lens, value)
        return all(there(value, path) for path in needed(self.spec, lens))

    def _earlier(self, entry: str, lens: Lens) -> list[Lens]:
        """The bodies ahead of one as which a value read from it may be written."""
        lenses = self._preferred(entry)
        if armed(lens):
            read = {case.arm for case in lens.cases if not case.lost}
            before = lenses[: lenses.index(lens)]
            return [one for one in before if read & {case.arm for case in one.cases}]
        ahead = [(other, needed(self.spec, other)) for other in lenses[: lenses.index(lens)]]
        return [
            other
            for other, asked in ahead
            if asked and all(carries(lens, path) for path in asked)
        ]

    # -- lenses

    def read(self, lens: Lens, w: Json, calls: Calls) -> Json:
        """An object through a lens; None if the lens is not for it."""
        before = self.first
        try:
            self.first = first_number(lens, w, True)
            return Reading(self, lens, w, calls).run()
        except Declined:
            return None
        finally:
            self.first = before

    def write(self, lens: Lens, x: Json, hidden: set[str]) -> Json:
        """A wire object; None if the wire has no place for it."""
        before = self.first
        try:
            self.first = first_number(lens, x, False)
            if lens.inter == "Response":
                x = failures.reworded(self.spec, lens, returned.joined(self.spec, lens, x))
            return Writing(self, lens, x, hidden).run()
        except Dropped:
            return None
        finally:
            self.first = before

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


def first_number(lens: Lens, one: Json, wire: bool) -> int:
    """Where the numbers of lists begin in something, by its id."""
    keys = [row.targets[0].path for row in lens.rows if row.fields == (("id",),) and row.targets]
    if len(keys) != 1 or len(keys[0]) != 1 or type(one) is not dict:
        return 0
    id_ = one.get(keys[0][0] if wire else "id")
    text = id_ if type(id_) is str else ""
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) * 1000


@cache
def interpreters() -> dict[str, Interpreter]:
    """An interpreter of each format."""
    project = load_project(ROOT)
    assert not project.findings
    return {name: Interpreter(project, format_) for name, format_ in project.formats.items()}

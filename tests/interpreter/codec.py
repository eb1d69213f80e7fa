"""How one wire value and one intermediate value stand for each other."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.transform import Lens

from .arms import Questions, questions
from .choice import can_tell, chosen
from .jsontext import is_constant, same_json
from .spec import OPAQUE, Place, demand

if TYPE_CHECKING:
    from .adapter import Interpreter
    from .notes import Notes

Json = Any
PYTHON: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "record": (dict,),
    "null": (type(None),),
}


class Codec:
    """The identity. ``read`` gives None where the value does not fit after all."""

    #: what does not fit (and is not null) is malformed, not an odd spelling for the overlay
    structural = False
    #: what does not fit is no mistake: the object that must have it stays as it is
    leaves = False
    #: some of its values no lens is for: the object that must have it stays as it is
    meets_unknown = False
    #: several spellings read as the same value: the form keeps the one there was
    spelled = False
    #: reading decides whether it fits
    partial = False
    #: what has no place on the wire is written as None, and left out
    drops = False
    #: what does not fit stays beside the value that an absent key stands for
    lenient = False

    @property
    def picky(self) -> bool:
        """Can it tell by looking at the raw value whether it fits?"""
        return False

    def accepts(self, raw: Json) -> bool:
        return raw is not None

    def read(self, raw: Json, notes: Notes) -> Json:
        return raw

    def write(self, value: Json, notes: Notes) -> Json:
        return value

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        """Would our own encoder write another spelling than ``raw``?"""
        return not same_json(self.write(value, notes), raw)

    def fits(self, value: Json, notes: Notes) -> bool:
        """Can an intermediate value be written at all?"""
        return True

    def recall(self, x: Json, notes: Notes) -> None:
        """Note what of the object around it reading a value needs to know."""


class Anything(Codec):
    """Any JSON value, null included."""

    def accepts(self, raw: Json) -> bool:
        return True


class Typed(Codec):
    """A value of the types both sides have in common."""

    def __init__(self, place: Place) -> None:
        left = {_json_type(shape) for shape in place.inter}
        right = {_json_type(shape) for shape in place.wire}
        if "any" in left:
            both = right - {"null"}
        elif "any" in right:
            both = left
        else:
            both = left & right
        if "number" in left and "integer" in right:
            both.add("integer")
        if "integer" in left and "number" in right:
            both.add("integer")  # a whole float has become one
        self.types = tuple(python for name in both for python in PYTHON[name])
        consts = [shape.consts for shape in place.inter if shape.consts]
        self.consts = consts[0] if consts else ()
        items = place.items
        kinds = [shape.kind for shape in items.inter] if items else []
        plain = bool(kinds) and kinds[0] in ("string", "integer", "boolean")
        self.items = PYTHON[kinds[0]] if plain else ()
        alone = right <= {*both, "null", "any"}
        self.structural = alone and bool(both & {"array", "object"}) and "string" not in both

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        if self.consts:
            return any(is_constant(raw, const) for const in self.consts)
        if type(raw) not in self.types:
            return False
        return not self.items or all(type(item) in self.items for item in raw)


class Through(Codec):
    """An object through the lens or the union that serves its place."""

    drops = True

    def __init__(self, interpreter: Interpreter, place: Place, at: str = "") -> None:
        self.interpreter, self.place, self.at = interpreter, place, at
        spec = interpreter.spec
        self.lenses = spec.lenses_at(place)
        self.scalars = [
            value
            for shape in place.inter
            for value in shape.consts
            if any(value in other.consts for other in place.wire
                   if other.of not in [lens.wire for lens in self.lenses])
        ]
        self.words = [lens for lens in self.lenses
                      if lens.wire in [shape.of for shape in place.wire if shape.of]]
        self.opaque = OPAQUE in [shape.name for shape in place.inter]
        self.alone = len(self.lenses) == 1 and not self.scalars and not self.opaque
        wires = [shape.name for shape in place.wire if shape.name]
        self.structural = not self.alone or wires == [self.lenses[0].wire]
        self.spelled = any(not lens.keeps and not _hands_on(lens) for lens in self.lenses)
        self.partial = not self.opaque
        lens_types = {lens.wire for lens in self.lenses}
        self.meets_unknown = self.partial and not {*wires} <= lens_types

    @cached_property
    def questions(self) -> Questions:
        wires = [shape.name for shape in self.place.wire if shape.name]
        return questions(self.interpreter.spec, wires, {lens.wire for lens in self.lenses}, True)

    @property
    def picky(self) -> bool:
        return self.alone

    def accepts(self, raw: Json) -> bool:
        if self.alone:
            wire = self.lenses[0].wire
            if self.questions.asked and not self.structural:
                return type(raw) is dict and self.questions.types_of(raw)[:1] == [wire]
            tags = self.interpreter.spec.wire_tags(self.lenses[0])
            return type(raw) is dict and all(is_constant(raw.get(k), v) for k, v in tags.items())
        return type(raw) is dict or (bool(self.scalars or self.words) and type(raw) is str)

    def read(self, raw: Json, notes: Notes) -> Json:
        if self.alone:
            return self.interpreter.read(self.lenses[0], raw, notes.calls)
        if self.scalars and raw in self.scalars:
            return raw
        demand(type(raw) is dict or (self.words and type(raw) is str), "an object")
        names = [lens.wire for lens in self.words]
        for name in names if type(raw) is str else self.questions.types_of(raw):
            lenses = [lens for lens in self.lenses if lens.wire == name]
            if not lenses:
                break
            for lens in lenses:
                value = self.interpreter.read(lens, raw, notes.calls)
                if value is not None:
                    return value
        if not self.opaque:
            return None
        value = {"kind": "opaque", "format": self.interpreter.spec.name, "value": raw}
        return {**value, "at": self.at} if self.at else value

    def write(self, value: Json, notes: Notes) -> Json:
        if self.alone:
            return self.interpreter.write(self.lenses[0], value, notes.hidden)
        if type(value) is str and value in self.scalars:
            return value
        if type(value) is not str and self.opaque and value.get("kind") == "opaque":
            return value["value"] if value["format"] == self.interpreter.spec.name else None
        # What takes nothing but its own is asked first.
        lenses = sorted(self.lenses, key=lambda lens: not lens.own)
        fitting = [lens for lens in lenses if self._is_inter_arm(lens, value, notes)]
        if len(fitting) > 1 and can_tell(self.interpreter.spec, fitting):
            fitting = [chosen(self.interpreter.spec, fitting, value)]
        for lens in fitting:
            written = self.interpreter.write(lens, value, notes.hidden)
            if written is not None:
                return written
        return None

    def _is_inter_arm(self, lens: Lens, value: Json, notes: Notes) -> bool:
        row = lens.rows[0] if lens.rows else None
        if row is not None and row.fields[0] == ():
            if row.is_const:
                return bool(value == row.const)
            word = self.interpreter.word(lens, row)
            return type(value) is str and word.fits(value, notes)
        if type(value) is not dict:
            return False
        tags = self.interpreter.spec.inter_tags(lens.inter)
        if tags:
            return all(value.get(key) == tag for key, tag in tags.items())
        return sorted(self.interpreter.spec.inter.required(lens.inter))[0] in value


class Many(Codec):
    """A list of such objects; what the wire has no place for is left out."""

    structural = True

    def __init__(self, item: Through, before: int = 0) -> None:
        self.item, self.before = item, before

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return type(raw) is list

    def read(self, raw: Json, notes: Notes) -> Json:
        found = []
        first = self.item.interpreter.first
        for self.item.interpreter.place, one in enumerate(raw, first):
            found.append(self.item.read(one, notes))
        return found

    def write(self, value: Json, notes: Notes) -> Json:
        written: list[Json] = []
        first = self.item.interpreter.first
        for one in value:
            self.item.interpreter.place = first + self.before + len(written)
            found = self.item.write(one, notes)
            written += [] if found is None else [found]
        return written


def between(interpreter: Interpreter, place: Place) -> Codec:
    """The codec of a place where no operator is written."""
    items = place.items
    if items is not None and interpreter.spec.lenses_at(items):
        return Many(Through(interpreter, items))
    if interpreter.spec.lenses_at(place):
        return Through(interpreter, place)
    if all(shape.kind == "any" for shape in (*place.inter, *place.wire)):
        return Anything()
    return Typed(place)


def _hands_on(lens: Lens) -> bool:
    """Does a lens hand its whole wire object to another one?"""
    return any(row.targets and not row.targets[0].path for row in lens.rows)


def _json_type(shape: Shape) -> str:
    return "object" if shape.kind == "record" else shape.kind

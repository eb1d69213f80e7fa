"""How one wire value and one intermediate value stand for each other, operator by operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire._runtime import values
from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.transform import Lens, Operator, Row, Table, Target

from .spec import OPAQUE, Place, Spec, demand, is_constant, literal, same_json

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
    #: several spellings read as the same value: the form keeps the one there was
    spelled = False
    #: reading decides whether it fits
    partial = False

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

    def fits(self, value: Json) -> bool:
        """Can an intermediate value be written at all?"""
        return True


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
        self.types = tuple(python for name in both for python in PYTHON[name])
        consts = [shape.consts for shape in place.inter if shape.consts]
        self.const = consts[0] if consts and len(consts[0]) == 1 else ()
        items = place.items
        kinds = [shape.kind for shape in items.inter] if items else []
        plain = bool(kinds) and kinds[0] in ("string", "integer", "boolean")
        self.items = PYTHON[kinds[0]] if plain else ()
        self.structural = bool(both & {"array", "object"}) and "string" not in both

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        if self.const:
            return is_constant(raw, self.const[0])
        if type(raw) not in self.types:
            return False
        return not self.items or all(type(item) in self.items for item in raw)


class Scalar(Codec):
    """A function each way; some bring every spelling back by themselves."""

    partial = True

    def __init__(self, name: str, args: tuple[Json, ...], exact: bool) -> None:
        reader, writer = SCALARS[name][:2]
        self.reader, self.writer = getattr(values, reader), getattr(values, writer)
        self.args, self.spelled = args, not exact

    def read(self, raw: Json, notes: Notes) -> Json:
        return self.reader(raw, *self.args)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.writer(value, *self.args)


SCALARS: dict[str, tuple[str, str, bool]] = {
    "one_or_many": ("many_from", "many", False),
    "not": ("negated", "negated", True),
    "sole": ("sole_from", "sole", False),
    "pluck": ("plucked", "unplucked", False),
    "digits": ("digits", "undigits", False),
    "starts": ("starting", "starting_as", True),
    "starts_none": ("starting_none", "starting_none", True),
    "json_text": ("never", "json_text", True),
    "carried": ("carried_from", "carried", True),
}
"""Reader, writer, and whether what reads is always written as it was."""


class Own(Codec):
    """A codec that the format brings itself."""

    partial = spelled = True

    def __init__(self, source: str, name: str) -> None:
        space: dict[str, Any] = {}
        exec(source, space)
        self.own = space[name]

    def read(self, raw: Json, notes: Notes) -> Json:
        return self.own.decode(raw)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.own.encode(value)


class Tabled(Codec):
    """A word through a table; ``calls``: `stop` beside calls is `tool_calls`."""

    partial = True

    def __init__(self, table: Table, calls: bool) -> None:
        self.table, self.calls = table, calls
        self.spelled = calls or bool(table.decode) or table.otherwise is not None

    def read(self, raw: Json, notes: Notes) -> Json:
        if self.calls:
            word = self.table.decoding.get(raw, self.table.otherwise)
            waits = any(block.get("kind") == "toolCall" for block in notes.blocks)
            return "tool_calls" if word == "stop" and waits else word
        return values.looked_up(self.table.decoding, raw, self.table.otherwise)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.table.encoding[value]

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        return bool(self.table.encoding.get(value) != raw)

    def fits(self, value: Json) -> bool:
        return value in self.table.encoding


class Retyped(Codec):
    """A tool schema whose type names go through a table."""

    partial = spelled = True

    def __init__(self, table: Table) -> None:
        self.table = table

    def read(self, raw: Json, notes: Notes) -> Json:
        return values.retyped_from(raw, self.table.decoding, self.table.encoding, [])

    def write(self, value: Json, notes: Notes) -> Json:
        return values.retyped(value, self.table.encoding)

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        odd: list[Json] = []
        values.retyped_from(raw, self.table.decoding, self.table.encoding, odd)
        return bool(odd)


class Through(Codec):
    """An object through the lens or the union that serves its place."""

    def __init__(self, interpreter: Interpreter, place: Place, at: str = "") -> None:
        self.interpreter, self.place, self.at = interpreter, place, at
        spec = interpreter.spec
        self.lenses = spec.lenses_at(place)
        self.scalars = [
            value
            for shape in place.inter
            for value in shape.consts
            if any(value in other.consts for other in place.wire)
        ]
        self.opaque = OPAQUE in [shape.name for shape in place.inter]
        self.alone = len(self.lenses) == 1 and not self.scalars and not self.opaque
        wires = [shape.name for shape in place.wire if shape.name]
        self.structural = not self.alone or wires == [self.lenses[0].wire]
        self.spelled = any(not lens.keeps and not _hands_on(lens) for lens in self.lenses)
        self.partial = not self.opaque

    @property
    def picky(self) -> bool:
        return self.alone

    def accepts(self, raw: Json) -> bool:
        if self.alone:
            tags = self.interpreter.spec.wire_tags(self.lenses[0])
            return type(raw) is dict and all(is_constant(raw.get(k), v) for k, v in tags.items())
        return type(raw) is dict or (bool(self.scalars) and type(raw) is str)

    def read(self, raw: Json, notes: Notes) -> Json:
        if self.alone:
            return self.interpreter.read(self.lenses[0], raw, notes.calls)
        if self.scalars and raw in self.scalars:
            return raw
        demand(type(raw) is dict, "an object")
        for lens in self.lenses:
            if self.interpreter.is_arm(lens, raw, self.lenses, self.place):
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
        if type(value) is str and self.scalars:
            return value
        if type(value) is not str and self.opaque and value.get("kind") == "opaque":
            return value["value"] if value["format"] == self.interpreter.spec.name else None
        for lens in self.lenses:
            if self._is_inter_arm(lens, value):
                written = self.interpreter.write(lens, value, notes.hidden)
                if written is not None:
                    return written
        return None

    def _is_inter_arm(self, lens: Lens, value: Json) -> bool:
        row = lens.rows[0] if lens.rows else None
        if row is not None and row.fields[0] == ():
            return bool(value == row.const) if row.is_const else type(value) is str
        if type(value) is not dict:
            return False
        tags = self.interpreter.spec.inter_tags(lens.inter)
        if tags:
            return all(value.get(key) == tag for key, tag in tags.items())
        return sorted(self.interpreter.spec.inter.required(lens.inter))[0] in value


class Many(Codec):
    """A list of such objects; what the wire has no place for is left out."""

    structural = True

    def __init__(self, item: Through) -> None:
        self.item = item

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return type(raw) is list

    def read(self, raw: Json, notes: Notes) -> Json:
        return [self.item.read(one, notes) for one in raw]

    def write(self, value: Json, notes: Notes) -> Json:
        written = [self.item.write(one, notes) for one in value]
        return [one for one in written if one is not None]


class Text(Codec):
    """A text, or the list of one plain text block, stand for each other."""

    structural = True

    def __init__(self, interpreter: Interpreter, place: Place, field: str, canonical: str) -> None:
        self.field, self.canonical = field, canonical
        inter, wire = ({s.kind for s in shapes} for shapes in (place.inter, place.wire))
        self.string, self.list = "string" in inter, "array" in inter
        self.wire_string, self.wire_list = "string" in wire, "array" in wire
        spec, items = interpreter.spec, place.items
        self.items = between(interpreter, items) if items else None
        self.tags: dict[str, Json] = {}
        arms = [shape.name for other in place.wire for shape in other.items]
        for lens in spec.transform.lenses:
            if lens.inter == "TextBlock" and lens.wire in arms:
                self.tags = spec.wire_tags(lens)

    def bare(self, raw: Json) -> bool:
        """Is it the list of one text part that says nothing else?"""
        if type(raw) is not list or len(raw) != 1:
            return False
        demand(type(raw[0]) is dict, "an object")
        return (
            {*raw[0]} == {*self.tags, "text"}
            and type(raw[0]["text"]) is str
            and all(raw[0][key] == tag for key, tag in self.tags.items())
        )

    def lone(self, value: Json) -> bool:
        """The same of an intermediate list."""
        if len(value) != 1 or value[0].get("kind") != "text":
            return False
        return not value[0].get("metadata")

    def accepts(self, raw: Json) -> bool:
        if type(raw) is str:
            return self.wire_string
        return type(raw) is list and self.wire_list and (self.list or self.bare(raw))

    def read(self, raw: Json, notes: Notes) -> Json:
        demand(self.accepts(raw), "a text or a list")
        if type(raw) is str:
            if self.string:
                return raw
            if self.canonical == "list":
                notes.note(self.field, {"style": "string"})
            return [{"kind": "text", "text": raw}]
        if self.bare(raw):
            if self.canonical == "string" and self.wire_string:
                notes.note(self.field, {"style": "list"})
            if self.string:
                return raw[0]["text"]
        assert self.items is not None
        return [self.items.read(one, notes) for one in raw]

    def write(self, value: Json, notes: Notes) -> Json:
        styled = notes.style(self.field)
        if type(value) is str:
            listed = not self.wire_string or (self.wire_list and styled == "list")
            return [{**self.tags, "text": value}] if listed else value
        unwraps = styled == "string" if self.canonical == "list" else styled != "list"
        if self.lone(value) and self.wire_string and (self.string or unwraps):
            return value[0]["text"]
        assert self.items is not None
        written = [self.items.write(one, notes) for one in value]
        kept = [one for one in written if one is not None]
        # Where nothing is left of a list, no text says so, if that is the wire's usual spelling.
        texts = self.wire_string and self.canonical == "string"
        return "" if value and not kept and texts else kept


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


def codec_of(interpreter: Interpreter, lens: Lens, row: Row, target: Target, record: str) -> Codec:
    """The codec of one target of a row."""
    spec = interpreter.spec
    place = spec.place(lens, row, target, record)
    for operator in target.operators:
        if operator.name in SCALARS:
            return Scalar(operator.name, _args(spec, operator), SCALARS[operator.name][2])
        if operator.name == "table":
            table = spec.transform.tables[operator.args[0]]
            return Tabled(table, target.operator("calls") is not None)
        if operator.name == "retyped":
            return Retyped(spec.transform.tables[operator.args[0]])
        if operator.name == "via":
            module, _, name = operator.args[0].partition(":")
            return Own(spec.codecs[module], name)
        if operator.name == "text":
            name = row.name if row.name != "." else target.path[-1]
            canonical = operator.args[0] if operator.args else "string"
            return Text(interpreter, place, name, canonical)
    return between(interpreter, place)


def _args(spec: Spec, operator: Operator) -> tuple[Json, ...]:
    if operator.name != "pluck":
        return tuple(literal(arg) for arg in operator.args)
    record, path = operator.args
    tags = {
        key: spec.wire.const(record, key)[0]
        for key in spec.wire.required(record)
        if spec.wire.const(record, key)
    }
    return tags, path.split(".")


def _hands_on(lens: Lens) -> bool:
    """Does a lens hand its whole wire object to another one?"""
    return any(row.targets and not row.targets[0].path for row in lens.rows)


def _json_type(shape: Shape) -> str:
    return "object" if shape.kind == "record" else shape.kind

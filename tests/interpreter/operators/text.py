"""A text, or the list of one plain text block: `text(list)` if the list is the usual one."""

from __future__ import annotations

from typing import Any

from ..codec import Codec, between
from ..notes import Notes
from ..operator import Operator
from ..parts import Part
from ..spec import demand
from ..use import Use

Json = Any


class Text(Operator):
    """The form keeps which of the two there was."""

    name = "text"

    def codec(self, use: Use) -> TextCodec:
        field = use.row.name if use.row.name != "." else use.key
        spelling = self.args[0] if self.args else "string"
        return TextCodec(use, field, "string" if spelling == "joined" else spelling)

    def part(self, use: Use, arm: str) -> Part:
        return PlainPart(use, arm, self.codec(use), self.args == ("joined",))


class PlainPart(Part):
    """The same of one key of a spread list: an empty text is none."""

    def __init__(self, use: Use, arm: str, text: TextCodec, joins: bool) -> None:
        super().__init__(use, arm)
        self.text, self.joins = text, joins

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        listed = self.text.canonical == "list"
        if self.use.null and not raw and (raw is None or type(raw) is list):
            return [] if raw is None else None
        if self._fills() and type(raw) in (str, list) and not raw:
            if (type(raw) is list) != listed:
                style = "empty string" if listed else "empty list"
                notes.note(self.use.row.name, {"style": style})
            return []
        if type(raw) is str:
            if raw and listed:
                notes.note(self.use.row.name, {"style": "string"})
            return [{"kind": "text", "text": raw}] if raw else None
        if type(raw) is list and raw and not listed and (self.joins or self.text.bare(raw)):
            notes.note(self.use.row.name, {"style": "list"})
        return super().read(raw, notes)

    def write(self, shares: list[Json], notes: Notes) -> Json:
        styled = notes.style(self.use.row.name)
        wanted = styled == "string" if self.text.canonical == "list" else styled != "list"
        plain = wanted and self.text.bare(shares)
        if wanted and self.joins and shares and all(self.text.bare([one]) for one in shares):
            return "".join(one["text"] for one in shares)
        if self._fills() and not shares:
            return {"empty string": "", "empty list": []}.get(styled or "", self.text.empty)
        if self.use.null and not shares:
            return None
        return shares[0]["text"] if plain else super().write(shares, notes)

    def _fills(self) -> bool:
        """Is an empty text or list there where nothing is said?"""
        return self.use.wire_must and not self.use.null


class TextCodec(Codec):
    """A text, or the list of one plain text block, stand for each other."""

    structural = True

    def __init__(self, use: Use, field: str, canonical: str) -> None:
        interpreter, place = use.interpreter, use.place
        self.field, self.canonical = field, canonical
        inter, wire = ({s.kind for s in shapes} for shapes in (place.inter, place.wire))
        self.string, self.list = "string" in inter, "array" in inter
        self.lenient = not self.list
        self.empty: Json = [] if canonical == "list" else ""
        self.wire_string, self.wire_list = "string" in wire, "array" in wire
        spec, items = interpreter.spec, place.items
        self.items = between(interpreter, items) if items else None
        self.tags: dict[str, Json] = {}
        arms = [shape.name for other in place.wire for shape in other.items]
        for lens in spec.transform.lenses:
            marked = lens.own or any(row.is_const for row in lens.rows)
            if lens.inter == "TextBlock" and lens.wire in arms and not marked:
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
            if self.canonical == "list" and self.wire_list:
                notes.note(self.field, {"style": "string"})
            return raw if self.string else [{"kind": "text", "text": raw}]
        if self.bare(raw):
            if self.canonical == "string" and self.wire_string:
                notes.note(self.field, {"style": "list"})
            if self.string:
                return raw[0]["text"]
        assert self.items is not None
        return [self.items.read(one, notes) for one in raw]

    def write(self, value: Json, notes: Notes) -> Json:
        styled = notes.style(self.field)
        usual = self.canonical == "string"
        if type(value) is str:
            listed = styled == "list" if usual else styled != "string"
            listed = not self.wire_string or (self.wire_list and listed)
            return [{**self.tags, "text": value}] if listed else value
        unwraps = styled == "string" if not usual else self.string or styled != "list"
        if self.lone(value) and self.wire_string and unwraps:
            return value[0]["text"]
        assert self.items is not None
        written = [self.items.write(one, notes) for one in value]
        items = [one for one in written if one is not None]
        # Where nothing is left of a list, no text says so, if that is the wire's usual spelling.
        texts = self.wire_string and self.canonical == "string"
        return "" if value and not items and texts else items

"""Units that stand as several elements: the reverse of sharing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.transform import Sequence

from .arms import questions
from .calls import Calls
from .codec import Many, Through
from .landing import land, lens_keys
from .notes import Notes
from .spec import Place, demand

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


class Spread:
    """What both directions need to know of a unit that is spread."""

    def __init__(self, interpreter: Interpreter, sequence: Sequence) -> None:
        self.interpreter, self.sequence = interpreter, sequence
        self.spec = spec = interpreter.spec
        shapes = spec.shapes(spec.inter, sequence.spread, (sequence.spread_key,))
        self.bare = any(shape.kind == "string" for shape in shapes)
        place = Place(
            shapes,
            spec.shapes(spec.wire, sequence.wire_record, (sequence.wire_key,)),
        ).items
        assert place is not None
        self.blocks = Through(interpreter, place)
        names = [shape.name for shape in place.wire if shape.name]
        among = {*sequence.among}
        self.among = questions(spec, names, among, True) if among else None
        self.tags = spec.inter_tags(sequence.spread)

    def read(self, element: Json, place: int, calls: Calls) -> Json:
        """A block, or what may stand among blocks; None for any other element."""
        demand(type(element) is dict, "an object")
        self.interpreter.place = place
        for name in self.blocks.questions.types_of(element):
            lenses = [lens for lens in self.blocks.lenses if lens.wire == name]
            if not lenses:
                break
            for lens in lenses:
                value = self.interpreter.read(lens, element, calls)
                if value is not None:
                    return value
        found = self.among.types_of(element)[:1] if self.among else []
        if not {*found}.isdisjoint(self.sequence.among):
            return {"kind": "opaque", "format": self.spec.name, "value": element}
        return None

    def gathered(self, run: list[Json]) -> list[Json]:
        """A run as one unit, if there is a block in it that we know."""
        if all(block.get("kind") == "opaque" for block in run):
            return run
        only = run[0] if self.bare and len(run) == 1 else {}
        plain = {*only} == {"kind", "text"} and only["kind"] == "text"
        return [{**self.tags, self.sequence.spread_key: only["text"] if plain else run}]

    def is_unit(self, unit: Json) -> bool:
        return all(unit.get(key) == tag for key, tag in self.tags.items())

    def write(self, unit: Json, hidden: set[str]) -> list[Json]:
        """The elements of a unit."""
        keys: dict[str, set[str]] = {}
        for lens in self.blocks.lenses if self.sequence.spread_key == "content" else ():
            lens_keys(self.spec, lens, set(), keys)
        unit = land(self.spec, keys, unit)
        content = unit[self.sequence.spread_key]
        blocks = [{"kind": "text", "text": content}] if type(content) is str else content
        written: list[Json] = Many(self.blocks).write(blocks, Notes(Calls(), hidden))
        return written

"""What is known of elements that units share: which these are, and where their list stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.transform import Lens, Sequence

from .arms import questions
from .codec import Through
from .jsontext import is_constant
from .overlay import spelled_back
from .signs import Sign, rules_out
from .spec import Place

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


class Folding:
    """What both directions need to know of one sequence."""

    def __init__(self, interpreter: Interpreter, sequence: Sequence) -> None:
        self.interpreter, self.spec, self.sequence = interpreter, interpreter.spec, sequence
        spec = self.spec
        self.path = sequence.into_path
        elements = spec.shapes(spec.wire, sequence.into, self.path)
        names = [shape.name for outer in elements for shape in outer.items]
        lenses = spec.transform.lenses
        members = [x for x in lenses if x.inter == sequence.member and x.wire in names]
        self.member, self.members = members[0], [lens.wire for lens in members]
        items = tuple(item for outer in elements for item in outer.items)
        #: how a member is converted, of whichever type its element is
        self.through = Through(interpreter, Place((Shape("record", sequence.member),), items))
        #: what else may stand in the shared element; None where only members may
        self.rest = next((lens for lens in lenses if lens.wire == sequence.into), None)
        #: the keys where the rest has what does not stand in the list
        self.beside: list[str] = []
        for row in self.rest.rows if self.rest else ():
            paths = [target.path for target in row.targets]
            paths += [target.path for _, target in row.parts]
            if self.path in paths:
                self.beside = [path[0] for path in paths if path[0] != self.path[0]]
        #: whether what is no member is opaque
        self.mixed = self.rest is None and len(names) > 1
        self.texts = next((x for x in lenses if x.inter == "TextBlock" and x.wire in names), None)
        self.text_allowed = any(shape.kind == "string" for shape in elements)
        read = {lens.wire for lens in spec.transform.lenses}
        self.questions = questions(spec, names, read, True)
        #: what may have such a list, and which of it is shared
        listed = Sign(self.path, (), ("array",))
        place = spec.shapes(spec.wire, sequence.wire_record, (sequence.wire_key,))
        alike = [item.name for outer in place for item in outer.items if item.name]
        alike = [
            name for name in alike
            if spec.wire.record(name) is None or not rules_out(spec, name, listed)
        ]  # fmt: skip
        alike = [sequence.into, *(name for name in alike if name != sequence.into)]
        self.shared = questions(spec, alike, read | {sequence.into}, True)
        must = spec.wire.required(sequence.into)
        self.tags = {
            key: values[0]
            for key in spec.wire.properties(sequence.into)
            if (values := spec.wire.const(sequence.into, key)) and (len(values) == 1 or key in must)
        }
        for lens in spec.transform.lenses:
            if lens.wire == sequence.into:
                constants = [
                    given for given in lens.givens if len(given.path) == 1 and given.values
                ]
                self.tags |= {given.path[0]: given.values[0] for given in constants}
        #: the constants of the element, and of what is between it and the list
        self.around = [self.tags, *(
            {
                key: spec.wire.const(shape.name, key)[0]
                for shape in spec.shapes(spec.wire, sequence.into, self.path[:depth])
                for key in spec.wire.required(shape.name)
                if spec.wire.const(shape.name, key)
            }
            for depth in range(1, len(self.path))
        )]  # fmt: skip
        #: the keys whose word is that of a new element, and may be another
        self.worded = {key for key in self.tags if len(spec.wire.const(sequence.into, key)) > 1}

    def is_member_element(self, element: Json) -> bool:
        return any(name in self.members for name in self.questions.types_of(element)[:1])

    def is_unit(self, unit: Json, lens: Lens) -> bool:
        tags = self.spec.inter_tags(lens.inter)
        if tags:
            return all(unit.get(key) == tag for key, tag in tags.items())
        return sorted(self.spec.inter.required(lens.inter))[0] in unit

    def is_shared(self, item: Json) -> bool:
        """Does a wire item hold units that share it?"""
        if not self.is_tagged(item):
            return False
        elements = self.list_in(item)
        if not elements:
            return False
        # Where only members may stand, what is malformed is a malformed member.
        only = self.rest is None and not self.mixed
        return only or any(self.is_member_element(element) for element in elements)

    def is_tagged(self, item: Json) -> bool:
        """Is a wire item of the type that units share?"""
        if type(item) is not dict:
            return False
        required = self.spec.wire.required(self.sequence.into)
        for key, tag in self.tags.items():
            absent = key not in item and key not in required
            if key not in self.worded and not absent and not is_constant(item.get(key), tag):
                return False
        return self.shared.types_of(item)[:1] == [self.sequence.into]

    def is_inside(self, unit: Json) -> bool:
        """Is it opaque, and stood in the list of a shared element?"""
        return self.mixed and _is_own(self, unit) and unit.get("at") == self.sequence.into_key

    def is_whole(self, unit: Json) -> bool:
        """Is it opaque, and a shared element that members may join?"""
        if not self.mixed or not _is_own(self, unit):
            return False
        value = unit["value"]
        return self.is_tagged(value) and self.list_in(value) is not None

    def list_in(self, item: Json) -> list[Json] | None:
        """The list that units share, if an item has one."""
        for key in self.path:
            item = item.get(key) if type(item) is dict else None
        return item if type(item) is list else None

    def made(self, elements: Json) -> dict[str, Json]:
        """An item that has this list, and what it must have besides."""
        for key, tags in [*zip(self.path, self.around, strict=True)][::-1]:
            elements = {**tags, key: elements}
        assert isinstance(elements, dict)
        return elements

    def is_bare(self, item: Json) -> bool:
        """Has an item nothing else?"""
        for key, tags in zip(self.path, self.around, strict=True):
            if type(item) is not dict or key not in item or len(item) != 1 + len(tags):
                return False
            item = item[key]
        return True

    def more(self, item: dict[str, Json]) -> dict[str, Json]:
        """What the rest has of a shared item beside its list."""
        return {key: item[key] for key in self.beside if item.get(key)}

    def left(self, item: dict[str, Json]) -> dict[str, Json]:
        """What an item has besides, at each step to its list; {} if nothing."""
        found, inside = {}, {}
        for depth, (key, tags) in enumerate(zip(self.path, self.around, strict=True)):
            keys = [key, *tags]
            words = {tag: item[tag] for tag in tags if tag in item and item[tag] != tags[tag]}
            here = {
                "rest": {one: value for one, value in item.items() if one not in keys},
                "absent": [one for one in keys if one not in item],
                **({"words": words} if words else {}),
            }
            if depth == 0:
                found = here
            elif any(here.values()):
                inside[".".join(self.path[:depth])] = here
            item = item[key]
        found |= {"inside": inside} if inside else {}
        return found if any(found.values()) else {}

    def text_of(self, run: list[Json]) -> str | None:
        """The text of a run that is one plain text part, where the wire may have a string."""
        if self.texts is None or not self.text_allowed or len(run) != 1:
            return None
        tags = self.spec.wire_tags(self.texts)
        part = run[0]
        plain = part.keys() == {*tags, "text"} and all(part[k] == v for k, v in tags.items())
        return part["text"] if plain and type(part["text"]) is str else None


def _is_own(folding: Folding, unit: Json) -> bool:
    return bool(unit.get("kind") == "opaque" and unit.get("format") == folding.spec.name)


class Group:
    """One wire element that units share; spelled only when all of them are in."""

    def __init__(self, folding: Folding, element: dict[str, Json], form: Json) -> None:
        self.folding, self.form = folding, form
        self.element = copied = {**element}
        for key in folding.path[:-1]:
            inner = copied.get(key)
            if type(inner) is not dict:
                break
            copied[key] = copied = {**inner}

    def extend(self, elements: list[Json], tags: dict[str, Json]) -> None:
        *way, key = self.folding.path
        holder = self.element
        for step, constants in zip(way, self.folding.around[1:], strict=True):
            holder = holder.setdefault(step, {**constants})
        there = holder.get(key)
        if type(there) is not list:
            there = [] if there is None else [{**tags, "text": there}]
        holder[key] = [*there, *elements]

    def takes(self, element: dict[str, Json]) -> bool:
        """Is there a place for what an element has beside its list, and has it nothing else?"""
        folding = self.folding
        beside = {key for key in element if key in folding.beside}
        own = {key: value for key, value in element.items() if key not in beside}
        bare = folding.is_bare(own) or own.keys() == folding.tags.keys()
        return bare and bool(beside) and not beside & self.element.keys()

    def finished(self) -> dict[str, Json]:
        element, form = self.element, self.form
        if form is None:
            return element
        for path, inner in form.get("inside", {}).items():
            holder: Json = element
            for key in path.split("."):
                holder = holder.get(key) if type(holder) is dict else None
            if type(holder) is dict:
                _lay_around(holder, inner)
        _lay_around(element, form)
        spelled_back(element, form)
        return element


def _lay_around(element: dict[str, Json], form: Json) -> None:
    for key, value in form["rest"].items():
        element.setdefault(key, value)
    element |= {key: word for key, word in form.get("words", {}).items() if key in element}
    for key in form["absent"]:
        element.pop(key, None)

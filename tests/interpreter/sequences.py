"""Lists whose units share wire elements (fold), leave them (lift) or stand as several (spread)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.transform import Lens, Sequence

from .arms import questions
from .calls import Calls
from .codec import Through
from .jsontext import is_constant
from .overlay import camel, form_of, mark, spelled_back
from .signs import Sign, rules_out
from .spec import Place, demand
from .spreads import Spread

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


class Folding:
    """What both directions need to know of one sequence."""

    def __init__(self, interpreter: Interpreter, sequence: Sequence) -> None:
        self.interpreter, self.spec, self.sequence = interpreter, interpreter.spec, sequence
        spec = self.spec
        elements = spec.shapes(spec.wire, sequence.into, (sequence.into_key,))
        names = [shape.name for outer in elements for shape in outer.items]
        lenses = spec.transform.lenses
        members = [x for x in lenses if x.inter == sequence.member and x.wire in names]
        self.member, self.members = members[0], [lens.wire for lens in members]
        items = tuple(item for outer in elements for item in outer.items)
        #: how a member is converted, of whichever type its element is
        self.through = Through(interpreter, Place((Shape("record", sequence.member),), items))
        #: what else may stand in the shared element; None where only members may
        self.rest = next((lens for lens in lenses if lens.wire == sequence.into), None)
        #: whether what is no member is opaque
        self.mixed = self.rest is None and len(names) > 1
        self.texts = next((x for x in lenses if x.inter == "TextBlock" and x.wire in names), None)
        self.text_allowed = any(shape.kind == "string" for shape in elements)
        read = {lens.wire for lens in spec.transform.lenses}
        self.questions = questions(spec, names, read, True)
        #: what may have such a list, and which of it is shared
        listed = Sign((sequence.into_key,), (), ("array",))
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
            if (values := spec.wire.const(sequence.into, key))
            and (len(values) == 1 or key in must)
        }
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
        elements = item.get(self.sequence.into_key)
        if type(elements) is not list or not elements:
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
        return self.is_tagged(value) and type(value.get(self.sequence.into_key)) is list

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


def others(interpreter: Interpreter, sequence: Sequence) -> Through | None:
    """How units with an element of their own are converted, if any lens is for them."""
    spec = interpreter.spec
    place = Place(
        spec.shapes(spec.inter, sequence.record, (sequence.field,)),
        spec.shapes(spec.wire, sequence.wire_record, (sequence.wire_key,)),
    ).items
    assert place is not None
    return Through(interpreter, place) if spec.lenses_at(place) else None


def read_units(
    interpreter: Interpreter, sequence: Sequence, items: list[Json], calls: Calls
) -> list[Json]:
    """The units of a wire list, in order."""
    folding = Folding(interpreter, sequence) if sequence.member else None
    spread = Spread(interpreter, sequence) if sequence.spread else None
    through, units, run = others(interpreter, sequence), list[Json](), list[Json]()
    for item in items:
        block = spread.read(item, len(run), calls) if spread else None
        if block is not None:
            run.append(block)
            continue
        units += spread.gathered(run) if spread else []
        run = []
        if folding is None or not _read_shared(folding, item, units, calls):
            units.append(_read_alone(interpreter, sequence, through, item, units, calls))
    return [*units, *(spread.gathered(run) if spread else [])]


def _read_shared(folding: Folding, source: Json, units: list[Json], calls: Calls) -> bool:
    """Add the units of an element that units share; is it one?"""
    spec, sequence, item, spelled = folding.spec, folding.sequence, source, None
    spellings = spec.spellings
    ours = {sequence.into_key, *folding.tags}
    if type(item) is dict and ours & set(spellings.values()) and set(spellings) & set(item):
        item, spelled = camel(item, spellings, "", None)
    if not folding.is_shared(item):
        return False
    start = len(units)
    if folding.mixed:
        start = _open_mixed(folding, item, units, calls)
    else:
        _open(folding, item, units, calls)
    keys = [sequence.into_key, *folding.tags]
    words = {key: item[key] for key in folding.worded if item[key] != folding.tags[key]}
    if spelled is not None or set(item) != set(keys) or words:
        rest = {key: value for key, value in item.items() if key not in keys}
        group = {"rest": rest, "absent": [key for key in keys if key not in item]}
        group |= {"words": words} if words else {}
        mark(units[start], spec.name, "group", {**group, **(spelled or {})})
    return True


def _read_alone(
    interpreter: Interpreter, sequence: Sequence, through: Through | None, item: Json,
    before: list[Json], calls: Calls,
) -> Json:  # fmt: skip
    """A unit with an element of its own."""
    spec = interpreter.spec
    if through is None:
        demand(type(item) is dict, "an object")
        return {"kind": "opaque", "format": spec.name, "value": item}
    unit = interpreter.read_union(through, item, calls)
    folding = Folding(interpreter, sequence) if sequence.member else None
    joins = folding and sequence.rest and folding.rest and folding.is_unit(unit, folding.rest)
    if folding and joins and before and folding.is_unit(before[-1], folding.member):
        mark(unit, spec.name, "turn", "apart")
    if sequence.lift and not sequence.lift_anywhere:
        role = spec.inter_tags(sequence.lift)["role"]
        if all(other.get("role") == role for other in (*before, unit)):
            mark(unit, spec.name, "lift", "kept")
    return unit


def _open(folding: Folding, item: Json, units: list[Json], calls: Calls) -> None:
    """The units that share one wire element: its members, and the runs between them."""
    interpreter, sequence, start = folding.interpreter, folding.sequence, len(units)
    pieces: list[Json] = []
    for element in item[sequence.into_key]:
        if folding.rest is None or folding.is_member_element(element):
            pieces.append(element)
        elif pieces and isinstance(pieces[-1], list):
            pieces[-1].append(element)
        else:
            pieces.append([element])
    for piece in pieces:
        if isinstance(piece, list) and folding.rest is not None:
            text = folding.text_of(piece)
            whole = {**folding.tags, sequence.into_key: piece if text is None else text}
            unit = interpreter.read(folding.rest, whole, calls)
        else:
            unit = interpreter.read_union(folding.through, piece, calls)
        before = bool(units) and folding.is_unit(units[-1], folding.member)
        apart = folding.rest is not None and not sequence.rest
        canonical = before and not (apart and not folding.is_unit(unit, folding.member))
        if len(units) == start and canonical:
            mark(unit, folding.spec.name, "turn", "apart")
        elif len(units) > start and not canonical:
            mark(unit, folding.spec.name, "turn", "joined")
        units.append(unit)


def _open_mixed(folding: Folding, item: Json, units: list[Json], calls: Calls) -> int:
    """The units of an element that holds what no lens is for; the place of the first member."""
    key, name = folding.sequence.into_key, folding.spec.name
    elements = item[key]
    first = next(at for at, one in enumerate(elements) if folding.is_member_element(one))
    before = bool(units) and (
        folding.is_unit(units[-1], folding.member) or folding.is_inside(units[-1])
    )
    if first:
        whole = {**folding.tags, key: elements[:first]}
        units.append({"kind": "opaque", "format": name, "value": whole})
    start = len(units)
    for at, element in enumerate(elements[first:]):
        if folding.is_member_element(element):
            unit = folding.interpreter.read_union(folding.through, element, calls)
            if at == 0 and (first or before):
                mark(unit, name, "turn", "joined" if first else "apart")
        else:
            unit = {"kind": "opaque", "format": name, "value": element, "at": key}
        units.append(unit)
    demand(all(type(element) is dict for element in elements), "an object")
    return start


class Group:
    """One wire element that units share; spelled only when all of them are in."""

    def __init__(self, element: dict[str, Json], key: str, kept: Json) -> None:
        self.element, self.key, self.kept = element, key, kept

    def extend(self, elements: list[Json], tags: dict[str, Json]) -> None:
        there = self.element.get(self.key)
        if type(there) is not list:
            there = [] if there is None else [{**tags, "text": there}]
        self.element[self.key] = [*there, *elements]

    def finished(self) -> dict[str, Json]:
        element, kept = self.element, self.kept
        if kept is None:
            return element
        for key, value in kept["rest"].items():
            element.setdefault(key, value)
        element |= kept.get("words", {})
        for key in kept["absent"]:
            element.pop(key, None)
        spelled_back(element, kept)
        return element


def write_units(
    interpreter: Interpreter, sequence: Sequence, units: list[Json], hidden: set[str]
) -> list[Json]:
    """The wire list of some units, grouped as the wire wants or as their forms say."""
    folding = Folding(interpreter, sequence) if sequence.member else None
    spread = Spread(interpreter, sequence) if sequence.spread else None
    through = others(interpreter, sequence)
    name, key = interpreter.spec.name, sequence.into_key
    texts = interpreter.spec.wire_tags(folding.texts) if folding and folding.texts else {}
    items: list[Json] = []
    group: Group | None = None
    open_ = False
    for unit in units:
        form = form_of(unit, name)
        turn, kept = form.get("turn"), form.get("group")
        if folding and folding.is_whole(unit) and not folding.is_inside(unit):
            group, open_ = Group({**unit["value"]}, key, None), False
            items.append(group)
        elif folding and (folding.is_unit(unit, folding.member) or folding.is_inside(unit)):
            inside = folding.is_inside(unit)
            element = unit["value"] if inside else interpreter.write_union(
                folding.through, unit, hidden
            )  # fmt: skip
            if group is not None and (turn == "joined" or (turn is None and open_)):
                group.extend([element], texts)
                group.kept = kept if turn == "joined" and folding.mixed and kept else group.kept
            else:
                group = Group({**folding.tags, key: [element]}, key, kept)
                items.append(group)
            open_ = True
        elif folding and folding.rest is not None and folding.is_unit(unit, folding.rest):
            element = interpreter.write(folding.rest, unit, hidden)
            free = bool(sequence.rest) and turn is None and open_
            bare = len(element) == 1 + len(folding.tags)
            if group is not None and bare and (turn == "joined" or free):
                more = Group(element, key, None)
                more.extend([], texts)
                group.extend(more.element[key], texts)
            else:
                group = Group(element, key, kept)
                items.append(group)
            open_ = False
        elif spread and spread.is_unit(unit):
            items += spread.write(unit, hidden)
            group, open_ = None, False
        else:
            if through is not None:
                written = interpreter.write_union(through, unit, hidden)
            else:
                written = unit["value"] if unit.get("format") == name else None
            if written is not None:
                items.append(written)
                group, open_ = None, False
    return [item.finished() if isinstance(item, Group) else item for item in items]


def lifted(
    interpreter: Interpreter, sequence: Sequence, units: list[Json]
) -> tuple[list[Json], list[Json]]:
    """The units that leave the list, and the others."""
    name, role = interpreter.spec.name, interpreter.spec.inter_tags(sequence.lift)["role"]
    if sequence.lift_anywhere:
        found = [unit for unit in units if unit.get("role") == role]
        return found, [unit for unit in units if unit.get("role") != role]
    front: list[Json] = []
    rest: list[Json] = []
    leading = True
    for unit in units:
        leaves = unit.get("role") == role and form_of(unit, name).get("lift") != "kept"
        if leading and leaves:
            front.append(unit)
        else:
            # What another wire alone knows is as good as not there.
            leading = leading and unit.get("kind") == "opaque" and unit.get("format") != name
            rest.append(unit)
    return front, rest


def merged(units: list[Json]) -> Json:
    """Several lifted units as one, with the content of all of them."""
    if len(units) == 1:
        return units[0]
    blocks: list[Json] = []
    for unit in units:
        content = unit["content"]
        blocks += [{"kind": "text", "text": content}] if type(content) is str else content
    return {**units[0], "content": blocks}


def in_place(interpreter: Interpreter, sequence: Sequence, value: Json) -> str:
    """What stands in the place of the list: a ``string``, a ``bare`` list, or "" as it is one."""
    spec = interpreter.spec
    shapes = spec.shapes(spec.wire, sequence.wire_record, (sequence.wire_key,))
    if not sequence.string or type(value) is str:
        texts = sequence.string and any(shape.kind == "string" for shape in shapes)
        return "string" if texts and type(value) is str else ""
    lists = [shape.items for shape in shapes if shape.kind == "array"]
    held = [shape.items for shape in spec.shapes(spec.wire, sequence.string, (sequence.string_key,))
            if shape.kind == "array"]  # fmt: skip
    if type(value) is not list or not value or not held or held[0] not in lists[1:]:
        return ""
    names = [shape.name for items in (lists[0], held[0]) for shape in items if shape.name]
    asked = questions(spec, names, {*names}, True)
    inside = {shape.name for shape in held[0]}
    told = [asked.types_of(item)[:1] if type(item) is dict else [] for item in value]
    return "bare" if all(found and found[0] in inside for found in told) else ""


def one_item(interpreter: Interpreter, sequence: Sequence, text: Json) -> Json:
    """The element that a string, or another list, stands for."""
    spec = interpreter.spec
    held = spec.shapes(spec.wire, sequence.string, (sequence.string_key,))
    if type(text) is str and not any(shape.kind in ("string", "any") for shape in held):
        names = {item.name for shape in held if shape.kind == "array" for item in shape.items}
        lenses = [lens for lens in spec.transform.lenses if lens.inter == "TextBlock"]
        block = next(lens.wire for lens in lenses if lens.wire in names and not lens.own)
        text = [{**spec.wire.tags(block), "text": text}]
    return {**spec.wire.tags(sequence.string), sequence.string_key: text}


def one_text(
    interpreter: Interpreter, sequence: Sequence, items: list[Json], kind: type
) -> Json:  # fmt: skip
    """The string, or the other list, that stands for a list, if it says no more; or the list."""
    if len(items) == 1 and type(items[0]) is dict:
        text = items[0].get(sequence.string_key)
        if kind is str and type(text) is list and len(text) == 1 and type(text[0]) is dict:
            text = text[0].get("text")
        if type(text) is kind and items == [one_item(interpreter, sequence, text)]:
            return text
    return items

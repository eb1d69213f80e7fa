"""Lists whose units share wire elements (fold), leave them (lift) or stand as several (spread)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.transform import Sequence

from .arms import questions
from .calls import Calls
from .codec import Through
from .folds import Folding, Group
from .overlay import camel, form_of, mark
from .spec import Place, demand
from .spreads import Spread

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


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
    spec, item, spelled = folding.spec, source, None
    spellings = spec.spellings
    ours = {*folding.path, *(tag for tags in folding.around for tag in tags)}
    if type(item) is dict and ours & set(spellings.values()):
        item, spelled = camel(item, spellings, "", None)
        holder = item
        for depth, key in enumerate(folding.path[:-1]):
            if type(holder.get(key)) is not dict:
                break
            prefix = ".".join(folding.path[: depth + 1]) + "."
            holder[key], spelled = camel(holder[key], spellings, prefix, spelled)
            holder = holder[key]
    if not folding.is_shared(item):
        return False
    start = len(units)
    more = folding.more(item)
    if folding.mixed:
        start = _open_mixed(folding, item, units, calls)
    else:
        _open(folding, item, more, units, calls)
    group = folding.left({key: value for key, value in item.items() if key not in more})
    if group or spelled is not None:
        group = group or {"rest": {}, "absent": []}
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


def _open(
    folding: Folding, item: Json, more: dict[str, Json], units: list[Json], calls: Calls
) -> None:
    """The units that share one wire element: its members, and the runs between them.

    ``more`` stands beside its list, and belongs to the last run.
    """
    interpreter, sequence, start = folding.interpreter, folding.sequence, len(units)
    pieces: list[Json] = []
    for element in folding.list_in(item) or ():
        if folding.rest is None or folding.is_member_element(element):
            pieces.append(element)
        elif pieces and isinstance(pieces[-1], list):
            pieces[-1].append(element)
        else:
            pieces.append([element])
    if more and not isinstance(pieces[-1], list):
        pieces.append([])
    for at, piece in enumerate(pieces):
        around = more if at == len(pieces) - 1 else {}
        if isinstance(piece, list) and folding.rest is not None:
            text = folding.text_of(piece)
            whole = folding.made(piece if text is None else text)
            whole = {**whole, **around} if piece else {**folding.tags, **around}
            unit = interpreter.read(folding.rest, whole, calls)
        else:
            unit = interpreter.read_union(folding.through, piece, calls)
        before = bool(units) and folding.is_unit(units[-1], folding.member)
        apart = folding.rest is not None and not sequence.rest
        canonical = before and not (apart and not folding.is_unit(unit, folding.member))
        if len(units) == start and canonical:
            mark(unit, folding.spec.name, "turn", "apart")
        elif around or (len(units) > start and not canonical):
            mark(unit, folding.spec.name, "turn", "joined")
        units.append(unit)


def _open_mixed(folding: Folding, item: Json, units: list[Json], calls: Calls) -> int:
    """The units of an element that holds what no lens is for; the place of the first member."""
    key, name = folding.sequence.into_key, folding.spec.name
    elements = folding.list_in(item) or []
    first = next(at for at, one in enumerate(elements) if folding.is_member_element(one))
    before = bool(units) and (
        folding.is_unit(units[-1], folding.member) or folding.is_inside(units[-1])
    )
    if first:
        whole = folding.made(elements[:first])
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


def write_units(
    interpreter: Interpreter, sequence: Sequence, units: list[Json], hidden: set[str]
) -> list[Json]:
    """The wire list of some units, grouped as the wire wants or as their forms say."""
    folding = Folding(interpreter, sequence) if sequence.member else None
    spread = Spread(interpreter, sequence) if sequence.spread else None
    through = others(interpreter, sequence)
    name = interpreter.spec.name
    texts = interpreter.spec.wire_tags(folding.texts) if folding and folding.texts else {}
    items: list[Json] = []
    group: Group | None = None
    open_ = False
    for unit in units:
        form = form_of(unit, name)
        turn, group_form = form.get("turn"), form.get("group")
        if folding and folding.is_whole(unit) and not folding.is_inside(unit):
            group, open_ = Group(folding, unit["value"], None), False
            items.append(group)
        elif folding and (folding.is_unit(unit, folding.member) or folding.is_inside(unit)):
            inside = folding.is_inside(unit)
            element = unit["value"] if inside else interpreter.write_union(
                folding.through, unit, hidden
            )  # fmt: skip
            if group is not None and (turn == "joined" or (turn is None and open_)):
                group.extend([element], texts)
                group.form = (
                    group_form if turn == "joined" and folding.mixed and group_form else group.form
                )
            else:
                group = Group(folding, folding.made([element]), group_form)
                items.append(group)
            open_ = True
        elif folding and folding.rest is not None and folding.is_unit(unit, folding.rest):
            element = interpreter.write(folding.rest, unit, hidden)
            free = bool(sequence.rest) and turn is None and open_
            bare = folding.is_bare(element)
            if group is not None and bare and (turn == "joined" or free):
                more = Group(folding, element, None)
                more.extend([], texts)
                group.extend(folding.list_in(more.element) or [], texts)
            elif group is not None and turn == "joined" and group.takes(element):
                group.element |= {key: element.pop(key) for key in folding.beside if key in element}
                more = Group(folding, element, None)
                if folding.path[0] in element:
                    more.extend([], texts)
                    group.extend(folding.list_in(more.element) or [], texts)
            else:
                group = Group(folding, element, group_form)
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
    inner = spec.shapes(spec.wire, sequence.string, (sequence.string_key,))
    item_lists = [shape.items for shape in inner if shape.kind == "array"]
    if type(value) is not list or not value or not item_lists or item_lists[0] not in lists[1:]:
        return ""
    names = [shape.name for items in (lists[0], item_lists[0]) for shape in items if shape.name]
    asked = questions(spec, names, {*names}, True)
    inside = {shape.name for shape in item_lists[0]}
    types = [asked.types_of(item)[:1] if type(item) is dict else [] for item in value]
    return "bare" if all(found and found[0] in inside for found in types) else ""


def one_item(interpreter: Interpreter, sequence: Sequence, text: Json) -> Json:
    """The element that a string, or another list, stands for."""
    spec = interpreter.spec
    shapes = spec.shapes(spec.wire, sequence.string, (sequence.string_key,))
    if type(text) is str and not any(shape.kind in ("string", "any") for shape in shapes):
        names = {item.name for shape in shapes if shape.kind == "array" for item in shape.items}
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

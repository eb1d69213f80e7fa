"""Rules on types: both sides of a row agree, or an operator, a lens or a loss stands between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..load.schema import Shape
from ..load.transform import Lens
from ..operators.base import Definition
from ..operators.choice import core, of_calls
from ..operators.registry import OPERATORS
from ..resolve.by_arm import ways
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Shapes, fits, follow, is_list, lists, records, text, types
from ..resolve.problems import Problem, Problems, quoted, twice
from .joins import Join, Joins
from .references import entries
from .stream_view import stands_for_others

SCALARS = "string|integer|number|boolean|null"


def joins(one: ResolvedFormat) -> list[Join]:
    """All joins of a format; computed once."""
    found = one.__dict__.get("_joins")
    if not isinstance(found, list):
        found = one.__dict__["_joins"] = Joins(one).found
    return found


def mismatches(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for join in joins(one):
            for kind, gap in _disagreements(join):
                what = f"{join.what} do not agree: {gap}"
                yield Problem(join.position, what, "", _agreement(one, join, kind))
        for lens in one.lenses:
            for slot in lens.slots:
                yield from _operator(one, lens, slot)
            yield from _constants(one, lens)


def _disagreements(join: Join) -> Iterator[tuple[str, str]]:
    """What no lens can stand between: the kind of each gap, and the gap in words."""
    objects = [gap.what for gap in join.gaps if gap.kind == "object"]
    if objects:
        yield "object", f"{quoted(objects)} against {text(join.wire)}"
    for gap in join.gaps:
        if gap.kind in ("type", "table"):
            yield gap.kind, gap.what


def _agreement(one: ResolvedFormat, join: Join, kind: str) -> str:
    """What to do about two sides that do not agree."""
    if kind == "table":
        return "add `| table(name)`, with a row for each value"
    if kind == "object":
        return "name an object of the wire that has a definition, or map its fields one by one"
    found = [f"`| {name}`" for name, rule in OPERATORS.items() if _converts(join, name, rule)]
    if found:
        return f"add {' or '.join(found)}"
    # Others convert it by an argument alone: who writes the transform knows whether that is meant.
    argued = [rule.suited(one, join.inter, join.wire) for rule in OPERATORS.values()
              if join.place in rule.places]  # fmt: skip
    if any(argued):
        found = [f"`| {name}`" for name in argued if name]
        return f"add {' or '.join(found)}, or name another path"
    such = "".join(f", such as its `{key}`" for key in _inside(one, join)[:1])
    return f"no operator converts it: name another path{such}"


def _inside(one: ResolvedFormat, join: Join) -> list[str]:
    """The keys of an object of the wire that hold the list which a field is."""
    items = records(lists(join.inter))
    return [
        key for name in records(join.wire) for key, schema in one.wire.properties(name).items()
        if any((inter, wire) in one.pairs for inter in items
               for wire in records(lists(one.wire.shapes(schema))))
    ]  # fmt: skip


def _converts(join: Join, name: str, rule: type[Definition]) -> bool:
    """Whether an operator takes what a join has on both its sides, and changes its type."""
    sides = [set(side.replace("scalar", SCALARS).split("|")) for side in (rule.inter, rule.wire)]
    inter, wire = types(join.inter) - {"null"}, types(join.wire) - {"null"} or {"null"}
    takes = [
        side if "any" in side else side & actual
        for side, actual in zip(sides, (inter, wire), strict=True)
    ]
    items = types(lists(join.wire))
    if takes[1] == {"array"} and "array" not in inter and "any" not in items and not items & inter:
        return False  # what it would put there is none of the items
    # A text or a list stands for a list alone by what has these types on both sides.
    listed = "array" in wire and "array" in inter and inter == sides[0]
    return (
        (rule.inter != rule.wire or listed)
        and inter != wire
        and rule.standing(1).fields == 1
        and rule.takes[0] == 0
        and join.place in rule.places
        and all(takes)
        and (not rule.reads_only or sides[1] <= wire)
        and ("any" in sides[0] or inter <= sides[0])
    )


def unsaid(project: ResolvedProject) -> Problems:
    """What lenses read and write stands where the schema says of what type it is there."""
    for one in project.formats:
        for join in joins(one):
            if names := [gap.what for gap in join.gaps if gap.kind == "nowhere"]:
                what = f"{join.what} do not agree: {quoted(names)} against anything"
                fix = "say in the schema what stands there: an object with a definition of its own"
                yield Problem(join.position, what, "no row copies what has a lens", fix)


def missing_lenses(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for join in joins(one):
            for gap in join.gaps:
                if gap.kind == "lens":
                    yield Problem(
                        join.position,
                        f"no lens for {join.what}: {gap.what}",
                        "",
                        "add a lens for the two under `types`",
                    )


def _constant_of(lens: Lens) -> str:
    """What a lens demands of the values that it stands for."""
    rows = [row for row in lens.rows if row.is_const and row.fields[0]]
    return " and ".join(f"`{'.'.join(row.fields[0])}` is {row.const!r}" for row in rows)


def missing_arms(project: ResolvedProject) -> Problems:
    """Every arm of an intermediate union has a lens to this place, or a declared loss."""
    for one in project.formats:
        for join in joins(one):
            arms = [gap.what for gap in join.gaps if gap.kind == "arm"]
            if arms:
                title = f"{join.inter_name} <-> {join.wire_name}"
                some = [f"`{pair.lens.title}` takes those alone whose {_constant_of(pair.lens)}"
                        for pair in join.pairs if pair.lens.inter in arms]  # fmt: skip
                yield Problem(
                    join.position,
                    f"{join.what} leave out {quoted(arms)}",
                    ", ".join(some) or f"no lens leads from there to {text(join.wire)}",
                    f"add a lens, {_spreading(one, join, arms)}or "
                    f"`{title}: {{ <arm>: {{ lost: <the reason> }} }}` to `unions`",
                )
            yield from _unread(one, join)
        for lens in one.lenses:
            yield from _missing_cases(one, lens)


def _spreading(one: ResolvedFormat, join: Join, arms: list[str]) -> str:
    """How a unit may stand there as several items: what its list holds has lenses to some."""
    items = records(join.wire)
    for arm in arms:
        for field, schema in one.inter.properties(arm).items():
            inner = records(lists(one.inter.shapes(schema)))
            if any((inter, wire) in one.pairs for inter in inner for wire in items):
                return f"say `spread: {arm}.{field}` under `sequences` if it is several items, "
    return ""


def _unread(one: ResolvedFormat, join: Join) -> Problems:
    """Without an opaque arm and without a place to stay, an arm of the wire is an error."""
    if not join.required or "Opaque" in join.names or not join.pairs:
        return
    read = {pair.lens.wire for pair in join.pairs}
    left = [name for name in join.wires if one.wire.record(name) and name not in read]
    if left:
        yield Problem(
            join.position,
            f"{join.what} leave out {quoted(left)} of the wire",
            f"nothing reads it as {text(join.inter)}",
            "add a lens for it",
        )


def _sharing(one: ResolvedFormat, lens: ResolvedLens) -> list[ResolvedLens]:
    """The lenses that share out the arms of a union with one, wherever its wire type stands."""
    inter = lens.lens.inter
    places = [beside for join in joins(one) if (beside := _beside(one, join, lens))]
    if places:
        return min(places, key=len)
    bodies = [wires for _, (of, wires) in entries(one) if of == inter and lens.lens.wire in wires]
    found = [one.pairs.get((inter, wire)) for wires in bodies for wire in wires]
    return [other for other in found if other is not None] or [lens]


def _beside(one: ResolvedFormat, join: Join, lens: ResolvedLens) -> list[ResolvedLens]:
    """The lenses that write the type of one at a place as well; none where it does not stand."""
    if join.owner is not lens and core(one, join.owner.lens)[1] is lens.lens:
        return []  # this only hands on what stands there
    cores = [(pair.lens.inter, core(one, pair.lens)[1]) for pair in join.pairs]
    inter = next((inter for inter, rows in cores if rows is lens.lens), None)
    found = [rows for other, rows in cores if other == inter and rows.inter == lens.lens.inter]
    return [one.pairs[rows.inter, rows.wire] for rows in found]


def _missing_cases(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    # Those that answer other calls write none of its values.
    sharing = [o for o in _sharing(one, lens) if of_calls(o.lens) == of_calls(lens.lens)]
    covered = {case.arm for lens in sharing for case in lens.cases}
    missing = [arm for arm in one.arms_left(lens) if arm not in covered]
    if missing and lens is sharing[0]:
        others = quoted(other.lens.wire for other in sharing[1:])
        yield Problem(
            lens.lens.position,
            f"no arm for {quoted(missing)} of `{lens.lens.inter}`",
            f"nor has one {others}, which share it out" if others else "",
            "add it under `arms`",
        )
    if lens is sharing[0]:
        yield from _untaken(lens, sharing)


def _untaken(lens: ResolvedLens, sharing: list[ResolvedLens]) -> Problems:
    """An arm of which each type that has it takes those values alone that have some field."""
    lenses = [other.lens for other in sharing]
    found = [
        way for lens in lenses for way in ways(lens, [one for one in lenses if one is not lens])
    ]
    for arm in dict.fromkeys(way.arm for way in found):
        asked = [way.asked for way in found if way.arm == arm]
        if len(sharing) > 1 and all(asked):
            fields = quoted(dict.fromkeys(".".join(path) for paths in asked for path in paths))
            yield Problem(
                lens.lens.position,
                f"no type of the wire takes a `{arm}` without {fields}",
                "it is constant wherever there are rows",
                "add rows for the others under `arms`",
            )


def _operator(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> Problems:
    """The type rule of the operator of a target."""
    operator = next(
        (
            o
            for o in slot.target.operators
            if o.name in OPERATORS and not OPERATORS[o.name].modifier
        ),
        None,
    )
    if operator is None:
        return
    rule = OPERATORS[operator.name]
    wire = follow(one.wire, lens.lens.wire, slot.target.path).shapes
    inter = follow(one.inter, slot.record, slot.row.fields[0]).shapes
    if slot.part and slot.part != "*":
        inter = (Shape("array"),)
    fitting = True
    for side, allowed, shapes in (("field", rule.inter, inter), ("wire", rule.wire, wire)):
        wanted = set(allowed.replace("scalar", SCALARS).split("|"))
        found = types(shapes) - {"null"}
        if not shapes or "any" in wanted or "any" in found or not wanted - {""}:
            continue
        fits = found >= wanted if rule.reads_only else found & wanted
        if found and not (found <= wanted if side == "field" else fits):
            fitting = False
            yield Problem(
                slot.target.position,
                f"`{operator.name}` does not take the {side}'s {text(shapes)}",
                f"it takes {allowed.replace('|', ' or ')}",
                "use the operator that fits",
            )
    if fitting:
        yield from _inner(slot, operator.name, inter, wire)


def _inner(slot: Slot, name: str, inter: Shapes, wire: Shapes) -> Problems:
    """What an operator asks beyond the JSON types of its two sides."""
    at = slot.target.position
    if name == "text":
        yield from _texts(slot, inter, wire)
    if name == "one_or_many":
        items = (*lists(inter), *lists(wire))
        if any(shape.kind in ("record", "object", "array") for shape in items):
            yield Problem(
                at,
                f"`one_or_many` is for plain values, not for {text(items)}",
                "a single item stands alone, as it is",
                "leave it out",
            )
        elif wire and types(wire) - {"null"} <= {"array"}:
            yield Problem(
                at,
                f"`{slot.target.dotted}` is always a list",
                "`one_or_many` writes a single item alone",
                "leave it out",
            )
        elif is_list(wire) and lists(inter):
            alone = tuple(shape for shape in wire if shape.kind not in ("array", "null"))
            if not (types(lists(inter)) | {"any"}) & types(alone):
                what = f"`{slot.target.dotted}` takes no item alone"
                yield Problem(at, what, f"it is {text(wire)}", "leave `one_or_many` out")
                return
    if name in ("sole", "one_or_many"):
        singles = inter if name == "sole" else lists(inter)
        if lists(wire) and singles and not types(singles) & types(lists(wire)):
            yield Problem(
                at,
                f"`{name}` would put {text(singles)} among {text(lists(wire))}",
                "",
                "map it with another operator",
            )


def _texts(slot: Slot, inter: Shapes, wire: Shapes) -> Problems:
    """`text` turns one text block into a string and back; other blocks stay in their list."""
    at, anything = slot.target.position, {"any"} & (types(inter) | types(wire))
    if anything or not inter or not wire or (is_list(inter) and is_list(wire)):
        return
    if is_list(inter):
        what = f"`{slot.target.dotted}` is a string: it has no place for other blocks"
        fix = "map it to a list, or write `joined`: it takes the texts alone"
        yield Problem(at, what, f"`{slot.row.left}` is {text(inter)}", fix)
    elif not is_list(wire):
        yield Problem(at, "`text` has no list to turn into a string", "", "leave it out")
    elif slot.place == "row":
        what = f"`{slot.row.left}` is a string: it cannot be read from a list of other blocks"
        fix = "let the field be a list as well, or read the string in an arm"
        yield Problem(at, what, f"`{slot.target.dotted}` is {text(wire)}", fix)


def _constants(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """Constants of a transform stand where they may."""
    for row, _, record in lens.rows():
        stated = row.const if row.is_const else row.unless
        for path in row.fields if row.is_const or stated is not None else ():
            shapes = follow(one.inter, record, path).shapes
            if shapes and not fits(one.inter, stated, shapes):
                yield _unfit(row.position, stated, row.left, shapes)
    for absent in lens.lens.absents:
        shapes = _documented(one, follow(one.wire, lens.lens.wire, absent.path).shapes)
        if shapes and not fits(one.wire, absent.value, shapes):
            yield _unfit(absent.position, absent.value, ".".join(absent.path), shapes)
    cases = [given for case in lens.cases for given in case.givens]
    for given in (*lens.lens.givens, *cases, *lens.lens.stands):
        shapes = _documented(one, follow(one.wire, lens.lens.wire, given.path).shapes)
        for value in (f"{given.numbered}0",) if given.numbered else given.values:
            built = given.built and types(shapes) & {"object", "any"}
            if shapes and not built and not fits(one.wire, value, shapes):
                yield _unfit(given.position, value, ".".join(given.path), shapes)
        yield from twice(given.sum, "sum", given.position)
        if given.sum and shapes and "integer" not in types(shapes):
            yield Problem(
                given.position,
                f"a sum cannot stand in `{'.'.join(given.path)}`",
                f"it is {text(shapes)}",
                "give it a value",
            )
        for name in given.sum:
            summed = follow(one.inter, lens.lens.inter, (name,)).shapes
            if summed and "integer" not in types(summed):
                yield Problem(
                    given.position,
                    f"`{name}` is no integer",
                    f"it is {text(summed)}",
                    "sum counts alone",
                )


def _documented(one: ResolvedFormat, shapes: Shapes) -> Shapes:
    """A constant is of a type that is known, and none that a provider may add."""
    return tuple(shape for shape in shapes if not stands_for_others(one.wire, shape.name))


def _unfit(at: Any, value: Any, place: str, shapes: Shapes) -> Problem:
    return Problem(
        at,
        f"{value!r} cannot stand in `{place}`",
        f"it is {text(shapes)}",
        "write a value of that type",
    )

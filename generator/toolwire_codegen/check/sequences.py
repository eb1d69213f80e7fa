"""Rules on sequences: each unit has a lens to where it stands, and can be known there."""

from __future__ import annotations

from typing import Any

from ..load.schema import REF
from ..load.transform import Sequence
from ..resolve.bare import bare_items, bare_words, blocks_alone, other_lists
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import TEXT_BLOCK
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import follow, is_list, lists, must_be_there, records, text, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.shared import items, list_of


def missing_lenses(project: ResolvedProject) -> Problems:
    for one, sequence in known_sequences(project):
        elements = lists(_into(one, sequence))
        names = records(elements)
        unclear = any(shape.kind == "any" for shape in elements) or not sequence.member
        if _swapped(one, sequence, names):
            yield Problem(
                sequence.fold_position or sequence.position,
                f"`{sequence.into}` is what `{sequence.member}` stands as, which shares it here",
                f"units that share it come first, and `{sequence.member}` behind them",
                f"write `fold: {sequence.rest}* {sequence.member}?`",
            )
            continue
        if not unclear and not any((sequence.member, name) in one.pairs for name in names):
            yield missing(sequence, sequence.member, _likely(one, sequence.member, names))
        stands = sequence.into in records(items(one.wire, sequence))
        if sequence.rest and stands and (sequence.rest, sequence.into) not in one.pairs:
            yield missing(sequence, sequence.rest, [sequence.into])
        if sequence.lift:
            name = lifted(one, sequence)
            if not name:
                what = f"what stands at `{sequence.lift_key}` has no name"
                note = f"a lens joins `{sequence.lift}` and a definition of the schema"
                fix = "write it under `$defs`, and a `$ref` to it; the lens is for that"
                yield Problem(sequence.position, what, note, fix)
            elif (sequence.lift, name) not in one.pairs:
                yield missing(sequence, sequence.lift, [name])
        if sequence.string and not any(wire == sequence.string for _, wire in one.pairs):
            yield missing(sequence, "<type>", [sequence.string])


def _swapped(one: ResolvedFormat, sequence: Sequence, elements: list[str]) -> bool:
    """Whether the units of `fold` stand the wrong way round, by the lenses there are."""
    pairs = {(unit, name) for unit in (sequence.member, sequence.rest) if unit
             for name in (*elements, sequence.into) if (unit, name) in one.pairs}  # fmt: skip
    shared = any((sequence.rest, name) in pairs for name in elements)
    whole = (sequence.member, sequence.into) in pairs
    return shared and whole and not any((sequence.member, name) in pairs for name in elements)


def _likely(one: ResolvedFormat, unit: str, names: list[str]) -> list[str]:
    """The types that a unit may stand as: first those that read what is in it."""
    inner = {str(field.get("$ref", "")).removeprefix(REF)
             for field in one.inter.properties(unit).values()}  # fmt: skip
    return sorted(names, key=lambda name: not any((inter, name) in one.pairs for inter in inner))


def missing(sequence: Sequence, inter: str, wires: list[str]) -> Problem:
    one_of = "one of " if len(wires) > 1 else ""
    return Problem(
        sequence.position,
        f"no lens joins `{inter}` and {one_of}{quoted(wires) or 'an object'}",
        "the sequence needs one",
        f"add `{inter} <-> {wires[0] if wires else '<wire type>'}:` under `types`",
    )


def lifted(one: ResolvedFormat, sequence: Sequence) -> str:
    """The definition that stands at the key to which units are lifted."""
    schema: Any = one.wire.properties(sequence.wire_record).get(sequence.lift_key, {})
    refs = [schema.get("$ref", ""), *(arm.get("$ref", "") for arm in schema.get("anyOf", ()))]
    return next((ref.removeprefix(REF) for ref in refs if ref), "")


def misplaced(project: ResolvedProject) -> Problems:
    """Sequences that the types around them do not allow."""
    for one, sequence in known_sequences(project):
        at = sequence.position
        inter = follow(one.inter, sequence.record, (sequence.field,)).shapes
        wire = follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes
        sides = [
            (f"{sequence.record}.{sequence.field}", inter),
            (f"{sequence.wire_record}.{sequence.wire_key}", wire),
        ]
        if sequence.member:
            sides.append((f"{sequence.into}.{sequence.into_key}", _into(one, sequence)))
        for unit in dict.fromkeys(u for u in sequence.units if sequence.units.count(u) > 1):
            yield Problem(at, f"`{unit}` is named twice here",
                          "a unit stands in one way", "keep one of the words")  # fmt: skip
        for name, shapes in sides:
            if shapes and not is_list(shapes):
                keys = [(key, schema) for holder in records(shapes)
                        for key, schema in one.wire.properties(holder).items()]  # fmt: skip
                places = [
                    f"{name}.{key}" for key, schema in keys if is_list(one.wire.shapes(schema))
                ]
                inside = f"name the one in it, `{places[0]}`" if places else "name a list"
                yield Problem(at, f"`{name}` is no list", "", inside)
        for unit in (sequence.member, sequence.rest):
            if unit in one.inter.defs and not one.inter.required(unit):
                yield Problem(
                    at,
                    f"nothing tells a `{unit}` from other units",
                    "it has no required field",
                    "give it a tag",
                )
        for name in records(lists(_into(one, sequence))):
            if (sequence.member, name) in one.pairs and not one.wire.required(name):
                yield Problem(
                    at,
                    f"nothing tells a `{name}` from other elements",
                    "it has no required key",
                    "give it a tag",
                )
        if sequence.lift:
            yield from _lift(one, sequence)
        if sequence.string:
            yield from _string(one, sequence)


def converted(project: ResolvedProject) -> Problems:
    """A sequence converts its list unit by unit: an operator on the row would never be asked."""
    for one in project.formats:
        for lens in one.lenses:
            for row in lens.lens.rows:
                if one.sequence(lens.lens, row) is None:
                    continue
                for operator in row.targets[0].operators:
                    yield Problem(
                        row.position,
                        f"`{operator.name}` has no meaning for `{row.left}`",
                        "`sequences` says how its list is read and written",
                        "leave it out; a list that may be missing is a line of `absent`",
                    )


def unread_strings(project: ResolvedProject) -> Problems:
    """A list that may be a string, or another list, has an item that such a thing stands for."""
    for one in project.formats:
        for sequence in one.transform.sequences:
            wire = follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes
            if not sequence.string and is_list(wire) and any(s.kind == "string" for s in wire):
                place = f"{sequence.wire_record}.{sequence.wire_key}"
                yield Problem(
                    sequence.position,
                    f"`{place}` may be a string, which nothing reads",
                    f"it is {text(wire)}",
                    "add `string: Element.key`, the item whose text it is",
                )
            yield from _unread_lists(one, sequence)
            yield from _unread_objects(one, sequence)


def _unread_lists(one: ResolvedFormat, sequence: Sequence) -> Problems:
    """A list beside the sequence's own is what one of its items holds, and is known by it."""
    at, place = sequence.position, f"`{sequence.wire_record}.{sequence.wire_key}`"
    bare = bare_items(one, sequence)
    for other in other_lists(one, sequence):
        if other.items != bare:
            yield Problem(
                at,
                f"{place} may be a list of {text(other.items)}, which nothing reads",
                "the first list of its schema is the one of units",
                "add `string: Element.key`, the item whose `key` is such a list",
            )
        elif bare_words(one, sequence) is None:
            yield Problem(
                at,
                f"nothing tells such a list from the one of units at {place}",
                f"it is a list of {text(other.items)}",
                "give its items a constant key with words of their own",
            )


def _unread_objects(one: ResolvedFormat, sequence: Sequence) -> Problems:
    """What is neither a list nor a text stands for no item, unless it is one itself."""
    shapes = follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes
    odd = tuple(s for s in shapes if s.kind not in ("array", "string", "null", "any"))
    if not must_be_there(one.inter, sequence.record, (sequence.field,)):
        odd = tuple(s for s in odd if s not in lists(shapes))
    if odd and is_list(shapes):
        yield Problem(
            sequence.position,
            f"`{sequence.wire_record}.{sequence.wire_key}` may be {text(odd)}, which nothing reads",
            "beside its list stands what one of its items holds, a text or a list",
            "leave it out of the schema: a list of this one says the same",
        )


def _string(one: ResolvedFormat, sequence: Sequence) -> Problems:
    at, place = sequence.position, f"{sequence.wire_record}.{sequence.wire_key}"
    wire = follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes
    strings, bare = any(shape.kind == "string" for shape in wire), other_lists(one, sequence)
    if not strings and not bare:
        yield Problem(at, f"`{place}` is never a string", "", "remove `string`")
    if sequence.string not in records(lists(wire)):
        yield Problem(
            at, f"`{sequence.string}` is no item of `{place}`", "", "name the item it stands for"
        )
    texts = follow(one.wire, sequence.string, (sequence.string_key,)).shapes
    blocks = [name for name in blocks_alone(one, sequence) if (TEXT_BLOCK, name) in one.pairs]
    read = blocks or types(texts) & {"string", "any"}
    if texts and not read and (strings or not bare):
        yield Problem(
            at,
            f"`{sequence.string}.{sequence.string_key}` takes no string",
            f"it is {text(texts)}",
            "name a key that does",
        )


def _lift(one: ResolvedFormat, sequence: Sequence) -> Problems:
    at = sequence.position
    if not one.inter.const(sequence.lift, "role"):
        yield Problem(
            at, f"`{sequence.lift}` cannot be lifted", "it has no constant `role`", "lift a message"
        )
    if not must_be_there(one.inter, sequence.record, (sequence.field,)):
        yield Problem(
            at,
            f"nothing can be lifted out of `{sequence.field}`",
            "the list may be absent",
            "lift from a required list",
        )
    if sequence.lift_key in one.wire.required(sequence.wire_record):
        yield Problem(
            at,
            f"without a `{sequence.lift}` nothing writes `{sequence.lift_key}`",
            f"`{sequence.wire_record}` requires it",
            "take it out of `required` there",
        )
    items = records(lists(follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes))
    staying = [name for name in items if (sequence.lift, name) in one.pairs]
    if sequence.lift_anywhere and staying:
        yield Problem(
            at,
            f"{quoted(staying)} in the list would come back as `{sequence.lift_key}`",
            f"it is read as `{sequence.lift}`, and those are lifted from anywhere",
            "write `from: leading`",
        )


def unwritten(project: ResolvedProject) -> Problems:
    """Keys that an element made here must have, and that nothing writes."""
    for one, sequence in known_sequences(project):
        alone = "fold into an element that holds its list alone"
        made = [
            (sequence.into, sequence.into_path[0], alone),
            (sequence.string, sequence.string_key, "name an element that holds its text alone"),
        ]
        for name, own, fix in made:
            missing = [
                key
                for key in sorted(one.wire.required(name))
                if key != own and not one.wire.const(name, key)
            ]
            if missing:
                what = f"nothing writes {quoted(missing)} of `{name}`"
                yield Problem(sequence.position, what, "the wire requires it", fix)


def names(project: ResolvedProject) -> Problems:
    """A sequence names two functions by its field."""
    for one in project.formats:
        owners = {snake(name): f"the type `{name}`" for name in one.inter.defs}
        owners |= {name: f"the entry `{name}`" for name in one.transform.entries}
        for sequence in one.transform.sequences:
            stem = snake(sequence.field)
            if stem in owners:
                yield Problem(
                    sequence.position,
                    f"the sequence `{sequence.field}` and {owners[stem]} collide",
                    "both name the same function",
                    "rename one of them",
                )
            owners.setdefault(stem, f"the sequence at {sequence.position.short}")


def snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_")


def _into(one: ResolvedFormat, sequence: Sequence) -> Any:
    return list_of(one.wire, sequence)


def known_sequences(project: ResolvedProject) -> list[tuple[ResolvedFormat, Sequence]]:
    return [
        (one, s) for one in project.formats for s in one.transform.sequences if _is_resolved(one, s)
    ]


def _is_resolved(one: ResolvedFormat, sequence: Sequence) -> bool:
    """Whether the types and keys it names exist (others are reported as unknown)."""
    fields = [(sequence.record, sequence.field)]
    fields += [(sequence.spread, sequence.spread_key)] if sequence.spread else []
    return (
        all(one.inter.defs.get(name) for name in (sequence.record, *sequence.units))
        and all(path[0] in one.wire.properties(record) for record, path in sequence.places)
        and all(not follow(one.wire, record, path).lost for record, path in sequence.places)
        and all(arm in one.wire.defs for arm in sequence.among)
        and all(key in one.inter.properties(record) for record, key in fields)
    )


def uses(one: ResolvedFormat, owner: ResolvedLens) -> list[ResolvedLens]:
    """The lenses that the sequences of a lens call."""
    found = []
    for sequence in filter(None, (one.sequence(owner.lens, row) for row in owner.lens.all_rows)):
        units = {sequence.member, sequence.rest, sequence.lift}
        wires = {sequence.into, *records(lists(_into(one, sequence)))}
        wires.add(lifted(one, sequence) if sequence.lift else "")
        found += [
            v
            for (i, w), v in one.pairs.items()
            if w in wires and (i in units or w == sequence.into)
        ]
    return found

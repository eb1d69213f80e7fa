"""Rules on names: every type, field, path and table that a transform speaks of exists."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from ..load.findings import Position
from ..load.schema import Schema
from ..load.transform import REQUEST, RESPONSE, Entry, Given, entry_path
from ..operators.uses import arguments
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, follow
from ..resolve.problems import Problem, Problems, nearest

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
ENTRY_TYPES = {REQUEST: "Request", RESPONSE: "Response"}
LETTER_FIRST = re.compile(r"_*[A-Za-z][A-Za-z0-9_-]*")


def unknown_types(project: ResolvedProject) -> Problems:
    for one in project.formats:
        transform = one.transform
        for spec in transform.lenses:
            yield from _pair(one, spec.inter, spec.wire, spec.position)
            if spec.returns:
                at = one.position("types", spec.title, "returns")
                yield from _type(one.wire, spec.returns, at, "wire")
        for union in transform.unions:
            yield from _pair(one, union.inter, union.wire, union.position)
            for arm in union.lost:
                yield from _arm(one, union.inter, arm, one.position("unions"), union.position)
        for key, (inter, wires) in entries(one):
            for wire in wires:
                yield from _pair(one, inter, wire, entry_at(one, key))
            if inter in one.inter.defs and inter != ENTRY_TYPES.get(key, inter):
                yield Problem(
                    entry_at(one, key),
                    f"`{key}` maps `{inter}`",
                    f"the output's functions are for a `{ENTRY_TYPES[key]}`",
                    "name that type",
                )
        for sequence in transform.sequences:
            at = sequence.position
            yield from _pair(one, sequence.record, sequence.wire_record, at)
            for name in dict.fromkeys(filter(None, (sequence.into, sequence.string))):
                yield from _type(one.wire, name, at, "wire")
            for unit in sequence.units:
                yield from _type(one.inter, unit, at, "intermediate")
            for arm in sequence.among:
                yield from _type(one.wire, arm, at, "wire")
        for lens in one.lenses:
            yield from _arms(one, lens)


def entries(one: ResolvedFormat) -> list[tuple[str, Entry]]:
    return [*one.transform.entries.items()]


def entry_at(one: ResolvedFormat, name: str) -> Position:
    return one.position(*entry_path(name))


def _pair(one: ResolvedFormat, inter: str, wire: str, at: Position) -> Problems:
    swapped = inter in one.wire.defs and wire in one.inter.defs
    if swapped and not (inter in one.inter.defs or wire in one.wire.defs):
        what = f"`{inter}` is the wire's, and `{wire}` is not"
        yield Problem(at, what, "the intermediate type stands left", f"write `{wire} <-> {inter}`")
        return
    if inter:
        yield from _type(one.inter, inter, at, "intermediate")
    yield from _type(one.wire, wire, at, "wire")


def _type(schema: Schema, name: str, at: Position, side: str) -> Problems:
    if name not in schema.defs:
        yield Problem(
            at,
            f"no {side} type `{name}`",
            nearest(name, schema.defs, "types"),
            "name a definition of the schema, or add one",
        )


def _arm(one: ResolvedFormat, union: str, arm: str, at: Position, fallback: Position) -> Problems:
    arms = one.inter.arms(union) if union in one.inter.defs else ()
    words = [str(word) for shape in one.inter_shapes(union, ()) for word in shape.consts]
    if arms and arm not in [*arms, *words]:
        yield Problem(
            fallback,
            f"`{arm}` is no arm of `{union}`",
            nearest(arm, [*arms, *words], "arms"),
            "name an arm",
        )


def _arms(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    arms = [arm for arm in lens.union_arms if one.inter.record(arm)]
    for case in lens.cases:
        if case.arm and case.arm not in arms:
            yield Problem(
                case.position,
                f"`{case.arm}` is no arm of `{lens.lens.inter}`",
                nearest(case.arm, arms, "arms"),
                "name an arm, by its tag or its definition",
            )
    for row, _, record in lens.rows():
        reached = follow(one.inter, record, row.fields[0])
        items = [shape.name for s in reached.shapes for shape in s.items]
        for arm, _ in row.parts:
            if arm != "*" and items and arm not in items:
                yield Problem(
                    row.position,
                    f"`{arm}` is none of the items of `{row.left}`",
                    nearest(arm, filter(None, items), "items"),
                    'name an item\'s type, or "*" for the rest',
                )


def missing_lenses(project: ResolvedProject) -> Problems:
    """An entry, or a unit of a sequence, whose two types no lens joins."""
    for one in project.formats:
        for key, (inter, wires) in entries(one):
            for wire in wires:
                if inter in one.inter.defs and wire in one.wire.defs:
                    yield from _lens(one, inter, wire, entry_at(one, key))


def _lens(one: ResolvedFormat, inter: str, wire: str, at: Position) -> Problems:
    if not any((lens.inter, lens.wire) == (inter, wire) for lens in one.transform.lenses):
        yield Problem(
            at,
            f"no lens joins `{inter}` and `{wire}`",
            "",
            f"add `{inter} <-> {wire}:` under `types`",
        )


def not_records(project: ResolvedProject) -> Problems:
    """A lens joins two objects, or a plain value and the whole or a part of a wire value."""
    for one in project.formats:
        for lens in one.lenses:
            spec, position = lens.lens, lens.lens.position
            whole = [row for row in spec.rows if row.targets and not row.targets[0].path]
            if not one.wire.record(spec.wire) and not whole:
                yield Problem(
                    position,
                    f"`{spec.wire}` has no keys to map",
                    "it is no object with properties",
                    "write a lens for each object of it",
                )
            scalar = not one.inter.record(spec.inter) and not lens.union_arms
            if scalar != lens.valued:
                what = "no object" if scalar else "an object"
                fix = "one row, `.: wire.path`" if scalar else "name its fields"
                yield Problem(position, f"`{spec.inter}` is {what}", "", fix)
            elif not one.inter.record(spec.inter) and not scalar and not lens.armed:
                yield Problem(
                    position,
                    f"`{spec.inter}` is a union",
                    f"its arms: {', '.join(lens.union_arms)}",
                    "write `arms:` with the rows of each",
                )


def unknown_fields(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            for row, _, record in lens.rows():
                for path in row.fields:
                    yield from _path(one.inter, record, path, row.position, "field")
            for record, given in _givens(lens):
                names = [*given.sum, *([given.when] if given.when else [])]
                for name in names:
                    yield from _path(one.inter, record, (name,), given.position, "field")
        for sequence in one.transform.sequences:
            if sequence.record in one.inter.defs:
                at = sequence.position
                yield from _path(one.inter, sequence.record, (sequence.field,), at, "field")


def _givens(lens: ResolvedLens) -> Iterator[tuple[str, Given]]:
    """Every constant of a lens, with the intermediate type that it is written for."""
    for given in lens.lens.givens:
        yield lens.lens.inter, given
    for case in lens.cases:
        for given in case.givens:
            yield case.arm or lens.lens.inter, given


def unknown_paths(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            wire = lens.lens.wire
            for slot in lens.slots:
                for path in slot.target.paths:
                    yield from _path(one.wire, wire, path, slot.target.position, "path")
            cases = [given for case in lens.cases for given in case.givens]
            for given in (*lens.lens.givens, *cases):
                yield from _path(one.wire, wire, given.path, given.position, "path")
            for absent in lens.lens.absents:
                yield from _path(one.wire, wire, absent.path, absent.position, "path")
        for sequence in one.transform.sequences:
            at = sequence.position
            for record, path in sequence.places:
                if record in one.wire.defs:
                    yield from _path(one.wire, record, path, at, "path")


def _path(schema: Schema, record: str, path: Path, at: Position, what: str) -> Problems:
    reached = follow(schema, record, path)
    if reached.lost:
        whole = ".".join(path)
        inside = f" (at `{reached.lost}`)" if len(path) > 1 else ""
        yield Problem(
            at,
            f"`{record}` has no {what} `{whole}`{inside}",
            nearest(reached.lost, reached.names, "keys"),
            f"name a {what} of the schema, or add it there",
        )


def unknown_spreads(project: ResolvedProject) -> Problems:
    """The list of a unit that is spread."""
    for one in project.formats:
        for sequence in one.transform.sequences:
            if sequence.spread in one.inter.defs:
                path = (sequence.spread_key,)
                yield from _path(one.inter, sequence.spread, path, sequence.position, "field")


def unknown_tables(project: ResolvedProject) -> Problems:
    for one in project.formats:
        tables = one.transform.tables
        for lens in one.lenses:
            for slot in lens.slots:
                named = arguments(slot, lambda d: d.names_table) or ()
                if len(named) == 1 and named[0] not in tables:
                    yield Problem(
                        slot.target.position,
                        f"no table `{named[0]}`",
                        nearest(named[0], tables, "tables"),
                        "add it under `tables`",
                    )


def bad_names(project: ResolvedProject) -> Problems:
    """Table names become constants, fields and keys local names of the output."""
    for one in project.formats:
        stems: dict[str, str] = {}
        for name, table in one.transform.tables.items():
            if not PLAIN.fullmatch(name) or keyword.iskeyword(name):
                yield Problem(
                    table.position,
                    f"{name!r} cannot name a table",
                    "it names a constant in the output",
                    "a letter, then letters, digits and underscores",
                )
                continue
            stem = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_")
            stem = stem.replace("__", "_")
            if stem in stems:
                yield Problem(
                    table.position,
                    f"the tables `{name}` and `{stems[stem]}` collide",
                    "both name the same constant",
                    "rename one of them",
                )
            stems.setdefault(stem, name)
        for lens in one.lenses:
            for row, _, _ in lens.rows():
                for name in {step for path in row.fields for step in path}:
                    yield from _local(name, row.position)
            for slot in lens.slots:
                for name in slot.target.path:
                    yield from _local(name, slot.target.position)


def _local(name: str, at: Position) -> Problems:
    if name != "0" and not LETTER_FIRST.fullmatch(name):
        yield Problem(
            at,
            f"{name!r} cannot be mapped by a row",
            "it gives no name for a variable",
            "leave it to `metadata`",
        )

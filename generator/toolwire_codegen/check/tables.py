"""Rules on tables: an enumeration goes over and comes back, value by value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..load.findings import Position
from ..load.transform import ANY, Table, words
from ..operators.uses import arguments, has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import CALL, FOR_CALLS, REASON, STOP
from ..resolve.lenses import Slot
from ..resolve.paths import Shapes, fits, follow, must_be_there, only_constants, text
from ..resolve.problems import Problem, Problems, quoted
from .matching import joins

ALONE = f"{REASON}: {{ const: {STOP}, calls: {FOR_CALLS} }}"
"""Why a reply ended, where nothing on the wire says so."""


def uses(one: ResolvedFormat) -> Iterator[tuple[Slot, Table, Shapes, Shapes]]:
    """Every target that goes through a table, with the shapes of both its sides."""
    for lens in one.lenses:
        for slot in lens.slots:
            table = _words(one, slot)
            if table is not None:
                inter = follow(one.inter, slot.record, slot.row.fields[0]).shapes
                wire = follow(one.wire, lens.lens.wire, slot.target.path).shapes
                yield slot, table, inter, wire


def not_total(project: ResolvedProject) -> Problems:
    """A value without a row could not be written."""
    for one in project.formats:
        for slot, table, inter, _ in uses(one):
            values = only_constants(inter)
            lost = _lost(one, slot) if slot.row.fields[0] == () else set()
            missing = [word(v) for v in values if v not in table.encoding and v not in lost]
            if missing:
                yield Problem(
                    table.position,
                    f"the table `{table.name}` has no row for {quoted(missing)}",
                    f"`{slot.row.left}` at {slot.row.position.short} may be so",
                    'add a row; `"-> value": wire` for one way alone',
                )
            elif inter and not values and slot.place != "case":
                yield Problem(
                    slot.target.position,
                    f"`{slot.row.left}` may be any {text(inter)}, and the table "
                    f"`{table.name}` ends",
                    "",
                    "put the row in a case, which is passed over where no row fits",
                )


def _lost(one: ResolvedFormat, slot: Slot) -> set[str]:
    """Words of an enumeration that are lost, or said by another lens, wherever this one is."""
    found = []
    for join in joins(one):
        if any(pair.lens is slot.owner for pair in join.pairs):
            others = [row for pair in join.pairs if pair.valued for row in pair.lens.rows]
            consts = {row.const for row in others if row.is_const and isinstance(row.const, str)}
            found.append(consts | set(join.lost.lost if join.lost is not None else ()))
    return set.intersection(*found) if found else set()


def ends_on_reading(project: ResolvedProject) -> Problems:
    """A word without a row, in a field that must be there, would be read as nothing at all."""
    for one in project.formats:
        for slot, table, _, wire in uses(one):
            required = must_be_there(one.inter, slot.record, slot.row.fields[0])
            if not required or slot.place not in ("row", "arm") or table.otherwise is not None:
                continue
            if slot.place == "row" and not slot.owner.keeps and not slot.owner.cases:
                continue  # such a lens declines a value that it cannot read
            values = only_constants(wire)
            missing = [repr(value) for value in values if value not in table.decoding]
            if missing or not values:
                yield Problem(
                    table.position,
                    f"the table `{table.name}` cannot read {quoted(missing) or 'every word'}",
                    f"`{slot.target.dotted}` at {slot.target.position.short} may be "
                    f"{text(wire)}, and `{slot.row.left}` must be there",
                    'add `"<- *": <what any other word means>`',
                )


def unread_words(project: ResolvedProject) -> Problems:
    """A word that the wire's schema lists is known, and means something; others ride along."""
    for one in project.formats:
        slots = [slot for lens in one.lenses for slot in lens.slots]
        for slot, table, _, wire in uses(one):
            place = (slot.owner.wire, slot.target.path)
            here = [other for other in slots if (other.owner.wire, other.target.path) == place]
            tables = [_words(one, other) for other in here]
            if slot.place == "case" or slot.target.more or not all(map(_ends, tables)):
                continue
            read = {value for words in tables if words is not None for value in words.decoding}
            missing = [value for value in only_constants(wire) if value not in read]
            if missing and None not in missing and slot is here[0]:
                yield Problem(
                    table.position,
                    f"the table `{table.name}` has no row that reads {quoted(missing)}",
                    f"`{slot.target.dotted}` at {slot.target.position.short} lists it",
                    'add `"<- word": <what it means>`, or leave it out of the words in the schema',
                )


def _words(one: ResolvedFormat, slot: Slot) -> Table | None:
    """The table by which a row reads words; None if it reads whatever stands there."""
    named = arguments(slot, lambda d: d.tells)
    return one.transform.tables.get(named[0]) if named else None


def _ends(table: Table | None) -> bool:
    """Whether a row has no meaning for words that its table does not list."""
    return table is not None and table.otherwise is None


def retyping(project: ResolvedProject) -> Problems:
    """The names of types are texts, on both sides."""
    for one in project.formats:
        slots = [slot for lens in one.lenses for slot in lens.slots]
        named = {
            argument
            for slot in slots
            for argument in (arguments(slot, lambda d: d.names_table and not d.tells) or ())[:1]
        }
        for name, table in one.transform.tables.items():
            values = [*table.both.values(), *table.encode.values(), *table.decode.values()]
            for value in _different(values) if name in named else ():
                if not isinstance(value, str):
                    yield Problem(
                        _row(one, table, *_keys(table, value)),
                        f"no type is called {value!r}",
                        f"`retyped({name})` writes it as the name of a type",
                        "quote the name",
                    )


def not_injective(project: ResolvedProject) -> Problems:
    """Two rows with one wire value: reading it could mean either."""
    for one in project.formats:
        for table in one.transform.tables.values():
            read_as: dict[Any, Any] = {}
            for inter, wire in table.both.items():
                if wire in read_as:
                    yield Problem(
                        _row(one, table, word(inter)),
                        f"{wire!r} stands for both `{word(read_as[wire])}` and `{word(inter)}`",
                        "a row without an arrow goes both ways",
                        f'write `"-> {word(inter)}": {word(wire)}`, which is never read back',
                    )
                read_as.setdefault(wire, inter)
            for wire in table.decode:
                if wire in read_as:
                    yield Problem(
                        _row(one, table, f"<- {word(wire)}"),
                        f"{wire!r} is read as `{word(read_as[wire])}` already",
                        "",
                        "keep one of the two rows",
                    )
            for inter in table.encode:
                if inter in table.both:
                    yield Problem(
                        _row(one, table, f"-> {word(inter)}"),
                        f"`{word(inter)}` is written as {table.both[inter]!r} already",
                        "",
                        "keep one of the two rows",
                    )


def unknown_values(project: ResolvedProject) -> Problems:
    """A row for a value that neither side can have."""
    for one in project.formats:
        for slot, table, inter, wire in uses(one):
            where = f"used at {slot.row.position.short}"
            otherwise = [] if table.otherwise is None else [table.otherwise]
            read = [*table.both, *table.encode, *table.decode.values(), *otherwise]
            written = [*table.both.values(), *table.encode.values(), *table.decode]
            sides = [
                (one.inter, inter, read, slot.row.left),
                (one.wire, wire, written, slot.target.dotted),
            ]
            if slot.target.more or any(isinstance(value, tuple) for value in written):
                yield from _wrong_words(one, slot, table, written)
                sides = sides[:1]
            for schema, shapes, values, place in sides:
                for value in _different(values) if shapes else ():
                    if not fits(schema, value, shapes):
                        yield Problem(
                            _row(one, table, *_keys(table, value)),
                            f"`{place}` is never {value!r}",
                            f"it is {text(shapes)}; {where}",
                            "name one of its values",
                        )


def _wrong_words(
    one: ResolvedFormat, slot: Slot, table: Table, values: list[Any]
) -> Problems:
    """Words of several places: one for each, and one that may stand there."""
    paths = slot.target.paths
    for value in _different(values):
        at = _row(one, table, *_keys(table, value))
        if len(words(value)) != len(paths):
            yield Problem(
                at,
                f"`{word(value)}` is for {_places(len(words(value)))}",
                f"{slot.target.dotted} at {slot.target.position.short} is {_places(len(paths))}",
                "give each place a word, null or `*`",
            )
            continue
        spoken = [*table.both.values(), *table.encode.values()]
        if value in spoken and all(own is None for own in words(value)):
            note = f"used at {slot.row.position.short}"
            yield Problem(at, f"`{word(value)}` says nothing", note, "give one place a word")
            continue
        for path, own in zip(paths, words(value), strict=True):
            shapes = one.wire_shapes(slot.owner.wire, path)
            if own is None and _always_said(one, slot, path):
                yield Problem(
                    at,
                    f"`{'.'.join(path)}` is never null",
                    f"something is always there; used at {slot.row.position.short}",
                    "name one of its values",
                )
            elif own is not None and own != ANY and shapes and not fits(one.wire, own, shapes):
                yield Problem(
                    at,
                    f"`{'.'.join(path)}` is never {own!r}",
                    f"it is {text(shapes)}; used at {slot.row.position.short}",
                    "name one of its values",
                )


def _always_said(one: ResolvedFormat, slot: Slot, path: tuple[str, ...]) -> bool:
    """Whether a place has a value on the wire, or gets one where it is read."""
    wire = slot.owner.wire
    here = follow(one.wire, wire, path).shapes
    return must_be_there(one.wire, wire, path) and not any(s.kind in ("null", "any") for s in here)


def _places(count: int) -> str:
    return "one place" if count == 1 else f"{count} places"


def never_read(project: ResolvedProject) -> Problems:
    """A row whose words an earlier row takes: rows are asked in order, those of both ways first."""
    for one in project.formats:
        for table in one.transform.tables.values():
            wires = [wire for wire in table.decoding if isinstance(wire, tuple)]
            for at, wire in enumerate(wires):
                for earlier in wires[:at]:
                    pairs = zip(earlier, wire, strict=False)
                    if len(earlier) == len(wire) and all(a in (ANY, b) for a, b in pairs):
                        yield Problem(
                            _row(one, table, *_keys(table, wire)),
                            f"`{word(wire)}` is never read",
                            f"`{word(earlier)}` takes it before",
                            "put it first",
                        )


def calls_unsaid(project: ResolvedProject) -> Problems:
    """A reply that calls tools is read as one: its own word says so, or its calls do."""
    for one in project.formats:
        called = any(lens.lens.inter == CALL for lens in one.lenses)
        for slot, table, _, _ in uses(one) if called else ():
            tells = FOR_CALLS in [*table.decoding.values()] or has(
                slot.target, lambda d: d.by_calls
            )
            if slot.row.fields[0] == (REASON,) and not tells:
                yield Problem(
                    slot.target.position,
                    f"no word of `{table.name}` is read as `{FOR_CALLS}`",
                    "a reply with calls would be read as one that ended otherwise",
                    "add `| calls`: `stop` beside calls is that; or a row for the wire's word",
                )
        rows = [row for lens in one.lenses for row in lens.lens.rows if row.fields[0] == (REASON,)]
        for row in rows if called else ():
            if row.is_const and row.const == STOP and not row.calls:
                what = f"a reply with calls would be read as one that ended by {STOP!r}"
                note = "nothing else says why it did"
                yield Problem(row.position, what, note, f"write `{ALONE}`")


def beside_calls(project: ResolvedProject) -> Problems:
    """A constant that is another beside calls is the reason of a reply whose message was read."""
    for one in project.formats:
        for lens in one.lenses:
            for row, case, _ in lens.rows():
                if row.calls is None:
                    continue
                if row.fields != ((REASON,),) or (row.const, row.calls) != (STOP, FOR_CALLS):
                    what = f"calls do not make `{row.left}` another: {row.right}"
                    note = f"of a `{REASON}` they make {STOP!r} {FOR_CALLS!r}"
                    yield Problem(row.position, what, note, f"write `{ALONE}`, or `const` alone")
                elif case or not any(r.name in ("message", "content") for r in lens.before(row)):
                    note = "it looks for calls in the message"
                    fix = "put the row of the message before this one"
                    yield Problem(row.position, "`calls` has no meaning here", note, fix)


def _different(values: list[Any]) -> list[Any]:
    """The values without repetition; ``True`` is not 1."""
    return list({(type(value), value): value for value in values}.values())


def _keys(table: Table, value: Any) -> list[str]:
    """The keys, as written, of the rows that hold a value on either side."""
    wanted = (type(value), value)

    def holds(*sides: Any) -> bool:
        return any((type(side), side) == wanted for side in sides)

    found = [word(inter) for inter, wire in table.both.items() if holds(inter, wire)]
    found += [f"<- {word(wire)}" for wire, inter in table.decode.items() if holds(inter, wire)]
    found += [f"-> {word(inter)}" for inter, wire in table.encode.items() if holds(inter, wire)]
    return found or ["<- *"]


def word(value: Any) -> str:
    """A value of a table as its text has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(word, value))}]"
    return value if isinstance(value, str) else json.dumps(value)


def _row(one: ResolvedFormat, table: Table, *keys: str) -> Position:
    for key in keys:
        for spelled in (key, f'<- "{key[3:]}"'):
            if ("tables", table.name, spelled) in one.transform.document.positions:
                return one.position("tables", table.name, spelled)
    return table.position

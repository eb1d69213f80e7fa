"""Rules on dead text: what no place uses is a slip, or left over from one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..load.schema import SCALARS
from ..operators.uses import arguments, has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import TEXT_BLOCK
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import follow, lists, records
from ..resolve.problems import Problem, Problems, nearest, quoted
from .joins import Join
from .matching import joins
from .references import entries
from .sequences import uses

SECTIONS = (
    "title",
    "reference",
    "request",
    "response",
    "entries",
    "spelling",
    "types",
    "unions",
    "sequences",
    "tables",
)
COMMA = "remove it; inside of `{ }` quote what is said: a comma ends it"
SEQUENCE_KEYS = ("lift", "fold", "into", "spread", "among", "string")


def lenses(project: ResolvedProject) -> Problems:
    for one in project.formats:
        reached = _reached(one, _entered(one))
        for lens in one.lenses:
            if not any(lens is other for other in reached):
                # What only this one leads to is dead with it, and comes back with it.
                reached += _reached(one, [lens])
                if _lists_no_values(one, lens.lens.wire):
                    yield Problem(
                        lens.lens.position,
                        f"nothing is known to be a `{lens.lens.wire}`",
                        "a plain type is known by its values, and this one lists none",
                        "list them as its `enum`, or remove the lens",
                    )
                    continue
                yield Problem(
                    lens.lens.position,
                    f"nothing uses the lens `{lens.lens.title}`",
                    "no entry leads to it",
                    "remove it, or map a field to it",
                )


def _lists_no_values(one: ResolvedFormat, name: str) -> bool:
    shapes = one.wire.shapes(one.wire.defs.get(name))
    return all(shape.kind in SCALARS and not shape.consts for shape in shapes)


def _entered(one: ResolvedFormat) -> list[ResolvedLens]:
    return [
        one.pairs[inter, wire]
        for _, (inter, wires) in entries(one)
        for wire in wires
        if (inter, wire) in one.pairs
    ]


def _reached(one: ResolvedFormat, start: list[ResolvedLens]) -> list[ResolvedLens]:
    todo = list(start)
    found: list[ResolvedLens] = []
    while todo:
        current = todo.pop()
        if any(current is other for other in found):
            continue
        found.append(current)
        todo += [pair for join in joins(one) if join.owner is current for pair in join.pairs]
        todo += uses(one, current)
        todo += _text_blocks(one, current)
    return found


def _text_blocks(one: ResolvedFormat, lens: ResolvedLens) -> list[ResolvedLens]:
    """`text` knows a plain block by the lens of text blocks, `joined` an object with a text."""
    names = []
    for slot in lens.slots:
        found = follow(one.wire, lens.lens.wire, slot.target.path).shapes
        names += records(lists(found)) if has(slot.target, lambda d: d.blocks) else []
        names += records(found) if has(slot.target, lambda d: d.objects) else []
    return [pair for (i, w), pair in one.pairs.items() if i == TEXT_BLOCK and w in names]


def tables(project: ResolvedProject) -> Problems:
    for one in project.formats:
        used = {
            argument
            for lens in one.lenses
            for slot in lens.slots
            for argument in arguments(slot, lambda d: d.names_table) or ()
        }
        for name, table in one.transform.tables.items():
            if name not in used:
                yield Problem(
                    table.position,
                    f"nothing uses the table `{name}`",
                    nearest(name, used, "tables in use"),
                    "remove it, or name it in `table(…)`",
                )


def unions(project: ResolvedProject) -> Problems:
    for one in project.formats:
        places: dict[tuple[str, str], list[Join]] = {}
        for join in joins(one):
            places.setdefault((join.inter_name, join.wire_name), []).append(join)
        for union in one.transform.unions:
            met = places.get((union.inter, union.wire), [])
            if not met:
                near = [f"{inter} <-> {wire}" for inter, wire in places if inter == union.inter]
                yield Problem(
                    union.position,
                    f"`{union.inter}` and `{union.wire}` meet nowhere",
                    nearest(f"{union.inter} <-> {union.wire}", near, "places"),
                    "remove it, or name the types that meet",
                )
                continue
            pairs = met[-1].pairs
            carried = {pair.lens.inter for pair in pairs} & set(union.lost)
            carried |= {word for pair in pairs for word in words_of(one, pair)} & set(union.lost)
            if carried:
                yield Problem(
                    union.position,
                    f"{quoted(sorted(carried))} is not lost here",
                    "a lens carries it",
                    "remove the line, or the lens",
                )
            skipped = frozenset.intersection(*(join.skip for join in met)) & set(union.lost)
            for sequence in one.transform.sequences:
                if standing := sorted(skipped.intersection(sequence.units) - carried):
                    yield Problem(
                        union.position,
                        f"{quoted(standing)} is not lost here",
                        f"the sequence at {sequence.position.short} says where it stands",
                        "remove the line",
                    )


def words_of(one: ResolvedFormat, pair: ResolvedLens) -> list[str]:
    """The words of an enumeration that a lens has a constant or a row of a table for."""
    words = [row.const for row in pair.lens.rows if row.is_const and row.fields[0] == ()]
    for slot in pair.slots if pair.valued else ():
        for name in arguments(slot, lambda d: d.tells) or ():
            table = one.transform.tables.get(name)
            words += table.encoding if table is not None else ()
    return [word for word in words if isinstance(word, str)]


def sequences(project: ResolvedProject) -> Problems:
    for one in project.formats:
        used = [one.sequence(lens.lens, row) for lens in one.lenses for row in lens.lens.all_rows]
        for sequence in one.transform.sequences:
            if not any(sequence is other for other in used):
                place = f"{sequence.record} <-> {sequence.wire_record}"
                yield Problem(
                    sequence.position,
                    f"no row maps `{sequence.field}` to `{sequence.wire_key}`",
                    f"looked for in `{place}`",
                    "add that row, or remove this",
                )


def keys(project: ResolvedProject) -> Problems:
    """Keys that nothing reads, in the places where only some have a meaning."""
    for one in project.formats:
        data = one.transform.document.data
        if not isinstance(data, dict):
            continue
        if data.get("spelling", "snake_case") != "snake_case":
            yield _unknown(one, ("spelling",), str(data["spelling"]), ("snake_case",))
        for title, lens in _items(data.get("types")):
            yield from _lens(one, ("types", title), lens)
        for title, union in _items(data.get("unions")):
            for arm, value in _items(union):
                yield from _only(one, ("unions", title, arm), value, ("lost", "elsewhere"))
        for title, sequence in _items(data.get("sequences")):
            yield from _only(one, ("sequences", title), sequence, SEQUENCE_KEYS)
            for key, value in _items(sequence):
                if key == "lift":
                    yield from _lift(one, ("sequences", title, key), value)


def _lift(one: ResolvedFormat, path: tuple[Any, ...], value: Any) -> Problems:
    units = [key for key, _ in _items(value) if key != "from"]
    for unit in units[1:]:
        yield _unknown(one, (*path, unit), unit, ("from",))
    where = value.get("from", "leading") if isinstance(value, dict) else "leading"
    if where not in ("leading", "anywhere"):
        yield _unknown(one, (*path, "from"), str(where), ("leading", "anywhere"))


def _lens(one: ResolvedFormat, path: tuple[Any, ...], lens: Any) -> Problems:
    reserved = ("cases", "arms", "given", "own", "returns", "metadata")
    for key, value in _items(lens):
        if key not in reserved:
            yield from _row(one, (*path, key), value)
    if not isinstance(lens, dict):
        return
    cases = lens.get("cases")
    listed = list(enumerate(cases if isinstance(cases, list) else ()))
    for place, rows in (("arms", _items(lens.get("arms"))), ("cases", listed)):
        for name, case in rows:
            for key, value in _items(case):
                if key not in ("given", "lost"):
                    yield from _row(one, (*path, place, name, key), value)


def _row(one: ResolvedFormat, path: tuple[Any, ...], value: Any) -> Problems:
    if isinstance(value, dict) and "const" in value:
        yield from _only(one, path, value, ("const", "calls"))
    elif isinstance(value, dict) and "lost" in value:
        yield from _only(one, path, value, ("lost", "back", "unless"))
    elif isinstance(value, dict) and "elsewhere" in value:
        yield from _only(one, path, value, ("elsewhere",))


def _only(
    one: ResolvedFormat, path: tuple[Any, ...], value: Any, words: tuple[str, ...]
) -> Problems:
    for key, entry in _items(value):
        if key not in words:
            found = _unknown(one, (*path, key), key, words)
            # What YAML reads from `{ lost: this, and that }`.
            yield replace(found, fix=COMMA) if entry is None else found


def _unknown(
    one: ResolvedFormat, path: tuple[Any, ...], name: str, words: tuple[str, ...]
) -> Problem:
    return Problem(
        one.position(*path),
        f"`{name}` has no meaning here",
        nearest(name, words, "words"),
        "remove it, or mend the word",
    )


def _items(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items()) if isinstance(value, dict) else []

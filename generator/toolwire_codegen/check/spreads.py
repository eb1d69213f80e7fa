"""Rules on what a sequence spreads: a unit that stands as several neighbouring elements."""

from __future__ import annotations

from ..load.transform import Sequence
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import OPAQUE
from ..resolve.paths import follow, is_list, lists, records
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.telling import tell
from .sequences import known_sequences, missing


def _spreads(project: ResolvedProject) -> list[tuple[ResolvedFormat, Sequence]]:
    return [(one, sequence) for one, sequence in known_sequences(project) if sequence.spread]


def _units(one: ResolvedFormat, sequence: Sequence) -> list[str]:
    """The types of a list's units."""
    return records(lists(follow(one.inter, sequence.record, (sequence.field,)).shapes))


def _elements(one: ResolvedFormat, sequence: Sequence) -> list[str]:
    """The types of a list's elements on the wire."""
    shapes = lists(follow(one.wire, sequence.wire_record, (sequence.wire_key,)).shapes)
    return [shape.name for shape in shapes if shape.name]


def _joined(one: ResolvedFormat, inter: list[str], wire: list[str]) -> list[str]:
    """The wire types that lenses of some types lead to."""
    return [lens.lens.wire for lens in one.lenses_between(inter, wire)]


def _spread(one: ResolvedFormat, sequence: Sequence) -> list[str]:
    """The types of the list that is spread."""
    return records(lists(follow(one.inter, sequence.spread, (sequence.spread_key,)).shapes))


def _blocks(one: ResolvedFormat, sequence: Sequence) -> list[str]:
    """The elements that are blocks of what is spread."""
    return _joined(one, _spread(one, sequence), _elements(one, sequence))


def misplaced(project: ResolvedProject) -> Problems:
    """What is spread is a unit of the list and its field a list; other elements stand among it."""
    for one, sequence in _spreads(project):
        at, elements = sequence.position, _elements(one, sequence)
        units = _units(one, sequence)
        place = f"{sequence.spread}.{sequence.spread_key}"
        if sequence.spread not in units:
            note = nearest(sequence.spread, units, "units")
            yield Problem(at, f"`{sequence.spread}` is no unit of `{sequence.field}`", note,
                          "spread one of the units")  # fmt: skip
        if not is_list(follow(one.inter, sequence.spread, (sequence.spread_key,)).shapes):
            yield Problem(at, f"`{place}` is no list", "", "name a list")
        elif OPAQUE not in _spread(one, sequence):
            yield Problem(at, f"`{place}` has no place for what no lens is for", "",
                          f"let it hold `{OPAQUE}`, too")  # fmt: skip
        for wire in _joined(one, [sequence.spread], elements):
            yield Problem(
                at,
                f"`{sequence.spread}` is spread and has a lens to `{wire}`",
                "what is spread has no element of its own",
                "remove the lens, or `spread`",
            )
        for arm in sequence.among:
            yield from _among(one, sequence, arm, elements)


def _among(one: ResolvedFormat, sequence: Sequence, arm: str, elements: list[str]) -> Problems:
    at, place = sequence.position, f"{sequence.wire_record}.{sequence.wire_key}"
    if arm not in elements:
        note = nearest(arm, elements, "items")
        yield Problem(at, f"`{arm}` is no item of `{place}`", note, "name an item")
    elif any(wire == arm for _, wire in one.pairs):
        yield Problem(at, f"`{arm}` has a lens", "what stands among blocks is kept as it is",
                      "remove it from `among`, or the lens")  # fmt: skip
    elif not one.wire.required(arm):
        yield Problem(at, f"nothing tells a `{arm}` from other elements",
                      "it has no required key", "give it a tag")  # fmt: skip


def missing_lenses(project: ResolvedProject) -> Problems:
    for one, sequence in _spreads(project):
        if not _blocks(one, sequence):
            names = records(
                lists(follow(one.inter, sequence.spread, (sequence.spread_key,)).shapes)
            )
            if names:
                yield missing(sequence, names[0], _elements(one, sequence)[:1])


def ambiguous(project: ResolvedProject) -> Problems:
    """Blocks are looked for first, then what stands among them, then all other elements."""
    for one, sequence in _spreads(project):
        blocks = _blocks(one, sequence)
        others = _joined(one, _units(one, sequence), _elements(one, sequence))
        pairs = [(a, b) for a in blocks for b in (*sequence.among, *others)]
        pairs += [(a, b) for a in sequence.among for b in others]
        for first, second in dict.fromkeys(pairs):
            if first == second or any(t.unlike for t in tell(one.wire, (first, second), (first,))):
                yield Problem(
                    sequence.position,
                    f"a `{second}` would be read as `{first}`, which is spread",
                    "nothing tells them apart",
                    "require in one of them a constant, a key or a type that the other has not",
                )


def unmapped(project: ResolvedProject) -> Problems:
    """Fields of what is spread that have no element to stand in."""
    for one, sequence in _spreads(project):
        schema, name = one.inter, sequence.spread
        covered = {*schema.tags(name), *schema.private(name), sequence.spread_key, "metadata"}
        left = [key for key in schema.properties(name) if key not in covered]
        if left:
            yield Problem(
                sequence.position,
                f"nothing writes {quoted(left)} of `{name}`",
                "what is spread has no element of its own",
                "spread a type that holds its list alone",
            )

"""Rules on elements that units share: they stand in the list, and are told from its others."""

from __future__ import annotations

from ..load.transform import Sequence
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.paths import follow, is_list, records, text
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.shared import items, list_of, places_beside, untold
from .sequences import known_sequences


def misplaced(project: ResolvedProject) -> Problems:
    """What units share is an item of the list that they stand in."""
    for one, sequence in known_sequences(project):
        found = records(items(one.wire, sequence))
        if sequence.member and found and sequence.into not in found:
            place = f"{sequence.wire_record}.{sequence.wire_key}"
            yield Problem(
                sequence.position,
                f"`{sequence.into}` is no item of `{place}`",
                nearest(sequence.into, found, "items"),
                "name the item that has the list of what its units stand as",
            )


def between(project: ResolvedProject) -> Problems:
    """On the way to the list stand objects of one type each: that is what is made there."""
    for one, sequence in known_sequences(project):
        for depth in range(1, len(sequence.into_path)):
            shapes = follow(one.wire, sequence.into, sequence.into_path[:depth]).shapes
            plain = [shape for shape in shapes if shape.kind != "null"]
            if len(plain) != 1 or not records(shapes):
                place = ".".join((sequence.into, *sequence.into_path[:depth]))
                yield Problem(
                    sequence.position,
                    f"`{place}` is not always the same object",
                    f"it is {text(shapes)}, and a new element needs one",
                    "name a list whose objects have one type each in the schema",
                )
        yield from _inside(one, sequence)


def _inside(one: ResolvedFormat, sequence: Sequence) -> Problems:
    """What else a turn has stands beside the object with the list, which other units have, too."""
    for lens in one.transform.lenses if sequence.member else ():
        if lens.wire != sequence.into or lens.inter == sequence.member:
            continue
        for target in places_beside(lens, sequence):
            if target.path[0] == sequence.into_path[0]:
                yield Problem(
                    target.position,
                    f"`{target.dotted}` stands in an object that units share",
                    f"their list is `{sequence.into}.{sequence.into_key}`, and nothing says "
                    "whose the rest of that object is",
                    "name a key of the element itself, or leave it out",
                )


def unwritten(project: ResolvedProject) -> Problems:
    """Keys that an object on the way to the list must have, and that nothing writes."""
    for one, sequence in known_sequences(project):
        path = sequence.into_path
        for depth in range(1, len(path)):
            for name in records(follow(one.wire, sequence.into, path[:depth]).shapes)[:1]:
                missing = [
                    key for key in sorted(one.wire.required(name))
                    if key != path[depth] and not one.wire.const(name, key)
                ]  # fmt: skip
                if missing:
                    yield Problem(
                        sequence.position,
                        f"nothing writes {quoted(missing)} of `{name}`",
                        "the wire requires it",
                        "fold into a list whose objects hold it alone",
                    )


def ambiguous(project: ResolvedProject) -> Problems:
    """A shared element is told from the others of its list that may have such a list."""
    for one, sequence in known_sequences(project):
        found = records(items(one.wire, sequence))
        read = {wire for _, wire in one.pairs}
        if sequence.into not in found or not is_list(list_of(one.wire, sequence)):
            continue
        other = untold(one.wire, sequence, read)
        # Of two that have lenses, the row of the list says so.
        if other and not {other, sequence.into} <= read:
            yield Problem(
                sequence.position,
                f"nothing tells a `{sequence.into}`, which units share, from a `{other}`",
                f"both may have `{sequence.into_key}`, a list",
                f"require in `{sequence.into}` a constant or a key that `{other}` does not have",
            )

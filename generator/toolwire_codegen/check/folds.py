"""Rules on elements that units share: they stand in the list, and are told from its others."""

from __future__ import annotations

from ..resolve.format import ResolvedProject
from ..resolve.paths import is_list, records
from ..resolve.problems import Problem, Problems, nearest
from ..resolve.shared import items, list_of, untold
from .sequences import known_sequences


def misplaced(view: ResolvedProject) -> Problems:
    """What units share is an item of the list that they stand in."""
    for one, sequence in known_sequences(view):
        found = records(items(one.wire, sequence))
        if sequence.member and found and sequence.into not in found:
            place = f"{sequence.wire_record}.{sequence.wire_key}"
            yield Problem(
                sequence.position,
                f"`{sequence.into}` is no item of `{place}`",
                nearest(sequence.into, found, "items"),
                "name the item that has the list of what its units stand as",
            )


def ambiguous(view: ResolvedProject) -> Problems:
    """A shared element is told from the others of its list that may have such a list."""
    for one, sequence in known_sequences(view):
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

"""The rule on wire types that say the same under another word: one is read, the other is opaque."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.problems import Problem, Problems
from .joins import Join
from .matching import joins
from .writes import writes

ASIDE = {"title", "description", "x-reference", "examples", "default", "x-own"}
"""What a schema says besides what it takes."""


def unread(project: ResolvedProject) -> Problems:
    for one in project.formats:
        found = {
            (join.position, pair.lens.wire, other): _lens_for(join, other)
            for join in joins(one)
            for pair, other in _pairs(one, join)
        }
        for (position, wire, other), lens in found.items():
            yield Problem(
                position,
                f"no lens reads `{other}`, which has what is read of `{wire}`",
                "it stays opaque",
                f"{lens or one_type(one, wire, other)}, or leave it out of the schema",
            )


def _lens_for(join: Join, wire: str) -> str:
    """The lens of an arm that nothing covers yet and that a type is named like, if there is one."""
    arms = [gap.what for gap in join.gaps if gap.kind == "arm"]
    near = get_close_matches(wire, arms, 1, cutoff=0.3)
    return f"add a lens `{near[0]} <-> {wire}`" if near else ""


def one_type(one: ResolvedFormat, wire: str, other: str) -> str:
    """How two types are written as one."""
    schema = one.wire
    words = {
        key: [*first, *second]
        for key in schema.properties(wire)
        if (first := schema.const(wire, key)) and (second := schema.const(other, key))
        and {*first} != {*second}
    }  # fmt: skip
    if not words:
        return "make one type of both, with the keys of both"
    given = ", ".join(f"{key}: [{', '.join(map(str, values))}]" for key, values in words.items())
    return f"make one type of both, with an enum, and add `given: {{ {given} }}` to its lens"


def _pairs(one: ResolvedFormat, join: Join) -> Iterator[tuple[ResolvedLens, str]]:
    """Lenses of one place, each with a type beside its own that it could read as well."""
    slots = [slot for slot in join.owner.slots if slot.target.position == join.position]
    if any(has(slot.target, lambda d: d.reads_others) for slot in slots):
        return
    there = [other for other in joins(one) if other.position == join.position]
    read = {pair.lens.wire for other in there for pair in other.pairs}
    others = [name for name in join.wires if one.wire.record(name) and name not in read]
    for pair in join.pairs:
        yield from ((pair, other) for other in others if says_the_same(one, pair, other))


def says_the_same(one: ResolvedFormat, pair: ResolvedLens, other: str) -> bool:
    """Whether a type has all that a lens reads of its own, and demands nothing else."""
    wire = pair.lens.wire
    keys = {write.path[0] for case in pair.cases or (None,)
            for write in writes(one, pair, case) if write.path}  # fmt: skip
    own_keys = {key for key in keys if not one.wire.const(wire, key)}
    tags = {key for key in one.wire.properties(other) if one.wire.const(other, key)}
    mine, theirs = one.wire.properties(wire), one.wire.properties(other)
    return (
        bool(own_keys)
        and one.wire.required(wire) & own_keys == one.wire.required(other) - tags
        and all(key in theirs and _plain(mine[key]) == _plain(theirs[key]) for key in own_keys)
    )


def _plain(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key not in ASIDE}

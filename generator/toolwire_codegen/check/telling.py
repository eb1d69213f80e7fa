"""Rules on one wire type that several lenses read: what tells them apart is said by each."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.transform import Case, Operator
from ..operators.registry import OPERATORS
from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, overlay_places
from ..resolve.paths import Path, must_be_there, types
from ..resolve.problems import Problem, Problems, quoted
from .matching import joins


def plain_strings(project: ResolvedProject) -> Problems:
    """Where the wire has a string or a list of blocks, a list alone does not read the string."""
    for one in project.formats:
        for join in joins(one):
            both = {"string", "array"} <= types(join.wire)
            slot = next((s for s in join.owner.slots if s.target.position == join.position), None)
            if not both or "array" not in types(join.inter) or slot is None:
                continue
            if slot.place in ("row", "part") and not has(slot.target, lambda d: d.blocks):
                yield Problem(
                    join.position,
                    f"nothing says what `{slot.target.dotted}` is where it is a string",
                    "it may be one, or a list of blocks",
                    "add `| text`: it is one text block",
                )


def openings(project: ResolvedProject) -> Problems:
    """Lenses that are told by how a text starts: each start is one's, the rest another's."""
    for one in project.formats:
        for wire, lenses in _shared(one).items():
            for path in dict.fromkeys(p for lens in lenses for p, _, _ in _starts(lens)):
                yield from _openings(one, wire, path, lenses)


def _shared(one: ResolvedFormat) -> dict[str, list[ResolvedLens]]:
    """The lenses that read one wire type, where there are several."""
    found: dict[str, list[ResolvedLens]] = {}
    for lens in one.lenses:
        found.setdefault(lens.lens.wire, []).append(lens)
    return {wire: lenses for wire, lenses in found.items() if len(lenses) > 1}


def _starts(lens: ResolvedLens) -> Iterator[tuple[Path, Operator, Case | None]]:
    for slot in lens.slots:
        for operator in slot.target.operators:
            definition = OPERATORS.get(operator.name)
            if definition is not None and definition.opens and operator.args:
                yield slot.target.path, operator, slot.case


def _openings(one: ResolvedFormat, wire: str, path: Path, lenses: list[ResolvedLens]) -> Problems:
    dotted = ".".join(path)
    taken: dict[str, ResolvedLens] = {}
    rest: list[tuple[ResolvedLens, Operator]] = []
    for lens in lenses:
        found = [operator for where, operator, _ in _starts(lens) if where == path]
        if not found:
            yield Problem(
                lens.lens.position,
                f"nothing says how `{dotted}` starts where this is meant",
                f"other types of `{wire}` are told by it",
                f"add `{dotted} | starts(…)` to a case",
            )
        for operator in found:
            if OPERATORS[operator.name].opens == "rest":
                rest.append((lens, operator))
                continue
            start = operator.args[0]
            for other, owner in taken.items():
                if owner is not lens and (start.startswith(other) or other.startswith(start)):
                    yield Problem(
                        lens.lens.position,
                        f"a `{dotted}` that starts with `{start}` is `{owner.lens.inter}` as well",
                        f"which takes all that starts with `{other}`",
                        "give each a start of its own",
                    )
            taken.setdefault(start, lens)
    yield from _rest(one, dotted, lenses, taken, rest)
    if not must_be_there(one.wire, wire, path) and not _without(lenses, path):
        yield Problem(
            lenses[-1].lens.position,
            f"`{dotted}` may be absent, and no case is without it",
            "",
            "add a case that has no row for it",
        )


def _rest(
    one: ResolvedFormat,
    dotted: str,
    lenses: list[ResolvedLens],
    taken: dict[str, ResolvedLens],
    rest: list[tuple[ResolvedLens, Operator]],
) -> Problems:
    if not rest:
        yield Problem(
            lenses[-1].lens.position,
            f"a `{dotted}` that starts otherwise is none of these",
            f"there are {quoted(taken)}",
            f"add a case with `starts_none({', '.join(taken)})`",
        )
    for lens, operator in rest:
        missing = [start for start in taken if start not in operator.args]
        idle = [start for start in operator.args if start not in taken]
        if missing or idle:
            yield Problem(
                lens.lens.position,
                f"`starts_none` and the starts of `{dotted}` are not the same",
                f"there are {quoted(taken)}",
                f"write `starts_none({', '.join(taken)})`",
            )


def _without(lenses: list[ResolvedLens], path: Path) -> bool:
    """Whether some lens has a case that says nothing of ``path``."""
    return any(
        all(target.path != path for row in case.rows for target in row.targets)
        for lens in lenses
        for case in lens.cases
    )


def silent(project: ResolvedProject) -> Problems:
    """A key that the other lenses of a wire type are told by, and this one says nothing of."""
    for one in project.formats:
        for lenses in _shared(one).values():
            if len(lenses) < 3 or any(lens.armed for lens in lenses):
                continue
            for lens in lenses:
                named = [_telling(other) for other in lenses if other is not lens]
                common = set.intersection(*named) - _written(lens)
                for path in sorted(common):
                    yield Problem(
                        lens.lens.position,
                        f"nothing here says what `{'.'.join(path)}` is",
                        f"the other types of `{lens.lens.wire}` do",
                        "map a field to it, or add it to `given`",
                    )


def owners(project: ResolvedProject) -> Problems:
    """Of two wire types of a block that goes to its own wire alone, the overlay tells which."""
    for one in project.formats:
        own = [lens for lens in one.lenses if lens.lens.own]
        for lens in own:
            # What keeps nothing has no overlay that could be taken for another's.
            others = [other.lens for other in one.lenses if other.lens.inter == lens.lens.inter
                      and other is not lens and (other.lens.own or other.lens.keeps)]  # fmt: skip
            if others and not overlay_places(one.wire, lens.lens):
                yield Problem(
                    lens.lens.position,
                    f"nothing in its overlay tells a `{lens.lens.wire}`",
                    f"{quoted([other.wire for other in others])} may have an overlay as well",
                    "say in the schema which key it must have, or in `absent` which it may lack",
                )


def _telling(lens: ResolvedLens) -> set[Path]:
    """Paths whose values are known in advance: by a table, or as constants."""
    tabled = {slot.target.path for slot in lens.slots if has(slot.target, lambda d: d.tells)}
    return tabled | {given.path for given in lens.lens.givens}


def _written(lens: ResolvedLens) -> set[Path]:
    found = {slot.target.path for slot in lens.slots}
    cases = [given for case in lens.cases for given in case.givens]
    return found | {given.path for given in (*lens.lens.givens, *cases)}

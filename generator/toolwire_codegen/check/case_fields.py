"""The rule on fields that each value has: some case takes one that has no other."""

from __future__ import annotations

from ..load.transform import Case
from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, must_be_there
from ..resolve.problems import Problem, Problems, quoted


def missing_cases(view: ResolvedProject) -> Problems:
    for one in view.formats:
        for lens_view in one.lenses:
            if lens_view.cases and not lens_view.armed:
                yield from _missing(one, lens_view)


def _missing(one: ResolvedFormat, view: ResolvedLens) -> Problems:
    inter = view.lens.inter
    for field in sorted(one.inter.required(inter)):
        holders = [case for case in view.lens.cases if (field,) in _fields(case)]
        more = [_optional(one, inter, case) for case in holders]
        if holders and all(more):
            yield Problem(
                holders[0].position,
                f"no case takes a `{inter}` that has `{field}` and not {quoted(more[0])}",
                "the fields of a case go to the wire together, or none does",
                "map what may be absent beside the cases, or add such a case",
            )


def _fields(case: Case) -> list[Path]:
    return [path for row in case.rows for path in row.fields]


def _optional(one: ResolvedFormat, inter: str, case: Case) -> list[str]:
    """The fields of a case that a value may be without, and that nothing stands for then."""
    rows = [row for row in case.rows if row.targets and not has(row.targets[0], lambda d: d.fills)]
    paths = [row.fields[0] for row in rows if row.fields[0]]
    return [".".join(path) for path in paths if not must_be_there(one.inter, inter, path)]

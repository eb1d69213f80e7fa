"""Rules on the models that rows of ``rules.yaml`` hold for, and on rows that hold together."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from math import inf
from typing import Any

from ..load.rule_kinds import KINDS, LEVELED
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems
from .accepting import RulesFile, rules_files
from .rule_data import rule_rows, whole

REASONS = ("what", "reference")
CONDITIONS = ("when", "unless", "beside", "with", "lacking", "where")
"""With these a rule holds for some requests of a model alone."""


def _begins(model: str, beginnings: list[Any]) -> bool:
    """Whether a model is one of those: as the runtime asks."""
    return _is_one_of(model, tuple(word for word in beginnings if isinstance(word, str)))


@cache
def _is_one_of(model: str, beginnings: tuple[str, ...]) -> bool:
    pattern = f"(?:^|[/.:])(?:{'|'.join(map(re.escape, beginnings))})"
    return bool(beginnings) and re.search(pattern, model, re.IGNORECASE) is not None


def _holds(body: dict[str, Any], model: str) -> bool:
    only, without = body.get("models"), body.get("without")
    if isinstance(only, list) and not _begins(model, only):
        return False
    return not (isinstance(without, list) and _begins(model, without))


def _named(*bodies: dict[str, Any]) -> list[str]:
    """Models that stand for all that some rules tell apart, the one that no rule names last."""
    lists = [body.get(name) for body in bodies for name in ("models", "without")]
    return [*(word for one in lists if isinstance(one, list) for word in one), ""]


def models(project: ResolvedProject) -> Problems:
    """Every word of a rule's models makes a difference."""
    for one in project.formats:
        for row in rule_rows(one):
            only, without = row.body.get("models"), row.body.get("without")
            if not (isinstance(without, list) and (row.says("models") or row.says("without"))):
                continue
            only = only if isinstance(only, list) else []
            for word in only:
                if _begins(str(word), without):
                    what = f"`{row.name}` never holds for `{word}`, which is among `without`"
                    yield Problem(row.at("models", word), what, "", "take it out of one of them")
            for word in without if only else ():
                if not (_begins(str(word), only) or any(_begins(str(m), [word]) for m in only)):
                    what = f"`{row.name}` holds for no model that begins with `{word}` anyway"
                    yield Problem(row.at("without", word), what, "", "take it out")


def together(project: ResolvedProject) -> Problems:
    """Rules that hold for one model do not contradict each other, and none is idle by another."""
    for one in project.formats:
        for file in rules_files(one):
            for first, second in combinations(whole(one, file)["rules"].items(), 2):
                if _own(file, first) or _own(file, second):
                    yield from _pair(file, first, second)


def _own(file: RulesFile, row: tuple[str, dict[str, Any]]) -> bool:
    return row[0] in file.section("rules")


def _pair(
    file: RulesFile, first: tuple[str, dict[str, Any]], second: tuple[str, dict[str, Any]]
) -> Problems:
    shown = second if _own(file, second) else first
    other = first if shown is second else second
    at = file.document.at("rules", shown[0])
    a, b = first[1], second[1]
    if a["kind"] == b["kind"] and (model := _of_both(a, b)) is not None:
        of = f" of `{model}`" if model else ""
        if _content(a) == _content(b):
            what = f"`{shown[0]}` demands what `{other[0]}` does"
            yield Problem(at, what, "", "keep one of the two")
        elif KINDS[a["kind"]].once:
            what = f"`{shown[0]}` and `{other[0]}` both hold for requests{of}"
            note = f"of the kind `{a['kind']}` one holds for a model"
            yield Problem(at, what, note, "say `models` and `without` so that they are apart")
        elif _apart(a, b):
            what = f"nothing is right by `{shown[0]}` and `{other[0]}` in requests{of}"
            yield Problem(at, what, "", "mend one of them, or say for which `models` each is")
    for (name, row), (by, refusing) in ((first, second), (second, first)):
        if _own(file, (name, row)) and _never(row, refusing):
            what = f"`{name}` is about a field that `{by}` leaves out"
            fix = "take one of them out, or say for which `models` each is"
            yield Problem(file.document.at("rules", name), what, "", fix)


def _of_both(a: dict[str, Any], b: dict[str, Any]) -> str | None:
    """A model that both rules hold for, or none."""
    return next((one for one in _named(a, b) if _holds(a, one) and _holds(b, one)), None)


def _content(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in REASONS}


def _apart(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two rules of a kind on one field have no value that both take."""
    if a.get("field") is None or a.get("field") != b.get("field"):
        return False
    if any(name in row for row in (a, b) for name in CONDITIONS):
        return False
    if a["kind"] == "range":
        lows = [_number(row.get("least"), -inf) for row in (a, b)]
        highs = [_number(row.get("most"), inf) for row in (a, b)]
        return max(lows) > min(highs)
    among = [set(map(str, row.get("among") or ())) for row in (a, b)]
    return a.get("field") in LEVELED and among[0].isdisjoint(among[1])


def _number(value: Any, usual: float) -> float:
    return value if isinstance(value, int | float) else usual


def _never(row: dict[str, Any], refusing: dict[str, Any]) -> bool:
    """Whether the field of a rule is left out wherever that rule holds."""
    field, kind = row.get("field"), refusing["kind"]
    if kind != "refused" or field is None or field not in (refusing.get("fields") or ()):
        return False
    if any(name in refusing for name in CONDITIONS):
        return False
    mine = [model for model in _named(row, refusing) if _holds(row, model)]
    return all(_holds(refusing, model) for model in mine)

"""Rules on what ``rules.yaml`` names: fields of a request, keys of the wire's types, their values.

A wire takes keys that its schema does not have, and a rule that names one breaks nothing: it never
holds. What a provider or a service has under a key stands in the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..load.profile import REASONING
from ..load.rule_kinds import FIELD, HOLDERS, SERVICE, Param
from ..load.schema import Shape
from ..operators.services import request_rows
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.paths import Path, Shapes, fits, follow, records
from ..resolve.problems import Problem, Problems, nearest
from ..resolve.snaked import snaked
from .rule_data import RuleRow, rule_rows

REQUEST = "Request"
CHOSEN = "named"
"""What a rule calls a choice of one tool, beside the words that there are for a choice."""


@dataclass(frozen=True)
class Names:
    """What the parameters of a wire's rules may name."""

    one: ResolvedFormat

    @cached_property
    def fields(self) -> list[str]:
        """The fields of a request."""
        return [name for name in self.one.inter.properties(REQUEST) if name != "metadata"]

    @cached_property
    def _spelled(self) -> dict[str, str]:
        """The keys of the schema, by the other word that each has."""
        other = snaked(self.one.transform, self.one.wire)
        return {word: key for key, word in other.items()}

    @cached_property
    def _of_services(self) -> set[Path]:
        """The keys that services have for fields of a request, where the wire has none."""
        places = [
            place for profile in self.one.format.profiles.values()
            for field, place in profile.section("fields").items() if field != REASONING
        ]  # fmt: skip
        return {tuple(place.split(".")) for place in places if isinstance(place, str)}

    def reached(self, path: Path, holders: Iterable[str]) -> tuple[Shapes, list[str]]:
        """What stands at a path of any of these holders; or else the names that there are."""
        path = tuple(self._spelled.get(step, step) for step in path)
        found: list[Any] = []
        names: list[str] = []
        if path in self._of_services and "request" in holders:
            return (Shape("any"),), []
        for record in self._records(holders):
            end = follow(self.one.wire, record, path)
            found += end.shapes
            names += end.names
        return tuple(found), names

    def _records(self, holders: Iterable[str]) -> list[str]:
        """The wire's types of these, and those that tools and choices among them stand in."""
        types = {type_ for holder in holders for type_ in HOLDERS.get(holder, ())}
        wires = [lens.wire for lens in self.one.transform.lenses if lens.inter in types]
        rows = request_rows(self.one)
        for holder, field in (("tool", "tools"), ("choice", "toolChoice")):
            if holder in holders and field in rows:
                for target in rows[field].targets:
                    wires += self._along(target.path)
        return list(dict.fromkeys(wires))

    def _along(self, path: Path) -> Iterator[str]:
        """The types that stand on the way to a place of a request, and at its end."""
        for lens in self.one.transform.lenses:
            if lens.inter == REQUEST:
                for end in range(1, len(path) + 1):
                    shapes = self.one.wire_shapes(lens.wire, path[:end])
                    inner = [item for shape in shapes for item in shape.items]
                    yield from records((*shapes, *inner))


def unknown(project: ResolvedProject) -> Problems:
    """Every field and every key that a rule names is there."""
    for one in project.formats:
        names = Names(one)
        for row in rule_rows(one):
            for param, path, word in _named(row):
                choices = [
                    *(names.fields if FIELD in param.names else ()),
                    *(one.format.profiles if SERVICE in param.names else ()),
                ]
                found, keys = names.reached(tuple(word.split(".")), param.names)
                if word and word not in choices and not found:
                    near = nearest(word.rpartition(".")[2], [*choices, *keys], "names")
                    what = f"nothing is called `{word}` here"
                    fix = "name one of them, or write it into the wire's schema"
                    yield Problem(row.at(*path), what, near, fix)


def _named(row: RuleRow) -> Iterator[tuple[Param, Path, str]]:
    """The words of a rule that name something, and where they stand."""
    for name, param in row.params.items():
        value = row.body.get(name)
        if param.names and not param.among and row.says(name):
            if isinstance(value, str):
                yield param, (name,), value
            elif isinstance(value, list | dict):
                yield from ((param, (name, word), word) for word in value if isinstance(word, str))


def values(project: ResolvedProject) -> Problems:
    """Every value that a rule names may stand where it says."""
    for one in project.formats:
        names = Names(one)
        for row in rule_rows(one):
            for name, param in row.params.items():
                value = row.body.get(name)
                if param.kind in ("object", "lists") and isinstance(value, dict) and row.says(name):
                    for word, wanted in value.items():
                        yield from _value(names, row, (name, param), str(word), wanted)


def _value(
    names: Names, row: RuleRow, named: tuple[str, Param], word: str, wanted: Any
) -> Problems:
    name, param = named
    places = _places(names, row, param, word)
    if places is None:
        return
    if not places:
        what, fix = f"nothing is called `{word}` there", f"name a key of what `{param.at[0]}` says"
        yield Problem(row.at(name, word), what, "", fix)
    for one in wanted if isinstance(wanted, list) else [wanted]:
        choices = [const for shape in places for const in shape.consts]
        if one is None or not places:
            continue
        is_word = bool(choices) and isinstance(one, str)
        if one in choices if is_word else fits(names.one.wire, one, places):
            continue
        near = nearest(str(one), map(str, choices), "values") if choices else ""
        what = f"nothing says that `{word}` may be `{one}`"
        fix = "name a value that it may have, or write it into the schema"
        yield Problem(row.at(name, word), what, near, fix)


def _places(names: Names, row: RuleRow, param: Param, word: str) -> Shapes | None:
    """What may stand at a key of an object; None where nobody knows, or it is told already."""
    path = tuple(word.split("."))
    if param.at[0]:
        named = row.body.get(param.at[0])
        found: Shapes = ()
        for base in named if isinstance(named, list) else [named]:
            steps = tuple(str(base).split("."))
            steps = steps[: len(steps) - param.at[1]]
            if not names.reached(steps, ("request",))[0]:
                return None
            found += names.reached((*steps, *path), ("request",))[0]
        return found
    if FIELD in param.names and word in names.fields:
        shapes = names.one.inter_shapes(REQUEST, (word,))
        chosen = names.one.inter.shapes({"const": CHOSEN}) if records(shapes) else ()
        return (*shapes, *chosen)
    return names.reached(path, param.names)[0] or None

"""What ``rules.yaml`` and profiles say, as far as it can be read: what is wrong is told already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..load.findings import Position
from ..load.profile import OFF
from ..load.rule_kinds import BLOCKS, BY_MODEL, KINDS, LIMIT, SOURCE, Kind, Param
from ..resolve.format import ResolvedFormat
from .accepting import RulesFile, mapping, rules_files, wrong

Row = dict[str, Any]


@dataclass(frozen=True)
class RuleRow:
    """A rule as it holds: of a profile, the wire's with the changes that it says."""

    file: RulesFile
    name: str
    entry: Row
    body: Row

    @property
    def kind_name(self) -> str:
        return str(self.body["kind"])

    @property
    def kind(self) -> Kind:
        return KINDS[self.kind_name]

    @property
    def params(self) -> dict[str, Param]:
        return {**self.kind.params, **BY_MODEL}

    def says(self, name: str) -> bool:
        """Whether the row itself says a parameter, and not the one that it changes."""
        return name in self.entry

    def at(self, *path: str | int) -> Position:
        """Where a parameter stands, or a word of its list."""
        value = self.body.get(str(path[0])) if path else None
        if len(path) > 1 and isinstance(value, list) and path[1] in value:
            path = (path[0], value.index(path[1]))
        return self.file.document.at("rules", self.name, *path)


def rule_rows(one: ResolvedFormat) -> Iterator[RuleRow]:
    """The rules of a wire, and of the services that speak it: those of kinds that there are."""
    for file in rules_files(one):
        for name, entry in file.section("rules").items():
            body = _rule({**file.changed(("rules", name)), **mapping(entry)})
            if body and isinstance(entry, dict):
                yield RuleRow(file, name, entry, body)


def whole(one: ResolvedFormat, file: RulesFile) -> dict[str, dict[str, Any]]:
    """All that a wire, or a service, accepts in the end: its sections."""
    profiles = [one.format.shared, *one.format.profiles.values()]
    found: Any = next(
        (each.accepts for each in profiles if each and each.document.path == file.document.path),
        file.document.data,
    )
    sections = {name: mapping(section) for name, section in mapping(found).items()}
    places = {
        place: [word for word in words if isinstance(word, str) and word in BLOCKS]
        for place, words in sections.get("places", {}).items() if isinstance(words, list)
    }  # fmt: skip
    rows = {
        section: {name: _readable(row, params) for name, row in sections.get(section, {}).items()}
        for section, params in (("sources", SOURCE), ("limits", LIMIT))
    }
    rules = {name: _rule(mapping(row)) for name, row in sections.get("rules", {}).items()}
    return {"places": places, **rows, "rules": {name: row for name, row in rules.items() if row}}


def _rule(row: Row) -> Row:
    """A rule of a kind that there is, without what no rule of it may say; else nothing."""
    kind = KINDS.get(str(row.get("kind")))
    if kind is None:
        return {}
    return {"kind": row["kind"], **_readable(row, {**kind.params, **BY_MODEL})}


def _readable(row: Any, params: Mapping[str, Param]) -> Row:
    """The parameters of a row that are what they should be."""
    given = mapping(row).items()
    return {
        name: value for name, value in given
        if name in params and value != OFF and wrong(value, params[name]) is None
    }  # fmt: skip

"""Rules on rows of ``rules.yaml`` by themselves: what they say together makes a demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..load.profile import OFF
from ..load.rule_kinds import Param
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems, nearest, quoted
from .rule_data import RuleRow, rule_rows


def _each(project: ResolvedProject) -> Iterator[RuleRow]:
    for one in project.formats:
        yield from rule_rows(one)


def idle(project: ResolvedProject) -> Problems:
    """Every rule demands something, and every parameter says something."""
    for row in _each(project):
        for group in row.kind.some:
            given = [name for name in group if name in row.body or row.entry.get(name, OFF) != OFF]
            if not given and any(map(row.says, ("kind", *group))):
                what = f"`{row.name}` demands nothing: it says none of {quoted(group)}"
                yield Problem(row.at(), what, "", "say one of them, or take the rule out")
        for name, param in row.params.items():
            other = NOT_BESIDE.get(name)
            if other in row.body and name in row.body and (row.says(name) or row.says(str(other))):
                what = f"`{name}` says nothing beside `{other}`"
                yield Problem(row.at(name), what, "", "say one of the two")
            if param.beside and name in row.body and param.beside not in row.body:
                what = f"`{name}` says nothing without `{param.beside}`"
                yield Problem(row.at(name), what, param.what, f"say `{param.beside}`, too")
            if row.says(name):
                yield from _words(row, name, param)


def _words(row: RuleRow, name: str, param: Param) -> Problems:
    """A list names something, and nothing twice."""
    value = row.body.get(name)
    if not isinstance(value, list):
        return
    if len(value) < param.least:
        what = f"`{name}` names only {quoted(value)}" if value else f"`{name}` names nothing"
        fix = "name one, or leave it out" if param.least == 1 else f"name {param.least} at least"
        yield Problem(row.at(name), what, param.what, fix)
    for at, word in enumerate(value):
        if word in value[:at]:
            place = row.file.document.at("rules", row.name, name, at)
            yield Problem(place, f"`{word}` stands twice in `{name}`", "", "name it once")
        if word == "":
            place = row.file.document.at("rules", row.name, name, at)
            yield Problem(place, f"`{name}` has a word without letters", "", "take it out")


def unfitting(project: ResolvedProject) -> Problems:
    """What a rule says of its own words is about words that it has."""
    for row in _each(project):
        for name, within in WITHIN.get(row.kind_name, ()):
            words = [word for other in within for word in _listed(row.body.get(other))]
            for word in _listed(row.body.get(name)):
                if word not in words and row.says(name):
                    what = f"`{name}` speaks of `{word}`, and this rule does not"
                    near = nearest(str(word), words, "words of it")
                    yield Problem(row.at(name, word), what, near, "name one of them")


def unsaid(project: ResolvedProject) -> Problems:
    """What a rule has said where a word is missing says that word."""
    for row in _each(project):
        word, says = (row.body.get(name) for name in ("word", "says"))
        if isinstance(word, str) and isinstance(says, str) and word.lower() not in says.lower():
            what = f"`says` does not say `{word}`, which must be there"
            yield Problem(row.at("says"), what, "", "have it say the word")


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | dict) else [] if value is None else [value]


NOT_BESIDE = {"whitespace": "blank"}
"""What says nothing where another parameter stands."""
LEFT_OUT = ("fields", "keys", "messages", "parts", "tools")
WITHIN: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "refused": (("unless", LEFT_OUT),),
    "apart": (("unless", LEFT_OUT),),
    "choice": (("parallel", ("words",)),),
    "emptied": (("bare", ("in",)),),
}
"""Parameters whose words are among those of others."""

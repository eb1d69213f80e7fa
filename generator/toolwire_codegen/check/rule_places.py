"""Rules on places, sources and limits of ``rules.yaml``, and on fields that the wire has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..load.rule_kinds import BLOCKS, MEDIA, PLACES
from ..operators.services import request_rows, spellings
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.problems import Problem, Problems, quoted
from .accepting import mapping, rules_files
from .rule_data import rule_rows, whole

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*\Z")
REQUEST = "Request"
PRINTABLE = [chr(code) for code in range(33, 127)]


def places(project: ResolvedProject) -> Problems:
    """What a place holds may come from somewhere, and what has sources has a place."""
    for one in project.formats:
        for file in rules_files(one):
            data = whole(one, file)
            by_place, sources = data["places"], data["sources"]
            missing = [place for place in PLACES if place not in file.section("places")]
            if by_place and missing and not file.changes:
                what = f"nothing says what {quoted(missing)} may hold"
                yield Problem(file.document.at("places"), what, "", "say it: `[]` if it is nothing")
            for place, words in by_place.items():
                for word in words:
                    if word in MEDIA and not sources.get(word):
                        at = file.document.at("places", place)
                        what = f"`{place}` holds a kind of media that may come from nowhere: {word}"
                        yield Problem(at, what, "", f"say under `sources` where {word} may stand")
            kinds = {word for words in by_place.values() for word in words}
            for word in file.section("sources"):
                if word in MEDIA and word not in kinds and word in sources:
                    at = file.document.at("sources", word)
                    what = f"no place holds {word}"
                    yield Problem(at, what, "", "name it under `places`, or take it out")


def sources(project: ResolvedProject) -> Problems:
    """Types, schemes and beginnings of sources are such."""
    for one in project.formats:
        for file in rules_files(one):
            for kind, entry in file.section("sources").items():
                for name, word, what in _strange(kind, mapping(entry)):
                    at = file.document.at("sources", kind, name)
                    yield Problem(at, what.format(word=word), "", "mend it")


def _strange(kind: str, entry: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    types = entry.get("data")
    for word in types if isinstance(types, list) else ():
        begins = str(word).partition("/")
        if not begins[1] or (kind != "document" and begins[0] != kind):
            yield "data", word, f"`{{word}}` is no type of {kind}, such as `{kind}/…`"
    schemes = entry.get("url")
    for word in schemes if isinstance(schemes, list) else ():
        if not SCHEME.match(str(word)):
            yield "url", word, "`{word}` is no scheme, such as `https`"


def limits(project: ResolvedProject) -> Problems:
    """A limit can be kept."""
    for one in project.formats:
        for file in rules_files(one):
            data = whole(one, file)["limits"]
            for name in file.section("limits"):
                for what, fix in _impossible(data.get(name, {})):
                    yield Problem(file.document.at("limits", name), f"`{name}` {what}", "", fix)


def _impossible(limit: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "length" in limit and "longest" in limit:
        yield "has one length, and others up to a longest", "say one of the two"
    letters = {key: _letters(limit.get(key)) for key in ("letters", "first")}
    if letters["letters"] and letters["first"] - letters["letters"]:
        yield "begins with what it may not be made of", "name it under `letters`, too"


def _letters(value: Any) -> set[str]:
    """The characters that brackets hold, of those that are printed."""
    try:
        pattern = re.compile(f"[{value}]")
    except re.error:
        return set()
    return {one for one in PRINTABLE if value and pattern.match(one)}


def fields(project: ResolvedProject) -> Problems:
    """A rule is about fields that the wire, or a service, has a place for."""
    for one in project.formats:
        fields_of_all, has = one.inter.properties(REQUEST), _fields(one)
        for row in rule_rows(one):
            for key in filter(row.says, ABOUT):
                value = row.body.get(key)
                lost = row.file.lost
                for word in value if isinstance(value, list) else [value]:
                    if word in lost or (word in fields_of_all and word not in has):
                        what = f"no request has a place for `{word}`"
                        yield Problem(row.at(key, word), what, "", "take it out, or map the field")


def one_key(project: ResolvedProject) -> Problems:
    """A field that stands under the first of its keys has several."""
    for one in project.formats:
        rows = request_rows(one)
        for row in rule_rows(one):
            field = row.body.get("field")
            if row.kind_name == "spelled" and field in rows and len(spellings(rows[field])) == 1:
                what = f"`{field}` has one place on the wire"
                yield Problem(row.at("field"), what, "", "take the rule out")


def _by_file(one: ResolvedFormat) -> dict[str, dict[str, dict[str, Any]]]:
    """All that a wire accepts, and that each service does, by the path of the file that says it."""
    return {file.document.path: whole(one, file) for file in rules_files(one)}


def unheld(project: ResolvedProject) -> Problems:
    """A rule is about blocks that some place holds."""
    for one in project.formats:
        data = _by_file(one)
        for row in rule_rows(one):
            by_place = data[row.file.document.path]["places"].values()
            kinds = {word for words in by_place for word in words}
            for name, param in row.params.items():
                for word in row.body.get(name) or () if param.among == BLOCKS else ():
                    if word in MEDIA and word not in kinds and row.says(name):
                        at = row.at(name, word)
                        yield Problem(at, f"no place holds {word}", "", "take it out")


ABOUT = ("field", "fields", "than")
"""The parameters whose words are fields of a request that a rule is about."""


def _fields(one: ResolvedFormat) -> set[str]:
    """The fields of a request that the wire, or a service, has a place for."""
    served = [name for each in one.format.profiles.values() for name in each.section("fields")]
    return {*_placed(one, REQUEST), *served}


def _placed(one: ResolvedFormat, type_: str) -> set[str]:
    """The fields of a type that have a place on the wire."""
    lenses = [lens for lens in one.transform.lenses if lens.inter == type_]
    rows = [row for lens in lenses for row in lens.all_rows if row.targets or row.parts]
    return {name for row in rows for path in row.fields for name in path[:1]}


LIMITED = {"callId": ("ToolCall", "id"), "toolName": ("ToolDefinition", "name"),
           "schemaName": ("ResponseSchema", "name")}  # fmt: skip
"""What a limit is of: a type and its field."""


def limited(project: ResolvedProject) -> Problems:
    """A limit is of something that the wire has."""
    for one in project.formats:
        for file in rules_files(one):
            for name in file.section("limits"):
                type_, field = LIMITED.get(name, ("", ""))
                if one.inter.record(type_) and field not in _placed(one, type_):
                    what = f"the wire has no place for what `{name}` is of"
                    note = f"no row has `{type_}.{field}`"
                    at = file.document.at("limits", name)
                    yield Problem(at, what, note, "take it out, or map the field")


def needed(project: ResolvedProject) -> Problems:
    """What a rule is about, sections say."""
    for one in project.formats:
        data = _by_file(one)
        for row in rule_rows(one):
            for section in row.kind.needs:
                if not data[row.file.document.path][section]:
                    what = f"`{row.name}` is about `{section}`, and there are none"
                    yield Problem(row.at(), what, "", f"say `{section}`, or take the rule out")

"""Rules on dialects: a row for every keyword, and rows that mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from ..load.dialect import KEYS, OBJECTS, USES, Dialect, Dialects, KeywordRow
from ..load.vocabulary import (
    DEFINITIONS,
    KEYWORDS,
    REASONED,
    REFERENCES,
    RESPELLINGS,
    SILENT,
)
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.problems import Problem, Problems, nearest

PLACES = {"parameters": ("ToolDefinition", "parameters"), "response": ("Request", "responseSchema")}
"""Of each use, the type and the field whose schema is lowered."""


def each_dialect(project: ResolvedProject) -> Iterator[tuple[ResolvedFormat, Dialects, Dialect]]:
    """All dialects of wires, and those of which a service says something."""
    for one in project.formats:
        dialects = one.format.dialects
        if dialects is not None:
            yield from ((one, dialects, dialect) for dialect in dialects.dialects)
        for profile in one.format.profiles.values():
            if (theirs := profile.dialects) is not None:
                changed = (each for each in theirs.dialects if each.name in profile.named)
                yield from ((one, theirs, dialect) for dialect in changed)


def _rows(project: ResolvedProject) -> Iterator[tuple[Dialect, KeywordRow]]:
    for _, _, dialect in each_dialect(project):
        yield from ((dialect, row) for row in dialect.rows)


def unknown_keywords(project: ResolvedProject) -> Problems:
    """A row speaks of a keyword that there is."""
    for _, row in _rows(project):
        if row.keyword not in KEYWORDS:
            note = nearest(row.keyword, KEYWORDS, "keywords")
            fix = 'name it as the drafts do; others fall under `"*"`'
            yield Problem(row.position, f"no keyword {row.keyword!r}", note, fix)


def without_rows(project: ResolvedProject) -> Problems:
    """Every keyword has a row."""
    for _, dialects, dialect in each_dialect(project):
        has = {row.keyword for row in dialect.rows}
        missing = ", ".join(repr(keyword) for keyword in KEYWORDS if keyword not in has)
        if missing:
            what = f"`{dialect.name}` does not say what becomes of {missing}"
            at = dialects.document.at(*dialect.path, "keywords")
            fix = "name each under one of the actions; `describe: all`, or `keep`, is for the rest"
            yield Problem(at, what, "", fix)


def repeated(project: ResolvedProject) -> Problems:
    """A keyword has one row."""
    for _, _, dialect in each_dialect(project):
        first: dict[str, KeywordRow] = {}
        for row in dialect.rows:
            if row.keyword in first:
                other = first[row.keyword]
                note = f"first at {other.position.short}: {other.action}"
                what = f"{row.keyword!r} has two rows"
                yield Problem(row.position, what, note, "keep one of the two")
            first.setdefault(row.keyword, row)


def without_reasons(project: ResolvedProject) -> Problems:
    """What is left out or refused has a reason."""
    for _, row in _rows(project):
        if row.action in REASONED and not row.more.strip():
            what = f"`{row.action}` of {row.keyword!r} does not say why"
            yield Problem(row.position, what, "", f"write `{row.keyword}: the reason`")


def misplaced_rows(project: ResolvedProject) -> Problems:
    """An action means something for its keyword."""
    for dialect, row in _rows(project):
        for what, note, fix in _faults(dialect, row):
            yield Problem(row.position, what, note, fix)


def _faults(dialect: Dialect, row: KeywordRow) -> Iterator[tuple[str, str, str]]:
    keyword, action = row.keyword, row.action
    if action == "omit" and keyword not in SILENT:
        what = f"values are held to {keyword!r}, so that something is lost without it"
        yield what, "", "drop it with a reason, or describe it"
    if action == "as" and RESPELLINGS.get(keyword) != row.more:
        respelling = RESPELLINGS.get(keyword)
        note = f"it may be said by `{respelling}`" if respelling else "no other keyword says it"
        yield f"{keyword!r} cannot be said by {row.more!r}", note, "take another action"
    if action == "inline" and keyword not in REFERENCES:
        yield f"{keyword!r} refers to nothing", "", f"inline {', '.join(REFERENCES)} alone"
    if action == "merge" and keyword != "allOf":
        yield f"{keyword!r} has no schemas that all hold", "", "merge `allOf` alone"
    if keyword == "allOf" and action not in ("keep", "merge", "refuse"):
        yield "what `allOf` holds together cannot be left out", "", "merge it"
    if keyword == "$ref" and action not in ("keep", "inline", "refuse"):
        yield "what a reference stands for cannot be left out", "", "inline it"


def misplaced_keys(project: ResolvedProject) -> Problems:
    """The rules of a dialect fit together."""
    for _, dialects, dialect in each_dialect(project):
        document = dialects.document
        section = document.data["dialects"][dialect.name]
        body = section if isinstance(section, dict) else {}
        for key in body:
            if key not in KEYS:
                at = document.at(*dialect.path, key)
                note = nearest(key, KEYS, "keys")
                yield Problem(at, f"`{key}` has no meaning here", note, "take it out")
        if not dialect.uses and "for" not in body:
            fix = f"write `for: [{', '.join(USES)}]`"
            yield Problem(dialect.position, "it is for nothing", "", fix)
        for key, what, fix in _misfits(dialect):
            yield Problem(document.at(*dialect.path, *key), what, "", fix)


LONGEST = 10
"""A name that is made up has so many characters at least."""


def _no_pattern(pattern: Any) -> str:
    """Why something is no regular expression; "" if it is one."""
    try:
        re.compile(pattern)
    except (re.error, TypeError) as error:
        return str(error)
    return ""


def _misfits(dialect: Dialect) -> Iterator[tuple[tuple[str, ...], str, str]]:
    rows = {row.keyword: row.action for row in dialect.rows}
    settings = dialect.settings
    uses: list[tuple[tuple[str, ...], str]] = [(("for",), use) for use in dialect.uses]
    uses += [(("spelled", use), use) for use in dialect.spelled if use not in dialect.uses]
    for place, use in uses:
        if use not in USES:
            yield place, f"no schema is for {use!r}", f"write {' or '.join(USES)}"
    for word in settings.get("objects", ()):
        if word not in OBJECTS:
            yield ("objects",), f"objects are not {word!r}", f"write {', '.join(OBJECTS)}"
    for keyword, allowed in settings.get("values", {}).items():
        if rows.get(keyword) != "keep":
            yield ("values", keyword), f"{keyword!r} is not kept", "name it under `keep`"
        of_texts = allowed if isinstance(allowed, dict) else {}
        if of_texts.get("compiles", True) is not True:
            yield ("values", keyword, "compiles"), "it is no switch", "write true, or leave it out"
        if "without" in of_texts and (why := _no_pattern(of_texts["without"])):
            what = f"nothing is found by it: {why}"
            yield ("values", keyword, "without"), what, "write a regular expression"
    named = settings.get("names", {})
    if "letters" in named and (why := _no_pattern(f"[{named['letters']}]")):
        yield ("names", "letters"), f"it is no set of letters: {why}", "write what brackets hold"
    longest = named.get("longest", LONGEST)
    if type(longest) is not int or longest < LONGEST:
        fix = f"write {LONGEST} or more: others end with a hash"
        yield ("names", "longest"), f"no name is as short as {longest!r}", fix
    for keyword in settings.get("alone", {}):
        if keyword not in ("$ref", "anyOf"):
            what = f"what stands beside {keyword!r} cannot go elsewhere"
            yield ("alone", keyword), what, "name `$ref` or `anyOf`"
        elif rows.get("allOf") == "keep":
            what = f"what stands beside {keyword!r} is merged with it, and `allOf` is not"
            yield ("alone", keyword), what, "merge `allOf`"
    if rows.get("$ref") == "keep" and not any(rows.get(word) == "keep" for word in DEFINITIONS):
        yield ("keywords",), "references are kept, and no definitions", "keep `$defs`"
    if settings.get("types") == "nullable" and rows.get("nullable") != "keep":
        yield ("types",), "null is said by `nullable`, which is not kept", "keep `nullable`"


def ambiguous(project: ResolvedProject) -> Problems:
    """One dialect is for each use, or each is spelled in a place of its own."""
    for _, _, dialect in each_dialect(project):
        all_ = each_dialect(project)
        others = (one for _, ds, one in all_ if ds.document.path == dialect.position.file)
        for other in others:
            if other is dialect:
                break
            for use in dialect.uses:
                apart = {dialect.when, other.when} == {"strict", "loose"}
                places = [one.spelled.get(use) for one in (dialect, other)]
                if use in other.uses and not apart and (None in places or len({*places}) == 1):
                    what = f"`{dialect.name}` and `{other.name}` are both for {use}"
                    fix = "say `when` each is, or where each is spelled"
                    yield Problem(dialect.position, what, "", fix)


def unspelled(project: ResolvedProject) -> Problems:
    """The places that a dialect is spelled in are those of the transform's rows."""
    for one, dialects, dialect in each_dialect(project):
        for use, place in dialect.spelled.items():
            if use not in PLACES:
                continue
            places = _places(one, use)
            if place not in places:
                at = dialects.document.at(*dialect.path, "spelled", use)
                note = nearest(place, places, "places")
                yield Problem(at, f"{use} do not stand in {place!r}", note, "name one of them")


def _places(one: ResolvedFormat, use: str) -> list[str]:
    type_, field = PLACES[use]
    lenses = [lens for lens in one.transform.lenses if lens.inter == type_]
    rows = [row for lens in lenses for row in lens.all_rows if row.fields[0][:1] == (field,)]
    return [target.dotted for row in rows for target in row.targets]


def unused(project: ResolvedProject) -> Problems:
    """A dialect is for a schema that the wire has."""
    for one, dialects, dialect in each_dialect(project):
        for use in dialect.uses:
            if use in PLACES and not _places(one, use):
                what = f"the wire has no place for a schema of {use}"
                yield Problem(dialects.document.at(*dialect.path, "for"), what, "", "take it out")


def meta_schemas(project: ResolvedProject) -> Problems:
    """Beside each dialect stands the schema of all schemas that its wire takes."""
    for _, dialects, dialect in each_dialect(project):
        file = dialects.meta_schema_file(dialect.name)
        if dialect.name not in dialects.meta_schemas:
            fix = f"write {file} beside it, from the provider's documents"
            yield Problem(dialect.position, f"nothing says what `{dialect.name}` accepts", "", fix)


def invalid_meta_schemas(project: ResolvedProject) -> Problems:
    """That schema is one."""
    for one in project.formats:
        for document in one.format.dialects.meta_schemas.values() if one.format.dialects else ():
            if (error := _error(document.data)) is not None:
                at = document.at(*error.path)
                yield Problem(at, f"not valid JSON Schema: {error.message}", "", "mend it")


def _error(schema: Any) -> SchemaError | None:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return error
    return None

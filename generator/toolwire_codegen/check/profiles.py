"""Rules on profiles: what a service has otherwise is said of what its wire has, with reasons.

What they say in the words of ``rules.yaml`` and ``dialect.yaml`` is held to the rules on these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..load.dialect import Dialect
from ..load.profile import (
    OFF,
    REASONING,
    ROWS,
    SECTIONS,
    SHARED_SECTIONS,
    WORDS,
    Profile,
    merged,
)
from ..load.transform import REQUEST
from ..operators.services import LOST, UNLESS, request_rows, spellings, tabled
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.problems import Problem, Problems, nearest
from .accepting import is_address, mapping, not_an_address

DATA = ("dialects", "fields", "tables")
"""Sections that are no rows of ``rules.yaml``."""


def _each(project: ResolvedProject) -> Iterator[tuple[ResolvedFormat, Profile]]:
    for one in project.formats:
        yield from ((one, profile) for profile in one.format.profiles.values())


def _all(project: ResolvedProject) -> Iterator[tuple[ResolvedFormat, Profile]]:
    """The same, with what all services of a wire share."""
    shared = ((one, one.format.shared) for one in project.formats)
    yield from ((one, profile) for one, profile in shared if profile is not None)
    yield from _each(project)


def keys(project: ResolvedProject) -> Problems:
    """Every section has a meaning."""
    for one, profile in _all(project):
        sections = SHARED_SECTIONS if profile is one.format.shared else SECTIONS
        for name in profile.document.data:
            if name not in sections:
                at = profile.document.at(name)
                what = f"`{name}` has no meaning here"
                yield Problem(at, what, nearest(name, sections, "sections"), "name one of them")


def misplaced(project: ResolvedProject) -> Problems:
    """A profile is of a wire that has requests."""
    for one, profile in _all(project):
        if REQUEST not in one.transform.entries:
            what = f"{one.name} has no requests that a service could take otherwise"
            yield Problem(profile.document.at(), what, "", "take the profile out")


def reasons(project: ResolvedProject) -> Problems:
    """A profile says which service it is of, and where that says so."""
    for _, profile in _all(project):
        for name in WORDS:
            text = profile.document.data.get(name)
            if not (isinstance(text, str) and text.strip()):
                fix = "its name" if name == "title" else "the address of its page"
                at = profile.document.at(name)
                yield Problem(at, f"the service has no `{name}`", "", f"say `{name}`: {fix}")
            elif name == "reference" and not is_address(text):
                yield not_an_address(profile.document.at(name), text)


def unknown_rules(project: ResolvedProject) -> Problems:
    """What is changed or taken away is there."""
    for one, profile in _all(project):
        base = _base(profile, "rules")
        for name, entry in profile.section("rules").items():
            new = isinstance(entry, dict) and "kind" in entry
            if name not in base and not new and (isinstance(entry, dict) or entry == OFF):
                at = profile.document.at("rules", name)
                what = f"{one.name} has no rule `{name}` to change"
                fix = "name one of them, or say the `kind` of a new one"
                yield Problem(at, what, nearest(name, base, "rules"), fix)


def unknown_fields(project: ResolvedProject) -> Problems:
    """What a service has are fields of a request, or what the model had thought."""
    for one, profile in _each(project):
        fields = [*request_rows(one), REASONING]
        for name in profile.section("fields"):
            if name not in fields:
                at = profile.document.at("fields", name)
                what = f"a request has no field `{name}`"
                yield Problem(at, what, nearest(name, fields, "fields"), "name one of them")


def unknown_places(project: ResolvedProject) -> Problems:
    """A field that the wire has stands in one of the wire's places for it."""
    for one, profile in _each(project):
        rows = request_rows(one)
        for name, place in profile.section("fields").items():
            places = spellings(rows[name]) if name in rows else []
            if places and place and isinstance(place, str) and place not in places:
                at = profile.document.at("fields", name)
                what = f"`{name}` does not stand in `{place}`"
                note = nearest(place, places, "places of it")
                yield Problem(at, what, note, "name one of them, or `{ lost: why }`")


def unreasoned_losses(project: ResolvedProject) -> Problems:
    """What a service does not have is lost for a reason."""
    for _, profile in _each(project):
        for name, entry in profile.section("fields").items():
            if isinstance(entry, dict) and not str(entry.get(LOST) or "").strip():
                at = profile.document.at("fields", name)
                yield Problem(at, f"nothing says why `{name}` is lost", "", "say `lost: why`")


def unknown_tables(project: ResolvedProject) -> Problems:
    """Words are those of a table that a field of a request is read by."""
    for one, profile in _each(project):
        tables = tabled(one)
        for name in profile.section("tables"):
            if name not in tables:
                at = profile.document.at("tables", name)
                what = f"no field of a request has the table `{name}`"
                yield Problem(at, what, nearest(name, tables, "tables"), "name one of them")


def unknown_words(project: ResolvedProject) -> Problems:
    """Words are those of the table: on the left its own, on the right the wire's, or `off`."""
    for one, profile in _each(project):
        tables = tabled(one)
        for name, words in profile.section("tables").items():
            if name not in tables:
                continue
            table = tables[name][1]
            for word, theirs in mapping(words).items():
                at = profile.document.at("tables", name, word)
                if word not in table.encoding:
                    near = nearest(word, map(str, table.encoding), "words")
                    yield Problem(at, f"`{name}` has no word `{word}`", near, "name one of them")
                if theirs != OFF and theirs not in table.both.values():
                    near = nearest(str(theirs), map(str, table.both.values()), "words of the wire")
                    what = f"the wire has no word `{theirs}`"
                    yield Problem(at, what, near, "name one of them, or `off`")


def values(project: ResolvedProject) -> Problems:
    """Every section is what it should be."""
    for _, profile in _each(project):
        document = profile.document
        for name in DATA:
            if not isinstance(document.data.get(name, {}), dict):
                at = document.at(name)
                yield Problem(at, f"`{name}` is no mapping", "", "give each entry a name")
        for name, entry in profile.section("fields").items():
            if name == REASONING:
                listed = entry if isinstance(entry, list) else [entry]
                if not listed or not all(_is_key(one) and "." not in one for one in listed):
                    at, what = document.at("fields", name), "thoughts go back under a key, or some"
                    yield Problem(at, what, "", "write the key, or `[key, …]`")
            elif not isinstance(entry, dict) and not _is_key(entry):
                at = document.at("fields", name)
                yield Problem(at, f"`{name}` is no key", "", "write its key, or `{ lost: why }`")
            elif isinstance(entry, dict) and (more := [*entry.keys() - {LOST, UNLESS}]):
                at = document.at("fields", name, more[0])
                note = "a comma in the reason?" if LOST in entry else ""
                yield Problem(at, f"`{more[0]}` has no meaning here", note, "write `lost: why`")
        for name, words in profile.section("tables").items():
            if not isinstance(words, dict):
                at = document.at("tables", name)
                yield Problem(at, f"`{name}` is no mapping", "", "write `word: word` lines")


def idle(project: ResolvedProject) -> Problems:
    """Every change changes something."""
    for one, profile in _all(project):
        for path in _idle(one, profile):
            at, what = profile.document.at(*path), f"`{path[-1]}` is so on the wire already"
            yield Problem(at, what, "", "take it out")


def _idle(one: ResolvedFormat, profile: Profile) -> Iterator[tuple[str, ...]]:
    """Where a profile says what the wire says."""
    for section in ROWS:
        base = _base(profile, section)
        for name, entry in profile.section(section).items():
            new = section == "rules" and name not in base
            if not new and _same(merged(base, {name: entry}).get(name), base.get(name)):
                yield (section, name)
    yield from _idle_dialects(one, profile)
    rows = request_rows(one)
    for name, entry in profile.section("fields").items():
        places = spellings(rows[name]) if name in rows else None
        if places == ([] if isinstance(entry, dict) else [entry]):
            yield ("fields", name)
    found = tabled(one)
    for name, words in profile.section("tables").items():
        encoding = found[name][1].encoding if name in found else {}
        yield from (
            ("tables", name, word) for word, theirs in mapping(words).items()
            if word in encoding and encoding[word] == theirs
        )  # fmt: skip


def _idle_dialects(one: ResolvedFormat, profile: Profile) -> Iterator[tuple[str, ...]]:
    base = () if one.format.dialects is None else one.format.dialects.dialects
    before = {dialect.name: _content(dialect) for dialect in base}
    after = () if profile.dialects is None else profile.dialects.dialects
    now = {dialect.name: _content(dialect) for dialect in after}
    for name in profile.section("dialects"):
        if now.get(name) == before.get(name):
            yield ("dialects", name)


def _same(now: Any, was: Any) -> bool:
    """Whether a row demands what it did, in whatever words."""
    if isinstance(now, dict) and isinstance(was, dict):
        now, was = ({k: v for k, v in row.items() if k != "what"} for row in (now, was))
    return bool(now == was)


def _content(dialect: Dialect) -> Any:
    """All that a dialect says, wherever it stands."""
    rows = {row.keyword: (row.action, row.more) for row in dialect.rows}
    return dialect.uses, dialect.spelled, dialect.settings, rows


def _base(profile: Profile, section: str) -> dict[str, Any]:
    """The rows of the wire."""
    return mapping({} if profile.base is None else profile.base.data.get(section))


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and bool(value)

"""Rules on ``rules.yaml``: what a wire accepts is said in the words there are, with reasons.

They hold for the rows of a profile as well, of which each is a row of the wire with changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..load.findings import Position
from ..load.positions import Document
from ..load.profile import OFF, ROWS
from ..load.rule_kinds import (
    BLOCKS,
    BY_MODEL,
    KINDS,
    LIMIT,
    LIMITS,
    MEDIA,
    PLACES,
    REASONS,
    SECTIONS,
    SOURCE,
    Param,
)
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.problems import Problem, Problems, nearest, quoted
from .holding import never_written

Path = tuple[str, ...]


@dataclass(frozen=True)
class RulesFile:
    """The rows of a file, and those of the wire that they change."""

    one: ResolvedFormat
    document: Document
    base: dict[str, Any] = field(default_factory=dict)
    changes: bool = False
    fields: dict[str, Any] = field(default_factory=dict)

    def section(self, name: str) -> dict[str, Any]:
        return mapping(mapping(self.document.data).get(name))

    def changed(self, path: Path) -> dict[str, Any]:
        """The row of the wire that a row changes."""
        return mapping(mapping(self.base.get(path[0])).get(path[1]))

    @property
    def lost(self) -> set[str]:
        """The fields of a request that a service does not have."""
        return {name for name, place in self.fields.items() if isinstance(place, dict)}

    def off(self, value: Any) -> bool:
        """Whether a row or a parameter is taken away."""
        return self.changes and value == OFF


def keys(project: ResolvedProject) -> Problems:
    """Every key has a meaning."""
    for file in _all(project):
        yield from _unknown(file, (), mapping(file.document.data), SECTIONS, "sections")
        for path, entry, params in _entries(file):
            yield from _unknown(file, path, entry, params, "parameters")
        for section, names, what in (
            ("places", PLACES, "places"), ("sources", MEDIA, "kinds of media"),
            ("limits", LIMITS, "limits"),
        ):  # fmt: skip
            yield from _unknown(file, (section,), file.section(section), names, what)


def kinds(project: ResolvedProject) -> Problems:
    """Every rule is of a kind that there is."""
    for file in _all(project):
        for name, entry in file.section("rules").items():
            if not isinstance(entry, dict):
                continue  # told as no mapping, or a rule that goes
            base = file.changed(("rules", name)).get("kind")
            kind = entry.get("kind", base)
            if base is not None and kind != base:
                at = file.document.at("rules", name, "kind")
                what = f"`{name}` is of the kind `{base}` on the wire"
                yield Problem(at, what, "", "give a rule of another kind a name of its own")
            elif file.changes and "kind" not in entry:
                continue  # a row to change
            elif not isinstance(kind, str) or kind not in KINDS:
                at = file.document.at("rules", name, "kind")
                note = nearest(str(kind), KINDS, "kinds of rules")
                yield Problem(at, f"there is no kind of rule `{kind}`", note, "name one of them")


def values(project: ResolvedProject) -> Problems:
    """Every parameter is what it should be, and there if it must be."""
    for file in _all(project):
        for section in SECTIONS:
            if not isinstance(mapping(file.document.data).get(section, {}), dict):
                at = file.document.at(section)
                yield Problem(at, f"`{section}` is no mapping", "", "give each entry a name")
        for path, entry, params in _entries(file):
            base = file.changed(path)
            yield from _turned(file, path, {**base, **entry})
            for name, param in params.items():
                if name in entry:
                    if not (file.off(entry[name]) and not param.required):
                        yield from _value(file, (*path, name), entry[name], param)
                elif param.required and name not in (*REASONS, *base):
                    what = f"`{path[-1]}` does not say `{name}`: {param.what}"
                    yield Problem(file.document.at(*path), what, "", f"say `{name}`")
        for place, words in file.section("places").items():
            if not file.off(words):
                yield from _value(file, ("places", place), words, Param("words", "", BLOCKS))
                yield from _lost(file, place, words)
        for section in ROWS[1:]:
            for name, row in file.section(section).items():
                if not isinstance(row, dict) and not file.off(row):
                    at = file.document.at(section, name)
                    yield Problem(at, f"`{name}` is no mapping", "", "write `parameter: value`")


def _turned(file: RulesFile, path: Path, row: dict[str, Any]) -> Problems:
    """What is smallest is no more than what is largest, or usual."""
    least = row.get("least")
    for name, how in (("most", "takes nothing"), ("usual", "says what it does not take")):
        most = row.get(name)
        if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
            at = file.document.at(*path)
            what = f"`{path[-1]}` {how}: `least` is {least}, and `{name}` is {most}"
            yield Problem(at, what, "no number is both", "mend one of them")


def _lost(file: RulesFile, place: str, words: Any) -> Problems:
    """What a place holds can be written there; texts and thoughts may have keys of their own."""
    media = [word for word in words if word in MEDIA] if isinstance(words, list) else []
    for word, why in never_written(file.one, place, media):
        at = file.document.at("places", place)
        yield Problem(at, f"no {word} is ever written in `{place}`", f"the transform says: {why}",
                      "leave it out here, or map it there")  # fmt: skip


def reasons(project: ResolvedProject) -> Problems:
    """Every rule and limit says what it demands, and where its provider says so."""
    for file in _all(project):
        for path, entry, _ in _entries(file):
            for name in REASONS if path[0] == "rules" else REASONS[1:]:
                words = entry.get(name)
                if path[0] != "sources" and not (isinstance(words, str) and words.strip()):
                    fix = f"say `{name}`: " + (
                        "what must hold, in a few words" if name == "what" else "the page's address"
                    )
                    what = f"`{path[-1]}` has no `{name}`"
                    yield Problem(file.document.at(*path), what, "", fix)
                elif name == "reference" and path[0] != "sources" and not is_address(words):
                    yield not_an_address(file.document.at(*path, name), words)


def is_address(text: Any) -> bool:
    """Whether a text is where a page stands."""
    return re.match(r"https?://[^\s/]+\S*\Z", str(text)) is not None


def not_an_address(at: Position, text: Any) -> Problem:
    return Problem(at, f"`{text}` is no address", "", "write the page's: `https://…`")


def _all(project: ResolvedProject) -> Iterator[RulesFile]:
    for one in project.formats:
        yield from rules_files(one)


def rules_files(one: ResolvedFormat) -> Iterator[RulesFile]:
    """The rows of a wire, and of the services that speak it."""
    accepts = one.format.accepts
    if accepts is not None:
        yield RulesFile(one, accepts.document)
    shared = one.format.shared
    for profile in (*([shared] if shared is not None else ()), *one.format.profiles.values()):
        base = {} if profile.base is None else mapping(profile.base.document.data)
        fields = profile.section("fields")
        yield RulesFile(one, profile.own.document, base, changes=True, fields=fields)


def mapping(value: Any) -> dict[str, Any]:
    """What a text has where a mapping belongs, nothing where that is none: it is told elsewhere."""
    return value if isinstance(value, dict) else {}


def _entries(file: RulesFile) -> Iterator[tuple[Path, dict[str, Any], Mapping[str, Param]]]:
    """Each limit, source and rule of a known kind, and the parameters it may have."""
    for section, params in (("limits", LIMIT), ("sources", SOURCE)):
        for name, entry in file.section(section).items():
            if not file.off(entry):
                yield (section, name), mapping(entry), params
    text = Param("text", "", required=True)
    for name, entry in file.section("rules").items():
        base = file.changed(("rules", name))
        kind = KINDS.get(str(mapping(entry).get("kind", base.get("kind"))))
        if kind is not None and not file.off(entry):
            own = {"kind": text, "what": text, "reference": text}
            yield ("rules", name), mapping(entry), {**own, **kind.params, **BY_MODEL}


def _unknown(
    file: RulesFile, path: Path, found: Iterable[str], names: Iterable[str], what: str
) -> Problems:
    for name in found:
        if name not in names:
            at = file.document.at(*path, name)
            near = nearest(name, names, what)
            yield Problem(at, f"`{name}` has no meaning here", near, "name one of them")


def _value(file: RulesFile, path: Path, value: Any, param: Param) -> Problems:
    if (reason := wrong(value, param)) is not None:
        at = file.document.at(*path)
        note = f"known: {', '.join(param.among)}" if param.among else ""
        yield Problem(at, f"`{path[-1]}` {reason}", note, "mend it")


def wrong(value: Any, param: Param) -> str | None:
    """Why a value is none for a parameter."""
    if param.kind == "types" and value is True:
        return None
    if param.kind in ("words", "types"):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            return "must be a list of words"
        strange = [one for one in value if param.among and one not in param.among]
        return f"knows no `{strange[0]}`" if strange else None
    if param.kind == "flag":
        return None if value is True else "must be `true`, or not there"
    if param.kind == "lists":
        return _wrong_lists(value, param)
    if param.kind == "object":
        return None if isinstance(value, dict) and value else "must be a mapping of keys to values"
    if param.kind in ("number", "count"):
        whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
        number = isinstance(value, int | float) and not isinstance(value, bool)
        why = "must be a whole number above 0" if param.kind == "count" else "must be a number"
        return None if (whole if param.kind == "count" else number) else why
    if not isinstance(value, str) or not value:
        return "must be a text"
    if param.kind == "word" and value not in param.among:
        return f"knows no `{value}`"
    if param.kind == "letters":
        return _unreadable(f"[{value}]", "no set of letters")
    if param.kind == "pattern":
        return _unreadable(value, "no regular expression")
    return None


def _wrong_lists(value: Any, param: Param) -> str | None:
    """Why a value is no mapping of the keys there are to lists of the values there are."""
    lists = value.values() if isinstance(value, dict) else ()
    if not lists or not all(isinstance(one, list) and one for one in lists):
        return "must be a mapping of keys to lists"
    for among, words in ((param.among, value), (param.values, [w for one in lists for w in one])):
        strange = [word for word in words if among and word not in among]
        if strange:
            return f"knows no `{strange[0]}` beside {quoted(among)}"
    return None


def _unreadable(pattern: str, what: str) -> str | None:
    try:
        re.compile(pattern)
    except re.error as error:
        return f"is {what}: {error}"
    return None

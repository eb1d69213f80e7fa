"""Rules on ``rules.yaml``: what a wire accepts is said in the words there are, with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..load.accepts import Accepts
from ..load.rule_kinds import (
    BLOCKS,
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
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems, nearest

Path = tuple[str, ...]


def keys(view: ResolvedProject) -> Problems:
    """Every key has a meaning."""
    for accepts in _all(view):
        yield from _unknown(accepts, (), _mapping(accepts.document.data), SECTIONS, "sections")
        for path, entry, params in _entries(accepts):
            yield from _unknown(accepts, path, entry, params, "parameters")
        for section, known, what in (
            ("places", PLACES, "places"), ("sources", MEDIA, "kinds of media"),
            ("limits", LIMITS, "limits"),
        ):  # fmt: skip
            yield from _unknown(accepts, (section,), _section(accepts, section), known, what)


def kinds(view: ResolvedProject) -> Problems:
    """Every rule is of a kind that there is."""
    for accepts in _all(view):
        for name, entry in _section(accepts, "rules").items():
            kind = entry.get("kind") if isinstance(entry, dict) else None
            if not isinstance(kind, str) or kind not in KINDS:
                at = accepts.document.at("rules", name, "kind")
                known = nearest(str(kind), KINDS, "kinds of rules")
                yield Problem(at, f"there is no kind of rule `{kind}`", known, "name one of them")


def values(view: ResolvedProject) -> Problems:
    """Every parameter is what it should be, and there if it must be."""
    for accepts in _all(view):
        for section in SECTIONS:
            if not isinstance(_mapping(accepts.document.data).get(section, {}), dict):
                at = accepts.document.at(section)
                yield Problem(at, f"`{section}` is no mapping", "", "give each entry a name")
        for path, entry, params in _entries(accepts):
            for name, param in params.items():
                if name in entry:
                    yield from _value(accepts, (*path, name), entry[name], param)
                elif param.required and name not in REASONS:
                    what = f"`{path[-1]}` does not say `{name}`: {param.what}"
                    yield Problem(accepts.document.at(*path), what, "", f"say `{name}`")
        for place, said in _section(accepts, "places").items():
            yield from _value(accepts, ("places", place), said, Param("words", "", BLOCKS))


def reasons(view: ResolvedProject) -> Problems:
    """Every rule and limit says what it demands, and where its provider says so."""
    for accepts in _all(view):
        for path, entry, _ in _entries(accepts):
            for name in REASONS if path[0] == "rules" else REASONS[1:]:
                said = entry.get(name)
                if path[0] != "sources" and not (isinstance(said, str) and said.strip()):
                    fix = f"say `{name}`: " + (
                        "what must hold, in a few words" if name == "what" else "the page's address"
                    )
                    what = f"`{path[-1]}` has no `{name}`"
                    yield Problem(accepts.document.at(*path), what, "", fix)


def _all(view: ResolvedProject) -> Iterator[Accepts]:
    return (one.format.accepts for one in view.formats if one.format.accepts is not None)


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _section(accepts: Accepts, name: str) -> dict[str, Any]:
    return _mapping(_mapping(accepts.document.data).get(name))


def _entries(accepts: Accepts) -> Iterator[tuple[Path, dict[str, Any], Mapping[str, Param]]]:
    """Each limit, source and rule of a known kind, and the parameters it may have."""
    for section, params in (("limits", LIMIT), ("sources", SOURCE)):
        for name, entry in _section(accepts, section).items():
            yield (section, name), _mapping(entry), params
    text = Param("text", "", required=True)
    for name, entry in _section(accepts, "rules").items():
        kind = KINDS.get(str(_mapping(entry).get("kind")))
        if kind is not None:
            own = {"kind": text, "what": text, "reference": text}
            yield ("rules", name), _mapping(entry), {**own, **kind.params}


def _unknown(
    accepts: Accepts, path: Path, found: Iterable[str], known: Iterable[str], what: str
) -> Problems:
    for name in found:
        if name not in known:
            at = accepts.document.at(*path, name)
            near = nearest(name, known, what)
            yield Problem(at, f"`{name}` has no meaning here", near, "name one of them")


def _value(accepts: Accepts, path: Path, value: Any, param: Param) -> Problems:
    if (wrong := _wrong(value, param)) is not None:
        at = accepts.document.at(*path)
        known = f"known: {', '.join(param.among)}" if param.among else ""
        yield Problem(at, f"`{path[-1]}` {wrong}", known, "mend it")


def _wrong(value: Any, param: Param) -> str | None:
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
    if param.kind == "object":
        return None if isinstance(value, dict) and value else "must be a mapping of keys to values"
    if param.kind in ("number", "count"):
        whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
        number = isinstance(value, int | float) and not isinstance(value, bool)
        said = "must be a whole number above 0" if param.kind == "count" else "must be a number"
        return None if (whole if param.kind == "count" else number) else said
    if not isinstance(value, str) or not value:
        return "must be a text"
    if param.kind == "word" and value not in param.among:
        return f"knows no `{value}`"
    if param.kind == "letters":
        return _unreadable(f"[{value}]")
    return None


def _unreadable(pattern: str) -> str | None:
    try:
        re.compile(pattern)
    except re.error as error:
        return f"is no set of letters: {error}"
    return None

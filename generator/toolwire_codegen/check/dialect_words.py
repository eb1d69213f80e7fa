"""Rules on the words of a dialect's keys: keywords, JSON types, and none of them twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..load.dialect import Dialect
from ..load.vocabulary import KEYWORDS
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems, nearest
from .dialects import each_dialect

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
Place = tuple[str | int, ...]


def words(project: ResolvedProject) -> Problems:
    """Keywords and types that a dialect names are such, and named once."""
    for _, dialects, dialect in each_dialect(project):
        at, own = dialects.document.at, _own_keys(dialects.document.data, dialect)
        for place, word, among, what in _named(dialect):
            if place[0] in own and word not in among:
                near = nearest(str(word), among, f"{what}s")
                yield Problem(at(*dialect.path, *place), f"no {what} {word!r}", near,
                              "name one of them")  # fmt: skip
        for key in ("for", "objects", "root"):
            listed = own.get(key)
            listed = listed if isinstance(listed, list) else []
            for index, word in enumerate(listed):
                if word in listed[:index]:
                    what = f"{word!r} stands twice in `{key}`"
                    yield Problem(at(*dialect.path, key, index), what, "", "name it once")
        if "explicit" in own and dialect.when != "loose":
            what = "only what is not strict says that it is not held to its schema"
            note = f"`{dialect.name}` is not of `when: loose`"
            yield Problem(at(*dialect.path, "explicit"), what, note, "say it of the other dialect")


def _own_keys(data: Any, dialect: Dialect) -> dict[str, Any]:
    """What the text of a dialect says itself."""
    section = data["dialects"][dialect.name]
    return section if isinstance(section, dict) else {}


def _named(dialect: Dialect) -> Iterator[tuple[Place, Any, tuple[str, ...], str]]:
    """The words of a dialect's keys, where they stand, and what they are among."""
    settings = dialect.settings
    kept_keywords = tuple(row.keyword for row in dialect.rows if row.action == "keep")
    for index, word in enumerate(settings.get("root") or ()):
        yield ("root", index), word, KEYWORDS, "keyword"
    for key in ("alone", "implied"):
        for keyword, listed in settings.get(key, {}).items():
            if key == "implied":
                yield (key, keyword), keyword, KEYWORDS, "keyword"
            beside = listed if key == "alone" and isinstance(listed, list) else []
            for index, word in enumerate(beside):
                yield (key, keyword, index), word, KEYWORDS, "keyword"
    for keyword, given in settings.get("values", {}).items():
        for type_, listed in given.items() if isinstance(given, dict) else ():
            if isinstance(listed, list):
                yield ("values", keyword, type_), type_, TYPES, "type"
    for type_, given in settings.get("fill", {}).items():
        yield ("fill", type_), type_, TYPES, "type"
        for keyword in given if isinstance(given, dict) else ():
            yield ("fill", type_, keyword), keyword, kept_keywords, "kept keyword"
    for keyword, given in settings.get("untyped", {}).items():
        yield ("untyped", keyword), keyword, KEYWORDS, "keyword"
        if keyword == "type":
            for index, word in enumerate(given if isinstance(given, list) else [given]):
                yield ("untyped", keyword, index), word, TYPES, "type"

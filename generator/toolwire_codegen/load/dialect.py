"""A ``dialect.yaml``: what a wire takes of JSON Schema for its tools and replies.

``schemas/dialect.schema.json`` says the same for editors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .findings import Finding, Position
from .positions import Document
from .vocabulary import ACTIONS, EVERY, KEYWORDS

FILE = "dialect.yaml"
USES = ("parameters", "response")
SETTINGS: dict[str, tuple[str, ...]] = {
    "when": ("strict", "loose"),
    "types": ("list", "one", "nullable"),
    "enum": ("any", "scalars", "words", "strings"),
    "recursion": ("kept", "optional", "cut"),
}
"""Keys with one word of several."""
EACH = ("members", "depth", "values", "letters", "words", "bare")
"""What may be counted of a schema."""
ALL = (*EACH, "schemas", "optional", "unions")
"""And of all schemas of a request."""
COUNTS = {"most": EACH, "together": ALL}
NONE = ("bare",)
"""That of which a schema may have none at all."""
OBJECTS = ("listed", "closed", "complete", "some", "open")
OF_TEXTS = ("without", "compiles")
"""What may be said of the texts of a keyword, instead of a list of its values, or one by type."""
KEYS = (
    *("for", "like", "reference", "spelled", "root", "booleans", "explicit", "untyped", "objects"),
    *("fill", "alone", "values", "implied", "names", "keywords", *SETTINGS, *COUNTS),
)
Path_ = tuple[str | int, ...]


def meta_schema_file(name: str) -> str:
    """The schema of all schemas that a dialect's wire takes."""
    return f"dialect.{name}.schema.json"


@dataclass(frozen=True)
class KeywordRow:
    """What becomes of one keyword; ``more`` is the reason, or the other keyword."""

    keyword: str
    action: str
    more: str
    position: Position


@dataclass(frozen=True)
class Dialect:
    """What a wire takes in one place."""

    name: str
    position: Position
    path: Path_
    uses: tuple[str, ...]
    rows: tuple[KeywordRow, ...] = ()
    spelled: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    """The rest, as the runtime takes it: rules on values."""

    @property
    def when(self) -> str:
        word: str = self.settings.get("when", "")
        return word


@dataclass
class Dialects:
    """A format's dialects, in the order in which they are tried; ``of``: of a service alone."""

    document: Document
    dialects: tuple[Dialect, ...] = ()
    meta_schemas: dict[str, Document] = field(default_factory=dict)
    of: str = ""

    def meta_schema_file(self, name: str) -> str:
        """Where it is said what the wire, or the service, takes as a schema of a dialect."""
        file = meta_schema_file(name)
        return f"{self.of}.{file}" if self.of else file


def read_dialects(document: Document, findings: list[Finding]) -> Dialects:
    """Read a document; every unreadable piece becomes a finding and is left out."""
    reader = _Reader(document, findings)
    named = reader.mapping(("dialects",), reader.mapping((), document.data).get("dialects"))
    reader.bodies = {k: reader.mapping(("dialects", k), body) for k, body in named.items()}
    return Dialects(document, tuple(reader.dialect(name) for name in named))


def _limits(values: Any) -> bool:
    """Whether this says with which values a keyword is kept: by words on texts, or by type."""
    if not isinstance(values, dict):
        return False
    return {*values} <= {*OF_TEXTS} or all(isinstance(one, list) for one in values.values())


class _Reader:
    def __init__(self, document: Document, findings: list[Finding]) -> None:
        self.document, self.findings = document, findings
        self.bodies: dict[str, dict[str, Any]] = {}

    def complain(self, path: Path_, what: str, fix: str) -> None:
        self.findings.append(Finding(self.document.at(*path), "unreadable-row", what, "", fix))

    def mapping(self, path: Path_, value: Any) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        if value is not None:
            what = f"{path[-1]} is not a mapping" if path else "this is not a mapping"
            self.complain(path, what, "write `key: value` lines")
        return {}

    def names(self, path: Path_, value: Any) -> list[str]:
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return value
        if value is not None:
            self.complain(path, f"{path[-1]} is not a list of words", "write `[word, word]`")
        return []

    def dialect(self, name: str) -> Dialect:
        path: Path_ = ("dialects", name)
        body = self.bodies[name]
        uses = self.names((*path, "for"), body.get("for"))
        body, table = self.with_another(name, body)
        rows = self.rows(table, self.mapping(table, body.get("keywords")))
        spelled = self.mapping((*path, "spelled"), body.get("spelled"))
        texts = {use: place for use, place in spelled.items() if isinstance(place, str)}
        settings = self.settings(path, body)
        at = self.document.at(*path)
        return Dialect(name, at, path, tuple(uses), tuple(rows), texts, settings)

    def with_another(self, name: str, body: dict[str, Any]) -> tuple[dict[str, Any], Path_]:
        """A dialect with what it does not say itself, but the one that it is like."""
        other = body.get("like")
        path: Path_ = ("dialects", name)
        if other is None:
            return body, (*path, "keywords")
        found = isinstance(other, str) and other in self.bodies and other != name
        if not found or "like" in self.bodies[other]:
            others = ", ".join(k for k in self.bodies if k != name and "like" not in self.bodies[k])
            self.complain((*path, "like"), f"no dialect {other!r} to be like", f"name {others}")
            return body, (*path, "keywords")
        whole = self.bodies[other]
        shared = {key: whole[key] for key in whole if key not in ("for", "spelled", "when")}
        table = path if "keywords" in body else ("dialects", other)
        return {**shared, **body}, (*table, "keywords")

    def settings(self, path: Path_, body: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, words in SETTINGS.items():
            if key in body:
                if body[key] in words:
                    found[key] = body[key]
                else:
                    what = f"{key} cannot be {body[key]!r}"
                    self.complain((*path, key), what, f"write {' or '.join(words)}")
        for key in ("root", "objects"):
            if body.get(key) is not None:
                found[key] = tuple(self.names((*path, key), body[key]))
        for key in ("untyped", "fill", "alone", "values", "implied", "names"):
            if key in body:
                found[key] = self.mapping((*path, key), body[key])
        for key in ("alone", "values", "implied"):
            for word, values in found.get(key, {}).items():
                if not isinstance(values, list) and not (key == "values" and _limits(values)):
                    self.complain((*path, key, word), f"{word} has no list", "write `[…]`")
        for key in {*found.get("names", ())} - {"letters", "longest"}:
            what = f"{key!r} says nothing of a name"
            self.complain((*path, "names", key), what, "write `letters` or `longest`")
        for key, names in COUNTS.items():
            if key in body:
                found[key] = self.mapping((*path, key), body[key])
                for word, most in found[key].items():
                    if word not in names or type(most) is not int or most < (word not in NONE):
                        fix = f"write `name: number` with one of {', '.join(names)}"
                        self.complain((*path, key, word), f"{word} counts nothing", fix)
        for key in ("booleans", "explicit"):
            if isinstance(body.get(key), bool):
                found[key] = body[key]
            elif key in body:
                self.complain((*path, key), f"{key} is no switch", "write true or false")
        return found

    def rows(self, path: Path_, body: dict[str, Any]) -> list[KeywordRow]:
        found: list[KeywordRow] = []
        everything = ""
        for action, value in body.items():
            place = (*path, action)
            if action not in ACTIONS:
                self.complain(place, f"no action {action!r}", f"write one of {', '.join(ACTIONS)}")
            elif value == EVERY:
                everything = action
            elif isinstance(value, dict):
                found += [
                    KeywordRow(word, action, str(more or ""), self.document.at(*place, word))
                    for word, more in value.items()
                ]
            else:
                words = self.names(place, value)
                found += [
                    KeywordRow(word, action, "", self.document.at(*place, at))
                    for at, word in enumerate(words)
                ]
        if everything:
            at = self.document.at(*path, everything)
            had = {row.keyword for row in found}
            found += [KeywordRow(word, everything, "", at) for word in KEYWORDS if word not in had]
        return found

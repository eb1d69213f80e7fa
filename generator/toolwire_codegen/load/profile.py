"""A profile: a service that speaks a wire with other limits, as a few changes of the wire's data.

``rules.yaml`` and ``dialect.yaml`` say what the wire's own API takes. A profile changes rows of
these, and says what its service has for fields of a request and for words of tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .accepts import Accepts
from .dialect import Dialect, Dialects, read_dialects
from .findings import Finding
from .names import not_a_profile
from .positions import Document, read_document

FOLDER = "profiles"
SHARED = "services.yaml"
"""Beside ``rules.yaml``: what all services have otherwise than the wire's own API."""
OFF = "off"
"""Takes away what it stands for: a row, or a parameter of one."""
ROWS = ("places", "sources", "limits", "rules")
"""Sections whose rows are those of ``rules.yaml``."""
WORDS = ("title", "reference")
SECTIONS = (*WORDS, *ROWS, "dialects", "fields", "tables")
SHARED_SECTIONS = (*WORDS, *ROWS)
REASONING = "reasoning"
"""Among fields: what the model had thought, in its own earlier turns."""
Json = Any


@dataclass
class Profile:
    """The text of a profile, and the wire's data with its changes."""

    name: str
    document: Document
    base: Accepts | None = None
    dialects: Dialects | None = None
    """All that the service has, those of the wire and its own; None if it has the wire's."""
    named: frozenset[str] = field(default_factory=frozenset)
    """Dialects that the profile itself says something of."""

    @property
    def title(self) -> str:
        """What the service is called."""
        return str(self._body.get("title", self.name))

    @property
    def reference(self) -> str:
        """Where the service says what it takes."""
        return str(self._body.get("reference", ""))

    @property
    def _body(self) -> dict[str, Json]:
        return self.document.data if isinstance(self.document.data, dict) else {}

    def section(self, name: str) -> dict[str, Json]:
        """The rows of a section."""
        found = self._body.get(name)
        return found if isinstance(found, dict) else {}

    @property
    def own(self) -> Accepts:
        """Its rows by themselves, in the words of ``rules.yaml``."""
        rows = {name: self._body[name] for name in ROWS if name in self._body}
        return Accepts(Document(self.document.path, rows, self.document.positions))

    @property
    def whole(self) -> Accepts:
        """What other profiles begin from, if all services share this one's rows."""
        return Accepts(Document(self.document.path, self.accepts, self.document.positions))

    @property
    def accepts(self) -> dict[str, Json]:
        """What the service accepts: the wire's rows with those of the profile."""
        found = dict(self.base.data) if self.base is not None else {}
        for name in ROWS:
            if self.section(name):
                found[name] = merged(found.get(name, {}), self.section(name))
        return found


def merged(rows: dict[str, Json], changes: dict[str, Json]) -> dict[str, Json]:
    """Rows with changes: of a row's parameters, of whole rows, and rows that go."""
    found = dict(rows) if isinstance(rows, dict) else {}
    for name, change in changes.items():
        if change == OFF:
            found.pop(name, None)
        elif isinstance(change, dict):
            before = found.get(name)
            row = {**(before if isinstance(before, dict) else {}), **change}
            params = {key: value for key, value in row.items() if value != OFF}
            found[name] = {key: value for key, value in params.items() if key != "reference"}
        else:
            found[name] = change
    return found


def read_profiles(
    folder: Path, shown: str, base: Accepts | None, dialects: Dialects | None,
    findings: list[Finding],
) -> dict[str, Profile]:  # fmt: skip
    """The profiles of a format; what cannot be read of one becomes a finding."""
    found: dict[str, Profile] = {}
    for path in profile_files(folder):
        document = read_document(path, f"{shown}/{FOLDER}/{path.name}", findings)
        if document is None:
            continue
        if reason := not_a_profile(path.stem):
            what = f"{path.stem!r} cannot name a profile"
            findings.append(Finding(document.at(), "bad-format-name", what, *reason))
            continue
        if not isinstance(document.data, dict):
            what = "a profile is a mapping of sections"
            fix = "begin with `title:`"
            findings.append(Finding(document.at(), "unreadable-file", what, "", fix))
            continue
        profile = Profile(path.stem, document, base)
        if profile.section("dialects"):
            own = _changed_dialects(profile, dialects, findings)
            _read_meta_schemas(profile, own, path, findings)
        found[path.stem] = profile
    return found


def read_shared(
    folder: Path, shown: str, base: Accepts | None, findings: list[Finding]
) -> Profile | None:
    """What all services share that speak a wire, if that is written down."""
    path = folder / SHARED
    document = read_document(path, f"{shown}/{SHARED}", findings) if path.exists() else None
    if document is None:
        return None
    if not isinstance(document.data, dict):
        what = "what services share is a mapping of sections"
        findings.append(Finding(document.at(), "unreadable-file", what, "", "begin with `title:`"))
        return None
    return Profile(path.stem, document, base)


def profile_files(folder: Path) -> list[Path]:
    """The files of a format's profiles."""
    return sorted((folder / FOLDER).glob("*.yaml"))


def _changed_dialects(
    profile: Profile, base: Dialects | None, findings: list[Finding]
) -> Dialects:
    """Give a profile the wire's dialects with its changes."""
    section = profile.section("dialects")
    body = {"dialects": {name: change for name, change in section.items() if change != OFF}}
    own = read_dialects(Document(profile.document.path, body, profile.document.positions), findings)
    changes = {dialect.name: dialect for dialect in own.dialects}
    dialects = {} if base is None else {dialect.name: dialect for dialect in base.dialects}
    whole = [
        _changed(dialect, changes.pop(name)) if name in changes else dialect
        for name, dialect in dialects.items()
        if section.get(name) != OFF
    ]
    metas = {} if base is None else base.meta_schemas
    profile.named = frozenset(body["dialects"])
    all_ = (*whole, *changes.values())
    profile.dialects = Dialects(own.document, all_, metas, profile.name)
    return profile.dialects


def _read_meta_schemas(
    profile: Profile, dialects: Dialects, path: Path, findings: list[Finding]
) -> None:
    """What the service accepts of a dialect may stand beside the profile; else it is the wire's."""
    folder = profile.document.path.rpartition("/")[0]
    for name in sorted(profile.named):
        own = path.with_name(dialects.meta_schema_file(name))
        found = read_document(own, f"{folder}/{own.name}", findings) if own.exists() else None
        if found is not None:
            dialects.meta_schemas = {**dialects.meta_schemas, name: found}


def _changed(dialect: Dialect, change: Dialect) -> Dialect:
    """A dialect of the wire with other rows for some keywords, and other rules."""
    rows = {row.keyword: row for row in (*dialect.rows, *change.rows)}
    return replace(
        dialect,
        position=change.position,
        uses=change.uses or dialect.uses,
        rows=tuple(rows.values()),
        spelled={**dialect.spelled, **change.spelled},
        settings={**dialect.settings, **change.settings},
    )

"""A profile as a table that people read: what its service has otherwise than the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..load.profile import OFF, ROWS, Profile
from ..load.project import Format
from .explain import table

HIDDEN = ("what", "reference", "kind")


def named(format_: Format) -> Iterator[str]:
    """A line for each profile of a format."""
    for name, profile in format_.profiles.items():
        yield f"{'profile:':9} {name} ({profile.title})"


def explain_profile(format_: Format, profile: Profile, width: int) -> Iterator[str]:
    """The lines that explain a profile."""
    yield f"{profile.title}, which speaks {format_.transform.title} ({format_.name})"
    yield profile.reference
    yield ""
    yield from table(("section", "row", "what the service has"), _rows(format_, profile), width)


def _rows(format_: Format, profile: Profile) -> Iterator[tuple[str, str, str]]:
    for section in (*ROWS, "dialects"):
        shared = {} if format_.shared is None else format_.shared.section(section)
        for name, entry in {**shared, **profile.section(section)}.items():
            yield section, name, _summary(entry)
    for name, entry in profile.section("fields").items():
        keys = ", ".join(entry) if isinstance(entry, list) else str(entry)
        yield "fields", name, f"lost: {entry['lost']}" if isinstance(entry, dict) else keys
    for name, words in profile.section("tables").items():
        for word, theirs in words.items():
            yield f"table {name}", word, "nothing" if theirs == OFF else str(theirs)


def _summary(entry: Any) -> str:
    if entry == OFF:
        return "nothing"
    if not isinstance(entry, dict):
        return ", ".join(entry)
    if "what" in entry:
        models = "".join(f" ({key}: {', '.join(entry[key])})" for key in MODELS if key in entry)
        return f"{entry['what']}{models}"
    return ", ".join(f"{key}: {_flat(value)}" for key, value in entry.items() if key not in HIDDEN)


MODELS = ("models", "without")


def _flat(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

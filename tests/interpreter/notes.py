"""What travels along while one object is converted: the form, the calls, the hidden ids."""

from __future__ import annotations

from typing import Any

from .calls import Calls

Json = Any


class Notes:
    """The form of one object, written while reading and read while writing."""

    def __init__(self, calls: Calls, hidden: set[str], form: Json = None) -> None:
        self.calls, self.hidden = calls, hidden
        self.form: dict[str, Json] | None = form
        self.blocks: list[Json] = []
        self.tools: list[Json] = []

    def note(self, field: str, entry: dict[str, Json]) -> None:
        """Record how ``field`` was spelled."""
        form = self.form or {}
        self.form = {**form, field: {**form.get(field, {}), **entry}}

    def absent(self, path: str, style: str = "absent") -> None:
        """Record that a key our encoder writes was not there, or was null."""
        form = self.form or {}
        self.form = {**form, style: [*form.get(style, ()), path]}

    def entry(self, field: str) -> dict[str, Json]:
        """What the form says of ``field``."""
        found = (self.form or {}).get(field)
        return found if found is not None else {}

    def style(self, field: str) -> str | None:
        style: str | None = self.entry(field).get("style")
        return style

    def apart(self) -> Notes:
        """Notes for trying how something reads: nothing of it is remembered."""
        other = Notes(Calls(), set())
        other.blocks = self.blocks
        return other

"""Blocks that say they stood in a key of their own: `aside(separator)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..notes import Notes
from ..operator import Operator
from ..parts import Part
from ..use import Use
from .joined import JoinedPart

Json = Any


class Aside(Operator):
    """Others of the kind go with the rest."""

    name = "aside"

    def part(self, use: Use, arm: str) -> Part:
        return AsidePart(use, arm, str(literal(self.args[0])) if self.args else "\n\n")


class AsidePart(JoinedPart):
    """The form of each block says where it stood; an empty text is none."""

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        form = {"$": {"at": self.use.key}}
        blocks = super().read(raw, notes) if raw else None
        return blocks and [{**b, "metadata": {self._format: form}} for b in blocks]

    def wants(self, block: Json) -> bool:
        own = (block.get("metadata") or {}).get(self._format) or {}
        return bool((own.get("$") or {}).get("at") == self.use.key)

    @property
    def _format(self) -> str:
        return self.use.spec.name

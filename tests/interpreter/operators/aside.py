"""Blocks that say they stood in a key of their own, or have a field: `aside(separator, field)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..notes import Notes
from ..operator import Operator
from ..overlay import form_of
from ..parts import Part
from ..spec import demand
from ..use import Use
from .joined import JoinedPart

Json = Any


class Aside(Operator):
    """Others of the kind go with the rest."""

    name = "aside"

    def part(self, use: Use, arm: str) -> Part:
        between = str(literal(self.args[0])) if self.args else "\n\n"
        if len(self.args) > 1:
            return MarkedPart(use, arm, between, self.args[1])
        return AsidePart(use, arm, between)


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


class MarkedPart(JoinedPart):
    """Each block has the field; an empty text is none."""

    def __init__(self, use: Use, arm: str, between: str, mark: str) -> None:
        super().__init__(use, arm, between)
        self.mark = mark

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        blocks = super().read(raw, notes) if raw else None
        return blocks and [{**block, self.mark: True} for block in blocks]

    def wants(self, block: Json) -> bool:
        demand(block.get(self.mark) in (None, True), "true")
        return block.get(self.mark) is True and not self._listed(block)

    def _listed(self, block: Json) -> bool:
        """Did it stand in a list that holds such blocks, too?"""
        form = form_of(block, self.use.spec.name)
        return bool(self.others) and form.get("at") == self.others

"""What a wire accepts, as its ``rules.yaml`` says it. What is wrong with it, checks say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .positions import Document


@dataclass
class Accepts:
    """The text of ``rules.yaml``, with the position of each of its entries."""

    document: Document

    @property
    def data(self) -> dict[str, Any]:
        """What the output carries: all but what only people read."""
        found: dict[str, Any] = {}
        for name, section in self.document.data.items():
            if name in ("places", "sources") or not isinstance(section, dict):
                found[name] = section
            else:
                found[name] = {key: _unreferenced(entry) for key, entry in section.items()}
        return found


def _unreferenced(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    return {key: value for key, value in entry.items() if key != "reference"}

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
            if name in ("places", "sources"):
                found[name] = section
            else:
                found[name] = {
                    key: {k: v for k, v in entry.items() if k != "reference"}
                    for key, entry in section.items()
                }
        return found

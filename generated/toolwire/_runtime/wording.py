# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a dialect has no keyword for, in words that a model reads."""

from __future__ import annotations

import json
from typing import Any

Json = Any
LONGEST = 500


def description_with(description: str | None, words: dict[str, Json]) -> str:
    """A description that says what these keywords said."""
    phrases = ", ".join(f"{key}: {_short(value)}" for key, value in words.items())
    return f"{description}\n\n({phrases})" if description else f"({phrases})"


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"

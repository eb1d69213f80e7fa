"""Schemas, as OpenAI's client has them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from openai.lib._pydantic import _ensure_strict_json_schema


def strict(schema: Any) -> None:
    """What the client makes strict is strict already."""
    copy = deepcopy(schema)
    assert _ensure_strict_json_schema(copy, path=(), root=copy) == schema


TAKES = {"strict": strict}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

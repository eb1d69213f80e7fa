"""Schemas, as Mistral's client has them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from mistralai.extra.utils._pydantic_helper import rec_strict_json_schema


def _closed(schema: Any) -> None:
    """What the client closes is closed already."""
    assert rec_strict_json_schema(deepcopy(schema)) == schema


TAKES = {"strict": _closed}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

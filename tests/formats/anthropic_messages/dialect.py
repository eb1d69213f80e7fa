"""Schemas, as Anthropic's client has them."""

from __future__ import annotations

from typing import Any

from anthropic.lib._parse._transform import transform_schema


def _transformed(schema: Any) -> None:
    """The client raises for a schema of which it cannot tell the type."""
    assert transform_schema(schema)


TAKES = {"strict": _transformed, "output": _transformed}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

"""Schemas, as Ollama's client has them."""

from __future__ import annotations

from typing import Any

from ollama import Tool


def _parameters(schema: Any) -> None:
    Tool.Function.Parameters.model_validate(schema)


TAKES = {"tools": _parameters}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

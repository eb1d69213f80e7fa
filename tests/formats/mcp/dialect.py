"""Schemas, as the client of the Model Context Protocol has them."""

from __future__ import annotations

from typing import Any

from mcp.types import Tool


def _tool(schema: Any) -> None:
    Tool.model_validate({"name": "f", "inputSchema": schema})


TAKES = {"plain": _tool}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

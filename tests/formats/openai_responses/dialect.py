"""Schemas, as OpenAI's client has them."""

from __future__ import annotations

from formats.openai_chat.dialect import strict

TAKES = {"strict": strict}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

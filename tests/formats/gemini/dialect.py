"""Schemas, as Google's client has them."""

from __future__ import annotations

from typing import Any

from google.genai import types as genai

import toolwire


def _message(schema: Any) -> None:
    """A schema as the message it goes out as, with the wire's words for types."""
    spelled = {"gemini": {"$": {"parameters": {"at": "parameters"}}}}
    tool: Any = {"name": "f", "parameters": schema, "metadata": spelled}
    body: Any = toolwire.gemini.encode_request({"messages": [], "tools": [tool]}, rules="off")
    genai.Schema.model_validate(body["tools"][0]["functionDeclarations"][0]["parameters"])


TAKES = {"openApi": _message, "replyOpenApi": _message}
"""Of each dialect, what raises for a schema that the provider's package does not take."""

"""The messages of the Model Context Protocol, as its own package has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp import types

from provider_types import model

Json = Any


def message(result: Any) -> Callable[[Json], None]:
    """A check for an answer: an envelope, and in it a result of this type, or an error."""

    def check(payload: Json) -> None:
        if "error" in payload:
            # It may come without an id, where the server could not read one.
            types.JSONRPCError.model_validate({"id": None, **payload})
        else:
            types.JSONRPCResponse.model_validate(payload)
            result.model_validate(payload["result"])

    return check


def request(type_: Any) -> Callable[[Json], None]:
    """A check for a request: an envelope, and in it a method and its parameters."""
    envelope = model(types.JSONRPCRequest)

    def check(payload: Json) -> None:
        envelope(payload)
        type_.model_validate({key: payload[key] for key in ("method", "params")})

    return check


CHECKS = {
    "tools": message(types.ListToolsResult),
    "call": request(types.CallToolRequest),
    "result": message(types.CallToolResult),
}

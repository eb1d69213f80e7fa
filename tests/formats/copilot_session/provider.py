"""A session's messages, as GitHub's own SDK has their types.

Its package speaks protocol 3: of protocol 2 it has the results alone.
"""

from __future__ import annotations

from typing import Any

from copilot.generated.rpc import (
    ExternalToolTextResultForLlm,
    HandlePendingToolCallRequest,
    ProtocolExternalToolDefinition,
)
from copilot.generated.session_events import ExternalToolRequestedData, session_event_from_dict

Json = Any


def _create(payload: Json) -> None:
    for tool in payload["params"].get("tools", []):
        ProtocolExternalToolDefinition.from_dict(tool)


def _requested(payload: Json) -> None:
    event = session_event_from_dict(payload["params"]["event"])
    assert isinstance(event.data, ExternalToolRequestedData)


def _called(payload: Json) -> None:
    """Protocol 3 has the same four as an event's data."""
    data = {"requestId": "", **payload["params"]}
    ExternalToolRequestedData.from_dict(data)


def _answer(payload: Json) -> None:
    answer = HandlePendingToolCallRequest.from_dict(payload["params"])
    assert (answer.error is None) != (answer.result is None)


def _result(payload: Json) -> None:
    if "error" in payload:
        return
    result = payload["result"]["result"]
    if not isinstance(result, str):
        ExternalToolTextResultForLlm.from_dict(result)


CHECKS = {
    "create": _create,
    "requested": _requested,
    "answer": _answer,
    "called": _called,
    "result": _result,
}

"""A Copilot session by hand: the words of the wire, and what stands for what nobody says."""

from __future__ import annotations

FORMAT = "copilot_session"
CARRIER = "__invalid_arguments__"
CREATE = "session.create"
EVENT = "session.event"
CALL = "tool.call"
ANSWER = "session.tools.handlePendingToolCall"
REQUESTED = "external_tool.requested"
NO_ID = "00000000-0000-0000-0000-000000000000"
NO_TIME = "1970-01-01T00:00:00.000Z"
BROKEN = -32603
REFUSED = ("rejected", "denied")
FAILED = ("failure", "timeout")
SUCCEEDED = "success"

GIVEN_CREATE = frozenset({"id"})
USUAL_CREATE: dict[str, list[str]] = {"params.tools": []}
GIVEN_REQUESTED = frozenset({
    "params.sessionId", "params.event.id", "params.event.timestamp", "params.event.type",
    "params.event.data.requestId", "params.event.data.sessionId",
})  # fmt: skip
GIVEN_CALLED = frozenset({"id", "params.sessionId"})
GIVEN_ANSWER = frozenset({
    "id", "params.sessionId", "params.result.resultType", "params.result.error",
})  # fmt: skip
GIVEN_RESULT = frozenset({
    "result.result.resultType", "result.result.error", "error.code",
})  # fmt: skip
REPEATED_ANSWER = {
    "params.requestId": ["params", "event", "data", "requestId"],
    "params.sessionId": ["params", "sessionId"],
}
REPEATED_RESULT = {"id": ["id"]}

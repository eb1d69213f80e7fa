"""What became of a run: plain JSON that can be stored, and continued somewhere else.

A run is its outcome so far, with functions to go on. What cannot be JSON (artifacts, the exception
that ended it) is there for the app and is not stored.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from .._runtime.jsontext import loads
from .review import Approve, Decision, DecisionError, Later, Reject, decision_of, seal_of
from .storable import text_of

VERSION = 1
REASONS = (
    "finished", "done", "stopped", "waiting", "max_turns", "limit", "length", "content_filter",
    "error", "failed", "cancelled", "running",
)  # fmt: skip
"""Why a run is over. ``waiting``: for decisions. ``failed``: ``send``, review or a hook raised."""


@dataclass(slots=True)
class CallRecord:
    """One call of a run: what the model asked for, what was decided, and what came of it."""

    call: dict[str, Any]
    """The ToolCall, as the model made it."""
    turn: int
    state: str = "open"
    """``open``, ``waiting`` for a decision, ``begun``, or ``ended``."""
    review: dict[str, Any] | None = None
    """``{"seal": …, "said": "approve" | "reject", "reason"?, "arguments"?}``."""
    result: dict[str, Any] | None = None
    started: str | None = None
    ended: str | None = None
    ran: dict[str, Any] | None = None
    """The arguments that the tool got, if it ran: those of the review, where it changed them."""
    artifact: Any = None

    @property
    def id(self) -> str:
        """The call's own."""
        return str(self.call["id"])

    @property
    def name(self) -> str:
        """The tool that was asked for."""
        return str(self.call["name"])

    def to_json(self) -> dict[str, Any]:
        """All but the artifact."""
        found = {name: getattr(self, name) for name in _STORED}
        return {name: value for name, value in found.items() if value is not None}


_STORED = ("call", "turn", "state", "review", "result", "started", "ended", "ran")


@dataclass(slots=True)
class Outcome:
    """A run that is over, or waits. ``run`` takes it in place of a request, and goes on."""

    request: dict[str, Any]
    """The whole conversation, with the last reply: continue it as you like."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    reason: str = "running"
    detail: str = ""
    """What there is to say of the reason: which limit, what was raised, why it was cancelled."""
    response: dict[str, Any] | None = None
    """The last reply."""
    turns: int = 0
    """Turns with calls."""
    requests: int = 0
    usage: dict[str, int] = field(default_factory=dict)
    """Tokens, summed over all replies."""
    calls: list[CallRecord] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    """What tools keep for the run, such as a list of things to do."""
    failures: dict[str, int] = field(default_factory=dict)
    """By tool, how often it has failed since it last succeeded."""
    error: BaseException | None = None
    """What ended the run, if anything was raised."""

    @property
    def text(self) -> str:
        """All text of the last reply."""
        from .._runtime.read import text

        return "" if self.response is None else text(self.response)

    @property
    def pending(self) -> list[CallRecord]:
        """The calls of the last turn, as long as their results are not in the conversation."""
        messages = self.request["messages"]
        asked = [call["id"] for call in asked_in(messages[-1])] if messages else []
        found = [record for record in self.calls if record.turn == self.turns]
        # The app may have put other messages there.
        return found if [record.id for record in found] == asked else []

    @property
    def conversation(self) -> dict[str, Any]:
        """The request as any provider takes it: calls that have no result yet say so."""
        from .context import Call
        from .results import error_result

        why = "This call has not been run."
        results = [
            {"role": "tool", "toolResult": one.result or error_result(Call(one.id, one.name), why)}
            for one in self.pending
        ]
        return {**self.request, "messages": [*self.request["messages"], *results]}

    @property
    def waiting(self) -> list[CallRecord]:
        """The calls that somebody has to decide on."""
        return [record for record in self.calls if record.state == "waiting"]

    def decide(self, call: str | CallRecord, decision: Decision | bool) -> None:
        """Say of one waiting call what is to be done: in any order, one by one, once each.

        Given a record, the decision is bound to the arguments that stood there. Raises
        DecisionError if no call waits for it.
        """
        wanted = call if isinstance(call, str) else call.id
        found = [record for record in self.waiting if record.id == wanted]
        if not found:
            decided = any(record.id == wanted for record in self.calls)
            why = "has been decided on, or needs no decision" if decided else "is none of this run"
            raise DecisionError(f"the call {wanted!r} {why}")
        (record,) = found
        seal = seal_of(record.call)
        if not isinstance(call, str) and seal_of(call.call) != seal:
            raise DecisionError(f"the call {wanted!r} is not the one that was decided on")
        note_decision(record, decision_of(decision))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; ``from_json`` makes an outcome of it that goes on as this one would."""
        plain = {name: getattr(self, name) for name in _FIELDS}
        calls = [record.to_json() for record in self.calls]
        return {"version": VERSION, **plain, "calls": calls}

    def dumps(self) -> str:
        """``to_json`` as text. Raises ToolwireError that says what in it cannot be JSON."""
        return text_of(self.to_json(), "")

    @classmethod
    def from_json(cls, stored: dict[str, Any] | str) -> Outcome:
        """What ``to_json`` or ``dumps`` gave. Raises ValueError for anything else."""
        data = loads(stored) if isinstance(stored, str) else stored
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise ValueError("this is no outcome of a run, or one of another version")
        calls = [CallRecord(**record) for record in data["calls"]]
        return cls(**{name: data[name] for name in _FIELDS}, calls=calls)


_FIELDS = (
    "request", "id", "reason", "detail", "response", "turns", "requests", "usage", "state",
    "failures",
)  # fmt: skip


def asked_in(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The calls that a message of the model asks for."""
    blocks = message.get("content") if message.get("role") == "assistant" else None
    if type(blocks) is not list:
        return []
    return [block["toolCall"] for block in blocks if block.get("kind") == "toolCall"]


def note_decision(record: CallRecord, decision: Decision) -> None:
    """Put a decision into the record of its call, sealed."""
    if isinstance(decision, Later):
        record.state = "waiting"
        return
    review: dict[str, Any] = {"seal": seal_of(record.call)}
    if isinstance(decision, Reject):
        review |= {"said": "reject", "reason": decision.reason}
    else:
        review["said"] = "approve"
        if decision.arguments is not None:
            review["arguments"] = decision.arguments
    record.review = review
    record.state = "open"


def decision_noted(record: CallRecord) -> Decision | None:
    """The decision in a record, if it was made of this very call."""
    review = record.review
    if review is None or review["seal"] != seal_of(record.call):
        return None
    if review["said"] == "reject":
        return Reject(review.get("reason", ""))
    return Approve(review.get("arguments"))

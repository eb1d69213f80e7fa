"""The loop: a request, the calls that its reply asks for, their results, the next request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .calling import MAX_PARALLEL, Calling, Hook, awaited
from .context import LOGGER, Call, Cancellation, Cancelled, ToolContext
from .dependencies import Overrides, Scope
from .ending import ended
from .limits import UsageLimits, added
from .outcome import CallRecord, Outcome, asked_in
from .results import error_result
from .review import Review
from .sending import Send, adapter_of, reply_to, tools_of
from .standard import ends_run, run_outputs
from .storable import sendable, text_of
from .toolbox import Toolbox
from .trimming import READERS
from .turns import told_apart

if TYPE_CHECKING:
    from .cache import OutputCache
    from .defining import Tool
    from .ledger import Ledger

Json = dict[str, Any]
MAX_PAUSES = 50
"""So many replies in a row may ask for nothing but to go on."""
PROGRESS = frozenset({"reply", "callStarted", "callEnded", "callWaiting"})
"""Events at which the outcome has changed."""
DEADLINE = "the deadline has passed"
CUT = ("length", "content_filter")


async def arun(
    send: Send,
    request: Mapping[str, Any] | Outcome,
    tools: Toolbox | Iterable[Tool | Toolbox],
    *,
    format: ModuleType | str,
    profile: str | None = None,
    max_turns: int = 10,
    review: Review | None = None,
    on_event: Callable[[Json], Any] | None = None,
    checkpoint: Callable[[Outcome], Any] | None = None,
    stream: bool = False,
    deps: Any = None,
    overrides: Overrides | None = None,
    max_parallel: int = MAX_PARALLEL,
    cancellation: Cancellation | None = None,
    deadline: datetime | None = None,
    stop_when: Callable[[Outcome], Any] | None = None,
    limits: UsageLimits | None = None,
    before_call: Hook | None = None,
    after_call: Hook | None = None,
    ledger: Ledger | None = None,
    cache: OutputCache | None = None,
    logger: Any = LOGGER,
    _threads: bool = True,
) -> Outcome:
    """Ask a model, run the tools it calls, and go on until it is done.

    ``send`` takes a body of ``format``, as the service ``profile`` has it, and gives the reply, or
    with ``stream`` an iterable of events. ``request`` is an intermediate one, or an outcome.

    ``on_event`` hears the events of a stream, ``reply``, ``callStarted``, ``callEnded`` and
    ``callWaiting``. ``checkpoint`` gets the outcome whenever it has changed, to be stored: a run
    that was cut off goes on from there, and a call that was begun is not run twice.

    All of these functions may be asynchronous. What ``send``, ``review`` or a hook raises has the
    outcome so far as its ``outcome``, and goes through. The outcome says why the run ended.
    """
    if max_parallel < 1:
        raise ValueError("max_parallel must be at least 1")
    outcome = _begun(request)
    box = tools if isinstance(tools, Toolbox) else Toolbox(tools)
    tell = _teller(outcome, checkpoint, on_event)
    cancellation = cancellation or Cancellation()
    if cache is not None:
        cache = cache.for_run(outcome.request["messages"])
        overrides = {run_outputs: cache, **(overrides or {})}
    scope = Scope(overrides)
    ctx = ToolContext(
        deps=deps, logger=logger, deadline=deadline, cancellation=cancellation,
        state=outcome.state, scope=scope,
    )  # fmt: skip
    calling = Calling(
        outcome, ctx, scope, review, ledger, max_parallel, before_call, after_call, tell
    )
    loop = _Loop(
        send, outcome, box, adapter_of(format, profile), calling, tell, stream, max_turns, limits,
        stop_when, cache, _threads,
    )  # fmt: skip
    return await _to_its_end(loop, scope)


def _teller(
    outcome: Outcome,
    checkpoint: Callable[[Outcome], Any] | None,
    on_event: Callable[[Json], Any] | None,
) -> Callable[[Json], Awaitable[None]]:
    """What hears each event of a run."""

    async def tell(event: Json) -> None:
        if checkpoint is not None and event["kind"] in PROGRESS:
            await awaited(checkpoint(outcome))
        if on_event is not None:
            await awaited(on_event(event))

    return tell


async def _to_its_end(loop: _Loop, scope: Scope) -> Outcome:
    """Go on until the run ends; what it raises goes through, and the outcome says so."""
    outcome = loop.outcome
    try:
        async with scope:
            await loop.go()
    except Cancelled as error:
        outcome.reason, outcome.detail = "cancelled", str(error)
    except BaseException as error:
        outcome.reason, outcome.error = "failed", error
        with suppress(Exception):  # an exception may be unable to say what it is
            outcome.detail = str(error)
        with suppress(AttributeError):  # an exception may be frozen
            error.outcome = outcome  # type: ignore[attr-defined]
        raise
    return outcome


def _begun(request: Mapping[str, Any] | Outcome) -> Outcome:
    """The outcome that a run goes on with; nothing that was given is changed."""
    if isinstance(request, Outcome):
        again = Outcome.from_json(request.dumps())
        for ours, theirs in zip(again.calls, request.calls, strict=True):
            ours.artifact = theirs.artifact
        return again
    return Outcome({**request, "messages": [*request["messages"]]})


class _Loop:
    """A run on its way."""

    def __init__(
        self, send: Send, outcome: Outcome, tools: Toolbox, adapter: Any, calling: Calling,
        tell: Callable[[Json], Awaitable[None]], stream: bool, max_turns: int,
        limits: UsageLimits | None, stop_when: Callable[[Outcome], Any] | None,
        cache: OutputCache | None, threads: bool,
    ) -> None:  # fmt: skip
        self.send, self.outcome, self.tools, self.adapter = send, outcome, tools, adapter
        self.calling, self.tell, self.stream, self.max_turns = calling, tell, stream, max_turns
        self.limits, self.stop_when, self.cache, self.threads = limits, stop_when, cache, threads

    async def go(self) -> None:
        """Turn by turn, until something ends it."""
        outcome, pauses = self.outcome, 0
        if self._is_finished():
            return
        outcome.reason, outcome.detail = "running", ""
        await self._take_up()
        while True:
            self.calling.ctx.cancellation.raise_if_cancelled()
            records = outcome.pending
            if records and (not await self._answered(records) or await self._over(records)):
                return
            if self._spent():
                return
            response = await self._reply()
            if response is None:
                return
            over = await self._ended(response)
            await self.tell({"kind": "reply", "response": response})
            if over:
                return
            pauses = 0 if outcome.pending else pauses + 1
            if pauses > MAX_PAUSES:
                outcome.reason, outcome.detail = "limit", f"{pauses} pauses in a row"
                return

    def _is_finished(self) -> bool:
        """Whether the model has had the last word: nothing is to be done until somebody asks.

        It may have had it although the run failed then, in a hook or a dependency.
        """
        outcome, messages = self.outcome, self.outcome.request["messages"]
        last = messages[-1]["role"] if messages else ""
        if outcome.reason == "done" and last == "tool":
            return True
        reason = (outcome.response or {}).get("finishReason", "error")
        if last != "assistant" or asked_in(messages[-1]) or reason in ("pause", "error"):
            return False
        outcome.reason, outcome.detail = reason if reason in CUT else "finished", ""
        return True

    async def _take_up(self) -> None:
        """Make records of calls that a history ends with and that are none of this run's."""
        outcome, messages = self.outcome, self.outcome.request["messages"]
        if not messages or not asked_in(messages[-1]) or outcome.pending:
            return
        message, records = told_apart(sendable(messages[-1]), outcome.turns + 1)
        outcome.turns += 1
        outcome.calls += records
        outcome.request = {**outcome.request, "messages": [*messages[:-1], message]}
        await self._offer()

    async def _answered(self, records: list[CallRecord]) -> bool:
        """Answer the calls of a turn; False if some have to wait."""
        # A tool that the model was not told of is none, whatever it guesses.
        offered = {one["name"] for one in self.outcome.request.get("tools") or []}
        await self.calling.answer(records, self.tools.filtered(lambda tool: tool.name in offered))
        waits = any(record.result is None for record in records)
        if not waits:
            await self._close(records)
        text_of(self.outcome.state, "/state")
        if waits:
            self.outcome.reason = "waiting"
        return not waits

    async def _close(self, records: list[CallRecord]) -> None:
        """Put the results of a turn into the conversation, in the order of its calls."""
        results = [{"role": "tool", "toolResult": record.result} for record in records]
        messages = [*self.outcome.request["messages"], *results]
        if self.cache is not None:
            offered = {one["name"] for one in self.outcome.request.get("tools") or []}
            trim = self.cache.trim
            messages = await asyncio.to_thread(trim, messages, offered >= READERS, records[-1].id)
        self.outcome.request = {**self.outcome.request, "messages": messages}

    async def _over(self, records: list[CallRecord]) -> bool:
        """Whether a turn that was answered is the last."""
        outcome = self.outcome
        if any(self._ends(one) for one in records):
            outcome.reason = "done"
        elif self.stop_when is not None and await awaited(self.stop_when(outcome)):
            outcome.reason = "stopped"
        else:
            return False
        return True

    def _spent(self) -> bool:
        """Whether a limit forbids the next request."""
        outcome, left = self.outcome, self._seconds_left()
        if left is not None and left <= 0:
            outcome.reason, outcome.detail = "limit", DEADLINE
            return True
        if self.limits is None:
            return False
        reached = self.limits.reached(outcome.usage, outcome.requests, len(outcome.calls))
        if reached:
            outcome.reason, outcome.detail = "limit", reached
        return bool(reached)

    def _seconds_left(self) -> float | None:
        ctx = self.calling.ctx
        return None if ctx.deadline is None else (ctx.deadline - ctx.now()).total_seconds()

    def _ends(self, record: CallRecord) -> bool:
        tool = self.tools.get(record.name)
        answered = record.result is not None and record.result["kind"] != "error"
        return tool is not None and answered and ends_run(tool)

    async def _reply(self) -> Json | None:
        """The next reply; None if it was not there in time. Raises Cancelled."""
        outcome, cancellation = self.outcome, self.calling.ctx.cancellation
        await self._offer()
        asking = reply_to(
            self.send, outcome.request, self.adapter, stream=self.stream, tell=self.tell,
            threads=self.threads, cancellation=cancellation,
        )  # fmt: skip
        why, response, error = await ended(asking, self._seconds_left(), cancellation)
        if why == "timeout":
            outcome.reason, outcome.detail = "limit", DEADLINE
            return None
        if why == "cancelled":
            raise Cancelled(cancellation.reason)
        if why == "task":
            raise error if isinstance(error, asyncio.CancelledError) else asyncio.CancelledError
        if error is not None:
            raise error
        response = {**response, "message": sendable(response["message"])}
        text_of(response, "")  # or the outcome could not be stored
        outcome.response = response
        outcome.requests += 1
        outcome.usage = added(outcome.usage, response.get("usage"))
        reply: Json = response
        return reply

    async def _offer(self) -> None:
        offered, request = await self.tools.offered(self.calling.ctx), self.outcome.request
        self.outcome.request = tools_of(request, self.tools.names, offered.definitions())

    async def _ended(self, response: Json) -> bool:
        """Take a reply into the conversation; true if the run ends with it."""
        outcome, reason = self.outcome, response["finishReason"]
        if reason == "error":
            error = response.get("error") or {}
            outcome.reason, outcome.detail = "error", str(error.get("message", ""))
            return True
        message, records = told_apart(response["message"], outcome.turns + 1)
        if message["content"]:
            messages = [*outcome.request["messages"], message]
            outcome.request = {**outcome.request, "messages": messages}
        if not records:
            if reason == "pause":
                return False
            cut = reason in CUT
            outcome.reason = reason if cut else "finished"
            return True
        outcome.turns += 1
        outcome.calls += records
        if reason in CUT:
            await self._unanswered(records, f"The reply ended ({reason}): the call was not run.")
            outcome.reason = reason
            return True
        if outcome.turns > self.max_turns:
            await self._unanswered(records, f"The run ends after {self.max_turns} turns of calls.")
            outcome.reason = "max_turns"
            return True
        _choose_once(outcome)
        return False

    async def _unanswered(self, records: list[CallRecord], why: str) -> None:
        """Calls that are not run are answered all the same: the conversation stays valid."""
        for record in records:
            if record.result is None:
                record.result = error_result(Call(record.id, record.name), why)
                record.state = "ended"
        await self._close(records)


def _choose_once(outcome: Outcome) -> None:
    """A choice that forces a call holds for one turn: else the model could never answer."""
    choice = outcome.request.get("toolChoice")
    if choice is not None and choice not in ("auto", "none"):
        rest = {key: value for key, value in outcome.request.items() if key != "toolChoice"}
        outcome.request = rest

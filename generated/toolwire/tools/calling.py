# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""The calls of one turn: which run at the same time, which wait for a yes, each answered once."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .context import Call, ToolContext
from .execution import execute, refusal
from .outcome import CallRecord, Outcome, decision_noted, note_decision
from .results import error_result
from .review import Decision, Later, Reject, Review, decision_of, seal_of

if TYPE_CHECKING:
    from .defining import Tool
    from .dependencies import Scope
    from .ledger import Ledger
    from .toolbox import Toolbox

MAX_PARALLEL = 16
_NO_LOCK: nullcontext[None] = nullcontext()
LOST = (
    "This call was begun before and nothing is known of its result: it may have been carried out. "
    "It was not run again."
)
Hook = Callable[..., Any]


async def _untold(event: dict[str, Any]) -> None:
    """Nobody listens."""


@dataclass(slots=True)
class Calling:
    """How a run answers its calls."""

    outcome: Outcome
    ctx: ToolContext
    scope: Scope
    review: Review | None = None
    ledger: Ledger | None = None
    max_parallel: int = MAX_PARALLEL
    before: Hook | None = None
    after: Hook | None = None
    tell: Callable[[dict[str, Any]], Awaitable[None]] = _untold
    _groups: dict[str, asyncio.Lock] = field(default_factory=dict)

    async def answer(self, records: list[CallRecord], tools: Toolbox) -> None:
        """Answer what can be answered: low-risk calls at once, then the others one by one.

        A call that waits for a decision has no result afterwards. What a review or a hook raises
        goes through; every call that was begun until then has its result.
        """
        low: list[tuple[CallRecord, Tool]] = []
        high: list[tuple[CallRecord, Tool]] = []
        for record in records:
            if record.result is not None:
                continue
            tool = tools.get(record.name)
            if tool is None:
                await self._settle(record, tools.unknown(Call(record.id, record.name)))
            else:
                (low if tool.risk == "low" else high).append((record, tool))
        await self._together(low)
        for record, tool in high:
            wrong = self._refusal(record, tool)
            if wrong is not None:
                self._count(tool, wrong)
                await self._settle(record, wrong)
                continue
            decision = await self._decided(record)
            if isinstance(decision, Later):
                continue
            if isinstance(decision, Reject):
                await self._settle(record, rejected(record, decision.reason))
            else:
                await self._run(record, tool, decision.arguments)

    async def _together(self, calls: list[tuple[CallRecord, Tool]]) -> None:
        """Run calls at the same time, but no more than so many, and one of a group."""
        if len(calls) == 1:
            ((record, tool),) = calls
            await self._run(record, tool)
            return
        room = asyncio.Semaphore(self.max_parallel)
        raised: list[BaseException] = []

        async def one(record: CallRecord, tool: Tool) -> None:
            # The lock of a group is taken first: who waits for it takes no room.
            lock = self._groups.setdefault(tool.group, asyncio.Lock()) if tool.group else _NO_LOCK
            async with lock, room:
                if raised:
                    return
                try:
                    await self._run(record, tool)
                except BaseException as error:
                    # Not let out of a task: KeyboardInterrupt would end the event loop on the spot.
                    raised.append(error)
                    if not isinstance(error, Exception):
                        for task in tasks:
                            task.cancel()

        tasks = [asyncio.ensure_future(one(record, tool)) for record, tool in calls]
        try:
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            # Whatever went wrong, nothing of this turn goes on behind its back.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if raised:
            raise next((one for one in raised if not isinstance(one, Exception)), raised[0])

    def _refusal(self, record: CallRecord, tool: Tool) -> dict[str, Any] | None:
        """What is wrong with a call that nobody has seen yet: nobody says yes to what cannot run,
        and a review may rely on the arguments."""
        if decision_noted(record) is not None:
            return None
        return refusal(tool, record.call, self._context(record))

    async def _decided(self, record: CallRecord) -> Decision:
        """What is said of a call: already, now, or not yet."""
        earlier = decision_noted(record)
        if earlier is not None:
            return earlier
        decision: Decision = Later()
        if self.review is not None and record.state != "waiting":
            answer = self.review(_handed(record.call), self._context(record))
            decision = decision_of(await answer if inspect.isawaitable(answer) else answer)
        note_decision(record, decision)
        if isinstance(decision, Later):
            await self.tell({"kind": "callWaiting", "call": record.call})
        return decision

    async def _run(
        self, record: CallRecord, tool: Tool, arguments: dict[str, Any] | None = None
    ) -> None:
        """Run one call, once, and note its result."""
        outcome, ctx = self.outcome, self._context(record)
        ctx.cancellation.raise_if_cancelled()
        if tool.max_retries is not None and outcome.failures.get(tool.name, 0) > tool.max_retries:
            count = outcome.failures[tool.name]
            text = f"{tool.name} has failed {count} times in a row and is not run again."
            await self._settle(record, error_result(Call(record.id, record.name), text))
            return
        # The hook and the event come first: a call that was claimed counts as begun, and they may
        # raise, or be where the process ends.
        if self.before is not None:
            await awaited(self.before(_handed(record.call), ctx))
        if self.ledger is None and record.state == "begun" and not tool.idempotent:
            await self._settle(record, error_result(Call(record.id, record.name), LOST))
            return
        call = record.call
        if arguments is not None:
            call = {"id": record.id, "name": record.name, "arguments": arguments}
        record.state = "begun"
        try:
            await self.tell({"kind": "callStarted", "call": record.call})
        except BaseException:
            record.state = "open"  # it has not run
            raise
        if self.ledger is not None and not await self._claimed(self.ledger, record, tool):
            return
        record.started = ctx.now().isoformat()
        done = await execute(tool, call, ctx, scope=self.scope)
        record.ended = ctx.now().isoformat()
        record.ran, record.artifact = done.arguments, done.artifact
        # Noted before anything of the app's can raise: the call has run.
        record.result, record.state = done.result, "ended"
        if self.ledger is not None:
            await asyncio.to_thread(self.ledger.settle, self._key(record), done.result)
        self._count(tool, done.result)
        await self._settle(record, done.result)
        if self.after is not None:
            await awaited(self.after(_handed(record.call), done.result, ctx))

    async def _claimed(self, ledger: Ledger, record: CallRecord, tool: Tool) -> bool:
        """Whether a call is ours to run; if not, it has a result."""
        claim = await asyncio.to_thread(ledger.claim, self._key(record), again=tool.idempotent)
        if not claim.mine:
            result = claim.result or error_result(Call(record.id, record.name), LOST)
            await self._settle(record, result)
        return claim.mine

    def _count(self, tool: Tool, result: dict[str, Any]) -> None:
        failures = self.outcome.failures
        if failed(result):
            failures[tool.name] = failures.get(tool.name, 0) + 1
        else:
            failures.pop(tool.name, None)

    def _key(self, record: CallRecord) -> str:
        return f"{self.outcome.id}:{record.turn}:{record.id}:{seal_of(record.call)}"

    def _context(self, record: CallRecord) -> ToolContext:
        return self.ctx.derived(call=Call(record.id, record.name), turn=record.turn)

    async def _settle(self, record: CallRecord, result: dict[str, Any]) -> None:
        record.result, record.state = result, "ended"
        await self.tell({"kind": "callEnded", "call": record.call, "result": result})


def failed(result: dict[str, Any]) -> bool:
    """Does a result say that the call failed?"""
    return result["kind"] == "error" or result.get("isError") is True


def rejected(record: CallRecord, reason: str) -> dict[str, Any]:
    """The result of a call that somebody refused."""
    text = f"The call was rejected: {reason}" if reason else "The call was rejected."
    return {**error_result(Call(record.id, record.name), text), "rejected": True}


def _handed(call: dict[str, Any]) -> dict[str, Any]:
    """A call for the app to look at: what it does to it is not done to the conversation."""
    try:
        copy: dict[str, Any] = json.loads(json.dumps(call))
    except RecursionError:
        return call
    return copy


async def awaited(value: Any) -> Any:
    """A value that may be an awaitable."""
    return await value if inspect.isawaitable(value) else value

"""What a tool may know of the run it is part of: the call, the app's objects, when to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, overload

if TYPE_CHECKING:
    from .dependencies import DependencyKey, Scope

T = TypeVar("T")
Logger = logging.Logger | logging.LoggerAdapter[Any]
LOGGER = logging.getLogger("toolwire.tools")


class Call(NamedTuple):
    """Which call a tool answers."""

    id: str
    name: str


class Cancelled(BaseException):
    """The run was cancelled. No ``Exception``, so that a tool which catches those lets it pass."""


class Cancellation:
    """Ends a run from outside, from any thread, once and for good."""

    def __init__(self) -> None:
        self.cancelled = False
        """Is it over? Set by ``cancel`` alone."""
        self.reason = ""
        self._watchers: set[Callable[[], object]] = set()

    def cancel(self, reason: str = "") -> None:
        """End the run: what waits is woken, and no further tool begins."""
        if not self.cancelled:
            self.reason = reason
            self.cancelled = True
        for wake in list(self._watchers):
            wake()

    def raise_if_cancelled(self) -> None:
        """For tools that work long in one piece. Raises Cancelled."""
        if self.cancelled:
            raise Cancelled(self.reason)

    def watch(self, wake: Callable[[], object]) -> None:
        """Have ``wake`` called, perhaps twice, in the thread that cancels: it returns at once."""
        # Added first and looked at then; `cancel` does it the other way round. So none is missed.
        self._watchers.add(wake)
        if self.cancelled:
            wake()

    def unwatch(self, wake: Callable[[], object]) -> None:
        """No longer."""
        self._watchers.discard(wake)


utc_now: Callable[[], datetime] = partial(datetime.now, UTC)
"""The time, aware."""


class ToolContext:
    """The run as a tool sees it. Each call has its own; ``state`` is one and the same in all.

    A tool that wants it has a parameter of this type, which the model never sees.
    """

    call: Call | None
    deps: Any
    logger: Logger
    now: Callable[[], datetime]
    deadline: datetime | None
    cancellation: Cancellation
    turn: int
    state: dict[str, Any]
    artifact: Any
    scope: Scope | None

    def __init__(
        self,
        *,
        deps: Any = None,
        call: Call | None = None,
        logger: Logger = LOGGER,
        now: Callable[[], datetime] = utc_now,
        deadline: datetime | None = None,
        cancellation: Cancellation | None = None,
        turn: int = 0,
        state: dict[str, Any] | None = None,
        scope: Scope | None = None,
    ) -> None:
        self.call = call
        self.deps = deps
        self.logger = logger
        self.now = now
        self.deadline = deadline
        self.cancellation = Cancellation() if cancellation is None else cancellation
        self.turn = turn
        self.state = {} if state is None else state
        self.artifact = None
        """A value for the app, set by the tool; the model never sees it."""
        self.scope = scope

    def derived(self, **changes: Any) -> Self:
        """The same run, seen from elsewhere: another call, another scope, no artifact yet."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, artifact=None, **changes)
        return other

    @overload
    async def resolve(self, key: DependencyKey[T]) -> T: ...
    @overload
    async def resolve(self, key: Any) -> Any: ...
    async def resolve(self, key: Any) -> Any:
        """The value of a dependency: a DependencyKey, a Depends, a factory, or an id overridden."""
        from .dependencies import DependencyError

        if self.scope is None:
            raise DependencyError("there is no run here that dependencies could belong to")
        return await self.scope.resolve(key, self)

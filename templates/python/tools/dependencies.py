"""What tools need besides their arguments: made when asked for, shared, closed in reverse order.

    def open_db() -> Iterator[Db]: ...                    # a generator, a context manager, …

    @tool
    def find(name: str, *, db: Annotated[Db, Depends(open_db)]) -> list[str]: ...

A generator gets what the tool raised at its ``yield``, as a context manager does, so that it can
roll back. It cannot make the failure go away.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar

from .context import LOGGER, ToolContext
from .factories import DependencyError as DependencyError
from .factories import asked_for, named
from .instances import Instance, hold, let_go

T = TypeVar("T")
Per = Literal["call", "run"]
Overrides = Mapping[Any, Any]


@dataclass(frozen=True)
class Depends:
    """Marks a parameter: ``Annotated[Db, Depends(open_db)]``. ``per`` says how long it is kept."""

    factory: Callable[..., Any]
    per: Per = "call"

    def __post_init__(self) -> None:
        _check(self.factory, self.per)


@dataclass(frozen=True)
class DependencyKey(Generic[T]):
    """A dependency with a name of its own: ``await ctx.resolve(key)``."""

    id: str
    create: Callable[..., Any]
    per: Per = "call"

    def __post_init__(self) -> None:
        _check(self.create, self.per)


def _check(factory: Any, per: Any) -> None:
    if not callable(factory):
        raise TypeError(f"a dependency needs a factory, a callable, not {factory!r}")
    if per not in ("call", "run"):
        raise ValueError(f"per= is 'call' or 'run', not {per!r}")


_overridden: ContextVar[Overrides] = ContextVar("toolwire_overrides", default={})  # noqa: B039


@contextlib.contextmanager
def override(overrides: Overrides) -> Iterator[None]:
    """Other factories in this block, by id, key or factory, mostly for tests.

    A value that cannot be called stands for itself.
    """
    token = _overridden.set({**_overridden.get(), **_by_identity(overrides)})
    try:
        yield
    finally:
        _overridden.reset(token)


class _Wish(NamedTuple):
    identity: Any
    declared: Any
    """The factory that was written down."""
    factory: Any
    """The one that is used: perhaps another, or a value as it is."""
    per: Per


class _Given(NamedTuple):
    value: Any


class Scope:
    """What is made for one run, or, in a scope that ``call()`` gives, for one call of it.

    Asked for at once by many, a dependency is made once, and all get it. If its factory fails, all
    fail that asked; who asks later has it tried again.
    """

    def __init__(self, overrides: Overrides | None = None, *, run: Scope | None = None) -> None:
        self._run = run
        self._instances: dict[Any, Instance] = {}
        self._stack: list[Instance] = []
        self._closed = False
        self._logger: Any = LOGGER
        self._overrides: Overrides = (
            _by_identity(overrides or {}) if run is None else run._overrides
        )

    def call(self) -> Scope:
        """A scope for one call of this run."""
        return Scope(run=self._run or self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        await self.close(error)

    async def close(self, error: BaseException | None = None) -> None:
        """Close what was made here, the newest first; generators get ``error``.

        What fails to close is logged, and the others are closed all the same.
        """
        self._closed = True
        if self._instances:
            instances, self._instances = list(self._instances.values()), {}
            await let_go(instances, self._stack, error, self._logger)

    async def resolve(self, key: Any, ctx: ToolContext, asker: Instance | None = None) -> Any:
        """The value of ``key``. ``asker`` is what is being made with it, if anything."""
        wish = self._wish(key)
        if isinstance(wish.factory, _Given):
            return wish.factory.value
        home = self if wish.per == "call" or self._run is None else self._run
        if wish.per == "call" and self._run is None:
            who = f"{asker.name}, made once per run," if asker else "what belongs to no call"
            raise DependencyError(f"{who} cannot ask for {_name(wish)}, made once per call")
        return await home._shared(wish, ctx, asker).wanted_by(asker)

    def _wish(self, key: Any) -> _Wish:
        """What is asked for, overrides applied."""
        identity = _identity(key)
        declared = _factory(key)
        per: Per = key.per if isinstance(key, Depends | DependencyKey) else "call"
        for overrides in (self._overrides, _overridden.get()):
            if identity in overrides:
                other = _factory(overrides[identity])
                factory = other if callable(other) else _Given(other)
                return _Wish(identity, declared, factory, per)
        if not callable(declared):
            raise DependencyError(
                f"nothing is known to make {key!r} of: give a DependencyKey, or override this id"
            )
        return _Wish(identity, declared, declared, per)

    def _shared(self, wish: _Wish, ctx: ToolContext, asker: Instance | None) -> Instance:
        if self._closed:
            raise DependencyError(f"{_name(wish)} is asked for when its {self._kind()} is over")
        instance = self._instances.get(wish.identity)
        if instance is not None:
            ours, theirs = wish.declared, instance.declared
            if callable(ours) and callable(theirs) and ours != theirs:
                raise DependencyError(f"two dependencies have the id {wish.identity!r}")
            return instance
        instance = Instance(_name(wish), wish.declared, wish.factory)
        self._instances[wish.identity] = instance
        self._logger = ctx.logger
        # What is made for the run sees nothing of the call that happened to ask first.
        own = {} if self._run is not None else {"call": None, "deadline": None}
        factory_ctx = ctx.derived(scope=_Asking(self, instance), **own)
        hold(
            instance,
            lambda: self._filled(instance, factory_ctx),
            self._stack,
            lambda: self._instances.pop(wish.identity, None),
            ctx.logger,
        )
        return instance

    async def _filled(self, instance: Instance, ctx: ToolContext) -> dict[str, Any]:
        """The factory's own parameters."""
        wanted = asked_for(instance.factory, Depends)
        return {
            name: ctx if what is ToolContext else await self.resolve(what, ctx, instance)
            for name, what in wanted.items()
        }

    def _kind(self) -> str:
        return "run" if self._run is None else "call"


class _Asking(Scope):
    """The scope as a factory sees it: what it asks for, it may wait for."""

    def __init__(self, scope: Scope, asker: Instance) -> None:
        self._scope, self._asker = scope, asker

    def call(self) -> Scope:
        return self._scope.call()

    async def close(self, error: BaseException | None = None) -> None:
        """Not a factory's to do."""

    async def resolve(self, key: Any, ctx: ToolContext, asker: Instance | None = None) -> Any:
        return await self._scope.resolve(key, ctx, asker or self._asker)


def _identity(key: Any) -> Any:
    """What tells dependencies apart: a key's id, else the factory."""
    if isinstance(key, DependencyKey):
        return key.id
    factory = _factory(key)
    try:
        hash(factory)
    except TypeError:
        return id(factory)
    return factory


def _factory(key: Any) -> Any:
    if isinstance(key, DependencyKey):
        return key.create
    return key.factory if isinstance(key, Depends) else key


def _by_identity(overrides: Overrides) -> dict[Any, Any]:
    return {_identity(key): value for key, value in overrides.items()}


def _name(wish: _Wish) -> str:
    return wish.identity if isinstance(wish.identity, str) else named(wish.declared)

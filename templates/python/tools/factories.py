"""What a dependency's factory asks for, and how what it makes is opened and closed.

A factory is a function (or class), a generator function that yields once, or anything that
returns a context manager; each of them asynchronous or not. What is not runs in a thread.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
import typing
from collections.abc import Callable
from contextvars import Context
from functools import lru_cache, partial
from typing import Annotated, Any

from .context import LOGGER, ToolContext
from .threads import in_thread

Close = Callable[[BaseException | None], typing.Awaitable[Any]]


class DependencyError(Exception):
    """A dependency that cannot be made as asked."""


def asked_for(factory: Callable[..., Any], marker: type) -> dict[str, Any]:
    """Its parameters that the runtime fills: name → ToolContext, or the ``marker`` of its type.

    Raises DependencyError if a parameter without a default is neither.
    """
    try:
        hash(factory)
    except TypeError:
        return _asked_for.__wrapped__(factory, marker)
    return _asked_for(factory, marker)


@lru_cache(maxsize=1024)
def _asked_for(factory: Callable[..., Any], marker: type) -> dict[str, Any]:
    try:
        parameters = inspect.signature(factory).parameters
    except ValueError:  # some that are written in C have none to show
        return {}
    hints = _hints(factory)
    found: dict[str, Any] = {}
    for name, parameter in parameters.items():
        hint = hints.get(name)
        filled = _filled(hint, parameter.default, marker)
        if filled is not None:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                raise DependencyError(f"{named(factory)}: its {name!r} is positional only")
            found[name] = filled
        elif parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            raise DependencyError(
                f"{named(factory)}: nothing fills the parameter {name!r}; give it a default, "
                "or the type ToolContext or Annotated[…, Depends(…)]"
            )
    return found


def _filled(hint: Any, default: Any, marker: type) -> Any:
    if isinstance(default, marker):
        return default
    if typing.get_origin(hint) is Annotated:
        for extra in reversed(hint.__metadata__):
            if isinstance(extra, marker):
                return extra
        hint = hint.__origin__
    if isinstance(hint, type) and issubclass(hint, ToolContext):
        return ToolContext
    return None


def _hints(factory: Any) -> dict[str, Any]:
    """The types of its parameters; those that cannot be found out are left out."""
    target = factory
    while hasattr(target, "func") and not inspect.isroutine(target):  # functools.partial
        target = target.func
    if inspect.isclass(target):
        target = target.__init__ if "__init__" in vars(target) else target.__new__
    elif not inspect.isroutine(target):
        target = type(target).__call__
    target = inspect.unwrap(target)
    try:
        return typing.get_type_hints(target, include_extras=True)
    except Exception:
        hints = {}
        names = vars(sys.modules.get(getattr(target, "__module__", ""), typing))
        for name, hint in getattr(target, "__annotations__", {}).items():
            with contextlib.suppress(Exception):
                hints[name] = eval(hint, dict(names)) if isinstance(hint, str) else hint
        return hints


def named(factory: Any) -> str:
    """How messages call it."""
    name = getattr(factory, "__qualname__", None) or type(factory).__qualname__
    return str(name).rpartition("<locals>.")[2]


async def opened(
    factory: Callable[..., Any], filled: dict[str, Any], context: Context
) -> tuple[Any, Close | None]:
    """What the factory makes, and how to close it, if it is to be closed.

    ``context`` holds the context variables of its threads: those of a generator that runs in two
    pieces are the same in both.
    """
    made: Any
    if is_a(factory, inspect.isasyncgenfunction):
        made = contextlib.asynccontextmanager(factory)(**filled)
    elif is_a(factory, inspect.isgeneratorfunction):
        made = contextlib.contextmanager(factory)(**filled)
    elif is_a(factory, inspect.iscoroutinefunction):
        made = await factory(**filled)
    else:
        made = await in_thread(partial(factory, **filled), context=context)
        if inspect.isawaitable(made) and not hasattr(type(made), "__aenter__"):
            made = await made
    # Looked up on the type, as `with` does.
    kind = type(made)
    if hasattr(kind, "__aenter__") and hasattr(kind, "__aexit__"):
        value = await made.__aenter__()

        async def aclose(error: BaseException | None) -> Any:
            await made.__aexit__(*_triple(error))

        return value, aclose
    if hasattr(kind, "__enter__") and hasattr(kind, "__exit__"):
        value = await in_thread(
            made.__enter__,
            context=context,
            # Nobody waits for it any more: it is closed where it was opened.
            late=lambda _: context.run(_shut, made),
        )

        async def close(error: BaseException | None) -> Any:
            await in_thread(partial(made.__exit__, *_triple(error)), context=context)

        return value, close
    return made, None


def is_a(factory: Any, test: Callable[[Any], bool]) -> bool:
    """Is it such a function, or an object that is called by one?"""
    return test(factory) or (callable(factory) and test(type(factory).__call__))


def _triple(error: BaseException | None) -> tuple[Any, Any, Any]:
    if error is None:
        return None, None, None
    return type(error), error, error.__traceback__


def _shut(manager: Any) -> None:
    try:
        manager.__exit__(None, None, None)
    except BaseException:
        LOGGER.exception("A dependency that came too late could not be closed")

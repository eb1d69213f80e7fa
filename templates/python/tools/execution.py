"""One call of a tool, from what the model wrote to the result that answers it.

Whatever goes wrong is a result: the model reads what to mend, the logger gets the traceback. Only
three things go through: KeyboardInterrupt, the cancellation of the task, and that of the run.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from inspect import CO_COROUTINE
from typing import TYPE_CHECKING, Any

from .._runtime.jsontext import loads
from .context import Call, Cancelled, ToolContext
from .dependencies import Depends, Scope
from .ending import End, Watched, ended
from .factories import is_a
from .inputs import InvalidArguments, text_parameter
from .results import (
    ToolError,
    ToolResult,
    error_result,
    failure_of,
    message_of,
    result_of,
)
from .storable import fits
from .threads import in_thread

if TYPE_CHECKING:
    from .defining import Tool

_new_call = partial(tuple.__new__, Call)
"""A Call of a pair, in half the time that its constructor takes."""
_CUT = "The arguments did not arrive as a whole. Send them again, as a JSON object."
_CUT_TEXT = "The text did not arrive as a whole. Send it again."
_TOO_DEEP = "The arguments nest too deep. Send a flatter JSON object."
_CALL_KEYS = {"id", "name", "arguments", "invalidArguments", "input", "metadata"}


@dataclass(slots=True)
class Execution:
    """What became of one call."""

    result: ToolResult
    artifact: Any
    """What the tool left for the app."""
    arguments: dict[str, Any] | None
    """Those the tool was given; None if it did not run."""


async def execute(
    tool: Tool, raw: Any, ctx: ToolContext, *, scope: Scope | None = None
) -> Execution:
    """Run ``tool`` for ``raw``: arguments as JSON text or as an object, or a whole ToolCall.

    ``scope`` is that of the run, for what is made once per run; without one (and without
    ``ctx.scope``), such things are made for this call alone.
    """
    if ctx.cancellation.cancelled:
        raise Cancelled(ctx.cancellation.reason)
    call, arguments, problem = _read(tool, raw, ctx)
    if problem:
        return Execution(error_result(call, problem), None, None)
    try:
        args, kwargs = tool.input.bound(arguments)
    except Exception as error:
        return Execution(_refused(error, tool, call, ctx), None, None)
    seconds = tool.timeout if ctx.deadline is None else _seconds(tool, ctx.deadline, ctx.now())
    if seconds is not None and seconds <= 0:
        return Execution(_too_late(0, call, ctx), None, None)
    if not tool.injected:
        function = tool.function
        code = getattr(function, "__code__", None)
        try:
            if code is not None and code.co_flags & CO_COROUTINE:
                running = function(*args, **kwargs)  # as most tools are, and a coroutine less
            else:
                running = _run(function, args, kwargs)
            waits_for = running.send(None)
        except StopIteration as stop:
            # What ends at once, as many tools do, needs no watching.
            result = result_of(stop.value, call, ctx.logger)
        except BaseException as error:
            result = _answer(("", None, error), seconds, call, ctx)
        else:
            watched = Watched(running, ctx.cancellation)
            end = await watched.until_ended(waits_for, seconds)
            result = _answer(end, seconds, call, ctx)
        return Execution(result, None, arguments)
    home = ctx.scope if scope is None else scope
    own = Scope() if home is None else None
    inner = (home or own or Scope()).call()
    until = ctx.deadline if seconds is None else ctx.now() + timedelta(seconds=seconds)
    tool_ctx = ctx.derived(call=call, scope=inner, deadline=until)
    try:
        end = await ended(_run_filled(tool, args, kwargs, tool_ctx), seconds, ctx.cancellation)
        await inner.close(_error_of_end(end, ctx))
    finally:
        if own is not None:
            await own.close()
    result = _answer(end, seconds, call, ctx)
    return Execution(result, tool_ctx.artifact, arguments)


def refusal(tool: Tool, call: dict[str, Any], ctx: ToolContext) -> ToolResult | None:
    """The result of a ToolCall with arguments that the tool does not take; None if it does."""
    identity, arguments, problem = _read(tool, call, ctx)
    if problem:
        return error_result(identity, problem)
    try:
        tool.input.bound(arguments)
    except Exception as error:
        return _refused(error, tool, identity, ctx)
    return None


# -- what the model wrote


def _read(tool: Tool, raw: Any, ctx: ToolContext) -> tuple[Call, dict[str, Any], str]:
    """The call, its arguments, and what is wrong with them, if anything is."""
    if not isinstance(raw, dict):
        if not hasattr(raw, "model_dump"):
            return ctx.call or Call("", tool.name), *_parsed(raw)
        raw = raw.model_dump(exclude_unset=True)
    try:
        id_, name, arguments = raw["id"], raw["name"], raw["arguments"]
    except KeyError:
        return ctx.call or Call("", tool.name), raw, ""
    if type(id_) is not str or type(name) is not str or type(arguments) is not dict:
        return ctx.call or Call("", tool.name), raw, ""
    call = _new_call((id_, name))
    if len(raw) == 3 and name == tool.name:  # as most calls are
        return call, arguments, ""
    if not _is_call(raw, tool):
        return ctx.call or Call("", tool.name), raw, ""
    free, invalid = raw.get("input"), raw.get("invalidArguments")
    if invalid is not None:
        return call, {}, _unusable(invalid) if free is None else _CUT_TEXT
    if free is not None:
        return call, *_written(tool, free)
    return call, arguments, ""


def _unusable(text: Any) -> str:
    """What is wrong with arguments that did not arrive as an object.

    Their text may be one by chance: of a call that was cut, or one that the model made to look so.
    Nobody was asked about such arguments, and nobody knows whether they are what was meant.
    """
    value, problem = _parsed(text)
    if not problem and not fits(value):
        return _TOO_DEEP
    return problem or _CUT


def _written(tool: Tool, text: Any) -> tuple[dict[str, Any], str]:
    """Free text is the value of the one parameter."""
    name = None if tool.input_format is None else text_parameter(tool.input)
    if name is None or not isinstance(text, str):
        return {}, "This tool takes no free text. Send its arguments as a JSON object."
    return {name: text}, ""


def _is_call(raw: dict[str, Any], tool: Tool) -> bool:
    """Is an object with a call's keys one? A tool may have parameters of these names, too."""
    if raw["name"] == tool.name:
        return True
    return raw.keys() <= _CALL_KEYS and "arguments" not in tool.input.schema.get("properties", {})


def _parsed(text: Any) -> tuple[dict[str, Any], str]:
    """Nothing at all means no arguments, as on the wires."""
    if text is None:
        return {}, ""
    if not isinstance(text, str):
        return {}, f"The arguments must be a JSON object, not a value of {type(text).__name__}."
    try:
        value = loads(text) if text.strip() else {}
    except RecursionError:
        return {}, _TOO_DEEP
    except ValueError as error:
        near = ""
        if isinstance(error, json.JSONDecodeError):
            around = text[max(0, error.pos - 20) : error.pos + 20]
            near = f", near {around!r}"
        return {}, f"The arguments are no JSON: {error}{near}. Send them again as a JSON object."
    if value is None:
        return {}, ""
    if type(value) is not dict:
        kind = {list: "a list", str: "a string", bool: "true or false"}.get(type(value), "a number")
        return {}, f"The arguments must be a JSON object, not {kind}."
    return value, ""


def _refused(error: Exception, tool: Tool, call: Call, ctx: ToolContext) -> ToolResult:
    if isinstance(error, InvalidArguments):
        ctx.logger.info("The arguments of %s were refused: %s", tool.name, error)
        return error_result(call, str(error))
    if isinstance(error, RecursionError):
        return error_result(call, _TOO_DEEP)
    return _failed(error, call, ctx)


# -- running


async def _run(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if is_a(function, inspect.iscoroutinefunction):
        return await function(*args, **kwargs)
    value = await in_thread(partial(function, *args, **kwargs))
    # A function that is not asynchronous may hand on what is.
    return await value if inspect.isawaitable(value) else value


async def _run_filled(
    tool: Tool, args: tuple[Any, ...], kwargs: dict[str, Any], ctx: ToolContext
) -> Any:
    filled = dict(kwargs)
    for name, what in tool.injected.items():
        filled[name] = await ctx.resolve(what) if isinstance(what, Depends) else ctx
    return await _run(tool.function, args, filled)


def _seconds(tool: Tool, deadline: datetime, now: datetime) -> float:
    """How long the tool may take: its own limit, or what is left of the run's, if that is less."""
    left = (deadline - now).total_seconds()
    return left if tool.timeout is None else min(left, tool.timeout)


# -- what became of it


def _answer(end: End, seconds: float | None, call: Call, ctx: ToolContext) -> ToolResult:
    """The result. Raises what is to go through."""
    why, value, error = end
    if why == "task":
        raise error if isinstance(error, asyncio.CancelledError) else asyncio.CancelledError
    if why == "cancelled":
        raise Cancelled(ctx.cancellation.reason)
    if why == "timeout":
        return _too_late(seconds, call, ctx)
    if error is None:
        return result_of(value, call, ctx.logger)
    if isinstance(error, ToolError):
        ctx.logger.info("%s (%s) failed: %s", call.name, call.id, error, exc_info=error)
        return failure_of(error.value, call)
    if isinstance(error, Cancelled) and ctx.cancellation.cancelled:
        raise error
    if _interrupts(error):
        raise error
    return _failed(error, call, ctx)


def _failed(error: BaseException, call: Call, ctx: ToolContext) -> ToolResult:
    ctx.logger.error("%s (%s) failed", call.name, call.id, exc_info=error)
    return error_result(call, f"Error executing tool: {message_of(error)}")


def _too_late(seconds: float | None, call: Call, ctx: ToolContext) -> ToolResult:
    ctx.logger.warning("%s (%s) was not done in time", call.name, call.id)
    limit = f" after {seconds:g} seconds" if seconds else ""
    return error_result(call, f"Error executing tool: timed out{limit}")


def _error_of_end(end: End, ctx: ToolContext) -> BaseException | None:
    """What the tool's dependencies are told of its end."""
    why, _, error = end
    if why == "timeout":
        return TimeoutError("the tool took too long")
    if why == "cancelled":
        return Cancelled(ctx.cancellation.reason)
    return asyncio.CancelledError() if why == "task" else error


def _interrupts(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_interrupts(one) for one in error.exceptions)
    return isinstance(error, KeyboardInterrupt)

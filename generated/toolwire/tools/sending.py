# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""One request and its reply, over a function of the app that sends a body."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from .._runtime.errors import plain
from .._runtime.fold import StreamFold
from .context import Cancellation
from .threads import in_thread
from .toolbox import no_tool

Json = dict[str, Any]
Send = Callable[[Json], Any]
_END = object()


def adapter_of(format: ModuleType | str, profile: str | None = None) -> Any:
    """The adapter of a format, by its module or its name, for a service that speaks it.

    Raises ValueError for none.
    """
    if isinstance(format, ModuleType):
        return format if profile is None else _Served(format, profile)
    try:
        return adapter_of(import_module(f"..{format}", __package__), profile)
    except ImportError as error:
        raise ValueError(f"there is no format {format!r}") from error


class _Served:
    """An adapter that writes and reads what a service does, whose profile this is."""

    def __init__(self, adapter: ModuleType, profile: str) -> None:
        adapter.renamed({"messages": []}, profile=profile)  # it says at once what it does not know
        self.encode_request = partial(adapter.encode_request, profile=profile)
        self.decode_response = partial(adapter.decode_response, profile=profile)
        self.adecode_stream = partial(adapter.adecode_stream, profile=profile)


async def reply_to(
    send: Send,
    request: Json,
    adapter: Any,
    *,
    stream: bool,
    tell: Callable[[Json], Awaitable[None]],
    threads: bool,
    cancellation: Cancellation,
) -> Json:
    """Send a request and read the reply. ``threads``: a plain function must not block the loop.

    Raises what ``send`` raises, ToolwireError, and Cancelled between two events of a stream. A
    stream that is left early is closed, as soon as no thread waits in it.
    """
    body = adapter.encode_request(request)
    if threads and not inspect.iscoroutinefunction(send):
        sent = await in_thread(partial(send, body), late=_let_go if stream else None)
    else:
        sent = send(body)
    if inspect.isawaitable(sent):
        sent = await sent
    if not stream:
        response: Json = adapter.decode_response(sent, request=request)
        return response
    fold = StreamFold()
    asynchronous = hasattr(sent, "__aiter__")
    opened = [sent] if asynchronous else [iter(sent), sent]
    events = sent if asynchronous else _passed_on(opened, threads)
    read = adapter.adecode_stream(events, tool_calls="whole", request=request)
    try:
        async for event in fold.aover(read):
            await tell(event)
            cancellation.raise_if_cancelled()
    except BaseException:
        for one in (events, *opened):
            await _closed(one)
        raise
    return {**fold.response}


async def _passed_on(opened: list[Any], threads: bool) -> AsyncIterator[Any]:
    """The events of the first of what was opened, as asynchronous ones."""
    following = partial(next, opened[0], _END)
    while True:
        if threads:
            # While one waits in a generator, nobody else can close it.
            event = await in_thread(following, late=lambda _: _let_go(*opened))
        else:
            event = following()
        if event is _END:
            return
        yield event


def _let_go(*opened: Any) -> None:
    """Close what nobody waits for any more, in the thread that had to do with it."""
    for one in opened:
        with suppress(Exception):
            one.close()


async def _closed(events: Any) -> None:
    """Have a stream let go of its connection, if it knows how to."""
    close = getattr(events, "aclose", None) or getattr(events, "close", None)
    with suppress(Exception):  # a thread may be waiting in it; what went wrong before counts
        ending = close() if callable(close) else None
        if inspect.isawaitable(ending):
            await ending


def definition(tool: Any) -> Json:
    """A ToolDefinition of whatever says one; its schema may be called ``input_schema``.

    Raises TypeError for what says none.
    """
    fields = plain(getattr(tool, "definition", tool))
    if type(fields) is not dict:
        raise no_tool(tool)
    found: Json = {**fields}
    if "input_schema" in found and "parameters" not in found:
        found["parameters"] = found.pop("input_schema")
    return found


def tools_of(request: Json, tool_names: Iterable[str], offered: list[Json]) -> Json:
    """A request with the tools that are offered now, beside those it has of its own."""
    names = {*tool_names, *(one["name"] for one in offered)}
    own = [definition(one) for one in request.get("tools") or [] if one.get("name") not in names]
    rest = {key: value for key, value in request.items() if key != "tools"}
    return {**rest, "tools": [*own, *offered]} if own or offered else rest

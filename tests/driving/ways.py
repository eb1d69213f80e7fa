"""The ways in which an app can have a stream converted; all of them give the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any

import toolwire
from driving.handling import supplied
from toolwire._runtime.convert import format_module

Json = Any


def joined(events: Iterable[Json], source: str, target: str, **how: Json) -> Iterator[Json]:
    """The two halves joined by an app that clears each intermediate event once it was taken."""
    decoded = supplied(format_module(source).decode_stream(events), "clears")
    written: Iterator[Json] = format_module(target).encode_stream(decoded, **how)
    return written


def converted(events: Iterable[Json], source: str, target: str, **how: Json) -> Iterator[Json]:
    """The one call."""
    return toolwire.convert_stream(events, source=source, target=target, **how)


def awaited(events: Iterable[Json], source: str, target: str, **how: Json) -> Iterator[Json]:
    """The one call, of an asynchronous stream."""

    async def arriving() -> AsyncIterator[Json]:
        for event in events:
            yield event

    found = toolwire.aconvert_stream(arriving(), source=source, target=target, **how)
    with asyncio.Runner() as runner:
        while True:
            try:
                yield runner.run(anext(found))  # type: ignore[arg-type]
            except StopAsyncIteration:
                return


WAYS: dict[str, Callable[..., Iterator[Json]]] = {
    "converted": converted,
    "joined": joined,
    "awaited": awaited,
}

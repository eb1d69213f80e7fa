"""All the events of a stream through a ``Sender``: a loop, and its asynchronous twin."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any

from .sending import Sender

Json = Any


def encoded(events: Iterable[object], sender: Sender) -> Iterator[Json]:
    """The wire's events for intermediate events; the last say whatever went wrong."""
    try:
        for event in events:
            yield from sender.send(event)
    except Exception:
        yield from sender.cut()
        raise
    yield from sender.cut()
    sender.check()


async def aencoded(events: AsyncIterable[object], sender: Sender) -> AsyncIterator[Json]:
    """The asynchronous twin of ``encoded``."""
    try:
        async for event in events:
            for one in sender.send(event):
                yield one
    except Exception:
        for one in sender.cut():
            yield one
        raise
    for one in sender.cut():
        yield one
    sender.check()

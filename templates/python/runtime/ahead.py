"""What comes is read ahead of whoever takes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, TypeVar

T = TypeVar("T")
_END: Any = object()


async def ahead(items: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """The same items, read to their end however slowly they are taken, if they are at all.

    To close it is to cancel the reading. Raises what the reading raises, behind what came before.
    """
    came: asyncio.Queue[T] = asyncio.Queue()

    async def read() -> None:
        async for item in items:
            came.put_nowait(item)

    reading = asyncio.create_task(read())
    reading.add_done_callback(lambda _: came.put_nowait(_END))
    try:
        while (item := await came.get()) is not _END:
            yield item
        await reading
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

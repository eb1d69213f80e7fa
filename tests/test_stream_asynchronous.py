"""Asynchronous streams: what the synchronous reader tells, and left, broken or stopped anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from hypothesis import given

from dice import Dice
from drawing import drawing
from samples import exactly
from splitting import split
from stream_samples import MODULES, adorned, each_wire, replies, rich, seeds
from toolwire._runtime.errors import ToolwireError

Json = Any


class Source:
    """Events that come one by one: how many were taken, and what ended it from outside."""

    def __init__(self, events: Iterable[Json], failure: BaseException | None = None) -> None:
        self.events, self.failure = [*events], failure
        self.taken = 0
        self.ended_by: BaseException | None = None
        self.waits = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[Json]:
        try:
            for event in self.events:
                self.taken += 1
                yield event
            if self.failure is not None:
                raise self.failure
            self.waits.set()
            await asyncio.Event().wait()
        except BaseException as error:
            self.ended_by = error
            raise


async def passed_on(events: Iterable[Json]) -> AsyncIterator[Json]:
    for event in events:
        yield event


def unfinished(name: str) -> list[Json]:
    """Events of a reply without its end: for wires that have a short way, some of them take it."""
    return split(name, rich(name), Dice(3))[:-1][:60]


def told_of(name: str, events: list[Json]) -> list[Json]:
    """What the synchronous reader tells of events that more may follow."""

    def source() -> Iterator[Json]:
        yield from events
        raise EOFError

    found: list[Json] = []
    with pytest.raises(EOFError):
        for event in MODULES[name].decode_stream(source()):
            found.append(event)
    return found


async def collected(stream: AsyncIterator[Json], found: list[Json]) -> None:
    async for event in stream:
        found.append(event)


@each_wire
def test_the_same_events_and_the_same_errors_as_the_synchronous_twin(name: str) -> None:
    module = MODULES[name]

    @drawing(100)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        dice = Dice(seed)
        events = [adorned(event, dice) for event in split(name, body, dice)]
        if seed % 3 == 0:
            events = events[: len(events) // 2]
        mode = ("deltas", "whole")[seed % 2]
        decoded: list[Json] = []
        found: list[Json] = []
        reading = collected(module.adecode_stream(passed_on(events), tool_calls=mode), found)
        try:
            for event in module.decode_stream(events, tool_calls=mode):
                decoded.append(event)
        except ToolwireError as error:
            with pytest.raises(ToolwireError) as other:
                asyncio.run(reading)
            assert (other.value.pointer, other.value.code) == (error.pointer, error.code)
        else:
            asyncio.run(reading)
        assert exactly(found, decoded)

    law()


@each_wire
def test_nothing_is_read_ahead_and_a_stream_that_is_left_is_over(name: str) -> None:
    async def left(count: int) -> None:
        source = Source(events)
        async with aclosing(MODULES[name].adecode_stream(source)) as stream:
            for _ in range(count):
                await anext(stream)
        assert len(told_of(name, events[: source.taken - 1])) < count
        with pytest.raises(StopAsyncIteration):
            await anext(stream)
        # It belongs to whoever opened it.
        assert source.ended_by is None

    events = unfinished(name)
    for count in range(1, len(told_of(name, events)) + 1):
        asyncio.run(left(count))


@each_wire
@pytest.mark.parametrize("failure", [ConnectionError("reset"), KeyError("type")], ids=repr)
def test_what_goes_wrong_in_the_source_goes_on_as_it_is(name: str, failure: Exception) -> None:
    events = unfinished(name)
    found: list[Json] = []
    with pytest.raises(type(failure)) as raised:
        asyncio.run(collected(MODULES[name].adecode_stream(Source(events, failure)), found))
    assert raised.value is failure
    assert found and exactly(found, told_of(name, events))


@each_wire
def test_what_is_thrown_into_it_ends_it_wherever_it_stands(name: str) -> None:
    async def thrown(count: int) -> None:
        source = Source(events)
        stream = MODULES[name].adecode_stream(source)
        for _ in range(count):
            await anext(stream)
        taken, failure = source.taken, KeyError("index")
        with pytest.raises(KeyError) as raised:
            await stream.athrow(failure)
        assert raised.value is failure and source.taken == taken
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    events = unfinished(name)
    for count in range(1, len(told_of(name, events)) + 1):
        asyncio.run(thrown(count))


@each_wire
def test_cancelled_while_it_waits_it_tells_the_source_and_nothing_more(name: str) -> None:
    async def cancelled() -> None:
        source = Source(events)
        reading = asyncio.ensure_future(collected(MODULES[name].adecode_stream(source), found))
        await source.waits.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert isinstance(source.ended_by, asyncio.CancelledError)

    events = unfinished(name)
    found: list[Json] = []
    asyncio.run(cancelled())
    assert found and exactly(found, told_of(name, events))


@each_wire
def test_a_wrong_option_is_refused_before_anything_is_asked_for(name: str) -> None:
    with pytest.raises(ValueError, match='tool_calls is "deltas" or "whole"'):
        MODULES[name].adecode_stream(passed_on([]), tool_calls="lines")

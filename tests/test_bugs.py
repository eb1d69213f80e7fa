"""A bug of ours comes out as itself: it never looks like a payload that is malformed.

Every function that the conversion of a fixture calls, of an adapter or of the runtime, is made to
fail, one at a time, as a mistake in it would.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from dice import Dice
from samples import ALL, FORMATS, adapter, copied, invalid
from splitting import split
from stream_samples import MODULES, rich
from toolwire import StreamFold, ToolwireError

Json = Any
Run = Callable[[], Json]


def _key(*args: Json, **kwargs: Json) -> Json:
    return dict[str, int]()["a bug"]  # builtins alone: it runs among another module's names


def _type(*args: Json, **kwargs: Json) -> Json:
    return len(...)  # type: ignore[arg-type]


def _attribute(*args: Json, **kwargs: Json) -> Json:
    return ().a_bug  # type: ignore[attr-defined]


def _index(*args: Json, **kwargs: Json) -> Json:
    return ()[7]  # type: ignore[misc]


def _name(*args: Json, **kwargs: Json) -> Json:
    return a_bug  # type: ignore[name-defined]  # noqa: F821


def _endless(*args: Json, **kwargs: Json) -> Json:
    raise RecursionError


BUGS: dict[Json, type[Exception]] = {
    _key: KeyError, _type: TypeError, _attribute: AttributeError, _index: IndexError,
    _name: NameError,
}  # fmt: skip
each_wire = pytest.mark.parametrize("name", FORMATS)
JUDGES = ("toolwire._runtime.errors", "toolwire._runtime.misfit")
"""They work out what is wrong: nobody judges them."""


def functions() -> Iterator[FunctionType]:
    """Every function and method of the package."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("toolwire.") and name not in JUDGES:
            for value in vars(module).values():
                holders = vars(value).values() if isinstance(value, type) else [value]
                for attribute in holders:
                    found = attribute.fget if isinstance(attribute, property) else attribute
                    if isinstance(found, FunctionType) and found.__module__ == name:
                        yield found


def called(run: Run) -> dict[int, CodeType]:
    """The code that a run goes through, by its place in memory: to compare two takes long."""
    codes: dict[int, CodeType] = {}

    def note(frame: FrameType, event: str, arg: Json) -> None:
        """It is told of calls; as it gives nothing, it is not told what goes on in them."""
        codes[id(frame.f_code)] = frame.f_code

    gc.disable()  # what earlier runs left behind does not end in this one
    before = sys.gettrace()
    sys.settrace(note)
    try:
        run()
    finally:
        sys.settrace(before)
        gc.enable()
    return codes


@contextmanager
def broken(function: FunctionType, bug: Json) -> Iterator[None]:
    """A function that fails, wherever it is known."""
    whole = function.__code__
    function.__code__ = bug.__code__
    try:
        yield
    finally:
        function.__code__ = whole


def _listed(convert: Json, events: list[Json]) -> list[Json]:
    return [*convert(copied(events))]


def _gathered(convert: Json, events: list[Json]) -> list[Json]:
    async def each() -> AsyncIterator[Json]:
        for event in copied(events):
            yield event

    async def gathered() -> list[Json]:
        return [item async for item in convert(each())]

    return asyncio.run(gathered())


def _folded(events: list[Json]) -> Json:
    fold = StreamFold()
    for event in events[:-1]:
        fold.add(event)
    return fold.response


def goes(name: str, entry: str, value: Json) -> bool:
    """Whether a wire takes a value."""
    try:
        adapter(name, entry).encode(value)
    except ToolwireError:
        return False
    return True


def runs(name: str) -> Iterator[tuple[str, Run]]:
    """Conversions of a wire's fixtures, by the function that is called."""
    wire = MODULES[name]
    for fixture in ALL:
        if name not in (fixture.format, *fixture.targets):
            continue
        entry, payload = fixture.entry, fixture.payload
        value = fixture.adapter.decode(payload)
        if invalid(fixture.format, entry, payload) or not goes(name, entry, value):
            # What is wrong with it may be what a bug is taken for.
            continue
        if fixture.format == name:
            yield f"decode_{entry}", partial(fixture.adapter.decode, payload)
        for verb in ("encode", "losses"):
            yield f"{verb}_{entry}", partial(getattr(wire, f"{verb}_{entry}"), value)
    events = split(name, rich(name), Dice(0))
    decoded = [*wire.decode_stream(copied(events))]
    yield "decode_stream", partial(_listed, wire.decode_stream, events)
    yield "adecode_stream", partial(_gathered, wire.adecode_stream, events)
    yield "encode_stream", partial(_listed, wire.encode_stream, decoded)
    yield "aencode_stream", partial(_gathered, wire.aencode_stream, decoded)
    yield "fold", partial(_folded, decoded)


@each_wire
def test_a_bug_comes_out_as_itself(name: str) -> None:
    by_code: dict[int, list[FunctionType]] = {}
    for one in functions():
        if not one.__code__.co_freevars:
            by_code.setdefault(id(one.__code__), []).append(one)
    done: dict[tuple[str, int], CodeType] = {}
    bugs = cycle(BUGS.items())
    for entry, run in runs(name):
        todo = {at: code for at, code in called(run).items() if (entry, at) not in done}
        done |= {(entry, at): code for at, code in todo.items()}
        right = run()
        for function in [one for at in todo for one in by_code.get(at, ())]:
            bug, error = next(bugs)
            with broken(function, bug):
                try:
                    found = run()
                except ToolwireError as wrong:
                    what = f"{entry}: {function.__qualname__} {error}: {wrong}"
                    assert isinstance(wrong.__cause__, error), what
                    assert "a bug of ours" in wrong.expected, what
                    continue
                except error:
                    continue
            # What looks for the place of a piece may find none: then the long way is gone.
            gone = function.__name__.startswith("_find_") and found == right
            assert gone, f"{entry}: {function.__qualname__} {error} is heard of by nobody"
    assert len(done) > 400


@each_wire
def test_a_function_that_never_ends_is_no_payload_that_nests_too_deep(name: str) -> None:
    run = next(run for entry, run in runs(name) if entry == "decode_request")
    own = [one for one in functions() if one.__module__ == f"toolwire.{name}"]
    codes = called(run)
    inner = next(one for one in own if id(one.__code__) in codes and one.__name__.startswith("_"))
    with broken(inner, _endless), pytest.raises(RecursionError):
        run()

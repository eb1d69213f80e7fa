"""How long asynchronous streams take, beside the synchronous reader on the same events.

    .venv/bin/python tests/bench/asynchronous.py [--passes N]

Nothing waits here: what is timed is the reading alone, and the bare loop is ``async for`` over the
same events. All of a row are timed in turn in every pass, and the median of each counts, of what it
takes of the processor (`timing`).
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from streams import LINE, PASSES, PIECE, SIZE, STREAMS, WIRES, file_text
from timing import Timed, usual_of

Json = Any
GOAL = 1.2


def replies(wire: str) -> dict[str, list[Json]]:
    """Name → the events of each reply that is measured, calls where they come in pieces."""
    text = (LINE * (SIZE // len(LINE) + 1))[:SIZE]
    write = STREAMS[wire].stream
    if wire not in WIRES:
        return {"text": [*write([], text, PIECE)]}
    return {
        "text": [*write([], text, PIECE)],
        "one call": [*write([file_text(SIZE)], "", PIECE)],
        "three calls taking turns": [*write([file_text(SIZE)] * 3, "", PIECE)],
    }


async def passed_on(events: list[Json]) -> AsyncIterator[Json]:
    """A source that has all its events already."""
    for event in events:
        yield event


async def _over(events: AsyncIterator[Json]) -> None:
    async for _ in events:
        pass


def _driven(waiting: Coroutine[Any, Any, None]) -> None:
    """Run what never waits, without an event loop."""
    try:
        waiting.send(None)
    except StopIteration:
        return
    raise RuntimeError("it waits for something")


def _row(title: str, module: Json, events: list[Json], passes: int) -> None:
    def synchronous() -> None:
        for _ in module.decode_stream(events):
            pass

    readings: dict[str, Timed] = {
        "sync": synchronous,
        "bare": lambda: _driven(_over(passed_on(events))),
        "async": lambda: _driven(_over(module.adecode_stream(passed_on(events)))),
    }
    took = usual_of(readings, passes)
    sync, bare, asynchronous = (took[key] / len(events) for key in ("sync", "bare", "async"))
    ratio = asynchronous / (sync + bare)
    late = " *" if ratio > GOAL else ""
    print(f"  {title:48}{sync:>10.0f}{bare:>10.0f}{asynchronous:>10.0f}{ratio:>13.2f}x{late}")


def asynchronous_streams(passes: int = PASSES) -> None:
    """Print what an event costs, in nanoseconds."""
    print(f"\nAsynchronous streams, ns an event (goal ≤ {GOAL}x sync and bare loop together)")
    header = f"{'sync':>10}{'bare':>10}{'async':>10}{'of both':>14}"
    print(f"  {'':48}{header}")
    for wire in STREAMS:
        module = importlib.import_module(f"toolwire.{wire}")
        for name, events in replies(wire).items():
            _row(f"{wire}: {name}", module, events, passes)


def main() -> None:
    """Measure asynchronous streams alone."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--passes", type=int, default=PASSES)
    asynchronous_streams(parser.parse_args().passes)


if __name__ == "__main__":
    main()

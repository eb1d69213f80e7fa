"""Random streams, whole and cut, converted from every wire to every wire and read strictly.

    .venv/bin/python tests/driving/streams.py --count 10000

Prints for each source and target how many streams there were, how many of them were cut, and the
faults by kind, each with the first seed that shows it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

import toolwire  # noqa: E402
from dice import Dice  # noqa: E402
from driving.comparison import Comparison  # noqa: E402
from driving.event_grammar import read  # noqa: E402
from driving.handling import CONSUMERS, SUPPLIERS, supplied, taken  # noqa: E402
from driving.source_parts import Stream  # noqa: E402
from driving.stream_sources import stream  # noqa: E402

Json = Any
WIRES = ("openai_chat", "anthropic_messages", "gemini")
CUTS = ("whole", "ends", "refused", "breaks", "fails")
"""How a stream ends: whole, or it just ends (and the caller wants it raised), raises, or fails."""
ERRORS = {
    "openai_chat": {"error": {"message": "Overloaded.", "type": "server_error"}},
    "anthropic_messages": {"type": "error",
                           "error": {"type": "overloaded_error", "message": "Overloaded."}},
    "gemini": {"error": {"code": 503, "message": "Overloaded.", "status": "UNAVAILABLE"}},
}  # fmt: skip


def broken(events: Iterable[Json]) -> Iterator[Json]:
    """Events after which the connection breaks."""
    yield from events
    raise ConnectionError("reset by peer")


def cut_at(made: Stream, cut: str, dice: Dice) -> int | None:
    """After how many events a stream is cut."""
    if cut == "whole":
        return None
    return dice.randint(0, len(made.events) if cut == "breaks" else made.complete - 1)


def arriving(made: Stream, cut: str, count: int | None, supplier: str) -> Iterator[Json]:
    """The events that arrive of a stream that is cut, and how it ends."""
    events = made.events[:count]
    if cut == "fails":
        events = [*events, ERRORS[made.wire]]
    found = supplied(events, supplier)
    return broken(found) if cut == "breaks" else found


def converted(
    events: Iterable[Json], source: str, target: str, cut: str, consumer: str
) -> tuple[list[Json], Exception | None]:
    """What comes out, as it was handed out, and what is raised at the end."""
    written: list[Json] = []
    how: Json = {"on_cut": "raise"} if cut == "refused" else {}
    try:
        found = toolwire.convert_stream(
            events, source=source, target=target, on_loss="ignore", **how
        )
        taken(found, consumer, written)
    except Exception as raised:  # whatever it is: most are faults
        return written, raised
    return written, None


def ending(cut: str, raised: Exception | None) -> Iterator[str]:
    """Whether what was raised at the end is what the caller asked for."""
    if cut == "refused":
        expected: type[Exception] | None = toolwire.ToolwireError
    else:
        expected = ConnectionError if cut == "breaks" else None
    if expected is None and raised is not None:
        yield f"crash {type(raised).__name__}: {raised}"
    elif expected is not None and not isinstance(raised, expected):
        what = "nothing" if raised is None else f"{type(raised).__name__}: {raised}"
        yield f"does not raise {expected.__name__}: {what}"


def check(
    source: str,
    target: str,
    seed: int,
    cut: str = "whole",
    consumer: str = "keeps",
    supplier: str = "keeps",
) -> list[str]:
    """The faults of one stream converted, as "kind: particulars"."""
    made = stream(source, seed)
    count = cut_at(made, cut, Dice(f"cut {seed}"))
    events = arriving(made, cut, count, supplier)
    written, raised = converted(events, source, target, cut, consumer)
    faults = [*ending(cut, raised)]
    client = read(target, written)
    faults += client.faults
    if not any(fault.startswith("crash") for fault in faults):
        faults += Comparison(made, target, client.told, count).differences()
        if cut == "fails" and client.told.error != "Overloaded.":
            faults.append(f"the error changed: {client.told.error}")
    return faults


def drawn(seed: int) -> tuple[str, str, str]:
    """How the stream of a seed is cut, consumed and supplied: half are whole, half are kept."""
    dice = Dice(f"how {seed}")
    cut = dice.choice(CUTS[1:]) if dice.chance(2) else "whole"
    consumer = dice.choice(CONSUMERS) if dice.chance(2) else "keeps"
    supplier = dice.choice(SUPPLIERS) if dice.chance(2) else "keeps"
    return cut, consumer, supplier


def table(count: int) -> int:
    """Check streams from every wire to every wire, print what is found, and count the faults."""
    total = 0
    for source in WIRES:
        for target in WIRES:
            kinds: Counter[str] = Counter()
            first: dict[str, tuple[int, str]] = {}
            cuts = faulty = 0
            for seed in range(count):
                how = drawn(seed)
                cuts += how[0] != "whole"
                found = check(source, target, seed, *how)
                faulty += bool(found)
                for fault in found:
                    kind = fault.partition(":")[0]
                    kinds[kind] += 1
                    first.setdefault(kind, (seed, f"{how}: {fault}"))
            total += faulty
            print(f"{source} -> {target}: {count} streams, {cuts} cut, {faulty} with faults")
            for kind, number in kinds.most_common():
                seed, fault = first[kind]
                print(f"  {number:>6}  {kind}; first: seed {seed} {fault[:300]}")
    return total


def main() -> None:
    """Check as many streams as asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="streams for each pair of wires")
    asked = parser.parse_args()
    total = table(asked.count)
    print(f"{total} faulty streams" if total else "no faults")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()

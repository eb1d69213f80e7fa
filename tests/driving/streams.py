"""Random streams, whole and cut, converted from every wire to every wire and read strictly.

    .venv/bin/python tests/driving/streams.py --count 10000 [--corpus DIR]

Prints for each source and target how many streams there were, how many of them were cut, and the
faults by kind, each with the first seed that shows it. The target ``events`` is the reading alone,
``next request`` what the conversation then goes on with, on every wire.
With a corpus the same for recorded streams, cut in up to forty places, and for the next request.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

from dice import Dice  # noqa: E402
from driving import STREAMED, recorded  # noqa: E402
from driving.comparison import Comparison  # noqa: E402
from driving.cuts import CUTS, arriving, cut_at, ending  # noqa: E402
from driving.event_grammar import read  # noqa: E402
from driving.handling import CONSUMERS, SUPPLIERS, handed_out  # noqa: E402
from driving.readings import check_next, check_reading  # noqa: E402
from driving.stream_sources import stream  # noqa: E402
from driving.strict_client import NO_ID  # noqa: E402
from driving.tally import Tally  # noqa: E402
from driving.ways import WAYS, converted  # noqa: E402
from samples import difference, exactly  # noqa: E402

Json = Any
USUAL = ("keeps", "keeps", "converted")


def check(
    source: str,
    target: str,
    seed: int,
    cut: str = "whole",
    consumer: str = "keeps",
    supplier: str = "keeps",
    way: str = "converted",
) -> list[str]:
    """The faults of one stream converted, as "kind: particulars"."""
    made = stream(source, seed)
    count = cut_at(made, cut, Dice(f"cut {seed}"))
    events = arriving(made, cut, count, supplier)
    convert = partial(WAYS[way], source=source, target=target, on_loss="ignore")
    if cut == "refused":
        convert = partial(convert, on_cut="raise")
    written, raised = handed_out(lambda: convert(events), consumer)
    faults = [*ending(cut, raised)]
    client = read(target, written)
    if any(fault.startswith("crash") for fault in faults):
        return faults
    faults += client.faults
    if source == target and any(b.kind == "call" and b.id is None for b in made.says()):
        # What came without an id may go back without it.
        faults = [fault for fault in faults if not fault.startswith(NO_ID)]
    faults += Comparison(made, target, client.reply, count).differences()
    if cut == "fails" and not str(client.reply.error).endswith("Overloaded."):
        faults.append(f"the error changed: {client.reply.error}")
    if (consumer, supplier, way) != USUAL:
        undisturbed = arriving(made, cut, count, "keeps")
        usual = handed_out(lambda: converted(undisturbed, source, target, on_loss="ignore"))[0]
        if not exactly(written, usual):
            faults.append(f"not as usual: {difference(written, usual)}")
    return faults


def drawn(seed: int) -> tuple[str, ...]:
    """How the stream of a seed is cut, consumed, supplied and converted; half in the usual way."""
    dice = Dice(f"how {seed}")
    cut = dice.choice(CUTS[1:]) if dice.chance(2) else "whole"
    consumer = dice.choice(CONSUMERS) if dice.chance(2) else "keeps"
    supplier = dice.choice(SUPPLIERS) if dice.chance(2) else "keeps"
    way = dice.choice([*WAYS]) if dice.chance(4) else "converted"
    return cut, consumer, supplier, way


def row(title: str, checked: Callable[..., list[str]], count: int) -> int:
    """Check streams in one way, print what is found, and count the streams with faults."""
    tally, cuts = Tally(), 0
    for seed in range(count):
        how = drawn(seed)
        cuts += how[0] != "whole"
        tally.add(f"seed {seed} {how}", checked(seed, *how))
    tally.show(f"{title}: {count} streams, {cuts} cut")
    return tally.faulty


def table(count: int) -> int:
    """Check streams from every wire to every wire, and count those with faults."""
    total = 0
    for source in STREAMED:
        total += row(f"{source} -> events", partial(check_reading, source), count)
        total += row(f"{source} -> next request", partial(check_next, source), count)
        for target in STREAMED:
            total += row(f"{source} -> {target}", partial(check, source, target), count)
    return total


def main() -> None:
    """Check as many streams as asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="streams for each pair of wires")
    parser.add_argument("--corpus", type=Path, help="also cut these recorded streams (JSONL)")
    asked = parser.parse_args()
    total = table(asked.count)
    if asked.corpus is not None:
        total += recorded.table(asked.corpus)
    print(f"{total} faults" if total else "no faults")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()

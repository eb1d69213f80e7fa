"""What rules, dialects and the report of losses cost: a conversion by default, beside one without.

    .venv/bin/python tests/bench/whole.py [--corpus DIR] [--passes N] [--formats a,b]

Each request is parsed, decoded and encoded for every other wire, with all the defaults and with
`rules="off", on_loss="ignore"`, in turn. Timed is what each of these takes of the processor
(`timing` says more); the medians of its passes are summed.
Tools come again and again, as they do in an app: they are looked at in the first pass alone.
"walk" is what it takes to see each value of a request once, and to ask its type: the least that any
look costs which is to tell whether something would be lost or refused.
"""

from __future__ import annotations

import argparse
import importlib
import json
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from timing import Stopwatch, passes
from traffic import CORPUS, SPOKEN, fixtures, recorded

from toolwire._runtime.errors import made_plain

Json = Any
Convert = Callable[[Json], Json]
GOAL = 1.3
STEPS = ("reading", "bare", "default", "walk")


def measure(
    texts: list[str], decode: Convert, ways: Sequence[Convert], count: int
) -> dict[str, float]:
    """Nanoseconds of each step, of all requests together."""
    watch = Stopwatch()
    sides = [*zip(STEPS[1:], ways, strict=True)]
    for _ in passes(count):
        sides.reverse()
        for at, text in enumerate(texts):
            value = watch.timed(STEPS[0], at, lambda text: decode(json.loads(text)), text)
            for step, encode in sides:
                watch.timed(step, at, encode, value)
    return watch.steps()


def crossing(payloads: list[Json], source: str, target: str) -> tuple[list[str], Convert, Any]:
    """The texts that a conversion takes, what reads them, and the target's adapters."""
    reader = importlib.import_module(f"toolwire.{source}")
    writer = importlib.import_module(f"toolwire.{target}")

    def decode(payload: Json) -> Json:
        request = reader.decode_request(payload)
        request.setdefault("model", "m")
        return request

    texts = []
    for payload in payloads:
        try:
            writer.encode_request(decode(payload), rules="off", on_loss="ignore")
            writer.encode_request(decode(payload), on_loss="ignore")
        except ValueError:  # refused, by either: nobody's conversion
            continue
        texts.append(json.dumps(payload))
    return texts, decode, writer


class Sums:
    """What requests took together, by the words that say which they are."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, str, str], list[float]] = {}

    def add(self, row: tuple[str, str, str], requests: int, spent: dict[str, float]) -> None:
        """Count a row in, and in each line that it is a part of."""
        name, source, _ = row
        for line in (row, (name, source, "all"), (name, "all", "all")):
            sums = self._of.setdefault(line, [0] * (1 + len(STEPS)))
            for index, more in enumerate((requests, *(spent[step] for step in STEPS))):
                sums[index] += more

    def show(self, *line: str) -> None:
        """Print one line; none where there was nothing."""
        if line not in self._of:
            return
        name, source, target = line
        requests, *spent = self._of[name, source, target]
        reading, bare, default, walk = (time / requests / 1000 for time in spent)
        ratio = (reading + default) / (reading + bare)
        least = (reading + bare + walk) / (reading + bare)
        late = " *" if ratio > GOAL else ""
        print(
            f"  {source[:9]:>9} {name[:3]} {target[:9]:10}{requests:>6.0f}"
            f"{reading:>7.1f}{bare:>7.1f}{walk:>7.1f}{least:>6.2f}x{default:>9.1f}{ratio:>7.2f}x{late}",
            flush=True,
        )


def whole_conversions(corpus: Path, count: int, only: list[str]) -> None:
    """Print the table: of each wire to each other, and what it comes to for all requests."""
    warnings.showwarning = lambda *_: None
    print("\nA whole conversion by default, against one with rules off and losses ignored")
    print(f"(goal {GOAL}x; microseconds a request)\n")
    head = f"{'':20}{'requests':>9}{'read':>7}{'bare':>7}{'walk':>7}{'':7}"
    print(f"{head}{'default':>9}{'whole':>8}")
    sums = Sums()
    for source in only:
        for name, payloads in (
            ("fixture", [*fixtures(source, "request").values()]),
            ("recorded", recorded(corpus, source, "request")),
        ):
            for target in SPOKEN if payloads else ():
                if target != source:
                    _row(sums, (name, source, target), payloads, count)
            sums.show(name, source, "all")
    print()
    for name in ("fixture", "recorded"):
        sums.show(name, "all", "all")


def _row(sums: Sums, row: tuple[str, str, str], payloads: list[Json], count: int) -> None:
    _, source, target = row
    texts, decode, writer = crossing(payloads, source, target)
    if not texts:
        return
    bare = partial(writer.encode_request, rules="off", on_loss="ignore")
    ways: list[Convert] = [bare, partial(writer.encode_request, on_loss="warn"), made_plain]
    size = sum(map(len, texts))
    fewer = max(5, min(count, count * 200_000 // size))
    sums.add(row, len(texts), measure(texts, decode, ways, fewer))
    sums.show(*row)


def main() -> None:
    """Measure and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="recorded traffic (JSONL)")
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--formats", default=",".join(SPOKEN))
    given = parser.parse_args()
    whole_conversions(given.corpus, given.passes, given.formats.split(","))


if __name__ == "__main__":
    main()

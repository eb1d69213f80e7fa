"""How long the generated adapters take, beside a hand-written conversion and beside `json`.

Streams have modules of their own, `streams` and `asynchronous`, and conversions with all defaults
`whole`: this one runs them too.

    .venv/bin/python tests/bench/bench.py [--corpus DIR] [--passes N] [--floor DIR]

Every payload is parsed, decoded by both, encoded by both and dumped in turn, as an app would do one
after another. Timed is what each of these takes of the processor (`timing` says more); the
medians of its passes are summed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from asynchronous import asynchronous_streams
from streams import streams
from timing import Stopwatch, passes
from traffic import (
    CORPUS,
    FORMATS,
    ROOT,
    SPOKEN,
    TURNS,
    answered,
    conversation,
    entries,
    fixtures,
    recorded,
    usual,
)
from whole import whole_conversions

Json = Any
Convert = Callable[[Json], Json]
GOAL = 1.25


def measure(
    texts: list[str], generated: list[Convert], floor: list[Convert], count: int
) -> dict[str, float]:
    """Nanoseconds of each step, of all payloads together."""
    watch = Stopwatch()
    timed = watch.timed
    sides = [("decode", "encode", generated), ("floor decode", "floor encode", floor)]
    for _ in passes(count):
        sides.reverse()
        for at, text in enumerate(texts):
            payload = timed("loads", at, json.loads, text)
            values = [timed(name, at, convert[0], payload) for name, _, convert in sides]
            for (_, name, convert), value in zip(sides, values, strict=True):
                timed(name, at, convert[1], value)
            timed("dumps", at, json.dumps, payload)
    return watch.steps()


MANY = {"request": "requests", "response": "replies"}
ONE = {"response": "reply"}
USUAL = "usual"
"""What payloads of an entry are called, if not by its name."""


def payload_sets(format_: str, corpus: Path) -> list[tuple[str, str, list[Json]]]:
    """(name, entry, payloads) of all that is measured for a format."""
    names = {entry: MANY.get(entry, entry) for entry in entries(format_)}
    rows = [(f"fixture {names[e]}", e, [*fixtures(format_, e).values()]) for e in names]
    rows += [(f"recorded {names[e]}", e, recorded(corpus, format_, e)) for e in names]
    rows += [(f"{USUAL} {ONE.get(e, e)}", e, [one]) for e, one in usual(format_).items()]
    if format_ in SPOKEN:
        rows += [(f"{turns} turns", "request", [conversation(format_, turns)]) for turns in TURNS]
    return [row for row in rows if row[2]]


def usual_call(format_: str, entry: str) -> Json:
    """The call that a usual result answers, as its own adapter reads it; None for another entry."""
    source = answered(format_).get(entry)
    if source is None:
        return None
    decode, _ = adapters(f"toolwire.{format_}", source)
    return decode(usual(format_)[source])


def both_take(payload: Json, generated: list[Convert], floor: list[Convert]) -> bool:
    """Fixtures may be there to be refused: those are nobody's traffic."""
    try:
        return all(encode(decode(payload)) == payload for decode, encode in (generated, floor))
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def adapters(module: str, entry: str, call: Json = None) -> list[Convert]:
    """A module's decode and encode of an entry, or none; of results of a ``call``."""
    found = importlib.import_module(module)
    names = [f"{way}_{entry}" for way in ("decode", "encode")]
    functions = [getattr(found, name) for name in names if hasattr(found, name)]
    if len(functions) < len(names):  # a floor need not have every entry
        return []
    if all("rules" in signature(one).parameters for one in functions[1:]):  # no floor has any
        functions[1:] = [partial(functions[1], rules="off")]
    if module.startswith("toolwire."):  # nor does it say what is lost
        functions[1:] = [partial(functions[1], on_loss="ignore")]
    return functions if call is None else [partial(one, call=call) for one in functions]


def conversions(corpus: Path, count: int, only: list[str], floor_name: str = "floor_{}") -> None:
    """Print the table of ratios; ``floor_name``: what the modules written by hand are called."""
    print(f"Medians of {count} passes. decode, encode: against the floor (goal {GOAL}x);")
    print("/loads, /dumps: against json.loads and json.dumps, the floor's in brackets.\n")
    title = f"{'':20}{'payloads':>9}{'KB':>7}{'decode':>9}{'encode':>9}"
    print(f"{title}{'/loads':>9}{'':>8}{'/dumps':>8}")
    for format_ in only:
        print(format_)
        for name, entry, payloads in payload_sets(format_, corpus):
            call = usual_call(format_, entry) if name.startswith(USUAL) else None
            generated = adapters(f"toolwire.{format_}", entry, call)
            floor = adapters(floor_name.format(format_), entry, call)
            if not floor:
                continue
            texts = [json.dumps(p) for p in payloads if both_take(p, generated, floor)]
            # A pass over one short payload would be too little to go by.
            copies = max(1, 100_000 // sum(map(len, texts)))
            spent = measure(texts * copies, generated, floor, count)
            decode = spent["decode"] / spent["floor decode"]
            encode = spent["encode"] / spent["floor encode"]
            left = f"  {name:18}{len(texts):>9}{statistics.median(map(len, texts)) / 1000:>7.1f}"
            late = " *" if max(decode, encode) > GOAL else ""
            print(
                f"{left}{decode:>8.2f}x{encode:>8.2f}x"
                f"{spent['decode'] / spent['loads']:>8.2f}x"
                f" ({spent['floor decode'] / spent['loads']:.2f}x)"
                f"{spent['encode'] / spent['dumps']:>7.2f}x"
                f" ({spent['floor encode'] / spent['dumps']:.2f}x){late}"
            )


IMPORTS = ("json, typing", "toolwire", "toolwire, json, typing")


def imports(times: int = 20) -> None:
    """Print what imports cost in fresh interpreters, start-up not counted."""
    package = importlib.import_module("toolwire").__file__
    assert package is not None
    root = str(Path(package).parent.parent)
    print(f"\nImports, best of {times} fresh interpreters:")
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        modules = (*IMPORTS, *(f"toolwire.{format_}" for format_ in FORMATS))
        base = 0.0
        for names in modules:
            code = (
                f"import sys, time; sys.path.insert(0, {root!r}); t = time.perf_counter_ns()\n"
                f"import {names}\nprint(time.perf_counter_ns() - t)"
            )
            # -S: what site and its .pth files import already would look free.
            command = [sys.executable, "-S", "-c", code]
            runs = [
                int(
                    subprocess.run(command, env=environment, capture_output=True, check=True).stdout
                )
                for _ in range(times + 1)
            ]
            spent = min(runs[1:]) / 1e6
            base = base or spent
            print(f"  {names:30}{spent:>8.2f} ms{spent / base:>8.2f}x")


def commands() -> None:
    """Print what the two commands take, in a copy of the project."""
    tool = Path(sys.executable).parent / "toolwire"
    if not tool.exists():
        return
    print("\nCommands:")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "toolwire"
        for name in ("schemas", "templates", "generated", "generator"):
            shutil.copytree(ROOT / name, copy / name)
        for command in ("generate", "check"):
            start = perf_counter_ns()
            done = subprocess.run([tool, command], cwd=copy, capture_output=True, check=False)
            seconds = (perf_counter_ns() - start) / 1e9
            print(f"  toolwire {command:10}{seconds:>8.2f} s  (exit {done.returncode})")


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="recorded traffic (JSONL)")
    parser.add_argument("--passes", type=int, default=100)
    parser.add_argument("--formats", default=",".join(FORMATS))
    parser.add_argument("--conversions-only", action="store_true")
    parser.add_argument("--floor", type=Path, help="another hand-written floor: a module a format")
    given = parser.parse_args()
    if given.floor is not None:
        sys.path.insert(0, str(given.floor))
        conversions(given.corpus, given.passes, given.formats.split(","), "{}")
        return
    conversions(given.corpus, given.passes, given.formats.split(","))
    spoken = [name for name in given.formats.split(",") if name in SPOKEN]
    whole_conversions(given.corpus, given.passes // 5, spoken)
    if not given.conversions_only:
        streams()
        asynchronous_streams()
        imports()
        commands()


if __name__ == "__main__":
    main()

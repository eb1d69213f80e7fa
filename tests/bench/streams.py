"""How long streams take, beside readers written by hand for the same wire.

The first is a bare accumulator; the second tells what ours tells, event for event, and drops
nothing.

    .venv/bin/python tests/bench/streams.py [--passes N]

All of a row are timed in turn in every pass, in a rotating order, and the median of each counts, of
what it takes of the processor (`timing`).
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import traffic
from timing import Timed, usual_of

Json = Any
GOAL = 1.5
SIZE = 200_000
PIECE = 20
BIG, BIG_PIECE = 10_000_000, 2_000
PASSES = 20
STREAMS = {name: traffic.part(name, "bench_stream") for name in traffic.having("bench_stream")}
BY_HAND = [name for name, module in STREAMS.items() if module.by_hand]
"""The formats with a reader written by hand."""
WIRES = [name for name in BY_HAND if not getattr(STREAMS[name], "whole_calls", False)]
"""Those of them whose calls come in pieces, which it joins as ours does."""
LINE = "    for row in rows: total += row.price * row.count  # \u2013 "


def file_text(size: int) -> str:
    """Arguments that hold one long text, such as a file to write; ``size`` characters of JSON."""
    value = {"path": "src/main.py", "content": ""}
    empty = len(json.dumps(value, separators=(",", ":")))
    value["content"] = (LINE * (size // len(LINE) + 1))[: size - empty]
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def rows_text(size: int) -> str:
    """Arguments that hold many small values; about ``size`` characters of JSON."""
    row = {"id": 1234567, "name": "Zürich", "price": 12.5, "open": True, "tags": ["a", "b"]}
    count = size // (len(json.dumps(row, separators=(",", ":"), ensure_ascii=False)) + 1)
    return json.dumps({"rows": [row] * count}, separators=(",", ":"), ensure_ascii=False)


def shapes(size: int) -> dict[str, tuple[list[str], str]]:
    """Name → the calls' arguments and the text of each reply that is measured."""
    return {
        "one call, a long text": ([file_text(size)], ""),
        "one call, many values": ([rows_text(size)], ""),
        "three calls taking turns": ([file_text(size)] * 3, ""),
        "text": ([], (LINE * (size // len(LINE) + 1))[:size]),
    }


def last(events: Iterable[Json]) -> Json:
    """Read events to their end, and give the last."""
    return deque(events, maxlen=1)[0]


def _texts_and_calls(completed: Json) -> list[Json]:
    """The texts and calls of a reply; what only its wire understands is not compared."""
    blocks = completed["response"]["message"]["content"]
    calls = [block["toolCall"] for block in blocks if block["kind"] == "toolCall"]
    texts = [block["text"] for block in blocks if block["kind"] == "text"]
    return [*texts, *((call["id"], call["name"], call["arguments"]) for call in calls)]


def same_said(decode: Any, by_hand: Any, events: list[Json]) -> bool:
    """Whether the bare reader has the texts and calls that ours has."""
    return _texts_and_calls(last(decode(events))) == _texts_and_calls(last(by_hand(events, True)))


def same_told(decode: Any, by_hand: Any, events: list[Json]) -> bool:
    """Whether the lossless reader tells all that ours tells, event for event."""
    ways = {"deltas": True, "whole": False}
    return all(
        [*decode(events, tool_calls=way)] == [*by_hand(events, deltas)]
        for way, deltas in ways.items()
    )


def decoding(passes: int) -> None:
    """Print what reading costs, as a multiple of the readers written by hand."""
    print(f"\nStreams of {SIZE // 1000} KB in pieces of {PIECE}, against a list and one join")
    print(f"  (goal ≤ {GOAL}x of what loses nothing; two sizes: the time for twice the text)")
    header = ("by hand", "whole", "deltas", "two sizes", "encode", "text + chunk")
    print(f"  {'':48}" + "".join(f"{name:>14}" for name in header))
    for wire in BY_HAND:
        module = importlib.import_module(f"toolwire.{wire}")
        by_hand, lossless = STREAMS[wire].by_hand, STREAMS[wire].lossless
        double = shapes(2 * SIZE)
        for name, (calls, text) in shapes(SIZE).items():
            if calls and wire not in WIRES:
                continue
            events = [*STREAMS[wire].stream(calls, text, PIECE)]
            twice = [*STREAMS[wire].stream(*double[name], PIECE)]
            title = f"{wire}: {name}"
            for agree, reader in ((same_said, by_hand), (same_told, lossless)):
                if not agree(module.decode_stream, reader, events):
                    sys.exit(f"{title}: the two do not agree")
            _row(title, module, wire, by_hand, events, twice, passes)
            title = "  against one that loses nothing, as ours"
            _row(title, module, wire, lossless, events, twice, passes)


def _row(
    title: str, module: Json, wire: str, by_hand: Any, events: Json, twice: Json, passes: int
) -> None:
    decode = module.decode_stream
    folds: dict[str, Timed] = {
        "whole": lambda: last(decode(events, tool_calls="whole")),
        "whole by hand": lambda: last(by_hand(events, False)),
        "deltas": lambda: last(decode(events)),
        "deltas by hand": lambda: last(by_hand(events, True)),
        "twice": lambda: last(decode(twice)),
    }
    encode = getattr(module, "encode_stream", None)
    if encode is not None:
        decoded = [*decode(events)]
        folds["encode"] = lambda: last(encode(decoded, on_loss="ignore"))
    took = usual_of(folds, passes)
    idiom = {"adding": lambda: last(STREAMS[wire].adding(events))}
    adding = usual_of(idiom, max(passes // 10, 1))
    hand = took["deltas by hand"]
    print(
        f"  {title:48}{hand / 1e6:>11.2f} ms"
        f"{took['whole'] / took['whole by hand']:>13.2f}x"
        f"{took['deltas'] / hand:>13.2f}x"
        f"{took['twice'] / took['deltas']:>13.2f}x"
        + (f"{took['encode'] / hand:>13.2f}x" if encode else f"{'–':>14}")
        + f"{adding['adding'] / hand:>13.2f}x"
    )


def peak(fold: Timed) -> int:
    """Bytes held at the worst moment of a fold, beyond what was held before."""
    gc.collect()
    tracemalloc.start()
    try:
        fold()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def memory() -> None:
    """Print the peak of folding a long call, as a multiple of its text."""
    sizes = f"{BIG // 10**6} MB of arguments in {BIG_PIECE // 1000} KB pieces"
    print(f"\nMemory, peak of folding {sizes}, as a multiple of the text")
    header = ("by hand", "whole", "by hand", "deltas")
    print(f"  {'':22}" + "".join(f"{name:>10}" for name in header))
    text = file_text(BIG)
    # Two bytes a character, in the pieces as in the whole.
    size = sys.getsizeof(text)
    for wire in WIRES:
        decode = importlib.import_module(f"toolwire.{wire}").decode_stream
        by_hand = STREAMS[wire].by_hand
        events = partial(STREAMS[wire].stream, [text], "", BIG_PIECE)
        rows: list[Timed] = [
            partial(_folded, events, partial(by_hand, deltas=False)),
            partial(_folded, events, partial(decode, tool_calls="whole")),
            partial(_folded, events, partial(by_hand, deltas=True)),
            partial(_folded, events, decode),
        ]
        print(f"  {wire:22}" + "".join(f"{peak(row) / size:>9.2f}x" for row in rows))


def _folded(events: Callable[[], Iterable[Json]], read: Callable[..., Iterable[Json]]) -> Json:
    return last(read(events()))


def streams(passes: int = PASSES) -> None:
    """Measure all of it and print it."""
    decoding(passes)
    memory()


def main() -> None:
    """Measure streams alone."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--passes", type=int, default=PASSES)
    streams(parser.parse_args().passes)


if __name__ == "__main__":
    main()

"""Pages and searches of an output of a gigabyte, beside ``sed`` and ``grep``: time and memory.

    python tests/bench/tools_pages.py [megabytes]

The file is in the system's cache for all of them. Each answer opens the entry anew, as a call does.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "generated"))

from toolwire.tools.grep import Context, grep
from toolwire.tools.pages import page
from toolwire.tools.sqlite_store import SqliteStore
from toolwire.tools.store import FolderStore, Store

ROUNDS = 3


def text(megabytes: int) -> Iterator[bytes]:
    """Lines such as logs have; one in the middle and one near the end that no other is like."""
    dice = random.Random(1)
    words = [b"".join(dice.choices([b"a", b"e", b"n", b"t"], k=7)) for _ in range(50)]
    block = b"".join(
        b"2026-01-02T03:04:05 INFO %s %s %s\n"
        % (*dice.choices(words, k=2), b"x" * dice.randrange(80))
        for _ in range(11_000)
    )
    size = 0
    marks = {megabytes * 500_000: b"ERROR half way\n", megabytes * 990_000: b"ERROR near the end\n"}
    for place in sorted(marks):
        while size < place:
            yield block
            size += len(block)
        yield marks[place]
    while size < megabytes * 1_000_000:
        yield block
        size += len(block)


def best(do: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        do()
        times.append(time.perf_counter() - start)
    return min(times)


def shell(*command: str) -> Callable[[], object]:
    quiet = {**os.environ, "LC_ALL": "C.UTF-8"}
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, env=quiet, check=True)


def compare(store: Store, reference: str, file: str) -> None:
    last = int(subprocess.check_output(["wc", "-l", file]).split()[0])
    near = last - 300

    def a_page(offset: int) -> Callable[[], object]:
        def read() -> object:
            with store.open(reference) as entry:
                return page(entry, offset, 200)

        return read

    def a_search(pattern: str, regex: bool, most: int) -> Callable[[], object]:
        def read() -> object:
            with store.open(reference) as entry:
                return grep(entry, pattern, regex, Context(2, 2, most))

        return read

    def pages(offset: int) -> list[str]:
        return ["sed", "-n", f"{offset},{offset + 199}p;{offset + 199}q", file]

    def lines_of(pattern: str, how: str, most: int) -> list[str]:
        return ["grep", "-n", how, f"-m{most}", "-A2", "-B2", pattern, file]

    rows: list[tuple[str, Callable[..., Callable[[], object]], tuple[Any, ...], list[str]]] = [
        ("first page", a_page, (1,), pages(1)),
        ("page half way", a_page, (last // 2,), pages(last // 2)),
        ("last page", a_page, (near,), pages(near)),
        ("text, first 10 of many", a_search, ("INFO", False, 10), lines_of("INFO", "-F", 10)),
        ("text, half way", a_search, ("ERROR", False, 1), lines_of("ERROR", "-F", 1)),
        ("text, near the end", a_search, ("ERROR near", False, 1), lines_of("ERROR near", "-F", 1)),
        ("regex, half way", a_search, ("ERR[A-Z]+ h", True, 1), lines_of("ERR[A-Z]+ h", "-E", 1)),
        ("regex, near the end", a_search, (r"[A-Z]+R \w+ the", True, 1),
         lines_of(r"[A-Z]+R \w+ the", "-E", 1)),
    ]  # fmt: skip
    for name, make, arguments, command in rows:
        peer = best(shell(*command))
        ours = best(make(*arguments))
        print(
            f"  {name:24} {ours * 1e3:8.1f} ms   {command[0]:4} {peer * 1e3:8.1f} ms"
            f"   {ours / peer:5.2f}x"
        )


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory() as folder:
        store = FolderStore(Path(folder) / "kept")
        start = time.perf_counter()
        reference = store.put(text(megabytes))
        print(f"kept in {time.perf_counter() - start:.1f} s")
        plain = Path(folder) / "plain.txt"
        with open(plain, "wb") as file:
            for piece in text(megabytes):
                file.write(piece)
        print(f"{megabytes:,} MB in a folder")
        compare(store, reference, str(plain))
        rows = SqliteStore(Path(folder) / "kept.sqlite")
        print(f"{megabytes:,} MB in an SQLite file")
        compare(rows, rows.put(text(megabytes)), str(plain))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory: {after / 1024:.0f} MB at most, {(after - before) / 1024:.0f} MB of it for this")


if __name__ == "__main__":
    main()

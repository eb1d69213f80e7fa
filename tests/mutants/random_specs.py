"""Random mutants of transforms and schemas: findings, or code that compiles, and never a traceback.

Each has one to three things wrong at once. Half are of the small project of the golden cases, half
of the formats of this one; some go through files and the loader, the rest is mutated as data. A
mutant is named by its seed and its number, and comes out the same each time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))

from compiled import Package, undefined_names  # noqa: E402
from mutants.structures import SOURCES, in_memory, on_disk, sources_of  # noqa: E402
from toolwire_codegen.check.rules import check_project  # noqa: E402
from toolwire_codegen.load.project import Project, load_project  # noqa: E402
from toolwire_codegen.resolve.format import resolve  # noqa: E402

SMALL = TESTS / "golden" / "base"
FILED = 5
"""One in so many mutants of this project goes through files, and each of the small one."""
HARMLESS = frozenset({"undocumented", "invalid-example", "title-mismatch", "repeated-title"})
"""Codes that say nothing of types: with these alone a mutant has to compile."""


@cache
def _base(root: Path) -> Project:
    return load_project(root)


def outcome(seed: str, folder: Path, package: Package) -> tuple[str, str]:
    """What becomes of one mutant: `refused`, `compiled` or `failed`, and what went wrong."""
    rnd = random.Random(seed)
    small = rnd.random() < 0.5
    base = _base(SMALL if small else TESTS.parent)
    name, which = rnd.choice(sorted(base.formats)), rnd.choice(SOURCES)
    filed = small or rnd.randrange(FILED) == 0
    data = sources_of(base, name, which, rnd)
    try:
        project = None if filed else in_memory(base, name, data)
        if project is None:
            on_disk(folder, name, data)
            project = load_project(folder)
        if not {finding.code for finding in check_project(resolve(project))} <= HARMLESS:
            return "refused", ""
        _, module = package.add(project, name)
        missing = undefined_names(module)
    except Exception:
        return "failed", f"{seed}: {name}, {which}\n{traceback.format_exc(-6)}"
    wrong = f"{seed}: {name}, {which}: undefined {sorted(missing)}\n"
    return ("failed", wrong) if missing else ("compiled", "")


def share_of(task: tuple[str, int, int]) -> list[tuple[str, str]]:
    """The outcomes of the mutants from one number to before another."""
    seed, first, end = task
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder) / "package", f"random_{first}")
        found = [outcome(f"{seed} {n}", Path(folder), package) for n in range(first, end)]
        package.close()
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=1000, help="how many mutants")
    arguments.add_argument("--seed", default="1", help="which ones")
    arguments.add_argument("--number", type=int, help="this one alone")
    given = arguments.parse_args()
    if given.number is not None:
        tasks = [(given.seed, given.number, given.number + 1)]
    else:
        starts = range(0, given.count, 100)
        tasks = [(given.seed, n, min(n + 100, given.count)) for n in starts]
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for outcomes in pool.map(share_of, tasks):
            counts.update(what for what, _ in outcomes)
            for _, wrong in outcomes:
                print(wrong, end="", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return int(counts["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())

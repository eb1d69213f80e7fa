"""Is every mutant of the code noticed? Exit 1 if one survives, 2 if a row is out of date.

    .venv/bin/python tests/code_mutants/run.py [--jobs N] [--quick] [words of rows]

Each mutant is made in a copy of the project, in a temporary folder, and undone there for the next;
where it changes the compiler, the package is generated anew by it. ``--quick`` asks the tests that
a row names and no others.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "tests")]

from code_mutants import (  # noqa: E402
    accepted,
    accepting,
    apart,
    at_home,
    begins,
    checked,
    checking,
    clean,
    clients,
    commands,
    dialects,
    ended_by,
    everywhere,
    found,
    in_place,
    lasting,
    mended,
    named_in_rules,
    numbered,
    operators,
    outside_wires,
    outsiders,
    passes,
    planning,
    publishing,
    reading,
    refused,
    relayed,
    rendering,
    replies,
    resolving,
    results,
    runtime,
    shared,
    slips,
    so_far,
    spelling,
    stored_wires,
    streaming,
    tools,
    twice,
)
from code_mutants.mutant import COMPILER, Mutant  # noqa: E402

MUTANTS = [
    mutant
    for rows in (
        accepted,
        accepting,
        at_home,
        replies,
        results,
        runtime,
        so_far,
        reading,
        refused,
        relayed,
        streaming,
        ended_by,
        everywhere,
        numbered,
        spelling,
        resolving,
        checking,
        checked,
        clean,
        operators,
        outside_wires,
        outsiders,
        planning,
        passes,
        rendering,
        publishing,
        commands,
        clients,
        tools,
        dialects,
        in_place,
        lasting,
        mended,
        named_in_rules,
        found,
        twice,
        apart,
        shared,
        slips,
        stored_wires,
        begins,
    )
    for mutant in rows.MUTANTS
]
COPIED = ("docs", "generated", "generator", "schemas", "templates", "tests")
# What only asks whether the copy is up to date would notice anything.
UNASKED = ("test_publish.py", "test_vendor.py")
# What asks whether the rows match the code notices every mutant.
OF_ROWS = "test_code_mutants.py"
GENERATE = "from toolwire_codegen.cli import main; main()"
LONGEST = 900
"""Seconds after which tests of a mutant count as never ending."""


@contextmanager
def copies(count: int) -> Iterator[SimpleQueue[Path]]:
    """So many copies of the project, to be taken and put back as it is."""
    free: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="toolwire-mutants-") as name:
        for number in range(count):
            root = Path(name) / str(number)
            for folder in COPIED:
                shutil.copytree(ROOT / folder, root / folder)
            for file in ROOT.iterdir():
                if file.is_file():
                    shutil.copy2(file, root)
            free.put(root)
        yield free


def killer(mutant: Mutant, free: SimpleQueue[Path], quick: bool) -> str | None:
    """What notices a mutant; None if it survives."""
    root = free.get()
    mutant.apply(root)
    try:
        return noticed(mutant, root, quick)
    finally:
        # With the times of before: nothing that was compiled of the mutant passes for it.
        shutil.copy2(ROOT / mutant.file, root / mutant.file)
        shutil.rmtree(root / "generated")
        shutil.copytree(ROOT / "generated", root / "generated")
        free.put(root)


def noticed(mutant: Mutant, root: Path, quick: bool) -> str | None:
    """What fails in a copy where a mutant was made; None if nothing does."""
    if not mutant.shipped:
        made = run(root, "-c", GENERATE, "generate", "--root", str(root))
        if made is None or made.returncode:
            return "generate"
    # One after the other: mostly the first module tells, and collecting the others takes long.
    for module in mutant.tests:
        if (found := failing(root, f"tests/{module}.py")) is not None:
            return found
    if quick:
        return None
    # Tests of the compiler ask in their own way whether a copy is what it was made from.
    left_out = (OF_ROWS, *(() if mutant.file.startswith(COMPILER) else UNASKED))
    return failing(root, "tests", *(f"--ignore=tests/{module}" for module in left_out))


def failing(root: Path, *arguments: str) -> str | None:
    """The first test that fails."""
    done = run(root, "-m", "pytest", "-q", "-x", "--no-header", *arguments)
    if done is None:
        return "never ends"
    if done.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"no test was run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found[1]


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str] | None:
    """Run Python in the copy of the project; None if it takes too long."""
    paths = os.pathsep.join(str(root / folder) for folder in ("generator", "generated"))
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, *arguments]
    try:
        return subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return None


def out_of_date(mutants: Sequence[Mutant]) -> list[str]:
    """The rows that do not match the code, or of which anything would be noticed."""
    found = []
    for mutant in mutants:
        path = ROOT / mutant.file
        if not path.is_file():
            found.append(f"{mutant}: {mutant.file} is gone")
        elif (count := (text := path.read_text(encoding="utf-8")).count(mutant.old)) != 1:
            found.append(f"{mutant}: found {count} times")
        elif path.suffix == ".py" and not _is_python(text.replace(mutant.old, mutant.new)):
            found.append(f"{mutant}: is no Python any more")
    return found


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="only the tests that a row names")
    parser.add_argument("words", nargs="*", help="only rows that hold one of these")
    options = parser.parse_args()
    words = options.words or [""]
    mutants = [one for one in MUTANTS if any(word in str(one) for word in words)]
    if stale := out_of_date(mutants):
        print("\n".join(stale))
        return 2
    survived = 0
    with copies(options.jobs) as free, ThreadPoolExecutor(options.jobs) as pool:
        found = pool.map(partial(killer, free=free, quick=options.quick), mutants)
        for mutant, by in zip(mutants, found, strict=True):
            survived += by is None
            print(f"{'SURVIVED' if by is None else 'killed'}  {mutant}  {by or ''}", flush=True)
    print(f"{len(mutants) - survived} of {len(mutants)} mutants are noticed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())

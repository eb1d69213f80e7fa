"""Mutants of every transform: each is noticed by the checks, or listed with the reason.

`legitimate.yaml` says which mutants are other specs and no mistakes: a list of reasons, each with
patterns of the names of mutants (`*` stands for anything). One that is neither noticed nor listed
fails, and so does a pattern that matches none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from toolwire_codegen.check import definitions
from toolwire_codegen.check.rules import RULES, check_project
from toolwire_codegen.load.grammar import read_transform
from toolwire_codegen.load.project import TRANSFORM, Format, Project, load_project
from toolwire_codegen.resolve.format import resolve

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))

from mutants.mutations import Mutant, mutants  # noqa: E402

ROOT = TESTS.parent
TABLE = Path(__file__).parent / "legitimate.yaml"
ABOUT_TRANSFORMS = [r for r in RULES if r.handler.__module__ != definitions.__name__]
"""The rules on definitions see the schemas alone, which no mutant changes."""
SHARES = 4
"""Each format's mutants go over the processes in so many shares."""


def noticed(base: Project, name: str, mutant: Mutant) -> bool:
    """Whether a mutant leads to a finding."""
    findings = list(mutant.findings)
    if mutant.document is None:
        return True
    format_ = base.formats[name]
    transform = read_transform(name, mutant.document, findings)
    mutated = Format(name, format_.schema, transform, format_.codecs)
    project = Project(base.root, base.intermediate, {name: mutated}, findings=findings)
    return bool(findings) or bool(check_project(resolve(project), ABOUT_TRANSFORMS))


def share_of(task: tuple[str, int]) -> tuple[int, list[str]]:
    """How many mutants one share of a format has, and which of them nobody notices."""
    name, share = task
    base = load_project(ROOT)
    document = base.formats[name].transform.document
    text = (ROOT / "schemas" / name / TRANSFORM).read_text(encoding="utf-8")
    count, silent = 0, []
    with tempfile.TemporaryDirectory() as folder:
        found = mutants(document, text, Path(folder) / TRANSFORM)
        for index, mutant in enumerate(found):
            if index % SHARES == share:
                count += 1
                if not noticed(base, name, mutant):
                    silent.append(f"{name} {mutant.name}")
    return count, silent


def reasons() -> list[tuple[str, list[str]]]:
    """The table: each reason with its patterns."""
    table: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [(row["reason"], row["mutants"]) for row in table]


def matches(name: str, pattern: str) -> bool:
    """Brackets in a name are brackets, and no sets of letters."""
    return fnmatchcase(name, pattern.replace("[", "[[]"))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--silent", action="store_true", help="print all that is not noticed")
    arguments.add_argument("--formats", nargs="*", help="these alone; no pattern is stale then")
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    show, names = given.silent, given.formats or [*load_project(ROOT).formats]
    tasks = [(name, share) for name in names for share in range(SHARES)]
    with ProcessPoolExecutor(given.jobs) as pool:
        done = list(pool.map(share_of, tasks))
    total, silent = sum(count for count, _ in done), sorted(n for _, names in done for n in names)
    table, used = reasons(), Counter[str]()
    unlisted = []
    for name in silent:
        hits = [p for _, patterns in table for p in patterns if matches(name, p)]
        used.update(hits)
        if show:
            print(name)
        elif not hits:
            unlisted.append(name)
            print(f"neither noticed nor listed: {name}")
    stale = [p for _, patterns in table for p in patterns if not used[p]]
    stale = [] if show or given.formats else stale
    for pattern in stale:
        print(f"listed, and matches no mutant that goes unnoticed: {pattern}")
    print(f"{total} mutants: {total - len(silent)} noticed, {len(silent) - len(unlisted)} listed")
    return int(not show and bool(unlisted or stale))


if __name__ == "__main__":
    sys.exit(main())

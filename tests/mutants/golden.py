"""Mutants of the golden wires: the checks notice, or adapter and interpreter agree on a body.

The tests take every so-manyth; this, as a command, takes them all.
"""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))

from building import read_once  # noqa: E402
from compiled import Package  # noqa: E402
from interpreter import REFUSALS  # noqa: E402
from interpreter.adapter import Interpreter  # noqa: E402
from mutants.mutations import Mutant, mutants  # noqa: E402
from mutants.run import ABOUT_TRANSFORMS  # noqa: E402
from samples import difference  # noqa: E402
from toolwire_codegen.check.rules import check_project  # noqa: E402
from toolwire_codegen.load.grammar import read_transform  # noqa: E402
from toolwire_codegen.load.project import TRANSFORM, Format, Project  # noqa: E402
from toolwire_codegen.resolve.format import resolve  # noqa: E402

Json = Any
GOLDEN = TESTS / "golden" / "adapter"
KINDS = {"response": "reply"}
REFUSED: Json = {"refused": True}
SHARES = 8
"""Each wire's mutants go over the processes in so many shares."""


def disagreements(name: str, first: int, every: int) -> Iterator[str]:
    """What is wrong with each ``every``-th mutant of a wire, from the ``first`` one."""
    base = read_once(GOLDEN)
    document = base.formats[name].transform.document
    text = (GOLDEN / "schemas" / name / TRANSFORM).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder), f"mutants_of_{name}_{first}")
        found = mutants(document, text, Path(folder) / TRANSFORM)
        for mutant in islice(found, first, None, every):
            project = _unnoticed(base, name, mutant)
            if project is not None:
                module = package.add(project, name)[1]
                yield from (f"{mutant.name}: {one}" for one in _unlike(project, name, module))
        package.close()


def _unnoticed(base: Project, name: str, mutant: Mutant) -> Project | None:
    """The project with a mutant in the place of its transform; None if it has findings."""
    findings = list(mutant.findings)
    if findings or mutant.document is None:
        return None
    format_ = base.formats[name]
    transform = read_transform(name, mutant.document, findings)
    mutated = Format(name, format_.schema, transform, format_.codecs)
    project = Project(base.root, base.intermediate, {name: mutated}, findings=findings)
    noticed = findings or check_project(resolve(project), ABOUT_TRANSFORMS)
    return None if noticed else project


def _unlike(project: Project, name: str, module: ModuleType) -> Iterator[str]:
    """Where adapter and interpreter differ about the wire's bodies and their values."""
    other = Interpreter(project, project.formats[name])
    for entry, given in bodies(project, name):
        for way in ("decode", "encode"):
            ours = _converted(module, f"{way}_{entry}", given)
            try:
                theirs = getattr(other, way)(entry, given)
            except REFUSALS:
                theirs = REFUSED
            found = difference(theirs, ours)
            if found is not None:
                yield f"{way} {entry}: {found}"
            if found is not None or ours is REFUSED:
                break
            given = ours


def bodies(project: Project, name: str) -> Iterator[tuple[str, Json]]:
    """Each body that a wire has here, and its entry; a list has several of one entry."""
    for entry in project.formats[name].transform.entries:
        path = GOLDEN / "payloads" / name / f"{KINDS.get(entry, entry)}.json"
        if path.exists():
            payload = json.loads(path.read_text(encoding="utf-8"))
            yield from ((entry, body) for body in (payload if type(payload) is list else [payload]))


def _converted(module: ModuleType, function: str, value: Json) -> Json:
    """What an adapter makes of a value; a refusal is an answer too."""
    try:
        return getattr(module, function)(value)
    except ValueError as error:
        if type(error).__name__ != "ToolwireError":
            raise
        return REFUSED


def _share(task: tuple[str, int]) -> list[str]:
    name, first = task
    return [f"{name}: {one}" for one in disagreements(name, first, SHARES)]


def main() -> int:
    """Try the mutants of the wires that are named, or of all; the exit status."""
    warnings.simplefilter("ignore")  # of losses: which there are is compared
    names = sys.argv[1:] or [*read_once(GOLDEN).formats]
    tasks = [(name, share) for name in names for share in range(SHARES)]
    wrong = 0
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(_share, tasks):
            wrong += len(found)
            print(*found, sep="\n", end="\n" if found else "", flush=True)
    print(f"{wrong} disagreements")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

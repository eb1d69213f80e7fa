"""Random structural mutations of the sources: checks never raise, and what they pass compiles."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from compiled import Package, undefined_names
from formats import transform
from mutants.structures import in_memory, sources_of
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.resolve.format import resolve

ROOT = Path(__file__).parent.parent
BASE = Path(__file__).parent / "golden" / "base"
REAL_ROUNDS, BASE_ROUNDS, TEXT_ROUNDS = 1, 12, 12
"""Seeds for each format of the project, for the small one, and for the small one's files."""

# What says nothing of types: with these alone a mutant still has to compile.
HARMLESS = frozenset({"undocumented", "invalid-example", "title-mismatch", "repeated-title"})


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("fuzz"), "fuzzed_adapters")
    yield package
    package.close()


@cache
def _read(root: Path) -> Project:
    """A project to change copies of."""
    return load_project(root)


def _rounds() -> list[tuple[Path, str, str, int]]:
    real = sorted(path.parent.name for path in ROOT.glob("schemas/*/transform.yaml"))
    sources = (("transform", 3), ("stream", 2), ("routes", 10), ("wire", 1), ("intermediate", 1))
    rounds = [(ROOT, name, REAL_ROUNDS) for name in real] + [(BASE, "notebook", BASE_ROUNDS)]
    return [(root, name, which, n * share // 3)
            for root, name, n in rounds for which, share in sources
            if which not in ("stream", "routes") or root == BASE or "stream" in transform(name)
            ]  # fmt: skip


@pytest.mark.parametrize(
    ("root", "name", "which", "rounds"),
    _rounds(),
    ids=lambda value: str(getattr(value, "name", value)),
)
def test_mutants_are_refused_or_compile(
    root: Path, name: str, which: str, rounds: int, package: Package
) -> None:
    base = _read(root)
    passed = refused = 0
    for seed in range(rounds):
        data = sources_of(base, name, which, random.Random(f"{which} {seed}"))
        project = in_memory(base, name, data)
        if project is None:
            continue
        findings = check_project(resolve(project))
        if {finding.code for finding in findings} <= HARMLESS:
            passed += 1
            _, module = package.add(project, name)
            assert undefined_names(module) == set(), seed
        else:
            refused += 1
    assert (passed and refused) or rounds < BASE_ROUNDS


@pytest.mark.parametrize("file", ["intermediate.schema.json", "wire.schema.json", "transform.yaml"])
def test_damaged_files_are_findings(file: str, tmp_path: Path) -> None:
    """Files cut short, doubled or with a character changed: read as far as they can be."""
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    path = next((tmp_path / "schemas").rglob(file))
    whole = path.read_text(encoding="utf-8")
    for seed in range(TEXT_ROUNDS):
        rnd = random.Random(f"{file} {seed}")
        index = rnd.randrange(len(whole))
        damaged = {
            0: whole[:index],
            1: whole[:index] + rnd.choice("{}[]:,\"'#&*|>!%@`\t\n\x00\u2028é0") + whole[index:],
            2: whole[:index] + whole[index + rnd.randrange(1, 20) :],
            3: whole[:index] + whole[: len(whole) - index],
        }[seed % 4]
        path.write_text(damaged, encoding="utf-8")
        for finding in check_project(resolve(load_project(tmp_path))):
            assert str(finding).count("\n") == 0
            assert finding.position.line >= 1

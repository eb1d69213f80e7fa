"""The golden wires, and others that differ from one of them in a few words."""

from __future__ import annotations

import shutil
from pathlib import Path

from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.resolve.format import resolve

GOLDEN = Path(__file__).parent / "golden" / "adapter"


def changed(name: str, changes: list[tuple[str, str]], folder: Path) -> Project:
    """A golden wire, without findings, that says something else at the first place of each text."""
    project, findings = checked(name, changes, folder)
    assert findings == [], "\n".join(findings)
    return project


def checked(
    name: str, changes: list[tuple[str, str]], folder: Path
) -> tuple[Project, list[str]]:
    """The same, and what is found."""
    shutil.copytree(GOLDEN / "schemas" / name, folder / "schemas" / name)
    shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", folder / "schemas")
    for old, new in changes:
        path = next(
            one for one in sorted((folder / "schemas" / name).glob("*"))
            if old in one.read_text(encoding="utf-8")
        )  # fmt: skip
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    project = load_project(folder)
    return project, [str(finding) for finding in check_project(resolve(project))]

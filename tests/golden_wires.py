"""The golden wires, and others that differ from one of them in a few words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from compiled import Package
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.resolve.format import resolve

NUMBERS = count(1)
"""Packages that are open at the same time have different names."""
GOLDEN = Path(__file__).parent / "golden" / "adapter"


def changed(name: str, changes: list[tuple[str, str]], folder: Path) -> Project:
    """A golden wire, without findings, that says something else at the first place of each text."""
    project, findings = checked(name, changes, folder)
    assert findings == [], "\n".join(findings)
    return project


@contextmanager
def compiled(name: str, changes: list[tuple[str, str]], folder: Path) -> Iterator[ModuleType]:
    """The adapter of such a wire, in a package of its own in this folder."""
    package = Package(folder / "package", f"{name}_{next(NUMBERS)}")
    try:
        yield package.add(changed(name, changes, folder / "project"), name)[1]
    finally:
        package.close()


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


Files = dict[str, str | bytes]
"""Files of a project's `schemas`, with what stands in them."""


def rebased(changes: list[tuple[str, str]], folder: Path, files: Files | None = None) -> list[str]:
    """What is found in the base of the golden cases, with more files, where it says otherwise."""
    shutil.copytree(GOLDEN.parent / "base", folder, dirs_exist_ok=True)
    for place, text in (files or {}).items():
        path = folder / "schemas" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    for old, new in changes:
        told = [one for one in sorted((folder / "schemas" / "notebook").glob("*")) if one.is_file()]
        told.append(folder / "schemas" / "intermediate.schema.json")
        path = next(one for one in told if old in one.read_text(encoding="utf-8"))
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    return [str(one) for one in check_project(resolve(load_project(folder)))]


def pager_events(
    changes: list[tuple[str, str]], reply: Any, folder: Path, *ahead: dict[str, Any]
) -> list[Any]:
    """The events of a reply of a changed `pager`, told in two pieces behind what is ``ahead``.

    They are read again: that is the reply.
    """
    pieces = [{"kind": "textDelta", "text": text} for text in ("Thr", "ee.")]
    with compiled("pager", changes, folder) as module:
        done = {"kind": "completed", "response": module.decode_response(reply)}
        events = [*module.encode_stream([*ahead, *pieces, done])]
        assert [*module.decode_stream(events)][-1]["response"] == done["response"]
    return events

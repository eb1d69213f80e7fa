"""The golden wires, and others that differ from one of them in a few words."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
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


Definitions = dict[str, Any]
"""What schemas say instead at these paths, of definitions and their keys; GONE: nothing."""
GONE = object()


def changed(
    name: str,
    changes: list[tuple[str, str]],
    folder: Path,
    definitions: Definitions | None = None,
) -> Project:
    """A golden wire, without findings, that says something else at the first place of each text."""
    project, findings = checked(name, changes, folder, definitions)
    assert findings == [], "\n".join(findings)
    return project


@contextmanager
def compiled(
    name: str,
    changes: list[tuple[str, str]],
    folder: Path,
    definitions: Definitions | None = None,
) -> Iterator[ModuleType]:
    """The adapter of such a wire, in a package of its own in this folder."""
    package = Package(folder / "package", f"{name}_{next(NUMBERS)}")
    try:
        project = changed(name, changes, folder / "project", definitions)
        yield package.add(project, name)[1]
    finally:
        package.close()


def checked(
    name: str,
    changes: list[tuple[str, str]],
    folder: Path,
    definitions: Definitions | None = None,
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
    for place, value in (definitions or {}).items():
        _say([folder / "schemas" / name / "wire.schema.json"], place, value)
    project = load_project(folder)
    return project, [str(finding) for finding in check_project(resolve(project))]


Files = Mapping[str, str | bytes]
"""Files of a project's `schemas`, with what stands in them."""
BASE = ""
"""The base of the golden cases, in the place of a golden wire."""


def findings(
    wire: str,
    changes: list[tuple[str, str]],
    folder: Path,
    definitions: Definitions | None = None,
    files: Files | None = None,
) -> list[str]:
    """What is found where a golden wire, or the base, says otherwise, or has more files."""
    schemas = folder / "schemas"
    if wire:
        shutil.copytree(GOLDEN / "schemas" / wire, schemas / wire)
        shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", schemas)
    else:
        shutil.copytree(GOLDEN.parent / "base", folder, dirs_exist_ok=True)
    for place, text in (files or {}).items():
        (schemas / place).parent.mkdir(parents=True, exist_ok=True)
        (schemas / place).write_bytes(text.encode() if isinstance(text, str) else text)
    paths = [*sorted(path for path in schemas.rglob("*") if path.is_file())]
    for old, new in changes:
        path = next(one for one in reversed(paths) if old in one.read_text(encoding="utf-8"))
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    for place, value in (definitions or {}).items():
        _say([path for path in paths if path.name.endswith("e.schema.json")], place, value)
    return [str(one) for one in check_project(resolve(load_project(folder)))]


def _say(schemas: list[Path], place: str, value: Any) -> None:
    """Let the schema that has a definition say something else of it: a wire's, if both have it."""
    *way, last = place.split("/")
    trees = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in reversed(schemas)]
    path, tree = next(one for one in trees if way == [] or way[0] in one[1]["$defs"])
    holder = tree["$defs"]
    for step in way:
        holder = holder[step]
    if value is GONE:
        del holder[last]
    else:
        holder[last] = value
    path.write_text(json.dumps(tree, indent=2), encoding="utf-8")


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

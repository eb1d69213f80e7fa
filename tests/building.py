"""Projects to compile in tests: the real schemas and templates, in a folder that may be changed."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from toolwire_codegen.load.positions import Document
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.load.schema import Schema
from toolwire_codegen.resolve.format import ResolvedProject, resolve

ROOT = Path(__file__).parent.parent
FORMAT = "openai_chat"
SMALL = "notebook"


@cache
def read_once(root: Path) -> Project:
    """A project that several tests look at; none of them changes it."""
    return load_project(root)


@cache
def resolved_once(root: Path) -> ResolvedProject:
    """The same, resolved."""
    return resolve(read_once(root))


def copied_project(folder: Path, formats: tuple[str, ...] = (FORMAT,)) -> Path:
    """A copy of the project with these formats alone."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    (folder / "schemas").mkdir(exist_ok=True)
    for path in (ROOT / "schemas").glob("*.json"):
        shutil.copy(path, folder / "schemas")
    for name in formats:
        shutil.copytree(ROOT / "schemas" / name, folder / "schemas" / name)
    return folder


def small_project(folder: Path) -> Path:
    """A project of one small format: compiled at once, and no command asks how large one is."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copytree(ROOT / "tests" / "golden" / "base" / "schemas", folder / "schemas")
    return folder


def schema_of(defs: dict[str, Any]) -> Schema:
    """A schema of these definitions."""
    return Schema(Document("schemas/made/wire.schema.json", {"$defs": defs}), defs)


def real_schemas() -> dict[str, dict[str, Any]]:
    """The definitions of every schema of the project, by the name its classes go under."""
    found = {"intermediate": ROOT / "schemas" / "intermediate.schema.json"}
    for path in sorted((ROOT / "schemas").glob("*/wire.schema.json")):
        found[path.parent.name] = path
    return {name: json.loads(path.read_text("utf-8"))["$defs"] for name, path in found.items()}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, caches left out."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def same_json(one: Any, other: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values, null is not absence."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_json(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return repr(one) == repr(other)

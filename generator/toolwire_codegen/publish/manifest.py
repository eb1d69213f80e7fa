"""MANIFEST.json: what a folder was made from, and what was written into it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

NAME = "MANIFEST.json"
# Python's own leavings: nobody's files.
CACHES = ("__pycache__",)


@dataclass(frozen=True)
class Manifest:
    """The formats, and the sha256 of every input and every output by relative path."""

    formats: tuple[str, ...] = ()
    inputs: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in ``folder``; None where there is none that can be read."""
    try:
        return parse_manifest((folder / NAME).read_bytes())
    except OSError:
        return None


def parse_manifest(data: bytes) -> Manifest | None:
    """The manifest that ``data`` is; None if it is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    formats, inputs, outputs = (value.get(key) for key in ("formats", "inputs", "outputs"))
    if not isinstance(formats, list) or not _texts(formats):
        return None
    if not isinstance(inputs, dict) or not isinstance(outputs, dict):
        return None
    if not _texts([*inputs.values(), *outputs.values()]) or not all(map(_inside, outputs)):
        return None
    return Manifest(tuple(formats), inputs, outputs)


def _texts(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _inside(path: str) -> bool:
    """Does a listed path stay in the folder? A manifest that was tampered with must not delete."""
    pure = PurePosixPath(path)
    return bool(path) and not pure.is_absolute() and ".." not in pure.parts


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """The sha256 of each file by relative path."""
    return {path: sha256(data) for path, data in files.items()}


def present_files(folder: Path) -> dict[str, Path]:
    """Every file under ``folder`` by relative path, Python's caches left out."""
    found: dict[str, Path] = {}
    for parent, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        folders[:] = [name for name in folders if name not in CACHES and name not in links]
        for name in sorted([*names, *links]):
            path = Path(parent) / name
            found[path.relative_to(folder).as_posix()] = path
    return found


def content(path: Path) -> bytes | None:
    """What stands in a file; None for what cannot be read as one."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def edited_files(folder: Path, manifest: Manifest) -> list[str]:
    """The listed files that are not what was written, or are gone."""
    changed = []
    for path, expected in sorted(manifest.outputs.items()):
        data = content(folder / path)
        if data is None or sha256(data) != expected:
            changed.append(path)
    return changed

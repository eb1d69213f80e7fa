"""A copy of the generated package, whole or for some formats, with a manifest of its own."""

from __future__ import annotations

import ast
import json
import os
import stat
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from .manifest import NAME, Manifest, edited_files, present_files, read_manifest, sha256

SHARED = ("_runtime/", "_codecs/")
PROFILES = "_profiles/"
CLIENTS = "clients/"
EXTRAS = {"tools": "tools/"}
"""Parts of the package that a copy has on request, and their folders."""
INSTALLED = {"site-packages", "dist-packages"}
PER_FORMAT = (
    *("{}.py", "_dialects/{}.py", "clients/{}.py"),
    *("types/{}.py", "models/{}.py", "schemas/{}.json"),
)


class VendorError(ValueError):
    """Why nothing was copied, or cannot be."""


def package_files(package: Path) -> dict[str, bytes]:
    """The files of a generated package as its manifest lists them.

    Raises VendorError if there is no manifest, or the files are not what it says.
    """
    manifest = read_manifest(package)
    if manifest is None:
        raise VendorError(f"{package} is not a generated package: run `toolwire generate` first")
    if changed := edited_files(package, manifest):
        raise VendorError(
            f"{package / changed[0]} is not as it was generated: run `toolwire generate` first"
        )
    return {path: (package / path).read_bytes() for path in [*manifest.outputs, NAME]}


def part(
    files: Mapping[str, bytes], formats: Iterable[str] | None, extras: Iterable[str]
) -> dict[str, bytes]:
    """The part of the package that these formats (None: all) and extras need.

    Raises VendorError for an unknown one.
    """
    if unknown := sorted({*extras} - {*EXTRAS}):
        raise VendorError(f"no part {unknown[0]!r} here; there are {', '.join(EXTRAS)}")
    without = tuple(folder for name, folder in EXTRAS.items() if name not in extras)
    absent = {path for path in files if path.startswith(without)}
    # A client is for those who have what it works with.
    clients = {path for path in files if path.startswith(CLIENTS)}
    absent |= {path for path in clients if _imported(path, files[path]) & absent}
    remaining = {path: data for path, data in files.items() if path not in absent}
    manifest = json.loads(files[NAME])
    return _for_formats(remaining, manifest, manifest["formats"] if formats is None else formats)


def extras_of(manifest: Manifest) -> list[str]:
    """The extras that a copy has."""
    paths = manifest.outputs
    return [name for name, folder in EXTRAS.items() if any(p.startswith(folder) for p in paths)]


def _for_formats(
    files: Mapping[str, bytes], manifest: dict[str, Any], formats: Iterable[str]
) -> dict[str, bytes]:
    wanted = list(dict.fromkeys(formats))
    available: list[str] = manifest["formats"]
    if "" in wanted:
        raise VendorError(f"an empty name among the formats; there are {', '.join(available)}")
    if unknown := [name for name in wanted if name not in available]:
        raise VendorError(f"no format {unknown[0]!r} here; there are {', '.join(available)}")
    if not wanted:
        raise VendorError(f"name at least one format of {', '.join(available)}")
    others = [name for name in available if name not in wanted]
    left_out = {pattern.format(name) for name in others for pattern in PER_FORMAT}
    folders = tuple(f"{PROFILES}{name}/" for name in others)
    remaining = {
        path: data for path, data in files.items()
        if path not in left_out and not path.startswith(folders)
    }  # fmt: skip
    if not any(f"{PROFILES}{name}/__init__.py" in remaining for name in wanted):
        remaining.pop(f"{PROFILES}__init__.py", None)
    if not any(f"{CLIENTS}{name}.py" in remaining for name in wanted):
        remaining.pop(f"{CLIENTS}__init__.py", None)
    remaining["__init__.py"] = _without_lines(remaining["__init__.py"], others)
    remaining = _needed(remaining)
    manifest["formats"] = [name for name in available if name in wanted]
    manifest["outputs"] = {p: sha256(d) for p, d in sorted(remaining.items()) if p != NAME}
    remaining[NAME] = (json.dumps(manifest, indent=2) + "\n").encode()
    return remaining


def _without_lines(package: bytes, others: Iterable[str]) -> bytes:
    """``__init__.py`` without the lines of some formats; each has exactly these two."""
    lines = package.decode().splitlines(keepends=True)
    for name in others:
        lines.remove(f'    "{name}",\n')
        lines.remove(f"    from . import {name} as {name}\n")
    return "".join(lines).encode()


def _needed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files without the shared modules that nothing here imports."""
    shared = {path for path in files if path.startswith(SHARED)}
    todo = [path for path in files if path.endswith(".py") and path not in shared]
    reached = {"_runtime/__init__.py"}
    helpers = _helper_modules(files["__init__.py"])
    todo += [path for name in helpers if (path := f"_runtime/{name}.py") in shared]
    reached.update(todo)
    while todo:
        path = todo.pop()
        for found in _imported(path, files[path]) & shared - reached:
            reached.add(found)
            todo.append(found)
    return {path: data for path, data in files.items() if path not in shared - reached}


def _helper_modules(package: bytes) -> set[str]:
    """The runtime modules that the package itself names."""
    return {
        node.module.removeprefix("_runtime.")
        for node in ast.walk(ast.parse(package))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("_runtime.")
    }


@cache
def _imported(path: str, source: bytes) -> frozenset[str]:
    """The files that a module may import with relative imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            parts = PurePosixPath(path).parts[: -node.level]
            base = "/".join([*parts, *(node.module.split(".") if node.module else [])])
            found |= {f"{base}.py".lstrip("/"), f"{base}/__init__.py".lstrip("/")}
            found |= {f"{base}/{alias.name}.py".lstrip("/") for alias in node.names}
    return frozenset(found)


def barred(destination: Path, packages: Iterable[Path]) -> list[str]:
    """Why nothing may ever be written to ``destination``, forced or not; one reason a line.

    ``packages`` are generated packages that are no copies: writing would prune what all copies
    are made of.
    """
    try:
        standing: bool | None = stat.S_ISDIR(os.stat(destination).st_mode)
    except FileNotFoundError:
        standing = None
    except OSError as error:
        return [f"{destination} cannot be written to: {error.strerror}"]
    if standing is False:
        return [f"{destination} is a file"]
    place = Path(os.path.realpath(destination))
    for package in packages:
        source = package.resolve()
        if place == source:
            return [f"{destination} is the package itself, and no copy: name another folder"]
        if source in place.parents or place in source.parents:
            how = "is inside" if source in place.parents else "holds"
            return [f"{destination} {how} {package}, which is no copy: name another folder"]
    if INSTALLED & set(place.parts):
        return [f"{destination} is among installed packages: name a folder of your own"]
    if standing and read_manifest(destination) is None and present_files(destination):
        return [f"{destination} holds files and no {NAME}: name a new folder, or an empty one"]
    return []


def refusals(files: Mapping[str, bytes], destination: Path) -> list[str]:
    """What writing ``files`` over an earlier copy would destroy, one reason a line."""
    manifest = read_manifest(destination)
    if manifest is None:
        return []
    present = present_files(destination)
    edited = [path for path in edited_files(destination, manifest) if path in present]
    clashing = [p for p in files if p in present and p not in manifest.outputs and p != NAME]
    return [f"{path} was edited by hand" for path in edited] + [
        f"{path} was not written by toolwire" for path in sorted(clashing)
    ]


def state(files: Mapping[str, bytes], destination: Path, manifest: Manifest) -> list[str]:
    """What of a copy is edited, missing or out of date, one line each."""
    present = present_files(destination)
    edited = edited_files(destination, manifest)
    lines = [f"edited: {path}" for path in edited if path in present]
    lines += [f"missing: {path}" for path in edited if path not in present]
    now = {path: sha256(data) for path, data in files.items() if path != NAME}
    for path in sorted({*now, *manifest.outputs}):
        if now.get(path) != manifest.outputs.get(path):
            lines.append(f"out of date: {path}")
    return lines

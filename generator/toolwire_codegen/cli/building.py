"""Load, check, build, compare: what several commands do with a project."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..check.rules import check_project
from ..load.findings import Finding
from ..load.project import Project, load_project
from ..publish.drift import drift, known_drift, untouched
from ..publish.manifest import read_manifest
from ..publish.vendor import VendorError, for_formats, package_files, state
from ..render.classes import UnrenderableError
from ..render.package import build, input_hashes
from .inputs import Problem
from .progress import Progress


def checked_project(root: Path) -> tuple[Project, list[Finding]]:
    """The project, and all that the checks find."""
    project = load_project(root)
    return project, check_project(project)


def made(project: Project) -> dict[str, bytes]:
    """The files of the generated package. Raises Problem for what cannot be said in Python."""
    with Progress("generating", len(project.formats) + 1) as step:
        try:
            return build(project, step)
        except UnrenderableError as error:
            raise Problem(str(error)) from None


def drifted(project: Project, destination: Path) -> list[str]:
    """How the generated package differs from what would be made now."""
    if untouched(input_hashes(project), destination):
        return []
    return [str(found) for found in drift(made(project), destination)]


def suspected(project: Project, destination: Path) -> list[str]:
    """The same, for a project that nothing can be made of."""
    return [str(found) for found in known_drift(input_hashes(project), destination)]


def vendored_files(package: Path, formats: Iterable[str] | None) -> dict[str, bytes]:
    """The files to copy. Raises VendorError."""
    files = package_files(package)
    return files if formats is None else for_formats(files, formats)


def vendored_state(package: Path, copy: Path, formats: Iterable[str] | None) -> list[str]:
    """What of a copy is edited or out of date. Raises VendorError if it is no copy."""
    manifest = read_manifest(copy)
    if manifest is None:
        raise VendorError(f"{copy} is no copy made by toolwire: it has no readable MANIFEST.json")
    wanted = list(manifest.formats) if formats is None else list(formats)
    return state(vendored_files(package, wanted), copy, manifest)

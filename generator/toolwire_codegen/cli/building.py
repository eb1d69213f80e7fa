"""Load, check, build, compare: what several commands do with a project."""

from __future__ import annotations

import gc
import importlib.util
import os
from collections.abc import Iterable
from pathlib import Path

from ..check.rules import check_project
from ..load.findings import Finding
from ..load.project import Project, load_project
from ..publish.drift import Drift, drift, holds, manifest_drift
from ..publish.installed import altered
from ..publish.manifest import hashes, read_manifest
from ..publish.memory import Memory
from ..publish.vendor import VendorError, extras_of, package_files, part, state
from ..resolve.format import ResolvedProject, resolve
from .inputs import GENERATED, MARK, Problem
from .progress import Progress


def checked_project(root: Path) -> tuple[ResolvedProject, list[Finding]]:
    """The project, and all that the checks find."""
    project = resolve(load_project(root))
    return project, check_project(project)


def made(project: ResolvedProject, memory: Memory) -> dict[str, bytes]:
    """The files of the generated package, remembered as what the inputs of ``memory`` make.

    Raises Problem for what cannot be said in Python, and where the templates are missing.
    """
    # To see that nothing changed, nothing is planned: all that does it need not be there.
    from ..render.classes import UnrenderableError
    from ..render.package import TEMPLATES, build

    root = project.project.root
    if not (root / TEMPLATES).is_dir():
        why = "the output is rendered from them: copy that folder of toolwire's own sources"
        raise Problem(f"{root} has no {TEMPLATES.as_posix()}: {why}")
    # Nearly all that is made lives until the end: looking for what does not costs a sixth.
    collecting = gc.isenabled()
    gc.disable()
    with Progress("generating", len(project.formats) + 1) as step:
        try:
            files = build(project, step, jobs=os.cpu_count() or 1)
        except UnrenderableError as error:
            raise Problem(str(error)) from None
        finally:
            if collecting:
                gc.enable()
    memory.keep(files)
    return files


def drifted(project: ResolvedProject, memory: Memory, destination: Path) -> list[Drift]:
    """How the generated package differs from what the specs make."""
    outputs = memory.recall()
    if outputs is not None and holds(destination, outputs):
        return []
    return drift(made(project, memory), destination)


def suspected(project: Project, destination: Path) -> list[Drift]:
    """The same, for a project that nothing can be made of: what the manifest alone tells.

    Of a project with files missing it tells nothing: the findings name them.
    """
    from ..render.package import input_hashes

    if not all(path.is_file() for path in project.inputs):
        return []
    return manifest_drift(input_hashes(project), destination)


def source_root(package: Path) -> Path | None:
    """The project whose generated package this is; None for one that is installed."""
    root = package.absolute().parent.parent
    return root if root / GENERATED == package.absolute() and (root / MARK).is_file() else None


def vendored_files(
    package: Path, formats: Iterable[str] | None, extras: Iterable[str]
) -> dict[str, bytes]:
    """The files to copy, just as the specs make them, or as they were installed.

    Raises VendorError.
    """
    files = package_files(package)
    root = source_root(package)
    if root is None and (path := altered(package, files)):
        raise VendorError(f"{package / path} is not as it was installed: install toolwire again")
    if root is not None and hashes(files) != _expected(root):
        raise VendorError(f"{package} is not what the schemas make: run `toolwire generate` first")
    return part(files, formats, [*extras])


def _expected(root: Path) -> dict[str, str]:
    """What the specs of a project make. Raises VendorError where they make nothing."""
    memory = Memory(root)
    outputs = memory.recall()
    if outputs is not None:
        return outputs
    project, findings = checked_project(root)
    if findings:
        raise VendorError(f"{findings[0]}: mend what `toolwire check` finds first")
    return hashes(made(project, memory))


def never_written(package: Path, destination: Path) -> list[Path]:
    """Generated packages that are no copies: this one, projects' own, and the installed one."""
    above = Path(os.path.realpath(destination)).parents
    roots = [root for root in above if (root / MARK).is_file()]
    spec = importlib.util.find_spec("toolwire")
    installed = [Path(spec.origin).parent] if spec and spec.origin else []
    return [package, *(root / GENERATED for root in roots), *installed]


def vendored_state(
    package: Path, copy: Path, formats: Iterable[str] | None, extras: Iterable[str] | None
) -> list[str]:
    """What of a copy is edited or out of date. Raises VendorError if it is no copy."""
    manifest = read_manifest(copy)
    if manifest is None:
        raise VendorError(f"{copy} is no copy made by toolwire: it has no readable MANIFEST.json")
    wanted = list(manifest.formats) if formats is None else list(formats)
    parts = extras_of(manifest) if extras is None else extras
    return state(vendored_files(package, wanted, parts), copy, manifest)

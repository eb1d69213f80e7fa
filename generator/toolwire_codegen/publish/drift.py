"""How a folder differs from what would be written into it now."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from .manifest import (
    NAME,
    content,
    edited_files,
    parse_manifest,
    present_files,
    read_manifest,
    sha256,
)

CHANGED, MISSING, EXTRA, STALE = "changed", "missing", "extra", "stale"
FOREIGN = "  toolwire did not write it, and leaves it alone: remove it"


@dataclass(frozen=True, order=True)
class Drift:
    """One difference. ``detail`` is a unified diff, or what became of an input."""

    kind: str
    path: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}" + (f"\n{self.detail}" if self.detail else "")


def drift(files: Mapping[str, bytes], destination: Path) -> list[Drift]:
    """What is stale, missing, too many or changed in ``destination``, in this order."""
    present = present_files(destination) if destination.is_dir() else {}
    if not present:  # one line says that there is nothing yet
        return [Drift(MISSING, NAME)]
    found = _stale_inputs(files, destination)
    found += [Drift(MISSING, path) for path in sorted(files) if path not in present]
    found += _extra(present, set(files), destination)
    both = [path for path in sorted(files) if path in present]
    changes = [_change(path, present[path], files[path]) for path in both if path != NAME]
    found += [change for change in changes if change is not None]
    # The hashes of what has changed tell nothing more.
    if NAME in both and not found and (change := _change(NAME, present[NAME], files[NAME])):
        found.append(change)
    return found


def _change(path: str, place: Path, data: bytes) -> Drift | None:
    old = content(place)
    if old is None:
        return Drift(CHANGED, path, "  it cannot be read as a file")
    return None if old == data else Drift(CHANGED, path, unified(path, old, data))


def _extra(present: Mapping[str, Path], wanted: set[str], folder: Path) -> list[Drift]:
    """Files too many. Those that were never ours nobody may remove but their owner."""
    manifest = read_manifest(folder)
    ours = set(manifest.outputs) if manifest else set()
    return [
        Drift(EXTRA, path) if path in ours else Drift(EXTRA, path, FOREIGN)
        for path in sorted(present)
        if path not in wanted
    ]


def advice(found: Collection[Drift]) -> str:
    """What to do about it."""
    foreign = {one for one in found if one.detail == FOREIGN}
    steps = ["run `toolwire generate`"] if set(found) - foreign else []
    if foreign:
        steps.append("remove the extra files that toolwire did not write")
    return "; ".join(steps)


def _stale_inputs(files: Mapping[str, bytes], destination: Path) -> list[Drift]:
    """Inputs that are not what the folder was made from."""
    then, now = read_manifest(destination), parse_manifest(files[NAME])
    if then is None or now is None:
        return []
    return _differing(then.inputs, now.inputs)


def _differing(then: Mapping[str, str], now: Mapping[str, str]) -> list[Drift]:
    found = []
    for path in sorted({*then, *now}):
        if then.get(path) != now.get(path):
            word = "new" if path not in then else "changed" if path in now else "gone"
            found.append(Drift(STALE, path, f"  {word} since the files were generated"))
    return found


def manifest_drift(inputs: Mapping[str, str], destination: Path) -> list[Drift]:
    """What the manifest alone tells: for inputs that nothing can be made of."""
    manifest = read_manifest(destination)
    if manifest is None:
        return [Drift(MISSING, NAME)]
    present = present_files(destination)
    edited = edited_files(destination, manifest)
    listed = {NAME, *manifest.outputs}
    return [
        *_differing(manifest.inputs, inputs),
        *(Drift(MISSING, path) for path in edited if path not in present),
        *_extra(present, listed, destination),
        *(Drift(CHANGED, path) for path in edited if path in present),
    ]


def holds(folder: Path, outputs: Mapping[str, str]) -> bool:
    """Does the folder hold these files, by sha256, and no other?"""
    present = present_files(folder) if folder.is_dir() else {}
    if set(present) != set(outputs):
        return False
    found = ((outputs[path], content(place)) for path, place in present.items())
    return all(data is not None and sha256(data) == expected for expected, data in found)


def unified(path: str, old: bytes, new: bytes) -> str:
    """A unified diff from the text on disk to the text that would be written."""
    then, now = (data.decode("utf-8", "backslashreplace").splitlines() for data in (old, new))
    names = f"{path} (on disk)", f"{path} (made now)"
    return "\n".join(difflib.unified_diff(then, now, *names, lineterm=""))

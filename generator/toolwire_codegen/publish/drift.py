"""How a folder differs from what would be written into it now."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .manifest import NAME, edited_files, parse_manifest, present_files, read_manifest

CHANGED, MISSING, EXTRA, STALE = "changed", "missing", "extra", "stale"


@dataclass(frozen=True, order=True)
class Drift:
    """One difference. ``detail`` is a unified diff, or what became of an input."""

    kind: str
    path: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}" + (f"\n{self.detail}" if self.detail else "")


def drift(files: Mapping[str, bytes], destination: Path) -> list[Drift]:
    """What is stale, missing, extra or changed in ``destination``, in this order."""
    present = present_files(destination) if destination.is_dir() else {}
    found = _stale_inputs(files, destination)
    found += [Drift(MISSING, path) for path in sorted(files) if path not in present]
    found += [Drift(EXTRA, path) for path in sorted(present) if path not in files]
    for path, data in sorted(files.items()):
        if path in present and path != NAME:
            old = present[path].read_bytes()
            if old != data:
                found.append(Drift(CHANGED, path, unified(path, old, data)))
    if NAME in present and not found and present[NAME].read_bytes() != files[NAME]:
        found.append(Drift(CHANGED, NAME, unified(NAME, present[NAME].read_bytes(), files[NAME])))
    return found


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


def known_drift(inputs: Mapping[str, str], destination: Path) -> list[Drift]:
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
        *(Drift(EXTRA, path) for path in sorted(present) if path not in listed),
        *(Drift(CHANGED, path) for path in edited if path in present),
    ]


def untouched(inputs: Mapping[str, str], destination: Path) -> bool:
    """Was the folder made from these very inputs, and is it as it was written?

    Then generating again would change nothing: the output depends on the inputs alone.
    """
    manifest = read_manifest(destination)
    if manifest is None or manifest.inputs != dict(inputs):
        return False
    if set(present_files(destination)) != {NAME, *manifest.outputs}:
        return False
    return not edited_files(destination, manifest)


def unified(path: str, old: bytes, new: bytes) -> str:
    """A unified diff from the text on disk to the text that would be written."""
    then, now = (data.decode("utf-8", "backslashreplace").splitlines() for data in (old, new))
    names = f"{path} (on disk)", f"{path} (made now)"
    return "\n".join(difflib.unified_diff(then, now, *names, lineterm=""))

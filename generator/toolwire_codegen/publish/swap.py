"""Putting files in place all at once: until the last moment the old folder is untouched.

Everything is written into a new folder beside the old one; then the two change places. A full
disk, a read-only target or a kill before that moment leaves the old folder as it was.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from .manifest import NAME, present_files, read_manifest

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def publish(files: Mapping[str, bytes], destination: Path) -> list[str]:
    """Make ``destination`` hold ``files`` (relative path → bytes); give the paths that changed.

    Files that an earlier manifest lists and that are no longer made are removed. Files that were
    never listed stay. Raises OSError, and then nothing has changed.
    """
    destination = destination.absolute()
    if destination.is_symlink():
        destination = Path(os.path.realpath(destination))
        if destination.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(destination))
    _recover(destination)
    present = present_files(destination) if destination.is_dir() else {}
    manifest = read_manifest(destination)
    written = {NAME, *manifest.outputs} if manifest else set()
    pruned = [path for path in present if path in written and path not in files]
    changed = [path for path, data in files.items() if not _holds(present.get(path), data)]
    if not changed and not pruned:
        return []
    foreign = [path for path in present if path not in written and path not in files]
    destination.parent.mkdir(parents=True, exist_ok=True)
    fresh = destination.with_name(f".{destination.name}.new-{os.getpid()}")
    try:
        fresh.mkdir()
        if destination.is_dir():
            shutil.copymode(destination, fresh)
        for path, data in files.items():
            write_file(fresh / path, data)
        for path in foreign:
            _carry(present[path], fresh / path)
        _swap(fresh, destination)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return sorted([*changed, *pruned])


def write_file(path: Path, data: bytes) -> None:
    """Write one file of the new folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _holds(path: Path | None, data: bytes) -> bool:
    if path is None or path.is_symlink():
        return False
    return path.stat().st_size == len(data) and path.read_bytes() == data


def _carry(old: Path, new: Path) -> None:
    """Bring a file that is not ours into the new folder."""
    new.parent.mkdir(parents=True, exist_ok=True)
    if old.is_symlink():
        os.symlink(os.readlink(old), new)
        return
    try:
        os.link(old, new)
    except OSError:
        shutil.copy2(old, new)


def _swap(fresh: Path, destination: Path) -> None:
    if not os.path.lexists(destination):
        os.rename(fresh, destination)
    elif not _exchange(fresh, destination):
        old = destination.with_name(f".{destination.name}.old-{os.getpid()}")
        os.rename(destination, old)
        try:
            os.rename(fresh, destination)
        except OSError:
            os.rename(old, destination)
            raise
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step, where the system has such a step."""
    if sys.platform != "linux":
        return False
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    if rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP):
        return False
    raise OSError(code, os.strerror(code), str(other))


def _recover(destination: Path) -> None:
    """Tidy up after runs that were killed: their new folders go, an old one comes back."""
    for kind in ("old", "new"):
        prefix = f".{destination.name}.{kind}-"
        for left in sorted(destination.parent.glob(f"{_literal(prefix)}*")):
            pid = left.name.removeprefix(prefix)
            if not pid.isdecimal() or (int(pid) != os.getpid() and _alive(int(pid))):
                continue
            if kind == "old" and not destination.exists():
                os.rename(left, destination)
            else:
                shutil.rmtree(left, ignore_errors=True)


def _literal(text: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in text)


def _alive(pid: int) -> bool:
    with contextlib.suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
    return True

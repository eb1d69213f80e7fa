"""What an installer wrote down of a package: the proof of one whose specs are not at hand."""

from __future__ import annotations

import base64
import csv
import hashlib
from collections.abc import Mapping
from pathlib import Path

from .manifest import content


def altered(package: Path, files: Mapping[str, bytes]) -> str | None:
    """The first of ``files`` that is not what was installed; None if all are, or nobody knows."""
    recorded = _recorded(package)
    for path, data in sorted(files.items()):
        if recorded and recorded.get(f"{package.name}/{path}") != _written(data):
            return path
    return None


def _recorded(package: Path) -> dict[str, str]:
    """The hashes of the distribution that brought the package, by path beside it."""
    for place in sorted(package.parent.glob("*.dist-info/RECORD")):
        lines = (content(place) or b"").decode("utf-8", "replace").splitlines()
        found = {row[0]: row[1] for row in csv.reader(lines) if len(row) > 1}
        if f"{package.name}/__init__.py" in found:
            return found
    return {}


def _written(data: bytes) -> str:
    """A hash as RECORD writes it."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    return f"sha256={digest}"

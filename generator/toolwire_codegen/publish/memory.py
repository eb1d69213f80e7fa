"""What a project was last compiled to on this machine, so that nothing is compiled twice.

It stands in the user's cache folder, outside the tree that it speaks of: no edit of a tree can
change what is known of it. It is found only under the very bytes of every input, of the compiler
and of Python, with the versions of all that is installed. Where ``CI`` is set there is no memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

from .manifest import content, hashes

INPUTS = ("schemas", "templates/python")
COMPILER = Path(__file__).parent.parent


class Memory:
    """The outputs of ``root`` by relative path and sha256, as long as nothing it is made of moves.

    Make it before the inputs are read: what changes after that is then never taken for older.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.place = _place(root)
        self.key = fingerprint(root) if self.place else ""

    def recall(self) -> dict[str, str] | None:
        """What the inputs make, if they were compiled here; None if that is not known."""
        if self.place is None:
            return None
        try:
            record = json.loads(self.place.read_bytes())
            outputs = record["outputs"] if record["key"] == self.key else None
        except (OSError, ValueError, RecursionError, KeyError, TypeError):
            return None
        return outputs if isinstance(outputs, dict) else None

    def keep(self, files: Mapping[str, bytes]) -> None:
        """Remember what the inputs made, unless one of them has changed meanwhile."""
        if self.place is None or fingerprint(self.root) != self.key:
            return
        text = json.dumps({"key": self.key, "outputs": hashes(files)})
        fresh = self.place.with_suffix(f".{os.getpid()}")
        # A cache that cannot be written is a cache less, and nothing worse.
        with contextlib.suppress(OSError):
            self.place.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.place)


def fingerprint(root: Path) -> str:
    """One hash of all that shapes the output, and of some that does not."""
    whole = hashlib.sha256(sys.version.encode())
    whole.update(_installed().encode())
    for base in (*(root / name for name in INPUTS), COMPILER):
        # Three levels are all that is read; a link that leads in circles leads no deeper.
        for path in sorted(one for depth in ("*", "*/*", "*/*/*") for one in base.glob(depth)):
            # Bytecode follows from its source, and is written whenever somebody first imports that.
            data = None if "__pycache__" in path.parts else content(path)
            if data is not None:
                name = os.fsencode(path.relative_to(base))
                whole.update(b"\0%s\0%d\0" % (name, len(data)))
                whole.update(data)
        whole.update(b"\0\0")
    return whole.hexdigest()


@cache
def _installed() -> str:
    """What is installed, with its versions; a process does not see that change."""
    return "\n".join(sorted({f"{one.name} {one.version}" for one in distributions()}))


def _place(root: Path) -> Path | None:
    """The file for a project; None where nothing may be remembered."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    except RuntimeError:  # there is nobody whose home it could be
        return None
    name = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:24]
    return folder / "toolwire" / f"{name}.json"

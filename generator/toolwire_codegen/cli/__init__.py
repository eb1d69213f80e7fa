"""The command ``toolwire``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line. The adapters need none of what it needs, so that may be missing."""
    try:
        from .commands import toolwire
    except ModuleNotFoundError as error:
        sys.exit(f"toolwire: the command needs {error.name}: pip install 'toolwire[cli]'")
    toolwire(prog_name="toolwire")

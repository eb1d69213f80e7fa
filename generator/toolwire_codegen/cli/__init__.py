"""The command ``toolwire``."""

from __future__ import annotations

import sys

INTERRUPTED = 130  # what shells say of a command that Ctrl-C ended


def main() -> None:
    """Run the command line. The adapters need none of what it needs, so that may be missing."""
    if sys.stdout is None:
        sys.exit("toolwire: stdout is closed: what is said there would be lost")
    try:
        from .commands import toolwire

        toolwire(prog_name="toolwire")
    except ModuleNotFoundError as error:
        sys.exit(f"toolwire: the command needs {error.name}: pip install 'toolwire[cli]'")
    except KeyboardInterrupt:
        # Once it runs, click says so itself; this is while it is loaded.
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(f"toolwire: {error.strerror or error}")

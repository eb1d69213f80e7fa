"""Toolwire driven as an app drives it, and judges that read what goes over the wire themselves."""

from pathlib import Path

_READERS = Path(__file__).parent.glob("reading_*.py")
DRIVEN = tuple(sorted(path.stem.removeprefix("reading_") for path in _READERS))
"""The formats that have a reader of their own here: ``reading_<format>.py``."""

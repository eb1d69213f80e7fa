"""The wire formats of the project, and what tests must know of each.

A format is a folder of ``schemas/``. What is particular to it stands in a folder of its name here:
``stream.py``, how its replies are taken apart; ``provider.py``, what its requests demand, how it
says that a reply ended, and whether its provider's types take a body.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDERS = Path(__file__).parent
ROOT = FOLDERS.parent.parent
FORMATS = tuple(sorted(path.parent.name for path in ROOT.glob("schemas/*/transform.yaml")))


def part(name: str, module: str) -> Any:
    """A module of a format's own folder."""
    return importlib.import_module(f"formats.{name}.{module}")


@cache
def transform(name: str) -> dict[str, Any]:
    """The text that the format is compiled from, as data."""
    text = (ROOT / "schemas" / name / "transform.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def entry_types(name: str, entry: str) -> tuple[str, ...]:
    """The wire's types of a ``request`` or a ``response`` body, what went well before errors."""
    _, _, wires = transform(name)[entry].partition("<->")
    return tuple(reversed([title.strip() for title in wires.split("|")]))

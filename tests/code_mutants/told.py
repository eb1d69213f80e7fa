"""Mutants of rules on elements that streams would tell twice, or as another, and on ends of them."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_checks_told test_checks",
        ('dotted(way) if way else "")', "dotted(way))"),
    ),
]

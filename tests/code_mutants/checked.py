"""Mutants of checks on specs that compile well and carry a reply badly."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/stream_twice.py",
        "test_checks",
        ("            if SENT[first.row.operator] == SENT[second.row.operator]:",
         "            if True:"),
        ("            if not shared:", "            if shared:"),
        ("if name not in named]", "]"),
        ("        return [name for name in types if name == row.record]", "        return types"),
    ),
]

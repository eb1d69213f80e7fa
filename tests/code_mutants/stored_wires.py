"""Mutants of what the writer of three wires found: stored messages, turns, parameters."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

TESTS = "test_stored_wires"

MUTANTS: list[Mutant] = [
    # -- a lens of its own wire alone, beside one that carries more
    *rows(
        f"{COMPILER}/plan/arms.py",
        TESTS,
        ("    return own or not any(told(", "    return not any(told("),
    ),
    *rows(
        f"{COMPILER}/plan/write/unions.py",
        TESTS,
        ("    if any(signs) and not declining(resolver, arms[0], arms):", "    if any(signs):"),
    ),
    *rows(
        f"{COMPILER}/operators/choice.py",
        TESTS,
        ("for earlier in (other for other in lenses[:at] if not other.own):",
         "for earlier in lenses[:at]:"),
    ),
]

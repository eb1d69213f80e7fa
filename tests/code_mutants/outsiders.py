"""Mutants of what writers of two more wires found: a spoken one, and one without addresses."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/failures.py",
        "test_checks",
        ('if _kind_of({"type": name}, one.transform.errors) is None:', "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks",
        ("late = slot.row.fields[0][:1] not in TOLD", "late = True"),
        (
            "late and filling and all(one.excuses for one in filling)",
            "late and any(one.excuses for one in filling)",
        ),
        ("if late and filling and all(", "if not late and filling and all("),
    ),
    *rows(
        f"{COMPILER}/check/stream_json.py",
        "test_checks",
        ("                if has(slot.target", "                if not has(slot.target"),
    ),
    *rows(
        f"{COMPILER}/operators/parts.py",
        "test_checks",
        ("elif keys and not fits(", "elif keys and fits("),
    ),
]

"""Mutants of rules on what check found clean though bodies came out wrong."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/silent.py",
        "test_checks test_checks_clean test_golden_adapter",
        ("d.stands_in):\n        return False\n", "d.stands_in):\n        pass\n"),
        (" not in schema.required(name) for name", " in schema.required(name) for name"),
        ("        if not always and len(beside) == len(inside):\n            continue\n", ""),
        ("made = always and _hollow(one, view, path)", "made = False"),
        ("    return plain and bool(names) and not any(", "    return plain and not any("),
        ("        return not write.source.when\n", "        return True\n"),
        ("return any(said) if parts else bool(said)", "return bool(said)"),
        ("return any(said) if parts else bool(said) and all(said)", "return any(said)"),
        ("    return there and not unsaid(one, view, slot)", "    return there"),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks",
        ("_filled(one, view, slot)) and not silent:", "_filled(one, view, slot)):"),
        ('or path[start - 1] != "0":', "or True:"),
    ),
    *rows(
        f"{COMPILER}/check/absence.py",
        "test_checks",
        ("        fix = some(items[0]) if items else fix\n", ""),
        ('        if step[-1] == "0":\n', "        if False:\n"),
    ),
]

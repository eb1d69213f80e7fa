"""Mutants of how an element that units share is told, and where in it their list stands."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/resolve/shared.py",
        "test_shared_turns test_checks",
        ("if said and (len(said) == 1 or key in required)", "if said"),
        ("and (schema.record(name) is None or not Arm(schema, name).denies(listed))", ""),
        ("if one.unlike and sequence.into in (one.arm, one.unlike):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/folds.py",
        "test_checks",
        ("if sequence.member and found and sequence.into not in found:", "if False:"),
        ("if other and not {other, sequence.into} <= read:", "if False:"),
    ),
    *rows(
        f"{COMPILER}/plan/folding.py",
        "test_shared_turns",
        ("            if len(words) == 1:\n", "            if words:\n"),
        ("return [key for key, words in self.words.items() if len(words) > 1]", "return []"),
        (
            'return ir.and_(ir.is_(item, "object"), *tags, *more, *others)',
            'return ir.and_(ir.is_(item, "object"), *tags)',
        ),
    ),
    *rows(
        f"{RUNTIME}/shared.py",
        "test_shared_turns",
        ("if key in item and item[key] != word}", "if key in item}"),
        ("            if key in group:\n                group[key] = word\n", "            pass\n"),
    ),
]

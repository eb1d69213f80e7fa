"""Mutants of what lowers schemas to dialects, and of what proves the dialects."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_dialect_rules test_dialects"

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/merging.py",
        TESTS,
        ("if any(patterns) and any(closed) and not alike(*patterns):", "if False:"),
        ("    return () if free or equal else unit", "    return ()"),
        ("    return found or NEVER", "    return found or one"),
    ),
    *rows(
        f"{RUNTIME}/respelling.py",
        TESTS,
        (
            "    return all(_apart(one, other) for at",
            "    return True or all(_apart(one, other) for at",
        ),
        ('if type_names(schema) == ["integer"]:', "if True:"),
        ("    if any(key in schema for key in IN_PLACE):", "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        TESTS,
        (
            '        if "additionalProperties" in out or not properties:\n',
            "        if not properties:\n",
        ),
        (
            "            if name not in required and not _takes_null(properties[name]):",
            "            if False:",
        ),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        TESTS,
        ("                elif spot.pointer in self.within:\n", "                elif False:\n"),
        (
            '        return {**schema, "enum": fitting} if fitting else False',
            "        return schema",
        ),
    ),
    *rows(
        f"{RUNTIME}/kept.py",
        TESTS,
        ("        elif key in self.open and not self._may_return():", "        elif False:"),
    ),
    *rows(
        f"{RUNTIME}/unlowered.py",
        TESTS,
        ("    if not inner or _demanded(said, name):", "    if _demanded(said, name):"),
        ("    if text in [value for value in listed if type(value) is str]:", "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        TESTS,
        ("if best is None or len(losses) < len(best[1]):", "if best is None:"),
        ("    if at is not None:\n        here =", "    if False:\n        here ="),
    ),
    *rows(
        f"{COMPILER}/check/dialects.py",
        "test_checks",
        ('    if action == "omit" and keyword not in SILENT:', "    if False:"),
        ("            if keyword not in has:", "            if False:"),
    ),
]

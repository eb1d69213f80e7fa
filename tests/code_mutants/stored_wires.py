"""Mutants of what the writer of three wires found: stored messages, turns, parameters."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

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
    # -- results, and numbers
    *rows(
        f"{COMPILER}/plan/resolve.py",
        TESTS,
        ("return named and not self.finds_by_name", "return False"),
    ),
    *rows(
        f"{RUNTIME}/pairing.py",
        TESTS,
        ('    if "for" in entry:\n        result["name"] = name\n',
         '    if True:\n        result["name"] = name\n'),
    ),
    *rows(
        f"{RUNTIME}/calls.py",
        TESTS,
        ("    if calls.asked is not None:\n        return calls.asked\n", ""),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        TESTS,
        ("""            kind = f"opaque.{block.get('at')}"\n""", "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/values.py",
        "test_values",
        ("    if not digits.isdecimal() or len(digits) > 18 or not digits.isascii():",
         "    if not value.isdecimal() or len(digits) > 18 or not digits.isascii():"),
        ('return value if digits[0] == "0" and value != "0" else int(value)',
         'return value if value[0] == "0" and value != "0" else int(value)'),
    ),
]

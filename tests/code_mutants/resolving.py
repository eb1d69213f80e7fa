"""Mutants of what reads a transform, and resolves it against both schemas."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/load/tables.py",
        "test_checks",
        ("value is None or (isinstance(value, (dict, list)) and not self._several(key, value)):",
         "value is None:"),
        ("if other == word and type(other) is not type(word):", "if other == word:"),
        ("            self._equal(value, wires, path)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/load/grammar.py",
        "test_checks",
        ("        if isinstance(value, str) and value.strip():\n",
         "        if isinstance(value, str):\n"),
    ),
    *rows(
        f"{COMPILER}/load/splitting.py",
        "test_checks",
        ("elif not quoted and depth == 0 and character", "elif depth == 0 and character"),
    ),
    *rows(
        f"{COMPILER}/resolve/wellformed.py",
        "test_checks",
        ("        slow = endless(pattern)\n", "        slow = False\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/format.py",
        "test_resolve test_checks test_golden_adapter",
        ("if self.inter.defs.get(lens.inter) and self.wire", "if self.wire"),
        ("if named == (lens.inter, row.name, path", "if named[::2] == (lens.inter, path"),
        ("if named == (lens.inter, row.name, path", "if named[1:] == (row.name, path"),
        ("{} if name in broken else value", "value"),
        ("if i in types and w in wire", "if w in wire"),
        ("return sorted(found, key=lambda view: wire.index(view.lens.wire))", "return found"),
        ("unions.supers(self.inter, inter)", "set(inter)"),
    ),
    *rows(
        f"{COMPILER}/resolve/by_arm.py",
        "test_shared_arms",
        ("tuple(row.fields[0] for row in case.rows if row.is_const)", "()"),
        ("tuple(path for path in lost if any(_carries(one, path) for one in theirs))", "()"),
        ("    if not read or not {*way", "    if not {*way"),
        (" or not {*way.asked} <= {*may_have}", ""),
        (" if path not in given)\n", " if False)\n"),
        (" if path in may_have))", " if False))"),
        ("row.is_const and row.const is not None and path", "path"),
    ),
    *rows(
        f"{COMPILER}/resolve/unions.py",
        "test_resolve test_checks test_golden_adapter",
        ("            found.setdefault(wanted, name)\n", "            found[wanted] = name\n"),
        ("    return unions.get(wanted) or ", "    return "),
        ('scalar = "enum" in definition and OPAQUE in types', "scalar = False"),
        ("(arms and set(arms) <= types)", "(arms and set(arms) & types)"),
    ),
]  # fmt: skip

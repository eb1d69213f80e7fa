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
        ("made = always and _hollow(one, lens, path)", "made = False"),
        ("    return bool(names) and not any(", "    return not any("),
        ("        return not write.source.when\n", "        return True\n"),
        ("return any(written) if parts else bool(written)", "return bool(written)"),
        ("return any(written) if parts else bool(written) and all(written)", "return any(written)"),
        ("    return there and not unsaid(one, lens, slot)", "    return there"),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks",
        ("_filled(one, lens, slot)) and not silent:", "_filled(one, lens, slot)):"),
        ('or path[start - 1] != "0":', "or True:"),
    ),
    *rows(
        f"{COMPILER}/check/absence.py",
        "test_checks test_checks_clean",
        ("        fix = some(items[0]) if items else fix\n", ""),
        ('        if step[-1] == "0":\n', "        if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/alternatives.py",
        "test_checks test_checks_clean test_golden_adapter",
        ('    if slot.place == "arm" or not (types', "    if not (types"),
        (' or not (types(inter) <= {*PLAIN, "null"} or copied):', ":"),
        ("for other in lens.slots if other.target", "for other in [slot] if other.target"),
        (' or slot is not same[0]:', ":"),
        ('{"number"} if "integer" in kinds else set()', "set()"),
        ("if rule.converts and rule.wire:", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/via.py",
        "test_checks test_checks_clean test_via",
        ("in uses(project):\n        codec = codecs",
         "in _found(project):\n        codec = codecs"),
        ("(declared - there) | _unheld(use, part, there, declared)", "declared - there"),
        ('    if part == "inter":\n        return there - declared\n', ""),
    ),
    *rows(
        f"{COMPILER}/check/constants.py",
        "test_checks_clean test_checks_told test_checks test_golden_adapter",
        (" in given.sum and {*lacking} != mapped:", " in given.sum:"),
        (" in given.sum and {*lacking} != mapped:", " and {*lacking} != mapped:"),
        ("mapped = {name for name in inside if name in apart}", "mapped = {*inside}"),
        ("in (name for name in given.sum if name not in apart):", "in given.sum:"),
        ("        if not {*fields} & {*given.sum}:", "        if not fields:"),
        ("if not {*fields} & {*given.sum}:", "if fields and not {*fields} & {*given.sum}:"),
    ),
    *rows(
        f"{COMPILER}/operators/position.py",
        "test_checks_clean test_checks",
        ("        if args and not names:\n", "        if False:\n"),
        ("            if args != (name,):\n", "            if not args:\n"),
        ("if not args or not follow(", "if not args or follow("),
    ),
    *rows(
        f"{COMPILER}/operators/bare.py",
        "test_checks",
        ("if not required <= made or (ways and len(alone) != 1):", "if not required <= made:"),
        ("if not required <= made or (ways and", "if (ways and"),
        ("        alone = [way for way in ways if way <= made]\n", "        alone = ways[:1]\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_texts.py",
        "test_checks test_golden_adapter",
        ('if path and "string" in types(shapes):', "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/tables.py",
        "test_checks test_checks_clean test_golden_adapter",
        (" is not None and table.otherwise is None", " is not None"),
        ("for value in words.decoding}", "for value in ()}"),
        ('if slot.place == "case" or slot.target.more or', "if slot.target.more or"),
    ),
    *rows(
        f"{COMPILER}/check/stream_shaped.py",
        "test_checks",
        ("        if flow.row.place or not flow.row.source:\n", "        if False:\n"),
        ("    elif flow.row.place or not", "    if flow.row.place or not"),
    ),
    *rows(
        f"{COMPILER}/check/definitions.py",
        "test_checks",
        ("[name for name in arms if name not in read]", "[*arms]"),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks",
        ("    if not silent and any(a.path == path and", "    if False and any(a.path == path and"),
        ("if start == 0 and len(slot.row.targets) == 1:", "if len(slot.row.targets) == 1:"),
    ),
    *rows(
        f"{COMPILER}/check/absence.py",
        "test_checks",
        ("        if slots and not any(_demanded(", "        if 0 and not any(_demanded("),
    ),
    *rows(
        f"{COMPILER}/check/stream_texts.py",
        "test_checks",
        ("== place and not (lost and all(lost))", "== place"),
    ),
]

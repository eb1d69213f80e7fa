"""Mutants of the checks: each loses, repeats or invents a finding."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/writes.py",
        "test_checks",
        (
            "            if _starts(first, second) or _starts(second, first):",
            "            if False:",
        ),
    ),
    *rows(
        f"{COMPILER}/check/coverage.py",
        "test_checks",
        ("if start < len(path) and (start == 0 or others):", "if start < len(path) and others:"),
        (
            "        if holds:\n            yield Problem(",
            "        if not holds:\n            yield Problem(",
        ),
    ),
    *rows(
        f"{COMPILER}/check/constants.py",
        "test_checks",
        ("if not all(told.asks(key) for told in asked):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/operators.py",
        "test_checks",
        ('    if {"default", "fill"} <= set(found):\n', "    if False:\n"),
        ("        if len(values) > 1:\n", "        if len(values) > 2:\n"),
        ("            if slot.place not in places:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/placement.py",
        "test_checks",
        ('arms.count("*") != 1', 'arms.count("*") > 1'),
        ("            if len(path) > 2:\n", "            if len(path) > 9:\n"),
    ),
    *rows(
        f"{COMPILER}/check/absence.py",
        "test_checks",
        ("    if not lens.keeps:\n", "    if False:\n"),
        ("    if not must_be_there(one.wire, lens.wire, path[:-1]):\n", "    if False:\n"),
        ("    if not inside and not lens.own:\n", "    if not inside:\n"),
        (
            "        if not any(known.path == absent.path[-1:] for",
            "        if any(known.path == absent.path[-1:] for",
        ),
    ),
    *rows(
        f"{COMPILER}/check/tables.py",
        "test_checks",
        ("            for wire in table.decode:\n                if wire in seen:",
         "            for wire in table.decode:\n                if wire not in seen:"),
        ("            if missing or not values:\n", "            if not values:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_checks",
        ("            if gathered or told:\n", "            if gathered and told:\n"),
        ("                if earlier.event != flow.rows.event:", "                if False:"),
    ),
]  # fmt: skip

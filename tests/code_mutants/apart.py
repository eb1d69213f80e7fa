"""Mutants of what writers of three more wires found: served, threaded, and told part by part."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/asks.py",
        "test_checks_apart test_checks",
        ("own = [wires for wires in alike if view.lens.wire in wires]", "own = alike"),
        ("if alike and not any(", "if own and not any("),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks_apart test_checks",
        ("lambda d: d.guards and not d.guards_all", "lambda d: d.guards"),
        ("lambda d: d.guards and not d.guards_all", "lambda d: False"),
        ("SPELLED if not first.arm and _fields(first) == _fields(second)", "SPELLED if False"),
    ),
    *rows(
        f"{COMPILER}/check/stream_placement.py",
        "test_checks_apart test_checks",
        (' and rows.rows[0].operator != "whole"', ""),
        ("if not inside and begun[0] < ended[-1]:", "if not inside:"),
        ("if not inside and begun[0] < ended[-1]:", "if False:"),
        ('the last that ends one" if here == "after" else fix', 'the last that ends one"'),
    ),
    *rows(
        f"{COMPILER}/plan/streams/elements.py",
        "test_stream_said_last",
        ("            given = []\n", ""),
        ("            scope.add(*given)\n            ended_with(", "            ended_with("),
    ),
    *rows(
        f"{COMPILER}/plan/spreading.py",
        "test_spread_texts",
        ('ir.runtime("blocks_of", held) if self.bare else held', "held"),
    ),
    *rows(
        f"{COMPILER}/plan/read/spreads.py",
        "test_spread_texts",
        ("bare = [ir.const(True)] if self.spreading.bare else []", "bare = []"),
    ),
    *rows(
        f"{RUNTIME}/overlay.py",
        "test_spread_texts",
        ("text_or_blocks(run) if bare else run", "run"),
    ),
]

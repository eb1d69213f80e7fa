"""Mutants of what writers of three more wires found: served, threaded, and told part by part."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/asks.py",
        "test_checks_apart test_checks",
        ("if alike and not any(", "if alike and not all("),
        ("if alike and not any(", "if not any("),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks_apart",
        ("lambda d: d.guards and not d.guards_all", "lambda d: d.guards"),
        ("lambda d: d.guards and not d.guards_all", "lambda d: False"),
        ("SPELLED if not first.arm and _fields(first) == _fields(second)", "SPELLED if False"),
    ),
    *rows(
        f"{COMPILER}/check/stream_placement.py",
        "test_checks_apart",
        (' and rows.rows[0].operator != "whole"', ""),
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
        f"{COMPILER}/plan/streams/ends.py",
        "test_stream_said_again",
        ("lookup(BODY if again else W, names(row.place))", "lookup(W, names(row.place))"),
        ("lookup(BODY if again else W, names(row.place))", "lookup(BODY, names(row.place))"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_stream_said_again test_checks",
        ("row.source[-1] in required and not row.is_const", "not row.is_const"),
        ("if ends and len(row.source) > 1", "if len(row.source) > 1"),
        (
            "            and not _ends(view, [names(row.place)])\n            and not all(",
            "            and not all(",
        ),
        (
            "            and not all(must_be_there(view.wire, reply, names(row.place))\n"
            "                        for reply in records(view.whole))\n        ]",
            "        ]",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/spreading.py",
        "test_spread_texts",
        ('ir.runtime("blocks_of", blocks) if self.bare else blocks', "blocks"),
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

"""Mutants of keys that every event of a stream has, and of constants of events."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/load/stream.py",
        "test_stream_everywhere",
        ("            if entry == \"ignore\":\n", "            if entry == \"ignored\":\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/streaming.py",
        "test_stream_everywhere",
        ("    if own and not speaks_of_elements(schema, event, own[0].rows):", "    if own:"),
        ("one.key in properties and not one.left_out)", "one.key in properties)"),
        ("    keys = schema.properties(event).keys() - read\n",
         "    keys = schema.properties(event).keys()\n"),
    ),
    *rows(
        f"{RUNTIME}/repeating.py",
        "test_stream_everywhere",
        ("            elif e[key] is None:\n", "            else:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_repeats.py",
        "test_stream_everywhere",
        ("one.left_out or (plain and one.places == (row.place,))", "plain"),
        ("one.left_out or (plain and one.places == (row.place,))", "one.left_out"),
        ("one.left_out or (plain and", "(plain and"),
        ("one.left_out or (plain and", "one.left_out or ("),
        ("            if whose and len(whose) ==", "            if False and len(whose) =="),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_stream_everywhere",
        ("    left -= {step.key for row in rows.rows for step in row.place}\n", ""),
        ("filled(view, rows.event) | _ignored(view, rows) if", "filled(view, rows.event) if"),
        ("\"say under `repeats` what it is\" if len(repeats) < len(keys)",
         "\"say under `repeats` what it is\" if True"),
        ("    everywhere = {one.key for one in view.stream.repeats if one.left_out}\n",
         "    everywhere = {one.key for one in view.stream.repeats}\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_stream_constants",
        (" and not flow.row.is_const]\n    for flow in flows:", "]\n    for flow in flows:"),
        ("        if row.is_const:\n            key", "        if False:\n            key"),
    ),
    *rows(
        f"{COMPILER}/check/stream_moves.py",
        "test_stream_constants",
        ("for flow in view.flow(rows) if not flow.row.is_const]", "for flow in view.flow(rows)]"),
    ),
    *rows(
        f"{COMPILER}/check/stream.py",
        "test_stream_constants",
        ("            if view.whole and not constant:", "            if view.whole:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_unread.py",
        "test_stream_everywhere test_checks",
        ("several = len({rows.event for rows in having}) > 2", "several = False"),
        ("several = len({rows.event for rows in having}) > 2", "several = True"),
    ),
]

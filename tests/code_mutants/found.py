"""Mutants of rules on mistakes that check once passed, and that gave wrong output."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/stream_named.py",
        "test_checks",
        (" or (flow.rows.event, place) in reported:", ":"),
        ("if not shapes or anything(shapes):", "if not shapes:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_unnumbered.py",
        "test_checks_culprits",
        ("        elif row.opens:\n", "        elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_types.py",
        "test_checks_pieces",
        ("if source in sources or anything((*own, *theirs))", "if anything((*own, *theirs))"),
        ("or anything((*own, *theirs)) or types(own)", "or types(own)"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ending.py",
        "test_stream_ends",
        ("        and reason != table.otherwise\n", ""),
        (" and not _ends(slot, wire, ends)\n", "\n"),
        ("word not in (ANY, None, *stand_ins)", "word not in (ANY, None)"),
        ("always_there and reasons and absent.value not in reasons:", "always_there and reasons:"),
        ("always_there and reasons and absent", "reasons and absent"),
        ("always_there = _behind(view) is None or never_null", "always_there = never_null"),
        (" or never_null(view.wire, view.stream, path)\n", "\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_placement.py",
        "test_checks_culprits test_golden_adapter",
        ("        if view.subject(rows.event) is None\n        and any(", "        if any("),
        (" if around[:1] and around[0] in behind else ():", ":"),
        ("if brings(view, rows, place) and rows", "if rows"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_checks_culprits test_golden_adapter",
        ("            if not of:\n", "            if True:\n"),
        ("            elif row not in respelled(flow.rows):\n", "            else:\n"),
        ("    own = built.typed.get(record, set())\n", "    own: set[str] = set()\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/spelled.py",
        "test_checks_culprits test_checks",
        ("if not surely or must_be_there(schema, rows.event, one.source)]", "]"),
        ("        keys &= schema.required(rows.event)\n", "        pass\n"),
        ("    if surely and not row.source:\n", "    if surely:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_elements.py",
        "test_checks_culprits test_golden_adapter",
        ("own = keys - {path[0] for path, _ in brought if path}", "own = keys"),
        ("        yield from _inside_spelled(view, flow, place)\n", "        pass\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/spelled.py",
        "test_checks_culprits test_golden_adapter test_stream_spelled",
        (' and record in ("", rows.event))', ")"),
    ),
    *rows(
        f"{COMPILER}/check/stream_spelled.py",
        "test_checks_culprits",
        ("if given.path == path and given.values:", "if given.path == path:"),
        ("given.path == path and given.values:", "False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_texts.py",
        "test_checks_culprits test_golden_adapter",
        ("one.row.name in (CALL_ID, CALL_NAME)", "one.row.name == CALL_ID"),
        ("one.row.name in (CALL_ID, CALL_NAME)", "one.row.name == CALL_NAME"),
        ("one.record == CALL and one.row.name in (CALL_ID, CALL_NAME)", "one.record == CALL"),
        ("    if read and all(", "    if all("),
    ),
    *rows(
        f"{COMPILER}/check/stream_twice.py",
        "test_checks_culprits test_checks",
        ("            if first.row.place != second.row.place:\n", "            if False:\n"),
        ('if operator == "append" and first.row.place == second.row.place:', "if True:"),
        ('return outer.row.operator == "add" and', "return"),
        (" and inner.row.place[: len(place)] == place\n", "\n"),
    ),
]

"""Mutants of what the first writers of wires without ids, of several speakers and of runs found."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_outside_wires"

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/sending.py",
        TESTS,
        ('e if e.get("kind") == "started" else e.get("response", {})', 'e.get("response", e)'),
        ('e.get("metadata") if e.get("kind") == "started" else None', 'e.get("metadata")'),
    ),
    *rows(
        f"{COMPILER}/plan/read/rows.py",
        TESTS,
        ("always = demanded and leaf.has_default", "always = False"),
    ),
    *rows(
        f"{COMPILER}/plan/read/objects.py",
        TESTS,
        ("        elif key not in node.static:\n", "        else:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/write/unions.py",
        TESTS,
        (
            '    if lost_words(resolver, union):\n        objects = ir.if_((ir.isnt(X, "string"),',
            '    if False:\n        objects = ir.if_((ir.isnt(X, "string"),',
        ),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        TESTS,
        ("    found.lists.sort(key=lambda blocks: bool(blocks.arm))", "    pass"),
    ),
    *rows(
        f"{COMPILER}/resolve/spelled.py",
        TESTS,
        ('for step in row.place} - {"", UNNAMED}', 'for step in row.place} - {""}'),
    ),
    *rows(
        f"{COMPILER}/check/twins.py",
        TESTS,
        ("for other in there for pair in", "for other in (join,) for pair in"),
    ),
    *rows(
        f"{COMPILER}/check/coverage.py",
        TESTS,
        ("elif _made(lens, around) and must", "elif False and must"),
        ("if row.targets and path]", "if path]"),
    ),
    *rows(
        f"{COMPILER}/check/joins.py",
        TESTS,
        ("for one in (shape, *shape.items) if", "for one in (shape,) if"),
        ("for one in (shape, *shape.items) if", "for one in shape.items if"),
        (" if name not in covered | {OPAQUE}]", " if name not in covered]"),
    ),
    *rows(
        f"{COMPILER}/check/arm_constants.py",
        TESTS,
        ("in later if given.path in _values(one, other)]", "in later]"),
        ("        if must_be_there(one.inter, case.arm, row.fields[0])\n", ""),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        f"{TESTS} test_checks test_golden_adapter",
        (
            "if not constants or not all(fits(one.wire, value, read) for value in constants):",
            "if True:",
        ),
        ("if not constants or not all(fits", "if not all(fits"),
    ),
    *rows(
        f"{COMPILER}/check/stream_same.py",
        TESTS,
        (
            "view.wire.tags(begun.record).items() <= view.wire.tags(event).items()",
            "not view.wire.tags(begun.record).keys() & view.wire.tags(event).keys()",
        ),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        TESTS,
        ("if any(row.is_const and names(row.place) == (key,) for row in rows.rows):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ends.py",
        f"{TESTS} test_checks test_golden_adapter",
        ("                if ends and path not in written:\n", "                if False:\n"),
        ("        written = rows | {given.path", "        written = {given.path"),
        ("if ends and not any(word in given", "if not any(word in given"),
        ("if ends and not any(word in given.values for word in ends):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        f"{TESTS} test_checks test_golden_adapter",
        ('texts if "string" in types(shapes) else {}', "{}"),
        ("                if words and not slots:\n", "                if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/progress.py",
        "test_stream_ids",
        ("    if converts(leaf):\n", "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        "test_stream_ids",
        (' in ("id", "name") and converts(leaf):', ' == "id" and converts(leaf):'),
    ),
    *rows(
        f"{COMPILER}/plan/streams/call_pieces.py",
        "test_stream_ids",
        ("        if path in element.spelled:\n", "        if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        "test_stream_ids",
        ("            if path in element.spelled:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/converted.py",
        "test_stream_ids test_golden_adapter",
        (" or leaf.codec.absorbs)", ")"),
    ),
]

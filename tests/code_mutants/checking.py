"""Mutants of the checks: each loses, repeats or invents a finding."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/telling.py",
        "test_checks",
        ("(other.lens.own or other.lens.keeps)]", "other.lens.own]"),
    ),
    *rows(
        f"{COMPILER}/check/stream_repeats.py",
        "test_checks",
        ("if key not in known and not rows.error)", "if key in known and not rows.error)"),
        ("            if one.key not in keys:", "            if False:"),
        ("elif not step.key and end < len(place) and is_list(shapes):", "elif False:"),
        ("        if step.key and names(inner) not in begun:", "        if False:"),
        ("    own += [rows.position] if one.key in rows.ignored else []\n", ""),
        ("if one.key in numbers or one.key in view.wire.tags(rows.event):", "if False:"),
        ("if one.counts and one.places != ((),) and not is_list", "if False and not is_list"),
        ('types(key) >= {"string"} if one.stem else is_number(key)', "True"),
        ("    other = types(place) - types(key)", "    other = set() - types(key)"),
        ('return "" if fits(view.wire, one.const, key) else', 'return "" if True else'),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks test_golden_adapter",
        ("is not None or (parts and piece):", "is not None:"),
        (" - {*view.wire.tags(record)}\n", "\n"),
        ("    if told and holds and not (", "    if False and not ("),
        ("    if own and types(view.source(", "    if False and types(view.source("),
        ("return _ends(view, places) or any(", "return any("),
        ("        all(must_be_there(", "        not all(must_be_there("),
        ("            told += [number] if step.key and number is not None else []\n", ""),
        ("filled(view, rows.event) | _ignored(view, rows) if not path else set()", "set()"),
        ("if one.key in keys and _sure(view, one, event)}", "if one.key in keys}"),
        ("        if not holders:\n", "        if True:\n"),
        ("for end in range(len(path)))", "for end in range(1))"),
        ("inner = _inside(view, rows) if piece else iter(())", "inner = iter(())"),
    ),
    *rows(
        f"{COMPILER}/check/writes.py",
        "test_checks",
        (
            "            if _starts(first, second) or _starts(second, first):",
            "            if False:",
        ),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks",
        ("if start < len(path) and (start == 0 or others):", "if start < len(path) and others:"),
    ),
    *rows(
        f"{COMPILER}/check/coverage.py",
        "test_checks",
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
        f"{COMPILER}/check/writes.py",
        "test_checks",
        ("outer = first if _starts(first.path, second.path) else second", "outer = second"),
    ),
    *rows(
        f"{COMPILER}/check/unused.py",
        "test_checks",
        ("yield replace(found, fix=COMMA) if said is None else found", "yield found"),
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
        ("    if not spec.keeps:\n", "    if False:\n"),
        ("for outer in holding[:1]:", "for outer in list[Path]():"),
        ("    if not inside and not spec.own:\n", "    if not inside:\n"),
        ("    if absent.value is None and any(", "    if any("),
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
        ("if value in spoken and all(", "if False and all("),
        ("            if said is None and _always_said(", "            if False and _always_said("),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_checks",
        ("            if gathered or told:\n", "            if gathered and told:\n"),
        (
            "if earlier.event != flow.rows.event and flow.row.operator != \"whole\":",
            "if False:",
        ),
        ("    alike = arguments(slot, lambda d: d.other_keys) or ()", "    alike = ()"),
    ),
    *rows(
        f"{COMPILER}/check/failures.py",
        "test_checks",
        ("                if said and read != kind:", "                if False:"),
        ('                elif key != "message" and', "                elif False and"),
        ("                if held and not row[\"says\"]:", "                if held:"),
        ("found |= {inner.name for inner in rows if inner.targets}\n", "pass\n"),
        ("                    if read != kind:", "                    if read is None:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ends.py",
        "test_checks",
        ("    if missing := [word for word in said if word not in ends]:", "    if missing := []:"),
        ("    if missing := [word for word in ends if word not in said]:", "    if missing := []:"),
        ("if plain[0] in view.wire.required(view.stream.whole):", "if False:"),
        ("                if any(plain[: len(place)] == place for place in put if place):",
         "                if True:"),
    ),
    *rows(
        f"{COMPILER}/check/unread.py",
        "test_checks",
        ("return {*records(shapes), *records(lists(shapes))}", "return {*records(shapes)}"),
        ("    if () in named or any(", "    if any("),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_checks",
        ("first = 0 if view.subject(flow.rows.event) is None else 1\n", "first = 0\n"),
        ("rows.ignored and not rows.arm", "rows.ignored"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_stream_renamed",
        ("[names(row.place) for row in told] or [(key,)]", "[(key,)]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_stream_renamed",
        ('if not lists and not types(shapes) & {"object", "any"}:', "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/sequences.py",
        "test_checks",
        ("if not sequence.string and is_list(wire) and any(", "if is_list(wire) and any("),
    ),
]  # fmt: skip

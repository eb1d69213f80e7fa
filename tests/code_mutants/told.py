"""Mutants of rules on elements that streams would tell twice, or in place of others."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        "templates/python/runtime/arguments.py",
        "test_finish_reasons",
        ('"invalidArguments" not in call and _may_be_cut', "_may_be_cut"),
        ('    if call["arguments"]:\n        return False\n', ""),
        ("return not spelled or (note", "return (note"),
        ('.get("style") in NOTHINGS', '.get("style") == "empty"'),
        ('    if invalid == "":\n', "    if False:\n"),
        ("    elif invalid is None and _may_be_cut(", "    elif False and _may_be_cut("),
        ("    elif invalid is None and _may", "    elif _may"),
        ('        return _nothing(style, "")\n', '        return ""\n'),
        ("    return content[-1].get(", "    return content[0].get("),
    ),
    *rows(
        f"{COMPILER}/plan/usual.py",
        "test_failures",
        (", *row.fields[0][:-1]]", "]"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/alike.py",
        "test_alike",
        ('word if re.fullmatch(r"\\S+", word) else json.dumps(word)', "word"),
    ),
    *rows(
        f"{COMPILER}/operators/calls.py",
        "test_finish_reasons",
        ('CUT = ("length", "content_filter")', 'CUT = ("length",)'),
        ("            asked.append((self._cut(value), [again]))", "            pass"),
        ("for lens in transform.lenses if lens.inter == CALL]", "for lens in transform.lenses]"),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_checks_unshown",
        (
            "blocks = source.shapes if single else lists(source.shapes)",
            "blocks = lists(source.shapes)",
        ),
        ('fix = "add a row with `| gather`" if single else fix', "pass"),
    ),
    *rows(
        f"{COMPILER}/check/stream_counts.py",
        "test_checks_unshown test_golden_adapter",
        ("if not there or not records(", "if True or not records("),
        (
            "if not within and not any(names(row.place)[: len(path)] == path "
            "for row in rows.rows):",
            "if not within:",
        ),
    ),
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_checks_told test_checks",
        ('dotted(way) if way else "")', "dotted(way))"),
    ),
    *rows(
        f"{COMPILER}/check/stream_same.py",
        "test_checks_told test_checks test_golden_adapter",
        ("for one in begun if key != UNNAMED else ():", "for one in begun:"),
        ("if one.record == flow.rows.event and not one.own:", "if not one.own:"),
        ("if one.record == flow.rows.event and not one.own:", "if one.record == flow.rows.event:"),
        ("(key,) or (not begun.own and key != UNNAMED):", "(key,):"),
        ("if begun.own == (key,) or (", "if ("),
        ("key in (begun.key, *begun.own) and text", "key in begun.own and text"),
        ("key in (begun.key, *begun.own) and text", "key == begun.key and text"),
        ("key in (begun.key, *begun.own) and text", "text"),
        (" and text and not agreeing", " and not agreeing"),
        (" and text and not agreeing", " and text"),
    ),
    *rows(
        f"{COMPILER}/check/stream_elements.py",
        "test_checks_told test_checks",
        (' or (row.operator == "close" and row.record)', ""),
        ("if {*kinds} <= {*unbrought(seen, names(element))}:", "if False:"),
        ("                found.add(row.record)\n", "                return set()\n"),
        (" or _spelled_out(seen, names(element)):", ":"),
    ),
    *rows(
        f"{COMPILER}/check/stream_spelled.py",
        "test_checks_told test_checks",
        ('if closing and "" not in ends else', 'if ends and "" not in ends else'),
        ('if closing and "" not in ends else', "if closing else"),
        ("                known if ends else", "                known if True else"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks_told test_checks test_golden_adapter",
        (" and not (_has_parts(seen) and _runs(seen, told)):", ":"),
        ("not (_has_parts(seen) and _runs(seen, told)):", "not _runs(seen, told):"),
        ("not (_has_parts(seen) and _runs(seen, told)):", "not _has_parts(seen):"),
        ("        and not any(slots_at(seen, names(row.place)))\n", ""),
    ),
    *rows(
        f"{COMPILER}/check/stream_ending.py",
        "test_checks_told test_checks test_golden_adapter",
        ("behind[behind.index(ending[0]) :] if ending", "behind if ending"),
        ("if first and rows not in ending and not any(", "if first and not any("),
        ("brings(seen, one, path) for one in ahead if", "False for one in ahead if"),
        ("if slot.target.path and slot.row.fields[0] in WHOSE]", "if slot.target.path]"),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks_told test_checks test_golden_adapter",
        ("if slot is same[-1] and all(", "if all("),
        ("if slot is same[-1] and all(", "if slot is same[-1] or all("),
        ("if case.arm and not case.lost]", "if case.arm]"),
        ("needed = asked and not settled and", "needed = asked and"),
        ("asked and not settled and must_be_there(one.inter, slot.record, field)", "asked"),
        ("return needed and not must_be_there(one.wire, view.lens.wire, path)", "return needed"),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks_told test_checks",
        ("if not lens.keeps and not whole and one.wire", "if not whole and one.wire"),
        ("if not lens.keeps and not whole and one.wire", "if not lens.keeps and one.wire"),
        ("if join.items and OPAQUE in join.names]", "if OPAQUE in join.names]"),
        ("arms = {id(pair): (join, pair.lens)", "arms = {(join.what, id(pair)): (join, pair.lens)"),
    ),
]

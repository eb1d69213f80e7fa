"""Mutants of streams that an event ends by its type, and of reasons that calls alone tell."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/load/stream.py",
        "test_stream_ended_by",
        (" titles | {*_names(on.get(\"ignore\"))})", " titles)"),
        ("                if words != []:\n", "                if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/reading.py",
        "test_stream_ended_by",
        ("            if kind.event in self.stream.ending:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/progress.py",
        "test_stream_ended_by",
        ("if conditions else ir.const(False))", "if conditions else ir.const(True))"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/ends.py",
        "test_stream_ended_by",
        (" or rows.event in self.state.stream.ending\n", "\n"),
        ("own = {*self.wire.tags(rows.event)} | {", "own = {"),
        (" | {row.source[0] for row in rows.rows if row.source}\n        left", "\n        left"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_ended_by",
        ("        if self.stream.ending:\n            return (), None\n", ""),
        ("        return frozenset(last.values()) - {*self.wire.properties(first)}\n",
         "        return frozenset()\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_stream_ended_by",
        ("holder = ir.var(\"body\") if key in self.wire.required(rows.event) else W", "holder = W"),
        ("for key in sorted(own) if not wire.const(rows.event, key)} | found\n",
         "for key in () if not wire.const(rows.event, key)} | found\n"),
        ("if not wire.const(rows.event, key)} | found\n", "if not wire.const(rows.event, key)}\n"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_ended_by",
        ("if framing.tail is None or _speaks(rest) else {}", ""),
        ("without(news, framing.closing) if framing.closing else news", "news"),
    ),
    *rows(
        f"{RUNTIME}/stream.py",
        "test_stream_ended_by",
        ("not reader.ends or holds(body, reader.ends[0])", "holds(body, reader.ends[0])"),
        ("if complete and reader.ends and not", "if complete and not"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ends.py",
        "test_stream_ended_by",
        ("if named and not (sent or wrong or view.stream.ends):", "if False:"),
        ("if not rows.ignore and rows.title not in wrong]", "if rows.title not in wrong]"),
        ("        for rows in sent[1:]:\n", "        for rows in sent[9:]:\n"),
        ("    if rows.error:\n        what", "    if False:\n        what"),
        ("(rows.rows and view.subject(rows.event) is not None):", "False:"),
        ("    if rows.arm or (rows.rows and", "    if (rows.rows and"),
        (" and rows is with_rows[0]:\n", ":\n"),
        ("    if deep:\n", "    if False:\n"),
        ("    if keys:\n        fix", "    if False:\n        fix"),
        ("    keys = [row.args[0] for row in rows.rows if", "    keys = [row for row in () if"),
        ("    keys += [\n"
         "        key for key, words in", "    keys += [key for key, words in {} and"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ending.py",
        "test_stream_ended_by",
        ("flagged = any(apart) or bool(view.stream.ending)", "flagged = any(apart)"),
        ("lacking = not view.stream.ending and not any(", "lacking = not any("),
        ("                    if not view.stream.ending:\n", "                    if True:\n"),
        ("if rows.title in view.stream.ending\n                  or any(", "if any("),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_stream_ended_by",
        ("not finished and not view.stream.ending:", "not finished:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_stream_ended_by",
        ("sent = sent or rows.title in view.stream.ending", "pass"),
    ),
    *rows(
        f"{COMPILER}/check/stream_placement.py",
        "test_stream_ended_by",
        ("            if rows.title in view.stream.ending:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/read/rows.py",
        "test_stream_ended_by",
        ("            if row.calls is not None and (", "            if False and ("),
    ),
    *rows(
        f"{COMPILER}/plan/losses/lenses.py",
        "test_stream_ended_by",
        ("        if row.calls is not None:\n", "        if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/tables.py",
        "test_stream_ended_by",
        (" and row.const == STOP and not row.calls:", " and False:"),
        (" and not row.calls:\n", ":\n"),
        ("(row.const, row.calls) != (STOP, FOR_CALLS):", "row.const != STOP:"),
        ("elif case or not any(r.name in (", "elif case and not any(r.name in ("),
    ),
]

"""Mutants of what writers of two more wires found: a spoken one, and one without addresses."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/failures.py",
        "test_checks",
        ('if _kind_of({"type": name}, one.transform.errors) is None:', "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks",
        ("late = slot.row.fields[0][:1] not in FIRST_FIELDS", "late = True"),
        (
            "late and filling and all(one.excuses for one in filling)",
            "late and any(one.excuses for one in filling)",
        ),
        ("if late and filling and all(", "if not late and filling and all("),
    ),
    *rows(
        f"{COMPILER}/check/stream_ending.py",
        "test_checks_leading",
        ("    return [*dict.fromkeys(found)]\n", "    return found\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_json.py",
        "test_checks",
        ("        if has(slot.target", "        if not has(slot.target"),
    ),
    *rows(
        f"{COMPILER}/operators/parts.py",
        "test_checks",
        ("elif keys and not fits(", "elif keys and fits("),
    ),
    *rows(
        f"{COMPILER}/operators/parts.py",
        "test_parcel",
        ("        yield from cls.unread(one, slot, lists(wire))\n", ""),
        ("if texts and record not in named:", "if texts:"),
        ("in sorted(one.wire.required(record))", "in one.wire.properties(record)"),
        ("                and not one.wire.const(record, key)\n", ""),
    ),
    *rows(
        f"{COMPILER}/operators/least.py",
        "test_number_or_word",
        ('& {"integer", "string"} == {"string"}:', '& {"integer"} == {"string"}:'),
        ('"integer", "integer|string"', '"integer", "integer"'),
    ),
    *rows(
        f"{COMPILER}/check/alternatives.py",
        "test_number_or_word",
        ("{WORD if words else 'numeral'}", "{WORD}"),
        ("{WORD if words else 'numeral'}", "numeral"),
    ),
    *rows(
        f"{COMPILER}/load/stream.py",
        "test_older_events",
        (" if not rows.only_read or rows.title not in titles\n", "\n"),
        ("if not any(rows.only_read for rows in self.events):", "if True:"),
        ("only_read=title != key", "only_read=False"),
        ('if value in ("ignore", "error") and title != key:', "if False:"),
        ("isinstance(stem := entry[form], str) and stem:", "isinstance(stem := entry[form], str):"),
    ),
    *rows(
        f"{COMPILER}/plan/module.py",
        "test_older_events",
        ("StreamWriterPlanner(sent_state)", "StreamWriterPlanner(state)"),
    ),
    *rows(
        f"{COMPILER}/check/stream_view.py",
        "test_older_events",
        ("StreamView(one, stream.sent) for one", "StreamView(one, stream) for one"),
        ("sent[one.name] if stream.sent is stream else", "sent[one.name] if True else"),
    ),
    *rows(
        f"{COMPILER}/check/stream_read.py",
        "test_older_events",
        ("names(other.place), other.operator,", "names(other.place), row.operator,"),
        ("not one.only_read and one.title == rows.title", "False"),
    ),
    *rows(
        f"{COMPILER}/check/stream_repeats.py",
        "test_older_events",
        ('types(key) >= {"string"} if one.stem else', ""),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_older_events",
        ('"stems": {one.key: one.stem for one in repeats if one.stem},\n', '"stems": {},\n'),
    ),
    *rows(
        f"{RUNTIME}/repeating.py",
        "test_older_events",
        ("repeated[key] = self._numbered(key, number)", "repeated[key] = number"),
        ("key: self._numbered(key, n) for", "key: n for"),
        ("number if stem is None else", "number if True else"),
    ),
]

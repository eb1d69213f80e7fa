"""Mutants of what is told of a request where several rules change the same thing."""

from __future__ import annotations

from .mutant import RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/lasting.py",
        "test_lasting",
        ("if gone and code != LEFT_OUT and _is_in(path, gone):", "if gone and _is_in(path, gone):"),
        ("if gone and code != LEFT_OUT and _is_in(path, gone):", "if False:"),
        ("            if path in renamed:\n", "            if False:\n"),
        ('        path = path.rpartition("/")[0]\n', '        path = ""\n'),
        (" and path not in moved:", ":"),
        ('path.count("/") == 1 and code', "code"),
        ("        if not any(type(x", "        if any(type(x"),
        ("for x in (given, sent)", "for x in (given,)"),
        ("for x in (given, sent)", "for x in (sent,)"),
        ("    if same(before, now):", "    if before == now:"),
        (" and path in changed\n", "\n"),
        ("    if before is None:\n", "    if False:\n"),
        ("    if now is None:\n", "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts test_accepts_choice",
        ('"an empty list of tools is left out", PLACED', '"an empty list", "dropped"'),
        ('PLACED if draft.get("toolChoice") in ("auto", "none") else "dropped"', '"dropped"'),
        ('PLACED if draft.get("toolChoice") in ("auto", "none") else "dropped"', "PLACED"),
        ('PLACED if switch is True else "dropped"', "PLACED"),
        ('PLACED if switch is True else "dropped"', '"dropped"'),
        ('            if draft.get("toolChoice") is not None:\n', "            if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_values.py",
        "test_accepts_found",
        ('"an empty list is left out", PLACED', '"an empty list is left out", "dropped"'),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        "test_accepts_found",
        (', f"/{field}", draft.get(field))', ', f"/{field}")'),
    ),
    *rows(
        f"{RUNTIME}/rule_emptied.py",
        "test_accepts_served",
        ('message["content"] == [] and all(', 'message["content"] == [] or all('),
        (' if key != "$")\n    return message["content"]', ')\n    return message["content"]'),
        ('all(item in (None, "", []) for item in noted)', "not any(True for _ in noted)"),
        ('and all(item in (None, "", []) for item in noted)', ""),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_stream_losses",
        ("'/toolCall' if 'toolCall' in block else ''", "''"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_stream_losses",
        ('if self.reader.shows and block["kind"] == "reasoning":', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        "test_lasting",
        ("if not losses or losses[-1].path != pointer(place):", "if True:"),
    ),
]

"""Mutants of rules on what ``rules.yaml`` names, and on rules that hold together."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/rule_names.py",
        "test_checks_rules test_checks",
        ("path = tuple(self._spelled.get(step, step) for step in path)", "pass"),
        ("        if path in self._of_services and", "        if False and"),
        ("if word and word not in choices and not found:", "if word and not found:"),
        ("(names.fields if FIELD in param.names else ())", "()"),
        ("(one.format.profiles if SERVICE in param.names else ())", "()"),
        ("steps = steps[: len(steps) - param.at[1]]", "pass"),
        ("        if one is None or not places:\n", "        if not places:\n"),
        ("is_word = bool(choices) and isinstance(one, str)", "is_word = bool(choices)"),
    ),
    *rows(
        f"{COMPILER}/check/rule_rows.py",
        "test_checks_rules test_checks",
        ("if len(value) < param.least:", "if not value:"),
        ('if not given and any(map(row.says, ("kind", *group))):', "if False:"),
        ('if not given and any(map(row.says, ("kind", *group))):', "if not given:"),
        (" or row.entry.get(name, OFF) != OFF]", " or row.says(name)]"),
        ("if param.beside and name in row.body and", "if False and"),
        ("if word not in words and row.says(name):", "if word not in words:"),
        ("word.lower() not in says.lower()", "word not in says"),
    ),
    *rows(
        f"{COMPILER}/check/rule_models.py",
        "test_checks_rules test_checks",
        ("                if _begins(str(word), without):", "                if False:"),
        ("                if _own(file, first) or _own(file, second):", "                if True:"),
        ("if _own(file, (name, row)) and _never(", "if _never("),
        ("    if any(name in row for row in (a, b) for name in CONDITIONS):", "    if False:"),
        ("    if any(name in refusing for name in CONDITIONS):", "    if False:"),
        ("return all(_holds(refusing, model) for model in mine)",
         "return any(_holds(refusing, model) for model in mine)"),
        ('a["kind"] == b["kind"] and (model', "(model"),
        ('(model := _of_both(a, b)) is not None', '(model := _of_both(a, b) or "") is not None'),
    ),
    *rows(
        f"{COMPILER}/check/rule_places.py",
        "test_checks_rules test_checks",
        (" and missing and not file.changes:", " and missing:"),
        ("if word in lost or (word in fields_of_all and word not in has):",
         "if word in fields_of_all and word not in has:"),
        ('(kind != "document" and begins[0] != kind)', "begins[0] != kind"),
    ),
    *rows(
        f"{COMPILER}/check/dialect_words.py",
        "test_checks_rules test_checks",
        ("if place[0] in own and word not in among:", "if word not in among:"),
        ('if row.action == "keep")', ")"),
        ('if "explicit" in own and dialect.when != "loose":', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/looked_for.py",
        "test_by_model",
        ('min(self.most_stops, params.get("most", inf))', 'params.get("most", inf)'),
    ),
]  # fmt: skip

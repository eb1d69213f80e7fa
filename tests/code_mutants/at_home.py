"""Mutants of what goes back to its own wire: as its API demands it, whatever a service had."""

from __future__ import annotations

from .mutant import RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/rule_pairs.py",
        "test_accepts_home test_accepts_served test_accepts_random",
        ("if any_order and (behind :=", "if False and (behind :="),
        ('"unnumbered" not in draft.acceptance.by_kind', "True"),
        ("len(found) == len(calls) and {*found} == {*calls} else", "found else"),
    ),
    *rows(
        f"{RUNTIME}/rule_pairs.py",
        "test_accepts_home",
        ('id_ = call.id if call in respelled else call.value["id"]', "id_ = call.id"),
        ("nameless = call not in respelled and _lacks_id(", "nameless = False and _lacks_id("),
        ("    nameless = call not in respelled and _lacks_id(", "    nameless = _lacks_id("),
        ("    needed = limit is not None and limit.needed\n", "    needed = True\n"),
        ("    return needed and spelled(", "    return False and spelled("),
        ('id_ = call.value["id"] if nameless else call.id', "id_ = call.id"),
    ),
    *rows(
        f"{RUNTIME}/rule_turns.py",
        "test_accepts_home",
        (
            'turn.message = stood_at(turn.message, "lift", None, draft.acceptance.format)\n'
            "            leading = [*leading, turn]",
            "leading = [*leading, turn]",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts_home test_accepts_choice",
        (
            'if given is not None and not (own and given["format"] != draft.acceptance.format):',
            "if given is not None and not own:",
        ),
        ("        elif own:\n", "        elif False:\n"),
        ('any(form.get(key) for key in row.params.get("naming", ()))', "True"),
        ('wrong = draft.get("toolChoice") == "none" and _is_one_of(', "wrong = _is_one_of("),
        (
            'draft.get("toolChoice") == "none" and _is_one_of(form, row.params["nameless"])',
            'draft.get("toolChoice") == "none"',
        ),
        ('wrong = not _is_one_of(form, row.params["names"])', "wrong = True"),
        ('wrong = not _is_one_of(form, row.params["names"])', "wrong = False"),
        ("    if wrong:\n", "    if True:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_names.py",
        "test_accepts_home test_renaming",
        ("    conversation.name_apart()  # what", "    # what"),
        ("own = None if call is None else call.id", "own = None"),
        ('if name is not None and result["name"] != name:', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/rule_written.py",
        "test_accepts_home",
        ("    if schema is not None and is_unusual(", "    if False and is_unusual("),
        ("            form[lacking] = left\n", ""),
        ("            del form[field]\n", ""),
        ("        if left != form.get(lacking, []):\n", "        if True:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_written.py",
        "test_accepts_media",
        ('    if row.params.get("places"):\n', "    if False:\n"),
        ("    for field in misplaced(form, params):\n", "    for field in ():\n"),
    ),
    *rows(
        f"{RUNTIME}/unusual.py",
        "test_accepts_media",
        ('.get("at") == key', '.get("at") != key'),
        ("        or bool(misplaced(form, params))\n", ""),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_media",
        ("            if plain.demands and is_unusual(block,", "            if is_unusual({},"),
    ),
    *rows(
        f"{RUNTIME}/unusual.py",
        "test_accepts_home",
        ('LACKING = ("absent", "null")', 'LACKING = ("absent",)'),
        ('    if "metadata" not in value:\n        return False\n', ""),
    ),
    *rows(
        f"{RUNTIME}/looked_for.py",
        "test_accepts_home",
        ('"keys": [*keys, *params.get("keys", ())]', '"keys": [*params.get("keys", ())]'),
        (
            '"styles": {**styles, **params.get("styles", EMPTY)}',
            '"styles": {**params.get("styles", EMPTY)}',
        ),
        ('self.naming = "naming" in params', "self.naming = False"),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_home test_accepts_crossing",
        ('if plain.id_needed and note(result, plain.format, "toolCallId"):', "if False:"),
        (
            "_choosable(choice, tools, plain) and _is_plain(x, plain)",
            "_choosable(choice, tools, plain)",
        ),
        (
            "is_unusual(schema, plain.format, plain.demands):\n        found = SETTINGS",
            "is_unusual(schema, plain.format, plain.demands):\n        found = 0",
        ),
        ("bool(plain.demands) and is_unusual(call, plain.format, plain.demands)", "False"),
        ("not plain.message_keys.isdisjoint(own) and _is_strange(own, plain):", "False:"),
        ("        key in plain.message_keys and value not in", "        False and value not in"),
    ),
    *rows(
        f"{RUNTIME}/soundness.py",
        "test_accepts_unicode",
        ('("arguments", "input", "invalidArguments")', '("arguments", "input")'),
        ('("arguments", "input", "invalidArguments")', '("arguments", "invalidArguments")'),
        ('bool(broken_in(block["toolCall"]))', 'is_broken(block["toolCall"]["arguments"])'),
    ),
]

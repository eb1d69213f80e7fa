"""Mutants of what makes requests acceptable: the look at them, the rules, ids and names."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_accepts test_accepts_media test_accepts_random test_accepts_crossing test_renaming"
LOOK = rows(
    f"{RUNTIME}/look.py",
    TESTS,
    ("    if open_ or found & PAIRS:", "    if found & PAIRS:"),
    ("    if before in plain.not_last:", "    if False:"),
    ("        if before in not_before[role]:", "        if False:"),
    ("            if id_ in ids:\n                return PAIRS\n", ""),
    ("    return found if speaks and not thought else found | TEXTS | STAYING", "    return found"),
    ('    if switch is not None and (not tools or choice == "none"):', "    if False:"),
    ("    return found | TOOLS if alien and alien == len(tools) else found", "    return found"),
    ("STAYING = ORDER | UNSIGNED", "STAYING = UNSIGNED"),
    ("                found |= FILES | STAYING\n", "                found |= STAYING\n"),
    ("    found = 0 if plain.asked.isdisjoint(x) else", "    found = 0 if True else"),
    ('    for message in x["messages"] if plain.message_keys else ():\n',
     "    for message in ():\n"),
)
REPAIRS = rows(
    f"{RUNTIME}/repairing.py",
    TESTS,
    ("(TEXTS | FILES, rule_emptied", "(TEXTS, rule_emptied"),
)
PAIRS = rows(
    f"{RUNTIME}/rule_pairs.py",
    TESTS,
    ("    conversation.name_apart()\n", ""),
    ("elif call is None or call.results[0] != at:", "elif call is None:"),
    ("            if call is None and draft.own_items:", "            if False:"),
)
SAID = rows(
    f"{RUNTIME}/rule_said.py",
    TESTS,
    ('    if "system" in places:', "    if True:"),
    (' or draft.get("responseSchema") is not None:', ":"),
)
QUOTED = (
    *rows(
        f"{RUNTIME}/rule_said.py",
        "test_accepts_found",
        ('    if any(own.get(key) is not None for key in params.get("elsewhere", ())):',
         "    if False:"),
        (" or _is_json(text):", ":"),
        ('if result.get("kind") != "text" or', "if"),
        (' or result["name"] not in names', ""),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_found",
        ("or (plain.data_key and plain.data_key in (plain.own(tool) or EMPTY))", ""),
    ),
)
TOOLS = rows(
    f"{RUNTIME}/rule_tools.py",
    TESTS,
    ("    if needed and tools_called(draft):", "    if needed:"),
    ('wanted = [name for name in given["allowed"] if name in names]', 'wanted = given["allowed"]'),
)  # fmt: skip
SPELLING = rows(
    f"{RUNTIME}/spelling.py",
    TESTS,
    ("            new = limit.other(text, again)\n", "            break\n"),
    ('            legible = f"_{legible}"\n', "            pass\n"),
)
MEDIA = rows(
    f"{RUNTIME}/rule_media.py",
    TESTS,
    ("        blocks.insert(place, block)", "        blocks.append(block)"),
    ("        if match is None or match[1] not in results:", "        if match is None:"),
)
STOOD = [
    *rows(
        f"{RUNTIME}/rule_files.py",
        "test_repaired_places",
        (
            "        if not draft.acceptance.takes(block):\n            return block  # it",
            "        if False:\n            return block  # it",
        ),
    ),
    *rows(
        f"{RUNTIME}/stood.py",
        "test_repaired_places",
        ('return "/".join([self.tools[int(at)], *inner])', "return place"),
        ("if blocks is None or not depth", "if not depth"),
        ('return "/".join([blocks[int(inner[depth])], *inner[depth + 1 :]])', "return place"),
        ("changes.stood().as_given(losses)", "losses"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        "test_repaired_places",
        ("not in places and not one[0].startswith(without)]", "not in places]"),
        ("*(one for one in left if one[0].startswith(moved))", ""),
    ),
    *rows(
        f"{RUNTIME}/draft.py",
        "test_repaired_places",
        ('if self.stood is None else self.stood[index]', ""),
        ("        self.stood = places\n", ""),
        ("if tools and self._tools_stood is not None:", "if False:"),
        ("        same = self._messages() is None\n", "        same = True\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_media.py",
        "test_repaired_places",
        ("                stood += [moved[0], *moved]\n", "                stood += moved\n"),
        ("[*(places[index] for index in staying), *", "[*places[: len(staying)], *"),
    ),
    *rows(
        f"{RUNTIME}/rule_turns.py",
        "test_repaired_places",
        ("stood = [*last.places, *turn.places]", "stood = None"),
    ),
    *rows(
        f"{COMPILER}/plan/losses/unions.py",
        "test_repaired_places test_losses",
        (
            "        if field in fields and all(field in one for one in lost)\n",
            "        if field in fields\n",
        ),
        ("in (lost[-1] if lost else {}).items()", "in (lost[0] if lost else {}).items()"),
    ),
]
FILES = [
    *rows(
        f"{RUNTIME}/rule_files.py",
        TESTS,
        ('if has_documents and acceptance.takes({**other, "text": text}):', "if has_documents:"),
        ("    return text if text and text.strip() else None", "    return text"),
        (
            '        if block.get("source") is not None:\n            return',
            "        if False:\n            return",
        ),
        (
            '        counted = [block for block in blocks if block.get("source") is None]\n',
            "        counted = blocks\n",
        ),
        ("    if has_documents and acceptance.takes(block):\n        return None\n", ""),
    ),
    *rows(
        f"{RUNTIME}/keyed.py",
        TESTS,
        ("        while other in present:\n            other = SIGN + other\n", ""),
        ("        if key in present:\n            found", "        if True:\n            found"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        TESTS,
        ("if one[1:] in still or one.path not in mended]", "if True]"),
        ("return reported + [one for one in dict.fromkeys(more) if one[0] not in places]",
         "return reported"),
    ),
]
RESTORING = rows(
    f"{RUNTIME}/restoring.py",
    TESTS,
    ("        if not any(call is one for one in self.calls):", "        if True:"),
    ('"messages": moved_back(request["messages"])', '"messages": request["messages"]'),
)

SERVED = "test_profiles test_profiles_accepting test_by_model"
SERVED_REPAIRS = rows(
    f"{RUNTIME}/repairing.py",
    SERVED,
    ("(SETTINGS | TEXTS | TOOLS, rule_refused", "(SETTINGS | TOOLS, rule_refused"),
)
SERVICE = rows(
    f"{RUNTIME}/service.py",
    SERVED,
    ("    if strict and breach is not None:", "    if False:"),
    ("        if nearest is None:", "        if False:"),
    ('        changes += _left_home(block, format_, f"{path}/content/{at}")\n', ""),
    ("own.get(key) or value, format_)", "value, format_)"),
    ("        texts += [] if whole else", "        texts +="),
)
LOOKED_AT = rows(
    f"{RUNTIME}/look.py",
    SERVED,
    ('            self.message_keys |= {"$"} if params["field"] == "role" else set()\n', ""),
)
REFUSED = rows(
    f"{RUNTIME}/rule_refused.py",
    f"{SERVED} test_accepts test_returned",
    ('        draft.fields["metadata"] = fresh["metadata"]\n    for', "        pass\n    for"),
    ("    for field in given[1:]:", "    for field in given[:-1]:"),
    ("    if not own or type(", "    if type("),
    ("draft.get(name)) or own)", "draft.get(name)))"),
    ('    code = PLACED if value in ([], {}) else "dropped"\n', '    code = "dropped"\n'),
    ("    return beside is None or any(", "    return any("),
    ('row.params.get("lacking", ())', "()"),
)
BY_MODEL = [
    *rows(
        f"{RUNTIME}/acceptance.py",
        SERVED,
        ('f"(?:^|[/.:])(?:{pattern})"', 'f"^(?:{pattern})"'),
        ("return without is None or not _is_one_of(model, without)", "return True"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        SERVED,
        ("            if len(self.by_model) >= MODELS:", "            if False:"),
        ("        if code != PLACED:\n", "        if True:\n"),
    ),
]

MUTANTS: list[Mutant] = [
    *(*LOOK, *REPAIRS, *PAIRS, *SAID, *TOOLS, *SPELLING, *MEDIA, *FILES, *STOOD, *RESTORING),
    *(*QUOTED, *SERVED_REPAIRS, *SERVICE, *LOOKED_AT, *REFUSED, *BY_MODEL),
]

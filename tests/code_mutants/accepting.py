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
    ("            if id_ in ids or (", "            if ("),
    ("    return found if speaks and not thought else found | TEXTS | STAYING", "    return found"),
    ("    if switch is not None and (not tools or (choice or", "    if False and ((choice or"),
    ("    return found | TOOLS if alien and alien == len(tools) else found", "    return found"),
    ("STAYING = ORDER | UNSIGNED", "STAYING = UNSIGNED"),
    ("                found |= FILES | STAYING\n", "                found |= STAYING\n"),
    ("    found = 0 if plain.asked.isdisjoint(x) else", "    found = 0 if True else"),
    (
        '    for message in x["messages"] if plain.message_keys else ():\n',
        "    for message in ():\n",
    ),
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
    ("            if call is None and (pointed or draft.own_items):", "            if pointed:"),
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
        (
            '    if any(own.get(key) is not None for key in params.get("elsewhere", ())):',
            "    if False:",
        ),
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
    (
        'wanted = [name for name in a_list(given, "allowed") if name in names]',
        'wanted = given["allowed"]',
    ),
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
        "test_repaired_places test_losses_repaired",
        ('return "/".join([self.tools[int(at)], *inner])', "return place"),
        ("            index = left[index]\n", "            pass\n"),
        ("if blocks is None else blocks[index]", ""),
        ("changes.stood().as_given(losses)", "losses"),
        ("self.tools is None and not self.left:", "self.tools is None:"),
        ("left), before.left_behind)", "left), ())"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        "test_repaired_places test_losses_repaired",
        ("for one in changes if one.code in LEAVING)", "for one in changes)"),
        (" and not one.path.startswith(gone)\n", "\n"),
        ("        if one not in reported and", "        if"),
        ('        if one.code not in ("order", "merged")\n', ""),
        ("        if one.path in places or one", "        if one"),
        ("        if one.path in places or one.path.startswith(within)\n", ""),
        ("        if changes.left_behind:\n", "        if False:\n"),
        ("        losses = changes.stood().as_given(losses)\n", ""),
        ('for one in changes if one.code != "renamed"}', "for one in changes}"),
        ("[one for one in losses if one.path not in places]", "losses"),
        ("[one for one in losses if one.path not in places]", "[]"),
        ("return request, changes_with(changes, left) if left", "return request, changes if left"),
    ),
    *rows(
        f"{RUNTIME}/rule_emptied.py",
        "test_losses_repaired",
        (
            'so in words")\n        draft.left_behind.append(turn.place)\n',
            'so in words")\n',
        ),
        ("    draft.left_behind.append(turn.place)\n    if", "    if"),
    ),
    *rows(
        f"{RUNTIME}/rule_turns.py",
        "test_losses_repaired",
        ("            draft.left_behind.append(turn.place)\n", ""),
        ('{**(message.get("metadata") or EMPTY), format_: own}', "{format_: own}"),
        ('{**own, **more}.items() if key != "$"}', "{**own, **more}.items()}"),
        (" and own[key] != more[key]:", ":"),
        ('"the turn behind it says otherwise", "dropped")', '"", "renamed")'),
    ),
    *rows(
        f"{RUNTIME}/rule_said.py",
        "test_losses_repaired",
        ('        draft.left_behind.append(f"{turn.place}/toolResult")\n', ""),
    ),
    *rows(
        f"{RUNTIME}/rule_files.py",
        "test_losses_repaired",
        ('                draft.changed(where, row.what, "only a doc', '                str("'),
        ('if key != "$" and key not in acceptance.own(fresh):', 'if key != "$":'),
        ('return {**found, "metadata": others} if others else found', "return found"),
        (
            "for name, one in metadata.items() if name != acceptance.format}",
            "for name, one in metadata.items()}",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_pairs.py",
        "test_accepts_home test_call_order test_pairing",
        ("            if limit is not None and limit.needed:", "            if limit is not None:"),
        ("            if limit is not None and limit.needed:", "            if False:"),
        ("            if theirs in taken:\n", "            if False:\n"),
        (
            "            elif limit is not None and not limit.fits(theirs):",
            "            elif False:",
        ),
        ("            taken.add(theirs)\n", ""),
        ("(together(draft, row, one) for one in answers[1:])", "answers[1:]"),
        ('        result = stood_at(result, "toolCallId", None, draft.acceptance.format)\n', ""),
        (
            'stood_at({**call.value, "id": call.id}, "id", None, draft.acceptance.format)',
            '{**call.value, "id": call.id}',
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_turns.py",
        "test_accepts_home",
        ('        if users and turn.role == "user"', '        if turn.role == "user"'),
        (
            ' and turns and turns[-1].role == "tool":\n            turn = together',
            " and turns:\n            turn = together",
        ),
        (" or not all(map(is_, turns, draft.turns)):", ":"),
        (
            '        if note(turn.message, draft.acceptance.format, "lift") == "kept":',
            "        if False:",
        ),
    ),
    *rows(
        f"{RUNTIME}/draft.py",
        "test_accepts_home",
        ('    if note(turn.message, format_, "turn") != "apart":', "    if False:"),
        ("None, format_), turn.place, turn.stood)", "None, format_), turn.place)"),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_home test_accepts_crossing",
        ('if "metadata" in message and _is_apart(message, before, plain):', "if False:"),
        ("        return plain.together and note(", "        return False and note("),
        ("    return plain.led and note(", "    return False and note("),
        (' or ("metadata" in call and _is_respelled(call, plain)):', ":"),
        ('(plain.id_needed or "as" in entry)', "plain.id_needed"),
        ('(plain.id_needed or "as" in entry)', '"as" in entry'),
    ),
    *rows(
        f"{RUNTIME}/rule_names.py",
        "test_losses_repaired",
        ("if name in self.names and name not in self.told_names:", "if False:"),
        ("if name in self.names and name not in self.told_names:", "if name in self.names:"),
        ('"renamed" if name else "added"', '"renamed"'),
    ),
    *rows(
        f"{RUNTIME}/draft.py",
        "test_repaired_places",
        ("if self.stood is None else self.stood[index]", ""),
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
    *rows(
        f"{RUNTIME}/losses.py",
        "test_losses",
        ("    if type(back) is not dict or type(value) is not dict:", "    if True:"),
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
FAILED = rows(
    f"{RUNTIME}/failures.py",
    "test_failure_words test_failures",
    ("            if folded.startswith(front):\n", "            if False:\n"),
    (
        '_front(says["message"]) + message if message else',
        '_front(says["message"]) + message if True else',
    ),
    ("of_kind is not None and int(code) in statuses.values()", "of_kind is not None"),
    ("foreign = of_kind is not None and int(code) in", "foreign = int(code) in"),
    ("if not (format and foreign) or _stays(error, format):", "if not (format and foreign):"),
    ("if not (format and foreign) or", "if not foreign or"),
)
KEYED = [
    *rows(
        f"{RUNTIME}/looked_for.py",
        "test_replied_keys",
        (
            '            self.part_keys |= {key.partition(".")[0]',
            "            self.part_keys |= {key",
        ),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_replied_keys",
        ("    if plain.part_keys and _is_keyed(messages, plain):", "    if plain.part_keys:"),
        ("    if plain.part_keys and _is_keyed(messages, plain):", "    if False:"),
        ('for holder in (part, part.get("toolCall", EMPTY)):', "for holder in (part,):"),
        ('[result, *(result["value"] if result["kind"] == "multimodal" else ())]', "[result]"),
        ("parts = [result, *(", "parts = [*("),
    ),
]
DECLINED = [
    *rows(
        f"{RUNTIME}/repairing.py",
        "test_replied_keys",
        ("(SETTINGS | TEXTS, rule_said.declined)", "(TEXTS, rule_said.declined)"),
    ),
    *rows(
        f"{RUNTIME}/rule_said.py",
        "test_replied_keys",
        ('turn.message, turn.place, [row.params["key"]])', "turn.message, turn.place, [])"),
    ),
    *rows(
        f"{RUNTIME}/looked_for.py",
        "test_replied_keys test_checks_compiled",
        ('            self.message_keys.add(params["key"])\n', "            pass\n"),
        ('        return {"messages"}\n', "        return set()\n"),
        ('"led", "less", "declined"', '"led", "less"'),
    ),
]
SERVICE = rows(
    f"{RUNTIME}/service.py",
    SERVED,
    ("    if strict and breach is not None:", "    if False:"),
    ("        if nearest is None:", "        if False:"),
    ('        changes += _left_home(block, {*whole}, format_, f"{path}/content/{at}")\n', ""),
    ("own.get(key) or value, format_)", "value, format_)"),
    ("        texts += [] if whole else", "        texts +="),
)
REFUSED = rows(
    f"{RUNTIME}/rule_refused.py",
    f"{SERVED} test_accepts test_returned test_replied_keys test_accepts_found",
    ('        draft.fields["metadata"] = fresh["metadata"]\n    for', "        pass\n    for"),
    ("    for field in given[1:]:", "    for field in given[:-1]:"),
    ("    if not own or type(", "    if type("),
    ("draft.get(name)) or own)", "draft.get(name)))"),
    (
        '    code = PLACED if value in ((None,), ([],), ({},)) else "dropped"\n',
        '    code = "dropped"\n',
    ),
    ("value in ((None,), ([],)", "value in (([],)"),
    (
        "    return type(holder) is dict and last in holder",
        "    return inside(own, key) is not None",
    ),
    ("_stands(own, key) and not _taken(own, key, taken)", "_stands(own, key)"),
    ("    return key in taken and inside(", "    return False and inside("),
    ("value in alternatives(taken[name])", "value == taken[name]"),
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
        ("for one in reported if one.code != PLACED]", "for one in reported]"),
    ),
]

MUTANTS: list[Mutant] = [
    *(*LOOK, *REPAIRS, *PAIRS, *SAID, *TOOLS, *SPELLING, *MEDIA, *FILES, *STOOD, *RESTORING),
    *(*QUOTED, *SERVED_REPAIRS, *FAILED, *KEYED, *DECLINED, *SERVICE, *REFUSED, *BY_MODEL),
    *rows(
        f"{RUNTIME}/draft.py",
        "test_malformed_input",
        ('        raise expected("a list", x, key)\n', "        pass\n"),
        ('return a_list(result, "value")', 'return result["value"]'),
        ('else a_list(self.message, "content")', "else content or []"),
        ('enumerate(a_list(self.request, "messages"))', 'enumerate(self.request["messages"])'),
        ('if type(content) is str and self.role != "assistant":', "if type(content) is str:"),
    ),
    *rows(
        f"{RUNTIME}/rule_values.py",
        "test_malformed_input",
        ("if not a_list({field: values}, field):", "if not values:"),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_malformed_input",
        ('in a_list(given, "allowed") if', 'in given["allowed"] if'),
    ),
    *rows(
        "generator/toolwire_codegen/plan/write/parts.py",
        "test_malformed_input",
        (
            'scope.add(ir.if_((ir.isnt(value, "array"), [refused])))',
            "scope.add(ir.let(name, value.value))",
        ),
        (
            'scope.add(ir.if_(listed, (ir.isnt(blocks, "array"), [refused])))',
            "scope.add(ir.if_(listed))",
        ),
    ),
    *rows(
        f"{RUNTIME}/spelling.py",
        "test_accepts_unicode",
        (
            'begin, rest = f"[{first or ANY}]", f"[{letters or ANY}]"',
            'begin, rest = f"[{first}]" if first else ".", f"[{letters}]" if letters else "."',
        ),
        ('if letters else f"[{ANY[1:]}]")', 'if letters else "x^")'),
    ),
]

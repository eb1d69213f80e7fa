"""Mutants of what stands where in a turn, of data, and of texts that are no Unicode."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/rule_turns.py",
        "test_accepts_turns",
        ('(one for one in reversed(draft.turns) if one.role != "system")', "reversed(draft.turns)"),
        ("behind = [at for at in rest if calls and at > calls[0]]", "behind = []"),
        ("            if draft.acceptance.goes_out(blocks[at], turn.role):\n", ""),
        ('turn.role != "assistant" or not stands_beside(draft, row):', 'turn.role != "assistant":'),
    ),
    *rows(
        f"{RUNTIME}/rule_media.py",
        "test_accepts_turns",
        (
            'moving = if_failed if turn.message["toolResult"].get("isError") is True else kinds',
            "moving = kinds",
        ),
        (
            'moving = if_failed if turn.message["toolResult"].get("isError") is True else kinds',
            "moving = if_failed",
        ),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_turns",
        ("    if calls and plain.calls_last and any(", "    if False and any("),
        ("FILES | STAYING if plain.failed_moves else 0", "0"),
        ("plain.signatures.isdisjoint(plain.own(", "not bool(plain.own("),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts_turns",
        ('if draft.get("model") else None', "if False else None"),
        ('if draft.get("model") else None', "if True else None"),
        ('*row.params.get("spelled", ())}', "}"),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts_choice",
        (
            'any("name" in one or holds(one) for one in offered)',
            'any("name" in one for one in offered)',
        ),
        (
            'any("name" in one or holds(one) for one in offered)',
            "any(holds(one) for one in offered)",
        ),
        ('if "declared" in row.params and not', "if False and not"),
        ('        return (choice or "auto",)\n', "        return all_words\n"),
        ("        return all_words\n", "        return ()\n"),
        ("""f"allowed {choice['mode']}")""", '"")'),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_choice",
        ('not (plain.declared and any("name" not in tool for tool in tools))', "True"),
    ),
    *rows(
        f"{RUNTIME}/rule_media.py",
        "test_accepts_media",
        ("ids.get(call_id, call_id)", "call_id"),
        ('not bare and spelled(call, "id", format_) is not None', "not bare"),
        (
            'not bare and spelled(call, "id", format_) is not None',
            'spelled(call, "id", format_) is not None',
        ),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_accepts_turns",
        ("plain.own(call) or ())", "plain.own(content[-1].get('toolCall', {})) or ())"),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts_turns test_profiles",
        ("_is_signed(draft, *calls[0], keys):", "any(_is_signed(draft, *c, keys) for c in calls):"),
        ("bool(own) and not services and not taken", "bool(own) and not taken"),
        ("bool(own) and not services and not taken", "bool(own) and not services"),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        "test_accepts_served",
        ("_word(_in_range(draft, field))", "_word(draft.get(field))"),
        ("            value = nearest_in(row, value)\n", "            pass\n"),
        ("    if least is not None and value < least:\n", "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        "test_profiles",
        (
            'draft.changed(f"/{field}", row.what, f"it goes out as {row.what}", "renamed")',
            'draft.changed(f"/{field}", row.what, f"it goes out as {row.what}")',
        ),
    ),
    *rows(
        f"{COMPILER}/check/profiles.py",
        "test_profiles test_checks",
        ("[*entry.keys() - {LOST, UNLESS}]", "[*entry.keys() - {LOST}]"),
    ),
    *rows(
        f"{RUNTIME}/jsontext.py",
        "test_values test_hard_cases",
        ('text.strip(" \\t\\r\\n") == "null" else value', 'text == "null" else value'),
    ),
    *rows(
        f"{RUNTIME}/fold.py",
        "test_hard_cases",
        ("import arguments_in\n", "import object_from as arguments_in\n"),
    ),
    *rows(
        f"{RUNTIME}/pieces.py",
        "test_hard_cases",
        (
            "import arguments_in, dumps, encodes, loads",
            "import dumps, encodes, loads, object_from as arguments_in",
        ),
    ),
    *rows(
        f"{RUNTIME}/service.py",
        "test_profiles",
        ('if "unless" not in row or not same(request[field], row["unless"]):', "if True:"),
        (
            'if "unless" not in row or not same(request[field], row["unless"]):',
            'if "unless" not in row:',
        ),
        ("and not (name == format_ and key in sent)", "and name != format_"),
        ("and not (name == format_ and key in sent)", ""),
    ),
    *rows(
        f"{RUNTIME}/rule_issued.py",
        "test_profiles",
        ("{**{name: one for name, one in own.items() if name != key}, **service}", "service"),
        ("if camel_case(name) != key}", "if name != key}"),
    ),
    *rows(
        f"{RUNTIME}/issued.py",
        "test_profiles",
        ("**({source: left} if left else EMPTY), ", ""),
        ("if camel_case(name) == key", "if name == key"),
        ('return block.get("format") == name or name in', "return name in"),
        (
            'return block.get("format") == name or name in (holder.get("metadata") or EMPTY)',
            'return block.get("format") == name',
        ),
        (
            '{**block, "toolCall": {**block["toolCall"]}} if "toolCall" in block else {**block}',
            "{**block}",
        ),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        "test_profiles",
        ('    if rules == "off" and accepts.profile:', "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/rule_issued.py",
        "test_accepts_turns",
        ("    if all(type(value) is bool for value in left.values()):\n", "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        "test_accepts_turns",
        ('tool.get("strict") is not True or "inputFormat" in tool:', "True:"),
    ),
    *rows(
        f"{RUNTIME}/rule_files.py",
        "test_accepts_data",
        ('    return plain + "=" * (-len(plain) % 4)\n', "    return plain\n"),
        ('.replace("_", "/")', ""),
        ("    if acceptance.is_bare(block):\n", "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/acceptance.py",
        "test_accepts_data",
        ("and not is_usual(data):", "and False:"),
        (
            "            return kind in self.places.get(place, ()) and self.takes(block)\n",
            "            if kind in self.places.get(place, ()):\n"
            "                return self.takes(block)\n",
        ),
        (
            "        if not self._typed(block) or self.is_bare(block):\n",
            "        if not self._typed(block):\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/soundness.py",
        "test_accepts_unicode test_renaming",
        (
            "        while name in found or (name != key and name in value):\n",
            "        while False:\n",
        ),
        ("            left += one.values()\n", ""),
        ("not one.isascii() and HALVES.search(one) is not None", "not one.isascii()"),
    ),
    *rows(
        f"{RUNTIME}/rule_said.py",
        "test_accepts_unicode",
        ("    if fresh:\n        return {**block", "    if False:\n        return {**block"),
        ('    if is_broken(block.get("text")):\n', "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_pairs.py",
        "test_accepts_choice test_accepts_home",
        (
            "if call is None and (pointed or draft.own_items):",
            "if call is None and draft.own_items:",
        ),
        (
            "    pointed = any(own.get(key) is not None for",
            "    pointed = all(own.get(key) is not None for",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_tools.py",
        "test_accepts_choice",
        ("    if others or _elsewhere(draft, row):", "    if others:"),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        "test_accepts_choice",
        ('            if turn.role in row.params["roles"]:\n', "            if False:\n"),
        (
            'draft.turns = [turn for turn in draft.turns if turn.role not in row.params["roles"]]',
            "pass",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_values.py",
        "test_accepts_media",
        ('left = any(block["kind"] != "text" for block in result["value"])', "left = False"),
        ("return data is not None and not left and", "return False and"),
        ('not left and has_key(data, row.params["keys"])', "not left"),
        ('fresh = stood_at(result, "value", None, draft.acceptance.format)', "fresh = result"),
    ),
]

"""Mutants of the rules on what APIs were found to refuse."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_accepts_found"
MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/rule_turns.py",
        TESTS,
        ("turns[-1].role in behind and after in ahead", "turns[-1].role in behind"),
        ("turns[-1].role in behind and after in ahead", "after in ahead"),
        ("for one in rest[index:] if one.role", "for one in rest[index:] if True or one.role"),
        ("            leading = [*leading, turn]\n", ""),
        ('if turn is not None and turn.role == "assistant" else []', "if turn is not None else []"),
        ("turn.put([*held[:at], {**held", "turn.put([{**held"),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        TESTS,
        ('any(said.get(key) != one for key, one in row.said["with"].items())', "False"),
        ('if turn.role != "tool"), None)', "), None)"),
        ('    if last is None or last.role != "assistant":\n        return\n', ""),
        ('if first is not None and first["kind"] != "reasoning":', "if first is not None:"),
        ('if draft.known.goes_out(block, "assistant")), None)', "), None)"),
        ("        found.append(left if strange else tool)\n", "        found.append(tool)\n"),
    ),
    *rows(
        f"{RUNTIME}/rule_values.py",
        TESTS,
        ('value is None and row.said.get("asked")', "value is None"),
        ('    if "beside" in row.said and not', "    if False and not"),
        ("len(value) > longest or (row", "(row"),
        (".hexdigest()[:longest]", ".hexdigest()"),
        ('    if row.said.get("only"):\n', "    if False:\n"),
        (
            'draft.changed(f"/{field}", row.what, "an empty list is left out", "dropped")',
            "pass",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_items.py",
        TESTS,
        ('if block["kind"] in ("reasoning", "opaque"):', "if False:"),
        ('if block["kind"] in ("reasoning", "opaque"):', 'if block["kind"] == "reasoning":'),
        (
            "draft.known)\n\n    _each(draft, known)\n\n\ndef led_to",
            "draft.known) and block\n\n    _each(draft, known)\n\n\ndef led_to",
        ),
        ("    if draft.strict:\n        return\n", ""),
        ("alone = not thought and", "alone = thought or"),
        (
            '        value = block["value"] if block["format"] == known.format else None\n',
            "        value = None\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/rule_files.py",
        f"{TESTS} test_profiles",
        ("if kind in known.held(role) and known.takes(block):", "if known.takes(block):"),
        ("if kind in known.held(role) and", "if kind in known.places.get(role, ()) and"),
        ("|(?:application|image)/", "|(?:application)/"),
    ),
    *rows(
        f"{RUNTIME}/rule_blocks.py",
        TESTS,
        (
            "in draft.known.held(role) and not draft.known.takes(block):",
            "in draft.known.held(role):",
        ),
    ),
    *rows(
        f"{RUNTIME}/repairing.py",
        TESTS,
        ("(SETTINGS | TEXTS | TOOLS, rule_refused", "(SETTINGS | TEXTS, rule_refused"),
    ),
    *rows(
        f"{RUNTIME}/acceptance.py",
        TESTS,
        (
            '            self.places["result"] = frozenset(moving.said["here"])\n',
            "            pass\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        TESTS,
        (
            '            self.not_before["system"] |= {"user", "assistant", "tool"}\n',
            "            pass\n",
        ),
        ('elif kind in ("ends", "trimmed"):', 'elif kind == "ends":'),
        ('            self.tools_refused += said.get("tools", ())\n', ""),
        ('elif kind in ("mentioned", "identified"):', 'elif kind == "mentioned":'),
        ('usual = () if "asked" in said else (None,)', "usual = (None,)"),
        ("not 0 < len(stops) <=", "not len(stops) <="),
        ("found |= alone or item in ids", "found |= alone"),
        ("found |= alone or item in ids", "found |= item in ids"),
        ("            self.item, self.led_items", "            _, self.led_items"),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        TESTS,
        ("if key in self.without and self.without[key]", "if False and self.without[key]"),
        ("return not (dialect.limited or dialect.member) or", "return not dialect.limited or"),
        ('        if fits is not None and "properties" in node and', "        if False and"),
    ),
    *rows(
        f"{RUNTIME}/lowering.py",
        TESTS,
        (
            "            return [*dict.fromkeys(map(self.member, value))]",
            "            return [*dict.fromkeys(value)]",
        ),
        ("{self.member(n): [*map(self.member, value[n])]", "{n: [*map(self.member, value[n])]"),
        ("{self.member(n): [*map(self.member, value[n])]", "{self.member(n): value[n]"),
        ('self.member if key == "dependentSchemas" else str', "str"),
    ),
    *rows(
        f"{RUNTIME}/unlowered.py",
        TESTS,
        ("        name = _called(known, given)\n", "        name = given\n"),
        ("hashed(own) == ending", "True"),
        ("    same = found.keys() == value.keys() and", "    same = len(found) == len(value) and"),
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        TESTS,
        ("    if _unsaid(tool, dialect):\n", "    if False:\n"),
        ('    if _unsaid({"strict": said, **news}, dialect):\n', "    if False:\n"),
        ('dialect.said and asked.get("strict") is None', "dialect.said"),
        ("if new != old and new[key] != old[key]:", "if new != old:"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        TESTS,
        ('for one in losses if one.code != "added"), "")', 'for one in losses), "")'),
        ("        return request, changes\n    changes += losses", "    changes += losses"),
    ),
    *rows(
        f"{RUNTIME}/own_words.py",
        "test_own_words",
        ("        return [left] if len(left) > 2 else []\n", "        return []\n"),
        ("        return [left] if len(left) > 2 else []\n", "        return [left]\n"),
        ("text if own is arguments else dumps(own)", "dumps(arguments)"),
        ("            return [*self._whole(index), event]\n", "            return [event]\n"),
        (
            'return [*self.rest(), event] if kind in ("completed", "error")',
            "return [event] if True",
        ),
        (
            "        yield from stream.told(event)\n    yield from stream.rest()\n",
            "        yield from stream.told(event)\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/restoring.py",
        "test_own_words",
        ('if ours.get("parameters") != theirs', 'if ours.get("parameters") is not theirs'),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        "test_accepts_found test_large_schemas",
        ("return key not in self.compiled or _compiles(text)", "return True"),
        ("if type(value) in (list, dict) else ()", "if type(value) is list else ()"),
        ("if type(value) in (list, dict) else ()", "if type(value) is dict else ()"),
    ),
    *rows(
        f"{RUNTIME}/lowering.py",
        "test_accepts_found",
        ('            lowered.pop("$schema", None)', "            pass"),
        ('if before in ("properties", "dependentSchemas"):', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/counting.py",
        "test_large_schemas",
        ("        if len(values) > MANY_VALUES:\n", "        if len(values) > 9999:\n"),
    ),
    *rows(
        f"{COMPILER}/check/dialects.py",
        "test_checks",
        ('if "without" in of_texts and (why := _no_pattern(of_texts["without"])):', "if False:"),
        ('if "letters" in named and (why', "if False and (why"),
        ("    if type(longest) is not int or longest < LONGEST:\n", "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/load/dialect.py",
        "test_checks",
        ("isinstance(held, dict) and {*held} <= {*OF_TEXTS}", "isinstance(held, dict)"),
        (
            '        for key in {*found.get("names", ())} - {"letters", "longest"}:',
            "        for key in ():",
        ),
        ('        for key in ("booleans", "said"):', '        for key in ("booleans",):'),
    ),
    *rows(
        f"{RUNTIME}/rule_files.py",
        TESTS,
        ("if text is None and data is not None and WRITTEN", "if text is None and WRITTEN"),
    ),
    *rows(
        f"{RUNTIME}/repairing.py",
        TESTS,
        ('"concluded": (TEXTS | FILES,', '"concluded": (TEXTS,'),
    ),
    *rows(
        f"{RUNTIME}/rule_said.py",
        TESTS,
        ('block.get("kind") == "text":', 'type(block.get("text")) is str:'),
    ),
    *rows(
        f"{RUNTIME}/rule_turns.py",
        TESTS,
        ('block["kind"] == "opaque" and block["format"] == own', 'block["kind"] == "opaque"'),
        ('if goes_out(held[at], "assistant")), None)', "), None)"),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        TESTS,
        ('thought |= kind == "reasoning" and bool(value)', 'thought |= kind == "reasoning"'),
        ('        elif "with" in said:', "        elif False:"),
    ),
    *rows(
        f"{RUNTIME}/acceptance.py",
        TESTS,
        ('(row is not None and source in row.said["of"] and mime)', "False"),
    ),
    *rows(
        f"{RUNTIME}/rule_values.py",
        TESTS,
        ('(row.said.get("nameless") and MAIL', "(MAIL"),
        ('value.strip() if row.said.get("whitespace") else value', "value.strip()"),
        ('value.strip() if row.said.get("whitespace") else value', "value"),
    ),
    *rows(
        f"{RUNTIME}/rule_refused.py",
        TESTS,
        ("all(own.get(key) == one for key, one in said.items())", "True"),
    ),
    *rows(
        f"{RUNTIME}/partial.py",
        "test_partial",
        ("into = None if complete else _going_on", "into = _going_on"),
    ),
]

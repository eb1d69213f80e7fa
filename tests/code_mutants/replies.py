"""Mutants of what replies have of their own: failures, thoughts, and keys that stay behind."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

FAILURES = rows(
    f"{RUNTIME}/failures.py",
    "test_failures",
    ("            self.statuses.setdefault(str(row[\"status\"]), kind)\n", ""),
    ("    if type(code) is str and code in words.codes:", "    if False:"),
    ("        folded = message.casefold()", "        folded = message"),
    ('_front(says["message"]) + message if message else', "False or"),
    ("    if _stays(error, format_):\n        return x\n", ""),
    ('    return bool(noted.get("as") == error["kind"])', "    return bool(noted)"),
    ("    if _worded(error, kind, kinds, places) != _words_of(error, places):", "    if True:"),
    ('if str(word).rpartition("#")[2] not in row[f"{key}s"]:', "if word is None:"),
    (" and failure_kind(made, kinds) != kind:\n        made", ":\n        made"),
    ('        statuses = {name: row["status"] for name, row in rows.items()}', "        pass"),
    ("and 400 <= int(code) < 600:", "and 200 <= int(code) < 600:"),
)  # fmt: skip
REWORDED = rows(
    f"{RUNTIME}/reply_losses.py",
    "test_failures test_reasoning",
    ("        if made.get(key) != word:", "        if False:"),
    ('            code = "added" if word is None else "renamed"', '            code = "renamed"'),
    ('    if failure_kind(words, kinds) != error["kind"]:', "    if False:"),
    ('    if own.keys() & aliases["lists"].keys():', "    if own:"),
)
ALIASES = rows(
    f"{RUNTIME}/aliases.py",
    "test_reasoning test_golden_adapter",
    ("            del rest[key]\n", ""),
    ('    form = {"at": at} if at != texts[0] else {}', "    form = {}"),
    ("        form[\"also\"] = also\n", "        pass\n"),
    ("            if key not in (\"$\", gone):", '            if key != "$":'),
    ("    elif slot.made == key:", "    else:"),
)  # fmt: skip
APART = rows(
    f"{RUNTIME}/apart.py",
    "test_returned",
    ('            keys = kinds.get(block.get("kind"))', "            keys = None"),
    ('    if len(blocks) != stayed["of"]:\n        return x\n', ""),
    ('            del x["metadata"]\n', '            x["metadata"][format_] = goes\n'),
    ("            if with_it or not without:", "            if True:"),
    ("            both[key] = _under(overlay[key], left[key])\n", "            pass\n"),
)
SPREADING = rows(
    f"{RUNTIME}/spreading.py",
    "test_result_order test_sequences test_losses test_there_and_back",
    ('if single and wary and "toolResult" in unit and not', 'if wary and "no" in unit and not'),
    ("            if wary:\n                return False\n", ""),
    ('"toolCall" in block and block["toolCall"]["id"] == wanted', '"toolCall" in block'),
    ("        found.clear()\n", ""),
    ("        if single and not before:", "        if not before:"),
    ("        if spread and not now:", "        if False:"),
    ("        elif spread and not whole:", "        elif False:"),
    ("len(together) < len(again(before)) + len(now):", "len(together) < len(now):"),
    ('    return (unit["role"], *(block["kind"] for block in content))\n',
     '    return (unit["role"],)\n'),
)  # fmt: skip
PROFILES = rows(
    f"{COMPILER}/load/profile.py",
    "test_profiles_built test_checks",
    ("            found.pop(name, None)\n", "            found.get(name, None)\n"),
    ("row = {**(before if isinstance(before, dict) else {}), **change}", "row = {**change}"),
    ("params = {key: value for key, value in row.items() if value != OFF}", "params = row"),
    ("        if section.get(name) != OFF\n", ""),
)  # fmt: skip
KINDS = rows(
    f"{COMPILER}/load/rule_kinds.py",
    "test_checks test_rules_text",
    ('"what it may not be", TOOLS, True, least=0),', '"what it may not be", TOOLS, least=0),'),
    ('Param("letters", "what a name is made of")', 'Param("words", "what a name is made of")'),
    ('Param("count", "how long a name may be")', 'Param("number", "how long a name may be")'),
)
BACK = rows(
    f"{RUNTIME}/restoring.py",
    "test_renaming test_there_and_back",
    ('            call["arguments"] = restore_arguments(', "            restore_arguments("),
    ('**call, "id": ids.get(call["id"], call["id"])', '**call, "id": call["id"]'),
    ('if "parameters" in ours and ours["parameters"]', 'if ours["parameters"]'),
)
THOUGHTS = [
    *rows(
        f"{RUNTIME}/outlet.py",
        "test_reasoning test_stream_writing",
        ('shows = self.reader.shows and part.kind == "reasoning"', "shows = False"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_reasoning test_stream_writing",
        ('        if kind == "reasoningDelta" and self.reader.shows:\n', "        if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/thoughts.py",
        "test_reasoning test_floor",
        (' or block.get("redacted"):\n        return False', ":\n        return False"),
        ("    if by and (not own or", "    if by and (not own or False and"),
        ("if proof and not (made and", "if not (made and"),
        ("and proof.startswith(made))", "and proof.startswith(made) and False)"),
        ('    if not part["text"] or metadata', "    if metadata"),
    ),
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_numbered test_stream_blocks",
        ("not (self.loose and self.finished is None)", "not self.loose"),
        ("        return not (self.loose and self.finished is None)", "        return True"),
    ),
    *rows(
        f"{RUNTIME}/look.py",
        "test_reasoning test_accepts_random",
        ("if not proves(block, plain.own(block), by, made):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/plan/unread.py",
        "test_golden_adapter test_interpreter",
        ("        if path in stands or len(path) > 1:", "        if True:"),
        ("    if missing:\n        found", "    if False:\n        found"),
    ),
    *rows(
        f"{COMPILER}/check/placement.py",
        "test_reasoning",
        ("if path not in stands and path not in excused]", "if path not in stands]"),
        ("        if path not in paths:", "        if False:"),
    ),
]

MOVED = [
    *rows(
        f"{RUNTIME}/rule_issued.py",
        "test_profiles test_profiles_accepting",
        (' or (free is not None and own[key] == free.params["value"])\n', "\n"),
        ("if name != key}, **service}", "if name != key}}"),
        (
            "left = {**{name: one for name, one in own.items() if name != key}, **service}",
            "left = {**service}",
        ),
        ('        return {**block, "format": format_}\n', "        return block\n"),
        ('return {**block, "value": left} if left else None', 'return {**block, "value": left}'),
        ('where = f"{at}/value/{spelled}" if left else at', "where = at"),
    ),
    *rows(
        f"{RUNTIME}/issued.py",
        "test_profiles",
        (
            '    holder["metadata"] = {**others, **({source: left} if left else EMPTY), '
            "target: signed}",
            "    pass",
        ),
        ('        holder["format"] = target\n', "        pass\n"),
    ),
    *rows(
        f"{RUNTIME}/restoring.py",
        "test_accepts",
        ('if "name" in tool and tool.get(field) is None else tool', "if False else tool"),
    ),
    *rows(
        f"{RUNTIME}/moved.py",
        "test_accepts",
        ('and own.get(row["key"]) is True]', "]"),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        "test_refusals",
        ("if refuses and not (listed and stood(block, format_, listed[0])):", "if refuses:"),
    ),
    *rows(
        f"{COMPILER}/plan/standing.py",
        "test_refusals",
        ("return ir.and_(is_it, ir.not_(_stood_at(block, key))) if key else is_it", "return is_it"),
    ),
    *rows(
        f"{RUNTIME}/accepting.py",
        "test_accepts_tools",
        ('if key != "messages"}, changes', "}, changes"),
    ),
]

MUTANTS: list[Mutant] = [
    *(*FAILURES, *REWORDED, *ALIASES, *APART, *SPREADING, *PROFILES, *KINDS, *BACK),
    *(*THOUGHTS, *MOVED),
    *rows(
        f"{RUNTIME}/failing.py",
        "test_finish_reasons",
        ('if response["finishReason"] != "error" or', "if True or"),
        (
            '    if reader.read(encode(response), Calls())["finishReason"] == "error":\n'
            "        return response\n",
            "",
        ),
        (
            'if response.get("error") is None:\n        return losses',
            "if True:\n        return losses",
        ),
        ('if loss.path != "/finishReason"', "if True"),
        ('loss.path.startswith(("/error", "/usage")) and', ""),
    ),
]

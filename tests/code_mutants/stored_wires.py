"""Mutants of what the writer of three wires found: stored messages, turns, parameters."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_stored_wires"

MUTANTS: list[Mutant] = [
    # -- a lens of its own wire alone, beside one that carries more
    *rows(
        f"{COMPILER}/plan/arms.py",
        TESTS,
        ("    return own or not any(conditions_of(", "    return not any(conditions_of("),
    ),
    *rows(
        f"{COMPILER}/plan/write/unions.py",
        TESTS,
        ("    if any(signs) and not declining(resolver, arms[0], arms):", "    if any(signs):"),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        TESTS,
        ("if own or decided[id(pair)] or tried:", "if decided[id(pair)] or tried:"),
    ),
    *rows(
        f"{COMPILER}/operators/choice.py",
        TESTS,
        ("for earlier in (other for other in lenses[:at] if not other.own):",
         "for earlier in lenses[:at]:"),
    ),
    # -- JSON text that comes in pieces of a list of calls
    *rows(
        f"{COMPILER}/plan/streams/call_pieces.py",
        TESTS,
        (' and not state.comes_as_json((*blocks.path, *element.arguments)):', ":"),
        ("element.arguments if as_json else ()", "()"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        TESTS,
        ('if one.carrier == "" or self.state.comes_as_json(place):', 'if one.carrier == "":'),
        ("return call.arguments if as_json else self.blocks.text_of_call",
         "return self.blocks.text_of_call"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        TESTS,
        ('return next((one.carrier for one in holders), "")', 'return ""'),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        TESTS,
        ('return with_piece(built(slot.w), text, "".join(pieces))', "return built(slot.w)"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        TESTS,
        ('part.kind == "toolCall" and part.key != FREE and path and self.', "False and self."),
    ),
    # -- a text or a list that each event must have
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        TESTS,
        ('ir.put(e, key, ir.const(""))', 'ir.put(e, key, ir.const("?"))'),
        ("key in required and _grows(group)", "False and _grows(group)"),
        ('found[key] = "" if "string" in types(shapes) else []', "found[key] = []"),
    ),
    # -- results, and numbers
    *rows(
        f"{COMPILER}/plan/resolve.py",
        TESTS,
        ("return named and not self.finds_by_name", "return False"),
    ),
    *rows(
        f"{RUNTIME}/pairing.py",
        TESTS,
        ('    if "for" in entry:\n        result["name"] = name\n',
         '    if True:\n        result["name"] = name\n'),
    ),
    *rows(
        f"{RUNTIME}/calls.py",
        TESTS,
        ("    if calls.asked is not None:\n        return calls.asked\n", ""),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        TESTS,
        ("""            kind = f"opaque.{block.get('at')}"\n""", "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/values.py",
        "test_values",
        ('bare = value.removeprefix("-")\n', "bare = value\n"),
        ('bare = value.removeprefix("-")  #', "bare = value  #"),
        ("number if str(number) == value else value", "number"),
        ("if not (bare.isascii() and bare.isdecimal() and len(bare) < 19):", "if False:"),
    ),
    # -- what an event says again, and a null on the way
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        TESTS,
        ('                 ir.not_(ir.Filled(slot_part(slot, "ended")))]  # fmt: skip',
         "                 ]  # fmt: skip"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/state.py",
        TESTS,
        ("        if len(keys) > 1:\n", "        if False:\n"),
    ),
    # -- findings
    *rows(
        f"{COMPILER}/check/case_fields.py",
        "test_checks",
        ("    return makes or _on_the_wire(", "    return _on_the_wire("),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks",
        ("    elif _nullable(one, lens, slot):", "    elif False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_named.py",
        "test_checks",
        ("if at[-1] == before[-1] or not both or", "if True or"),
        ("if at[-1] == before[-1] or not both or", "if at[-1] == before[-1] or"),
        (" or (rows.title, place) in reported:\n                    continue\n"
         "                reported.add((rows.title, place))",
         ":\n                    continue\n                reported.add((rows.title, place))"),
    ),
    *rows(
        f"{COMPILER}/check/stream_counts.py",
        "test_checks_unshown",
        ('        return "comes in pieces", "add a row with `| append`"', '        return "", ""'),
    ),
    *rows(
        f"{COMPILER}/check/stream_texts.py",
        TESTS,
        ("if nearer or path in others", "if path in others"),
        (" and len(one) > len(place) for one in others)", " for one in others)"),
    ),
]

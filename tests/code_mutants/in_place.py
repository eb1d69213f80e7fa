"""Mutants of what stands in the place of a list, and of texts in records without a number."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/in_place.py",
        "test_sequences",
        ("items[0] if len(items) == 1 else None", "items[0] if items else None"),
        ("    if type(only) is not dict or type(only.get(key))", "    if type(only.get(key))"),
        (" or len(only) != len(tags) + 1:\n        return items", ":\n        return items"),
        (" if tags.items() <= only.items() else items", ""),
        ("(items, key, tags, list)", "(items, key, tags, str)"),
        (" or item.get(key) not in words:", ":"),
        ("    return bool(items)\n", "    return True\n"),
    ),
    *rows(
        f"{RUNTIME}/assembly.py",
        "test_parcel test_golden_adapter",
        ("type(last) is not dict or any(last.get(name) != value for name, value in made.items())",
         "type(last) is not dict"),
    ),
    *rows(
        f"{RUNTIME}/framing.py",
        "test_parcel test_golden_adapter",
        (" or len(records) != 1 or len(texts) != 1:", " or len(texts) != 1:"),
        ("    return texts if records[0] == plain else []\n", "    return texts\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/bare.py",
        "test_checks test_sequences",
        ("if len(words) == len(bare) and not {*words} & {*taken}:", "if len(words) == len(bare):"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/unnumbered.py",
        "test_golden_adapter",
        ("(read.beside if read is not None else {})", "{}"),
        ("(read is None or one.name == read.record)", "True"),
    ),
    *rows(
        f"{COMPILER}/operators/text.py",
        "test_sequences test_golden_adapter",
        ('            if self.canonical == "list" and self.wire_list:\n', "            if 0:\n"),
        ('(self.canonical == "string" or not self.wire_list)', "True"),
        ('        none = [ir.if_((left, [ir.let(name, ir.const(""))]))] if usual else []\n',
         '        none = [ir.if_((left, [ir.let(name, ir.const(""))]))]\n'),
        ('(lone if usual else ir.and_(lone, ir.Styled(spot.field, "string")),', "(lone,"),
    ),
    *rows(
        f"{COMPILER}/check/stream_finding.py",
        "test_checks test_stream_found",
        ("            if not _is_id(seen, (*names(row.place), key)):", "            if False:"),
        ("            elif lacking := _lacking(seen, row):", "            elif False:"),
        ("slot.record == CALL and slot.row.name == CALL_ID", "False"),
    ),
    *rows(
        f"{COMPILER}/check/stream_finding.py",
        "test_stream_runs",
        ('if row.operator == "run" and _of_calls(seen, row):', "if False:"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/state.py",
        "test_stream_runs",
        ("[self.names_constant([*tags])] if tags else []", "[]"),
    ),
    *rows(
        f"{RUNTIME}/assembly.py",
        "test_stream_runs",
        ("(key in tags and last.get(key) == item[key])", "last.get(key) == item[key]"),
        ("(key in tags and last.get(key) == item[key])", "key in tags"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_found",
        ("next(iter(renewing), self._id)", 'next(iter(renewing), "")'),
        ('return self._number if (self._number,) in ids else ""', 'return ""'),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_found",
        ("        if number == renew:\n            self._distinct",
         "        if False:\n            self._distinct"),
        ("            if framing.number:\n                addressed",
         "            if False:\n                addressed"),
    ),
    *rows(
        f"{COMPILER}/ir/fields.py",
        "test_defaults",
        ("    if not around:\n        return ir.opt(X, name)\n",
         "    if True:\n        return ir.opt(X, path[0])\n"),
        ("ir.IfElse(field_there(around), ir.opt(held(around), name), ir.const(None))",
         "ir.opt(held(around), name)"),
    ),
    *rows(
        f"{COMPILER}/check/idless.py",
        "test_idless",
        ("return not (definition.hides_ids and operator.args)", "return True"),
        ("definition is None or not definition.call_ids", "definition is None"),
        ("    return optional and any(", "    return any("),
    ),
    *rows(
        f"{COMPILER}/check/stream_unnumbered.py",
        "test_checks",
        ("        elif len(read) > 1:\n", "        elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_checks",
        ("flow.row not in moved and", "True and"),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks test_shared_arms",
        ("        return types(shapes)\n    taken", "        return set()\n    taken"),
        ("rest = definition.one_way or definition.of_one", "rest = definition.one_way"),
        ("        taken = set() if rest else taken & (only or taken)\n",
         "        taken = taken & (only or taken)\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_checks test_parcel",
        ("(not flow.row.record and flow.row.place not in named)", "not flow.row.record"),
        (" and not _led(seen, flow, begun):", ":"),
        ("    begun = [flow.row.place for flow in own if flow.row.opens]", "    begun = []"),
    ),
    *rows(
        f"{COMPILER}/check/stream_types.py",
        "test_checks",
        ("known and other and flow.row.source and", "known and other and"),
        ("for key in tags.keys() & others.keys())", "for key in ())"),
    ),
    *rows(
        f"{COMPILER}/check/stream_view.py",
        "test_checks",
        ("tuple(dict.fromkeys(item for one in shapes for item in one.items))", "shapes[0].items"),
    ),
    *rows(
        f"{COMPILER}/resolve/format.py",
        "test_sequences test_resolve",
        ("(inner or [lens.wire])", "[lens.wire]"),
        ("if sequence.wire_record in (inner or [lens.wire]):", "if True:"),
    ),
    *rows(
        f"{COMPILER}/plan/losses/lists.py",
        "test_losses test_sequences",
        ("    if s.lift and not s.lift_anywhere:\n        known", "    if False:\n        known"),
    ),
    *rows(
        f"{RUNTIME}/binary.py",
        "test_bytes_in_place",
        ("            if key and key in leading", "            if key in leading"),
    ),
    *rows(
        f"{RUNTIME}/reply_losses.py",
        "test_reasoning",
        ('    elif not block.get("text"):', "    elif False:"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_stream_spelled",
        ("            if self._is_unbegun(block)\n", "            if False\n"),
        ("return not lane.open(w, 0) and not lane.close({}, 0, w)", "return not lane.open(w, 0)"),
    ),
    *rows(
        f"{COMPILER}/load/transform.py",
        "test_stream_entry",
        ("return RESPONSE if whole in wires or not others else others[0]", "return RESPONSE"),
    ),
    *rows(
        f"{COMPILER}/plan/module.py",
        "test_stream_entry",
        ('stream["entry"] = transform.streamed\n', 'stream["entry"] = "response"\n'),
    ),
]  # fmt: skip

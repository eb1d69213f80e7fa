"""Mutants of elements that events spell out, and of objects that are there with nothing in them."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_stream_spelled test_golden_adapter"

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/resolve/spelled.py",
        TESTS,
        ("return tuple(row for row in rows.rows if not row.operator and not row.is_const)",
         "return ()"),
        ("taken = {*schema.tags(rows.event), *rows.ignored, *", "taken = {*rows.ignored, *"),
        ("    taken |= {one.source[0] for one in respelled(rows)}\n", ""),
        ("        if one.source == (key,):\n", "        if False:\n"),
        ('return bool(shapes) and types(shapes) == {"string"}', "return False"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelled.py",
        TESTS,
        ("if own and len(path) == 1 and path[0] in required:", "if False:"),
        ("return [*put, *ended]", "return [*put]"),
        ("blocks.begin(found, slot, E), *blocks.given(found, slot)", "blocks.given(found, slot)"),
        ("        final += blocks.final(found, slot, E)\n", ""),
        ("    final.append(ir.do(ir.runtime(\"renew\", slot, E)))\n", ""),
        ("otherwise=final)] if named else begun", "otherwise=final)]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelling.py",
        TESTS,
        ("        taken += [(key,) for key in self.wire.tags(row.record)]\n", ""),
        ("        taken += self.lists(row.place)\n", ""),
        ('            if piece.record in ("", row.record)\n', ""),
        ("        if deep:\n", "        if False:\n"),
        ("            return tagged(self.wire, rows.event, final)",
         "            return tagged(self.wire, rows.event, w)"),
        ('return ir.runtime("in_words", number) if self.found(place).in_words else number',
         "return number"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/parts.py",
        TESTS,
        ("            for own, made, event in self._openings(inner, item, *at, named):\n",
         "            for own, made, event in self._openings(inner, item, *at, number):\n"),
        ("        if every:\n            body.append(ir.ret(ir.arr()))\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/streams/ends.py",
        TESTS,
        ("plain = not any(self._own_keys(rows) for rows in self.heads) and all(", "plain = all("),
        ("        if any(not row.place and row.source for row in rows.rows):\n"
         "            return []  # it has", "        if False:\n            return []  # it has"),
        ("spoken |= {*rows.ignored, *self.state", "spoken |= {*self.state"),
        ("if row.place and (row.is_const or one not in self.heads)", "if row.place"),
        ("sorted({*known, *told})", "sorted({*known, *told, *self.wire.properties("
         "self.state.stream.whole)})"),
        ("                known.append(key)\n                #", "                #"),
        ("w = BODY if key in self.wire.required(rows.event) else W", "w = W"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/mirror.py",
        TESTS,
        ("            for end, step in enumerate(base.place[:-1], 1):\n",
         "            for end, step in []:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_checks test_golden_adapter",
        ("alone = apart and not operator and not", "alone = apart and not"),
        ("alone = apart and not operator", "alone = not operator"),
        ("alone = alone and not _through_lists(seen, level)", "pass"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        TESTS,
        ('return record in ("", self.record, self.lens.lens.wire)',
         'return record in ("", self.record)'),
    ),
    *rows(
        f"{COMPILER}/check/stream_spelled.py",
        "test_checks",
        (" and flow.row.place[-1].key != UNNAMED\n", "\n"),
        ("earlier is not flow or (len(own) > 1 and not flow.row.record)", "earlier is not flow"),
        ("    if not typed or any(", "    if any("),
        (" | {flow.rows.event for flow in flows if _is(flow)}", ""),
        ("    if not _is(flow) or len(flow.rows.rows) > 1", "    if len(flow.rows.rows) > 1"),
        ("told.get(key, (key,))", "(key,)"),
        ("if not inside or not has_inside(seen.wire, opened.record, names(inside)):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_checks",
        (' and not row.source and not row.record:\n', " and not row.source:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/hollow.py",
        TESTS,
        ('    if "0" in path or lens.cases or not must_be_there', '    if not must_be_there'),
        ("    if demands or any(_in(one, path) for one in told):\n", "    if demands:\n"),
        ("    return bool(inside) and not any(", "    return not any("),
        ("return leaf.inter_required and (leaf.wire_required or not leaf.has_default)",
         "return True"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/plain_reading.py",
        TESTS,
        ("    if any(one.wire_required for one in rest):\n        return None\n", ""),
    ),
    *rows(
        f"{COMPILER}/operators/base.py",
        TESTS,
        ("            none = (ir.is_(raw, \"array\"), reading.taking(leaf, []))\n"
         "            return [ir.if_((some, taken), none, otherwise=[bad])]\n",
         "            pass\n"),
        ("            always.append((leaf.target.path, items))\n            return\n",
         "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/operators/text.py",
        TESTS,
        ("if not leaf.wire_required:\n            return [ir.if_(*branches, (odd, [bad]))]",
         "if True:\n            return [ir.if_(*branches, (odd, [bad]))]"),
        ('return ("list", "string") if self.canonical == "list" else ("string", "list")',
         'return ("list", "string")'),
        ("            after.append(ir.if_(*branches))\n            return\n",
         "            after.append(ir.if_(*branches))\n"),
        ("(rest, reading.taking(leaf, noted.body))", "(rest, reading.taking(leaf, []))"),
    ),
    *rows(
        f"{COMPILER}/check/coverage.py",
        "test_checks",
        ("    return not nulls and (empties(slot) or not slot.target.operators)",
         "    return empties(slot) or not slot.target.operators"),
        ("and (empties(slot) or not slot.target.operators)", "and empties(slot)"),
    ),
    *rows(
        f"{COMPILER}/plan/write/rows.py",
        TESTS,
        ("        alone = alone and not hollow(self.resolver, self.lens, leaf.node)\n", ""),
    ),
    *rows(
        f"{COMPILER}/render/python.py",
        TESTS,
        (" and node.hollow else f", " and False else f"),
    ),
    *rows(
        f"{RUNTIME}/framing.py",
        TESTS,
        ("return {**made, **part, **made}", "return {**made, **part}"),
    ),
    *rows(
        f"{RUNTIME}/assembly.py",
        TESTS,
        ("for key, value in e.items() if key not in left}}", "for key, value in e.items()}}"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        TESTS,
        ("framing.key(w, part.number) if framing.key is not None else part.number", "part.number"),
    ),
    *rows(
        f"{RUNTIME}/closing.py",
        TESTS,
        ("number = key[0](item, at) if key else at", "number = at"),
    ),
]  # fmt: skip

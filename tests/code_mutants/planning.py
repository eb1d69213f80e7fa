"""Mutants of what plans the adapters."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/plan/write/unions.py",
        "test_golden_adapter",
        ("passes = words if lost_words(resolver, union) else", "passes ="),
    ),
    *rows(
        f"{COMPILER}/ir/fields.py",
        "test_fields test_hard_values test_interpreter",
        (
            "    there = ir.and_(ir.has(x, path[0]), ir.present(ir.get(x, path[0])))\n",
            "    there = ir.has(x, path[0])\n",
        ),
        ('            test = ir.and_(test, ir.runtime("strings", value))\n', "            pass\n"),
        (
            "            test = ir.or_(*(ir.eq(value, word) for word in words))\n",
            "            pass\n",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/usual.py",
        "test_losses",
        ("for depth in range(1, len(whole))", "for depth in range(1, 2)"),
        ("            for key in path:\n", "            for key in path[:0]:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/usual.py",
        "test_losses_of_making",
        ("        if own is True:\n", "        if False:\n"),
        ("        if key == OWN:\n", "        if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/definitions.py",
        "test_checks",
        ('        if word == "x-own" and inner[word] is not True and', "        if False and"),
        (" and inner[word] is not True and not isinstance", " and not isinstance"),
    ),
    *rows(
        f"{COMPILER}/resolve/snaked.py",
        "test_checks_names test_interpreter",
        (" if other not in keys}", "}"),
        ('        if "_" not in key\n', ""),
    ),
    *rows(
        f"{COMPILER}/plan/resolve.py",
        "test_checks_names test_interpreter",
        ("        if self.snaked.keys().isdisjoint(keys):\n", "        if not self.snaked:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/alike.py",
        "test_alike",
        ("len(self.params) <= MOST and", "True and"),
        ("        return spared >= SPARED and ", "        return "),
        (' and self.name.strip("_") != ""', ""),
        ("        scope = Scope(*first.params, *local_names(first.body), *UNSEEN)\n",
         "        scope = Scope(*first.params, *local_names(first.body))\n"),
        ("            if place not in params and any(", "            if any("),
        ("            {**first.fixed, **fixed},\n", "            fixed,\n"),
        ('ir.Const("" if _may_vary(node) else repr(node.value))',
         'ir.Const("" if _may_vary(node) else node.value)'),
        ("    return (function for function in module.functions if function.name in called - used)",
         "    return (function for function in module.functions if function.name in called)"),
        ("    values = ir.Named | ir.LoseAt | ir.LoseEach\n", "    values = ir.LoseAt\n"),
        ("    for words in (*module.entries.values(), module.stream or {}):\n",
         "    for words in (module.stream or {},):\n"),
        ("(node, function=name, more=(*node.more, *more))", "(node, function=name)"),
        ("        taken.add(one.name)\n", ""),
        ("key: rewritten(part, call) for key, part", "key: part for key, part"),
    ),
    *rows(
        f"{COMPILER}/ir/constants.py",
        "test_alike",
        ("return fill(part, part.role or role)", "return fill(part, role)"),
        ("            return Same(inside(value), other)\n", "            return part\n"),
        ("Ne(inside(left), inside(right, _key(left)))", "Ne(inside(left), inside(right))"),
        ("Put(inside(obj), inside(key), inside(value, _word(key)))",
         "Put(inside(obj), inside(key), inside(value))"),
    ),
    *rows(
        f"{COMPILER}/plan/landing.py",
        "test_fields test_golden_adapter test_hard_cases test_hard_values",
        ("    free = lens.keeps and not lens.own\n", "    free = True\n"),
        ("            for key in _keys(resolver, block) - own:\n",
         "            for key in _keys(resolver, block):\n"),
        ("    if report:\n", "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/losses/lenses.py",
        "test_fields test_hard_cases test_hard_values test_interpreter",
        ("keeps = lens.keeps or (row is not None and lens.inter != CALL)", "keeps = True"),
        (
            "            elif self.resolver.inter.properties(lens.inter):\n",
            "            elif False:\n",
        ),
        (
            "                    inside.append(foreign(value, suffix, False, shapes[0].name))\n",
            "                    pass\n",
        ),
        (
            "        guarded = not leaf.inter_required and",
            "        guarded = leaf.inter_required and",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/asking.py",
        "test_telling test_checks_compiled test_interpreter",
        ("        absent = [ir.not_(ir.has(holder, key))] if sign.loose else []",
         "        absent: list[Expr] = []"),
        ("    return there if other is None else", "    return there if True else"),
        ('        ir.and_(ir.is_(ir.opt(w, one), "object"),\n', "        ir.and_(\n"),
    ),
    *rows(
        f"{COMPILER}/plan/write/new_object.py",
        "test_fields",
        (
            "        there, not_there = ([*sure, *names], others), (sure, others)\n",
            "        there, not_there = ([*sure, *names], others), ([*sure, *names], others)\n",
        ),
        (
            "        there, not_there = ([*sure, *names], others), (sure, others)\n",
            "        there, not_there = (sure, others), (sure, others)\n",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/entries.py",
        "test_failures",
        (
            "            first.setdefault(is_it, lens)\n",
            "            first[is_it] = first.pop(is_it, lens)\n",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/entries.py",
        "test_telling test_golden_adapter",
        ("        needed = [*self._asked(lens), *lost]", "        needed = self._asked(lens)"),
        ("for path in needed)\n        ]", "for path in ())\n        ]"),
        ("        if not before:\n", "        if True:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/entries.py",
        "test_shared_arms test_golden_adapter",
        ("        found = sorted(self.lenses, key=self._leaves_arms)\n",
         "        found = self.lenses\n"),
        ("[self._written_so(lens)] if by_arm(lens.lens) else", "[] if by_arm(lens.lens) else"),
        ("        sure = {way.arm for way in left if not way.asked + way.refused}\n",
         "        sure = {way.arm for way in left}\n"),
        ("[ALWAYS] if read <= sure else", "[ALWAYS] if read & sure else"),
    ),
    *rows(
        f"{COMPILER}/plan/module.py",
        "test_floor",
        ("body=[*demanded, *lens.body])", "body=lens.body)"),
    ),
    *rows(
        f"{COMPILER}/plan/resolve.py",
        "test_messages test_interpreter_calls",
        ("            return any(self._calls(other, lens) for other in others)\n",
         "            return False\n"),
    ),
    *rows(
        f"{COMPILER}/plan/read/objects.py",
        "test_golden_adapter",
        ("        return free and must_be_there(wire, owner, given.path)", "        return free"),
    ),
    *rows(
        f"{COMPILER}/operators/leaf.py",
        "test_golden_adapter test_values",
        ("if empty == {shape.json_type for shape in self.inter}:", "if empty:"),
        ("if empty == {shape.json_type for shape in self.inter}:", "if False:"),
    ),
    *rows(
        f"{COMPILER}/resolve/telling.py",
        "test_telling test_golden_adapter test_stream_hostile",
        ("    needed: list[Claim] = []\n",
         "    return tuple(plain)\n    needed: list[Claim] = []\n"),
        ("key=lambda arm: arm.name not in self.wanted)", "key=lambda arm: 0)"),
        ("            return int(sign.loose) if shared else 4\n", "            return 4\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/signs.py",
        "test_telling test_golden_adapter",
        ("        return all(value in never or not", "        return all(not"),
    ),
    *rows(
        f"{COMPILER}/plan/read/spreads.py",
        "test_sequences",
        ("joins, self._gather(ir.let(\"run\", ir.arr()))]", "joins]"),
        ("        return [self._gather()]", "        return []"),
        ("ir.and_(ir.missing(BLOCK), self", "ir.and_(ir.const(False), self"),
    ),
    *rows(
        f"{COMPILER}/plan/write/sequences.py",
        "test_conversions",
        (
            "[ir.append(ITEMS, ITEM), *self._closed]))\n"
            "        return [ir.let(\"item\", value), put]",
            "[ir.append(ITEMS, ITEM)]))\n"
            "        return [ir.let(\"item\", value), put, *self._closed]",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/write/folds.py",
        "test_fields test_interpreter",
        (
            "        joins = ir.and_(joins, ",
            "        _ = (joins, ",
        ),
        ('ir.Filled(ir.var("open_"))), ir.eq(TURN, "joined")),', 'ir.Filled(ir.var("open_")))),'),
    ),
    *rows(
        f"{COMPILER}/plan/passes/pieces.py",
        "test_stream_hostile test_stream_laws test_stream_interpreter",
        ('return [ir.if_((ir.is_(PIECE, "string"), [', "return [ir.if_((ir.const(True), ["),
        ('there = ir.and_(ir.Holds(ir.var("shows")), ir.Filled(PIECE))', 'there = ir.var("shows")'),
    ),
    *rows(
        f"{COMPILER}/plan/passes/element_pieces.py",
        "test_passes test_stream_hostile test_stream_laws test_stream_interpreter",
        ("return [*several, ir.SizeIs(e, len(named))]", "return several"),
        ("return [*several, ir.Covers(constant, e)]", "return several"),
        ("taken_out = [ir.SizeIs(E, 1), ", "taken_out = ["),
    ),
    *rows(
        f"{COMPILER}/plan/read/sequence_rows.py",
        "test_hard_cases test_interpreter",
        (
            "            reading.objects.took(holder, s.wire_key)\n",
            "            pass\n",
        ),
        (
            "            if style:\n                inner.add(inner.note(s.field,",
            "            if style == 0:\n                inner.add(inner.note(s.field,",
        ),
    ),
    *rows(
        f"{COMPILER}/ir/verify.py",
        "test_plan",
        ("            if functions.get(function) != len(args):\n",
         "            if function not in functions:\n"),
        ("            if function not in functions:\n", "            if False:\n"),
        ("            if functions.get(function) != LOSING:\n",
         "            if function not in functions:\n"),
        ("signature is None or not signature.least <= len(args) <= signature.most",
         "signature is None or len(args) < signature.least"),
        ("        case If(branches) | Chain(branches):\n", "        case If(branches):\n"),
        ("        case IfElse(condition) | Not(condition):\n", "        case Not(condition):\n"),
        ("        case And(conditions) | Or(conditions):\n", "        case And(conditions):\n"),
        ("function in runtime and runtime[function].decides", "function in runtime"),
    ),
    *rows(
        f"{COMPILER}/ir/locals.py",
        "test_plan test_golden_adapter test_interpreter",
        ("        return Var(mapping.get(part.name, part.name))\n", "        return part\n"),
        ("        return mapping.get(operand, operand)\n", "        return operand\n"),
    ),
    *rows(
        f"{COMPILER}/render/signatures.py",
        "test_plan",
        ("most - len(args.defaults)", "most"),
        ("ANY if args.vararg else most", "most"),
        ("ast.unparse(node.returns) in DECIDING", "True"),
    ),
]  # fmt: skip

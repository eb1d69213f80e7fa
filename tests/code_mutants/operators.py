"""Mutants of the operators: of what each says, and of what is asked of them."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/operators/position.py",
        "test_checks test_golden_adapter",
        ("if not any(o.args for o in slot.target.operators if o.name == cls.name):", "if False:"),
        ("row.fields == ((CALLED,),) and row.targets:", "row.fields == ((CALLED,),):"),
    ),
    *rows(
        f"{COMPILER}/operators/single.py",
        "test_single test_checks",
        ('(ir.SizeNot(items, 1, ""), [more])', '(ir.SizeNot(items, 2, ""), [more])'),
        (", (odd, [bad]))]", ")]"),
        ("        if opening is not None:\n", "        if False:\n"),
        ("        elif lists:\n", "        elif False:\n"),
        ("not in _told(one, stream.whole):", "in _told(one, stream.whole):"),
    ),
    *rows(
        f"{RUNTIME}/found.py",
        "test_single",
        ("    if 0 not in slots:\n", "    if True:\n"),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        "test_single",
        ("is refused\" if len(found) > 1 else None", "is refused\" if found else None"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_single",
        ("        if self.framing.single and self.count:\n", "        if False:\n"),
        ("w if single else [*[None] * part.position, w])", "[*[None] * part.position, w])"),
    ),
    *rows(
        f"{RUNTIME}/values.py",
        "test_file_addresses",
        ("or not _SCHEME.match(raw):", "or True:"),
        ('("data:;base64", "data:base64")', '("data:;base64",)'),
        ("return data if comma and (", "return data if ("),
        ("untyped or typed and _DATA_URL.match(raw)", "untyped or typed"),
        ("return value if base64_from(value) == value else None", "return value"),
    ),
    *rows(
        f"{COMPILER}/operators/less.py",
        "test_checks",
        ("        if slot.row.left in args:\n", "        if False:\n"),
        ("            if not shapes:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/operators/unless.py",
        "test_golden_adapter test_fields",
        ("        return ir.not_(ir.has(X, self.args[0]))\n", "        return None\n"),
        ("        return ir.not_(field_there((self.args[0],)))\n", "        return None\n"),
    ),
    *rows(
        f"{COMPILER}/operators/exactly.py",
        "test_golden_adapter test_fields test_checks",
        ("        return is_constant(raw, self.value)\n", "        return ir.present(raw)\n"),
    ),
    *rows(
        f"{COMPILER}/operators/fill.py",
        "test_golden_adapter test_interpreter test_hard_cases",
        ("            return [filled]\n", "            return []\n"),
    ),
    *rows(
        f"{COMPILER}/operators/lone.py",
        "test_golden_adapter test_checks",
        ("            ir.SizeIs(raw, 1),\n", ""),
        ("            ir.SizeIs(one, 1),\n", ""),
        ("            self.held.accepts(ir.get(one, self.key)),\n", ""),
        ("        if reached.lost == args[0]:\n", "        if False:\n"),
    ),
    *rows(
        f"{COMPILER}/operators/uses.py",
        "test_operator_uses test_checks test_golden_adapter",
        ("        return not view.armed\n", "        return False\n"),
        ("lens.givens or loose or any(has(t, lambda d: d.picks) for t in targets)",
         "lens.givens or loose"),
        ("lens.givens or loose or", "lens.givens or"),
        ("                and not has(target, lambda d: d.fills)\n", ""),
        ("    if has(row.targets[0], lambda d: d.call_ids):\n        return True\n", ""),
        ("    if has(row.targets[0], lambda d: d.late) or one", "    if one"),
        ("        if definition is not None and trait(definition):\n",
         "        if definition is not None:\n"),
    ),
    *rows(
        f"{COMPILER}/operators/registry.py",
        "test_checks test_golden_adapter",
        ("sorted(set(names) - set(ASKING))", "sorted(set(names) - set(ASKING))[1:]"),
        ("for name, one in OPERATORS.items() if not one.reads_back}",
         "for name, one in OPERATORS.items()}"),
    ),
    *rows(
        f"{COMPILER}/operators/by_name.py",
        "test_by_name",
        ('            if types(shapes) - {"null"} != types(value) - {"null"}:\n',
         "            if False:\n"),
        ("for item in items if len(items) == 1 else ():", "for item in items:"),
    ),
    *rows(
        f"{COMPILER}/operators/joined.py",
        "test_text_objects test_golden_adapter",
        ("self.partial = self.spelled = bool(self.inside)", "self.partial = bool(self.inside)"),
        ("            text = self._as_it_stood(writing, leaf, text)\n", "            pass\n"),
        ("        elif held and not _text_path(one.pairs", "        elif False and (one.pairs"),
    ),
    *rows(
        f"{COMPILER}/resolve/enclosing.py",
        "test_enclosing",
        (" and p[-1] not in demanded}", "}"),
        ("    return records and there and must", "    return records and must"),
        ("there and must_be_there(one.wire, lens.wire, path)", "there"),
    ),
    *rows(
        f"{RUNTIME}/values.py",
        "test_by_name test_text_objects",
        ("    return found if len(found) == len(raw) else None\n", "    return found\n"),
        ("    return text if type(text) is str else None\n\n\ndef by_name",
         "    return text\n\n\ndef by_name"),
        ("any(raw.get(tag) != value for tag, value in tags.items())", "False"),
    ),
]  # fmt: skip

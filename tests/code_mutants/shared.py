"""Mutants of how an element that units share is told, and where in it their list stands."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/resolve/telling.py",
        "test_telling",
        (
            "absent=True) for key in arm.excluded if key in may_have)",
            "absent=True) for key in arm.excluded)",
        ),
        ("return None if found is None else (*found, *absent)", "return found"),
    ),
    *rows(
        f"{COMPILER}/resolve/signs.py",
        "test_telling",
        (
            "return tuple(keys[0] for keys in alone if len(keys) == 1)",
            "return tuple(keys[0] for keys in alone)",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/asking.py",
        "test_telling test_shared_turns",
        ("    plain = absent if sign.absent else plain\n", ""),
    ),
    *rows(
        f"{COMPILER}/resolve/shared.py",
        "test_shared_turns test_checks",
        ("        if len(consts) == 1 or key in required or key in given\n", ""),
        ("and (schema.record(name) is None or not Arm(schema, name).denies(listed))", ""),
        ("if one.unlike and sequence.into in (one.arm, one.unlike):", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/folds.py",
        "test_checks",
        ("if sequence.member and found and sequence.into not in found:", "if False:"),
        ("if other and not {other, sequence.into} <= read:", "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/folds.py",
        "test_checks",
        ("if len(plain) != 1 or not records(shapes):", "if not records(shapes):"),
        (
            "if key != path[depth] and not one.wire.const(name, key)",
            "if not one.wire.const(name, key)",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/folding.py",
        "test_shared_turns test_shared_inside",
        ("            if len(words) == 1:\n", "            if words:\n"),
        (
            'return ir.and_(ir.is_(item, "object"), *tags, *more, *others)',
            'return ir.and_(ir.is_(item, "object"), *tags)',
        ),
        ("self.deep or any(len(words) > 1 for words in self.words.values())", "self.deep"),
        ('            tests.append(ir.is_(ir.opt(holder, key), "object"))\n', ""),
        (
            "ways = [self.path[:depth] for depth in range(len(self.path))] if spelled else []",
            "ways = [()] if spelled else []",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/read/sequences.py",
        "test_shared_inside",
        (
            "steps = [self._read(self.bound.others, ir.var(source))]",
            'steps = [self._read(self.bound.others, ir.var("item"))]',
        ),
    ),
    *rows(
        f"{COMPILER}/plan/write/folds.py",
        "test_shared_inside",
        ("            alone = ir.Holds(holds_list)\n", "            pass\n"),
        (
            '            holder = ir.runtime("list_holder", element, *self.folding.way())\n',
            "            holder = self.folding.listed(element)\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/shared.py",
        "test_shared_turns test_shared_inside",
        ("if tag in holder and holder[tag] != tags[tag]}", "if tag in holder}"),
        ("        if key in holder:\n            holder[key] = word\n", "        pass\n"),
        ("        elif any(left.values()):\n", "        else:\n"),
        ("    if any(group.values()) or spelled is not None:\n", "    if any(group.values()):\n"),
        ("open_to_more(inner, deeper) if deeper else [*inner]}", "inner}"),
        (
            "        if type(holder) is not dict or len(holder) != 1 + len(constants) "
            "or key not in holder:\n",
            "        if type(holder) is not dict or key not in holder:\n",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/write/folds.py",
        "test_fold_beside",
        ("alone = ir.and_(size, listed) if self.folding.beside else size", "alone = size"),
        ('ir.eq(TURN, "joined"), fits)\n', 'ir.eq(TURN, "joined"))\n'),
        ("            ir.if_((listed, more)),\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/read/folds.py",
        "test_fold_beside",
        ('            mark("turn", "joined"),\n            ir.append(UNITS, UNIT),\n'
         '            ir.let("item"',
         '            ir.append(UNITS, UNIT),\n            ir.let("item"'),
        ('            ir.let("item", ir.runtime("less_parts", ITEM, more)),\n', ""),
    ),
    *rows(
        f"{COMPILER}/check/folds.py",
        "test_fold_beside",
        ("if target.path[0] == sequence.into_path[0]:", "if False:"),
    ),
    *rows(
        f"{RUNTIME}/shared.py",
        "test_fold_beside",
        ("for key in keys if item.get(key)}", "for key in keys if key in item}"),
        ("if listed or k != key}, **more}", "}, **more}"),
        ("    free = all(key not in group for key in element if key in keys)\n",
         "    free = True\n"),
        ("own.keys() == tags[0].keys() or holds_list_alone(own, path, tags))",
         "holds_list_alone(own, path, tags))"),
        ("or holds_list_alone(own, path, tags))", ")"),
    ),
]  # fmt: skip

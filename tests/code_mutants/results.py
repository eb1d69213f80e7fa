"""Mutants of how results of unknown and of several types are converted, and what is found there."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, rows

MUTANTS = [
    *rows(
        f"{COMPILER}/plan/folding.py",
        "test_unknown_results",
        ("self.rest is None and len(self.elements) > 1", "False"),
        ('ir.and_(_is_own(unit), ir.eq(ir.opt(unit, "at"), self.key))',
         "ir.const(False)"),
        ("return ir.and_(_is_own(unit), self.is_group(value), self.is_listed(value))",
         "return ir.const(False)"),
        ("return ir.and_(_is_own(unit), self.is_group(value), self.is_listed(value))",
         "return ir.and_(_is_own(unit), self.is_group(value))"),
        ('return ir.and_(ir.eq(ir.opt(unit, "kind"), "opaque"), ours)',
         'return ir.eq(ir.opt(unit, "kind"), "opaque")'),
    ),
    *rows(
        f"{COMPILER}/plan/read/folds.py",
        "test_unknown_results test_shared_results",
        ("look = [any_member if self.folding.mixed else none_else]", "look = [none_else]"),
        ("            before = ir.or_(before, self.folding.is_inside(ir.Last(UNITS)))\n",
         "            pass\n"),
        ('            ir.let("start", ir.Count(UNITS)),\n            ir.let("unit"',
         '            ir.let("unit"'),
        ('            mark("turn", "joined"),\n            ir.append(UNITS, UNIT),\n'
         '            ir.let("after"',
         '            ir.append(UNITS, UNIT),\n            ir.let("after"'),
        ("inside = [ir.append(UNITS, opaque(element, self.folding.key))]",
         "inside = [ir.append(UNITS, opaque(element))]"),
        ("            return read_by(self.folding.several, element)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/write/folds.py",
        "test_unknown_results test_shared_results",
        ("            steps.append(ir.if_((noted, [ir.append(FORMS, ir.arr(GROUP, FORM))])))\n",
         "            pass\n"),
        ("            ir.put(GROUP, key, ir.Copy(ir.get(GROUP, key))),\n", ""),
        ("[*self._opened(), ir.append(ITEMS, GROUP), CLOSE]",
         "[*self._opened(), ir.append(ITEMS, GROUP)]"),
        ("            return written_by(self.folding.several, UNIT)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/operators/uses.py",
        "test_unknown_results",
        ("standing(slot)) or _may_be_unknown(one, slot))", "standing(slot)))"),
    ),
    *rows(
        f"{COMPILER}/plan/read/rows.py",
        "test_unknown_results",
        ("leaf.codec.leaves or leaf.codec.meets_unknown", "leaf.codec.leaves"),
    ),
    *rows(
        f"{COMPILER}/plan/write/lenses.py",
        "test_unknown_results",
        ("args += [ir.const(True)] if inside else []", "_ = inside"),
    ),
    *rows(
        f"{COMPILER}/plan/losses/lenses.py",
        "test_unknown_results",
        ("            if holds_result(lens):\n", "            if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/pairing.py",
        "test_unknown_results",
        ("    if not inside:\n", "    if True:\n"),
    ),
    *rows(
        f"{COMPILER}/operators/choice.py",
        "test_shared_results",
        ("or sharing(one, rows, rest)\n", "\n"),
        ("return found if mine or any(way.asked + way.refused for way in found) else []",
         "return found if mine else []"),
        ("if by_arm(lens) and (mine or any(theirs)) else []",
         "if by_arm(lens) and mine else []"),
    ),
    *rows(
        f"{COMPILER}/plan/arms.py",
        "test_shared_results",
        ("arms = [ir.or_(*shared)] if shared else []", "arms: list[Expr] = []"),
    ),
    *rows(
        f"{COMPILER}/check/matching.py",
        "test_shared_results",
        ("        return min(places, key=len)\n", "        return [lens]\n"),
        ("    if join.owner is not lens and core(one, join.owner.lens)[1] is lens.lens:\n",
         "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/going_back.py",
        "test_shared_results",
        ("            if after_reading(way, later) is not None:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/joins.py",
        "test_shared_results test_checks",
        ("            self._members(lens, row, target, sequence)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/plain_items.py",
        "test_shared_results",
        ("            return None  # several lenses share it\n",
         "            raise KeyError(name)\n"),
    ),
    *rows(
        f"{COMPILER}/check/twins.py",
        "test_checks test_same_keys",
        ("if any(has(slot.target, lambda d: d.reads_others) for slot in slots):\n",
         "if not slots:\n"),
        ("        and one.wire.required(wire) & own_keys == one.wire.required(other) - tags\n", ""),
        (" and _plain(mine[key]) == _plain(theirs[key])", ""),
        ("        and {*first} != {*second}\n", ""),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks",
        ("            elif says_the_same(one, pair, last):\n", "            elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/unread.py",
        "test_counts_inside test_checks",
        ("                  if not _mapped(holder, field)]", "                  ]"),
        ("        for inner in records(shapes) if len(path) + 1 < DEEP else ():\n",
         "        for inner in ():\n"),
        (" if not _mapped(lens, field)]", "]"),
    ),
]  # fmt: skip

"""Passes that change an answer: a condition less, and something else is taken for plain."""

from __future__ import annotations

from .mutant import COMPILER, rows

FOLDER = f"{COMPILER}/plan/passes"
LAW = "test_passes"

MUTANTS = [
    *rows(
        f"{FOLDER}/plain_reading.py",
        LAW,
        (
            "conditions: list[Expr] = [ir.SizeIs(w, size)]",
            "conditions: list[Expr] = [ir.const(True)]",
        ),
        (
            "            conditions[0] = ir.SizeIs(w, size + 1)\n",
            "            conditions[0] = ir.const(True)\n",
        ),
        (
            'conditions += [ir.is_(raw, "string"), ir.Filled(ir.var(local))]',
            'conditions += [ir.is_(raw, "string")]',
        ),
        (
            "        conditions += taken[0]\n        if leaf.nonempty:",
            "        conditions += taken[0]\n        if False:",
        ),
        (
            "conditions.append(ir.eq(ir.get(w, leaf.key), only[1]))",
            "conditions.append(ir.has(w, leaf.key))",
        ),
        (
            "body = [ir.let(unit, plain.value), *steps, ir.Continue()]",
            "body = [ir.let(unit, plain.value), steps[-1], ir.Continue()]",
        ),
        ("ir.and_(*is_rest, plain.condition)", "plain.condition"),
    ),
    *rows(
        f"{FOLDER}/plain_writing.py",
        LAW,
        (
            "conditions: list[Expr] = [ir.SizeIs(x, size)]",
            "conditions: list[Expr] = [ir.const(True)]",
        ),
        ("        conditions += given[0]\n", "        conditions += given[0][1:]\n"),
        ("        if leaf.nonempty:", "        if False:"),
        ("len(leaves) - len(tabled)", "len(leaves)"),
    ),
    *rows(
        f"{FOLDER}/plain_texts.py",
        LAW,
        ("ir.and_(ir.eq(ir.var(kind), tag), plain.condition)", "plain.condition"),
    ),
    *rows(
        f"{FOLDER}/plain_returns.py",
        LAW,
        (
            'self.conditions.append(ir.is_(inside, "object"))',
            "self.conditions.append(ir.present(inside))",
        ),
        ("self.conditions.append(ir.SizeIs(holders[path], size))", "pass"),
        ("self.conditions.append(ir.eq(value, given.values[0]))", "pass"),
        ("        if paths not in seen:", "        if True:"),
        ("        self.conditions += needs\n", "        self.conditions += needs[:1]\n"),
        ("ir.or_(ir.SizeIs(w, len(taken)), camel)", "ir.const(True)"),
        ("all(path[0] in keys for path in paths)", "True"),
        ("            leaves.remove(ids[0])\n", ""),
    ),
    *rows(
        f"{FOLDER}/stream_pieces.py",
        LAW,
        ("*nulls, ir.Holds(told))", "*nulls)"),
        ("ir.SizeIs(item, len(keys) + 2), ", ""),
    ),
]

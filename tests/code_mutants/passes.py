"""Passes that change an answer: a condition less, and something else is taken for plain."""

from __future__ import annotations

from .mutant import COMPILER, rows

FOLDER = f"{COMPILER}/plan/passes"
LAW, TIDY = "test_passes", "test_tidying"

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
            "*leaf.apart(taken[1])]\n        if leaf.nonempty:",
            "*leaf.apart(taken[1])]\n        if False:",
        ),
        ("[*taken[0], *leaf.apart(taken[1])]", "taken[0]"),
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
        ("self.conditions.append(is_constant(value, given.values[0]))", "pass"),
        ("_places(one) == _places(case)]", "False]"),
        ("+= [ir.missing(claimed)] if claimed is not None else []", "+= []"),
        ("if any(modifier.notes for leaf", "if any(False for leaf"),
        ("        self.conditions += needs\n", "        self.conditions += needs[:1]\n"),
        ("ir.or_(ir.SizeIs(w, len(taken)), camel)", "ir.const(True)"),
        ("            leaves.remove(ids[0])\n", ""),
    ),
    *rows(
        f"{FOLDER}/known.py",
        TIDY,
        ("known != kind and {known, kind} <= NUMBERS", "False"),
        ('return False if kind == "null" else None', "return True"),
        ("if other.kinds.get(p) == kind", "if True"),
        ("        self.forget(local_names(condition))\n", ""),
        ("        self.forget({name})\n", ""),
        ("        self.keys, self.taken = set(), {}\n", ""),
        ("            self.changed()\n", "            pass\n"),
        ("            places.append(self.taken[value.name])\n", "            pass\n"),
    ),
    *rows(
        f"{FOLDER}/decided.py",
        TIDY,
        ("        names |= UNNAMED.get(type(node), set())\n", "        pass\n"),
        ("        if _ends(found):\n", "        if False:\n"),
        ("        known.learn(asked, False)\n", ""),
        ("    known.keep(ways)\n", ""),
        ("    if _ends(rest) and ways:\n", "    if False:\n"),
        ("NO if all(map(_harmless, kept)) else condition", "NO"),
        ("NO if all(map(_harmless, kept)) else condition", "condition"),
    ),
    *rows(
        f"{FOLDER}/plain_cases.py",
        LAW,
        ("conditions.append(ir.SizeIs(X, len(required)))", "pass"),
        ("conditions += [fitting] if fitting is not None else []", "pass"),
        ("        conditions += given[0]\n", "        conditions += given[0][1:]\n"),
    ),
    *rows(
        f"{FOLDER}/losses_asked.py",
        "test_losses",
        (' if "metadata" in schema.properties(inter) else odd', ""),
        ("if all(each) else frozenset()", "if any(each) else frozenset()"),
    ),
    *rows(
        f"{FOLDER}/plain_items.py",
        "test_losses test_passes",
        (
            "return ir.Or(tuple(map(_otherwise, conditions)))",
            "return ir.And(tuple(map(_otherwise, conditions)))",
        ),
        ("                    if tag not in done and (sure or", "                    if (sure or"),
    ),
    *rows(
        f"{FOLDER}/bytes_in_place.py",
        "test_bytes_in_place",
        ("return told if looked or not node else", "return told if True else"),
        ("                self.held[name] = self._node(value)\n", ""),
        (
            "if isinstance(value, ir.Get | ir.Opt) and self._itself",
            "if isinstance(value, ir.Opt) and self._itself",
        ),
        ("        self._join(inner.held)\n", ""),
        ("        for way in ways:\n", "        for way in ways[:1]:\n"),
        ("        while before != self.held:\n", "        while not before:\n"),
        ("covered = self._child(obj, key) == self._node(value)", "covered = True"),
    ),
    *rows(
        f"{FOLDER}/direct_returns.py",
        TIDY,
        ("if given == name:", "if given:"),
    ),
    *rows(
        f"{FOLDER}/single_names.py",
        TIDY,
        ("_bound(order).count(second) == 1 and ", ""),
        (" and first not in _bound(order[after:])", ""),
        ("blocks(body, loops=False)", "blocks(body)"),
        ("if {first, second} <= named", "if second in named"),
    ),
    *rows(
        f"{FOLDER}/typed.py",
        "test_typed test_plan",
        ("if not self.schema.required(name) <= keys <= properties.keys():", "if False:"),
        (" or self._taken(function):", ":"),
        (" or None in self._assigned(function)", ""),
        ("(self.local in given and not first) or self._armed", "self._armed"),
        ("        return all(self._fits(inner", "        return True or all(self._fits(inner"),
        ("maybe=NOTHING in given", "maybe=False"),
        ("case ir.Pop(obj) if obj == self.local:", "case ir.Pop(None):"),
        (' - {entry["write"] for entry in module.entries.values()}', ""),
    ),
    *rows(
        f"{FOLDER}/typed.py",
        "test_golden_adapter",
        (" or self._armed(function):", ":"),
    ),
    *rows(
        f"{FOLDER}/rows_once.py",
        "test_docstrings",
        ("first = said.setdefault((types, ", "first = said.setdefault((frozenset(), "),
    ),
    *rows(
        f"{FOLDER}/pieces.py",
        f"test_stream_hostile {LAW}",
        ("ir.and_(ir.Covers(known, e), silent)", "silent"),
        ("ir.and_(ir.Covers(known, e), silent)", "ir.Covers(known, e)"),
    ),
    *rows(
        f"{FOLDER}/mirror_pieces.py",
        f"test_stream_hostile {LAW}",
        ("DELTA).way([ir.SizeIs(DELTA, 1)])", "DELTA).way([])"),
    ),
    *rows(
        f"{FOLDER}/single_items.py",
        f"test_stream_hostile {LAW}",
        ("ir.and_(*fits, *self._nulls()),", "ir.and_(*fits),"),
        ("ir.and_(*nulls, self.pieces.unsaid())", "self.pieces.unsaid()"),
        ("            unsaid(ITEM, known, quiet),\n", ""),
    ),
    *rows(
        f"{FOLDER}/run_pieces.py",
        f"test_stream_runs {LAW}",
        ("ir.and_(ir.SizeIs(PART, 1), self._repeats(key))", "self._repeats(key)"),
        ("ir.and_(ir.SizeIs(PART, 1), self._repeats(key))", "ir.SizeIs(PART, 1)"),
        ("ir.is_(before, \"object\"), *spelled)", "ir.is_(before, \"object\"))"),
        ("ir.if_((ir.not_(first(slot)), [ir.ret(ir.const(()))])),", ""),
        ("self.pieces.beside = True", "self.pieces.beside = False"),
    ),
    *rows(
        f"{FOLDER}/text_pieces.py",
        f"{LAW} test_stream_hostile",
        ("return ir.SizeIs(self.holder, len(self.tags) + texts)", "return ir.const(True)"),
        ("*self._nulls(rows), self.pieces.unsaid(), *new]", "self.pieces.unsaid(), *new]"),
        ("*self._nulls(rows), self.pieces.unsaid(), *new]", "*self._nulls(rows), *new]"),
        ("*self._latest(rows)", "*[]"),
    ),
]

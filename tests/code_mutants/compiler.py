"""Mutants of what plans, renders and publishes the package, and of words in the schemas."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

PLAN = [
    *rows(
        f"{COMPILER}/plan/fields.py",
        "test_hard_values test_interpreter",
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
        f"{COMPILER}/plan/landing.py",
        "test_hard_cases test_hard_values test_interpreter",
        ("    free = lens.keeps and not lens.own\n", "    free = True\n"),
        (
            "        keys = _keys(resolver, block) - own\n",
            "        keys = _keys(resolver, block)\n",
        ),
        ("    if report:\n", "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/losses.py",
        "test_hard_cases test_interpreter test_laws",
        ("keeps = lens.keeps or (row is not None and lens.inter != CALL)", "keeps = True"),
        ('            body += self._unknown(X, "", lens.inter)\n', ""),
        (
            "                    inside.append(self._foreign(value, suffix, False))\n",
            "                    pass\n",
        ),
        (
            "        guarded = not leaf.inter_required and",
            "        guarded = leaf.inter_required and",
        ),
        ("            statements.append(ir.if_((absent, [filled])))\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/unions.py",
        "test_interpreter test_laws",
        (
            "            conditions[0] = ir.or_(conditions[0], ir.not_(ir.has(W, key)))\n",
            "            pass\n",
        ),
        ("    if resolver.transform.snake_case and snaked != key:\n", "    if False:\n"),
        ('            pairs.append(("at", ir.const(union.at)))\n', "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/fold_writing.py",
        "test_hard_cases test_interpreter",
        (
            "            rest_joins = ir.and_(rest_joins, ",
            "            _ = (rest_joins, ",
        ),
        ('                ir.eq(turn, "joined"),\n', ""),
    ),
    *rows(
        f"{COMPILER}/plan/stream_pieces.py",
        "test_stream_laws test_stream_interpreter test_stream_hostile",
        ('return [ir.if_((ir.is_(PIECE, "string"), [', "return [ir.if_((ir.const(True), ["),
        ('ir.if_((Expr("size_is", (held, 2)), [', "ir.if_((ir.const(True), ["),
        ('Expr("size_is", (E, 3)))', "ir.const(True))"),
        ('alone = ir.and_(Expr("size_is", (held, 1)), self', "alone = ir.and_(self"),
        ('there = ir.and_(ir.var("told"), Expr("true", (PIECE,)))', 'there = ir.var("told")'),
    ),
    *rows(
        f"{COMPILER}/plan/sequence_rows.py",
        "test_hard_cases test_interpreter",
        (
            "        reader.took(root, s.wire_key)\n        reader.scope = outer\n",
            "        reader.scope = outer\n",
        ),
        (
            '            inner.add(inner.note(s.field, "style", ir.const("alone")))\n',
            "            pass\n",
        ),
    ),
]

RENDER = [
    *rows(
        f"{COMPILER}/render/python.py",
        "test_hard_values test_docstrings test_interpreter test_models",
        (
            'f"type({self.expr(left)}) is int and {self.expr(left)} == {right}"',
            'f"{self.expr(left)} == {right}"',
        ),
        (
            '        lines += wrap(f"* {docline(row)}", WIDTH - 4, subsequent_indent="  ")\n',
            "        pass\n",
        ),
        ('        return [f\'"""{docline(title)}"""\']\n', '        return [\'""""""\']\n'),
        (
            """    return [f'\"\"\"{docline(title)}', "", *lines, '\"\"\"']\n""",
            """    return ['\"\"\"', "", *lines, '\"\"\"']\n""",
        ),
        (".replace('\"\"\"', \"'''\")", ""),
    ),
    *rows(
        f"{COMPILER}/render/layout.py",
        "test_docstrings test_models",
        ("    plain = plain_text(text)\n", '    plain = ""\n'),
        ('    return text.replace("\\\\", "\\\\\\\\")\n', "    return text\n"),
        ('not flat.endswith((\'"\', "\\\\"))', "True"),
    ),
    *rows(
        f"{COMPILER}/render/classes.py",
        "test_classes test_models",
        (
            "        numbered[key] = Field(key, type_, not missing)\n",
            "        numbered[key] = Field(key, type_, True)\n",
        ),
        (
            "            inner, missing = _bare(annotation.slice.elts[0])\n",
            "            inner, missing = _bare(annotation.slice.elts[0])[0], False\n",
        ),
        ('                arms.append({"type": "integer", **bounds})\n', ""),
        ("    return ast.Call(extra.func, [], kept) if kept else None\n", "    return None\n"),
    ),
    *rows(
        f"{COMPILER}/render/verify.py",
        "test_models",
        ("            if not isinstance(step, STATEMENTS):\n", "            if False:\n"),
        ("ast.unparse(node.func) not in CALLS:", "False:"),
        ("            if not known:\n", "            if False:\n"),
    ),
]

PUBLISH = [
    *rows(
        f"{COMPILER}/publish/manifest.py",
        "test_publish test_vendor",
        (
            '    return bool(path) and not pure.is_absolute() and ".." not in pure.parts\n',
            "    return True\n",
        ),
        ("name not in CACHES and name not in links]", "name not in links]"),
        (
            "        except OSError:\n            changed.append(path)\n",
            "        except OSError:\n            pass\n",
        ),
    ),
    *rows(
        f"{COMPILER}/publish/swap.py",
        "test_publish test_vendor",
        ("        destination = destination.resolve()\n", "        pass\n"),
        ("path in written and path not in files]\n    changed", "path not in files]\n    changed"),
        ("            _carry(present[path], fresh / path)\n", "            pass\n"),
        ("        shutil.rmtree(fresh, ignore_errors=True)\n", "        pass\n"),
        ("    _recover(destination)\n", ""),
        ("or (int(pid) != os.getpid() and _alive(int(pid)))", ""),
        ("            os.rename(old, destination)\n            raise\n", "            raise\n"),
        ("            shutil.copymode(destination, fresh)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/publish/vendor.py",
        "test_vendor",
        (
            "if path in present]\n    clashing",
            "if path in ()]\n    clashing",
        ),
        (
            "    if changed := edited_files(package, manifest):\n",
            "    if changed := edited_files(package, manifest)[:0]:\n",
        ),
        ("    kept = _needed(kept)\n", ""),
        ('            lines.append(f"out of date: {path}")\n', "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/publish/drift.py",
        "test_publish",
        (
            "    found += [Drift(EXTRA, path) for path in sorted(present) if path not in files]\n",
            "",
        ),
        ("            if old != data:\n", "            if False:\n"),
        ("    found = _stale_inputs(files, destination)\n", "    found: list[Drift] = []\n"),
    ),
]

WORDS = rows(
    "schemas/gemini/transform.yaml",
    "test_finish_reasons",
    ('    "-> pause": OTHER\n', '    "-> pause": STOP\n'),
    ('    "-> error": MALFORMED_FUNCTION_CALL\n', '    "-> error": STOP\n'),
)

MUTANTS: list[Mutant] = [*PLAN, *RENDER, *PUBLISH, *WORDS]

"""Mutants of what renders the package, and of words in the schemas."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

RENDER = [
    *rows(
        f"{COMPILER}/render/values.py",
        "test_plan test_hard_values test_interpreter",
        (
            'f"type({self.expr(left)}) is int and {self.expr(left)} == {right}"',
            'f"{self.expr(left)} == {right}"',
        ),
        (
            'f"type({self.expr(left)}) is int and {left.name} == {right}"',
            'f"({self.expr(left)}) == {right}"',
        ),
    ),
    *rows(
        f"{COMPILER}/render/text.py",
        "test_docstrings test_plan test_golden_adapter test_models",
        (
            '        lines += wrap(f"* {docline(row)}", WIDTH - 4, subsequent_indent="  ")\n',
            "        pass\n",
        ),
        ("    if len(flat) <= WIDTH or not isinstance(value, frozenset):\n", "    if True:\n"),
        ("        if lines[-1] and len(f", "        if len(f"),
        ('{lines[-1]}{key},") > WIDTH', '{lines[-1]}{key}") > WIDTH'),
        ("    if not rows and len(flat) <= WIDTH - 7:\n", "    if not rows:\n"),
        ("return [*(wrap(flat, width) or [flat]), ", "return [flat, "),
        ("    width = WIDTH - (4 if rows else 7)", "    width = WIDTH - 4"),
        (".replace('\"\"\"', \"'''\")", ""),
    ),
    *rows(
        f"{COMPILER}/render/modules.py",
        "test_golden_adapter test_house",
        (
            " for name, value in module.constants if name in words]",
            " for name, value in module.constants]",
        ),
    ),
    *rows(
        f"{COMPILER}/render/python.py",
        "test_alike",
        (
            "return (local_names(function.body) | function.fixed.keys()) & self.reserved",
            "return local_names(function.body) & self.reserved",
        ),
        ("            params=[mapping.get(name, name) for name in function.params],\n", ""),
        ('            return "frozenset[str]"\n', '            return "Json"\n'),
    ),
    *rows(
        f"{COMPILER}/render/layout.py",
        "test_docstrings test_models",
        ("    plain = plain_text(text)\n", '    plain = ""\n'),
        ('    return text.replace("\\\\", "\\\\\\\\")\n', "    return text\n"),
        ('not flat.endswith((\'"\', "\\\\"))', "True"),
        (".replace('\"\"\"', \"'''\")", ""),
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
        (
            "    return ast.Call(extra.func, [], keywords) if keywords else None\n",
            "    return None\n",
        ),
    ),
    *rows(
        f"{COMPILER}/render/verify.py",
        "test_models",
        ("            if not isinstance(step, STATEMENTS):\n", "            if False:\n"),
        ("ast.unparse(node.func) not in CALLS:", "False:"),
        ("            if not is_own:\n", "            if False:\n"),
        ("            if step.argval in taken:\n", "            if False:\n"),
    ),
]

WORDS = rows(
    "schemas/gemini/transform.yaml",
    "test_finish_reasons",
    ('    "-> pause": [OTHER, null]\n', '    "-> pause": [STOP, null]\n'),
    ("    error: [MALFORMED_RESPONSE, null]\n", '    "-> error": [STOP, null]\n'),
    ('    "<- [null, *]": content_filter\n', ""),
)

NAMES = rows(
    f"{COMPILER}/render/modules.py",
    "test_golden_adapter",
    ("    if lost := sorted(used - names.keys()):\n", "    if lost := []:\n"),
)

MUTANTS: list[Mutant] = [*RENDER, *WORDS, *NAMES]

"""Python text of type expressions and docstrings, within 100 columns and never as code."""

from __future__ import annotations

import ast
import textwrap

from .classes import joined_arms, union_arms
from .text import constant

WIDTH = 100


def laid_out(node: ast.expr, indent: int, before: int = 0, after: int = 0) -> str:
    """``node`` as text that starts ``before`` columns after ``indent``; broken where it must be.

    ``after`` columns are kept free behind it.
    """
    flat = flat_text(node)
    if indent + before + len(flat) + after <= WIDTH:
        return flat
    pad, inner = " " * indent, " " * (indent + 4)
    if isinstance(node, ast.Subscript):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        lines = [f"{inner}{_broken_arm(item, indent + 4)}," for item in items]
        return f"{flat_text(node.value)}[\n" + "\n".join(lines) + f"\n{pad}]"
    if isinstance(node, ast.BinOp):
        return f"(\n{inner}{_broken_arm(node, indent + 4)}\n{pad})"
    if isinstance(node, ast.Call):
        words = [
            f"{word.arg}={laid_out(word.value, indent + 4, len(word.arg or '') + 1, 1)}"
            for word in node.keywords
        ]
        parts = [laid_out(arg, indent + 4) for arg in node.args] + words
        return f"{flat_text(node.func)}(\n" + "".join(f"{inner}{p},\n" for p in parts) + f"{pad})"
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        lines = []
        for key, value in pairs:
            name = flat_text(key) if key is not None else ""
            lines.append(f"{inner}{name}: {laid_out(value, indent + 4, len(name) + 2, 1)},\n")
        return "{\n" + "".join(lines) + pad + "}"
    if isinstance(node, ast.List | ast.Tuple):
        parts = [laid_out(item, indent + 4, 0, 1) for item in node.elts]
        opening, closing = "[]" if isinstance(node, ast.List) else "()"
        return opening + "\n" + "".join(f"{inner}{p},\n" for p in parts) + pad + closing
    return flat


def _broken_arm(node: ast.expr, indent: int) -> str:
    """An item of a broken bracket: a union there needs no parentheses of its own."""
    if isinstance(node, ast.BinOp) and indent + len(flat_text(node)) + 1 > WIDTH:
        arms = [laid_out(arm, indent, 2, 1) for arm in union_arms(node)]
        return ("\n" + " " * indent + "| ").join(arms)
    return laid_out(node, indent, 0, 1)


def flat_text(node: ast.expr) -> str:
    """The expression on one line, strings in double quotes."""
    match node:
        case ast.Constant():
            return constant(node.value)
        case ast.Subscript():
            inner = node.slice
            items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return f"{flat_text(node.value)}[{', '.join(map(flat_text, items))}]"
        case ast.BinOp():
            return " | ".join(flat_text(arm) for arm in union_arms(node))
        case ast.Call():
            words = [f"{word.arg}={flat_text(word.value)}" for word in node.keywords]
            return f"{flat_text(node.func)}({', '.join([*map(flat_text, node.args), *words])})"
        case ast.Dict():
            return constant(ast.literal_eval(node))
        case ast.List():
            return f"[{', '.join(map(flat_text, node.elts))}]"
        case ast.Tuple():
            flat = ", ".join(map(flat_text, node.elts))
            return f"({flat},)" if len(node.elts) == 1 else f"({flat})"
    return ast.unparse(node)


def docstring(text: str, indent: int) -> str:
    """``text`` as a docstring literal, wrapped; every character of it is only text.

    What cannot be printed becomes a space and three double quotes become single ones.
    """
    plain = plain_text(text)
    pad = " " * indent
    flat = _escaped(plain)
    if indent + len(flat) + 6 <= WIDTH and not flat.endswith(('"', "\\")):
        return f'"""{flat}"""'
    # Escapes lengthen a line: wrap narrower until the longest one fits.
    for width in range(WIDTH - indent - 3, 8, -1):
        lines = textwrap.wrap(plain, width, break_on_hyphens=False)
        escaped = [_escaped(line) for line in lines]
        widths = [len(line) + (3 if n == 0 else 0) for n, line in enumerate(escaped)]
        if indent + max(widths, default=0) <= WIDTH:
            break
    return f'"""{f"{chr(10)}{pad}".join(escaped)}\n{pad}"""'


def plain_text(text: str) -> str:
    """The text as a docstring can show it."""
    flat = "".join(c if c.isprintable() else " " for c in text).replace('"""', "'''")
    return " ".join(flat.split())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\")


def renamed(node: ast.expr, table: dict[str, ast.expr]) -> ast.expr:
    """The type expression with names replaced, unions kept flat."""
    if isinstance(node, ast.Name):
        return table.get(node.id, node)
    if isinstance(node, ast.BinOp):
        arms = [renamed(arm, table) for arm in union_arms(node)]
        return joined_arms([flat for arm in arms for flat in union_arms(arm)])
    if isinstance(node, ast.Subscript) and flat_text(node.value) != "Literal":
        return ast.Subscript(node.value, renamed(node.slice, table), ast.Load())
    if isinstance(node, ast.Tuple):
        return ast.Tuple([renamed(item, table) for item in node.elts], ast.Load())
    return node


def names_in(node: ast.expr) -> set[str]:
    """The names a type expression mentions."""
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}

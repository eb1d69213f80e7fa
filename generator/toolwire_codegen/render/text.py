"""Text of the specs in Python source: literals, docstrings; never code."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

WIDTH = 100
LONGEST = 76


def constant(value: Any) -> str:
    """A JSON value as a Python literal."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{constant(k)}: {constant(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(constant(item) for item in value) + "]"
    if isinstance(value, frozenset):
        return "frozenset({" + ", ".join(quoted(item) for item in sorted(value)) + "})"
    return repr(value)


def assignment(name: str, value: Any) -> str:
    """The statement that gives a constant its name; many keys stand side by side."""
    # What is in an empty list or object, nobody can infer.
    flat = f"{name}{': Json' if _empty_within(value) else ''} = {constant(value)}"
    if len(flat) <= WIDTH or not isinstance(value, frozenset):
        return flat
    lines = [""]
    for key in map(quoted, sorted(value)):
        if lines[-1] and len(f"    {lines[-1]}{key},") > WIDTH:
            lines.append("")
        lines[-1] += f"{key}, "
    inside = "\n".join(f"    {line.rstrip()}" for line in lines)
    return f"{name} = frozenset({{\n{inside}\n}})  # fmt: skip"


def _empty_within(value: Any) -> bool:
    if not isinstance(value, dict | list):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return not value or any(map(_empty_within, parts))


def quoted(text: str) -> str:
    """A string literal with double quotes, as formatters like it; ASCII alone."""
    pieces = wrap(text, LONGEST, drop_whitespace=False, break_on_hyphens=False)
    if len(text) <= LONGEST or "".join(pieces) != text:
        return _quoted(text)
    return "(" + " ".join(_quoted(piece) for piece in pieces) + ")"


def _quoted(text: str) -> str:
    body = ascii(text)
    if body[0] == "'":
        inner = body[1:-1].replace('"', '\\"').replace("\\'", "'")
        return f'"{inner}"'
    return body


def docstring(title: str, rows: list[str]) -> list[str]:
    """A docstring's lines, quotes included: what it does, then the rows it came from."""
    flat = f'"""{docline(title)}'
    if not rows and len(flat) <= WIDTH - 7:
        return [f'{flat}"""']
    lines = [""] if rows else []
    for row in rows:
        lines += wrap(f"* {docline(row)}", WIDTH - 4, subsequent_indent="  ")
    # The formatter puts quotes behind a line that is alone, however long that makes it.
    width = WIDTH - (4 if rows else 7)
    return [*(wrap(flat, width) or [flat]), *lines, '"""']


def docline(text: str) -> str:
    """A line of a docstring: nothing in it can end the docstring or the line."""
    flat = "".join(c if c.isprintable() else " " for c in text)
    return flat.replace("\\", "\\\\").replace('"""', "'''")

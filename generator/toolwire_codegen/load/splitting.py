"""Texts of a transform in pieces."""

from __future__ import annotations

import re
from typing import Any

from .findings import Finding

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
KEY = rf"{NAME}(?:-[A-Za-z0-9_]+)*"
PATH = re.compile(rf"\.|{KEY}(?:\.(?:{KEY}|0))*")
"""A name, a key, which may have hyphens inside, and a path: keys with dots between them, ``0`` for
the first of a list, ``.`` alone."""


def split(text: str, separator: str) -> list[str]:
    """Split at ``separator`` outside of brackets and quotes, trimming the pieces."""
    pieces, depth, quoted, start = [], 0, False, 0
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "([{":
            depth += 1
        elif not quoted and character in ")]}":
            depth -= 1
        elif not quoted and depth == 0 and character == separator:
            pieces.append(text[start:index].strip())
            start = index + 1
    return [*pieces, text[start:].strip()]


QUOTE = "close its brackets; inside of `{ }` quote the value: a comma ends it"


def is_cut(operator: str) -> bool:
    """Whether brackets of an operator stay open: YAML took a comma in them for the row's end."""
    return operator.count("(") > operator.count(")")


def is_rest(findings: list[Finding], key: str, value: Any) -> bool:
    """Whether a key is what stood behind such a comma. That has been told."""
    reported = bool(findings) and findings[-1].fix == QUOTE
    return reported and value is None and key.count(")") > key.count("(")

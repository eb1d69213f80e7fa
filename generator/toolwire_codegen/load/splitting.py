"""Texts of a transform in pieces."""

from __future__ import annotations


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

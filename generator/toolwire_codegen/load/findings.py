"""What the compiler has to say about a source file: one finding, one line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Position:
    """A place in a source file; line and column count from 1."""

    file: str
    line: int
    column: int

    @property
    def short(self) -> str:
        return f"{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True)
class Finding:
    """``file:line:col: CODE what; note; fix``. ``note`` says what is known here, or nothing."""

    position: Position
    code: str
    what: str
    note: str
    fix: str

    def __str__(self) -> str:
        parts = [self.what, self.note, self.fix]
        text = "; ".join(_one_line(part) for part in parts if part)
        return f"{self.position}: {self.code} {text}"


def _one_line(text: str) -> str:
    """Text from a source file must not break the one-finding-a-line form."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)

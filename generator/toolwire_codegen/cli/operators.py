"""The page of the language's operators, as their registries describe them."""

from __future__ import annotations

from ..load.stream_operators import STREAM_OPERATORS
from ..operators.registry import OPERATORS
from .losses import laid_out

HEAD = """# Operators

What `toolwire explain --operators` prints. An operator stands behind a path, after `|`, and several
may follow one another.

## In rows of types

A row maps a field; an arm is a row under `arms`, one of the types that a result may be; a part is a
row of a list of blocks that stands in several places; a case is a row under `cases`.
"""
STREAMS = """
## In rows of streams

Without an operator a value replaces what was there, unless it is null, and an object is put in key
by key.
"""


def page() -> str:
    """All operators, in Markdown: what each is for, where it stands, and what it may lose."""
    rows = [
        [f"`{one.example}`", ", ".join(one.places) or "after `back:`", _sides(one.inter, one.wire),
         one.purpose, "" if one.loss == "none" else one.loss]
        for one in OPERATORS.values()
    ]  # fmt: skip
    types = table(["operator", "in", "intermediate → wire", "what it says", "may lose"], rows)
    stream_rows = [[f"`{name}`", purpose] for name, (_, _, purpose) in STREAM_OPERATORS.items()]
    return f"{HEAD}\n{types}{STREAMS}\n{table(['operator', 'what an event brings'], stream_rows)}"


def _sides(inter: str, wire: str) -> str:
    return f"{inter or 'any'} → {wire or 'any'}".replace("|", " or ") if inter or wire else ""


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown; its cells may have any character."""
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in rows]
    return "".join(f"{line}\n" for line in laid_out([head, *escaped]))

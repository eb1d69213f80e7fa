"""Mutants of what the first writers of new wires found wrong."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/plan/streams/ends.py",
        "test_stream_in_part",
        ("found.setdefault(place[:end], row.source[: more + end])", "pass"),
        ("            found.append(ir.present(local))\n", ""),
    ),
    *rows(
        f"{RUNTIME}/framing.py",
        "test_stream_in_part",
        ("return left if left or not held else None", "return left or None"),
        ("return left if left or not held else None", "return left"),
    ),
    *rows(
        f"{RUNTIME}/reply_losses.py",
        "test_stream_entry",
        ("def read_by(value: Json, ", "def read_by(value: dict[str, Any], "),
    ),
    *rows(
        f"{COMPILER}/render/package.py",
        "test_cli_streams",
        ('(stream.framing, stream.union) if', '(stream.framing, "StreamEvent") if'),
    ),
]

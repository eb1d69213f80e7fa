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
    *rows(
        f"{COMPILER}/resolve/paths.py",
        "test_absent_around",
        ("if index < len(path) - 1 and null and not filled:", "if index < len(path) - 1 and null:"),
    ),
    *rows(
        f"{COMPILER}/check/absence.py",
        "test_absent_around",
        ("        or (step != path and _null(one, lens, step))\n", ""),
    ),
    *rows(
        f"{COMPILER}/check/coverage.py",
        "test_absent_around",
        ("if one.sequence(view.lens, slot.row) is None:\n        return", "if 1:\n        return"),
        ("'[]' if step == path else '{}'", "'[]'"),
    ),
]

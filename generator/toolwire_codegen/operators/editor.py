"""What an editor is told of targets: it completes the operators, and knows what each is for."""

from __future__ import annotations

from typing import Any

from .registry import TARGETED

PATH = r"(?:\.|[A-Za-z_][A-Za-z0-9_]*(?:\.(?:[A-Za-z_][A-Za-z0-9_]*|0))*)"


def target_schema() -> dict[str, Any]:
    """The definition ``Target`` of ``schemas/transform.schema.json``."""
    told = [
        f"- `{name}`: {one.purpose}" + ("" if one.loss == "none" else f" ({one.loss})")
        for name, one in TARGETED.items()
    ]
    names = "|".join(TARGETED)
    several = rf"\(\s*{PATH}(?:\s*,\s*{PATH})+\s*\)"
    examples = [f"path | {one.example}" for one in TARGETED.values()]
    return {
        "title": "Target",
        "description": "\n".join(
            [
                "A wire path (`.` is the whole value, `0` a list's first item) and the operators "
                "between it and the field, each after a bar. Several paths in brackets are one "
                "value for a table with a word for each.",
                *told,
            ]
        ),
        "type": "string",
        "pattern": rf"^\s*(?:{PATH}|{several})\s*(?:\|\s*(?:{names})\b\s*(?:\((?:.|\n)*\))?\s*)*$",
        "examples": [".", "(path, path) | table(name)", *examples],
    }

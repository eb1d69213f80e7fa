"""What an editor is told of rows: it completes the operators, and knows what each is for."""

from __future__ import annotations

from typing import Any

from ..load.splitting import KEY
from ..load.stream_operators import STREAM_OPERATORS
from .registry import TARGETED

PATH = rf"(?:\.|{KEY}(?:\.(?:{KEY}|0))*)"

SOURCES = (
    *("path", ". | open(Type)", ". | close", ". | close(Type)", "path | open", "path | close"),
    *("path | append", "path | append(json)", "path | append(opens)", "path | append(Type)"),
    *("path | done", "path | done(Type)", "path | add", "path | run(key)", "path | renew(key)"),
    *("path | gather", "path | filled", "path | latest", "path | paths", "path | whole"),
    "path | whole(key, value)",
)
"""What rows of a stream may say."""


def target_schema() -> dict[str, Any]:
    """The definition ``Target`` of ``schemas/transform.schema.json``."""
    lines = [
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
                *lines,
            ]
        ),
        "type": "string",
        "pattern": rf"^\s*(?:{PATH}|{several})\s*(?:\|\s*(?:{names})\b\s*(?:\((?:.|\n)*\))?\s*)*$",
        "examples": [".", "(path, path) | table(name)", *examples],
    }


def source_schema() -> dict[str, Any]:
    """The definition ``StreamSource`` of the same file."""
    names = "|".join(STREAM_OPERATORS)
    return {
        "title": "StreamSource",
        "description": "\n".join(
            [
                "A path in the event (`.` is the event itself), and the operator that puts it in "
                "its place. Without one, a value replaces what was there, unless it is null, and "
                "an object is put in key by key.",
                *(f"- `{name}`: {purpose}" for name, (_, _, purpose) in STREAM_OPERATORS.items()),
            ]
        ),
        "type": "string",
        "pattern": rf"^{PATH}(?:\s*\|\s*(?:{names})(?:\([^()]*\))?)?\s*$",
        "examples": [*SOURCES],
    }

"""What a run keeps is JSON text sooner or later: what cannot be is told at once, with its place."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from .._runtime.errors import ToolwireError
from .._runtime.jsontext import spelled_out

DEEPEST = 500
"""Levels of lists and objects that any reader takes: Python's own may have its limit at 1,000, less
those of the code that calls it."""


def text_of(value: Any, place: str) -> str:
    """A value as JSON text. Raises ToolwireError that says where in it, from ``place`` on."""
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise misfit(value, place) from None


def misfit(value: Any, place: str) -> ToolwireError:
    """The first thing in a value that no JSON text says."""
    waiting: list[tuple[str, int, Any]] = [(place, 0, value)]
    while waiting:
        at, depth, one = waiting.pop()
        if depth > DEEPEST:
            return ToolwireError(at, "value", f"no more than {DEEPEST} levels")
        if isinstance(one, float) and not isfinite(one):
            return ToolwireError(at, "value", "a finite number")
        if isinstance(one, dict):
            if not all(isinstance(key, str | int | float | None) for key in one):
                return ToolwireError(at, "type", "keys that are strings")
            inner = [(f"{at}/{_escaped(str(key))}", depth + 1, item) for key, item in one.items()]
        elif isinstance(one, list | tuple):
            inner = [(f"{at}/{index}", depth + 1, item) for index, item in enumerate(one)]
        elif isinstance(one, str | int | float | None):
            continue
        else:
            return ToolwireError(at, "type", f"JSON data, not {type(one).__qualname__}")
        waiting += reversed(inner)
    return ToolwireError(place, "value", "what JSON can say")


def sendable(message: dict[str, Any]) -> dict[str, Any]:
    """A message of the model in which arguments that no JSON text holds are text that is none.

    They may be of an SDK that reads ``1e999`` as infinite, or nests deeper than others can read.
    """
    content = [
        {**block, "toolCall": _as_text(block["toolCall"])}
        if block.get("kind") == "toolCall" and not fits(block["toolCall"]["arguments"])
        else block
        for block in message["content"]
    ]
    return {**message, "content": content}


def _as_text(call: dict[str, Any]) -> dict[str, Any]:
    return {**call, "arguments": {}, "invalidArguments": spelled_out(call["arguments"])}


def fits(arguments: dict[str, Any]) -> bool:
    """Whether all numbers are finite, and the levels not too many. It looks level by level."""
    level: list[Any] = [arguments]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for one in level:
            for item in one.values() if type(one) is dict else one:
                kind = type(item)
                if kind is dict or kind is list:
                    below.append(item)
                elif kind is float and not isfinite(item):
                    return False
        if not below:
            return True
        level = below
    return False


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")

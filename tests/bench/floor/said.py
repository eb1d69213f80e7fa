"""By hand: what a model said always has a content, empty where it said nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolwire._runtime.calls import Calls

from .common import EMPTY, Json

LIST = {"style": "empty list"}


def read_turn(
    m: dict[str, Any],
    calls: Calls,
    read: Callable[[dict[str, Any], Calls], Json],
    format_: str,
    kinds: tuple[type, ...],
) -> dict[str, Any]:
    """What a model said: an empty content says nothing, and neither does one that is not there."""
    content = m.get("content")
    if content is not None and type(content) not in kinds:
        raise ValueError("content")
    if content:
        turn: dict[str, Any] = read(m, calls)
        return turn
    form: dict[str, Any] = {}
    if content is None:
        form = {"null" if "content" in m else "absent": ["content"]}
    elif type(content) is list:
        form = {"content": LIST}
    turn = read({key: value for key, value in m.items() if key != "content"}, calls)
    if form:
        own = turn.setdefault("metadata", {}).setdefault(format_, {})
        own["$"] = {**own.get("$", EMPTY), **form}
    return turn


def write_turn(w: dict[str, Any], turn: dict[str, Any], format_: str) -> dict[str, Any]:
    """A message as it was written, with a content as its service has it."""
    if "content" not in w:
        form = ((turn.get("metadata") or EMPTY).get(format_) or EMPTY).get("$") or EMPTY
        if "content" in form.get("null", ()):
            w["content"] = None
        elif "content" not in form.get("absent", ()):
            w["content"] = [] if form.get("content") == LIST else ""
    return w

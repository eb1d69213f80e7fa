"""By hand: a reply's message always has a content, empty where the model says nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolwire._runtime.calls import Calls

from .common import EMPTY, Json

LIST = {"style": "list"}


def read_said(
    m: dict[str, Any], calls: Calls, read: Callable[[dict[str, Any], Calls], Json], format_: str
) -> dict[str, Any]:
    """A reply's message: what is empty says nothing, and neither does what is not there."""
    content = m.get("content")
    if content:
        message: dict[str, Any] = read(m, calls)
        return message
    form: dict[str, Any] = {}
    if content is None:
        form = {"null" if "content" in m else "absent": ["content"]}
    elif type(content) is list:
        form = {"content": LIST}
    elif type(content) is not str:
        raise ValueError("content")
    message = read({key: value for key, value in m.items() if key != "content"}, calls)
    if form:
        own = message.setdefault("metadata", {}).setdefault(format_, {})
        own["$"] = {**own.get("$", EMPTY), **form}
    return message


def write_said(w: dict[str, Any], message: dict[str, Any], format_: str) -> dict[str, Any]:
    """A message as it was written, with a content as its service has it."""
    if "content" not in w:
        form = ((message.get("metadata") or EMPTY).get(format_) or EMPTY).get("$") or EMPTY
        if "content" in form.get("null", ()):
            w["content"] = None
        elif "content" not in form.get("absent", ()):
            w["content"] = [] if form.get("content") == LIST else ""
    return w

"""Anthropic Messages by hand: the tool choice, which reading writes too to see what is usual."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected

from .anthropic_messages_tables import FORMAT, MODES, MODES_BACK
from .common import Json, unknown


def read_choice(w: dict[str, Any]) -> Json:
    kind: Json = w.get("type")
    if kind == "tool":
        if type(w["name"]) is not str:
            raise expected("a string", w, "name")
        return {"name": w["name"]}
    mode = MODES.get(kind) if type(kind) is str else None
    return mode or unknown(w, FORMAT)


def write_choice(x: Json) -> Json:
    """A tool choice as the wire spells it."""
    if type(x) is str:
        return {"type": MODES_BACK[x]}
    if "name" in x:
        if type(x["name"]) is not str:
            raise expected("a string", x, "name")
        return {"type": "tool", "name": x["name"]}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None

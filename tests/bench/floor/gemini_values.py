"""Gemini generateContent by hand: values that reading writes too, to see what is usual."""

from __future__ import annotations

from typing import Any

from . import gemini_tables as t
from .common import Json, dumps
from .gemini_tables import FORMAT, MODES_BACK, camel


def read_choice(source: dict[str, Any]) -> Json:
    snake: list[str] = []
    w = source
    if not t.CALLING.keys().isdisjoint(w):
        w = camel(w, t.CALLING, "", snake)
    mode, allowed = w.get("mode"), w.get("allowedFunctionNames")
    ours = t.MODES.get(mode) if type(mode) in (str, int) else None
    if type(allowed) is list:
        if len(allowed) == 1 and type(allowed[0]) is str and mode in ("ANY", "any", 2):
            return {"name": allowed[0]}
        if ours in ("auto", "required"):
            return {"allowed": allowed, "mode": ours}
    return ours or {"kind": "opaque", "format": FORMAT, "value": source}


def write_choice(x: Json) -> Json:
    """A tool choice as this wire spells it."""
    if type(x) is str:
        return {"mode": MODES_BACK[x]}
    if "name" in x:
        return {"mode": "ANY", "allowedFunctionNames": [x["name"]]}
    if "allowed" in x:
        return {"allowedFunctionNames": x["allowed"], "mode": MODES_BACK[x["mode"]]}
    return x["value"] if x["format"] == FORMAT else None


def write_data(value: Json, failed: Json) -> dict[str, Any]:
    """Data as a response object; what could be read otherwise goes under its key."""
    if type(value) is dict and not failed and "output" not in value and "error" not in value:
        return value
    return {"error" if failed else "output": dumps(value) if type(value) is str else value}

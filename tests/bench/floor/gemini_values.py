"""Gemini generateContent by hand: values that reading writes too, to see what is usual."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import camel

from . import gemini_tables as t
from .common import STRING, Json, dumps, unknown
from .gemini_tables import FORMAT, MODES_BACK


def read_choice(source: dict[str, Any]) -> Json:
    w = source
    if not t.SNAKE_KEYS.isdisjoint(w):
        w = camel(w, t.SNAKE_KEYS, "", None)[0]
    mode, allowed = w.get("mode"), w.get("allowedFunctionNames")
    ours = t.MODES.get(mode) if type(mode) in (str, int, float, bool) else None
    if type(allowed) is list and STRING.issuperset(map(type, allowed)):
        if len(allowed) == 1 and mode in ("ANY", "any", 2):
            return {"name": allowed[0]}
        if ours in ("auto", "required"):
            return {"allowed": allowed, "mode": ours}
    return ours or unknown(source, FORMAT)


def write_choice(x: Json) -> Json:
    """A tool choice as this wire spells it."""
    if type(x) is str:
        return {"mode": MODES_BACK[x]}
    if "name" in x:
        if type(x["name"]) is not str:
            raise expected("a string", x, "name")
        return {"mode": "ANY", "allowedFunctionNames": [x["name"]]}
    if "allowed" in x:
        allowed, mode = x["allowed"], x["mode"]
        if type(allowed) is not list or not STRING.issuperset(map(type, allowed)):
            raise expected("a list of strings", x, "allowed")
        if mode != "auto" and mode != "required":
            raise expected("'auto' or 'required'", x, "mode")
        return {"allowedFunctionNames": allowed, "mode": "VALIDATED" if mode == "auto" else "ANY"}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


def write_data(value: Json, failed: Json) -> dict[str, Any]:
    """Data as a response object; what could be read otherwise goes under its key."""
    if type(value) is dict and not failed and "output" not in value and "error" not in value:
        return value
    return {"error" if failed else "output": dumps(value) if type(value) is str else value}

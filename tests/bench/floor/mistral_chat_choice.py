"""Mistral Chat by hand: the choice of a tool, both ways; reading looks at what is usual."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import with_rest

from .common import Json
from .mistral_chat_tables import FORMAT, MODES, MODES_BACK, OUR_MODES


def read_choice(w: Json) -> Json:
    """A mode, a tool's name, or what only this wire understands."""
    if type(w) is str:
        if w in MODES:
            return MODES[w]
    elif type(w) is not dict:
        raise ValueError("not a choice")
    elif w.get("type") == "function" and "function" in w:
        function = w["function"]
        if type(function) is not dict:
            raise ValueError("function")
        name = function["name"]
        if type(name) is str:
            return {"name": name}
    return {"kind": "opaque", "format": FORMAT, "value": w}


def write_choice(x: Json) -> Json:
    """The choice on the wire, if it has a place there."""
    if type(x) is str:
        return MODES_BACK[x]
    if "name" in x:
        name = x["name"]
        if type(name) is not str:
            raise expected("a string", x, "name")
        return {"type": "function", "function": {"name": name}}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


def choice_back(x: dict[str, Any], choice: Json, form: dict[str, Any] | None) -> Json:
    """The choice as it was spelled, as long as it is still that choice."""
    if choice not in OUR_MODES and type(choice) is not dict:
        raise expected("a mode or an object", x, "toolChoice")
    raw = write_choice(choice)
    if form is None or "toolChoice" not in form:
        return raw
    spelled = form["toolChoice"]["as"]
    if read_choice(spelled) == choice:
        return spelled
    return with_rest(raw, spelled, ["function", "type"])

"""OpenAI Chat Completions by hand: values that reading writes too, to see what is usual."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.values import plucked

from .common import STRING, Json, unknown
from .openai_chat_tables import FORMAT


def read_choice(w: dict[str, Any]) -> Json:
    kind = w.get("type")
    if kind == "function":
        name = w["function"]["name"]
        if type(name) is not str:
            raise ValueError("name")
        return {"name": name}
    if kind == "allowed_tools":
        inner = w["allowed_tools"]
        tools, mode = inner["tools"], inner["mode"]
        names = plucked(tools, {"type": "function"}, ["function", "name"])
        if type(mode) is str and names is not None:
            return {"allowed": names, "mode": mode}
    return unknown(w, FORMAT)


def write_choice(x: Json) -> Json:
    if type(x) is str:
        return x
    if "name" in x:
        name = x["name"]
        if type(name) is not str:
            raise expected("a string", x, "name")
        return {"type": "function", "function": {"name": name}}
    if "allowed" in x:
        allowed, mode = x["allowed"], x["mode"]
        if type(allowed) is not list or not STRING.issuperset(map(type, allowed)):
            raise expected("a list of strings", x, "allowed")
        if mode != "auto" and mode != "required":
            raise expected("'auto' or 'required'", x, "mode")
        tools = [{"type": "function", "function": {"name": name}} for name in allowed]
        return {"type": "allowed_tools", "allowed_tools": {"tools": tools, "mode": mode}}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None

"""OpenAI Chat Completions by hand: values that reading writes too, to see what is usual."""

from __future__ import annotations

from typing import Any

from .common import Json
from .openai_chat_tables import FORMAT


def read_choice(w: dict[str, Any]) -> Json:
    kind = w.get("type")
    if kind == "function":
        return {"name": w["function"]["name"]}
    if kind == "allowed_tools":
        inner = w["allowed_tools"]
        tools, mode = inner["tools"], inner["mode"]
        if type(mode) is str and all(tool.get("type") == "function" for tool in tools):
            return {"allowed": [tool["function"]["name"] for tool in tools], "mode": mode}
    return {"kind": "opaque", "format": FORMAT, "value": w}


def write_choice(x: Json) -> Json:
    if type(x) is str:
        return x
    if "name" in x:
        return {"type": "function", "function": {"name": x["name"]}}
    if "allowed" in x:
        tools = [{"type": "function", "function": {"name": name}} for name in x["allowed"]]
        return {"type": "allowed_tools", "allowed_tools": {"tools": tools, "mode": x["mode"]}}
    return x["value"] if x["format"] == FORMAT else None

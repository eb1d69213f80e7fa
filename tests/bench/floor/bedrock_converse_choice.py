"""Bedrock Converse by hand: the tool choice, which reading writes too to see what is usual."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected

from .bedrock_converse_tables import FORMAT
from .common import Json, text_at, unknown


def read_choice(w: dict[str, Any]) -> Json:
    """A tool choice, by the key that tells what it is."""
    if "auto" in w:
        return "auto"
    if "any" in w:
        return "required"
    return {"name": text_at(w["tool"], "name")} if "tool" in w else unknown(w, FORMAT)


def write_choice(x: Json) -> Json:
    """A tool choice as the wire spells it; None for one that it has no word for."""
    if x == "auto":
        return {"auto": {}}
    if x == "required":
        return {"any": {}}
    if type(x) is str:
        return None
    if "name" in x:
        if type(x["name"]) is not str:
            raise expected("a string", x, "name")
        return {"tool": {"name": x["name"]}}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None

"""OpenAI Chat Completions by hand: tools of free text, their calls, and choices that name them."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import NOTHING, filled_in
from toolwire._runtime.calls import Calls, mint, missing_id, restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import with_rest
from toolwire._runtime.tool_kinds import as_it_was, with_old_names, with_others, with_usual

from .common import Json, lay, object_at, sealed, text_at, unknown
from .openai_chat_tables import FORMAT
from .openai_chat_values import read_choice, write_choice

USUAL_CUSTOM: dict[str, Any] = {"custom.format": {"type": "text"}}
KINDS: list[list[Json]] = [
    [{"type": "function"}, ["function", "name"]],
    [{"type": "custom"}, ["custom", "name"]],
]
"""How a choice names a function, and how a tool of free text."""


def read_custom_call(c: dict[str, Any], names: Calls) -> dict[str, Any]:
    """A call of a tool of free text."""
    form: dict[str, Any] = {}
    call_id, inner = c.get("id"), object_at(c, "custom")
    if type(call_id) is not str or not call_id:
        call_id = mint(names)
        form["id"] = missing_id(c, "id", call_id)
    elif call_id in names.made:
        form["id"] = {"style": "present"}
    names[call_id] = name = text_at(inner, "name")
    call = {"id": call_id, "name": name, "arguments": {}, "input": text_at(inner, "input")}
    _left(call, c, inner, ("name", "input"), form)
    return call


def _left(
    x: dict[str, Any], w: dict[str, Any], inner: dict[str, Any], used: Any, form: Json
) -> None:
    """Keep what nobody has taken of an object, and of the one under ``custom``."""
    rest = {key: item for key, item in w.items() if key not in ("id", "type", "custom")}
    left = {key: item for key, item in inner.items() if key not in used}
    if left:
        rest["custom"] = left
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}


def write_custom_call(call: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """The inverse."""
    own, form = _own(call)
    call_id, name, text = call["id"], call["name"], call["input"]
    for key, value in (("id", call_id), ("name", name), ("input", text)):
        if type(value) is not str:
            raise expected("a string", call, key)
    if type(call["arguments"]) is not dict:
        raise expected("an object", call, "arguments")
    w = {"type": "custom", "id": call_id, "custom": {"name": name, "input": text}}
    if form is not None and "id" in form and restore_id(w, "id", form["id"], call_id):
        hidden.add(call_id)
    if own is not None:
        lay(w, own)
    return w


def _own(x: dict[str, Any]) -> tuple[Json, Json]:
    """The overlay of this wire, and its form."""
    own = (x.get("metadata") or {}).get(FORMAT)
    return own, None if own is None else own.get("$")


def read_custom_tool(w: dict[str, Any]) -> dict[str, Any]:
    """A tool of free text."""
    form: dict[str, Any] | None = None
    inner = object_at(w, "custom")
    if inner.get("format") is None:
        form, inner = filled_in(
            form, inner, "format", USUAL_CUSTOM["custom.format"], "custom.format"
        )
    x: dict[str, Any] = {"name": text_at(inner, "name")}
    used = ["name", "format"]
    if type(inner.get("description")) is str:
        x["description"] = inner["description"]
        used.append("description")
    shape = object_at(inner, "format")
    x["inputFormat"] = _read_format(shape)
    if _write_format(x["inputFormat"]) != shape:
        form = {**(form or {}), "inputFormat": {"as": shape}}
    _left(x, w, inner, used, form)
    return x


def write_custom_tool(x: dict[str, Any]) -> dict[str, Any]:
    """The inverse."""
    own, form = _own(x)
    name, text, taken = x["name"], x.get("description"), x["inputFormat"]
    if type(name) is not str or not (text is None or type(text) is str):
        raise expected("a string", x, "description" if type(name) is str else "name")
    if type(taken) is not dict:
        raise expected("an object", x, "inputFormat")
    inner: dict[str, Any] = {"name": name}
    if text is not None:
        inner["description"] = text
    raw = _write_format(taken)
    if form is not None and "inputFormat" in form:
        spelled = form["inputFormat"]["as"]
        raw = (
            spelled
            if _read_format(spelled) == taken
            else with_rest(raw, spelled, ["grammar", "type"])
        )
    if raw is not None:
        inner["format"] = raw
    w = {"type": "custom", "custom": inner}
    if own is not None:
        lay(w, own, NOTHING, USUAL_CUSTOM)
    return w


def _read_format(w: dict[str, Any]) -> Json:
    """What a tool of free text takes."""
    kind = w.get("type")
    if kind == "text":
        return {"type": "text"}
    inner = w.get("grammar")
    if kind == "grammar" and type(inner) is dict and inner.get("syntax") in ("lark", "regex"):
        definition = text_at(inner, "definition")
        return {"type": kind, "syntax": inner["syntax"], "definition": definition}
    return unknown(w, FORMAT)


def _write_format(x: dict[str, Any]) -> Json:
    """The inverse."""
    kind = x.get("type")
    if kind == "text":
        return {"type": "text"}
    if kind == "grammar":
        if x["syntax"] not in ("lark", "regex") or type(x["definition"]) is not str:
            raise expected("a grammar", x, None)
        return {"type": kind, "grammar": {key: x[key] for key in ("syntax", "definition")}}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


def read_named(w: Json, x: Json) -> tuple[Json, bool]:
    """A choice that may name such tools; whether the tools in ``x`` say which these are."""
    usual = with_usual(w, KINDS)
    value = as_it_was(read_choice(usual), w) if usual is not w else read_choice(w)
    return value, write_named(value, x) == w


def write_named(value: Json, x: Json, spelled: Json = None) -> Json:
    """The inverse; ``spelled`` is how it was named before, if that said something else."""
    w = write_choice(value)
    if type(value) is not dict:
        return w
    w = with_others(w, x, value, "inputFormat", KINDS)
    return w if spelled is None else with_old_names(w, x, spelled, KINDS)

"""OpenAI Responses by hand: tools, their choice and the schema of a reply, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import filled_in
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import with_rest
from toolwire._runtime.tool_kinds import as_it_was, with_old_names, with_others, with_usual
from toolwire._runtime.values import plucked

from .common import STRING, Json, flag, lay, object_at, sealed, text_at, texts, unknown
from .openai_responses_tables import FORMAT, USUAL_CUSTOM_TOOL


def read_tools(tools: list[Any]) -> list[Json]:
    """The tools that a request offers."""
    found: list[Json] = []
    for w in tools:
        kind = w.get("type")
        if kind == "function":
            found.append(_function(w))
        elif kind == "custom":
            found.append(_custom(w))
        else:
            found.append(unknown(w, FORMAT))
    return found


def _function(w: dict[str, Any]) -> dict[str, Any]:
    x: dict[str, Any] = {"name": text_at(w, "name")}
    if type(w.get("description")) is str:
        x["description"] = w["description"]
    if w.get("parameters") is not None:
        x["parameters"] = object_at(w, "parameters")
    if type(w.get("strict")) is bool:
        x["strict"] = w["strict"]
    if len(w) != len(x) + 1:
        rest = {key: value for key, value in w.items() if key not in x and key != "type"}
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _custom(w: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if w.get("format") is None:
        form, w = filled_in(form, w, "format", USUAL_CUSTOM_TOOL["format"])
    rest = w.copy()
    del rest["type"]
    x: dict[str, Any] = {"name": text_at(w, "name")}
    del rest["name"]
    if type(w.get("description")) is str:
        x["description"] = rest.pop("description")
    shape = object_at(rest, "format")
    del rest["format"]
    x["inputFormat"] = read_format(shape)
    if write_format(x["inputFormat"]) != shape:
        form = {**(form or {}), "inputFormat": {"as": shape}}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_format(w: Json) -> Json:
    """What a tool of free text takes."""
    if w.get("type") == "text":
        return {"type": "text"}
    if w.get("type") == "grammar" and w.get("syntax") in ("lark", "regex"):
        definition = text_at(w, "definition")
        return {"type": "grammar", "syntax": w["syntax"], "definition": definition}
    return unknown(w, FORMAT)


def write_format(x: Json) -> Json:
    """The inverse."""
    kind = x.get("type")
    if kind == "text":
        return {"type": "text"}
    if kind == "grammar":
        syntax, definition = x["syntax"], x["definition"]
        if syntax not in ("lark", "regex") or type(definition) is not str:
            raise expected("a grammar", x, None)
        return {"type": "grammar", "syntax": syntax, "definition": definition}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


def write_tools(tools: list[Any]) -> list[Any]:
    """The inverse of reading tools; those of other wires are left out."""
    written: list[Any] = []
    for x in tools:
        if "name" not in x:
            if x.get("kind") == "opaque" and x["format"] == FORMAT:
                written.append(x["value"])
            continue
        own = form = None
        if "metadata" in x and (metadata := x["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                form = own.get("$")
        name, text, schema = x["name"], x.get("description"), x.get("parameters")
        if type(name) is not str:
            raise expected("a string", x, "name")
        w: dict[str, Any] = {"type": "function", "name": name}
        if text is not None:
            if type(text) is not str:
                raise expected("a string", x, "description")
            w["description"] = text
        if schema is not None and type(schema) is not dict:
            raise expected("an object", x, "parameters")
        strict = flag(x, "strict")
        if x.get("inputFormat") is None:
            if schema is not None:
                w["parameters"] = schema
            if strict is not None:
                w["strict"] = strict
            if own is not None:
                lay(w, own)
        else:
            w["type"] = "custom"
            _lay_format(w, x, form)
            if own is not None:
                lay(w, own, usual=USUAL_CUSTOM_TOOL)
        written.append(w)
    return written


def _lay_format(w: dict[str, Any], x: dict[str, Any], form: dict[str, Any] | None) -> None:
    """Write what a tool of free text takes, as it was spelled if it still says the same."""
    taken = x["inputFormat"]
    if type(taken) is not dict:
        raise expected("an object", x, "inputFormat")
    raw = write_format(taken)
    if form is not None and "inputFormat" in form:
        spelled = form["inputFormat"]["as"]
        same = read_format(spelled) == taken
        raw = spelled if same else with_rest(raw, spelled, ["definition", "syntax", "type"])
    if raw is not None:
        w["format"] = raw


def read_choice(w: Json) -> Json:
    """Which tools the model may call, where it is no bare mode."""
    kind = w.get("type")
    if kind == "function":
        return {"name": text_at(w, "name")}
    if kind == "allowed_tools" and "tools" in w and w.get("mode") in ("auto", "required"):
        names = plucked(w["tools"], {"type": "function"}, ["name"])
        if names is not None:
            return {"allowed": names, "mode": w["mode"]}
    return unknown(w, FORMAT)


KINDS: list[list[Json]] = [[{"type": "function"}, ["name"]], [{"type": "custom"}, ["name"]]]
"""How a choice names a function, and how a tool of free text."""


def read_named(w: Json, x: Json) -> tuple[Json, bool]:
    """The same where it may name tools of free text; whether the tools in ``x`` say which."""
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


def write_choice(x: Json) -> Json:
    """The inverse."""
    if type(x) is str:
        return x
    if "name" in x:
        if type(x["name"]) is not str:
            raise expected("a string", x, "name")
        return {"type": "function", "name": x["name"]}
    if "allowed" in x:
        allowed, mode = x["allowed"], x["mode"]
        if type(allowed) is not list or not STRING.issuperset(map(type, allowed)):
            raise expected("a list of strings", x, "allowed")
        if mode not in ("auto", "required"):
            raise expected("'auto' or 'required'", x, "mode")
        tools = [{"type": "function", "name": name} for name in allowed]
        return {"type": "allowed_tools", "tools": tools, "mode": mode}
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


def read_schema(w: dict[str, Any]) -> dict[str, Any]:
    """What a reply has to fit."""
    if type(w["schema"]) is not dict:
        raise ValueError("schema")
    x: dict[str, Any] = {"name": text_at(w, "name"), "schema": w["schema"]}
    if type(w.get("description")) is str:
        x["description"] = w["description"]
    if type(w.get("strict")) is bool:
        x["strict"] = w["strict"]
    if len(w) != len(x) + 1:
        rest = {key: value for key, value in w.items() if key not in x and key != "type"}
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def write_schema(x: dict[str, Any]) -> dict[str, Any]:
    """The inverse; the wire demands a name."""
    texts(x, "name", "description")
    name, schema = x.get("name"), x["schema"]
    if type(schema) is not dict:
        raise expected("an object", x, "schema")
    w = {"type": "json_schema", "name": "response" if name is None else name, "schema": schema}
    if x.get("description") is not None:
        w["description"] = x["description"]
    if (strict := flag(x, "strict")) is not None:
        w["strict"] = strict
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w

"""Gemini generateContent by hand: writing requests and parts."""

from __future__ import annotations

from typing import Any

from .common import MISSING, Json, lay, nothing, respell, same, scan, unmade
from .gemini_tables import FORMAT, INVALID, read_schema, write_schema
from .gemini_values import read_choice, write_choice, write_data

GIVEN_ROLE = ("role",)
GIVEN_REQUEST = ("generationConfig.responseMimeType",)


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    hidden: set[str] = set()
    contents: list[Json] = []
    system: list[Json] = []
    # The wire content that a function response joins.
    group: dict[str, Any] | None = None
    open_ = False
    for m in x["messages"]:
        role = m.get("role")
        if role == "assistant":
            contents.append(write_answer(m, hidden, ()))
            group, open_ = None, False
            continue
        if role == "system":
            system.append(m)
            continue
        turn = unit_form = None
        if "metadata" in m:
            overlay = m["metadata"].get(FORMAT)
            if overlay is not None:
                unit_form = overlay.get("$")
                if unit_form is not None:
                    turn = unit_form.get("turn")
        if role == "tool":
            part = _result_back(m["toolResult"], hidden)
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                group.setdefault("parts", []).append(part)
            else:
                group = {"role": "user", "parts": [part]}
                _regroup(group, unit_form)
                contents.append(group)
            open_ = True
        elif role == "user":
            content = m["content"]
            if type(content) is str:
                w: dict[str, Any] = {"role": "user", "parts": [{"text": content}]}
            elif content:
                w = {"role": "user", "parts": _parts_back(content, hidden)}
            else:
                w = {"role": "user"}
            if "metadata" in m and FORMAT in m["metadata"]:
                lay(w, m["metadata"][FORMAT], GIVEN_ROLE)
            if group is not None and turn == "joined":
                group.setdefault("parts", []).extend(w.get("parts", ()))
            else:
                group = w
                _regroup(group, unit_form)
                contents.append(group)
            open_ = False
        else:
            group, open_ = None, False
            if m["format"] == FORMAT:
                contents.append(m["value"])
    w = {"contents": contents}
    if system:
        w["systemInstruction"] = _system_back(system)
    if "tools" in x:
        w["tools"] = tools = _tools_back(x["tools"])
        if form is not None and "tools" in form and len(tools) == 1:
            w["tools"] = tools[0]
    if "toolChoice" in x:
        raw = write_choice(x["toolChoice"])
        if form is not None and "toolChoice" in form:
            raw = _chosen(form["toolChoice"]["as"], x["toolChoice"], raw)
        if raw is not None:
            w["toolConfig"] = {"functionCallingConfig": raw}
    config: dict[str, Any] = {}
    if "maxTokens" in x:
        config["maxOutputTokens"] = x["maxTokens"]
    if "temperature" in x:
        config["temperature"] = x["temperature"]
    if "topP" in x:
        config["topP"] = x["topP"]
    if "stopSequences" in x:
        config["stopSequences"] = x["stopSequences"]
    if "responseSchema" in x:
        config["responseMimeType"] = "application/json"
        schema = x["responseSchema"]["schema"]
        if form is not None and "schema" in form:
            config["responseSchema"] = _schema_back(schema, form["schema"])
        else:
            config["responseJsonSchema"] = schema
    if config:
        w["generationConfig"] = config
    if own is not None:
        lay(w, own, GIVEN_REQUEST)
    return w


def _regroup(group: dict[str, Any], form: Json) -> None:
    """What else the wire content held."""
    if form is not None and "group" in form:
        kept = form["group"]
        for key, value in kept["rest"].items():
            group.setdefault(key, value)
        for key in kept["absent"]:
            del group[key]


def _schema_back(schema: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """A schema with this wire's type names; as it was, unless it was changed."""
    kept: dict[str, Any] | None = entry.get("as")
    if kept is not None and same(read_schema(kept)[0], schema):
        return kept
    return write_schema(schema)


def _system_back(units: list[Any]) -> dict[str, Any]:
    first = units[0]
    w: dict[str, Any] = {}
    parts: list[Any] = []
    for unit in units:
        content = unit["content"]
        if type(content) is str:
            parts.append({"text": content})
        else:
            parts.extend(_parts_back(content, set()))
    if parts:
        w["parts"] = parts
    if "metadata" in first and FORMAT in first["metadata"]:
        lay(w, first["metadata"][FORMAT])
    return w


def _tools_back(units: list[Any]) -> list[Any]:
    tools: list[Any] = []
    group: list[Any] | None = None
    for unit in units:
        if "name" not in unit:
            group = None
            if unit["format"] == FORMAT:
                tools.append(unit["value"])
            continue
        w = {"name": unit["name"]}
        own = form = None
        if "metadata" in unit:
            own = unit["metadata"].get(FORMAT)
            if own is not None:
                form = own.get("$")
        if "description" in unit:
            w["description"] = unit["description"]
        if "parameters" in unit:
            if form is not None and "parameters" in form:
                w["parameters"] = _schema_back(unit["parameters"], form["parameters"])
            else:
                w["parametersJsonSchema"] = unit["parameters"]
        if own is not None:
            lay(w, own)
        if group is not None and (form is None or "turn" not in form):
            group.append(w)
            continue
        group = [w]
        tool: dict[str, Any] = {"functionDeclarations": group}
        _regroup(tool, form)
        if form is not None and "group" in form and "snake" in form["group"]:
            respell(tool, form["group"]["snake"])
        tools.append(tool)
    return tools


def _chosen(kept: dict[str, Any], x: Json, raw: Json) -> Json:
    """The spelling the form holds, if it still says this choice."""
    return kept if same(read_choice(kept), x) else raw


def write_answer(m: dict[str, Any], hidden: set[str], given: tuple[str, ...]) -> dict[str, Any]:
    w: dict[str, Any] = {"role": "model"}
    if m["content"]:
        w["parts"] = _parts_back(m["content"], hidden)
    if "metadata" in m and FORMAT in m["metadata"]:
        lay(w, m["metadata"][FORMAT], given)
    return w


def _parts_back(blocks: list[Any], hidden: set[str]) -> list[Any]:
    parts: list[Any] = []
    for block in blocks:
        kind = block["kind"]
        if kind == "toolCall":
            parts.append(_call_back(block["toolCall"], hidden))
            continue
        own = None
        if "metadata" in block:
            own = block["metadata"].get(FORMAT)
        if kind == "text":
            w: dict[str, Any] = {"text": block["text"]}
        elif kind == "opaque":
            if block["format"] == FORMAT:
                parts.append(block["value"])
            continue
        elif kind == "reasoning":
            if own is None:
                continue
            w = {"thought": True, "text": block["text"]}
        else:
            if "data" in block:
                inner = {"data": block["data"], "mimeType": block["mimeType"]}
                w = {"inlineData": inner}
            elif "url" in block and ("mimeType" in block or kind == "document"):
                inner = {"fileUri": block["url"]}
                if "mimeType" in block:
                    inner["mimeType"] = block["mimeType"]
                w = {"fileData": inner}
            else:
                continue
            if "name" in block:
                inner["displayName"] = block["name"]
        if own is not None:
            lay(w, own)
        parts.append(w)
    return parts


def _call_back(call: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    inner = {"id": call["id"], "name": call["name"], "args": call["arguments"]}
    w: dict[str, Any] = {"functionCall": inner}
    own = form = None
    if "metadata" in call:
        own = call["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    style = None
    if form is not None:
        if "arguments" in form:
            style = form["arguments"]["style"]
        if "id" in form:
            unmade(inner, "id", form["id"], call["id"], hidden)
    if "invalidArguments" in call:
        text = call["invalidArguments"]
        inner["args"] = scan(text, 0)[0] if style == "value" else {INVALID: text}
    elif style is not None and not call["arguments"]:
        inner["args"] = nothing(style, call["arguments"])
        if inner["args"] is MISSING:
            del inner["args"]
    if own is not None:
        lay(w, own)
    return w


def _result_back(x: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    kind, value, name = x["kind"], x["value"], x["name"]
    if not name and (form is None or "name" not in form):
        raise ValueError("name")
    inner: dict[str, Any] = {"id": x["toolCallId"], "name": name}
    if kind == "text":
        inner["response"] = {"output": value}
    elif kind == "error":
        inner["response"] = {"error": value}
    elif kind == "data":
        inner["response"] = write_data(value, x.get("isError"))
        if form is not None and "value" in form:
            kept = form["value"]["as"]
            said = kept["output"] if len(kept) == 1 and "output" in kept else kept
            if len(kept) == 1 and kept.get("error") is not None:
                said = kept["error"]
            if same(said, value):
                inner["response"] = kept
    else:
        texts = [block["text"] for block in value if block["kind"] == "text"]
        media = [block for block in value if block["kind"] != "text"]
        inner["response"] = {"output": "\n".join(texts)} if texts else {}
        if media:
            inner["parts"] = _parts_back(media, hidden)
    if form is not None and "toolCallId" in form:
        unmade(inner, "id", form["toolCallId"], x["toolCallId"], hidden)
    elif hidden and x["toolCallId"] in hidden:
        del inner["id"]
    w = {"functionResponse": inner}
    if own is not None:
        lay(w, own)
    return w

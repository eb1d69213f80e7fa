"""Anthropic Messages by hand: writing requests and blocks."""

from __future__ import annotations

from typing import Any

from .anthropic_messages_tables import FORMAT, INVALID, MODES_BACK
from .common import MISSING, Json, dumps, lay, nothing, same, scan


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    units = x["messages"]
    lead = 0
    for m in units:
        if m.get("role") != "system" or _form(m, "lift"):
            break
        lead += 1
    messages: list[Json] = []
    w: dict[str, Any] = {"messages": messages, "max_tokens": x.get("maxTokens", 4096)}
    if lead:
        w["system"] = _system(units[:lead])
        units = units[lead:]
    # The wire message that a tool result, or user text after one, joins.
    group: dict[str, Any] | None = None
    open_ = False
    for m in units:
        role = m.get("role")
        if role == "assistant":
            messages.append(_assistant_back(m))
            group, open_ = None, False
            continue
        turn = unit_form = None
        if "metadata" in m:
            overlay = m["metadata"].get(FORMAT)
            if overlay is not None:
                unit_form = overlay.get("$")
                if unit_form is not None:
                    turn = unit_form.get("turn")
        if role == "tool":
            element = _result_back(m["toolResult"])
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                _parts(group).append(element)
            else:
                group = {"role": "user", "content": [element]}
                _regroup(group, unit_form)
                messages.append(group)
            open_ = True
        elif role == "user":
            if "metadata" not in m and type(m["content"]) is str:
                element = {"role": "user", "content": m["content"]}
            else:
                element = _message_back(m)
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                _parts(group).extend(_parts(element))
            else:
                group = element
                _regroup(group, unit_form)
                messages.append(group)
            open_ = False
        else:
            group, open_ = None, False
            if role == "system":
                messages.append(_message_back(m))
            elif m["format"] == FORMAT:
                messages.append(m["value"])
    if "model" in x:
        w["model"] = x["model"]
    elif own is None or ("model" not in own and (form is None or "absent" not in form)):
        raise ValueError("model")
    if "tools" in x:
        w["tools"] = tools = []
        for tool in x["tools"]:
            if "name" in tool:
                y = {"name": tool["name"]}
                y["input_schema"] = tool.get("parameters", {"type": "object"})
                if "description" in tool:
                    y["description"] = tool["description"]
                if "strict" in tool:
                    y["strict"] = tool["strict"]
                if "metadata" in tool and FORMAT in tool["metadata"]:
                    lay(y, tool["metadata"][FORMAT])
                tools.append(y)
            elif tool["format"] == FORMAT:
                tools.append(tool["value"])
    if "toolChoice" in x:
        raw = write_choice(x["toolChoice"])
        if form is not None and "toolChoice" in form:
            kept = form["toolChoice"]["as"]
            if _chosen(kept, x["toolChoice"]):
                raw = kept
        if raw is not None:
            w["tool_choice"] = raw
    if "temperature" in x:
        w["temperature"] = x["temperature"]
    if "topP" in x:
        w["top_p"] = x["topP"]
    if "stopSequences" in x:
        w["stop_sequences"] = x["stopSequences"]
    if "responseSchema" in x:
        schema = x["responseSchema"]
        y = {"type": "json_schema", "schema": schema["schema"]}
        if "metadata" in schema and FORMAT in schema["metadata"]:
            lay(y, schema["metadata"][FORMAT])
        if form is not None and "responseSchema" in form:
            w["output_format"] = y
        else:
            w["output_config"] = {"format": y}
    if "parallelToolCalls" in x:
        choice = w.get("tool_choice", {"type": "auto"})
        if type(choice) is dict:
            w["tool_choice"] = {**choice, "disable_parallel_tool_use": not x["parallelToolCalls"]}
    if own is not None:
        lay(w, own)
    return w


def _form(m: dict[str, Any], key: str) -> Json:
    if "metadata" in m:
        overlay = m["metadata"].get(FORMAT)
        if overlay is not None and "$" in overlay:
            return overlay["$"].get(key)
    return None


def _regroup(group: dict[str, Any], form: Json) -> None:
    """What else the wire message held."""
    if form is not None and "group" in form:
        for key, value in form["group"]["rest"].items():
            group.setdefault(key, value)


def _parts(group: dict[str, Any]) -> list[Any]:
    content = group["content"]
    if type(content) is str:
        group["content"] = content = [{"type": "text", "text": content}]
    items: list[Any] = content
    return items


def _system(units: list[Any]) -> Json:
    if len(units) > 1:
        blocks: list[Any] = []
        for unit in units:
            content = unit["content"]
            blocks.extend([{"kind": "text", "text": content}] if type(content) is str else content)
        return _content_back(blocks, _form(units[0], "content"))
    return _content_back(units[0]["content"], _form(units[0], "content"))


def _content_back(content: Json, style: Json) -> Json:
    if type(content) is str:
        return content if style is None else [{"type": "text", "text": content}]
    if len(content) == 1 and len(content[0]) == 2 and content[0]["kind"] == "text":
        return content[0]["text"]
    return write_blocks(content)


def _message_back(m: dict[str, Any]) -> dict[str, Any]:
    """A user or system message whatever its content."""
    own = form = None
    if "metadata" in m:
        own = m["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    style = None if form is None else form.get("content")
    w = {"role": m["role"], "content": _content_back(m["content"], style)}
    if own is not None:
        lay(w, own)
    return w


def _assistant_back(m: dict[str, Any]) -> dict[str, Any]:
    content = m["content"]
    own = None
    if "metadata" in m:
        own = m["metadata"].get(FORMAT)
    if own is None:
        return {"role": "assistant", "content": write_blocks(content)}
    if (
        "content" in own.get("$", ())
        and len(content) == 1
        and len(content[0]) == 2
        and content[0]["kind"] == "text"
    ):
        w = {"role": "assistant", "content": content[0]["text"]}
    else:
        w = {"role": "assistant", "content": write_blocks(content)}
    lay(w, own)
    return w


def write_blocks(blocks: list[Any]) -> list[Any]:
    items: list[Any] = []
    for block in blocks:
        kind = block["kind"]
        if kind == "toolCall":
            call = block["toolCall"]
            if "metadata" in call or "invalidArguments" in call:
                items.append(_odd_call_back(call))
            else:
                items.append(
                    {
                        "type": "tool_use",
                        "id": call["id"],
                        "name": call["name"],
                        "input": call["arguments"],
                    }
                )
            continue
        own = None
        if "metadata" in block:
            own = block["metadata"].get(FORMAT)
        if kind == "text":
            w = {"type": "text", "text": block["text"]}
            if not w["text"] and (own is None or "text" not in own.get("$", ())):
                continue
        elif kind == "opaque":
            if block["format"] == FORMAT:
                items.append(block["value"])
            continue
        elif kind == "reasoning":
            if own is None:
                continue
            if "redacted" in block:
                w = {"type": "redacted_thinking"}
            else:
                w = {"type": "thinking", "thinking": block["text"]}
        else:
            w = _media_back(block, kind)
            if "source" not in w:
                continue
        if own is not None:
            lay(w, own)
        items.append(w)
    return items


def _media_back(x: dict[str, Any], kind: str) -> dict[str, Any]:
    w: dict[str, Any] = {"type": kind}
    if "data" in x and "mimeType" in x:
        w["source"] = {"type": "base64", "data": x["data"], "media_type": x["mimeType"]}
    elif "url" in x:
        w["source"] = {"type": "url", "url": x["url"]}
    elif "fileId" in x:
        w["source"] = {"type": "file", "file_id": x["fileId"]}
    elif "text" in x:
        w["source"] = {"type": "text", "media_type": "text/plain", "data": x["text"]}
    if kind == "document" and "name" in x:
        w["title"] = x["name"]
    return w


def _odd_call_back(call: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in call:
        own = call["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    w = {"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["arguments"]}
    style = None if form is None or "arguments" not in form else form["arguments"]["style"]
    if "invalidArguments" in call:
        text = call["invalidArguments"]
        w["input"] = scan(text, 0)[0] if style == "value" else {INVALID: text}
    elif style is not None and not call["arguments"]:
        w["input"] = nothing(style, call["arguments"])
        if w["input"] is MISSING:
            del w["input"]
    if own is not None:
        lay(w, own)
    return w


def _result_back(x: dict[str, Any]) -> dict[str, Any]:
    own = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
    kind, value = x["kind"], x["value"]
    w = {"type": "tool_result", "tool_use_id": x["toolCallId"]}
    if kind == "text" or kind == "error":
        if value:
            if own is not None and "value" in own.get("$", ()):
                w["content"] = [{"type": "text", "text": value}]
            else:
                w["content"] = value
        if kind == "error":
            w["is_error"] = True
    else:
        w["content"] = dumps(value) if kind == "data" else write_blocks(value)
        if "isError" in x:
            w["is_error"] = x["isError"]
    if own is not None:
        lay(w, own)
    return w


def write_choice(x: Json) -> Json:
    """A tool choice as the wire spells it."""
    if type(x) is str:
        return {"type": MODES_BACK[x]}
    if "name" in x:
        return {"type": "tool", "name": x["name"]}
    return x["value"] if x.get("format") == FORMAT else None


def _chosen(kept: dict[str, Any], x: Json) -> bool:
    """Does the spelling that the form holds still say this choice?"""
    kind = kept.get("type")
    if type(x) is str:
        return kind == MODES_BACK[x]
    if "name" in x:
        return kind == "tool" and kept["name"] == x["name"]
    return same(x.get("value"), kept)

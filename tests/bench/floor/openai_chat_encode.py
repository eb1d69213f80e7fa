"""OpenAI Chat Completions by hand: writing requests and messages."""

from __future__ import annotations

from typing import Any

from .common import (
    ENCODERS,
    MISSING,
    SURROGATE,
    Json,
    compact,
    dumps,
    join,
    lay,
    same,
    spaced,
    text_of_arguments,
    unmade,
)
from .openai_chat_tables import AUDIO_BACK, FORMAT, GIVEN_CALL, SPACED
from .openai_chat_values import read_choice, write_choice


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    hidden: set[str] = set()
    messages: list[Json] = []
    for m in x["messages"]:
        role = m.get("role")
        if role == "tool":
            messages.append(_result_back(m["toolResult"], hidden))
            continue
        if role == "assistant":
            messages.append(write_assistant(m, hidden))
            continue
        if role is None:
            if m["format"] == FORMAT:
                messages.append(m["value"])
            continue
        content = m["content"]
        if type(content) is str and "metadata" not in m:
            messages.append({"role": role, "content": content})
            continue
        own = form = None
        if "metadata" in m:
            own = m["metadata"].get(FORMAT)
            if own is not None:
                form = own.get("$")
                if form is not None and "role" in form:
                    role = form["role"]["as"]
        w = {"role": role, "content": _content_back(content, form, "content")}
        if own is not None:
            lay(w, own)
        messages.append(w)
    w = {"messages": messages}
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    if "model" in x:
        w["model"] = x["model"]
    elif own is None or ("model" not in own and (form is None or "absent" not in form)):
        raise ValueError("model")
    if "tools" in x:
        w["tools"] = tools = []
        for tool in x["tools"]:
            if "name" in tool:
                f = {"name": tool["name"]}
                if "description" in tool:
                    f["description"] = tool["description"]
                if "parameters" in tool:
                    f["parameters"] = tool["parameters"]
                if "strict" in tool:
                    f["strict"] = tool["strict"]
                y: dict[str, Any] = {"type": "function", "function": f}
                if "metadata" in tool and FORMAT in tool["metadata"]:
                    lay(y, tool["metadata"][FORMAT])
                tools.append(y)
            elif tool["format"] == FORMAT:
                tools.append(tool["value"])
    if "toolChoice" in x:
        choice = x["toolChoice"]
        raw = choice if type(choice) is str else write_choice(choice)
        if form is not None and "toolChoice" in form:
            kept = form["toolChoice"]["as"]
            if same(read_choice(kept), choice):
                raw = kept
        if raw is not None:
            w["tool_choice"] = raw
    if "parallelToolCalls" in x:
        w["parallel_tool_calls"] = x["parallelToolCalls"]
    if "maxTokens" in x:
        at = "max_tokens" if form is not None and "maxTokens" in form else "max_completion_tokens"
        w[at] = x["maxTokens"]
    if "temperature" in x:
        w["temperature"] = x["temperature"]
    if "topP" in x:
        w["top_p"] = x["topP"]
    if "stopSequences" in x:
        stop = x["stopSequences"]
        if form is not None and "stopSequences" in form:
            kept = form["stopSequences"]["as"]
            w["stop"] = kept if stop == [kept] else stop
        else:
            w["stop"] = stop
    if "responseSchema" in x:
        schema = x["responseSchema"]
        f = {"name": schema.get("name", "response")}
        if schema["schema"]:
            f["schema"] = schema["schema"]
        if "description" in schema:
            f["description"] = schema["description"]
        if "strict" in schema:
            f["strict"] = schema["strict"]
        y = {"type": "json_schema", "json_schema": f}
        if "metadata" in schema and FORMAT in schema["metadata"]:
            lay(y, schema["metadata"][FORMAT])
        w["response_format"] = y
    if own is not None:
        lay(w, own)
    return w


def write_assistant(m: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    own = form = None
    if "metadata" in m:
        own = m["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    w: dict[str, Any] = {"role": "assistant"}
    texts: list[Json] = []
    calls: list[Json] = []
    for block in m["content"]:
        kind = block["kind"]
        if kind == "text":
            if "metadata" in block and FORMAT in block["metadata"]:
                texts.append(_block_back(block))
            else:
                texts.append(block["text"])
        elif kind == "toolCall":
            call = block["toolCall"]
            call_own = None
            if "metadata" in call:
                call_own = call["metadata"].get(FORMAT)
            if "invalidArguments" in call or (call_own is not None and call_own != SPACED):
                calls.append(_call_back(call, call_own, hidden))
                continue
            text = join((compact if call_own is None else spaced)(call["arguments"], 0))
            if call_own is None and not text.isascii() and SURROGATE.search(text):
                text = join(ENCODERS["ascii"](call["arguments"], 0))
            calls.append(
                {
                    "type": "function",
                    "id": call["id"],
                    "function": {"name": call["name"], "arguments": text},
                }
            )
        elif kind == "opaque" and block["format"] == FORMAT:
            (calls if block.get("at") == "tool_calls" else texts).append(block["value"])
    if texts:
        if len(texts) == 1 and type(texts[0]) is str and (form is None or "content" not in form):
            w["content"] = texts[0]
        else:
            w["content"] = [{"type": "text", "text": t} if type(t) is str else t for t in texts]
    if calls:
        w["tool_calls"] = calls
    if own is not None:
        lay(w, own)
    return w


def _call_back(call: dict[str, Any], own: Any, hidden: set[str]) -> dict[str, Any]:
    """A call in any spelling."""
    form = None if own is None else own.get("$")
    f = {"name": call["name"]}
    w = {"type": "function", "id": call["id"], "function": f}
    if form is not None and "arguments" in form:
        f["arguments"] = text_of_arguments(call, form["arguments"])
        if f["arguments"] is MISSING:
            del f["arguments"]
    elif "invalidArguments" in call:
        f["arguments"] = call["invalidArguments"]
    else:
        f["arguments"] = dumps(call["arguments"])
    if form is not None and "id" in form:
        unmade(w, "id", form["id"], call["id"], hidden)
    if own is not None:
        lay(w, own, GIVEN_CALL)
    return w


def _result_back(x: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    value = x["value"]
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    kind = x["kind"]
    if kind == "text":
        if form is not None and "value" in form:
            value = [{"type": "text", "text": value}]
    elif kind == "error":
        value = dumps({"error": value})
    elif kind == "data":
        value = dumps(value)
    else:
        value = [part for block in value if (part := _block_back(block)) is not None]
    w = {"role": "tool", "tool_call_id": x["toolCallId"], "content": value}
    if form is not None and "toolCallId" in form:
        unmade(w, "tool_call_id", form["toolCallId"], x["toolCallId"], hidden)
    elif hidden and x["toolCallId"] in hidden:
        del w["tool_call_id"]
    if own is not None:
        lay(w, own)
    return w


def _content_back(content: Json, form: Any, field: str) -> Json:
    if type(content) is str:
        if form is not None and field in form:
            return [{"type": "text", "text": content}]
        return content
    if len(content) == 1 and len(content[0]) == 2 and content[0]["kind"] == "text":
        return content[0]["text"]
    return [part for block in content if (part := _block_back(block)) is not None]


def _block_back(x: dict[str, Any]) -> Json:
    kind = x["kind"]
    w: dict[str, Any]
    if kind == "text":
        w = {"type": "text", "text": x["text"]}
    elif kind == "opaque":
        return x["value"] if x["format"] == FORMAT else None
    elif kind == "image":
        url = f"data:{x['mimeType']};base64,{x['data']}" if "data" in x else x["url"]
        w = {"type": "image_url", "image_url": {"url": url}}
    elif kind == "audio":
        inner = {"data": x["data"], "format": AUDIO_BACK[x["mimeType"]]}
        w = {"type": "input_audio", "input_audio": inner}
    elif kind == "document":
        if "fileId" in x:
            inner = {"file_id": x["fileId"]}
        else:
            inner = {"file_data": f"data:{x['mimeType']};base64,{x['data']}"}
        if "name" in x:
            inner["filename"] = x["name"]
        w = {"type": "file", "file": inner}
    else:
        return None
    if "metadata" in x and FORMAT in x["metadata"]:
        lay(w, x["metadata"][FORMAT])
    return w

"""OpenAI Chat Completions by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.calls import Calls, answered, missing_id
from toolwire._runtime.overlay import also, stayed
from toolwire._runtime.pairing import told_apart
from toolwire._runtime.values import carried_from

from .common import (
    EFFORTS,
    EMPTY,
    NUMBERS,
    Json,
    complete,
    items_of,
    object_at,
    sealed,
    text_at,
    unknown,
)
from .openai_chat_custom import read_custom_tool, read_named
from .openai_chat_messages import read_assistant, read_blocks
from .openai_chat_tables import FORMAT, LANDING, MODES


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    names = Calls()
    messages: list[Json] = []
    x: dict[str, Any]
    for m in items_of(w["messages"]):
        role = m.get("role")
        if role == "tool":
            value = m["content"]
            if (
                len(m) == 3
                and type(value) is str
                and not names.made
                and "tool_call_id" in m
                and not value.startswith('{"error":"')
                and (call_id := m["tool_call_id"])
                and type(call_id) is str
            ):
                x = {
                    "toolCallId": call_id,
                    "name": names.get(call_id, ""),
                    "kind": "text",
                    "value": value,
                }
            else:
                x = _result(m, names)
            messages.append({"role": "tool", "toolResult": x})
            continue
        if role == "assistant":
            messages.append(read_assistant(m, names, False))
            continue
        form: dict[str, Any] | None = None
        if role == "developer":
            form = {"role": {"as": "developer"}}
        elif role != "user" and role != "system":
            messages.append(unknown(m, FORMAT))
            continue
        content = m["content"]
        if type(content) is list:
            content, lone = read_blocks(content, role == "user")
            if lone:
                form = {**(form or EMPTY), "content": {"style": "list"}}
        elif type(content) is not str:
            raise ValueError("content")
        ours = "user" if role == "user" else "system"
        x = {"role": ours, "content": content}
        if len(m) != 2:
            rest = m.copy()
            del rest["role"], rest["content"]
            x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING[ours]))}
        elif form is not None:
            x["metadata"] = {FORMAT: {"$": form}}
        messages.append(x)
    x = {"messages": messages}
    rest = w.copy()
    del rest["messages"]
    form = None
    if "model" not in w:
        form = {"absent": ["model"]}
    elif type(w["model"]) is str:
        x["model"] = w["model"]
        del rest["model"]
    if "tools" in w and w["tools"] is not None:
        x["tools"] = tools = []
        for tool in items_of(w["tools"]):
            tools.append(_tool(tool))
        del rest["tools"]
    if "tool_choice" in w and w["tool_choice"] is not None:
        choice = w["tool_choice"]
        if choice in MODES:
            x["toolChoice"] = choice
        else:
            x["toolChoice"], usual = read_named(choice, x)
            if not usual:
                form = {**(form or EMPTY), "toolChoice": {"as": choice}}
        del rest["tool_choice"]
    if "parallel_tool_calls" in w and type(w["parallel_tool_calls"]) is bool:
        x["parallelToolCalls"] = w["parallel_tool_calls"]
        del rest["parallel_tool_calls"]
    if "max_completion_tokens" in w and type(w["max_completion_tokens"]) is int:
        x["maxTokens"] = w["max_completion_tokens"]
        del rest["max_completion_tokens"]
        if "max_tokens" in w:
            form = also(form, "maxTokens", w["max_completion_tokens"], "max_tokens", rest)
    elif "max_tokens" in w and type(w["max_tokens"]) is int:
        x["maxTokens"] = w["max_tokens"]
        form = {**(form or EMPTY), "maxTokens": {"at": "max_tokens"}}
        del rest["max_tokens"]
        if "max_completion_tokens" in w:
            form = also(form, "maxTokens", w["max_tokens"], "max_completion_tokens", rest)
    if "temperature" in w and type(w["temperature"]) in NUMBERS:
        x["temperature"] = w["temperature"]
        del rest["temperature"]
    if "top_p" in w and type(w["top_p"]) in NUMBERS:
        x["topP"] = w["top_p"]
        del rest["top_p"]
    if "stop" in w:
        stop = w["stop"]
        if type(stop) is str:
            x["stopSequences"] = [stop]
            form = {**(form or EMPTY), "stopSequences": {"as": stop}}
            del rest["stop"]
        elif type(stop) is list and all(type(item) is str for item in stop):
            x["stopSequences"] = stop
            del rest["stop"]
    if "response_format" in w:
        shape = w["response_format"]
        if type(shape) is dict and shape.get("type") == "json_schema":
            x["responseSchema"] = _schema(shape)
            del rest["response_format"]
        elif shape == {"type": "json_object"}:
            x["jsonOutput"] = True
            del rest["response_format"]
    _more(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if names:
        told_apart(messages, FORMAT, False)
    return x


def _result(m: dict[str, Any], names: Calls) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    call_id = m.get("tool_call_id")
    if not call_id or type(call_id) is not str:
        call_id = answered(names, None)
        form = {"toolCallId": missing_id(m, "tool_call_id", call_id)}
    elif call_id in names.made:
        form = {"toolCallId": {"style": "present"}}
    value = m["content"]
    kind = "text"
    if type(value) is str:
        error = carried_from(value, "error")
        if error is not None:
            kind, value = "error", error
    elif type(value) is list:
        value, lone = read_blocks(value, True)
        if lone:
            form = {**(form or EMPTY), "value": {"style": "list"}}
        else:
            kind = "multimodal"
    else:
        raise ValueError("content")
    x: dict[str, Any] = {
        "toolCallId": call_id,
        "name": names.get(call_id, ""),
        "kind": kind,
        "value": value,
    }
    if len(m) != 3 or form is not None:
        rest = m.copy()
        del rest["role"], rest["content"]
        rest.pop("tool_call_id", None)
        if rest or form is not None:
            x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if w.get("type") != "function":
        custom = w.get("type") == "custom"
        return read_custom_tool(w) if custom else unknown(w, FORMAT)
    f = w["function"]
    x: dict[str, Any] = {"name": text_at(f, "name")}
    left = len(f) - 1
    if "description" in f and type(f["description"]) is str:
        x["description"] = f["description"]
        left -= 1
    if "parameters" in f and f["parameters"] is not None:
        x["parameters"] = object_at(f, "parameters")
        left -= 1
    if "strict" in f and type(f["strict"]) is bool:
        x["strict"] = f["strict"]
        left -= 1
    if left or len(w) != 2:
        rest = w.copy()
        del rest["type"], rest["function"]
        inner = f.copy()
        for key in x:
            del inner[key]
        if inner:
            rest["function"] = inner
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _schema(w: dict[str, Any]) -> dict[str, Any]:
    given, form = complete(w["json_schema"], None, {"name": "response"}, "json_schema.")
    inner = given.copy()
    x: dict[str, Any] = {"schema": {}, "name": text_at(inner, "name")}
    del inner["name"]
    if object_at(inner, "schema"):
        x["schema"] = inner.pop("schema")
    if type(inner.get("description")) is str:
        x["description"] = inner.pop("description")
    if type(inner.get("strict")) is bool:
        x["strict"] = inner.pop("strict")
    rest = w.copy()
    del rest["type"], rest["json_schema"]
    if inner:
        rest["json_schema"] = inner
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "seed" in rest and type(rest["seed"]) is int:
        x["seed"] = rest.pop("seed")
    if "presence_penalty" in rest and type(rest["presence_penalty"]) in NUMBERS:
        x["presencePenalty"] = rest.pop("presence_penalty")
    if "frequency_penalty" in rest and type(rest["frequency_penalty"]) in NUMBERS:
        x["frequencyPenalty"] = rest.pop("frequency_penalty")
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")
    if "user" in rest and type(rest["user"]) is str:
        x["user"] = rest.pop("user")
    if "reasoning_effort" in rest:
        word = rest["reasoning_effort"]
        if type(word) is str and word in EFFORTS:
            x["reasoningEffort"] = rest.pop("reasoning_effort")

"""Mistral Chat by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import noted
from toolwire._runtime.pairing import told_apart

from .common import EFFORTS, NUMBERS, STRING, Json, items_of, sealed, text_at, unknown
from .mistral_chat_choice import read_choice, write_choice
from .mistral_chat_messages import read_assistant, read_message, read_result
from .mistral_chat_tables import FORMAT
from .said import read_turn


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    calls = Calls()
    messages: list[Json] = []
    for m in items_of(w["messages"]):
        role = m.get("role")
        if role == "tool":
            messages.append({"role": "tool", "toolResult": _result(m, calls)})
        elif role == "assistant":
            messages.append(read_turn(m, calls, read_assistant, FORMAT, (str, list)))
        elif role == "user" or role == "system":
            if len(m) == 2 and type(content := m.get("content")) is str:
                messages.append({"role": role, "content": content})
            else:
                messages.append(read_message(m, role))
        else:
            messages.append(unknown(m, FORMAT))
    x: dict[str, Any] = {"messages": messages}
    rest = w.copy()
    del rest["messages"]
    form: dict[str, Any] | None = None
    if "model" not in w:
        form = absent(form, "model")
    elif type(w["model"]) is str:
        x["model"] = rest.pop("model")
    if "tools" in w and w["tools"] is not None:
        x["tools"] = [_tool(tool) for tool in items_of(rest.pop("tools"))]
    if "tool_choice" in w and w["tool_choice"] is not None:
        raw = rest.pop("tool_choice")
        x["toolChoice"] = choice = read_choice(raw)
        if write_choice(choice) != raw:
            form = noted(form, "toolChoice", {"as": raw})
    form = _settings(x, rest, form)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls:
        told_apart(messages, FORMAT, False)
    return x


def _result(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A result; most are a text under the id of their call."""
    if (
        len(m) == 3
        and type(value := m.get("content")) is str
        and type(call_id := m.get("tool_call_id")) is str
        and call_id
        and not calls.made
        and not value.startswith('{"error":"')
    ):
        name = calls.get(call_id, "")
        return {"toolCallId": call_id, "name": name, "kind": "text", "value": value}
    return read_result(m, calls)


def _settings(
    x: dict[str, Any], rest: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """What is set beside messages and tools, which leaves what is left of the body."""
    if "parallel_tool_calls" in rest and type(rest["parallel_tool_calls"]) is bool:
        x["parallelToolCalls"] = rest.pop("parallel_tool_calls")
    if "max_tokens" in rest and type(rest["max_tokens"]) is int:
        x["maxTokens"] = rest.pop("max_tokens")
    if "temperature" in rest and type(rest["temperature"]) in NUMBERS:
        x["temperature"] = rest.pop("temperature")
    if "top_p" in rest and type(rest["top_p"]) in NUMBERS:
        x["topP"] = rest.pop("top_p")
    _more(x, rest)
    if "stop" in rest:
        stop = rest["stop"]
        if type(stop) is str:
            x["stopSequences"] = [rest.pop("stop")]
            form = noted(form, "stopSequences", {"as": stop})
        elif type(stop) is list and STRING.issuperset(map(type, stop)):
            x["stopSequences"] = rest.pop("stop")
    if "response_format" in rest:
        shape = rest["response_format"]
        if type(shape) is dict and shape.get("type") == "json_schema":
            x["responseSchema"] = _schema(rest.pop("response_format"))
        elif shape == {"type": "json_object"}:
            x["jsonOutput"] = True
            del rest["response_format"]
    return form


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if "function" not in w:
        return unknown(w, FORMAT)
    f = w["function"]
    x: dict[str, Any] = {"name": text_at(f, "name"), "parameters": f["parameters"]}
    if type(x["parameters"]) is not dict:
        raise ValueError("parameters")
    if "description" in f and type(f["description"]) is str:
        x["description"] = f["description"]
    if "strict" in f and type(f["strict"]) is bool:
        x["strict"] = f["strict"]
    usual = w.get("type") == "function"
    if not usual or len(w) != 2 or len(f) != len(x):
        form = None if "type" in w else absent(None, "type")
        rest = w.copy()
        if usual:
            del rest["type"]
        _inner(rest, "function", x)
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _schema(w: dict[str, Any]) -> dict[str, Any]:
    inner = w["json_schema"]
    x: dict[str, Any] = {"name": text_at(inner, "name"), "schema": inner["schema"]}
    if type(x["schema"]) is not dict:
        raise ValueError("schema")
    if type(inner.get("description")) is str:
        x["description"] = inner["description"]
    if type(inner.get("strict")) is bool:
        x["strict"] = inner["strict"]
    if len(w) != 2 or len(inner) != len(x):
        rest = w.copy()
        del rest["type"]
        _inner(rest, "json_schema", x)
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _inner(rest: dict[str, Any], key: str, x: dict[str, Any]) -> None:
    """Leave at a key what was not read of the object there."""
    left = rest[key].copy()
    for name in x:
        del left[name]
    if left:
        rest[key] = left
    else:
        del rest[key]


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "top_k" in rest and type(rest["top_k"]) is int:
        x["topK"] = rest.pop("top_k")
    if "random_seed" in rest and type(rest["random_seed"]) is int:
        x["seed"] = rest.pop("random_seed")
    if "presence_penalty" in rest and type(rest["presence_penalty"]) in NUMBERS:
        x["presencePenalty"] = rest.pop("presence_penalty")
    if "frequency_penalty" in rest and type(rest["frequency_penalty"]) in NUMBERS:
        x["frequencyPenalty"] = rest.pop("frequency_penalty")
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")
    if "reasoning_effort" in rest:
        word = rest["reasoning_effort"]
        if type(word) is str and word in EFFORTS:
            x["reasoningEffort"] = rest.pop("reasoning_effort")

"""Cohere's chat by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.calls import Calls
from toolwire._runtime.pairing import told_apart

from .cohere_chat_messages import lone_text, read_assistant, read_parts, read_result
from .cohere_chat_tables import CHOICE, FORMAT, USUAL_PARAMETERS
from .common import NUMBERS, Json, complete, items_of, sealed, text_at, texts_of, unknown


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    form: dict[str, Any] | None = None
    calls = Calls()
    messages: list[Json] = []
    for m in items_of(w["messages"]):
        role = m.get("role")
        if role == "user" or role == "system":
            if len(m) == 2 and type(content := m["content"]) is str:
                messages.append({"role": role, "content": content})
            else:
                messages.append(_message(m, role))
        elif role == "assistant":
            messages.append(read_assistant(m, calls))
        elif role == "tool":
            messages.append({"role": "tool", "toolResult": read_result(m, calls)})
        else:
            messages.append(unknown(m, FORMAT))
    x: dict[str, Any] = {"messages": messages}
    rest = w.copy()
    del rest["messages"]
    if "model" not in w:
        form = absent(form, "model")
    elif type(w["model"]) is str:
        x["model"] = rest.pop("model")
    if w.get("tools") is not None:
        x["tools"] = [_tool(tool) for tool in items_of(rest.pop("tools"))]
    if w.get("tool_choice") is not None:
        x["toolChoice"] = _choice(rest.pop("tool_choice"))
    if type(w.get("max_tokens")) is int:
        x["maxTokens"] = rest.pop("max_tokens")
    if type(w.get("temperature")) in NUMBERS:
        x["temperature"] = rest.pop("temperature")
    if type(w.get("p")) in NUMBERS:
        x["topP"] = rest.pop("p")
    if w.get("stop_sequences") is not None:
        x["stopSequences"] = texts_of(rest.pop("stop_sequences"))
    wanted = w.get("response_format")
    if (
        type(wanted) is dict
        and wanted.get("type") == "json_object"
        and type(wanted.get("json_schema")) is dict
    ):
        x["responseSchema"] = _schema(rest.pop("response_format"))
    elif wanted == {"type": "json_object"}:
        x["jsonOutput"] = True
        del rest["response_format"]
    _more(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls:
        told_apart(messages, FORMAT, False)
    return x


def _message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    form: dict[str, Any] | None = None
    content = m["content"]
    if type(content) is not str:
        text = lone_text(items_of(content))
        if text is None:
            content = read_parts(content, "image_url" if role == "user" else None)
        else:
            content, form = text, {"content": {"style": "list"}}
    x: dict[str, Any] = {"role": role, "content": content}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    elif form is not None:
        x["metadata"] = {FORMAT: {"$": form}}
    return x


def _choice(w: Json) -> Json:
    if type(w) is str:
        return CHOICE.get(w) or {"kind": "opaque", "format": FORMAT, "value": w}
    return unknown(w, FORMAT)


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if "function" not in w:
        return unknown(w, FORMAT)
    function = w["function"]
    if type(function) is not dict:
        raise ValueError("function")
    function, form = complete(function, None, USUAL_PARAMETERS, "function.")
    x: dict[str, Any] = {"name": text_at(function, "name"), "parameters": function["parameters"]}
    if type(x["parameters"]) is not dict:
        raise ValueError("parameters")
    if type(function.get("description")) is str:
        x["description"] = function["description"]
    if "type" not in w:
        form = absent(form, "type")
    if len(w) != 2 or w.get("type") != "function" or len(function) != len(x) or form is not None:
        rest, left = w.copy(), function.copy()
        del rest["function"]
        if w.get("type") == "function":
            del rest["type"]
        for key in x:
            del left[key]
        if left:
            rest["function"] = left
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _schema(w: dict[str, Any]) -> dict[str, Any]:
    x: dict[str, Any] = {"schema": w["json_schema"]}
    if len(w) != 2:
        rest = w.copy()
        del rest["type"], rest["json_schema"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "k" in rest and type(rest["k"]) is int:
        x["topK"] = rest.pop("k")
    if "seed" in rest and type(rest["seed"]) is int:
        x["seed"] = rest.pop("seed")
    if "presence_penalty" in rest and type(rest["presence_penalty"]) in NUMBERS:
        x["presencePenalty"] = rest.pop("presence_penalty")
    if "frequency_penalty" in rest and type(rest["frequency_penalty"]) in NUMBERS:
        x["frequencyPenalty"] = rest.pop("frequency_penalty")
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")

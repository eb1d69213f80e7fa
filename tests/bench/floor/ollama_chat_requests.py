"""Ollama's own chat by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.calls import Calls
from toolwire._runtime.pairing import told_apart

from .common import NUMBERS, Json, complete, items_of, object_at, sealed, text_at, texts_of, unknown
from .ollama_chat_messages import read_assistant, read_result, read_said
from .ollama_chat_tables import FORMAT, THINKING, USUAL_REQUEST, USUAL_SYSTEM
from .said import read_turn


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    form: dict[str, Any] | None = None
    if w.get("messages") is None:
        w, form = complete(w, form, USUAL_REQUEST)
    calls = Calls()
    messages: list[Json] = []
    for m in items_of(w["messages"]):
        role = m.get("role")
        if role == "user":
            content = m.get("content")
            if len(m) == 2 and type(content) is str:
                messages.append({"role": "user", "content": content})
            else:
                messages.append(_user(m))
        elif role == "assistant":
            messages.append(read_turn(m, calls, read_assistant, FORMAT, (str,)))
        elif role == "tool":
            messages.append({"role": "tool", "toolResult": read_result(m, calls)})
        elif role == "system":
            messages.append(_system(m))
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
    if object_at(w, "options"):
        _settings(x, rest)
    if type(w.get("format")) is dict:
        x["responseSchema"] = {"schema": rest.pop("format")}
    elif w.get("format") == "json":
        x["jsonOutput"] = True
        del rest["format"]
    _more(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls:
        told_apart(messages, FORMAT, True)
    return x


def _settings(x: dict[str, Any], rest: dict[str, Any]) -> None:
    left = rest["options"].copy()
    limit = left.get("num_predict")
    if type(limit) is int and limit >= 0:
        x["maxTokens"] = left.pop("num_predict")
    if type(left.get("temperature")) in NUMBERS:
        x["temperature"] = left.pop("temperature")
    if type(left.get("top_p")) in NUMBERS:
        x["topP"] = left.pop("top_p")
    if "top_k" in left and type(left["top_k"]) is int:
        x["topK"] = left.pop("top_k")
    if "seed" in left and type(left["seed"]) is int:
        x["seed"] = left.pop("seed")
    if "presence_penalty" in left and type(left["presence_penalty"]) in NUMBERS:
        x["presencePenalty"] = left.pop("presence_penalty")
    if "frequency_penalty" in left and type(left["frequency_penalty"]) in NUMBERS:
        x["frequencyPenalty"] = left.pop("frequency_penalty")
    if left.get("stop") is not None:
        x["stopSequences"] = texts_of(left.pop("stop"))
    if left:
        rest["options"] = left
    else:
        del rest["options"]


def _system(m: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if m.get("content") is None:
        m, form = complete(m, form, USUAL_SYSTEM)
    x: dict[str, Any] = {"role": "system", "content": text_at(m, "content")}
    if len(m) > 2 or form is not None:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _user(m: dict[str, Any]) -> dict[str, Any]:
    rest = m.copy()
    del rest["role"]
    blocks = read_said(rest)
    only = blocks[0] if len(blocks) == 1 else None
    text = only is not None and only["kind"] == "text"
    x: dict[str, Any] = {"role": "user", "content": only["text"] if only and text else blocks}
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if "function" not in w:
        return unknown(w, FORMAT)
    form: dict[str, Any] | None = None
    rest = w.copy()
    left = rest.pop("function").copy()
    x: dict[str, Any] = {"name": text_at(left, "name")}
    del left["name"]
    if type(left.get("description")) is str:
        x["description"] = left.pop("description")
    if left.get("parameters") is not None:
        x["parameters"] = left.pop("parameters")
        if type(x["parameters"]) is not dict:
            raise ValueError("parameters")
    if "type" not in w:
        form = absent(form, "type")
    elif w["type"] == "function":
        del rest["type"]
    if left:
        rest["function"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")
    if "think" in rest:
        word = rest["think"]
        if word is False:
            x["reasoningEffort"] = "none"
            del rest["think"]
        elif type(word) is str and word in THINKING:
            x["reasoningEffort"] = rest.pop("think")

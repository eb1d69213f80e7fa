"""Mistral Chat by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.errors import expected
from toolwire._runtime.pairing import paired

from .common import NUMBERS, STRING, Json, effort, flag, lay, refused, wants_json
from .mistral_chat_choice import choice_back
from .mistral_chat_parts import own_of
from .mistral_chat_tables import FORMAT, GIVEN_TYPE
from .mistral_chat_writing import write_assistant, write_message, write_result
from .said import write_turn


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    x = paired(x, FORMAT, False)
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    units = x["messages"]
    if type(units) is not list:
        raise expected("a list", x, "messages")
    w: dict[str, Any] = {"messages": _messages_back(units)}
    if "model" in x and (model := x["model"]) is not None:
        if type(model) is not str:
            raise expected("a string", x, "model")
        w["model"] = model
    elif not excused(own, "model"):
        raise expected("a value: this wire demands one", x, "model")
    if "tools" in x and (tools := x["tools"]) is not None:
        if type(tools) is not list:
            raise expected("a list", x, "tools")
        written = _tools_back(tools)
        if written or not tools:
            w["tools"] = written
    if "toolChoice" in x and (choice := x["toolChoice"]) is not None:
        raw = choice_back(x, choice, form)
        if raw is not None:
            w["tool_choice"] = raw
    _settings_back(w, x, form)
    if "responseSchema" in x and (schema := x["responseSchema"]) is not None:
        w["response_format"] = _schema_back(schema)
    if "jsonOutput" in x and wants_json(x):
        w["response_format"] = {"type": "json_object"}
    _more_back(x, w)
    if own is not None:
        lay(w, own)
    return w


def _messages_back(units: list[Any]) -> list[Json]:
    hidden: set[str] = set()
    messages: list[Json] = []
    for m in units:
        role = m.get("role")
        if role == "tool":
            result = m["toolResult"]
            if (
                len(result) == 4
                and result["kind"] == "text"
                and not hidden
                and type(call_id := result["toolCallId"]) is str
                and type(result["name"]) is str
                and type(value := result["value"]) is str
            ):
                messages.append({"role": "tool", "tool_call_id": call_id, "content": value})
            else:
                messages.append(write_result(result, hidden))
        elif role == "assistant":
            messages.append(write_turn(write_assistant(m, hidden), m, FORMAT))
        elif role == "user" or role == "system":
            if len(m) == 2 and type(content := m["content"]) is str:
                messages.append({"role": role, "content": content})
            else:
                messages.append(write_message(m, role))
        elif m.get("kind") == "opaque" and m["format"] == FORMAT:
            messages.append(m["value"])
    return messages


def _settings_back(w: dict[str, Any], x: dict[str, Any], form: dict[str, Any] | None) -> None:
    if "parallelToolCalls" in x and (parallel := flag(x, "parallelToolCalls")) is not None:
        w["parallel_tool_calls"] = parallel
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        w["max_tokens"] = limit
    if "temperature" in x and (number := x["temperature"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "temperature")
        w["temperature"] = number
    if "topP" in x and (number := x["topP"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "topP")
        w["top_p"] = number
    if "stopSequences" in x and (stop := x["stopSequences"]) is not None:
        if type(stop) is not list or not STRING.issuperset(map(type, stop)):
            raise expected("a list of strings", x, "stopSequences")
        w["stop"] = stop
        if form is not None and "stopSequences" in form:
            spelled = form["stopSequences"]["as"]
            if stop == [spelled]:
                w["stop"] = spelled


def _tools_back(tools: list[Any]) -> list[Any]:
    written: list[Any] = []
    for tool in tools:
        if "name" not in tool:
            if tool.get("kind") == "opaque" and tool["format"] == FORMAT:
                written.append(tool["value"])
            continue
        name, schema = tool["name"], tool.get("parameters")
        if type(name) is not str:
            raise expected("a string", tool, "name")
        if schema is None:
            schema = {"type": "object"}
        elif type(schema) is not dict:
            raise expected("an object", tool, "parameters")
        if "inputFormat" in tool and type(tool["inputFormat"]) not in (dict, type(None)):
            raise expected("an object", tool, "inputFormat")
        f: dict[str, Any] = {"name": name, "parameters": schema}
        _described(f, tool)
        w: dict[str, Any] = {"type": "function", "function": f}
        if "metadata" in tool and (own := own_of(tool)) is not None:
            lay(w, own, GIVEN_TYPE)
        written.append(w)
    return written


def _schema_back(x: dict[str, Any]) -> dict[str, Any]:
    name, schema = x.get("name"), x["schema"]
    if name is None:
        name = "response"
    elif type(name) is not str:
        raise expected("a string", x, "name")
    if type(schema) is not dict:
        raise expected("an object", x, "schema")
    inner: dict[str, Any] = {"name": name, "schema": schema}
    _described(inner, x)
    w: dict[str, Any] = {"type": "json_schema", "json_schema": inner}
    own = own_of(x)
    if own is not None:
        lay(w, own)
    return w


def _described(w: dict[str, Any], x: dict[str, Any]) -> None:
    """What tools and schemas say of themselves besides."""
    if "description" in x and (text := x["description"]) is not None:
        if type(text) is not str:
            raise expected("a string", x, "description")
        w["description"] = text
    if "strict" in x and (strict := flag(x, "strict")) is not None:
        w["strict"] = strict


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
    if "topK" in x and (count := x["topK"]) is not None:
        if type(count) is not int:
            raise expected("an integer", x, "topK")
        w["top_k"] = count
    if "seed" in x and (seed := x["seed"]) is not None:
        if type(seed) is not int:
            raise expected("an integer", x, "seed")
        w["random_seed"] = seed
    if "presencePenalty" in x and (penalty := x["presencePenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "presencePenalty")
        w["presence_penalty"] = penalty
    if "frequencyPenalty" in x and (penalty := x["frequencyPenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "frequencyPenalty")
        w["frequency_penalty"] = penalty
    refused(x, "user", str, "a string")
    if "stream" in x and (stream := x["stream"]) is not None:
        if type(stream) is not bool:
            raise expected("true or false", x, "stream")
        w["stream"] = stream
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        w["reasoning_effort"] = word

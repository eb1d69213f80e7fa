"""Cohere's chat by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.errors import expected
from toolwire._runtime.pairing import paired

from .cohere_chat_tables import CHOICE_BACK, FORMAT, GIVEN, MODES, USUAL_TOOL
from .cohere_chat_writing import write_assistant, write_message, write_result
from .common import NUMBERS, STRING, Json, effort, flag, lay, refused, texts, wants_json


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    x = paired(x, FORMAT, False)
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    units = x["messages"]
    if type(units) is not list:
        raise expected("a list", x, "messages")
    messages: list[Json] = []
    for m in units:
        role = m.get("role")
        if role == "tool":
            messages.append(write_result(m["toolResult"]))
        elif role == "assistant":
            messages.append(write_assistant(m))
        elif role == "user" or role == "system":
            if len(m) == 2 and type(content := m["content"]) is str:
                messages.append({"role": role, "content": content})
            else:
                messages.append(write_message(m, role))
        elif m.get("kind") == "opaque" and m["format"] == FORMAT:
            messages.append(m["value"])
    w: dict[str, Any] = {"messages": messages}
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
        if choice not in MODES and type(choice) is not dict:
            raise expected("a mode or an object", x, "toolChoice")
        word = _choice_back(choice)
        if word is not None:
            w["tool_choice"] = word
    flag(x, "parallelToolCalls")
    _settings_back(x, w)
    if "responseSchema" in x and (wanted := x["responseSchema"]) is not None:
        w["response_format"] = _schema_back(wanted)
    if "jsonOutput" in x and wants_json(x):
        w["response_format"] = {"type": "json_object"}
    _more_back(x, w)
    if own is not None:
        lay(w, own)
    return w


def _settings_back(x: dict[str, Any], w: dict[str, Any]) -> None:
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
        w["p"] = number
    if "stopSequences" in x and (stop := x["stopSequences"]) is not None:
        if type(stop) is not list or not STRING.issuperset(map(type, stop)):
            raise expected("a list of strings", x, "stopSequences")
        w["stop_sequences"] = stop


def _choice_back(x: Json) -> Json:
    """The word for a choice; None where it has none."""
    if type(x) is str:
        return CHOICE_BACK.get(x)
    return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None


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
        flag(tool, "strict")
        if tool.get("inputFormat") is not None and type(tool["inputFormat"]) is not dict:
            raise expected("an object", tool, "inputFormat")
        f: dict[str, Any] = {"name": name, "parameters": schema}
        if "description" in tool and (text := tool["description"]) is not None:
            if type(text) is not str:
                raise expected("a string", tool, "description")
            f["description"] = text
        w: dict[str, Any] = {"type": "function", "function": f}
        if "metadata" in tool and (metadata := tool["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                lay(w, own, GIVEN, USUAL_TOOL)
        written.append(w)
    return written


def _schema_back(x: dict[str, Any]) -> dict[str, Any]:
    schema = x["schema"]
    if type(schema) is not dict:
        raise expected("an object", x, "schema")
    texts(x, "name", "description")
    flag(x, "strict")
    w: dict[str, Any] = {"type": "json_object", "json_schema": schema}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
    if "topK" in x and (count := x["topK"]) is not None:
        if type(count) is not int:
            raise expected("an integer", x, "topK")
        w["k"] = count
    if "seed" in x and (seed := x["seed"]) is not None:
        if type(seed) is not int:
            raise expected("an integer", x, "seed")
        w["seed"] = seed
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
    if "reasoningEffort" in x:
        effort(x)

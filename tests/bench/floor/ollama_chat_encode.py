"""Ollama's own chat by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.errors import expected
from toolwire._runtime.pairing import paired

from .common import NOTHING, NUMBERS, STRING, Json, effort, flag, lay, refused, wants_json
from .ollama_chat_tables import FORMAT, GIVEN_TOOL, MODES, THINKING_BACK, USUAL_REQUEST
from .ollama_chat_writing import write_assistant, write_result, write_system, write_user
from .said import write_turn


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    x = paired(x, FORMAT, True)
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    units = x["messages"]
    if type(units) is not list:
        raise expected("a list", x, "messages")
    hidden: set[str] = set()
    messages: list[Json] = []
    for m in units:
        role = m.get("role")
        if role == "tool":
            messages.append(write_result(m["toolResult"], hidden))
        elif role == "assistant":
            messages.append(write_turn(write_assistant(m, hidden, "\n\n"), m, FORMAT))
        elif role == "user":
            messages.append(write_user(m))
        elif role == "system":
            messages.append(write_system(m))
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
    choice = x.get("toolChoice")
    if choice is not None and choice not in MODES and type(choice) is not dict:
        raise expected("a mode or an object", x, "toolChoice")
    flag(x, "parallelToolCalls")
    options = _settings_back(x)
    _more_back(x, w)
    if "responseSchema" in x and (wanted := x["responseSchema"]) is not None:
        if type(schema := wanted["schema"]) is not dict:
            raise expected("an object", wanted, "schema")
        w["format"] = schema
    if "jsonOutput" in x and wants_json(x):
        w["format"] = "json"
    if options:
        w["options"] = options
    if own is not None:
        lay(w, own, NOTHING, USUAL_REQUEST)
    return w


def _settings_back(x: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        if limit >= 0:
            options["num_predict"] = limit
    if "temperature" in x and (number := x["temperature"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "temperature")
        options["temperature"] = number
    if "topP" in x and (number := x["topP"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "topP")
        options["top_p"] = number
    if "topK" in x and (count := x["topK"]) is not None:
        if type(count) is not int:
            raise expected("an integer", x, "topK")
        options["top_k"] = count
    if "seed" in x and (seed := x["seed"]) is not None:
        if type(seed) is not int:
            raise expected("an integer", x, "seed")
        options["seed"] = seed
    if "presencePenalty" in x and (penalty := x["presencePenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "presencePenalty")
        options["presence_penalty"] = penalty
    if "frequencyPenalty" in x and (penalty := x["frequencyPenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "frequencyPenalty")
        options["frequency_penalty"] = penalty
    if "stopSequences" in x and (stop := x["stopSequences"]) is not None:
        if type(stop) is not list or not STRING.issuperset(map(type, stop)):
            raise expected("a list of strings", x, "stopSequences")
        options["stop"] = stop
    return options


def _tools_back(tools: list[Any]) -> list[Any]:
    written: list[Any] = []
    for tool in tools:
        if "name" not in tool:
            if tool.get("kind") == "opaque" and tool["format"] == FORMAT:
                written.append(tool["value"])
            continue
        name = tool["name"]
        if type(name) is not str:
            raise expected("a string", tool, "name")
        flag(tool, "strict")
        if tool.get("inputFormat") is not None and type(tool["inputFormat"]) is not dict:
            raise expected("an object", tool, "inputFormat")
        f: dict[str, Any] = {"name": name}
        if "description" in tool and (text := tool["description"]) is not None:
            if type(text) is not str:
                raise expected("a string", tool, "description")
            f["description"] = text
        if "parameters" in tool and (schema := tool["parameters"]) is not None:
            if type(schema) is not dict:
                raise expected("an object", tool, "parameters")
            f["parameters"] = schema
        w: dict[str, Any] = {"type": "function", "function": f}
        if "metadata" in tool and (metadata := tool["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                lay(w, own, GIVEN_TOOL)
        written.append(w)
    return written


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
    refused(x, "user", str, "a string")
    if "stream" in x and (stream := x["stream"]) is not None:
        if type(stream) is not bool:
            raise expected("true or false", x, "stream")
        w["stream"] = stream
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        w["think"] = THINKING_BACK[word]

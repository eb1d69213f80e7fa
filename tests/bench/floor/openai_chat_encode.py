"""OpenAI Chat Completions by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import lay_also, with_rest
from toolwire._runtime.pairing import paired

from .common import NUMBERS, STRING, Json, effort, flag, lay, refused, wants_json
from .openai_chat_custom import read_named, write_custom_tool, write_named
from .openai_chat_tables import FORMAT, MODES
from .openai_chat_writing import write_assistant, write_message, write_result


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
            messages.append(write_assistant(m, hidden))
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
        if form is None or "toolChoice" not in form:
            raw = write_named(choice, x)
        else:
            raw = spelled = form["toolChoice"]["as"]
            if read_named(spelled, x)[0] != choice:
                raw = write_named(choice, x, spelled)
                raw = with_rest(raw, spelled, ["allowed_tools", "custom", "function", "type"])
        if raw is not None:
            w["tool_choice"] = raw
    if "parallelToolCalls" in x and (parallel := x["parallelToolCalls"]) is not None:
        if type(parallel) is not bool:
            raise expected("true or false", x, "parallelToolCalls")
        w["parallel_tool_calls"] = parallel
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        if form is None or "maxTokens" not in form:
            w["max_completion_tokens"] = limit
        else:
            entry = form["maxTokens"]
            w["max_tokens" if "at" in entry else "max_completion_tokens"] = limit
            if "also" in entry:
                lay_also(w, entry, "max_completion_tokens")
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
    if "responseSchema" in x and (schema := x["responseSchema"]) is not None:
        w["response_format"] = _schema_back(schema)
    if "jsonOutput" in x and wants_json(x):
        w["response_format"] = {"type": "json_object"}
    _more_back(x, w)
    if own is not None:
        lay(w, own)
    return w


def _tools_back(tools: list[Any]) -> list[Any]:
    written: list[Any] = []
    for tool in tools:
        if "name" not in tool:
            if tool.get("kind") == "opaque" and tool["format"] == FORMAT:
                written.append(tool["value"])
            continue
        if tool.get("inputFormat") is not None:
            written.append(write_custom_tool(tool))
            continue
        name = tool["name"]
        if type(name) is not str:
            raise expected("a string", tool, "name")
        f: dict[str, Any] = {"name": name}
        if "description" in tool and (text := tool["description"]) is not None:
            if type(text) is not str:
                raise expected("a string", tool, "description")
            f["description"] = text
        if "parameters" in tool and (schema := tool["parameters"]) is not None:
            if type(schema) is not dict:
                raise expected("an object", tool, "parameters")
            f["parameters"] = schema
        if "strict" in tool and (strict := flag(tool, "strict")) is not None:
            f["strict"] = strict
        w: dict[str, Any] = {"type": "function", "function": f}
        if "metadata" in tool and (metadata := tool["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                lay(w, own)
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
    inner: dict[str, Any] = {"name": name}
    if schema:
        inner["schema"] = schema
    if "description" in x and (text := x["description"]) is not None:
        if type(text) is not str:
            raise expected("a string", x, "description")
        inner["description"] = text
    if (strict := flag(x, "strict")) is not None:
        inner["strict"] = strict
    w = {"type": "json_schema", "json_schema": inner}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own, usual={"json_schema.name": "response"})
    return w


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
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
    refused(x, "topK", int, "an integer")
    if "stream" in x and (stream := x["stream"]) is not None:
        if type(stream) is not bool:
            raise expected("true or false", x, "stream")
        w["stream"] = stream
    if "user" in x and (user := x["user"]) is not None:
        if type(user) is not str:
            raise expected("a string", x, "user")
        w["user"] = user
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        w["reasoning_effort"] = word

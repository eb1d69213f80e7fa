"""Anthropic Messages by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import (
    lay_also,
    lay_groups,
    lifted_leading,
    merged,
    with_rest,
)
from toolwire._runtime.pairing import paired

from .anthropic_messages_choice import read_choice, write_choice
from .anthropic_messages_tables import EFFORTS, FORMAT, LANDING, MODES_BACK
from .anthropic_messages_writing import write_answer, write_content, write_message, write_result
from .common import NUMBERS, STRING, Json, effort, flag, lay, refused, texts


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
    limit = x.get("maxTokens")
    if limit is None:
        limit = 4096
    elif type(limit) is not int:
        raise expected("an integer", x, "maxTokens")
    lifted, units = lifted_leading(units, "role", "system", FORMAT)
    w: dict[str, Any] = {"messages": _messages_back(units), "max_tokens": limit}
    if lifted:
        lead = lifted[0] if len(lifted) == 1 else merged(lifted, FORMAT, LANDING["system"])
        if len(lead) == 2 and type(lead["content"]) is str:
            w["system"] = lead["content"]
        else:
            w["system"] = write_content(lead, "system")[0]
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
        if type(choice) is not dict and (type(choice) is not str or choice not in MODES_BACK):
            raise expected("a mode or an object", x, "toolChoice")
        raw = write_choice(choice)
        if form is not None and "toolChoice" in form:
            spelled = form["toolChoice"]["as"]
            raw = (
                spelled
                if read_choice(spelled) == choice
                else with_rest(raw, spelled, ["name", "type"])
            )
        if raw is not None:
            w["tool_choice"] = raw
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
        w["stop_sequences"] = stop
    if "responseSchema" in x and (schema := x["responseSchema"]) is not None:
        entry = {} if form is None else form.get("responseSchema", {})
        if "at" in entry:
            w["output_format"] = _schema_back(schema)
        else:
            w["output_config"] = {"format": _schema_back(schema)}
        if "also" in entry:
            lay_also(w, entry, "output_config.format")
    if "parallelToolCalls" in x and (parallel := x["parallelToolCalls"]) is not None:
        if type(parallel) is not bool:
            raise expected("true or false", x, "parallelToolCalls")
        choice = w.get("tool_choice", {"type": "auto"})
        if type(choice) is dict:
            w["tool_choice"] = {**choice, "disable_parallel_tool_use": not parallel}
    _more_back(x, w)
    if own is not None:
        lay(w, own)
    return w


def _messages_back(units: list[Any]) -> list[Any]:
    messages: list[Json] = []
    # The wire message that a tool result, or user text after one, joins.
    group: dict[str, Any] | None = None
    open_ = False
    # Wire messages that held more than their units.
    groups: list[Any] = []
    for m in units:
        role = m.get("role")
        if role == "assistant":
            messages.append(write_answer(m))
            group, open_ = None, False
            continue
        turn = unit_form = None
        if "metadata" in m and (metadata := m["metadata"]):
            overlay = metadata.get(FORMAT)
            if overlay is not None:
                unit_form = overlay.get("$")
                if unit_form is not None:
                    turn = unit_form.get("turn")
        if role == "tool":
            result = m["toolResult"]
            if (
                len(result) == 4
                and ((kind := result["kind"]) == "text" or kind == "error")
                and type(call_id := result["toolCallId"]) is str
                and type(result["name"]) is str
                and type(value := result["value"]) is str
                and value
            ):
                element: dict[str, Any] = {
                    "type": "tool_result",
                    "tool_use_id": call_id,
                    "content": value,
                }
                if kind == "error":
                    element["is_error"] = True
            else:
                element = write_result(result)
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                _parts(group).append(element)
            else:
                group = {"role": "user", "content": [element]}
                messages.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = True
        elif role == "user":
            if len(m) == 2 and type(content := m["content"]) is str:
                element = {"role": "user", "content": content}
            else:
                element = write_message(m, "user")
            if (
                group is not None
                and ((open_ and turn is None) or turn == "joined")
                and len(element) == 2
            ):
                _parts(group).extend(_parts(element))
            else:
                group = element
                messages.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = False
        else:
            if role == "system":
                messages.append(write_message(m, "system"))
                group, open_ = None, False
            elif m.get("kind") == "opaque" and m["format"] == FORMAT:
                messages.append(m["value"])
                group, open_ = None, False
    if groups:
        lay_groups(groups)
    return messages


def _parts(group: dict[str, Any]) -> list[Any]:
    content = group["content"]
    if type(content) is str:
        group["content"] = content = [{"type": "text", "text": content}]
    items: list[Any] = content
    return items


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
        w: dict[str, Any] = {"name": name, "input_schema": schema}
        if "description" in tool and (text := tool["description"]) is not None:
            if type(text) is not str:
                raise expected("a string", tool, "description")
            w["description"] = text
        if "strict" in tool and (strict := flag(tool, "strict")) is not None:
            w["strict"] = strict
        if "metadata" in tool and (metadata := tool["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                lay(w, own)
        written.append(w)
    return written


def _schema_back(x: dict[str, Any]) -> dict[str, Any]:
    schema = x["schema"]
    if type(schema) is not dict:
        raise expected("an object", x, "schema")
    texts(x, "name", "description")
    flag(x, "strict")
    w = {"type": "json_schema", "schema": schema}
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
        w["top_k"] = count
    refused(x, "seed", int, "an integer")
    refused(x, "jsonOutput", bool, "true or false")
    refused(x, "presencePenalty", NUMBERS, "a number")
    refused(x, "frequencyPenalty", NUMBERS, "a number")
    if "stream" in x and (stream := x["stream"]) is not None:
        if type(stream) is not bool:
            raise expected("true or false", x, "stream")
        w["stream"] = stream
    if "user" in x and (user := x["user"]) is not None:
        if type(user) is not str:
            raise expected("a string", x, "user")
        w["metadata"] = {"user_id": user}
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        config = w.setdefault("output_config", {})
        config["effort"] = word if word in EFFORTS else "low"

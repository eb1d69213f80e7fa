"""Bedrock Converse by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.jsontext import object_from
from toolwire._runtime.overlay import lay_groups, lifted_leading, merged, with_rest
from toolwire._runtime.pairing import paired

from .bedrock_converse_blocks import ALL_MEDIA, NO_MEDIA, SYSTEM_MEDIA
from .bedrock_converse_choice import read_choice, write_choice
from .bedrock_converse_tables import CHOICES, EFFORTS, FORMAT, MODES, USUAL_REQUEST
from .bedrock_converse_writing import write_answer, write_content, write_result, write_said
from .common import (
    EMPTY,
    NOTHING,
    NUMBERS,
    STRING,
    Json,
    dumps,
    effort,
    flag,
    lay,
    refused,
    same,
    texts,
)


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
    if "model" in x or "parallelToolCalls" in x:
        texts(x, "model")
        flag(x, "parallelToolCalls")
    lifted, units = lifted_leading(units, "role", "system", FORMAT)
    w: dict[str, Any] = {"messages": _messages_back(units)}
    if lifted:
        lead = lifted[0] if len(lifted) == 1 else merged(lifted, FORMAT, EMPTY)
        w["system"] = write_content(lead, SYSTEM_MEDIA)
    config = _tools_back(x, form)
    if config:
        w["toolConfig"] = config
    settings = _settings_back(x)
    if settings:
        w["inferenceConfig"] = settings
    if "responseSchema" in x and (schema := x["responseSchema"]) is not None:
        w["outputConfig"] = {"textFormat": _schema_back(schema)}
    _more_back(x, w)
    if own is not None:
        lay(w, own, NOTHING, USUAL_REQUEST)
    return w


def _messages_back(units: list[Any]) -> list[Any]:
    messages: list[Any] = []
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
                and result["kind"] == "text"
                and type(call_id := result["toolCallId"]) is str
                and type(result["name"]) is str
                and type(value := result["value"]) is str
            ):
                element: Json = {"toolResult": {"toolUseId": call_id, "content": [{"text": value}]}}
            else:
                element = write_result(result)
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                group["content"].append(element)
            else:
                group = {"role": "user", "content": [element]}
                messages.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = True
        elif role == "user":
            if len(m) == 2 and type(content := m["content"]) is str:
                element = {"role": "user", "content": [{"text": content}]}
            else:
                element = write_said(m, "user", ALL_MEDIA)
            if (
                group is not None
                and ((open_ and turn is None) or turn == "joined")
                and len(element) == 2
            ):
                group["content"].extend(element["content"])
            else:
                group = element
                messages.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = False
        else:
            if role == "system":
                messages.append(write_said(m, "system", NO_MEDIA))
                group, open_ = None, False
            elif m.get("kind") == "opaque" and m["format"] == FORMAT:
                messages.append(m["value"])
                group, open_ = None, False
    if groups:
        lay_groups(groups)
    return messages


def _tools_back(x: dict[str, Any], form: dict[str, Any] | None) -> dict[str, Any]:
    """Tools and the choice among them, which means nothing without tools."""
    config: dict[str, Any] = {}
    if "tools" in x and (tools := x["tools"]) is not None:
        if type(tools) is not list:
            raise expected("a list", x, "tools")
        written = [one for one in map(_tool_back, tools) if one is not None]
        if written or not tools:
            config["tools"] = written
    if "toolChoice" in x and (choice := x["toolChoice"]) is not None:
        if choice not in MODES and type(choice) is not dict:
            raise expected("a mode or an object", x, "toolChoice")
        if config:
            raw = write_choice(choice)
            if form is not None and "toolChoice" in form:
                spelled = form["toolChoice"]["as"]
                raw = (
                    spelled if read_choice(spelled) == choice else with_rest(raw, spelled, CHOICES)
                )
            if raw is not None:
                config["toolChoice"] = raw
    return config


def _tool_back(x: dict[str, Any]) -> Json:
    if "name" not in x:
        return x["value"] if x.get("kind") == "opaque" and x["format"] == FORMAT else None
    name, schema = x["name"], x.get("parameters")
    if type(name) is not str:
        raise expected("a string", x, "name")
    if schema is None:
        schema = {"type": "object"}
    elif type(schema) is not dict:
        raise expected("an object", x, "parameters")
    if x.get("inputFormat") is not None and type(x["inputFormat"]) is not dict:
        raise expected("an object", x, "inputFormat")
    spec: dict[str, Any] = {"name": name, "inputSchema": {"json": schema}}
    if "description" in x and (text := x["description"]) is not None:
        if type(text) is not str:
            raise expected("a string", x, "description")
        spec["description"] = text
    if "strict" in x and (strict := flag(x, "strict")) is not None:
        spec["strict"] = strict
    w = {"toolSpec": spec}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _settings_back(x: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        settings["maxTokens"] = limit
    if "temperature" in x and (number := x["temperature"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "temperature")
        settings["temperature"] = number
    if "topP" in x and (number := x["topP"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "topP")
        settings["topP"] = number
    if "stopSequences" in x and (stop := x["stopSequences"]) is not None:
        if type(stop) is not list or not STRING.issuperset(map(type, stop)):
            raise expected("a list of strings", x, "stopSequences")
        settings["stopSequences"] = stop
    return settings


def _schema_back(x: dict[str, Any]) -> dict[str, Any]:
    schema = x["schema"]
    if type(schema) is not dict:
        raise expected("an object", x, "schema")
    texts(x, "name", "description")
    flag(x, "strict")
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    text = dumps(schema)
    if form is not None and "schema" in form:
        spelled = form["schema"]["as"]
        if same(object_from(spelled), schema):
            text = spelled
    inner: dict[str, Any] = {"schema": text}
    for key in ("name", "description"):
        if x.get(key) is not None:
            inner[key] = x[key]
    w = {"type": "json_schema", "structure": {"jsonSchema": inner}}
    if own is not None:
        lay(w, own)
    return w


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
    refused(x, "topK", int, "an integer")
    refused(x, "seed", int, "an integer")
    refused(x, "jsonOutput", bool, "true or false")
    refused(x, "presencePenalty", NUMBERS, "a number")
    refused(x, "frequencyPenalty", NUMBERS, "a number")
    refused(x, "stream", bool, "true or false")
    refused(x, "user", str, "a string")
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        config = w.setdefault("outputConfig", {})
        config["effort"] = word if word in EFFORTS else "low"

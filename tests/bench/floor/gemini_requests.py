"""Gemini generateContent by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import also, camel, mark, stayed
from toolwire._runtime.pairing import told_apart
from toolwire._runtime.shared import group_rest

from . import gemini_tables as t
from .common import EMPTY, NUMBERS, Json, items_of, object_at, sealed, texts_of, unknown
from .gemini_parts import Asked, read_answer, read_text
from .gemini_tables import FORMAT, LANDING, read_schema
from .gemini_turns import read_turn, read_user
from .gemini_values import read_choice, write_choice

MODES_USUAL = {"AUTO": "auto", "NONE": "none", "ANY": "required"}


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    form: dict[str, Any] | None = None
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "", None, ("generationConfig", "toolConfig"))
    names = Asked()
    names.waiting = {}
    messages: list[Json] = []
    rest = w.copy()
    if "systemInstruction" in w and w["systemInstruction"] is not None:
        messages.append(_system(w["systemInstruction"]))
        del rest["systemInstruction"]
    after_result = False
    for m in items_of(w["contents"]):
        role = m.get("role")
        parts = m.get("parts")
        if type(parts) is not list:
            if parts is not None and (role in t.USERS + t.MODELS or "role" not in m):
                raise ValueError("parts")
        elif (
            role == "user"
            and len(m) == 2
            and len(parts) == 1
            and len(part := parts[0]) == 1
            and "text" in part
            and type(part["text"]) is str
        ):
            messages.append({"role": "user", "content": part["text"]})
            after_result = False
            continue
        if role in t.MODELS:
            x: dict[str, Any] = {"role": "assistant", "content": read_answer(parts, names)}
            if len(m) != (2 if parts else 1) or role != "model":
                left = m.copy()
                if role == "model":
                    del left["role"]
                if parts:
                    del left["parts"]
                turn_form = stayed(left, None, LANDING["assistant"])
                x["metadata"] = {FORMAT: sealed(left, turn_form)}
            messages.append(x)
            after_result = False
        elif role in t.USERS or "role" not in m:
            for part in parts or ():
                if "functionResponse" in part or "function_response" in part:
                    after_result = read_turn(m, messages, names, after_result)
                    break
            else:
                messages.append(read_user(m, parts))
                after_result = False
        else:
            messages.append(unknown(m, FORMAT))
            after_result = False
    x = {"messages": messages}
    del rest["contents"]
    if "tools" in w and w["tools"] is not None:
        tools = w["tools"]
        if type(tools) is dict:
            x["tools"] = _tools([tools])
            form = {**(form or EMPTY), "tools": {"style": "alone"}}
        else:
            x["tools"] = _tools(items_of(tools))
        del rest["tools"]
    config = object_at(w, "toolConfig")
    if config:
        if not t.SNAKE_KEYS.isdisjoint(config):
            config, form = camel(config, t.SNAKE_KEYS, "toolConfig.", form)
            rest["toolConfig"] = config
        if "functionCallingConfig" in config and config["functionCallingConfig"] is not None:
            calling = config["functionCallingConfig"]
            mode = calling.get("mode")
            if len(calling) == 1 and type(mode) is str and mode in MODES_USUAL:
                x["toolChoice"] = MODES_USUAL[mode]
            else:
                x["toolChoice"] = choice = read_choice(calling)
                if write_choice(choice) != calling:
                    form = {**(form or EMPTY), "toolChoice": {"as": calling}}
            if len(config) == 1:
                del rest["toolConfig"]
            else:
                rest["toolConfig"] = config = config.copy()
                del config["functionCallingConfig"]
    config = object_at(w, "generationConfig")
    if config:
        if not t.SNAKE_KEYS.isdisjoint(config):
            config, form = camel(config, t.SNAKE_KEYS, "generationConfig.", form)
        left = config.copy()
        if "maxOutputTokens" in config and type(config["maxOutputTokens"]) is int:
            x["maxTokens"] = config["maxOutputTokens"]
            del left["maxOutputTokens"]
        if "temperature" in config and type(config["temperature"]) in NUMBERS:
            x["temperature"] = config["temperature"]
            del left["temperature"]
        if "topP" in config and type(config["topP"]) in NUMBERS:
            x["topP"] = config["topP"]
            del left["topP"]
        if "topK" in left and type(left["topK"]) is int:
            x["topK"] = left.pop("topK")
        if "seed" in left and type(left["seed"]) is int:
            x["seed"] = left.pop("seed")
        if "presencePenalty" in left and type(left["presencePenalty"]) in NUMBERS:
            x["presencePenalty"] = left.pop("presencePenalty")
        if "frequencyPenalty" in left and type(left["frequencyPenalty"]) in NUMBERS:
            x["frequencyPenalty"] = left.pop("frequencyPenalty")
        if "thinkingConfig" in left:
            form = _thinking(left, x, form)
        if "stopSequences" in config and config["stopSequences"] is not None:
            x["stopSequences"] = texts_of(config["stopSequences"])
            del left["stopSequences"]
        if "responseJsonSchema" in config or "responseSchema" in config:
            form = _response_schema(config, left, x, form)
        if left.get("responseMimeType") == "application/json" and "responseSchema" not in x:
            x["jsonOutput"] = True
            del left["responseMimeType"]
        if left:
            rest["generationConfig"] = left
        else:
            del rest["generationConfig"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if names:
        told_apart(messages, FORMAT, True)
    return x


def _response_schema(
    config: dict[str, Any], rest: dict[str, Any], x: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Take the schema a reply has to fit out of ``rest``; the form with how it was spelled."""
    form = dict(form or EMPTY)
    plain, typed = config.get("responseJsonSchema"), config.get("responseSchema")
    place = "generationConfig.responseSchema"
    if type(plain) is dict:
        x["responseSchema"] = {"schema": plain}
        del rest["responseJsonSchema"]
        if "responseSchema" in config:
            form = also(form, "schema", plain, place, rest) or form
    elif type(typed) is dict:
        schema, exact = read_schema(typed)
        x["responseSchema"] = {"schema": schema}
        form["schema"] = {"at": place} if exact else {"at": place, "as": typed}
        del rest["responseSchema"]
        if "responseJsonSchema" in config:
            form = also(form, "schema", typed, "generationConfig.responseJsonSchema", rest) or form
    if "responseSchema" in x:
        if "responseMimeType" not in config:
            form["absent"] = ["generationConfig.responseMimeType"]
        elif config["responseMimeType"] == "application/json":
            del rest["responseMimeType"]
    return form or None


def _system(w: dict[str, Any]) -> dict[str, Any]:
    parts = w.get("parts")
    x: dict[str, Any] = {"role": "system", "content": []}
    if parts is not None and items_of(parts):
        if len(parts) == 1 and len(parts[0]) == 1 and type(parts[0].get("text")) is str:
            x["content"] = parts[0]["text"]
        else:
            x["content"] = [
                read_text(part)
                if "text" in part
                else unknown(part, FORMAT)
                for part in parts
            ]
        if len(w) == 1:
            return x
    if w:
        rest = w.copy()
        if parts:
            del rest["parts"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, None, LANDING["system"]))}
    return x


def _tools(items: list[Any]) -> list[Any]:
    tools: list[Any] = []
    for w in items:
        item, spelled = w, None
        if not t.SNAKE_KEYS.isdisjoint(w):
            item, spelled = camel(w, t.SNAKE_KEYS, "", None)
        declared = item.get("functionDeclarations")
        if type(declared) is not list or not declared:
            tools.append(unknown(w, FORMAT))
            continue
        start = len(tools)
        apart = bool(tools) and "name" in tools[-1]
        for d in declared:
            tools.append(_declaration(d))
        if apart:
            mark(tools[start], FORMAT, "turn", "apart")
        if len(item) != 1 or spelled is not None:
            rest = group_rest(item, ["functionDeclarations"], spelled)
            mark(tools[start], FORMAT, "group", rest)
    return tools


def _declaration(w: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "", None)
    x: dict[str, Any] = {"name": w["name"]}
    if type(w["name"]) is not str:
        raise ValueError("name")
    left = len(w) - 1
    if "description" in w and type(w["description"]) is str:
        x["description"] = w["description"]
        left -= 1
    key = other = ""
    if "parametersJsonSchema" in w and type(w["parametersJsonSchema"]) is dict:
        key, other = "parametersJsonSchema", "parameters"
        x["parameters"] = w[key]
        left -= 1
    elif "parameters" in w and type(w["parameters"]) is dict:
        key, other = "parameters", "parametersJsonSchema"
        x["parameters"], exact = read_schema(w["parameters"])
        entry: dict[str, Any] = {"at": "parameters"}
        if not exact:
            entry["as"] = w["parameters"]
        form = {**(form or EMPTY), "parameters": entry}
        left -= 1
    rest: dict[str, Any] = {}
    if left:
        rest = w.copy()
        del rest["name"]
        if "description" in x:
            del rest["description"]
        if key:
            del rest[key]
            if other in rest:
                form = also(form, "parameters", w[key], other, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _thinking(
    left: dict[str, Any], x: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Take how much the model is to think out of its settings; the form with how it was spelled."""
    config = object_at(left, "thinkingConfig")
    if not config:
        return form
    if not t.SNAKE_KEYS.isdisjoint(config):
        config, form = camel(config, t.SNAKE_KEYS, "generationConfig.thinkingConfig.", form)
    thinking = config.copy()
    level = thinking.get("thinkingLevel")
    if type(level) is str and level in t.EFFORT_READ:
        x["reasoningEffort"] = t.EFFORT_READ[level]
        if level not in t.EFFORT:
            form = {**(form or EMPTY), "reasoningEffort": {"as": level}}
        del thinking["thinkingLevel"]
    if thinking:
        left["thinkingConfig"] = thinking
    else:
        del left["thinkingConfig"]
    return form

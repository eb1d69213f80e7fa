"""Gemini generateContent by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import lay_also, lay_groups, merged, with_rest
from toolwire._runtime.pairing import paired
from toolwire._runtime.shared import lay_shared, listed

from .common import NUMBERS, STRING, Json, effort, flag, lay, refused, same, texts, wants_json
from .gemini_tables import EFFORT_BACK, EFFORT_READ, FORMAT, LANDING, read_schema, write_schema
from .gemini_values import read_choice, write_choice, write_data
from .gemini_writing import write_answer, write_result, write_system, write_user

GIVEN = frozenset({"generationConfig.responseMimeType"})


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    x = paired(x, FORMAT, True)
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    units = x["messages"]
    if type(units) is not list:
        raise expected("a list", x, "messages")
    if "model" in x:
        texts(x, "model")
    if "parallelToolCalls" in x:
        flag(x, "parallelToolCalls")
    lifted: list[Json] = []
    w: dict[str, Any] = {"contents": _contents(units, lifted)}
    if lifted:
        lead = lifted[0] if len(lifted) == 1 else merged(lifted, FORMAT, LANDING["system"])
        w["systemInstruction"] = write_system(lead)
    if "tools" in x and (given := x["tools"]) is not None:
        if type(given) is not list:
            raise expected("a list", x, "tools")
        tools = _tools_back(given)
        if tools or not given:
            alone = form is not None and "tools" in form and len(tools) == 1
            w["tools"] = tools[0] if alone else tools
    if "toolChoice" in x and (choice := x["toolChoice"]) is not None:
        if type(choice) is not str and type(choice) is not dict:
            raise expected("a mode or an object", x, "toolChoice")
        raw = write_choice(choice)
        if form is not None and "toolChoice" in form:
            spelled = form["toolChoice"]["as"]
            if read_choice(spelled) == choice:
                raw = spelled
            else:
                raw = with_rest(raw, spelled, ["allowedFunctionNames", "mode"])
        if raw is not None:
            w["toolConfig"] = {"functionCallingConfig": raw}
    config: dict[str, Any] = {}
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        config["maxOutputTokens"] = limit
    if "temperature" in x and (number := x["temperature"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "temperature")
        config["temperature"] = number
    if "topP" in x and (number := x["topP"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "topP")
        config["topP"] = number
    if "stopSequences" in x and (stop := x["stopSequences"]) is not None:
        if type(stop) is not list or not STRING.issuperset(map(type, stop)):
            raise expected("a list of strings", x, "stopSequences")
        config["stopSequences"] = stop
    entry = None
    if "responseSchema" in x and (shape := x["responseSchema"]) is not None:
        config["responseMimeType"] = "application/json"
        schema = shape["schema"]
        if type(schema) is not dict:
            raise expected("an object", shape, "schema")
        entry = None if form is None else form.get("schema")
        if entry is not None and "at" in entry:
            config["responseSchema"] = _schema_back(schema, entry)
        else:
            config["responseJsonSchema"] = schema
    if "jsonOutput" in x and wants_json(x):
        config["responseMimeType"] = "application/json"
    _more_back(x, config, form)
    if config:
        w["generationConfig"] = config
    if entry is not None and "also" in entry:
        lay_also(w, entry, "generationConfig.responseJsonSchema")
    if own is not None:
        lay(w, own, GIVEN)
    return w


def _contents(units: list[Any], lifted: list[Json]) -> list[Json]:
    """What was said in turn; system messages go to ``lifted``."""
    contents: list[Json] = []
    hidden: set[str] = set()
    # The wire content that a function response joins.
    group: dict[str, Any] | None = None
    open_ = False
    # Wire contents that held more than their units.
    groups: list[Any] = []
    for m in units:
        role = m.get("role")
        if role == "assistant":
            contents.append(write_answer(m, hidden))
            group, open_ = None, False
            continue
        if role == "system":
            lifted.append(m)
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
                and result["kind"] == "data"
                and not hidden
                and type(call_id := result["toolCallId"]) is str
                and type(name := result["name"]) is str
                and name
            ):
                value = result["value"]
                if type(value) is not dict or "output" in value or "error" in value:
                    value = write_data(value, None)
                part = {"functionResponse": {"id": call_id, "name": name, "response": value}}
            else:
                part = write_result(result, hidden)
            if group is not None and ((open_ and turn is None) or turn == "joined"):
                if type(parts := group.get("parts")) is not list:
                    parts = listed(group, "parts", {})
                parts.append(part)
            else:
                group = {"role": "user", "parts": [part]}
                contents.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = True
        elif role == "user":
            if len(m) == 2 and type(content := m["content"]) is str:
                w: dict[str, Any] = {"role": "user", "parts": [{"text": content}]}
            else:
                w = write_user(m)
            if group is not None and turn == "joined" and len(w) == 2:
                listed(group, "parts", {}).extend(listed(w, "parts", {}))
            else:
                group = w
                contents.append(group)
                if unit_form is not None and "group" in unit_form:
                    groups.append((group, unit_form))
            open_ = False
        elif m.get("kind") == "opaque" and m["format"] == FORMAT:
            contents.append(m["value"])
            group, open_ = None, False
    if groups:
        lay_shared(groups)
    return contents


def _schema_back(schema: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """A schema with this wire's type names; as it was, unless it was changed."""
    spelled: dict[str, Any] | None = entry.get("as")
    if spelled is not None and same(read_schema(spelled)[0], schema):
        return spelled
    return write_schema(schema)


def _tools_back(units: list[Any]) -> list[Any]:
    tools: list[Any] = []
    group: list[Any] | None = None
    groups: list[Any] = []
    for unit in units:
        if "name" not in unit:
            if unit.get("format") == FORMAT:
                tools.append(unit["value"])
                group = None
            continue
        own = form = None
        if "metadata" in unit and (metadata := unit["metadata"]):
            own = metadata.get(FORMAT)
            if own is not None:
                form = own.get("$")
        w = _declaration_back(unit, own, form)
        if group is not None and (form is None or form.get("turn") in (None, "joined")):
            group.append(w)
            continue
        group = [w]
        tool: dict[str, Any] = {"functionDeclarations": group}
        if form is not None and "group" in form:
            groups.append((tool, form))
        tools.append(tool)
    if groups:
        lay_groups(groups)
    return tools


def _declaration_back(unit: dict[str, Any], own: Json, form: Json) -> dict[str, Any]:
    if type(unit["name"]) is not str:
        raise expected("a string", unit, "name")
    w: dict[str, Any] = {"name": unit["name"]}
    if "strict" in unit:
        flag(unit, "strict")
    if "description" in unit and (text := unit["description"]) is not None:
        if type(text) is not str:
            raise expected("a string", unit, "description")
        w["description"] = text
    if "parameters" in unit and (schema := unit["parameters"]) is not None:
        if type(schema) is not dict:
            raise expected("an object", unit, "parameters")
        entry = None if form is None else form.get("parameters")
        if entry is None:
            w["parametersJsonSchema"] = schema
        else:
            if "at" in entry:
                w["parameters"] = _schema_back(schema, entry)
            else:
                w["parametersJsonSchema"] = schema
            if "also" in entry:
                lay_also(w, entry, "parametersJsonSchema")
    if own is not None:
        lay(w, own)
    return w


def _more_back(
    x: dict[str, Any], config: dict[str, Any], form: dict[str, Any] | None
) -> None:
    """Write the settings that few requests have."""
    if "topK" in x and (count := x["topK"]) is not None:
        if type(count) is not int:
            raise expected("an integer", x, "topK")
        config["topK"] = count
    if "seed" in x and (seed := x["seed"]) is not None:
        if type(seed) is not int:
            raise expected("an integer", x, "seed")
        config["seed"] = seed
    if "presencePenalty" in x and (penalty := x["presencePenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "presencePenalty")
        config["presencePenalty"] = penalty
    if "frequencyPenalty" in x and (penalty := x["frequencyPenalty"]) is not None:
        if type(penalty) not in NUMBERS:
            raise expected("a number", x, "frequencyPenalty")
        config["frequencyPenalty"] = penalty
    refused(x, "stream", bool, "true or false")
    refused(x, "user", str, "a string")
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        level = EFFORT_BACK[word]
        if form is not None and "reasoningEffort" in form:
            spelled = form["reasoningEffort"]["as"]
            level = spelled if EFFORT_READ.get(spelled) == word else level
        config["thinkingConfig"] = {"thinkingLevel": level}

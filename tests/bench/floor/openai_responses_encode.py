"""OpenAI Responses by hand: writing requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.call_kinds import with_kinds
from toolwire._runtime.errors import expected
from toolwire._runtime.in_place import string_or_list
from toolwire._runtime.overlay import landed, lifted_leading, merged, with_rest
from toolwire._runtime.pairing import paired
from toolwire._runtime.values import one_text

from .common import NOTHING, NUMBERS, STRING, Json, effort, lay, refused, wants_json
from .openai_responses_tables import FORMAT, LANDING_ANSWER, MODES, USUAL_REQUEST
from .openai_responses_tools import read_named, write_named, write_schema, write_tools
from .openai_responses_writing import (
    write_call,
    write_message,
    write_reasoning,
    write_result,
    write_said,
)


def encode_request(x: dict[str, Any]) -> dict[str, Any]:
    """Write a request body."""
    if _has_custom_calls(x["messages"]):
        x = with_kinds(x, FORMAT, ["input"])
    x = paired(x, FORMAT, False)
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    lifted, units = lifted_leading(x["messages"], "role", "system", FORMAT)
    items: Json = _items(units)
    if form is not None and "messages" in form:
        items = string_or_list(items, "content", {"role": "user"})
    w: dict[str, Any] = {"input": items}
    if "model" in x and (model := x["model"]) is not None:
        if type(model) is not str:
            raise expected("a string", x, "model")
        w["model"] = model
    elif not excused(own, "model"):
        raise expected("a value: this wire demands one", x, "model")
    if lifted:
        only = lifted[0] if len(lifted) == 1 else merged(lifted, FORMAT, {})
        w["instructions"] = one_text(only["content"], "\n\n")
    if "tools" in x and (tools := x["tools"]) is not None:
        if type(tools) is not list:
            raise expected("a list", x, "tools")
        written = write_tools(tools)
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
                raw = with_rest(raw, spelled, ["mode", "name", "tools", "type"])
        if raw is not None:
            w["tool_choice"] = raw
    _settings_back(x, w)
    _more_back(x, w)
    if own is not None:
        lay(w, own, NOTHING, USUAL_REQUEST)
    return w


def _settings_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    if "parallelToolCalls" in x and (parallel := x["parallelToolCalls"]) is not None:
        if type(parallel) is not bool:
            raise expected("true or false", x, "parallelToolCalls")
        w["parallel_tool_calls"] = parallel
    if "maxTokens" in x and (limit := x["maxTokens"]) is not None:
        if type(limit) is not int:
            raise expected("an integer", x, "maxTokens")
        w["max_output_tokens"] = limit
    if "temperature" in x and (number := x["temperature"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "temperature")
        w["temperature"] = number
    if "topP" in x and (number := x["topP"]) is not None:
        if type(number) not in NUMBERS:
            raise expected("a number", x, "topP")
        w["top_p"] = number
    # The wire has no such thing as these.
    stop = x.get("stopSequences")
    if stop is not None and (type(stop) is not list or not STRING.issuperset(map(type, stop))):
        raise expected("a list of strings", x, "stopSequences")
    if "responseSchema" in x and (schema := x["responseSchema"]) is not None:
        w["text"] = {"format": write_schema(schema)}
    if "jsonOutput" in x and wants_json(x):
        w["text"] = {"format": {"type": "json_object"}}


def _has_custom_calls(messages: list[Json]) -> bool:
    """Whether there are calls with free text, whose results have a type of their own."""
    for m in messages:
        if m.get("role") == "assistant":
            for block in m["content"]:
                if "toolCall" in block and block["toolCall"].get("input") is not None:
                    return True
    return False


def _items(messages: list[Json]) -> list[Json]:
    """The items of a conversation; what the model said at once is several of them."""
    items: list[Json] = []
    for m in messages:
        role = m.get("role")
        if role == "tool":
            items.append(write_result(m["toolResult"]))
        elif role == "assistant":
            if "metadata" in m:
                m = landed(m, FORMAT, LANDING_ANSWER)
            items += _turn_items(m["content"])
        elif role == "user" or role == "system":
            if len(m) == 2 and type(content := m["content"]) is str:
                items.append({"role": role, "content": content})
            else:
                items.append(write_message(m, role))
        elif m.get("kind") == "opaque" and m["format"] == FORMAT:
            items.append(m["value"])
    return items


def _turn_items(blocks: list[Any]) -> list[Json]:
    if type(blocks) is not list:
        raise expected("a list", blocks, None)
    items: list[Json] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            items.append(write_said(block))
        elif kind == "toolCall":
            items.append(write_call(block["toolCall"]))
        elif kind == "reasoning":
            item = write_reasoning(block)
            if item is not None:
                items.append(item)
        elif kind == "opaque" and block["format"] == FORMAT:
            items.append(block["value"])
    return items


def _more_back(x: dict[str, Any], w: dict[str, Any]) -> None:
    """Write the settings that few requests have."""
    refused(x, "topK", int, "an integer")
    refused(x, "seed", int, "an integer")
    refused(x, "presencePenalty", NUMBERS, "a number")
    refused(x, "frequencyPenalty", NUMBERS, "a number")
    if "stream" in x and (stream := x["stream"]) is not None:
        if type(stream) is not bool:
            raise expected("true or false", x, "stream")
        w["stream"] = stream
    if "user" in x and (user := x["user"]) is not None:
        if type(user) is not str:
            raise expected("a string", x, "user")
        w["user"] = user
    if "reasoningEffort" in x and (word := effort(x)) is not None:
        w["reasoning"] = {"effort": word}

"""Bedrock Converse by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.calls import Calls
from toolwire._runtime.jsontext import object_from
from toolwire._runtime.overlay import mark
from toolwire._runtime.pairing import told_apart

from .bedrock_converse_blocks import (
    ALL_MEDIA,
    NO_MEDIA,
    SYSTEM_MEDIA,
    read_answer,
    read_content,
    read_result,
)
from .bedrock_converse_choice import read_choice, write_choice
from .bedrock_converse_tables import EFFORTS, FORMAT, USUAL_REQUEST
from .common import (
    NUMBERS,
    Json,
    complete,
    dumps,
    items_of,
    object_at,
    sealed,
    text_at,
    texts_of,
    unknown,
)


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    form: dict[str, Any] | None = None
    if w.get("messages") is None:
        w, form = complete(w, form, USUAL_REQUEST)
    rest = w.copy()
    calls = Calls()
    messages = _messages(items_of(rest.pop("messages")), calls)
    if w.get("system") is not None:
        content = read_content(rest.pop("system"), SYSTEM_MEDIA)
        messages.insert(0, {"role": "system", "content": content})
    x: dict[str, Any] = {"messages": messages}
    if object_at(w, "toolConfig"):
        form = _tools(x, rest, form)
    if object_at(w, "inferenceConfig"):
        _settings(x, rest)
    if object_at(w, "outputConfig"):
        _output(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls:
        told_apart(messages, FORMAT, False)
    return x


def _messages(items: list[Any], calls: Calls) -> list[Any]:
    messages: list[Any] = []
    after_result = False
    for m in items:
        role = m.get("role")
        if role == "assistant":
            messages.append(read_answer(m, calls))
        elif role == "user":
            content = items_of(m["content"])
            for block in content:
                if "toolResult" in block:
                    after_result = _turn(m, content, messages, calls, after_result)
                    break
            else:
                x = _message(m, "user", content)
                if after_result:
                    mark(x, FORMAT, "turn", "apart")
                messages.append(x)
                after_result = False
            continue
        elif role == "system":
            x = _message(m, "system", m["content"])
            if all(other.get("role") == "system" for other in messages):
                mark(x, FORMAT, "lift", "kept")
            messages.append(x)
        else:
            messages.append(unknown(m, FORMAT))
        after_result = False
    return messages


def _message(m: dict[str, Any], role: str, content: Json) -> dict[str, Any]:
    """A user's or a system's message."""
    media = ALL_MEDIA if role == "user" else NO_MEDIA
    x: dict[str, Any] = {"role": role, "content": read_content(content, media)}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _turn(
    m: dict[str, Any],
    content: list[Any],
    messages: list[Json],
    calls: Calls,
    after_result: bool,
) -> bool:
    """The messages that share a user turn with tool results; whether a result came last."""
    start = len(messages)
    run: list[Any] = []
    for block in content:
        if "toolResult" not in block:
            run.append(block)
            continue
        if run:
            _add(_run(run), messages, start, after_result)
            run = []
            after_result = False
        x = {"role": "tool", "toolResult": read_result(block, calls)}
        _add(x, messages, start, after_result)
        after_result = True
    if run:
        _add(_run(run), messages, start, after_result)
        after_result = False
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        mark(messages[start], FORMAT, "group", {"rest": rest, "absent": []})
    return after_result


def _run(blocks: list[Any]) -> dict[str, Any]:
    """The blocks between results, as one user message."""
    return {"role": "user", "content": read_content(blocks, ALL_MEDIA)}


def _add(x: dict[str, Any], messages: list[Json], start: int, after_result: bool) -> None:
    """Append a message of a shared turn; its form says what its place alone does not."""
    if start == len(messages):
        if after_result:
            mark(x, FORMAT, "turn", "apart")
    elif not after_result:
        mark(x, FORMAT, "turn", "joined")
    messages.append(x)


def _tools(
    x: dict[str, Any], rest: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Take tools and the choice among them out of ``rest``; the form with the choice's spelling."""
    left = rest["toolConfig"].copy()
    if left.get("tools") is not None:
        x["tools"] = [
            _tool(tool) if "toolSpec" in tool else unknown(tool, FORMAT)
            for tool in items_of(left.pop("tools"))
        ]
        choice = left.get("toolChoice")
        if choice is not None:
            if type(choice) is not dict:
                raise ValueError("toolChoice")
            x["toolChoice"] = read = read_choice(left.pop("toolChoice"))
            if write_choice(read) != choice:
                form = {**(form or {}), "toolChoice": {"as": choice}}
    if left:
        rest["toolConfig"] = left
    else:
        del rest["toolConfig"]
    return form


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    left = w["toolSpec"].copy()
    name, schema = left.pop("name"), left["inputSchema"]
    if type(name) is not str or type(schema) is not dict or type(schema["json"]) is not dict:
        raise ValueError("toolSpec")
    x: dict[str, Any] = {"name": name, "parameters": schema["json"]}
    if type(left.get("description")) is str:
        x["description"] = left.pop("description")
    if type(left.get("strict")) is bool:
        x["strict"] = left.pop("strict")
    if len(schema) == 1:
        del left["inputSchema"]
    else:
        left["inputSchema"] = {key: item for key, item in schema.items() if key != "json"}
    if left or len(w) != 1:
        rest = w.copy()
        if left:
            rest["toolSpec"] = left
        else:
            del rest["toolSpec"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _settings(x: dict[str, Any], rest: dict[str, Any]) -> None:
    left = rest["inferenceConfig"].copy()
    if type(left.get("maxTokens")) is int:
        x["maxTokens"] = left.pop("maxTokens")
    if type(left.get("temperature")) in NUMBERS:
        x["temperature"] = left.pop("temperature")
    if type(left.get("topP")) in NUMBERS:
        x["topP"] = left.pop("topP")
    if left.get("stopSequences") is not None:
        x["stopSequences"] = texts_of(left.pop("stopSequences"))
    if left:
        rest["inferenceConfig"] = left
    else:
        del rest["inferenceConfig"]


def _output(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the schema a reply has to fit out of ``rest``."""
    left = rest["outputConfig"].copy()
    shape = left.get("textFormat")
    if type(shape) is dict and shape.get("type") == "json_schema":
        schema = _schema(shape)
        if schema is not None:
            x["responseSchema"] = schema
            del left["textFormat"]
    word = left.get("effort")
    if type(word) is str and word in EFFORTS:
        x["reasoningEffort"] = left.pop("effort")
    if left:
        rest["outputConfig"] = left
    else:
        del rest["outputConfig"]


def _schema(w: dict[str, Any]) -> dict[str, Any] | None:
    structure = w["structure"]
    if type(structure) is not dict or type(structure["jsonSchema"]) is not dict:
        raise ValueError("structure")
    left = structure["jsonSchema"].copy()
    text = left.pop("schema")
    schema = object_from(text) if type(text) is str else None
    if schema is None:
        return None
    form = None if dumps(schema) == text else {"schema": {"as": text}}
    x: dict[str, Any] = {"schema": schema}
    for key in ("name", "description"):
        if type(left.get(key)) is str:
            x[key] = text_at(left, key)
            del left[key]
    rest = w.copy()
    del rest["type"], rest["structure"]
    if left or len(structure) != 1:
        rest["structure"] = structure = structure.copy()
        if left:
            structure["jsonSchema"] = left
        else:
            del structure["jsonSchema"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x

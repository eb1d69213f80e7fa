"""Anthropic Messages by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import also, mark, stayed
from toolwire._runtime.pairing import told_apart

from .anthropic_messages_blocks import (
    is_plain,
    read_assistant,
    read_blocks,
    read_message,
    read_texts,
)
from .anthropic_messages_choice import read_choice, write_choice
from .anthropic_messages_tables import EFFORTS, FORMAT, LANDING
from .common import EMPTY, NUMBERS, Json, items_of, object_at, sealed, text_at, texts_of, unknown


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    names = Calls()
    messages: list[Json] = []
    after_result = False
    for m in items_of(w["messages"]):
        role = m.get("role")
        if role == "assistant":
            messages.append(read_assistant(m, names))
            after_result = False
            continue
        if role == "user":
            content = m["content"]
            if type(content) is str:
                x: dict[str, Any] = {"role": "user", "content": content}
                if len(m) != 2:
                    rest = m.copy()
                    del rest["role"], rest["content"]
                    x["metadata"] = {FORMAT: sealed(rest, stayed(rest, None, LANDING["user"]))}
            elif len(content) == 1 and len(m) == 2 and is_plain(content[0]):
                x = {
                    "role": "user",
                    "content": content[0]["text"],
                    "metadata": {FORMAT: {"$": {"content": {"style": "list"}}}},
                }
            else:
                for block in content:
                    if block.get("type") == "tool_result":
                        break
                else:
                    x = read_message(m, "user")
                    if after_result:
                        mark(x, FORMAT, "turn", "apart")
                        after_result = False
                    messages.append(x)
                    continue
                after_result = _turn(m, content, messages, names, after_result)
                continue
            if after_result:
                mark(x, FORMAT, "turn", "apart")
                after_result = False
            messages.append(x)
            continue
        after_result = False
        if role == "system":
            x = read_message(m, "system")
            if all(other.get("role") == "system" for other in messages):
                mark(x, FORMAT, "lift", "kept")
            messages.append(x)
        else:
            messages.append(unknown(m, FORMAT))
    rest = w.copy()
    del rest["messages"], rest["max_tokens"]
    form: dict[str, Any] | None = None
    if "system" in w:
        content = w["system"]
        if type(content) is str:
            messages.insert(0, {"role": "system", "content": content})
            del rest["system"]
        elif content is not None:
            content, lone = read_texts(items_of(content))
            x = {"role": "system", "content": content}
            if lone:
                x["metadata"] = {FORMAT: {"$": {"content": {"style": "list"}}}}
            messages.insert(0, x)
            del rest["system"]
    if type(w["max_tokens"]) is not int:
        raise ValueError("max_tokens")
    x = {"messages": messages, "maxTokens": w["max_tokens"]}
    if "model" not in w:
        form = {"absent": ["model"]}
    elif type(w["model"]) is str:
        x["model"] = w["model"]
        del rest["model"]
    if "tools" in w and w["tools"] is not None:
        x["tools"] = tools = []
        for tool in items_of(w["tools"]):
            if "input_schema" not in tool and tool.get("type") != "custom":
                tools.append(unknown(tool, FORMAT))
                continue
            schema = tool["input_schema"]
            if type(schema) is not dict:
                raise ValueError("input_schema")
            y: dict[str, Any] = {"name": text_at(tool, "name"), "parameters": schema}
            left = len(tool) - 2
            if "description" in tool and type(tool["description"]) is str:
                y["description"] = tool["description"]
                left -= 1
            if "strict" in tool and type(tool["strict"]) is bool:
                y["strict"] = tool["strict"]
                left -= 1
            if left:
                extra = tool.copy()
                del extra["name"], extra["input_schema"]
                if "description" in y:
                    del extra["description"]
                if "strict" in y:
                    del extra["strict"]
                y["metadata"] = {FORMAT: sealed(extra, None)}
            tools.append(y)
        del rest["tools"]
    if "tool_choice" in w and w["tool_choice"] is not None:
        choice = w["tool_choice"]
        if type(choice.get("disable_parallel_tool_use")) is bool:
            x["parallelToolCalls"] = not choice["disable_parallel_tool_use"]
            choice = choice.copy()
            del choice["disable_parallel_tool_use"]
        x["toolChoice"] = decoded = read_choice(choice)
        if len(choice) != 1 and write_choice(decoded) != choice:
            form = {**(form or EMPTY), "toolChoice": {"as": choice}}
        del rest["tool_choice"]
    if "temperature" in w and type(w["temperature"]) in NUMBERS:
        x["temperature"] = w["temperature"]
        del rest["temperature"]
    if "top_p" in w and type(w["top_p"]) in NUMBERS:
        x["topP"] = w["top_p"]
        del rest["top_p"]
    if "stop_sequences" in w and w["stop_sequences"] is not None:
        x["stopSequences"] = texts_of(w["stop_sequences"])
        del rest["stop_sequences"]
    if "output_config" in w or "output_format" in w:
        form = _output(w, rest, x, form)
    _more(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if names:
        told_apart(messages, FORMAT, False)
    return x


def _output(
    w: dict[str, Any], rest: dict[str, Any], x: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Take the schema a reply has to fit out of ``rest``; the form with how it was spelled."""
    config = object_at(w, "output_config")
    other: Json = w.get("output_format")
    left = config.copy()
    shape: Json = config.get("format")
    if _is_schema(shape):
        x["responseSchema"] = _schema(shape)
        del left["format"]
        if "output_format" in w:
            form = also(form, "responseSchema", shape, "output_format", rest)
    elif _is_schema(other):
        x["responseSchema"] = _schema(other)
        form = {**(form or EMPTY), "responseSchema": {"at": "output_format"}}
        del rest["output_format"]
        if "format" in config:
            form = also(form, "responseSchema", other, "output_config.format", left)
    word = left.get("effort")
    if type(word) is str and word in EFFORTS:
        x["reasoningEffort"] = left.pop("effort")
    if left:
        rest["output_config"] = left
    elif config:
        del rest["output_config"]
    return form


def _turn(
    m: dict[str, Any],
    content: list[Any],
    messages: list[Json],
    names: Calls,
    after_result: bool,
) -> bool:
    """The messages that share a user turn with tool results; whether a result came last."""
    start = len(messages)
    run: list[Any] = []
    for block in content:
        if block.get("type") != "tool_result":
            run.append(block)
            continue
        if run:
            x = _run(run)
            _place(x, start == len(messages), after_result)
            messages.append(x)
            run = []
            after_result = False
        x = {"role": "tool", "toolResult": _result(block, names)}
        if (start == len(messages)) is after_result:
            _place(x, start == len(messages), after_result)
        messages.append(x)
        after_result = True
    if run:
        x = _run(run)
        _place(x, False, after_result)
        messages.append(x)
        after_result = False
    if len(m) != 2:
        rest = m.copy()
        del rest["content"], rest["role"]
        mark(messages[start], FORMAT, "group", {"rest": rest, "absent": []})
    return after_result


def _place(x: dict[str, Any], first: bool, after_result: bool) -> None:
    if first:
        if after_result:
            mark(x, FORMAT, "turn", "apart")
    elif not after_result:
        mark(x, FORMAT, "turn", "joined")


def _run(blocks: list[Any]) -> dict[str, Any]:
    """The blocks between results as one user message; a lone plain text is its string."""
    if len(blocks) == 1:
        only = blocks[0]
        if len(only) == 2 and only.get("type") == "text" and type(only.get("text")) is str:
            return {"role": "user", "content": only["text"]}
    return {"role": "user", "content": read_blocks(blocks)}


def _result(w: dict[str, Any], names: Calls) -> dict[str, Any]:
    call_id = w["tool_use_id"]
    if type(call_id) is not str:
        raise ValueError("tool_use_id")
    size = len(w)
    kind = "text"
    used = 2
    form = None
    value = w.get("content")
    if "is_error" in w and w["is_error"] is True:
        kind = "error"
        used = 3
    if type(value) is list:
        if len(value) == 1 and is_plain(value[0]):
            value = value[0]["text"]
            form = {"value": {"style": "list"}} if value else None
        else:
            kind = "failed" if kind == "error" else "multimodal"
            value = read_blocks(value)
            used += 1
    elif value is not None and type(value) is not str:
        raise ValueError("content")
    if kind == "multimodal" or kind == "failed":
        x = {
            "toolCallId": call_id,
            "name": names.get(call_id, ""),
            "kind": "multimodal",
            "value": value,
        }
        if kind == "failed":
            x["isError"] = True
    else:
        if value:
            used += 1
        x = {
            "toolCallId": call_id,
            "name": names.get(call_id, ""),
            "kind": kind,
            "value": value or "",
        }
    if size == used:
        if form is not None:
            x["metadata"] = {FORMAT: {"$": form}}
    else:
        rest = w.copy()
        del rest["type"], rest["tool_use_id"]
        if kind == "error" or kind == "failed":
            del rest["is_error"]
        if value or x["kind"] == "multimodal":
            del rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _is_schema(w: Json) -> bool:
    return type(w) is dict and w.get("type") == "json_schema"


def _schema(w: dict[str, Any]) -> dict[str, Any]:
    if type(w["schema"]) is not dict:
        raise ValueError("schema")
    x = {"schema": w["schema"]}
    if len(w) != 2:
        rest = w.copy()
        del rest["type"], rest["schema"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "top_k" in rest and type(rest["top_k"]) is int:
        x["topK"] = rest.pop("top_k")
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")
    if "metadata" in rest:
        left = object_at(rest, "metadata").copy()
        if type(left.get("user_id")) is str:
            x["user"] = left.pop("user_id")
            if left:
                rest["metadata"] = left
            else:
                del rest["metadata"]

"""OpenAI Responses by hand: reading requests."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, filled_in
from toolwire._runtime.call_kinds import settle_kinds
from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import gathered, mark
from toolwire._runtime.pairing import told_apart

from .common import EFFORTS, NUMBERS, Json, items_of, object_at, sealed, unknown
from .openai_responses_items import (
    read_call,
    read_custom_call,
    read_custom_result,
    read_message,
    read_reasoning,
    read_result,
    read_said,
)
from .openai_responses_tables import FORMAT, MODES, SERVER_ITEMS
from .openai_responses_tools import read_named, read_schema, read_tools


def decode_request(w: dict[str, Any]) -> dict[str, Any]:
    """Read a request body."""
    form: dict[str, Any] | None = None
    if w.get("input") is None:
        form, w = filled_in(form, w, "input", [])
    rest = w.copy()
    items = rest.pop("input")
    if type(items) is str:
        items = [{"role": "user", "content": items}]
        form = {"messages": {"style": "string"}}
    calls = Calls()
    messages = _messages(items_of(items), calls)
    instructions = w.get("instructions")
    if type(instructions) is str:
        messages.insert(0, {"role": "system", "content": instructions})
        del rest["instructions"]
    elif instructions is not None:
        raise ValueError("instructions")
    x: dict[str, Any] = {"messages": messages}
    if "model" not in w:
        form = absent(form, "model")
    elif type(w["model"]) is str:
        x["model"] = w["model"]
        del rest["model"]
    if "tools" in w and w["tools"] is not None:
        x["tools"] = read_tools(items_of(w["tools"]))
        del rest["tools"]
    if "tool_choice" in w and (choice := w["tool_choice"]) is not None:
        if choice in MODES:
            x["toolChoice"] = choice
        else:
            x["toolChoice"], usual = read_named(choice, x)
            if not usual:
                form = {**(form or {}), "toolChoice": {"as": choice}}
        del rest["tool_choice"]
    _settings(w, rest, x)
    _more(x, rest)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls:
        told_apart(messages, FORMAT, False)
    if calls.special:
        settle_kinds(messages, FORMAT, ["input"])
    return x


def _settings(w: dict[str, Any], rest: dict[str, Any], x: dict[str, Any]) -> None:
    """Take the settings out of ``rest``."""
    if "parallel_tool_calls" in w and type(w["parallel_tool_calls"]) is bool:
        x["parallelToolCalls"] = w["parallel_tool_calls"]
        del rest["parallel_tool_calls"]
    if "max_output_tokens" in w and type(w["max_output_tokens"]) is int:
        x["maxTokens"] = w["max_output_tokens"]
        del rest["max_output_tokens"]
    if "temperature" in w and type(w["temperature"]) in NUMBERS:
        x["temperature"] = w["temperature"]
        del rest["temperature"]
    if "top_p" in w and type(w["top_p"]) in NUMBERS:
        x["topP"] = w["top_p"]
        del rest["top_p"]
    if "text" in w:
        shape = object_at(w, "text").get("format")
        if type(shape) is dict and (
            shape.get("type") == "json_schema" or shape == {"type": "json_object"}
        ):
            if shape["type"] == "json_schema":
                x["responseSchema"] = read_schema(shape)
            else:
                x["jsonOutput"] = True
            left = w["text"].copy()
            del left["format"]
            if left:
                rest["text"] = left
            else:
                del rest["text"]


def _messages(items: list[Any], calls: Calls) -> list[Json]:
    """The messages of a conversation; what the model said on end becomes one of them."""
    messages: list[Json] = []
    run: list[Json] = []
    before = True
    x: dict[str, Any]
    for item in items:
        kind = item.get("type", "message")
        role = item.get("role") if kind == "message" else None
        if kind == "function_call":
            run.append(read_call(item, calls))
            continue
        if role == "assistant":
            run.append(read_said(item))
            continue
        if kind == "reasoning":
            run.append(read_reasoning(item))
            continue
        if kind == "custom_tool_call":
            run.append(read_custom_call(item, calls))
            continue
        if type(kind) is str and kind in SERVER_ITEMS:
            run.append(unknown(item, FORMAT))
            continue
        if run:
            messages += gathered(run, "content", {"role": "assistant"})
            run = []
            before = False
        if kind == "function_call_output":
            x = {"role": "tool", "toolResult": read_result(item, calls)}
        elif role == "user":
            x = read_message(item, "user")
        elif role == "system" or role == "developer":
            x = read_message(item, "system")
            if before:
                mark(x, FORMAT, "lift", "kept")
        elif kind == "custom_tool_call_output":
            x = {"role": "tool", "toolResult": read_custom_result(item, calls)}
        else:
            x = unknown(item, FORMAT)
        before = before and x.get("role") == "system"
        messages.append(x)
    if run:
        messages += gathered(run, "content", {"role": "assistant"})
    return messages


def _more(x: dict[str, Any], rest: dict[str, Any]) -> None:
    """Take the settings that few requests have out of ``rest``."""
    if "stream" in rest and type(rest["stream"]) is bool:
        x["stream"] = rest.pop("stream")
    if "user" in rest and type(rest["user"]) is str:
        x["user"] = rest.pop("user")
    if "reasoning" in rest:
        left = object_at(rest, "reasoning").copy()
        word = left.get("effort")
        if type(word) is str and word in EFFORTS:
            x["reasoningEffort"] = left.pop("effort")
            if left:
                rest["reasoning"] = left
            else:
                del rest["reasoning"]

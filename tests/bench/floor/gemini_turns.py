"""Gemini generateContent by hand: reading turns that hold function responses."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.calls import missing_id
from toolwire._runtime.overlay import camel, mark, stayed
from toolwire._runtime.shared import mark_shared
from toolwire._runtime.values import outcome_from, worded, worded_from

from . import gemini_tables as t
from .common import Json, same, sealed, unknown
from .gemini_parts import Asked, read_block, read_media
from .gemini_tables import FORMAT, LANDING
from .gemini_values import write_data


def read_user(m: dict[str, Any], parts: list[Any] | None) -> dict[str, Any]:
    content: Json = []
    left = len(m)
    if parts:
        first = parts[0]
        if len(parts) == 1 and len(first) == 1 and type(first.get("text")) is str:
            content = first["text"]
        else:
            content = [read_block(part) for part in parts]
        left -= 1
    x = {"role": "user", "content": content}
    form = None
    if "role" not in m:
        form = {"absent": ["role"]}
    elif m["role"] == "user":
        left -= 1
    if left or form is not None:
        rest = m.copy()
        if m.get("role") == "user":
            del rest["role"]
        if parts:
            del rest["parts"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING["user"]))}
    return x


def read_turn(
    m: dict[str, Any], messages: list[Json], names: Asked, after_result: bool
) -> bool:
    """The messages that share a user turn with results; whether a result came last."""
    start = len(messages)
    run: list[Any] = []
    for part in m["parts"]:
        if "functionResponse" in part:
            w = part["functionResponse"]
        elif "function_response" in part:
            w = part["function_response"]
        else:
            run.append(part)
            continue
        if run:
            x = read_user({"role": "user", "parts": run}, run)
            if start != len(messages):
                mark(x, FORMAT, "turn", "joined")
            messages.append(x)
            run = []
            after_result = False
        x = {"role": "tool", "toolResult": _result(part, w, names)}
        if start == len(messages):
            if after_result:
                mark(x, FORMAT, "turn", "apart")
        elif not after_result:
            mark(x, FORMAT, "turn", "joined")
        messages.append(x)
        after_result = True
    if run:
        x = read_user({"role": "user", "parts": run}, run)
        mark(x, FORMAT, "turn", "joined")
        messages.append(x)
        after_result = False
    if len(m) != 2 or m.get("role") != "user":
        mark_shared(messages[start], FORMAT, m, ["parts"], [{"role": "user"}])
    return after_result


def _result(part: dict[str, Any], w: dict[str, Any], names: Asked) -> dict[str, Any]:
    name, response, call_id = w["name"], w["response"], w.get("id")
    if type(name) is not str or type(response) is not dict:
        raise ValueError("functionResponse")
    kind = ""
    value: Json = response
    if "output" not in response and "error" not in response:
        kind = "data"
    elif len(response) == 1:
        if type(text := response.get("output")) is str:
            kind, value = "text", text
        elif type(text := response.get("error")) is str:
            kind, value = "error", text
    if kind and name and len(part) == 1 and "functionResponse" in part:
        # As most results come, with an id or without.
        if len(w) == 2:
            call_id = names.answered_by(name)
            return {
                "toolCallId": call_id,
                "name": name,
                "kind": kind,
                "value": value,
                "metadata": {FORMAT: {"$": {"toolCallId": {"for": call_id}}}},
            }
        if len(w) == 3 and call_id and type(call_id) is str and call_id not in names.made:
            return {"toolCallId": call_id, "name": name, "kind": kind, "value": value}
    return _odd_result(part, w, names)


def _odd_result(part: dict[str, Any], w: dict[str, Any], names: Asked) -> dict[str, Any]:
    """A result in any spelling."""
    rest, form = part.copy(), None
    if not t.SNAKE_KEYS.isdisjoint(part):
        rest, form = camel(part, t.SNAKE_KEYS, "", None, ("functionResponse",))
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "functionResponse.", form, ("response",))
    form = form or {}
    name, response, parts, call_id = w["name"], w["response"], w.get("parts"), w.get("id")
    inner = w.copy()
    del inner["name"], inner["response"]
    inner.pop("id", None)
    if not call_id or type(call_id) is not str:
        call_id = names.answered_by(name)
        form["toolCallId"] = missing_id(w, "id", call_id)
    elif call_id in names.made:
        form["toolCallId"] = {"style": "present"}
    if not name:
        form["name"] = {"style": "empty"}
    x: dict[str, Any] = {"toolCallId": call_id, "name": name}
    if parts and type(parts) is list:
        blocks: list[Any] = []
        text = worded_from(response, "output")
        if text is not None:
            blocks.append({"kind": "text", "text": text})
            if not same(worded([text], "output"), response):
                form["value"] = {"as": response}
        for item in parts:
            blocks.append(read_media(item) or unknown(item, FORMAT))
        x["kind"], x["value"] = "multimodal", blocks
        del inner["parts"]
    elif len(response) == 1 and type(response.get("output")) is str:
        x["kind"], x["value"] = "text", response["output"]
    elif len(response) == 1 and type(response.get("error")) is str:
        x["kind"], x["value"] = "error", response["error"]
    else:
        value, failed = outcome_from(response, "output", "error") or (response, None)
        x["kind"], x["value"] = "data", value
        if failed is not None:
            x["isError"] = failed
        if not same(write_data(value, failed), response):
            form["value"] = {"as": response}
    del rest["functionResponse"]
    if inner:
        rest["functionResponse"] = inner
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    return x

"""Gemini generateContent by hand: reading turns that hold function responses."""

from __future__ import annotations

from typing import Any

from . import gemini_tables as t
from .common import EMPTY, Json, answered, lacking, same, sealed
from .gemini_parts import read_block, read_media
from .gemini_tables import FORMAT, camel
from .gemini_values import write_data


def mark(x: dict[str, Any], key: str, value: Json) -> None:
    overlay = x.setdefault("metadata", {}).setdefault(FORMAT, {})
    overlay["$"] = {**overlay.get("$", EMPTY), key: value}


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
    if "role" in m:
        left -= 1
    else:
        form = {"absent": ["role"]}
    if left or form is not None:
        rest = m.copy()
        rest.pop("role", None)
        if parts:
            del rest["parts"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_turn(
    m: dict[str, Any],
    messages: list[Json],
    names: dict[str, str],
    made: list[str],
    done: set[str],
    after_result: bool,
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
                mark(x, "turn", "joined")
            messages.append(x)
            run = []
            after_result = False
        x = {"role": "tool", "toolResult": _result(part, w, names, made, done)}
        if start == len(messages):
            if after_result:
                mark(x, "turn", "apart")
        elif not after_result:
            mark(x, "turn", "joined")
        messages.append(x)
        after_result = True
    if run:
        x = read_user({"role": "user", "parts": run}, run)
        mark(x, "turn", "joined")
        messages.append(x)
        after_result = False
    if len(m) != 2:
        rest = m.copy()
        del rest["parts"]
        lacks = [] if "role" in rest else ["role"]
        rest.pop("role", None)
        mark(messages[start], "group", {"rest": rest, "absent": lacks})
    return after_result


def _result(
    part: dict[str, Any],
    w: dict[str, Any],
    names: dict[str, str],
    made: list[str],
    done: set[str],
) -> dict[str, Any]:
    call_id: Json
    name, response = w["name"], w["response"]
    if (
        len(w) == 2
        and len(part) == 1
        and "functionResponse" in part
        and name
        and type(name) is str
        and type(response) is dict
        and "output" not in response
        and "error" not in response
    ):
        # As most results come: data, without an id.
        call_id = answered(names, made, done, name)
        return {
            "toolCallId": call_id,
            "name": name,
            "kind": "data",
            "value": response,
            "metadata": {FORMAT: {"$": {"toolCallId": {"for": call_id}}}},
        }
    snake: list[str] = []
    if len(part) != 1 or "functionResponse" not in part:
        part = camel(part, t.RESULT, "", snake)
    if "will_continue" in w:
        w = camel(w, t.RESULT_INNER, "functionResponse.", snake)
    form: dict[str, Any] = {}
    if type(name) is not str or type(response) is not dict:
        raise ValueError("functionResponse")
    call_id = w.get("id")
    if not call_id or type(call_id) is not str:
        call_id = answered(names, made, done, name)
        form["toolCallId"] = lacking(w, "id", call_id)
    elif made and call_id in made:
        form["toolCallId"] = {"style": "present"}
    if not name:
        form["name"] = {"style": "empty"}
    x: dict[str, Any] = {"toolCallId": call_id, "name": name}
    parts = w.get("parts")
    left: dict[str, Any] | None = None
    if parts and type(parts) is list:
        blocks: list[Any] = []
        left = response
        if type(response.get("output")) is str:
            blocks.append({"kind": "text", "text": response["output"]})
            left = response.copy()
            del left["output"]
        for item in parts:
            blocks.append(read_media(item) or {"kind": "opaque", "format": FORMAT, "value": item})
        x["kind"], x["value"] = "multimodal", blocks
        if not left:
            left = None
    elif type(response.get("output")) is str:
        x["kind"], x["value"] = "text", response["output"]
        if len(response) != 1:
            left = response.copy()
            del left["output"]
    elif type(response.get("error")) is str:
        x["kind"], x["value"] = "error", response["error"]
        if len(response) != 1:
            left = response.copy()
            del left["error"]
    else:
        x["kind"], x["value"] = "data", response
        if len(response) == 1:
            if "output" in response:
                x["value"] = response["output"]
            elif response.get("error") is not None:
                x["value"] = response["error"]
                x["isError"] = True
        if "output" in response or "error" in response:
            back = write_data(x["value"], x.get("isError"))
            if not same(back, response):
                form["value"] = {"as": response}
    size = 4 if x["kind"] == "multimodal" else 3
    if "id" not in w:
        size -= 1
    if len(part) != 1 or len(w) != size or left is not None or form or snake:
        rest = part.copy()
        del rest["functionResponse"]
        inner = w.copy()
        del inner["name"], inner["response"]
        inner.pop("id", None)
        if x["kind"] == "multimodal":
            del inner["parts"]
        if left is not None:
            inner["response"] = left
        if inner:
            rest["functionResponse"] = inner
        if snake:
            form["snake"] = snake
        if rest or form:
            x["metadata"] = {FORMAT: sealed(rest, form or None)}
    return x

"""Mistral Chat by hand: reading messages, calls and results."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, filled_in
from toolwire._runtime.arguments import arguments_from_text
from toolwire._runtime.calls import Calls, answered, mint, missing_id
from toolwire._runtime.overlay import lone_text, noted, stayed
from toolwire._runtime.values import carried_from

from .common import (
    SURROGATE,
    Json,
    compact,
    items_of,
    join,
    scan,
    sealed,
    spaced,
    text_at,
    unknown,
)
from .mistral_chat_parts import ANSWER, TEXTUAL, USER, read_parts
from .mistral_chat_tables import FORMAT, LANDING, LIST, TEXT


def read_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """What the system or a user says, whatever its content."""
    form: dict[str, Any] | None = None
    if role == "user" and m.get("content") is None:
        form, m = filled_in(form, m, "content", "")
    content = m["content"]
    if type(content) is list:
        text = lone_text(content, 2, TEXT)
        if text is None:
            content = read_parts(content, USER if role == "user" else TEXTUAL)
        else:
            content, form = text, noted(form, "content", LIST)
    elif type(content) is not str:
        raise ValueError("content")
    x: dict[str, Any] = {"role": role, "content": content}
    if len(m) != 2 or form is not None:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_assistant(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    blocks: list[Json] = []
    form: dict[str, Any] | None = None
    left = len(m) - 1
    content = m.get("content")
    if content:
        if type(content) is str:
            blocks.append({"kind": "text", "text": content})
        else:
            if lone_text(items_of(content), 2, TEXT) is not None:
                form = {"content": LIST}
            blocks = read_parts(content, ANSWER)
        left -= 1
    elif content is not None and type(content) is not str and type(content) is not list:
        raise ValueError("content")
    made = m.get("tool_calls")
    if made:
        for call in items_of(made):
            if "function" in call:
                blocks.append({"kind": "toolCall", "toolCall": _call(call, calls)})
            else:
                blocks.append({**unknown(call, FORMAT), "at": "tool_calls"})
        left -= 1
    elif made is not None and type(made) is not list:
        raise ValueError("tool_calls")
    x: dict[str, Any] = {"role": "assistant", "content": blocks}
    if left or form is not None:
        rest = m.copy()
        del rest["role"]
        if content:
            del rest["content"]
        if made:
            del rest["tool_calls"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING))}
    return x


def _arguments(text: Json) -> tuple[Json, str | None, dict[str, Any] | None]:
    """The object that arguments say, the text that says none, and how it is spelled."""
    if text and type(text) is str and (text.isascii() or not SURROGATE.search(text)):
        try:
            value, end = scan(text, 0)
            if type(value) is dict and end == len(text):
                # A colon and a blank: most likely as json.dumps writes it.
                if '": ' in text and join(spaced(value, 0)) == text:
                    return value, None, {"style": "spaced"}
                if join(compact(value, 0)) == text:
                    return value, None, None
        except (StopIteration, ValueError, RecursionError):
            pass
    return arguments_from_text(text)


def _call(c: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A call in any spelling."""
    form: dict[str, Any] | None = None
    call_id, f = c.get("id"), c["function"]
    if type(call_id) is not str or not call_id:
        call_id = mint(calls)
        form = {"id": missing_id(c, "id", call_id)}
    elif call_id in calls.made:
        form = {"id": {"style": "present"}}
    if f.get("name") is None:
        form, f = filled_in(form, f, "name", "", "function.name")
    name = text_at(f, "name")
    value, invalid, spelling = _arguments(f.get("arguments"))
    if spelling is not None:
        missing = "arguments" not in f
        form = noted(form, "arguments", {"style": "absent"} if missing else spelling)
    call: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
    if invalid is not None:
        call["invalidArguments"] = invalid
    calls[call_id] = name
    usual = c.get("type") == "function"
    if "type" not in c:
        form = absent(form, "type")
    if len(c) == 1 + usual + ("id" in c) and len(f) == 2 and "arguments" in f:
        if form is not None:
            call["metadata"] = {FORMAT: {"$": form}}
        return call
    rest, inner = c.copy(), f.copy()
    rest.pop("id", None)
    if usual:
        del rest["type"]
    del rest["function"], inner["name"]
    inner.pop("arguments", None)
    if inner:
        rest["function"] = inner
    if rest or form is not None:
        call["metadata"] = {FORMAT: sealed(rest, form)}
    return call


def read_result(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A result of any kind."""
    form: dict[str, Any] | None = None
    if m.get("content") is None:
        form, m = filled_in(form, m, "content", "")
    call_id = m.get("tool_call_id")
    if type(call_id) is not str or not call_id:
        call_id = answered(calls, None)
        form = noted(form, "toolCallId", missing_id(m, "tool_call_id", call_id))
    elif call_id in calls.made:
        form = noted(form, "toolCallId", {"style": "present"})
    value, kind = m["content"], "text"
    if type(value) is str:
        error = carried_from(value, "error")
        if error is not None:
            kind, value = "error", error
    else:
        text = lone_text(items_of(value), 2, TEXT)
        if text is None:
            kind, value = "multimodal", read_parts(value, USER)
        else:
            value, form = text, noted(form, "value", LIST)
    x: dict[str, Any] = {
        "toolCallId": call_id,
        "name": calls.get(call_id, ""),
        "kind": kind,
        "value": value,
    }
    if len(m) != 3 or form is not None:
        rest = m.copy()
        del rest["role"], rest["content"]
        rest.pop("tool_call_id", None)
        if rest or form is not None:
            x["metadata"] = {FORMAT: sealed(rest, form)}
    return x

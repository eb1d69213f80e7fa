"""OpenAI Responses by hand: reading the items of a conversation."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, filled_in
from toolwire._runtime.arguments import arguments_from_text
from toolwire._runtime.calls import Calls, answered, missing_id
from toolwire._runtime.overlay import lone_text, noted, stayed
from toolwire._runtime.values import carried_from

from .common import SURROGATE, Json, compact, join, scan, sealed, spaced, text_at
from .openai_responses_parts import is_plain, read_parts, refusal_of, text_of
from .openai_responses_tables import FORMAT, INPUT_TEXT, LANDING


def read_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """What a user said, or what rules the conversation; ``role`` is ours."""
    form: dict[str, Any] | None = None
    if m["role"] == "developer":
        form = {"role": {"as": "developer"}}
    content = m["content"]
    if type(content) is list:
        if len(content) == 1 and is_plain(content[0]):
            form = {**(form or {}), "content": {"style": "list"}}
            content = content[0]["text"]
        else:
            content = read_parts(content, role == "user")
    elif type(content) is not str:
        raise ValueError("content")
    x: dict[str, Any] = {"role": role, "content": content}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING[role]))}
    elif form is not None:
        x["metadata"] = {FORMAT: {"$": form}}
    return x


def read_said(m: dict[str, Any]) -> dict[str, Any]:
    """A message of the model's that a request tells again."""
    content = m["content"]
    x: dict[str, Any] = {"kind": "text", "text": text_of(content, "output_text")}
    form = None if type(content) is str else {"text": {"as": content}}
    if form is not None and (refusal := refusal_of(content)) is not None:
        x |= {"text": refusal, "refusal": True}
        if content == [{"type": "refusal", "refusal": refusal}]:
            form = None
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        if rest or form is not None:
            x["metadata"] = {FORMAT: sealed(rest, form)}
    elif form is not None:
        x["metadata"] = {FORMAT: {"$": form}}
    return x


def read_reasoning(w: dict[str, Any], made: str = "") -> dict[str, Any]:
    """What the model thought, as far as its provider tells; ``made``: an id that is none."""
    form: dict[str, Any] | None = None
    if "encrypted_content" not in w:
        form = absent(form, "encrypted_content")
    summary = w["summary"]
    text = text_of(summary, "summary_text")
    if summary != ([{"type": "summary_text", "text": text}] if text else []):
        form = {**(form or {}), "text": {"as": summary}}
    rest = w.copy()
    del rest["type"], rest["summary"]
    content = w.get("content")
    has_content = type(content) is list or type(content) is str
    if has_content and content and (thoughts := text_of(content, "reasoning_text")):
        text = thoughts
        entry = {"at": "content", **({"as": summary} if summary != [] else {})}
        if content != [{"type": "reasoning_text", "text": text}] or type(content[0]) is not dict:
            entry["there"] = content
        form = {**(form or {}), "text": entry}
        del rest["content"]
    if made and "id" not in w:
        form = absent(form, "id")
    elif made and w["id"] == made:
        del rest["id"]
    return {"kind": "reasoning", "text": text, "metadata": {FORMAT: sealed(rest, form)}}


def read_call(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A call with arguments."""
    form: dict[str, Any] | None = None
    if w.get("name") is None:
        form, w = filled_in(form, w, "name", "")
    call_id, name, text = w["call_id"], w["name"], w.get("arguments")
    if type(call_id) is not str or type(name) is not str:
        raise ValueError("call_id or name")
    value = None
    if type(text) is str and (text.isascii() or not SURROGATE.search(text)):
        try:
            found, end = scan(text, 0)
            if type(found) is dict and end == len(text):
                # A colon and a blank: most likely as json.dumps writes it.
                if '": ' in text and join(spaced(found, 0)) == text:
                    value, form = found, noted(form, "arguments", {"style": "spaced"})
                elif join(compact(found, 0)) == text:
                    value = found
        except (StopIteration, ValueError, RecursionError):
            value = None
    if value is not None:
        x: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
    else:
        value, invalid, spelling = arguments_from_text(text)
        x = {"id": call_id, "name": name, "arguments": value}
        if invalid is not None:
            x["invalidArguments"] = invalid
        if spelling is not None:
            spelling = spelling if "arguments" in w else {"style": "absent"}
            form = noted(form, "arguments", spelling)
    calls[call_id] = name
    if len(w) != 4 or form is not None:
        rest = w.copy()
        del rest["type"], rest["call_id"], rest["name"]
        rest.pop("arguments", None)
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return {"kind": "toolCall", "toolCall": x}


def read_custom_call(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A call with free text."""
    form: dict[str, Any] | None = None
    if w.get("name") is None:
        form, w = filled_in(form, w, "name", "")
    call_id, name = text_at(w, "call_id"), text_at(w, "name")
    x = {"id": call_id, "name": name, "arguments": {}, "input": text_at(w, "input")}
    calls[call_id] = name
    calls.special = True
    if len(w) != 4 or form is not None:
        rest = w.copy()
        del rest["type"], rest["call_id"], rest["name"], rest["input"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return {"kind": "toolCall", "toolCall": x}


def read_result(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a call with arguments gave."""
    call_id, output = w.get("call_id"), w.get("output")
    form: dict[str, Any] | None = None
    if type(call_id) is not str or not call_id:
        call_id = answered(calls, None)
        form = {"toolCallId": missing_id(w, "call_id", call_id)}
    elif calls.made and call_id in calls.made:
        form = {"toolCallId": {"style": "present"}}
    elif len(w) == 3 and type(output) is str and not output.startswith('{"error":"'):
        name = calls.get(call_id, "")
        return {"toolCallId": call_id, "name": name, "kind": "text", "value": output}
    return _output(w, {"toolCallId": call_id, "name": calls.get(call_id, "")}, form)


def read_custom_result(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a call with free text gave."""
    call_id = text_at(w, "call_id")
    x = {"toolCallId": call_id, "name": calls.get(call_id, "")}
    return _output(w, x, {"of_calls": "input"})


def _output(w: dict[str, Any], x: dict[str, Any], form: Json) -> dict[str, Any]:
    output = w["output"]
    if type(output) is str:
        error = carried_from(output, "error")
        x["kind"] = "text" if error is None else "error"
        x["value"] = output if error is None else error
    elif type(output) is not list:
        raise ValueError("output")
    elif (text := lone_text(output, 2, INPUT_TEXT)) is not None:
        x["kind"], x["value"] = "text", text
        form = noted(form, "value", {"style": "list"})
    else:
        x["kind"], x["value"] = "multimodal", read_parts(output, True)
    rest = w.copy()
    del rest["type"], rest["output"]
    rest.pop("call_id", None)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x

"""OpenAI Responses by hand: writing the items of a conversation."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import EMPTY, NOTHING, excused
from toolwire._runtime.arguments import text_from_arguments
from toolwire._runtime.call_kinds import call_kind
from toolwire._runtime.calls import restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed

from .common import SURROGATE, Json, ascii_only, compact, dumps, flag, join, lay, spaced, texts
from .openai_responses_parts import refused, text_of, write_parts
from .openai_responses_tables import FORMAT, GIVEN_ID, LANDING, SPACED, USUAL_CALL


def write_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    own = form = None
    word = role
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None and (len(own) > 1 or "$" not in own):
            m = landed(m, FORMAT, LANDING[role])
            own = m["metadata"][FORMAT]
        if own is not None:
            form = own.get("$")
            if form is not None and "role" in form and role == "system":
                word = form["role"]["as"]
    content = m["content"]
    if type(content) is str:
        if form is not None and "content" in form:
            content = [{"type": "input_text", "text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif (
        len(content) == 1
        and (only := content[0]).get("kind") == "text"
        and not only.get("metadata")
        and type(only.get("text")) is str
    ):
        content = only["text"]
    elif content:
        content = write_parts(content, role == "user") or ""
    w = {"role": word, "content": content}
    if own is not None:
        lay(w, own)
    return w


def write_said(x: dict[str, Any]) -> dict[str, Any]:
    """What the model said, told again in a request."""
    text = content = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            content = spelled(own, "output_text", text, content)
    if "refusal" in x:
        content = refused(x, own, content)
    w = {"role": "assistant", "content": content}
    if own is not None:
        lay(w, own)
    return w


def spelled(own: dict[str, Any], kind: str, text: str, usual: Json) -> Json:
    """A text in the parts that it came in, as long as they say the same."""
    form = own.get("$")
    if form is not None and "text" in form:
        parts = form["text"]["as"]
        if text_of(parts, kind) == text:
            return parts
    return usual


def write_reasoning(x: dict[str, Any], made: str = "") -> Json:
    """What the model thought: this provider's own, as no other's is taken."""
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    if own is None or not excused(own, "encrypted_content"):
        return None
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    flag(x, "redacted")
    summary = [{"type": "summary_text", "text": text}] if text else []
    form = own.get("$")
    entry = EMPTY if form is None else form.get("text", EMPTY)
    if text and "at" in entry:
        there = [{"type": "reasoning_text", "text": text}]
        if "there" in entry and text_of(entry["there"], "reasoning_text") == text:
            there = entry["there"]
        w = {"type": "reasoning", "summary": entry.get("as", []), "content": there}
    elif "as" in entry:
        w = {"type": "reasoning", "summary": spelled(own, "summary_text", text, summary)}
    else:
        w = {"type": "reasoning", "summary": summary}
    if made:
        w["id"] = made
    lay(w, own, GIVEN_ID)
    return w


def write_call(call: dict[str, Any]) -> dict[str, Any]:
    """A call of either kind."""
    call_id, name, arguments = call["id"], call["name"], call["arguments"]
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", call, "name" if type(call_id) is str else "id")
    if type(arguments) is not dict:
        raise expected("an object", call, "arguments")
    size = len(call)
    if size == 3:
        text = join(compact(arguments, 0))
        if not text.isascii() and SURROGATE.search(text):
            text = join(ascii_only(arguments, 0))
        return {"type": "function_call", "call_id": call_id, "name": name, "arguments": text}
    own = form = None
    if "metadata" in call and (metadata := call["metadata"]):
        if size == 4 and metadata == SPACED:
            text = join(spaced(arguments, 0))
            return {"type": "function_call", "call_id": call_id, "name": name, "arguments": text}
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if call.get("input") is not None:
        texts(call, "input", "invalidArguments")
        w = {"type": "custom_tool_call", "call_id": call_id, "name": name, "input": call["input"]}
    else:
        w = {"type": "function_call", "call_id": call_id, "name": name}
        raw = text_from_arguments(call, form)
        if raw is not ABSENT:
            w["arguments"] = raw
    if own is not None:
        lay(w, own, NOTHING, USUAL_CALL)
    return w


def write_result(x: dict[str, Any]) -> dict[str, Any]:
    """What a call of either kind gave."""
    call_id, kind, value = x["toolCallId"], x["kind"], x["value"]
    if type(call_id) is not str or type(x["name"]) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    if kind == "text" and len(x) == 4:
        if type(value) is not str:
            raise expected("a string", x, "value")
        return {"type": "function_call_output", "call_id": call_id, "output": value}
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    texts(x, "outputRef")
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if kind == "error":
            flag(x, "rejected")
            value = dumps({"error": value})
        elif form is not None and "value" in form:
            value = [{"type": "input_text", "text": value}]
    else:
        flag(x, "isError")
        if kind == "data":
            value = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            value = write_parts(value, True)
        else:
            raise expected("a result", x, "kind")
    if call_kind(x, FORMAT) == "input":
        w = {"type": "custom_tool_call_output", "call_id": call_id, "output": value}
    else:
        w = {"type": "function_call_output", "call_id": call_id, "output": value}
        if form is not None and "toolCallId" in form:
            restore_id(w, "call_id", form["toolCallId"], call_id)
    if own is not None:
        lay(w, own)
    return w

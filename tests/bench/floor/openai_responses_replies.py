"""OpenAI Responses by hand: replies, both ways."""

from __future__ import annotations

from binascii import crc32
from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import mark
from toolwire._runtime.thoughts import shown

from .common import EMPTY, Json, complete, items_of, lay, object_at, sealed, texts, unknown
from .openai_responses_errors import (
    read_error_body,
    read_reply_error,
    write_error_body,
    write_reply_error,
)
from .openai_responses_items import read_call, read_custom_call, read_reasoning
from .openai_responses_parts import refusal_of, refused, text_of
from .openai_responses_tables import (
    FINISH_BACK,
    FORMAT,
    GIVEN_MESSAGE,
    GIVEN_REPLY,
    INCOMPLETE,
    INCOMPLETE_BACK,
    USUAL_REPLY,
)
from .openai_responses_usage import read_usage, write_usage
from .openai_responses_writing import spelled, write_call, write_reasoning


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if w.get("type") == "error" or type(w.get("error")) is str or w.get("output") is None:
        return read_error_body(w)
    form: dict[str, Any] | None = None
    if w.get("id") is None or w.get("model") is None or w.get("status") is None:
        w, form = complete(w, form, USUAL_REPLY)
    rest = w.copy()
    blocks = _output(items_of(rest.pop("output")), _first(w["id"]))
    status = rest.pop("status")
    details = object_at(w, "incomplete_details")
    detail = details.get("reason")
    reason = read_reason(status, detail, blocks)
    if reason in ("length", "content_filter", "error", "other"):
        cut_short(blocks, FORMAT, True)
    if FINISH_BACK[reason] != status or INCOMPLETE_BACK.get(reason) != detail:
        form = {**(form or EMPTY), "finishReason": {"as": [status, detail]}}
    if detail is not None:
        left = details.copy()
        del left["reason"]
        if left:
            rest["incomplete_details"] = left
        else:
            del rest["incomplete_details"]
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": blocks},
        "finishReason": reason,
    }
    reply_id, model = rest.pop("id"), rest.pop("model")
    if type(reply_id) is not str or type(model) is not str:
        raise ValueError("id or model")
    if reply_id:
        x["id"] = reply_id
    if model:
        x["model"] = model
    if "usage" in w and w["usage"] is not None:
        x["usage"] = read_usage(rest.pop("usage"))
    failed = "error" in w and w["error"] is not None
    if failed:
        x["error"] = read_reply_error(rest.pop("error"))
    form = _usual_left_out(w, rest, form)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if failed and not reply_id and not model and "usage" not in x:
        # Else it would be written as a bare error.
        mark(x, FORMAT, "body", "ResponsesReply")
    return x


def read_reason(status: Json, detail: Json, blocks: list[Json]) -> str:
    """Why a reply ended; one with calls ended for these."""
    if status == "completed":
        return "tool_calls" if any(b.get("kind") == "toolCall" for b in blocks) else "stop"
    if status == "failed":
        return "error"
    if type(status) in (dict, list) or type(detail) in (dict, list):
        raise ValueError("status")
    return INCOMPLETE.get(detail, "other") if status == "incomplete" else "other"


def _usual_left_out(w: dict[str, Any], rest: dict[str, Any], form: Json) -> Json:
    """Take out of ``rest`` what is written anyway; the form with what of it was not there."""
    if "object" not in w:
        form = absent(form, "object")
    elif w["object"] == "response":
        del rest["object"]
    if "created_at" not in w:
        form = absent(form, "created_at")
    elif w["created_at"] == 0 and type(w["created_at"]) is int:
        del rest["created_at"]
    if "parallel_tool_calls" not in w:
        form = absent(form, "parallel_tool_calls")
    elif w["parallel_tool_calls"] is True:
        del rest["parallel_tool_calls"]
    if "tool_choice" not in w:
        form = absent(form, "tool_choice")
    elif w["tool_choice"] == "auto":
        del rest["tool_choice"]
    if "tools" not in w:
        form = absent(form, "tools")
    elif w["tools"] == []:
        del rest["tools"]
    return form


def _first(id_: Json) -> int:
    """Where the numbers of a reply's items begin."""
    return crc32(id_.encode("utf-8", "surrogatepass")) * 1000 if type(id_) is str else 0


def _output(items: list[Any], first: int) -> list[Json]:
    calls = Calls()
    blocks: list[Json] = []
    for item in items:
        kind = item.get("type")
        if kind == "message" and item.get("role") == "assistant":
            blocks.append(_text_block(item, first + len(blocks)))
        elif kind == "function_call":
            blocks.append(read_call(item, calls))
        elif kind == "reasoning":
            blocks.append(read_reasoning(item, f"rs_toolwire_{first + len(blocks)}"))
        elif kind == "custom_tool_call":
            blocks.append(read_custom_call(item, calls))
        else:
            blocks.append(unknown(item, FORMAT))
    return blocks


def _parts(text: str) -> list[Json]:
    """A text as the wire has it."""
    if not text:
        return []
    return [{"type": "output_text", "annotations": [], "logprobs": [], "text": text}]


def _text_block(w: dict[str, Any], place: int) -> dict[str, Any]:
    content = w["content"]
    text = text_of(content, "output_text")
    x: dict[str, Any] = {"kind": "text", "text": text}
    form: dict[str, Any] | None = None
    if _parts(text) != content:
        form = {"text": {"as": content}}
        if (refusal := refusal_of(content)) is not None:
            x |= {"text": refusal, "refusal": True}
            if content == [{"type": "refusal", "refusal": refusal}]:
                form = None
    rest = w.copy()
    del rest["type"], rest["role"], rest["content"]
    if "id" not in w:
        form = absent(form, "id")
    elif w["id"] == f"msg_toolwire_{place}":
        del rest["id"]
    if "status" not in w:
        form = absent(form, "status")
    elif w["status"] == "completed":
        del rest["status"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = body = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
            if form is not None:
                body = form.get("body")
    error, usage = x.get("error"), x.get("usage")
    texts(x, "id", "model")
    reply_id, model = x.get("id"), x.get("model")
    bare = reply_id is None and model is None and usage is None
    if error is not None and body != "ResponsesReply" and (bare or body is not None):
        return write_error_body(x, body, own)
    unsigned = {"$": {"absent": ["encrypted_content"]}}
    reason, blocks = x["finishReason"], shown(x, FORMAT, unsigned)["message"]["content"]
    if reason not in FINISH_BACK:
        raise expected("a known reason", x, "finishReason")
    w: dict[str, Any] = {
        "object": "response",
        "created_at": 0,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "id": "" if reply_id is None else reply_id,
        "model": "" if model is None else model,
        "output": _output_back(blocks, _first(reply_id)),
    }
    status: Json = FINISH_BACK[reason]
    detail: Json = INCOMPLETE_BACK.get(reason)
    if form is not None and "finishReason" in form:
        pair = form["finishReason"]["as"]
        if read_reason(pair[0], pair[1], blocks) == reason:
            status, detail = pair
    w["status"] = status
    if detail is not None:
        w["incomplete_details"] = {"reason": detail}
    if usage is not None:
        w["usage"] = write_usage(usage)
    if error is not None:
        w["error"] = write_reply_error(error)
    if own is not None:
        lay(w, own, GIVEN_REPLY, USUAL_REPLY)
    return w


def _output_back(blocks: list[Any], first: int) -> list[Json]:
    if type(blocks) is not list:
        raise expected("a list", blocks, None)
    items: list[Json] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            items.append(_said_back(block, first + len(items)))
        elif kind == "toolCall":
            items.append(write_call(block["toolCall"]))
        elif kind == "reasoning":
            item = write_reasoning(block, f"rs_toolwire_{first + len(items)}")
            if item is not None:
                items.append(item)
        elif kind == "opaque" and block["format"] == FORMAT:
            items.append(block["value"])
    return items


def _said_back(x: dict[str, Any], place: int) -> dict[str, Any]:
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    content: Json = _parts(text)
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            content = spelled(own, "output_text", text, content)
    if "refusal" in x:
        content = refused(x, own, content)
    w: dict[str, Any] = {
        "type": "message",
        "role": "assistant",
        "id": f"msg_toolwire_{place}",
        "status": "completed",
        "content": content,
    }
    if own is not None:
        lay(w, own, GIVEN_MESSAGE)
    return w

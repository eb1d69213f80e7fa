"""A Copilot session by hand: reading results of both protocols."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.answering import asked, take_call

from .common import Json, sealed, text_at, unknown
from .copilot_session_tables import (
    ANSWER,
    BROKEN,
    FAILED,
    FORMAT,
    REFUSED,
    REPEATED_ANSWER,
    REPEATED_RESULT,
    SUCCEEDED,
)
from .rpc import VERSION, check_request, inner, text_of_id

Form = dict[str, Any] | None


def decode_answer(w: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Read the request that answers a call."""
    check_request(w, ANSWER)
    form: Form = None
    rest, left = w.copy(), inner(w, "params").copy()
    del rest["jsonrpc"], rest["method"], rest["params"]
    x: dict[str, Any] = {"toolCallId": text_at(left, "requestId"), "name": ""}
    del left["requestId"]
    if "id" not in w:
        form = absent(form, "id")
    elif type(w["id"]) is int and w["id"] == 1:
        del rest["id"]
    if "sessionId" not in left:
        form = absent(form, "params.sessionId")
    elif left["sessionId"] == "":
        del left["sessionId"]
    result = left.get("result")
    if type(result) is str:
        x["kind"], x["value"] = "text", left.pop("result")
    elif type(result) is dict and _is_outcome(result):
        form = _outcome(x, left, form, "Answer", "params.result")
    else:
        x["kind"], x["value"] = "error", text_at(left, "error")
        del left["error"]
        form = {**(form or {}), "body": "ErrorAnswer"}
    if left:
        rest["params"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if call is not None:
        take_call(x, asked(call), FORMAT, w, REPEATED_ANSWER)
    return x


def _is_outcome(result: dict[str, Any]) -> bool:
    """Whether an object tells how a call ended; where it does not, an error beside it must."""
    if "textResultForLlm" in result or type(result.get("error")) is str:
        return True
    word = result.get("resultType")
    return word in REFUSED or word in FAILED


def decode_result(w: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Read the answer to the request of a call, as the older protocol has it."""
    if w.get("jsonrpc") != VERSION:
        raise ValueError("jsonrpc")
    call_id, spelled = text_of_id(w)
    form: Form = {"toolCallId": {"as": w["id"]}} if spelled else None
    x: dict[str, Any] = {"toolCallId": call_id, "name": ""}
    rest = w.copy()
    del rest["jsonrpc"], rest["id"]
    if w.get("result") is not None:
        left = inner(rest, "result").copy()
        del rest["result"]
        if type(left["result"]) is str:
            x["kind"], x["value"] = "text", left.pop("result")
        else:
            form = _outcome(x, left, form, "Result", "result.result")
        if left:
            rest["result"] = left
    else:
        form = _failure(x, rest, form)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if call is not None:
        take_call(x, asked(call), FORMAT, w, REPEATED_RESULT)
    return x


def _failure(x: dict[str, Any], rest: dict[str, Any], form: Form) -> Form:
    """Read an error of the connection."""
    left = inner(rest, "error").copy()
    x["kind"], x["value"] = "error", text_at(left, "message")
    del rest["error"], left["message"]
    if "code" not in left:
        form = absent(form, "error.code")
    elif type(left["code"]) is int and left["code"] == BROKEN:
        del left["code"]
    if left:
        rest["error"] = left
    return {**(form or {}), "body": "ErrorResult"}


def _outcome(x: dict[str, Any], holder: dict[str, Any], form: Form, body: str, at: str) -> Form:
    """Read how a call ended, from an object that its holder loses."""
    left = inner(holder, "result").copy()
    word, text = left.get("resultType"), left.get("textResultForLlm")
    files: Json = None
    usual = SUCCEEDED
    if word in REFUSED:
        x["kind"], x["value"], x["rejected"] = "error", text, True
        usual = "rejected"
    elif word in FAILED:
        x["kind"], x["value"] = "error", text
        files = left.get("binaryResultsForLlm")
        usual = "failure"
    elif type(left.get("error")) is str:
        x["kind"], x["value"] = "error", text
        usual = ""
    else:
        x["kind"], x["value"] = "text", text
        files = left.get("binaryResultsForLlm")
    if type(text) is not str:
        raise ValueError("textResultForLlm")
    del left["textResultForLlm"]
    if type(files) is list and files:
        del left["binaryResultsForLlm"]
        x["kind"], x["value"] = "multimodal", _blocks(text, files)
        if usual == "failure":
            x["isError"] = True
    elif usual == SUCCEEDED or not usual:
        form = {**(form or {}), "body": f"Faulty{body}" if not usual else body}
    key = "resultType" if usual else "error"
    if key not in left:
        form = absent(form, f"{at}.{key}")
    elif left[key] == usual:
        del left[key]
    if left:
        holder["result"] = left
    else:
        del holder["result"]
    return form


def _blocks(text: str, files: list[Any]) -> list[Json]:
    """The text of a result and the files beside it."""
    blocks: list[Json] = [{"kind": "text", "text": text}] if text else []
    for w in files:
        kind = w.get("type")
        block = _file(w, kind) if kind == "image" or kind == "resource" else None
        blocks.append(unknown(w, FORMAT) if block is None else block)
    return blocks


def _file(w: dict[str, Any], kind: str) -> dict[str, Any] | None:
    data, mime_type = w.get("data"), w.get("mimeType")
    if type(data) is not str or type(mime_type) is not str:
        return None
    if kind == "resource":
        kind = "document"
        if mime_type.startswith(("audio/", "video/")):
            kind = mime_type[:5]
    x: dict[str, Any] = {"kind": kind, "data": data, "mimeType": mime_type}
    if len(w) > 3:
        rest = w.copy()
        del rest["type"], rest["data"], rest["mimeType"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x

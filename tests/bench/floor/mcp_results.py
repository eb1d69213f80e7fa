"""The Model Context Protocol by hand: results."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.answering import asked, repeat, take_call
from toolwire._runtime.calls import Calls, answered, missing_id, restore_id
from toolwire._runtime.echo import echoed
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import body_of

from .common import Json, dumps, flag, lay, sealed, texts
from .mcp_blocks import read_blocks, write_blocks
from .mcp_tools import FORMAT, encode_call
from .rpc import VERSION, id_of_text, inner, own_of, text_of_id

REPEATED = {"id": ["id"]}
BROKEN = -32603
GIVEN_ERROR = frozenset({"error.code"})
TEXT = {"type": "text"}
USUAL = "usual"


def decode_result(w: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Read the answer to tools/call."""
    calls = asked(call)
    if w.get("jsonrpc") != VERSION:
        raise ValueError("jsonrpc")
    x = _outcome(w) if w.get("error") is None else _failure(w, calls)
    if call is not None:
        take_call(x, calls, FORMAT, w, REPEATED)
    return x


def _outcome(w: dict[str, Any]) -> dict[str, Any]:
    call_id, spelled = text_of_id(w)
    form: dict[str, Any] | None = {"toolCallId": {"as": w["id"]}} if spelled else None
    result = inner(w, "result")
    left = result.copy()
    content, data = result.get("content"), result.get("structuredContent")
    text = _lone_text(content)
    x: dict[str, Any] = {"toolCallId": call_id, "name": ""}
    style = None if data is None else _says(content, text, data)
    if style is not None:
        if style != USUAL:
            form = {**(form or {}), "value": {"as": content}}
        del left["structuredContent"], left["content"]
        x["kind"], x["value"] = "data", data
        if left.get("isError") is True:
            x["isError"] = left.pop("isError")
    elif text is not None:
        del left["content"]
        x["kind"], x["value"] = "text", text
        if left.get("isError") is True:
            x["kind"] = "error"
            del left["isError"]
    elif type(content) is list:
        del left["content"]
        x["kind"], x["value"] = "multimodal", read_blocks(content)
        if left.get("isError") is True:
            x["isError"] = left.pop("isError")
    else:
        raise ValueError("content")
    if left or form is not None or len(w) > 3:
        rest = w.copy()
        del rest["jsonrpc"], rest["id"], rest["result"]
        if left:
            rest["result"] = left
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _lone_text(content: Json) -> str | None:
    """The text of a content that is one text and nothing else."""
    if type(content) is not list or len(content) != 1:
        return None
    only = content[0]
    if type(only) is not dict or len(only) != 2 or only.get("type") != "text":
        return None
    text = only.get("text")
    return text if type(text) is str else None


def _says(content: Json, text: str | None, data: Json) -> str | None:
    """How a text says the data, if there is one; None if it says something else."""
    try:
        if text is not None and text == dumps(data) and next(iter(content[0])) == "type":
            return USUAL
    except (ValueError, RecursionError):
        return None
    return echoed(data, content, TEXT, "text")


def _failure(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """An answer that no tool gave; whoever could not read the request does not know its id."""
    rest, left = w.copy(), inner(w, "error").copy()
    del rest["jsonrpc"], rest["error"]
    if type(w.get("id")) in (str, int):
        call_id, spelled = text_of_id(w)
        form: dict[str, Any] = {"body": "ErrorMessage"}
        if spelled:
            form["toolCallId"] = {"as": w["id"]}
    else:
        call_id = answered(calls, None)
        form = {"body": "LostErrorMessage", "toolCallId": missing_id(w, "id", call_id)}
    rest.pop("id", None)
    message = left.pop("message", None)
    if type(message) is not str:
        raise ValueError("message")
    if "code" not in left:
        form = absent(form, "error.code")
    elif type(left["code"]) is int and left["code"] == BROKEN:
        del left["code"]
    if left:
        rest["error"] = left
    x: dict[str, Any] = {"toolCallId": call_id, "name": "", "kind": "error", "value": message}
    x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def encode_result(x: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Write the answer to tools/call."""
    own = own_of(x, FORMAT)
    if type(x["name"]) is not str:
        raise expected("a string", x, "name")
    texts(x, "outputRef")
    kind = x.get("kind")
    body = None if own is None else body_of(x, FORMAT)
    if body is not None and kind == "error" and body in ("ErrorMessage", "LostErrorMessage"):
        w = _failure_back(x, own, body)
    else:
        w = {"jsonrpc": VERSION, "id": id_of_text(x, "toolCallId", own)}
        w["result"] = _result(x, kind, own)
        if own is not None:
            lay(w, own)
    repeat(w, x, call, FORMAT, _message, REPEATED)
    return w


def _result(x: dict[str, Any], kind: Json, own: dict[str, Any] | None) -> dict[str, Any]:
    if kind == "text":
        return {"content": [{"type": "text", "text": _text(x)}]}
    if kind == "error":
        flag(x, "rejected")
        return {"content": [{"type": "text", "text": _text(x)}], "isError": True}
    if kind == "data":
        result: dict[str, Any] = {"content": _echo(x["value"], own)}
        result["structuredContent"] = x["value"]
    elif kind == "multimodal":
        if type(blocks := x["value"]) is not list:
            raise expected("a list", x, "value")
        result = {"content": write_blocks(blocks)}
    else:
        raise expected("a known kind", x, "kind")
    failed = flag(x, "isError")
    if failed is not None:
        result["isError"] = failed
    return result


def _text(x: dict[str, Any]) -> str:
    text = x["value"]
    if type(text) is not str:
        raise expected("a string", x, "value")
    return text


def _echo(value: Json, own: dict[str, Any] | None) -> Json:
    """Data as their own text, spelled as they came while they are what they were."""
    if own is not None and "$" in own and "value" in own["$"]:
        noted = own["$"]["value"]
        if "as" in noted and echoed(value, noted["as"], TEXT, "text") is not None:
            return noted["as"]
    return [{"type": "text", "text": dumps(value)}]


def _failure_back(x: dict[str, Any], own: Json, body: str) -> dict[str, Any]:
    """An error as a message without a result, as it came."""
    flag(x, "rejected")
    w: dict[str, Any] = {"jsonrpc": VERSION, "error": {"code": BROKEN, "message": _text(x)}}
    if body == "ErrorMessage":
        w["id"] = id_of_text(x, "toolCallId", own)
    else:
        call_id = x["toolCallId"]
        if type(call_id) is not str:
            raise expected("a string", x, "toolCallId")
        if "toolCallId" in own["$"]:
            restore_id(w, "id", own["$"]["toolCallId"], call_id)
    lay(w, own, GIVEN_ERROR)
    return w


def _message(call: dict[str, Any], on_loss: str) -> dict[str, Any]:
    return encode_call(call)

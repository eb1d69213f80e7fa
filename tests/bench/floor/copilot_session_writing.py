"""A Copilot session by hand: writing results of both protocols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolwire._runtime.answering import repeat
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import body_of

from .common import Json, dumps, flag, lay, texts
from .copilot_session_calls import encode_called, encode_requested
from .copilot_session_tables import (
    ANSWER,
    BROKEN,
    FORMAT,
    GIVEN_ANSWER,
    GIVEN_RESULT,
    REPEATED_ANSWER,
    REPEATED_RESULT,
    SUCCEEDED,
)
from .rpc import VERSION, id_of_text, own_of

FILES = ("image", "audio", "video", "document")


def encode_answer(x: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Write the request that answers a call."""
    own = own_of(x, FORMAT)
    body = None if own is None else body_of(x, FORMAT)
    if type(call_id := x["toolCallId"]) is not str:
        raise expected("a string", x, "toolCallId")
    params: dict[str, Any] = {"sessionId": "", "requestId": call_id}
    if body == "ErrorAnswer" and _failed(x):
        params["error"] = _text(x)
    else:
        params["result"] = _outcome(x, body, "Answer")
    w = {"jsonrpc": VERSION, "id": 1, "method": ANSWER, "params": params}
    if own is not None:
        lay(w, own, GIVEN_ANSWER)
    repeat(w, x, call, FORMAT, _silent(encode_requested), REPEATED_ANSWER)
    return w


def encode_result(x: dict[str, Any], *, call: Json = None) -> dict[str, Any]:
    """Write the answer to the request of a call, as the older protocol has it."""
    own = own_of(x, FORMAT)
    body = None if own is None else body_of(x, FORMAT)
    w: dict[str, Any] = {"jsonrpc": VERSION, "id": id_of_text(x, "toolCallId", own)}
    if body == "ErrorResult" and _failed(x):
        w["error"] = {"code": BROKEN, "message": _text(x)}
    else:
        w["result"] = {"result": _outcome(x, body, "Result")}
    if own is not None:
        lay(w, own, GIVEN_RESULT)
    repeat(w, x, call, FORMAT, _silent(encode_called), REPEATED_RESULT)
    return w


def _silent(encode: Callable[[Json], Json]) -> Callable[..., Json]:
    """A function that writes a call, as the one takes it that asks what a call's message says."""
    return lambda call, on_loss: encode(call)


def _failed(x: dict[str, Any]) -> bool:
    """Whether a result is an error that nobody refused."""
    return x.get("kind") == "error" and flag(x, "rejected") is None


def _text(x: dict[str, Any]) -> str:
    """The text of a result; what is wrong elsewhere in it is refused."""
    _checked(x)
    text = x["value"]
    if type(text) is not str:
        raise expected("a string", x, "value")
    return text


def _checked(x: dict[str, Any]) -> None:
    if type(x["name"]) is not str:
        raise expected("a string", x, "name")
    texts(x, "outputRef")


def _outcome(x: dict[str, Any], body: Json, title: str) -> Json:
    """How a call ended: a text, or an object where that says more, or where one was read."""
    kind = x.get("kind")
    if kind == "text":
        text = _text(x)
        return _result(text, SUCCEEDED) if body == title else text
    if kind == "error":
        text = _text(x)
        if flag(x, "rejected") is not None:
            return _result(text, "rejected")
        if body == f"Faulty{title}":
            return {"textResultForLlm": text, "error": ""}
        return _result(text, "failure")
    _checked(x)
    failed = flag(x, "isError") is not None
    if kind == "data":
        text = dumps(x["value"])
        return _result(text, "failure") if failed else text
    if kind == "multimodal":
        return _parts(x["value"], "failure" if failed else SUCCEEDED)
    raise expected("a known kind", x, "kind")


def _result(text: str, word: str) -> dict[str, Any]:
    return {"textResultForLlm": text, "resultType": word}


def _parts(blocks: Json, word: str) -> dict[str, Any]:
    """The texts of a result as one, and its files."""
    pieces: list[str] = []
    files: list[Json] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            pieces.append(block["text"])
        elif kind in FILES:
            file = _file(block, kind)
            if file is not None:
                files.append(file)
        elif kind == "opaque" and block["format"] == FORMAT:
            files.append(block["value"])
    result = _result("\n\n".join(pieces), word)
    if files:
        result["binaryResultsForLlm"] = files
    return result


def _file(x: dict[str, Any], kind: str) -> dict[str, Any] | None:
    texts(x, "url", "fileId", "name", "data", "mimeType")
    if kind == "document":
        texts(x, "text", "source")
    data, mime_type = x.get("data"), x.get("mimeType")
    if data is None or mime_type is None:
        return None
    if kind == "document":
        if mime_type.startswith(("audio/", "video/")):
            return None
    elif kind != "image" and not mime_type.startswith(f"{kind}/"):
        return None
    w = {"type": "image" if kind == "image" else "resource", "data": data, "mimeType": mime_type}
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own)
    return w

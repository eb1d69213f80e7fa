"""What error bodies of OpenAI's wires say, as hosts, gateways and web servers write them."""

from __future__ import annotations

from typing import Any

from driving.neutral import Leftover, filled

Json = Any


def host_error(left: Leftover) -> Json:
    """What went wrong, wherever a body has that."""
    error = left.peek("error")
    if type(error) is dict:
        around = ("error",)
        if wrapped(error):
            inner = error["error"]
            found = filled(type=_type(left, "error", "error"), code=_code(left, "error", "error"))
            spare = {"type": _type(left, *around)} if "type" not in found else {}
            spare |= {"code": _code(left, *around)} if inner.get("code") is None else {}
            return {"message": left.take("error", "error", "message"), **filled(**spare), **found}
        message = left.take("error", "message") or ""
        return {"message": message, **filled(type=_type(left, *around), code=_code(left, *around))}
    if error is not None:
        return filled(message=left.take("error"), code=_code(left) or _status(left))
    if left.peek("message") is not None:
        type_, code = _type(left), _code(left) or _status(left)
        return filled(message=left.take("message"), type=type_, code=code)
    detail = left.take("detail")
    if type(detail) is list:
        return {"message": "".join(one["msg"] for one in detail)}
    return filled(message=detail, code=_number(left, "status"))


def wrapped(error: Json) -> bool:
    """Whether an error holds that of another one, which says what went wrong."""
    inner = error.get("error") if type(error) is dict else None
    return type(inner) is dict and "message" in inner


def _type(left: Leftover, *path: str) -> Json:
    return left.take(*path, "type")


def _code(left: Leftover, *path: str) -> Json:
    code = left.take(*path, "code")
    return None if code is None else str(code)


def _status(left: Leftover) -> Json:
    return _number(left, "statusCode") or _number(left, "status")


def _number(left: Leftover, key: str) -> Json:
    return str(left.take(key)) if type(left.peek(key)) is int else None

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Results by themselves: the call that one answers says what its message lacks, or repeats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calls import Calls
from .errors import ToolwireError, plain
from .overlay import mark

Json = Any
Paths = dict[str, list[str]]
"""Where a result's message repeats what its call's has at another place."""


def asked(call: object) -> Calls:
    """The calls of a conversation that is this one call, or none. Raises ToolwireError."""
    calls = Calls()
    if call is not None:
        call_id, name = _id_and_name(call)
        calls[call_id] = name
        calls.asked = call_id
    return calls


def _id_and_name(call: object) -> tuple[str, str]:
    plain_call = call if type(call) is dict else plain(call)
    if type(plain_call) is not dict:
        raise ToolwireError("", "type", "the call that is answered")
    for key in ("id", "name"):
        if type(plain_call.get(key)) is not str:
            raise ToolwireError(f"/{key}", "type", "the call that is answered has it as a string")
    return plain_call["id"], plain_call["name"]


def ids_left_out(call: object, format_: str) -> set[str]:
    """The id of a call that this wire left out: the answer to it goes out without it, too."""
    if call is None:
        return set()
    plain_call: Json = call if type(call) is dict else plain(call)
    spelling = _value_at(plain_call, ["metadata", format_, "$", "id"])
    if spelling is None or _value_at(spelling, ["for"]) != plain_call["id"]:
        return set()
    return {plain_call["id"]}


def take_call(result: Json, calls: Calls, format_: str, payload: Json, paths: Paths) -> None:
    """Say of a result that was just read that it answers the call that was asked for.

    Its message may have another id: that of a connection. It goes out with it again.
    """
    ((call_id, name),) = calls.items()
    result["name"] = result["name"] or name
    if result["toolCallId"] != call_id:
        raws = {}
        for path in paths:
            raw = _value_at(payload, path.split("."))
            if raw is not None:
                raws[path] = raw
        if raws:
            mark(result, format_, "answers", {"for": call_id, "as": raws})
        result["toolCallId"] = call_id


def repeat(
    body: Json,
    x: object,
    call: object,
    format_: str,
    encode: Callable[..., Json] | None,
    paths: Paths,
) -> None:
    """Put into a result's message what it repeats of its call's: as that call is written, or as
    this result came. Raises ToolwireError for another call's result.
    """
    result: Json = x if type(x) is dict else plain(x)
    if call is None:
        noted = _value_at(result, ["metadata", format_, "$", "answers"])
        if noted is not None and _value_at(noted, ["for"]) == result["toolCallId"]:
            raws = _value_at(noted, ["as"])
            if type(raws) is not dict:
                place = f"/metadata/{format_}/$/answers"
                raise ToolwireError(place, "value", "what an adapter would give")
            for path, raw in raws.items():
                _put(body, path.split("."), raw)
        return
    call_id, _ = _id_and_name(call)
    if result["toolCallId"] != call_id:
        what = f"the id of the call that it answers: {call_id}"
        raise ToolwireError("/toolCallId", "value", what)
    if encode is not None:
        message = encode(call, on_loss="ignore")
        for path, source in paths.items():
            repeated = _value_at(message, source)
            if repeated is not None:
                _put(body, path.split("."), repeated)


def _value_at(w: Json, path: list[str]) -> Json:
    """What stands at a path, on the way through objects of an SDK too."""
    for key in path:
        if type(w) is not dict:
            w = plain(w)
        w = w.get(key) if type(w) is dict else None
    return w


def _put(w: Json, path: list[str], value: Json) -> None:
    """Put a value at a path of a body that was just made; its objects may be the value's own."""
    *parents, last = path
    for key in parents:
        inner = w.get(key)
        w[key] = w = {**inner} if type(inner) is dict else {}
    w[last] = value

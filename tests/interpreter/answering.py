"""Results by themselves: what their messages lack, or repeat, of the call that they answer."""

from __future__ import annotations

from typing import Any

from .overlay import form_of, mark
from .spec import Path, Spec, demand

Json = Any


def answered(spec: Spec, entry: str, result: Json, payload: Json, call: Json) -> None:
    """A result has the id of its call, and its name where the wire has none.

    The form keeps what stood where the message would repeat the call's own.
    """
    if not result["name"]:
        result["name"] = call["name"]
    if result["toolCallId"] == call["id"]:
        return
    raws = {".".join(path): _value_at(payload, path) for path in _places(spec, entry)}
    raws = {path: raw for path, raw in raws.items() if raw is not None}
    if raws:
        mark(result, spec.name, "answers", {"for": call["id"], "as": raws})
    result["toolCallId"] = call["id"]


def repeated(
    spec: Spec, entry: str, result: Json, body: Json, call: Json, message: Json
) -> None:
    """Put in what the message of the call has, or, without one, what stood there once."""
    if call is None:
        noted = form_of(result, spec.name).get("answers", {})
        if noted.get("for") == result["toolCallId"]:
            for path, raw in noted["as"].items():
                _put(body, tuple(path.split(".")), raw)
        return
    demand(result["toolCallId"] == call["id"], "the id of the call that it answers")
    for path, source in _places(spec, entry).items():
        if _value_at(message, source) is not None:
            _put(body, path, _value_at(message, source))


def _places(spec: Spec, entry: str) -> dict[Path, Path]:
    answer = spec.transform.answers.get(entry)
    return answer.places if answer is not None else {}


def _value_at(w: Json, path: Path) -> Json:
    for key in path:
        w = w.get(key) if type(w) is dict else None
    return w


def _put(w: Json, path: Path, value: Json) -> None:
    for key in path[:-1]:
        w[key] = dict(w.get(key, {}))
        w = w[key]
    w[path[-1]] = value

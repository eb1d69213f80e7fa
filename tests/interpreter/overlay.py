"""Overlays and forms: what no row took of a wire object, and how it was spelled."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .jsontext import dumps, is_constant

Json = Any


def form_of(value: Json, format_: str) -> dict[str, Json]:
    """What a format's overlay on a value says of its spelling."""
    overlay = (value.get("metadata") or {}).get(format_) or {}
    return overlay.get("$") or {}


def mark(value: Json, format_: str, key: str, entry: Json) -> None:
    """Note something in a value's form; an opaque value has none."""
    if value.get("kind") != "opaque":
        overlay = value.setdefault("metadata", {}).setdefault(format_, {})
        overlay["$"] = {**overlay.get("$", {}), key: entry}


# -- keys in two spellings


def camel_case(key: str) -> str:
    """``max_tokens`` as ``maxTokens``."""
    first, *others = key.split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


def camel(
    w: dict[str, Json],
    spellings: dict[str, str],
    prefix: str,
    form: Json,
    inner: Collection[str] = (),
) -> tuple[dict[str, Json], Json]:
    """An object with its keys in camelCase, and the form that says which were not.

    Of a key in both spellings the form keeps the second; an ``inner`` object's stays where it is.
    """
    result: dict[str, Json] = {}
    form = dict(form or {})
    for key, value in w.items():
        ours = spellings.get(key)
        if ours is None or (ours in w and ours in inner):
            result[key] = value
        elif ours in w:
            form["twice"] = {**form.get("twice", {}), prefix + key: [dumps(w[ours]), value]}
        else:
            result[ours] = value
            form["snake"] = [*form.get("snake", ()), prefix + key]
    return result, form or None


# -- laying back


def lay(w: dict[str, Json], own: Json, yielding: set[str], filled: dict[str, Json]) -> None:
    """Put an overlay back into what was written, which wins but for the ``yielding`` places.

    ``filled``: what stands for keys that services leave out.
    """
    form = own.get("$") or {}
    w.update(_under(w, {key: value for key, value in own.items() if key != "$"}, yielding, ()))
    for style in ("absent", "null"):
        # The innermost first: an object may be all that is left.
        for path in sorted(form.get(style, ()), key=len, reverse=True):
            _leave_out(w, path, style, yielding, filled)
    spelled_back(w, form)
    if "$" in form:
        w["$"] = form["$"]


def _under(w: Json, rest: Json, yielding: set[str], path: tuple[str, ...]) -> Json:
    """Two values laid over each other: objects key by key, lists at their first items."""
    if type(w) is dict and type(rest) is dict:
        result = dict(w)
        for key, value in rest.items():
            at = (*path, key)
            wins = key not in w or ".".join(at) in yielding
            result[key] = value if wins else _under(w[key], value, yielding, at)
        return result
    lists = type(w) is list and type(rest) is list and w and rest
    if not lists or type(w[0]) is not dict or type(rest[0]) is not dict:
        return w
    return [_under(w[0], rest[0], yielding, (*path, "0")), *w[1:], *rest[len(w) :]]


def holder(w: Json, parents: list[str]) -> dict[str, Json] | None:
    """The object around a place, our own to change; None if there is none."""
    for key in parents:
        step: Any = 0 if key == "0" and type(w) is list else key
        inner = w[0] if step == 0 and w else w.get(key) if type(w) is dict else None
        if not isinstance(inner, dict | list):
            return None
        w[step] = inner = inner.copy()
        w = inner
    return w if type(w) is dict else None


def _leave_out(
    w: dict[str, Json], path: str, style: str, yielding: set[str], filled: dict[str, Json]
) -> None:
    """Make a key absent, or null, as it was, unless an app has set it since."""
    *parents, key = path.split(".")
    inner = holder(w, parents)
    if inner is None or key not in inner:
        return
    if path in filled and not is_constant(inner[key], filled[path]):
        return
    if path in filled or path in yielding:
        if style == "null":
            inner[key] = None
        else:
            del inner[key]


def spelled_back(w: dict[str, Json], form: Json) -> None:
    """Spell the keys as they were: inner objects first, for their paths are in our spelling."""
    for path in reversed(form.get("snake", ())):
        *parents, key = path.split(".")
        inner = holder(w, parents)
        if inner is not None and camel_case(key) in inner and key not in inner:
            inner[key] = inner.pop(camel_case(key))
    for path, (text, raw) in reversed(form.get("twice", {}).items()):
        *parents, key = path.split(".")
        inner, ours = holder(w, parents), camel_case(key)
        if inner is not None and ours in inner and dumps(inner[ours]) == text:
            inner[key] = raw

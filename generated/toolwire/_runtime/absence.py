# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Keys that a wire's own traffic lacks, though our encoder would write them.

The form remembers them: ``absent`` lists those that were not there, ``null`` those that were there
as null where something else is demanded. Our encoder leaves them out again, or null.
"""

from __future__ import annotations

from typing import Any

from .errors import expected

Json = Any
Form = dict[str, Any] | None
EMPTY: dict[str, Any] = {}
NOTHING: frozenset[str] = frozenset()
REFUSAL = "refusal"
"""The field of a text in which a model declines."""


def absent(form: Form, path: str) -> dict[str, Any]:
    """The form with a wire key that our encoder would write, and that was not there."""
    return _listed(form, "absent", path)


def filled_in(
    form: Form, w: dict[str, Any], key: str, value: Json, path: str = ""
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The form, and a copy of ``w`` with the value that stands for a missing key.

    ``path`` is where the key stands in the whole object, if not in the object itself.
    """
    style = "null" if key in w else "absent"
    return _listed(form, style, path or key), {**w, key: value}


def _listed(form: Form, style: str, path: str) -> dict[str, Any]:
    return {**(form or {}), style: [*(form or {}).get(style, ()), path]}


def object_at(w: dict[str, Any], key: str) -> dict[str, Any]:
    """The object at a key, an empty one where there is none. Raises ToolwireError."""
    value: Json = w.get(key)
    if value is None:
        return EMPTY
    if type(value) is not dict:
        raise expected("an object", w, key)
    return value


def list_at(w: dict[str, Any], key: str) -> list[Any]:
    """The list at a key, an empty one where there is none. Raises ToolwireError."""
    value: Json = w.get(key)
    if value is None:
        return []
    if type(value) is not list:
        raise expected("a list", w, key)
    return value


def lacking(w: dict[str, Any], usual: dict[str, Json]) -> Form:
    """A form that says which of the usual keys a body lacks, as far as their parents are there."""
    form: Form = None
    for path, value in usual.items():
        *parents, key = path.split(".")
        holder: Any = w
        for parent in parents:
            if type(holder) is list and parent == "0":
                holder = holder[0] if holder else None
            else:
                holder = holder.get(parent) if type(holder) is dict else None
        if type(holder) is not dict:
            continue
        if key not in holder:
            form = _listed(form, "absent", path)
        elif holder[key] is None and value is not None:
            form = _listed(form, "null", path)
    return form


def excused(own: dict[str, Any] | None, key: str) -> bool:
    """Was a key that this wire demands missing (or null) in this wire's own traffic?"""
    if own is None:
        return False
    return key in own or key in own.get("$", EMPTY).get("absent", ())


def left_at(own: dict[str, Any], path: str, otherwise: Json) -> Json:
    """What an overlay holds at a path: a value that no field could be read from."""
    holder: Any = own
    for key in path.split("."):
        if type(holder) is not dict or key not in holder:
            return otherwise
        holder = holder[key]
    return holder


_NOWHERE = object()


def stands_at(own: dict[str, Any], path: str) -> bool:
    """Does an overlay hold something at a path, whatever it is?"""
    return left_at(own, path, _NOWHERE) is not _NOWHERE


def has_at(x: dict[str, Any], format_: str, path: str) -> bool:
    """The same of an object's own overlay."""
    return stands_at(overlays(x).get(format_) or EMPTY, path)


def excused_in(x: dict[str, Any], format_: str, key: str) -> bool:
    """The same of an object's own overlay."""
    return excused((x.get("metadata") or EMPTY).get(format_), key)


def leave_out(
    w: dict[str, Any], form: dict[str, Any], given: frozenset[str], filled: dict[str, Json]
) -> None:
    """Take out of ``w`` what the form says was not there, or was null.

    ``given`` are constants that we write. What was ``filled`` in is left out as long as it still
    has that value: an app may have set it since.
    """
    for style in ("absent", "null"):
        # What stands inside of an object goes before it: the object may be all that is left.
        for path in sorted(form.get(style, ()), key=len, reverse=True):
            if path not in given and path not in filled:
                continue
            *parents, key = path.split(".")
            holder = holder_in(w, parents)
            if holder is None or key not in holder:
                continue
            if path in filled and not _alike(holder[key], filled[path]):
                continue
            if style == "null":
                holder[key] = None
            else:
                del holder[key]


def _alike(left: Json, right: Json) -> bool:
    return left == right and type(left) is type(right)


def holder_in(w: dict[str, Any], parents: list[str]) -> dict[str, Any] | None:
    """The object at the end of ``parents``, copied on the way: it may belong to an overlay."""
    holder: Any = w
    for parent in parents:
        if parent == "0":
            key: Any = 0
            inner = holder[0] if type(holder) is list and holder else None
        else:
            key = parent
            inner = holder.get(parent) if type(holder) is dict else None
        if type(inner) is not dict and type(inner) is not list:
            return None
        holder[key] = inner = inner.copy()
        holder = inner
    return holder if type(holder) is dict else None


def marked(block: dict[str, Any], field: str) -> bool:
    """Whether a block has a field that is true wherever it is there."""
    value = block.get(field)
    if value is None or value is True:
        return value is True
    raise expected("true", block, field)


def standing(blocks: list[Json], mark: str, format_: str, key: str) -> None:
    """Note of blocks with a mark that they stood in the list of a key. They were made here."""
    for block in blocks:
        if mark in block:
            _stands_at(block, format_, key)


def standing_kinds(
    blocks: list[Json], raw: list[Json], kinds: list[str], format_: str, key: str
) -> None:
    """Note of blocks of these kinds that they stood in the list of a key. They were made here.

    The last of all blocks are those of ``raw``, the list.
    """
    for block in blocks[len(blocks) - len(raw) :]:
        if block["kind"] in kinds:
            _stands_at(block, format_, key)


def _stands_at(block: dict[str, Any], format_: str, key: str) -> None:
    overlay = block.setdefault("metadata", {}).setdefault(format_, {})
    overlay["$"] = {**overlay.get("$", EMPTY), "at": key}


def stood(block: dict[str, Any], format_: str, key: str) -> bool:
    """Whether a block says that it stood in a key of its own."""
    own: Form = (block.get("metadata") or EMPTY).get(format_)
    return own is not None and (own.get("$") or EMPTY).get("at") == key


def overlays(block: dict[str, Any]) -> dict[str, Any]:
    """What wires alone understand of a block; of a call, what the call itself has."""
    found: dict[str, Any] = (block.get("toolCall") or block).get("metadata") or EMPTY
    return found


def only_elsewhere(unit: dict[str, Any], format_: str) -> bool:
    """Whether only another wire knows a unit: it goes nowhere, and parts nothing."""
    return bool(unit.get("kind") == "opaque" and unit.get("format") != format_)

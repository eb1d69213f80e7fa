"""A text that services spell under different keys of one object, some under several at once.

It is one block: the text of the first of these keys. Under which key that stood is form, the rest
is the block's overlay; both go back to where they were. ``aliases`` says of what kind the block is,
the keys of ``texts`` (the usual one first), and those of ``lists`` with the texts of their records.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .assembly import Assembly
from .errors import expected
from .showing import show_text

Json = Any


def block_of_aliases(
    w: Json, rest: dict[str, Any], format_: str, aliases: dict[str, Any]
) -> list[Json]:
    """The block that an object says, if it says any; what that has is taken out of the rest."""
    texts, lists = aliases["texts"], aliases["lists"]
    found = {}
    for key, value in w.items():
        if value and ((key in texts and type(value) is str) or (key in lists and _records(value))):
            found[key] = value
            del rest[key]
    if not found:
        return []
    by_key = {k: _text_of(found[k], lists.get(k)) for k in (*texts, *lists) if k in found}
    at = next((key for key, text in by_key.items() if text), next(iter(by_key)))
    block = {"kind": aliases["kind"], "text": by_key[at]}
    if not by_key[at]:
        block["redacted"] = True
    also = [key for key in by_key if key in texts and key != at and by_key[key] == by_key[at]]
    overlay = {k: v for k, v in found.items() if k in lists or k not in (at, *also)}
    form = {"at": at} if at != texts[0] else {}
    if also:
        form["also"] = also
    if form:
        overlay["$"] = form
    if overlay:
        block["metadata"] = {format_: overlay}
    return [block]


def say_once(w: Json, blocks: list[Json], format_: str, aliases: dict[str, Any]) -> None:
    """Put the texts of blocks where they stood, or in the usual place; several are one."""
    texts, lists = aliases["texts"], aliases["lists"]
    for block in blocks:
        text = block["text"]
        if type(text) is not str:
            raise expected("a string", block, "text")
        if block.get("redacted") not in (None, True):
            raise expected("true", block, "redacted")
        own = (block.get("metadata") or EMPTY).get(format_) or EMPTY
        form = own.get("$") or EMPTY
        at = form.get("at", texts[0])
        gone = at if at in lists and text != _text_of(own.get(at), lists[at]) else None
        if at not in lists or gone:
            _add(w, at if at in texts else texts[0], text)
        for key in form.get("also", ()):
            if key in texts:
                _add(w, key, text)
        for key, value in own.items():
            if key not in ("$", gone):
                w.setdefault(key, value)


def show_alike(
    s: Assembly, piece: str, kind: str, key: str, metadata: Json = None
) -> None:  # fmt: skip
    """Show a piece of a text that may come under several keys: of the first that says any."""
    slot = s.texts.get(kind)
    if slot is None:
        show_text(s, piece, kind, metadata)
        s.texts[kind].made = key
    elif slot.made == key:
        show_text(s, piece, kind)


def show_records(
    s: Assembly, e: dict[str, Any], format_: str, aliases: dict[str, Any]
) -> None:  # fmt: skip
    """Show the texts of records that an event brings, if no other text has been shown."""
    for key, paths in aliases["lists"].items():
        piece = _text_of(e.get(key), paths)
        if piece:
            show_alike(s, piece, aliases["kind"], key, {format_: {"$": {"at": key}}})


def _add(w: Json, key: str, text: str) -> None:
    if text:
        w[key] = w.get(key, "") + text


def _records(value: Json) -> bool:
    return type(value) is list and all(type(one) is dict for one in value)


def _text_of(value: Json, paths: list[str] | None) -> str:
    """A text, or the texts of records, one after another."""
    if paths is None:
        return str(value)
    found = [one.get(key) for one in value or () for key in paths] if _records(value) else []
    return "".join(text for text in found if type(text) is str)

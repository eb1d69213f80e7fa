# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Texts that are still coming: lists of pieces inside the reply, joined once at the end.

So a long text costs no more than joining it, however many pieces it comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .absence import NOTHING
from .errors import expected
from .jsontext import arguments_in, dumps, encodes, loads

Json = Any


FREE = "inputDelta"
"""Where an event has the next piece of what a model wrote freely for a tool."""


class Pieces(list[str]):
    """A text that is still coming."""


class JsonPieces(list[str]):
    """The JSON text of an object that is still coming.

    ``carrier`` is the key under which text that is no object goes, or "".
    """

    __slots__ = ("carrier",)
    carrier: str


def start_pieces(w: dict[str, Any], key: str, piece: str) -> None:
    """The first piece of a text, after what its object began with."""
    before = w.get(key)
    w[key] = Pieces((before, piece) if type(before) is str and before else (piece,))


def start_json(w: dict[str, Any], key: str, piece: str, carrier: str) -> None:
    """The first piece of an object's JSON text. What stood there before was a placeholder.

    Raises what is explained later for a piece behind the end of its element.
    """
    before = w.get(key)
    if not piece and before:
        return
    if type(before) is Settled:
        raise expected("no piece of what has ended", None, None)
    w[key] = pieces = JsonPieces((piece,))
    pieces.carrier = carrier


class SoFar(list[str]):
    """A text of which each event brings all so far: ``text``, of which this much has been told.

    ``news`` is what the last event told of it. ``carrier`` is that of the JSON text of an object,
    None where it is simply a text.
    """

    __slots__ = ("carrier", "news", "text")
    text: str
    news: str
    carrier: str | None


def so_far(w: dict[str, Any], key: str, text: str, carrier: str | None = None) -> str:
    """Put in all of a text so far; what of it has not been told.

    A text that does not go on from what was told is what it is now, and tells nothing. One that is
    empty says nothing about what is there. Half a character waits for the other half.
    """
    pieces = w.get(key)
    if type(pieces) is not SoFar:
        if type(pieces) is Settled:
            raise expected("no text of what has ended", None, None)
        if carrier is not None and pieces and not text:
            return ""
        begun = pieces if type(pieces) is str and carrier is None else ""
        w[key] = pieces = SoFar((begun,) if begun else ())
        pieces.text, pieces.carrier = begun, carrier
    pieces.text = text or pieces.text
    shown = "".join(pieces)
    more = text[len(shown) :] if text.startswith(shown) else ""
    pieces.news = more = more[:-1] if "\ud800" <= more[-1:] <= "\udbff" else more
    pieces[:] = (shown + more,)
    return more


def news_at(w: Json, e: Json, path: Sequence[str], first: bool) -> Json:
    """What an event told of a text at a path that comes so far; ``first``: all told by now."""
    text, pieces = inside(e, *path), inside(w, *path)
    if type(pieces) is not SoFar or text is None:
        return text
    return "".join(pieces) if first else pieces.news


class Partial(dict[str, Any]):
    """Arguments that come value by value and are not all there yet."""

    __slots__ = ("carrier",)
    carrier: str


NESTED = frozenset({dict, list})


def owned(value: Json) -> Json:
    """A copy of JSON data that shares no object and no list with it."""
    kind = type(value)
    if kind is dict:
        copy = value.copy()
        for key, item in value.items():
            if type(item) in NESTED:
                copy[key] = owned(item)
        return copy
    if kind is list:
        return [owned(item) if type(item) in NESTED else item for item in value]
    return value


def inside(e: Json, *path: str) -> Json:
    """What is at a path, or None."""
    for key in path:
        e = e.get(key) if type(e) is dict else None
    return e


def item_at(e: Json, path: Sequence[str], at: int) -> Json:
    """An item of the list at a path; an object without keys, if there is none."""
    found = inside(e, *path)
    return found[at] if type(found) is list and at < len(found) else {}


class Settled:
    """A value that holds nothing under construction: it is not looked through again."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value


def built(value: Json, last: bool = False) -> Json:
    """A value with all its texts joined; what was not under construction is shared.

    ``last``: nothing more comes, so pieces are let go as soon as they are joined.
    """
    kind = type(value)
    if kind is Pieces:
        return _joined(value, last)
    if kind is Partial:
        # Unclosed, as it is: whatever reads it sees that it ends too early.
        return {value.carrier: dumps(built(dict(value)))[:-1]}
    if kind is JsonPieces:
        return _parsed(_joined(value, last), value.carrier)
    if kind is Settled:
        return value.value
    if kind is dict:
        return {key: built(item, last) for key, item in value.items()}
    if kind is list:
        return [built(item, last) for item in value]
    if kind is SoFar:
        text = _joined([value.text], False)
        return text if value.carrier is None else _parsed(text, value.carrier)
    return value


def _joined(pieces: list[str], last: bool) -> str:
    """All pieces as one text; the halves of a character that was cut in two find together."""
    text = "".join(pieces)
    if last:
        pieces.clear()
    return text if text.isascii() or encodes(text) else whole_characters(text)


def whole_characters(text: str) -> str:
    """A text in which halves of a character that stand together are one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _parsed(text: str, carrier: str) -> Json:
    if not text:
        return {}
    value = arguments_in(text)
    if value is not None:
        return value
    if carrier:
        return {carrier: text}
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return text


def settle(w: dict[str, Any]) -> None:
    """Join an element's texts: nothing more comes."""
    for key, value in w.items():
        if type(value) is Pieces:
            w[key] = _joined(value, True)
        elif type(value) is JsonPieces:
            w[key] = Settled(_parsed(_joined(value, True), value.carrier))
        elif type(value) is SoFar:
            whole = built(value)
            w[key] = whole if value.carrier is None else Settled(whole)


def items(w: dict[str, Any], key: str) -> list[Json]:
    """The list under a key, ours to change."""
    found = w.get(key)
    if type(found) is not list:
        w[key] = found = []
    return found


def gather(w: dict[str, Any], e: dict[str, Any], once: frozenset[str] = NOTHING) -> None:
    """Piece together an object that no schema knows; nothing of ``e`` is shared."""
    for key, value in e.items():
        add(w, key, value, once)


def replace(w: dict[str, Any], news: dict[str, Any]) -> None:
    """Put values in the place of what there is, key by key; nothing of ``news`` is shared."""
    put_by_key(w, news, _replace)


def _replace(w: dict[str, Any], key: str, value: Json) -> None:
    w[key] = owned(value)


def put_by_key(
    w: dict[str, Any], news: dict[str, Any], put: Callable[[dict[str, Any], str, Json], None]
) -> None:
    """Put an object in key by key, and those inside of it; ``put`` takes all other values."""
    for key, value in news.items():
        inner = w.get(key)
        if type(value) is dict and type(inner) is dict:
            put_by_key(inner, value, put)
        else:
            put(w, key, value)


def add(w: dict[str, Any], key: str, value: Json, once: frozenset[str]) -> None:
    """Add a value to what there is: texts and lists grow, objects are gathered in turn.

    What is told ``once`` may come again with every piece, and is no piece of a text.
    """
    before = w.get(key)
    if value is None:
        w.setdefault(key, None)
    elif type(value) is str and key not in once:
        if type(before) is Pieces:
            before.append(value)
        else:
            start_pieces(w, key, value)
    elif type(value) is dict:
        if type(before) is not dict:
            w[key] = before = {}
        gather(before, value, once)
    elif type(value) is list:
        _gather_items(items(w, key), value, once)
    elif value or before is None:
        w[key] = value


def _gather_items(found: list[Json], more: list[Json], once: frozenset[str]) -> None:
    for item in more:
        if type(item) is dict:
            own = next((one for one in found if type(one) is dict and _same(one, item, once)), None)
            if own is None:
                own = {}
                found.append(own)
            gather(own, item, once)
        else:
            found.append(owned(item))


def _same(one: dict[str, Any], item: dict[str, Any], once: frozenset[str]) -> bool:
    """Is it an item with this number, of which nothing else is told that is told once?"""
    numbered = False
    for key in once.intersection(item):
        value = item[key]
        if type(value) is int:
            if one.get(key) != value:
                return False
            numbered = True
        elif value and one.get(key, value) != value:
            return False
    return numbered

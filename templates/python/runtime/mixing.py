"""What is a text, or a list of blocks: its pieces are texts, or items of the list.

A text goes on with the last item, and an item with the one before it, where both are texts of one
kind that say nothing different beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .absence import standing_kinds
from .assembly import Assembly, put
from .errors import expected
from .overlay import same
from .pieces import Pieces, items, owned, start_pieces
from .showing import end_block, show_item, show_text

Json = Any
TEXT = "text"


def mix(
    s: Assembly, w: dict[str, Any], key: str, piece: Json, shown: bool, plain: dict[str, Any],
    text_in: Callable[[Json], Sequence[str]], format_: str, aside: dict[str, Any],
    read: Callable[..., Json], *context: Json,
) -> None:  # fmt: skip
    """Put the next piece in, and show it if it is ``shown``.

    ``plain`` is the item that a text is, ``text_in`` says where an item has a text that goes on,
    ``read`` makes blocks of items; those ``aside`` say that they stood here, as others of their
    kind have a key of their own.
    """
    found = w.get(key)
    if type(piece) is str and type(found) is not list:
        _text(s, w, key, piece, shown)
        return
    if type(found) is not list:
        # What was a text so far is the first item; an empty one was none.
        begun = type(found) is Pieces or bool(found)
        w[key] = found = [{**plain, text_in(plain)[0]: found}] if begun else []
    bare = type(piece) is str
    if bare and not piece:
        return
    for item in [{**plain, text_in(plain)[0]: piece}] if bare else piece:
        position = _put_in(found, item, text_in)
        if shown:
            block = {"kind": TEXT, "text": piece} if bare else read([item], *context)[0]
            if aside:
                standing_kinds([block], [item], aside["kinds"], format_, aside["key"])
            _show(s, block, position)


def one_of_texts(items: list[Json], tags: dict[str, Any]) -> str | None:
    """The text that plain texts are together; None where something has more to it."""
    found = []
    for item in items:
        text = item.get(TEXT)
        if len(item) != len(tags) + 1 or type(text) is not str:
            return None
        if any(item.get(key) != value for key, value in tags.items()):
            return None
        found.append(text)
    return "".join(found)


def _text(s: Assembly, w: dict[str, Any], key: str, piece: str, shown: bool) -> None:
    """A piece of what is a text so far; an empty one is no block."""
    pieces = w.get(key)
    if type(pieces) is Pieces:
        pieces.append(piece)
        if shown and piece:
            s.out.append({"kind": "textDelta", "text": piece})
    elif piece:
        start_pieces(w, key, piece)
        if shown:
            show_text(s, piece, TEXT)
    elif pieces is None:
        w[key] = piece


def _show(s: Assembly, block: Json, position: int) -> None:
    """Show a piece of an item, or an item that is no text."""
    first = s.texts.get(TEXT)
    if first is not None and position == 0 and block["kind"] == TEXT:
        show_text(s, block["text"], TEXT)
        return
    if first is not None:
        end_block(s, first)
    show_item(s, block, position)


def _put_in(found: list[Json], item: Json, text_in: Callable[[Json], Sequence[str]]) -> int:
    """Add an item to a list, or to its last item; the position of either."""
    if type(item) is not dict:
        raise expected("an object", None, None)
    last = found[-1] if found else None
    path = text_in(item)
    if path and type(last) is dict and text_in(last) == path and _agree(last, item, path):
        _go_on(last, item, path)
    else:
        found.append(owned(item))
    return len(found) - 1


def _agree(last: dict[str, Any], item: dict[str, Any], path: Sequence[str]) -> bool:
    """Whether an item has a text, and says beside it what the last one says, or what is new."""
    key, *deeper = path
    inner = item.get(key)
    if deeper and type(inner) is not list and type(inner) is not dict:
        return False
    if not deeper and type(inner) is not str:
        return False
    return all(
        name == key or value is None or last.get(name) is None or same(last[name], value)
        for name, value in item.items()
    )


def _go_on(last: dict[str, Any], item: dict[str, Any], path: Sequence[str]) -> None:
    """Add an item's text to that of the last one, and what it says beside."""
    key, *deeper = path
    for name, value in item.items():
        if name != key:
            put(last, name, value)
    inner, before = item[key], last.get(key)
    if type(inner) is str:
        if type(before) is Pieces:
            before.append(inner)
        else:
            start_pieces(last, key, inner)
    elif type(inner) is dict and type(before) is dict:
        _go_on(before, inner, deeper)
    elif type(inner) is list:
        for record in inner:
            _add_record(items(last, key), record, deeper)
    else:
        put(last, key, inner)


def _add_record(found: list[Json], record: Json, path: Sequence[str]) -> None:
    """Add a record of a text to its records, or to the last of them."""
    last = found[-1] if found else None
    both = type(record) is dict and path[0] in record
    if both and type(last) is dict and path[0] in last and _agree(last, record, path):
        _go_on(last, record, path)
    else:
        found.append(owned(record))

"""A text that the wire has in pieces in one of two lists: in the usual one, or rather in another.

The form says that it stood in the other list (``at``), and then what stood in the usual one
(``as``), and how the other spelled it, if otherwise than we would (``there``).
"""

from __future__ import annotations

from typing import Any

from .absence import Form
from .assembly import Assembly, Slot
from .closing import show_rest, text_at
from .overlay import noted
from .values import parts_of_text, text_of_parts

Json = Any


def form_of_rather(
    form: Form, field: str, key: str, usual: Json, other: Json, text: str,
    tags: dict[str, Any], path: list[str],
) -> Form:  # fmt: skip
    """Note that a text stood in the other list, under a key, and what stood in the usual one."""
    entry: dict[str, Any] = {"at": key}
    if usual != []:
        entry["as"] = usual
    if parts_of_text(text, tags, path) != other:
        entry["there"] = other
    return noted(form, field, entry)


def parts_rather(
    text: str, entry: dict[str, Any], key: str,
    tags: dict[str, Any], path: list[str], other_tags: dict[str, Any], other_path: list[str],
) -> tuple[Json, Json]:  # fmt: skip
    """The usual list of a text, and the other one, or None: each as it stood, if it says so."""
    spelled = entry.get("as")
    if entry.get("at") != key or not text:
        if spelled is None or text_of_parts(spelled, tags, path) != text:
            spelled = parts_of_text(text, tags, path)
        return spelled, None
    there = entry.get("there")
    if there is None or text_of_parts(there, other_tags, other_path) != text:
        there = parts_of_text(text, other_tags, other_path)
    return [] if spelled is None else spelled, there


def show_either(
    s: Assembly, slot: Slot, piece: str, key: str, metadata: Json = None
) -> None:  # fmt: skip
    """Show a piece of a text that comes in one of two lists: of the one that says any first."""
    if slot.made not in ("", key):
        return
    event: dict[str, Any] = {"kind": f"{slot.kind}Delta", "index": slot.index, "text": piece}
    if not slot.made and metadata is not None:
        event["metadata"] = metadata
    slot.made = key
    slot.is_shown = True
    s.out.append(event)


def show_rest_of(
    s: Assembly, slot: Slot, w: Json, final: Json, path: list[str], key: str, metadata: Json = None
) -> None:
    """Show what such a text says beyond its pieces, which are at the same path of ``w``."""
    if slot.made == key:
        show_rest(s, slot, w, final, path)
    elif not slot.made and (text := text_at(final, path)):
        show_either(s, slot, text, key, metadata)

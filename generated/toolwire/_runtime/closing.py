# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Elements, and replies, that come once more as a whole: what they say more is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from .assembly import CALLS, Assembly, Slot, put
from .framing import beside, put_at
from .jsontext import dumps
from .overlay import same
from .pieces import SoFar, built, inside, owned, put_by_key
from .places import Places
from .showing import show_overlay

Json = Any


def text_at(value: Json, path: Sequence[str]) -> str:
    """The text at a path, of all items of the lists on its way; an object is its JSON text."""
    if isinstance(value, list) and path:
        return "".join(text_at(item, path) for item in value)
    if path:
        return text_at(value.get(path[0]), path[1:]) if type(value) is dict else ""
    if isinstance(value, list):
        return "".join(value) if type(value) is not list else ""
    if type(value) is str:
        return value
    return dumps(value) if value and type(value) is dict else ""


def show_rest(
    s: Assembly, slot: Slot, w: Json, final: Json, path: Sequence[str], mark: str = ""
) -> None:
    """Show what a text says beyond its pieces, which are at the same path of ``w``.

    ``mark``: a field that is true of it.
    """
    shown, text = text_at(w, path), text_at(final, path)
    if len(text) <= len(shown) or not text.startswith(shown):
        return
    more = text[len(shown) :]
    if slot.kind not in CALLS:
        event = {"kind": f"{slot.kind}Delta", "index": slot.index, "text": more}
        s.out.append({**event, mark: True} if mark else event)
        slot.is_shown = True
    elif s.deltas:
        s.out.append({"kind": "toolCallDelta", "index": slot.call, CALLS[slot.kind]: more})


def show_news(s: Assembly, slot: Slot, format_: str, final: Json, named: frozenset[str]) -> None:
    """Show what an element says beside its text that it has not said before.

    What it says otherwise than before is shown with its end.
    """
    rest = {key: value for key, value in final.items() if key not in named}
    before = {key: built(slot.w[key]) for key in rest if key in slot.w}
    if news := _more(before, rest):
        show_overlay(s, slot, format_, news)
    if changed := _otherwise(before, rest):
        slot.changed = {format_: owned(changed)}


def _more(before: Json, value: Json) -> Json:
    """What a value adds to what has been told, or None: news add up, texts and lists as well."""
    if before is None or same(before, value):
        return value if before is None else None
    kind = type(value)
    if kind is dict and type(before) is dict:
        found = {key: _more(before.get(key), item) for key, item in value.items()}
        return {key: item for key, item in found.items() if item is not None} or None
    if kind in (str, list) and type(before) is kind:
        count = len(before)
        return value[count:] if same(value[:count], before) and len(value) > count else None
    return None if kind in (str, list, dict) else value


def _otherwise(before: Json, value: Json) -> Json:
    """What of a value is another than what has been told, and adds nothing to that; or None."""
    if before is None or value is None or same(before, value):
        return None
    kind = type(value)
    if kind is dict and type(before) is dict:
        found = {key: _otherwise(before.get(key), item) for key, item in value.items()}
        return {key: item for key, item in found.items() if item is not None} or None
    return value if _more(before, value) is None else None


def end_as_other(s: Assembly, slot: Slot, final: Json, read: Callable[..., Json]) -> None:
    """An element is of another type in the end than it began as: its block is another, too."""
    if not slot.is_shown:
        slot.kind = ""  # nobody has heard of it
    else:
        slot.other = owned(read([final], s.calls)[0])


def renew(slot: Slot, final: Json) -> None:
    """Put the complete element in the place of what its pieces made."""
    slot.w.clear()
    slot.w.update(owned(final))
    slot.lists.clear()


def say_last(ending: dict[str, Any], w: Json, path: Sequence[str], value: Json) -> None:
    """Note what the event that ends an element ``w`` says at a path of it, if that says anything.

    What is empty says nothing about what is there.
    """
    if value is not None and not (value in ("", []) and inside(w, *path)):
        put_at(ending, path, value)


def done(w: dict[str, Any], key: str, text: str) -> None:
    """Put a text as a whole in the place of its pieces, if they were not all of it."""
    if text_at(w, (key,)) != text or key not in w or type(w[key]) is SoFar:
        w[key] = text


def take_whole(
    s: Assembly, reply: dict[str, Any], path: Sequence[str],
    merge: Callable[[Json, Assembly], None], *writers: Callable[..., Json],
) -> None:  # fmt: skip
    """Put a reply in that is whole as far as it is.

    ``path`` is where it has its elements, ``writers`` make the events that open, fill and close
    one, and say what it is found by, if not by its number: they tell what has not been told of it.
    """
    opened, filled, closed, *key = writers
    slots: Places = s.root.lists.setdefault(".".join(path), Places())
    found = inside(reply, *path)
    items = [item for item in found if type(item) is dict] if type(found) is list else []
    numbers = [key[0](item, at) for at, item in enumerate(items)] if key else _met(slots, items)
    for number, item in zip(numbers, items, strict=True):
        slot = slots.get(number)
        events: list[Json] = []
        if slot is None:
            events = [*opened(item, number), *filled(item, number), *closed(item, number, item)]
        elif not slot.closed:
            events = closed(item, number, item)[-1:]
        else:
            renew(slot, item)
        for event in events:
            merge(event, s)
    in_order = [slots[number] for number in numbers if number in slots]
    if in_order:
        _line_up(inside(s.root.w, *path), slots, in_order)
    rest = beside(reply, path)
    if found == [] and not slots:
        # No element is to come: the list is there all the same.
        rest = reply
    put_by_key(s.root.w, rest, put)


def _met(slots: Places, items: list[Json]) -> list[int]:
    """The numbers of the elements that the items of a whole reply are; a new one for a new item.

    A service may count from one, and a reply may lack what was told, or have more. So an item is
    the element that it is equal to; the others are those that are left, in order, if they are as
    many, or else those that have the numbers of their places.
    """
    left = {number: slot for number, slot in slots.items() if type(number) is int}
    found: list[int | None] = []
    for at, item in enumerate(items):
        likely = [at] if at in left else []
        equal = (one for one in (*likely, *left) if left[one].w == item)
        found.append(next(equal, None))
        if found[-1] is not None:
            del left[found[-1]]
    others = [*left] if len(left) == found.count(None) else []
    new, numbers = max(slots.top + 1, len(items)), []
    for at, number in enumerate(found):
        if number is None and others:
            number = others.pop(0)
        elif number is None:
            number = at if at in left or at not in slots else new
            left.pop(number, None)
            new += number == new
        numbers.append(number)
    return numbers


def _line_up(elements: list[Json], slots: Places, in_order: list[Slot]) -> None:
    """Elements stand in the order of the whole reply; one that it lacks stays behind its own."""
    ranks = {id(slot.w): at for at, slot in enumerate(in_order)}
    before = -1
    placed: list[tuple[int, Json]] = []
    for w in elements:
        before = ranks.get(id(w), before)
        placed.append((before, w))
    if placed == sorted(placed, key=itemgetter(0)):
        return
    elements[:] = [w for _, w in sorted(placed, key=itemgetter(0))]
    places = {id(w): at for at, w in enumerate(elements)}
    for slot in slots.values():
        slot.place = places.get(id(slot.w), slot.place)

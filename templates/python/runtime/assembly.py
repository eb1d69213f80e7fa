"""A reply under construction: the wire's own body, put together from the events of its stream.

The adapters' ``_merge_…`` functions put each event's news where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .absence import NOTHING
from .calls import Calls, opened
from .errors import MISFITS, expected, ours
from .pieces import JsonPieces, Pieces, add, inside, items, owned, start_pieces
from .places import Places

Json = Any
GROWING = (Pieces, JsonPieces)
CALLS = {"toolCall": "argumentsDelta", "freeCall": "inputDelta"}
"""The kinds of slots that calls have, and where an event has the next piece of a call's text."""


class Slot:
    """An object under construction: ``w`` is its wire object.

    ``index`` is its number in what is shown, ``place`` where it stands in its list, ``later``
    whether it is surely not the first there, ``kind`` what is shown of it ("text", "reasoning",
    "toolCall", "freeCall" for one of free text, or ""), ``call`` the number of a tool call in the
    stream, ``is_shown`` whether anything has been shown, ``ended`` whether its end has, ``closed``
    whether it is complete. ``known_keys`` have rows, or are kept: an event with no others has no
    rest, as long as the ``quiet`` ones say nothing. ``final`` keys have been told for good.
    ``changed`` is what its end says otherwise than its pieces did, ``other`` the block that it is
    in the end, where that is another than it began as.
    """

    __slots__ = (
        *("call", "changed", "closed", "ended", "ending", "final", "index", "is_shown", "kind"),
        *("known_keys", "later", "lists", "made", "other", "place", "quiet", "unnamed", "w"),
    )

    def __init__(self, w: dict[str, Any], index: int = 0) -> None:
        self.w, self.index, self.place = w, index, index
        self.kind, self.call = "", 0
        self.is_shown = self.ended = self.closed = self.later = False
        #: a call that came without an id: the event it began with, whether its end waits for the
        #: id, and the id once there is one
        self.unnamed: Json = None
        self.ending = False
        self.made = ""
        self.changed: Json = None
        self.other: Json = None
        self.lists: dict[str, Places] = {}
        self.final: set[str] = set()
        self.known_keys: set[str] = set()
        self.quiet: set[str] = set()


class Assembly:
    """All that is known of a reply: ``root`` is the body, ``out`` the events not yet given out.

    It shares nothing that can change with the events that it was put together from.
    """

    __slots__ = (
        *("begun", "call_count", "calls", "closed", "counted", "deltas", "early", "failed"),
        *("finished", "out", "partial", "root", "run", "started", "texts", "unnamed", "unshown"),
        "usage",
    )

    def __init__(
        self, body: dict[str, Any], deltas: bool, make_id: Callable[[], str] | None
    ) -> None:
        self.root = Slot(body)
        self.deltas = deltas
        self.out: list[Json] = []
        #: events that nobody knows, ahead of the reply's own beginning
        self.early: list[Json] = []
        self.call_count = 0
        self.started = self.failed = False
        #: whether the wire said that nothing more comes, if not why
        self.closed = False
        #: whether an event came that ends a reply by its type
        self.finished = False
        #: the blocks that are shown piece by piece
        self.begun: list[Slot] = []
        #: the texts of a wire that has one of a kind, and the block that a run of items has come to
        self.texts: dict[str, Slot] = {}
        self.run: Slot | None = None
        self.unshown: list[Slot] = []
        #: calls whose arguments come value by value, or object by object, and the text of what has
        #: come of these, by the identity of what holds them, as long as they are not complete
        self.partial: dict[int, tuple[Slot, Callable[[], str]]] = {}
        self.usage: Json = None
        #: the counts of tokens that come with each event, where a short way puts them in
        self.counted: Json = None
        #: calls that have no id yet
        self.unnamed: list[Slot] = []
        self.calls: Calls = opened(make_id)


# -- objects and lists


def opened_object(w: Json, key: str, tags: dict[str, Any]) -> dict[str, Any]:
    """The object under a key, ours to change; made with its tags if there is none."""
    inner: dict[str, Any] = w.get(key)
    if type(inner) is not dict:
        w[key] = inner = tags.copy()
    return inner


def anew(w: Json, key: str, tags: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """The object under a key that a value goes into: it has nothing of the one before.

    A value that is empty takes nothing away.
    """
    if not value:
        return opened_object(w, key, tags)
    w[key] = inner = tags.copy()
    return inner


def last_of(w: Json, key: str, made: dict[str, Any]) -> dict[str, Any]:
    """The last record of the list under a key; a new one, if that has not what it is made with."""
    found = items(w, key)
    last = found[-1] if found else None
    if type(last) is not dict or any(last.get(name) != value for name, value in made.items()):
        last = owned(made)
        found.append(last)
    return last


def move_inside(
    w: dict[str, Any], key: str, way: Sequence[Sequence[Any]], last: str
) -> None:
    """A text stands inside of another object of its element, if that has one.

    ``way``: the keys that lead there, each with what a new item of its list has, or None.
    """
    if key not in w or way[0][0] not in w:
        return
    text = w.pop(key)
    for step, item in way:
        if item is None:
            w = opened_object(w, step, {})
        else:
            made = item.copy()
            items(w, step).append(made)
            w = made
    w[last] = text


def silent(e: dict[str, Any], quiet: Iterable[str]) -> bool:
    """Whether keys that have said nothing yet still say nothing."""
    for key in quiet:  # noqa: SIM110 - asked for every event of some services
        if e.get(key):
            return False
    return True


def unsaid(slot: Slot, e: dict[str, Any]) -> bool:
    """Whether all that an object says has rows, or is told already."""
    return slot.known_keys.issuperset(e) and silent(e, slot.quiet)


def growing(s: Assembly, pieces: Json, shows: Json, *number: Json) -> tuple[Json, ...]:
    """The pieces of a text, whether and how they are shown; nothing if it has not been begun.

    Nothing is shown ahead of the reply's own beginning.
    """
    if type(pieces) not in GROWING or (shows and not s.started):
        return ()
    s.closed = False
    return pieces, shows, *number


def running(s: Assembly, w: dict[str, Any], name: str, text: str) -> tuple[Json, ...]:
    """The last item of the list that is shown, where that is nothing but a text that grows.

    Its pieces, that and as what they are shown, its place, and what holds the list; nothing if it
    is something else.
    """
    found: Json = inside(w, name)
    last = found[-1] if type(found) is list and found else None
    if s.run is None or type(last) is not dict or len(last) != 1 or text not in last:
        return ()
    return growing(s, last[text], f"{s.run.kind}Delta", s.run.index, w)


def repeats(e: dict[str, Any], w: dict[str, Any], but: str) -> bool:
    """Whether what an object says beside one key are texts that stand there already."""
    for key, value in e.items():
        if key != but and (type(value) is not str or w.get(key) != value):
            return False
    return True


class Remembered(dict[Json, Json]):
    """What a function says of a key, or of several: asked once, until the table is cleared.

    Where it fails, nothing is said.
    """

    __slots__ = ("args", "find", "keys_left")

    def __init__(self, find: Callable[..., Json], keys: int, *args: Json) -> None:
        self.find, self.keys_left, self.args = find, keys - 1, args

    def __missing__(self, key: Json) -> Json:
        args = (*self.args, key)
        left = self.keys_left
        if left:
            found: Json = Remembered(self.find, left, *args)
        else:
            try:
                found = self.find(*args)
            except MISFITS as failure:
                ours(failure, 2)
                found = ()
        self[key] = found
        return found


def note_nulls(w: dict[str, Any], e: dict[str, Any], names: frozenset[str]) -> None:
    """Keys that are there and say nothing yet."""
    for key in names:
        if key not in w and key in e and e[key] is None:
            w[key] = None


def first(found: Json) -> dict[str, Any]:
    """The first item of a list, if it is an object; else one without keys."""
    one = found[0] if type(found) is list and found else None
    return one if type(one) is dict else {}


def opening(slot: Slot, w: dict[str, Any], place: str, key: Json, value: Json) -> Slot:
    """A new element of a list, found by ``key`` from now on.

    ``place`` is the path of the list in the slot's object, ``w`` the object that holds it.
    """
    if type(value) is not dict:
        raise expected("an object", None, None)
    slots = slot.lists.setdefault(place, Places())
    if type(key) is str and key in slots and not slots[key].closed:
        # Pieces of the one would go to the other.
        raise expected("another name than that of an element that is open", None, None)
    found = items(w, place[place.rfind(".") + 1 :])
    made = Slot(owned(value), len(found))
    made.place = slots.make_room(key, len(found))
    found.insert(made.place, made.w)
    slots.put(key, made)
    return made


def opening_next(slot: Slot, w: dict[str, Any], place: str, value: Json) -> Slot:
    """A new element of a list whose events name none: what follows is about it."""
    return opening(slot, w, place, len(items(w, place[place.rfind(".") + 1 :])), value)


def made_of(e: Json, left: frozenset[str], made: dict[str, Any]) -> dict[str, Any]:
    """What an event says an element begins as: all but what it has ``left`` for itself."""
    if type(e) is not dict:
        raise expected("an object", None, None)
    return {**made, **{key: value for key, value in e.items() if key not in left}}


def begun_with(slot: Slot, path: Sequence[str], empty: Json) -> None:
    """An object of an element begins without what only pieces bring: so far that is empty."""
    w: Json = slot.w
    for key in path[:-1]:
        w = w.get(key)
        if type(w) is not dict:
            return
    w.setdefault(path[-1], empty)


def gather_piece(
    slot: Slot, piece: dict[str, Any], named: frozenset[str], once: frozenset[str]
) -> None:
    """Put what a piece brings in key by key: texts and lists grow, other values replace."""
    if type(piece) is not dict:
        raise expected("an object", piece, None)
    for key, value in piece.items():
        if key not in named:
            add(slot.w, key, value, once)


def keep_rest(slot: Slot, w: dict[str, Any], e: dict[str, Any], named: frozenset[str]) -> None:
    """What no row names; keys that have rows need not be looked at for it again."""
    slot.known_keys |= named.intersection(e)
    keep_others(slot, w, e, named)


def event_object(s: Assembly, e: dict[str, Any], key: str) -> dict[str, Any]:
    """What an event holds under the key that it is known by; what stands beside that is kept."""
    inner = e[key]
    if type(inner) is not dict:
        raise expected("an object", e, key)
    if len(e) > 1:
        keep_others(s.root, s.root.w, e, frozenset((key,)))
    return inner


def keep_others(slot: Slot, w: dict[str, Any], e: dict[str, Any], named: frozenset[str]) -> None:
    """What no row names."""
    for key, value in e.items():
        if key not in named:
            keep(slot, w, key, value)


def keep(slot: Slot, w: dict[str, Any], key: str, value: Json) -> None:
    """Keep a value: the first that says anything stays; objects are put together."""
    if key in slot.final:
        return
    before = w.get(key)
    slot.known_keys.add(key)
    slot.quiet.add(key)
    both = type(before) is dict and type(value) is dict
    if both or key not in w or (value and not before):
        w[key] = _after(before, value)
    if value and type(value) is not dict:
        slot.final.add(key)
        slot.quiet.remove(key)


def update(w: dict[str, Any], e: dict[str, Any]) -> None:
    """Put an object in key by key."""
    for key, value in e.items():
        put(w, key, value)


def put(w: dict[str, Any], key: str, value: Json) -> None:
    """Put a value in; null says nothing about what is there already, nor what is empty."""
    before = w.get(key)
    if key in w and (value is None or (before and (value == "" or value == []))):
        return
    w[key] = _after(before, value)


def fill(w: dict[str, Any], key: str, value: Json) -> None:
    """Put a value in that says anything: what is empty says nothing."""
    if value or type(value) in (int, float, bool):
        put(w, key, value)


def _after(before: Json, value: Json) -> Json:
    """A value, ours to keep, that comes after another: an object adds to one.

    An empty list in it does not empty one that is there: its items may have had their own events.
    """
    return _laid(before, owned(value))


def _laid(before: Json, value: Json) -> Json:
    if type(value) is not dict or type(before) is not dict:
        return value
    news = {k: _laid(before.get(k), v) for k, v in value.items() if v != [] or not before.get(k)}
    return {**before, **news}


def run_on(found: list[Json], item: Json, text: str, tags: frozenset[str] = NOTHING) -> int:
    """Add an item to a list, or to its last item if both have nothing but text; its position.

    ``tags``: keys that tell types of items apart, of which both must be.
    """
    if type(item) is not dict:
        raise expected("an object", item, None)
    last = found[-1] if found else None
    piece = item.get(text)
    if (
        last is not None
        and type(piece) is str
        and len(last) == len(item)
        and all(key == text or (key in tags and last.get(key) == item[key]) for key in item)
        and text in last
    ):
        held_text = last[text]
        if type(held_text) is Pieces:
            held_text.append(piece)
        else:
            start_pieces(last, text, piece)
    else:
        found.append(owned(item))
    return len(found) - 1

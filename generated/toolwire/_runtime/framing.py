# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""How a wire sends a reply: what its adapter says of it, and bodies told bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .absence import EMPTY, NOTHING
from .overlay import same
from .pieces import inside, owned

Json = Any
Written = Callable[[Json, set[str], int], list[Json]]
"""Blocks as the wire's elements, the first of them with this number."""
Way = tuple[tuple[str, str], ...]
"""The way to a place of the body: keys, each with what tells an element in an event, or ""."""


class Lane(NamedTuple):
    """A list of elements beside the list of blocks, or (without ``open``) a text.

    What it says is what ``Framing`` says of that list.
    """

    blocks: tuple[str, ...]
    piece: Callable[[str, str, int], Json] | None = None
    write_block: Written | None = None
    arguments: tuple[str, ...] = ()
    open: Callable[[Json, int], list[Json]] | None = None
    fill: Callable[[Json, int], list[Json]] | None = None
    close: Callable[[Json, int, Json], list[Json]] | None = None
    key: Callable[[Json, int], Json] | None = None
    lists: tuple[tuple[str, ...], ...] = ()


class Repeats(NamedTuple):
    """The keys of events that say what is known without them, which each of these has, and what.

    ``counts`` have the number of the event among those that have it, behind a text of ``stems``;
    ``places`` what stands at the first that has anything; ``numbers`` that of a list's last item.
    """

    counts: tuple[str, ...] = ()
    places: Mapping[str, tuple[Way, ...]] = EMPTY
    numbers: Mapping[str, Way] = EMPTY
    stems: Mapping[str, str] = EMPTY
    #: whether an event is what stands under its only key
    keyed: bool = False


class Framing(NamedTuple):
    """How a wire sends a reply; the functions are those of its adapter.

    ``blocks`` is where the body keeps blocks, ``texts`` where it has one text instead, by kind,
    ``arguments`` where an element has its arguments as text that may come in pieces. ``appended``
    keys grow piece by piece; another value of the key ``renew`` begins a new element. ``unsaid`` is
    what a stream says that stops for a reason which its body does not tell, ``last`` the key that
    goes out alone, after all else.
    """

    blocks: tuple[str, ...]
    write_block: Written
    texts: Mapping[str, tuple[str, ...]]
    arguments: tuple[str, ...]
    appended: frozenset[str]
    renew: str
    unsaid: Json
    last: str
    usage: tuple[str, ...]
    #: for wires that open and close elements
    head: Callable[[Json], list[Json]] | None = None
    open: Callable[[Json, int], list[Json]] | None = None
    fill: Callable[[Json, int], list[Json]] | None = None
    piece: Callable[[str, str, int], Json] | None = None
    close: Callable[[Json, int, Json], list[Json]] | None = None
    #: what a reply ends with; of wires whose events have the shape of the body, what says so alone
    tail: Callable[[Json, Json], list[Json]] | None = None
    #: what an event that has the shape of the body and ends it brings, and no other of that shape
    closing: frozenset[str] = NOTHING
    #: what events find an element by, if that is not its number
    key: Callable[[Json, int], Json] | None = None
    #: for wires whose events have the shape of the body
    chunk: Callable[[Json], Json] | None = None
    #: where an item has its text whose pieces are items with its number, by the block's kind
    grown: Mapping[str, tuple[str, ...]] = EMPTY
    #: where such an event has the next piece of a block's text, by the block's kind
    pieces: Mapping[str, tuple[str, ...]] = EMPTY
    #: where it has a text whose pieces are items of the list of blocks
    run: tuple[str, ...] = ()
    #: whether the end brings an item of it as well
    ends_with_item: bool = False
    #: the keys that such a text may stand under, by the block's kind: its form says under which
    alike: Mapping[str, tuple[str, ...]] = EMPTY
    #: where a call has what the model wrote freely, as a text that may come in pieces
    free: tuple[str, ...] = ()
    #: the key that calls are found by in events, where they have it in the body, too
    number: str = ""
    #: the kinds of blocks that go out once they are whole: no event brings a piece of them
    entire: frozenset[str] = NOTHING
    #: the kinds of blocks whose text is that of records with events of their own
    listed: frozenset[str] = NOTHING
    #: those whose text stands in one of two lists: its form says in which
    either: frozenset[str] = NOTHING
    #: whether a text may say that it is a refusal
    refuses: bool = False
    #: the kinds of blocks whose text stands elsewhere in the element once that has ended
    moved: frozenset[str] = NOTHING
    #: the keys of an element that say what its pieces are
    told_by: frozenset[str] = NOTHING
    #: where an element holds lists of elements with events of their own
    lists: tuple[tuple[str, ...], ...] = ()
    #: whether an element comes once more as a whole where it ends
    finals: bool = False
    #: whether what ends an element brings more of it
    endings: bool = False
    #: whether the reply comes once more as a whole where it ends, and has the last word
    wholes: bool = False
    #: other places of blocks, by the kind of what stands there, or by the key that it names; "" has
    #: what is of no such kind. In events of the body's shape these may be lists in places of texts
    lanes: Mapping[str, Lane] = EMPTY
    #: lists of elements with events of their own that are no blocks
    bare_lanes: tuple[Lane, ...] = ()
    #: the event of a reply that failed, where that is not simply its body
    failed: Callable[[Json], Json] | None = None
    #: where `unsaid` stands, if not at the first place that may say why a reply ended
    unsaid_at: tuple[str, ...] = ()
    #: whether the only block stands in the place of a list
    single: bool = False
    #: the keys that events require of objects of the body's shape, and that say the same again
    demanded: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    #: what events repeat
    repeats: Repeats | None = None
    #: what pieces are called of texts that go out as far as they have come, each time, and all
    #: keys that have such texts
    so_far: frozenset[str] = NOTHING
    so_far_keys: frozenset[str] = NOTHING

    @property
    def apart(self) -> bool:
        """Whether blocks stand in several places of the body, each kind in its own."""
        return bool(self.texts or self.lanes)


def saying_of(part: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """The event that says what an element begins as: its own keys are ``made``."""
    return {**made, **part, **made}


def without(w: dict[str, Any], named: frozenset[str]) -> dict[str, Any]:
    """An object without some keys."""
    return {key: value for key, value in w.items() if key not in named}


def rest_of(w: dict[str, Any], place: Sequence[str], named: frozenset[str]) -> Json:
    """The object at a place without these keys; None: there is none, or it has nothing else."""
    inner = inside(w, *place)
    if type(inner) is not dict:
        return None
    left = without(inner, named)
    return left if left or not inner else None


def only(w: dict[str, Any], named: frozenset[str]) -> dict[str, Any]:
    """An object with some keys alone."""
    return {key: w[key] for key in named if key in w}


def beside(w: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """An object without what stands at a path of it; ``"0"`` is the first item of a list."""
    key, *deeper = path
    inner = w.get(key)
    if deeper[:1] == ["0"] and type(inner) is list and inner and type(inner[0]) is dict:
        return {**w, key: [beside(inner[0], deeper[1:]), *inner[1:]]}
    if not deeper or type(inner) is not dict:
        return without(w, frozenset({key}))
    return {**w, key: beside(inner, deeper)}


def all_beside(w: dict[str, Any], paths: Sequence[Sequence[str]]) -> dict[str, Any]:
    """An object without what stands at some paths inside of its keys, nor what is empty then."""
    for path in paths:
        key, *deeper = path
        inner = w.get(key)
        if type(inner) is dict:
            rest = all_beside(inner, [deeper]) if len(deeper) > 1 else beside(inner, deeper)
            w = {**w, key: rest} if rest else without(w, frozenset({key}))
    return w


def texts_inside(w: Json, path: Sequence[str]) -> list[str]:
    """The texts at a path of an object, through all items of the lists on its way."""
    found = [w]
    for key in path:
        inner = [one.get(key) for one in found if type(one) is dict]
        found = [item for one in inner for item in (one if type(one) is list else [one])]
    return [text for text in found if type(text) is str]


def text_of_one(
    w: Json, way: Sequence[str], path: Sequence[str], made: dict[str, Any]
) -> list[str]:
    """The text of the only record of a list, if that says nothing else; none if it does.

    ``way`` leads to the list, ``path`` to the text; a record is ``made`` with the rest.
    """
    records = inside(w, *way)
    texts = texts_inside(w, (*way, *path))
    if type(records) is not list or len(records) != 1 or len(texts) != 1:
        return []
    plain = owned(made)
    put_at(plain, path, texts[0])
    return texts if records[0] == plain else []


def emptied(w: dict[str, Any], path: Sequence[str]) -> None:
    """Leave an object without what comes in pieces at a path; the objects on the way are new."""
    for key in path[:-1]:
        if type(w.get(key)) is not dict:
            return
        w[key] = w = w[key].copy()
    key = path[-1]
    value = w.get(key)
    if type(value) is str:
        w[key] = ""
    elif type(value) is list:
        w[key] = []
    elif type(value) is dict:
        w[key] = {}


def put_at(e: dict[str, Any], path: Sequence[str], value: Json) -> None:
    """Put a value at a path of an event, whose objects are made."""
    for key in path[:-1]:
        e = e.setdefault(key, {})
    e[path[-1]] = value


def unsent_news(news: dict[str, Any], sent: Json, lists: tuple[tuple[str, ...], ...]) -> Json:
    """News of an element: what its lists hold comes after None for each item sent before."""
    for path in lists:
        holder, before = _holder(news, path), _holder(sent, path)
        found = (holder or EMPTY).get(path[-1])
        count = len((before or EMPTY).get(path[-1]) or ())
        if type(found) is list and count:
            news = with_piece(news, path, [*[None] * count, *found])
    return news


def difference(w: Json, sent: Json, appended: frozenset[str]) -> dict[str, Any]:
    """What an object tells beyond ``sent``; None stands for a list's items that tell nothing."""
    news: dict[str, Any] = {}
    for key, value in w.items():
        before = sent.get(key)
        if key in sent and same(value, before):
            continue
        kind = type(value)
        if kind is dict and type(before) is dict:
            if inner := difference(value, before, appended):
                news[key] = inner
        elif kind is list and type(before) is list:
            news[key] = [_item_news(item, before, at, appended) for at, item in enumerate(value)]
        elif type(before) is str and key in appended:
            # What has been sent cannot be taken back: arguments may be spelled otherwise.
            if kind is str and value.startswith(before):
                news[key] = value[len(before) :]
        else:
            news[key] = value
    return news


def _item_news(item: Json, sent: list[Json], at: int, appended: frozenset[str]) -> Json:
    if at >= len(sent):
        return item
    if same(item, sent[at]):
        return None
    if type(item) is dict and type(sent[at]) is dict:
        return difference(item, sent[at], appended) or None
    return item


def nested(path: tuple[str, ...], value: Json) -> Json:
    """A body that holds a value at a path; ``"0"`` is the only item of a list."""
    for key in reversed(path):
        value = [value] if key == "0" else {key: value}
    return value


def with_piece(event: Json, path: tuple[str, ...], piece: Json) -> Json:
    """An event like another, with something else at a path; the path is new."""
    made = holder = event.copy()
    for name in path[:-1]:
        key = 0 if name == "0" else name
        holder[key] = holder = holder[key].copy()
    holder[path[-1]] = piece
    return made


def _holder(body: Json, path: tuple[str, ...]) -> Json:
    for key in path[:-1]:
        if key == "0":
            body = body[0] if type(body) is list and body else None
        else:
            body = body.get(key) if type(body) is dict else None
    return body if type(body) is dict else None


def at_first(body: Json, path: tuple[str, ...]) -> Json:
    """What a body has at a path, in the first of its lists, or None."""
    return (_holder(body, path) or EMPTY).get(path[-1])


def drop_from_items(news: Json, path: tuple[str, ...], key: str) -> None:
    """Take a key out of the news of the items of a list, which may leave nothing new of them."""
    holder = _holder(news, path)
    items = (holder or {}).get(path[-1])
    if type(items) is list:
        left = [item and (without(item, frozenset({key})) or None) for item in items]
        holder[path[-1]] = left
        if items and not any(left):
            del holder[path[-1]]


def as_numbered(w: Json, path: tuple[str, ...], key: str) -> None:
    """The items of a list in the order of their numbers, as whoever reads events has them."""
    holder = _holder(w, path) or EMPTY
    items = holder.get(path[-1])
    if type(items) is list and all(type(inside(item, key)) is int for item in items):
        holder[path[-1]] = sorted(items, key=lambda item: item[key])


def addressed(news: Json, sent: Json, path: tuple[str, ...], *keys: str) -> None:
    """Give news of the items of a list the first of these keys that the item has told."""
    found, sent_items = ((_holder(body, path) or EMPTY).get(path[-1]) for body in (news, sent))
    if type(found) is list and type(sent_items) is list:
        for at, (item, before) in enumerate(zip(found, sent_items, strict=False)):
            key = next((key for key in keys if key in before), "")
            if item and key:
                found[at] = {key: before[key], **item}


def drop_sent_items(news: Json, sent: Json, path: tuple[str, ...]) -> None:
    """Take out of the news what was told of a list, or of the text in its place, item by item."""
    before = at_first(sent, path)
    if before and list in (type(at_first(news, path)), type(before)):
        discard(news, path)


def discard(body: Json, path: tuple[str, ...]) -> None:
    holder = _holder(body, path)
    if holder is not None:
        holder.pop(path[-1], None)


def retract(body: Json, path: tuple[str, ...]) -> None:
    """Leave out what stands at a path, and the objects around it that have nothing else."""
    for end in range(len(path), 0, -1):
        if end == len(path) or at_first(body, path[:end]) == {}:
            discard(body, path[:end])


def blank(body: Json, path: tuple[str, ...], word: Json) -> None:
    """Nobody knows yet why the reply stops; ``word`` may say that it goes on."""
    holder = _holder(body, path)
    if holder is not None and path[-1] in holder:
        holder[path[-1]] = word


def conclude(body: dict[str, Any], path: tuple[str, ...], value: Json) -> dict[str, Any]:
    """A body with a value at a path, whatever it had there."""
    key, *rest = path
    if rest[:1] == ["0"]:
        first, *others = body.get(key) or [{}]
        return {**body, key: [conclude(first, tuple(rest[1:]), value), *others]}
    if rest:
        return {**body, key: conclude(body.get(key) or {}, tuple(rest), value)}
    return {**body, key: value}


def as_a_whole(news: dict[str, Any], body: Json, path: tuple[str, ...]) -> dict[str, Any]:
    """News with all that a body has at a path, whatever was told of it before."""
    return conclude(news, path, at_first(body, path)) if path and says(body, path) else news


def holds(body: dict[str, Any], path: tuple[str, ...]) -> bool:
    """Whether a body has the object that would say something at a path."""
    return _holder(body, path) is not None


def says(body: dict[str, Any], path: tuple[str, ...]) -> bool:
    """Whether a body says anything at a path, if only that it is not known yet."""
    holder = _holder(body, path)
    return holder is not None and path[-1] in holder


def undecided(body: dict[str, Any], path: tuple[str, ...], word: Json) -> None:
    """Say that the reply goes on: with a ``word``, or by null."""
    holder = _holder(body, path)
    if holder is not None:
        holder[path[-1]] = word

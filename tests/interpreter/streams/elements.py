"""Events about one element of the reply, however deep it stands: each names it by its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import UNNAMED, EventRows, Step, StreamRow

from ..spec import Path, demand
from . import operator, pieces
from .beginning import ends, kind_around, tags, tags_of
from .slots import Slot, opened
from .spelled import is_element

if TYPE_CHECKING:
    from .body import Body

Json = Any


class PassedOn(Exception):
    """A piece that no row knows, of an element whose pieces are known."""


@dataclass
class Element:
    """The element that an event is about: number ``number`` of the list at ``path`` of ``outer``.

    ``numbers`` is where the event says so, ``steps`` the place of the element.
    """

    steps: tuple[Step, ...]
    outer: Slot
    path: Path
    number: Json
    numbers: list[Path]

    @property
    def slot(self) -> Slot | None:
        return self.outer.lists.get(".".join(self.path), {}).get(self.number)

    def begun(self) -> Slot:
        slot = self.slot
        demand(slot is not None, "the number of a part that was begun")
        assert slot is not None
        return slot


def is_about_one(body: Body, arms: list[EventRows]) -> bool:
    """Whether places have numbers that the event itself tells, not the items of its own lists."""
    rows = [row for one in arms for row in one.rows]
    for row in rows:
        numbered = bool(row.place and row.place[-1].key)
        for end in range(1, len(row.source) + numbered):
            if _is(body, arms[0], row.source[:end], "array"):
                return False
    return any(step.key for row in rows for step in row.place)


def _is(body: Body, rows: EventRows, source: Path, kind: str) -> bool:
    return any(shape.kind == kind for shape in body.shapes(rows.event, rows.arm, source))


def element(body: Body, row: StreamRow, e: Json) -> Element:
    last = max(at for at, step in enumerate(row.place, 1) if step.key)
    found = Element(row.place[:last], body.root, (), None, [])
    for at, step in enumerate(found.steps):
        if at and found.steps[at - 1].key:
            if found.slot is None:
                _begin_around(body, row, found, at)
            found.outer, found.path = found.begun(), ()
        found.path = (*found.path, step.name)
        if step.key == UNNAMED:
            # The event is that, or it is about the last one that began without a name.
            rows = next(one for one in body.stream.events if row in one.rows)
            found.number = None if is_element(body, rows, row) else UNNAMED
        elif step.key:
            found.numbers.append(_nearest(e, row.source, step.key))
            found.number = _inside(e, found.numbers[-1])
    return found


def _begin_around(body: Body, row: StreamRow, found: Element, at: int) -> None:
    """An element that the one stands in which a row begins, if one type alone has such ones."""
    kind = kind_around(body, row, found.steps, at)
    if kind:
        outer = Element(found.steps[:at], found.outer, found.path, found.number, [])
        begin(body, outer, tags(body, kind))
    elif ends(body, found.steps[:at], opens=True):
        raise PassedOn


def _nearest(e: Json, source: Path, key: str) -> Path:
    """The key of an object on the way to what is taken: of the nearest that has it."""
    found: Path = (key,)
    holder = e
    for end, step in enumerate(source[:-1], 1):
        holder = holder.get(step) if type(holder) is dict else None
        if type(holder) is dict and key in holder:
            found = (*source[:end], key)
    return found


def _inside(e: Json, path: Path) -> Json:
    for key in path:
        e = e[key]
    return e


def take(body: Body, arms: list[EventRows], e: Json) -> None:
    """Begin an element, fill it, or end it."""
    event, rows = arms[0].event, arms[0].rows
    row = next((one for one in rows if operator.of(one).bounds), rows[0])
    try:
        about = element(body, row, e)
    except PassedOn:
        return
    named = {*body.wire.tags(event), *(path[0] for path in about.numbers)}
    named |= {name for rows in arms for name in rows.ignored} | body.repeated(event)
    try:
        whole = operator.of(row).element(body, row, about, e)
    except PassedOn:
        return
    if whole:
        if not operator.of(row).is_it(body, arms[0], row):
            sources = [row.source, *(one.source for one in rows if not one.operator)]
            body.root.keep_others(body.root.w, e, named | {path[0] for path in sources if path})
            _keep_beside(body, sources[1:], e)
        return
    opens = any(one.opens for rows in arms for one in rows.rows)
    if about.slot is None and not opens and ends(body, about.steps, opens=True):
        return
    try:
        if arms[0].arm:
            way, inner = body.arm_way(event, arms[0].arm), e
            for step in way:
                demand(type(inner) is dict, "an object")
                inner = inner[step]
            demand(type(inner) is dict, "an object")
            if _take_arm(body, arms, about, inner, way):
                # What stands nearer to the piece is kept first.
                body.others_on(way, about.numbers, e)
                body.root.keep_others(body.root.w, e, named | {way[0]})
        else:
            _take(body, arms[0], list(arms[0].rows), about, e, ())
    except PassedOn:
        return


def _keep_beside(body: Body, sources: list[Path], e: Json) -> None:
    """What no row names in the objects of an event that rows go through is the reply's, too."""
    for key in {path[0] for path in sources if len(path) > 1}:
        if type(e.get(key)) is dict:
            inner = [path[1:] for path in sources if path[0] == key and len(path) > 1]
            body.root.keep_others(body.root.w, e[key], {path[0] for path in inner})
            _keep_beside(body, inner, e[key])


def _take_arm(
    body: Body, arms: list[EventRows], about: Element, inner: Json, path: Path
) -> bool:  # fmt: skip
    """What one of several types brings, which stands under a key of the event."""
    if all(not row.opens for rows in arms for row in rows.rows):
        about.begun()
    fitting = body.arms_in(arms, inner)
    if not fitting:
        _unknown(body, about, inner, {tag for rows in arms for tag in body.wire.tags(rows.arm)})
    for rows in fitting:
        if not rows.ignore:
            _take(body, rows, list(rows.rows), about, inner, path)
    return not fitting or not fitting[0].ignore


def _unknown(body: Body, about: Element, piece: Json, tags: set[str]) -> None:
    """An element that nobody knows the pieces of has all that they say."""
    slot = about.slot
    if slot is None or body.comes_in_pieces(slot.w):
        raise PassedOn
    demand(type(piece) is dict, "an object")
    for name in piece.keys() - tags:
        pieces.add(slot.w, name, piece[name], body.once)


def _take(
    body: Body, rows: EventRows, inside: list[StreamRow], about: Element, e: Json, path: Path
) -> None:  # fmt: skip
    """The pieces in an object of the event, which stands at a path of it."""
    if all(not row.opens for row in rows.rows):
        about.begun()
    demand(type(e) is dict, "an object")
    types = [shape.name for shape in body.shapes(rows.event, rows.arm, path)
             if shape.kind == "record"]  # fmt: skip
    either, depth = len(types) > 1, len(path)
    keys = list(dict.fromkeys(row.source[depth] for row in inside if len(row.source) > depth))
    named = {number[depth] for number in about.numbers if number[:depth] == path}
    if either:
        keys = [key for key in keys if key in e][:1]
        if not keys:
            _unknown(body, about, e, set())
    elif types:
        named |= {*body.wire.tags(types[0])}
    for row in inside:
        if len(row.source) == depth:
            _piece(body, rows, row, about, e)
            return
    for key in keys:
        named.add(key)
        required = bool(types) and not either and key in body.wire.required(types[0])
        if not required and not either and e.get(key) is None:
            continue
        own = [row for row in inside if row.source[depth] == key]
        if len(own[0].source) > depth + 1:
            _take(body, rows, own, about, e[key], (*path, key))
        else:
            _piece(body, rows, own[0], about, e[key])
    if keys or not either:
        named |= {*rows.ignored} | (set() if path else body.repeated(rows.event))
        body.root.keep_others(body.root.w, e, named)


def _piece(body: Body, rows: EventRows, row: StreamRow, about: Element, value: Json) -> None:
    """One piece of an element; it may be the first that is heard of it."""
    if about.slot is None and row.opens:
        begin(body, about, tags_of(body, about.steps, row))
    if about.slot is None and ends(body, about.steps, opens=True):
        raise PassedOn
    slot = about.begun()
    place = row.place[len(about.steps) :]
    tags = set(body.wire.tags(rows.arm)) if rows.arm else set()
    if operator.of(row).arm(slot.w, value, tags, body.once):
        return
    w = holder(body, slot, about.steps, [step.name for step in place])
    shapes = body.spec.shapes(body.wire, rows.event, row.source)
    operator.of(row).piece(body, w, place[-1].name, operator.of(row).piece_of(value, shapes))


def begin(body: Body, about: Element, value: Json) -> None:
    """A new element in its list, which is made where it is missing."""
    above = about.steps[: len(about.steps) - len(about.path)]
    w = holder(body, about.outer, above, list(about.path))
    opened(about.outer, w, ".".join(about.path), about.number, value)


def holder(
    body: Body, slot: Slot, above: tuple[Step, ...], path: list[str]
) -> dict[str, Json]:
    """The object that has the last key of a path; of a list its last record, if that fits."""
    w = slot.w
    whole = [step.name for step in above]
    for at, key in enumerate(path[:-1], 1):
        whole.append(key)
        made = body.record_in(tuple(whole), tuple(path[at:]))
        if made is None:
            w = body.opened_object(w, key, tuple(whole))
            continue
        records = pieces.items(w, key)
        if not records or {**records[-1], **made} != records[-1]:
            records.append(made)
        w = records[-1]
    return w


def move(body: Body, w: dict[str, Json], steps: tuple[Step, ...]) -> None:
    """What an event has two rows for stands at the second, if the element has that object."""
    for rows in body.stream.events:
        met: dict[Path, str] = {}
        for row in rows.rows:
            if row.place[: len(steps)] != steps or not row.source:
                continue
            first = met.setdefault(row.source, row.place[-1].name)
            path = [step.name for step in row.place[len(steps) :]]
            if path and [first] != path and first in w and path[0] in w:
                _put_inside(body, w, steps, path, w.pop(first))


def _put_inside(
    body: Body, w: dict[str, Json], steps: tuple[Step, ...], path: list[str], text: Json
) -> None:  # fmt: skip
    """Put a text at a path; in a list it is one more item."""
    whole = [step.name for step in steps]
    *way, last = path
    for key in way:
        whole.append(key)
        if any(shape.kind == "array" for shape in body.shapes_of(tuple(whole))):
            pieces.items(w, key).append({})
            w = w[key][-1]
        else:
            w = body.opened_object(w, key, tuple(whole))
    w[last] = text

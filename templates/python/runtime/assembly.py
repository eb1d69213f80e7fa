"""A reply under construction: the wire's own body, put together from the events of its stream.

The adapters' ``_merge_…`` functions put each event's news where it belongs and show it as
intermediate events. Text that is still coming is a list of pieces, so that a long reply costs no
more than joining it once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calls import Calls, mint, opened
from .errors import FAILURES, expected
from .jsontext import dumps, loads, object_from

Json = Any


NOTHING: frozenset[str] = frozenset()


class Pieces(list[str]):
    """A text that is still coming."""


class JsonPieces(list[str]):
    """The JSON text of an object that is still coming.

    ``carrier`` is the key under which text that is no object goes, or "".
    """

    __slots__ = ("carrier",)
    carrier: str


class Slot:
    """An object under construction: ``w`` is its wire object, ``seen`` the keys that are told.

    ``index`` is its place in its list, ``kind`` what is shown of it ("text", "reasoning",
    "toolCall" or ""), ``call`` the number of a tool call in the stream.
    """

    __slots__ = ("call", "index", "kind", "lists", "seen", "told", "w")

    def __init__(self, w: dict[str, Any], index: int = 0, seen: frozenset[str] = NOTHING):
        self.w, self.index = w, index
        self.kind, self.call, self.told = "", 0, False
        self.lists: dict[str, dict[Json, Slot]] = {}
        self.seen = set(seen)


class Assembly:
    """All that is known of a reply: ``root`` is the body, ``out`` the events not yet given out."""

    __slots__ = (
        *("call_count", "calls", "deltas", "made", "make_id", "out"),
        *("root", "started", "usage"),
    )

    def __init__(
        self, body: dict[str, Any], deltas: bool, make_id: Callable[[], str] | None
    ) -> None:
        self.root = Slot(body)
        self.deltas = deltas
        self.out: list[Json] = []
        self.call_count = 0
        self.started = False
        self.usage: Json = None
        # The reply is read again as a whole: ids made up on the way must be made up again.
        self.made: list[str] = []
        self.make_id = make_id
        self.calls: Calls = opened(self._making if make_id else None)

    def _making(self) -> str:
        assert self.make_id is not None
        self.made.append(self.make_id())
        return self.made[-1]

    def again(self) -> Calls:
        """No calls yet, and the ids that were made up before, in their order."""
        if self.make_id is None:
            return Calls()
        left = iter(self.made)
        make_id = self.make_id
        return opened(lambda: next(left, None) or make_id())


# -- texts


def start_pieces(w: dict[str, Any], key: str, piece: str) -> None:
    """The first piece of a text, after what its object began with."""
    before = w.get(key)
    w[key] = Pieces((before, piece) if type(before) is str and before else (piece,))


def start_json(w: dict[str, Any], key: str, piece: str, carrier: str) -> None:
    """The first piece of an object's JSON text. What stood there before was a placeholder."""
    w[key] = pieces = JsonPieces((piece,))
    pieces.carrier = carrier


def built(value: Json) -> Json:
    """A value with all its texts joined; what was not under construction is shared."""
    kind = type(value)
    if kind is Pieces:
        return "".join(value)
    if kind is JsonPieces:
        return _parsed(value)
    if kind is dict:
        return {key: built(item) for key, item in value.items()}
    if kind is list:
        return [built(item) for item in value]
    return value


def _parsed(pieces: JsonPieces) -> Json:
    text = "".join(pieces)
    if not text:
        return {}
    value = object_from(text)
    if value is not None:
        return value
    if pieces.carrier:
        return {pieces.carrier: text}
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return text


def settle(slot: Slot) -> dict[str, Any]:
    """Join an element's texts: nothing more comes."""
    w = slot.w
    for key, value in w.items():
        if type(value) is Pieces or type(value) is JsonPieces:
            w[key] = built(value)
    return w


# -- objects and lists


def held(w: dict[str, Any], key: str, tags: dict[str, Any]) -> dict[str, Any]:
    """The object under a key, ours to change; made with its tags if there is none."""
    inner = w.get(key)
    if type(inner) is not dict:
        w[key] = inner = tags.copy()
    return inner


def note_null(w: dict[str, Any], key: str, e: dict[str, Any]) -> None:
    """A key that is there and says nothing yet."""
    if key in e and key not in w:
        w[key] = None


def first(found: Json) -> dict[str, Any]:
    """The first item of a list, if it is an object; else one without keys."""
    one = found[0] if type(found) is list and found else None
    return one if type(one) is dict else {}


def items(w: dict[str, Any], key: str) -> list[Json]:
    """The list under a key, ours to change."""
    found = w.get(key)
    if type(found) is not list:
        w[key] = found = []
    return found


def opening(
    slot: Slot, w: dict[str, Any], name: str, key: Json, value: Json, seen: frozenset[str]
) -> Slot:
    """A new element of the list ``name`` of ``w``, found by ``key`` from now on."""
    if type(value) is not dict:
        raise expected("an object", None, None)
    found = items(w, name)
    ours = {key: item.copy() if type(item) is list else item for key, item in value.items()}
    made = Slot(ours, len(found), seen)
    found.append(made.w)
    slot.lists.setdefault(name, {})[key] = made
    return made


def begun_part(slot: Slot, name: str, e: dict[str, Any], key: str) -> Slot:
    """The element of a list that an event speaks of."""
    try:
        return slot.lists[name][e[key]]
    except (KeyError, TypeError):
        raise expected("the number of a part that was begun", e, key) from None


def keyed(
    slot: Slot,
    w: dict[str, Any],
    name: str,
    e: dict[str, Any],
    key: str,
    renew: str,
    seen: frozenset[str],
) -> Slot:
    """The element of a list that a piece belongs to: by ``key``, and by ``renew`` if given.

    Another value of ``renew`` at a known place begins a new element. Without a key, that value
    tells the element; a piece with neither goes on with the last one.
    """
    if type(e) is not dict:
        raise expected("an object", e, None)
    slots = slot.lists.setdefault(name, {})
    place = e.get(key)
    told = e.get(renew) if renew else None
    if place is None and told:
        place = ("", told)
    found = slots.get(place)
    if found is None or (told and found.w.get(renew, told) != told):
        found = slots.get(("", told)) if told else None
        if found is None:
            found = opening(slot, w, name, place, {}, seen)
            if place is None:
                slots.setdefault(found.index, found)
        slots[place] = found
    if told:
        slots[("", told)] = found
    # The one spoken of last goes on with pieces that say nothing of their place.
    slots[None] = found
    return found


def keep_rest(slot: Slot, w: dict[str, Any], e: dict[str, Any], named: frozenset[str]) -> None:
    """What no row names: the first value that says anything stays; objects are put together."""
    seen = slot.seen
    seen |= named
    for key, value in e.items():
        if key in seen:
            continue
        before = w.get(key)
        if type(value) is dict:
            w[key] = {**before, **value} if type(before) is dict else value.copy()
        elif value or before is None:
            w[key] = value.copy() if type(value) is list else value
            if value:
                seen.add(key)


def update(w: dict[str, Any], e: Json, named: frozenset[str]) -> None:
    """Put an object in key by key; null says nothing about what is there already."""
    for key, value in e.items():
        if key in named or (value is None and key in w):
            continue
        before = w.get(key)
        if type(value) is dict:
            w[key] = {**before, **value} if type(before) is dict else value.copy()
        else:
            w[key] = value.copy() if type(value) is list else value


TOLD_ONCE = frozenset({"index", "type", "id", "format", "name", "role"})
"""Keys that services repeat on every piece, or send once: never pieces of a text."""


def gather(w: dict[str, Any], e: dict[str, Any], named: frozenset[str]) -> None:
    """Piece together what no schema knows: texts and lists grow, objects are gathered in turn."""
    for key, value in e.items():
        if key in named:
            continue
        before = w.get(key)
        if value is None:
            w.setdefault(key, None)
        elif type(value) is str and key not in TOLD_ONCE:
            if type(before) is Pieces:
                before.append(value)
            else:
                start_pieces(w, key, value)
        elif type(value) is dict:
            if type(before) is not dict:
                w[key] = before = {}
            gather(before, value, NOTHING)
        elif type(value) is list:
            _gather_items(items(w, key), value)
        elif value or before is None:
            w[key] = value


def _gather_items(found: list[Json], more: list[Json]) -> None:
    for item in more:
        if type(item) is dict:
            place = item.get("index")
            own = [one for one in found if type(one) is dict and one.get("index") == place]
            if place is None or not own:
                own = [{}]
                found.append(own[0])
            gather(own[0], item, NOTHING)
        else:
            found.append(item)


def run_on(found: list[Json], item: Json, text: str) -> int:
    """Add an item to a list, or to its last item if both have nothing but text; its position."""
    if type(item) is not dict:
        raise expected("an object", item, None)
    last = found[-1] if found else None
    piece = item.get(text)
    if (
        last is not None
        and type(piece) is str
        and len(last) == len(item)
        and all(key == text or (value is True and last.get(key)) for key, value in item.items())
        and text in last
    ):
        held_text = last[text]
        if type(held_text) is Pieces:
            held_text.append(piece)
        else:
            start_pieces(last, text, piece)
    else:
        found.append(item.copy())
    return len(found) - 1


def continued(
    found: list[Json], item: Json, call: str, partial: str, whole: str, more: str
) -> bool | None:
    """Take a piece of a call whose arguments come value by value, each with its path.

    None if it is no such piece; else whether the call is complete now. ``more`` says that it is
    not, on the call and on each value.
    """
    e = item.get(call) if type(item) is dict else None
    if type(e) is not dict:
        return None
    last: Json = found[-1].get(call) if found and type(found[-1]) is dict else None
    going_on = type(last) is dict and last.get(more) is True
    if not going_on:
        if partial not in e and e.get(more) is not True:
            return None
        found.append({**item, call: {k: v for k, v in e.items() if k != partial}})
        last = found[-1][call]
    values = e.get(partial) or []
    if type(values) is not list:
        raise expected("a list", e, partial)
    arguments = held(last, whole, {})
    for value in values:
        _put_at(arguments, value)
    if going_on:
        update(found[-1], {key: value for key, value in item.items() if key != call}, NOTHING)
        update(last, {k: v for k, v in e.items() if k != partial}, NOTHING)
    if e.get(more) is True:
        return False
    last.pop(more, None)
    return True


def _put_at(arguments: dict[str, Any], value: Json) -> None:
    """Put one value (or the next piece of a text) at its path, such as ``$.rows[0].name``."""
    path = value.get("jsonPath") if type(value) is dict else None
    if type(path) is not str or not path.startswith("$"):
        raise expected("a path that starts with `$`", value, "jsonPath")
    steps: list[Json] = []
    for part in path[1:].replace("['", ".").replace("']", "").replace("[", ".#").split("."):
        if part:
            steps.append(int(part[1:].rstrip("]")) if part[0] == "#" else part)
    news = [value[key] for key in ("stringValue", "numberValue", "boolValue") if key in value]
    place: Json = arguments
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        empty: Json = [] if type(after) is int else {}
        if type(step) is int:
            if type(place) is not list or step > len(place):
                raise expected("a path to a place there is", value, "jsonPath")
            if step == len(place):
                place.append(None)
            inner = place[step]
        elif type(place) is dict:
            inner = place.get(step)
        else:
            raise expected("a path to a place there is", value, "jsonPath")
        if after is not None:
            if inner is None:
                place[step] = inner = empty
            place = inner
        elif news and type(news[0]) is str:
            place[step] = Pieces([*(inner if type(inner) is Pieces else ()), news[0]])
        else:
            place[step] = news[0] if news else None


# -- what is shown


def whole_call(index: int, call: dict[str, Any]) -> dict[str, Any]:
    """A tool call as one event."""
    text = call.get("invalidArguments")
    event = {
        "kind": "toolCallDelta",
        "index": index,
        "id": call["id"],
        "name": call["name"],
        "argumentsDelta": dumps(call["arguments"]) if text is None else text,
    }
    if "metadata" in call:
        event["metadata"] = call["metadata"]
    return event


def show_block(s: Assembly, block: Json, index: int | None) -> None:
    """Show a block that came whole, or as a piece of a run, as the event for its kind."""
    kind = block.get("kind")
    event: dict[str, Any]
    if kind == "text" or (kind == "reasoning" and "redacted" not in block):
        event = {"kind": "textDelta" if kind == "text" else "reasoningDelta"}
        if index is not None:
            event["index"] = index
        event["text"] = block["text"]
        if "metadata" in block:
            event["metadata"] = block["metadata"]
    elif kind == "toolCall":
        event = whole_call(s.call_count, block["toolCall"])
        s.call_count += 1
        if not s.deltas:
            return
    else:
        event = {"kind": "block", "block": block}
    s.out.append(event)


def show_call(s: Assembly, slot: Slot, call_id: Json, name: Json, arguments: Json) -> None:
    """Show a piece of a tool call; an id is made up for one that begins without."""
    event: dict[str, Any] = {"kind": "toolCallDelta", "index": slot.call}
    if not slot.told:
        slot.told = True
        call_id = call_id or mint(s.calls)
        s.calls.setdefault(call_id, name or "")
    if call_id:
        event["id"] = call_id
    if name:
        event["name"] = name
    if arguments:
        event["argumentsDelta"] = arguments
    if len(event) > 2:
        s.out.append(event)


def news_of(value: dict[str, Any], named: frozenset[str], demanded: dict[str, Any]) -> Json:
    """What an element begins with beside these keys, and what it will have to have."""
    news = {key: item for key, item in value.items() if key not in named}
    return {**demanded, **news} if demanded else news


def show_begun(
    s: Assembly, slot: Slot, format_: str, call_id: Json, name: Json, arguments: Json, news: Json
) -> None:
    """Show that a tool call begins."""
    event = {"kind": "toolCallDelta", "index": slot.call, "id": call_id, "name": name}
    if arguments:
        event["argumentsDelta"] = dumps(arguments)
    if news:
        event["metadata"] = {format_: news}
    s.out.append(event)


def show_overlay(s: Assembly, slot: Slot, format_: str, overlay: dict[str, Any]) -> None:
    """Show news of a block that only its own wire understands, such as a signature."""
    metadata = {format_: overlay}
    slot.told = True
    if slot.kind == "text":
        s.out.append({"kind": "textDelta", "index": slot.index, "text": "", "metadata": metadata})
    elif slot.kind == "reasoning":
        s.out.append(
            {"kind": "reasoningDelta", "index": slot.index, "text": "", "metadata": metadata}
        )
    elif slot.kind == "toolCall" and s.deltas:
        s.out.append({"kind": "toolCallDelta", "index": slot.call, "metadata": metadata})


def show_usage(s: Assembly, read: Callable[[Json], Json], w: Json) -> None:
    """Show the tokens counted so far, once they can be told and whenever they change."""
    try:
        usage = read(w)
    except FAILURES:
        return
    if usage != s.usage:
        s.usage = usage
        s.out.append({"kind": "usage", "usage": usage})

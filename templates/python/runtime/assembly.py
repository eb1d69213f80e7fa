"""A reply under construction: the wire's own body, put together from the events of its stream.

The adapters' ``_merge_…`` functions put each event's news where it belongs and show it as
intermediate events. Text that is still coming is a list of pieces, so that a long reply costs no
more than joining it once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from .calls import Calls, mint, opened
from .errors import FAILURES, expected
from .jsontext import dumps, loads, object_from
from .overlay import camel_case, sealed

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
    "toolCall" or ""), ``call`` the number of a tool call in the stream, ``told`` whether anything
    has been shown. ``known`` keys have rows, or are told: an event with no others has no rest,
    as long as the ``quiet`` ones are null.
    """

    __slots__ = ("call", "index", "kind", "known", "lists", "quiet", "seen", "told", "w")

    def __init__(self, w: dict[str, Any], index: int = 0) -> None:
        self.w, self.index = w, index
        self.kind, self.call, self.told = "", 0, False
        self.lists: dict[str, dict[Json, Slot]] = {}
        self.seen: set[str] = set()
        self.known: set[str] = set()
        self.quiet: set[str] = set()


class Assembly:
    """All that is known of a reply: ``root`` is the body, ``out`` the events not yet given out."""

    __slots__ = (
        *("call_count", "calls", "deltas", "elements", "failed", "made", "make_id", "out"),
        *("root", "started", "unshown", "usage"),
    )

    def __init__(
        self, body: dict[str, Any], deltas: bool, make_id: Callable[[], str] | None
    ) -> None:
        self.root = Slot(body)
        self.deltas = deltas
        #: the elements that events name by number
        self.elements: dict[Json, Slot] = {}
        self.out: list[Json] = []
        self.call_count = 0
        self.started = self.failed = False
        self.unshown: list[Slot] = []
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
    if not piece and w.get(key):
        return
    w[key] = pieces = JsonPieces((piece,))
    pieces.carrier = carrier


class Partial(dict[str, Any]):
    """Arguments that come value by value and are not all there yet."""

    __slots__ = ("carrier",)
    carrier: str


class Settled:
    """A value that holds nothing under construction: it is not looked through again."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value


def built(value: Json) -> Json:
    """A value with all its texts joined; what was not under construction is shared."""
    kind = type(value)
    if kind is Pieces:
        return _joined(value)
    if kind is Partial:
        return {value.carrier: dumps(built(dict(value)))}
    if kind is JsonPieces:
        return _parsed(value)
    if kind is Settled:
        return value.value
    if kind is dict:
        return {key: built(item) for key, item in value.items()}
    if kind is list:
        return [built(item) for item in value]
    return value


def _joined(pieces: list[str]) -> str:
    """All pieces as one text; the halves of a character that was cut in two find together."""
    text = "".join(pieces)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return text


def _parsed(pieces: JsonPieces) -> Json:
    text = _joined(pieces)
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


def settle(slot: Slot) -> None:
    """Join an element's texts: nothing more comes."""
    w = slot.w
    for key, value in w.items():
        if type(value) is Pieces:
            w[key] = _joined(value)
        elif type(value) is JsonPieces:
            w[key] = Settled(_parsed(value))


# -- objects and lists


def held(w: dict[str, Any], key: str, tags: dict[str, Any]) -> dict[str, Any]:
    """The object under a key, ours to change; made with its tags if there is none."""
    inner = w.get(key)
    if type(inner) is not dict:
        w[key] = inner = tags.copy()
    return inner


def silent(e: dict[str, Any], quiet: set[str]) -> bool:
    """Whether keys that have said nothing yet still say nothing."""
    return all(e.get(key) is None for key in quiet)


def note_nulls(w: dict[str, Any], e: dict[str, Any], names: frozenset[str]) -> None:
    """Keys that are there and say nothing yet."""
    for key in names:
        if key not in w and key in e and e[key] is None:
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
    slots: dict[Json, Slot],
    w: dict[str, Any],
    name: str,
    key: Json,
    value: Json,
) -> Slot:
    """A new element of the list ``name`` of ``w``, found by ``key`` from now on."""
    if type(value) is not dict:
        raise expected("an object", None, None)
    found = items(w, name)
    ours = {name: item.copy() if type(item) is list else item for name, item in value.items()}
    made = Slot(ours, _place(slots, key, len(found)))
    found.insert(made.index, made.w)
    slots[key] = made
    return made


def _place(slots: dict[Json, Slot], key: Json, size: int) -> int:
    """Where an element goes: numbered ones stand in the order of their numbers."""
    after = {id(s): s for k, s in slots.items() if type(k) is int and type(key) is int and k > key}
    for other in after.values():
        other.index += 1
    return min((other.index - 1 for other in after.values()), default=size)


def keyed(
    slot: Slot,
    w: dict[str, Any],
    name: str,
    e: dict[str, Any],
    key: str,
    renew: str,
) -> Slot:
    """The element of a list that a piece belongs to: by ``key``, and by ``renew`` if given.

    Another value of ``renew`` at a known place begins a new element. Without a key, that value
    tells the element; a piece with neither goes on with the one that was begun last.
    """
    if type(e) is not dict:
        raise expected("an object", e, None)
    slots = slot.lists.setdefault(name, {})
    place = e.get(key)
    told = e.get(renew) if renew else None
    if place is None and told:
        place = ("", told)
    found = slots.get(place)
    if found is None or (told and (found.w.get(renew) or told) != told):
        # At a known place another id may be that of an earlier element.
        found = slots.get(("", told)) if told and found is not None else None
        if found is None:
            found = opening(slots, w, name, place, {})
            if place is None:
                slots.setdefault(found.index, found)
        slots[place] = found
    if told:
        slots[("", told)] = found
    slots[None] = found
    return found


def keep_rest(
    slot: Slot,
    w: dict[str, Any],
    e: dict[str, Any],
    named: frozenset[str],
    quiet: frozenset[str] = NOTHING,
) -> None:
    """What no row names, but what is told already; ``quiet`` keys are asked for one by one."""
    slot.known |= named.intersection(e)
    slot.known |= quiet.intersection(e)
    slot.quiet |= quiet.intersection(e) - slot.seen
    for key, value in e.items():
        if key not in named:
            keep(slot, w, key, value)


def keep(slot: Slot, w: dict[str, Any], key: str, value: Json) -> None:
    """Keep a value: the first that says anything stays; objects are put together."""
    if key in slot.seen:
        return
    before = w.get(key)
    if type(value) is dict:
        w[key] = {**before, **value} if type(before) is dict else value.copy()
    elif value or before is None:
        w[key] = value.copy() if type(value) is list else value
        if value:
            slot.seen.add(key)
            slot.known.add(key)
            slot.quiet.discard(key)


def update(w: dict[str, Any], e: dict[str, Any]) -> None:
    """Put an object in key by key."""
    for key, value in e.items():
        put(w, key, value)


def put(w: dict[str, Any], key: str, value: Json) -> None:
    """Put a value in; null says nothing about what is there already."""
    before = w.get(key)
    if key in w and (value is None or (value == "" and before)):
        return
    if type(value) is dict:
        w[key] = {**before, **value} if type(before) is dict else value.copy()
    else:
        w[key] = value.copy() if type(value) is list else value


TOLD_ONCE = frozenset({"index", "type", "id", "format", "name", "role"})
"""Keys that services repeat on every piece, or send once: never pieces of a text."""


def gather(w: dict[str, Any], e: dict[str, Any]) -> None:
    """Piece together an object that no schema knows."""
    for key, value in e.items():
        add(w, key, value)


def add(w: dict[str, Any], key: str, value: Json) -> None:
    """Add a value to what there is: texts and lists grow, objects are gathered in turn."""
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
        gather(before, value)
    elif type(value) is list:
        _gather_items(items(w, key), value)
    elif value or before is None:
        w[key] = value


def _gather_items(found: list[Json], more: list[Json]) -> None:
    for item in more:
        if type(item) is dict:
            place = item.get("index")
            sort = item.get("type")
            own = [
                one
                for one in found
                if type(one) is dict and (one.get("index"), one.get("type", sort)) == (place, sort)
            ]
            if place is None or not own:
                own = [{}]
                found.append(own[0])
            gather(own[0], item)
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
    found: list[Json], item: Json, call: str, partial: str, whole: str, carrier: str
) -> bool | None:
    """Take a piece of a call whose arguments come value by value, each with its path.

    None if it is no such piece; else whether the call is complete now. A call that never gets
    complete has what came of its arguments as text, under ``carrier``.
    """
    e = _spelled(item, call)
    if type(e) is not dict:
        return None
    last: Json = found[-1].get(call) if found and type(found[-1]) is dict else None
    going_on = type(last) is dict and type(last.get(whole)) is Partial
    values = _spelled(e, partial)
    more = _spelled(e, MORE) is True
    if not going_on:
        if values is None and not more:
            return None
        last = {k: v for k, v in e.items() if camel_case(k) not in (partial, MORE)}
        found.append({**{k: v for k, v in item.items() if camel_case(k) != call}, call: last})
        given = last.get(whole)
        last[whole] = Partial(deepcopy(given) if type(given) is dict else {})
        last[whole].carrier = carrier
    if values is not None and type(values) is not list:
        raise expected("a list", e, partial)
    for value in values or ():
        _put_at(last[whole], value)
    if going_on:
        update(found[-1], {k: v for k, v in item.items() if camel_case(k) != call})
        update(last, {k: v for k, v in e.items() if camel_case(k) not in (partial, MORE, whole)})
    if more:
        return False
    last[whole] = dict(last[whole])
    return True


MORE = "willContinue"
"""The key that says of a call, or of a value, that it is not complete."""
_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]""")


def _spelled(e: Json, key: str) -> Json:
    """The value of a key, under either of its spellings."""
    if type(e) is not dict or key in e:
        return e.get(key) if type(e) is dict else None
    return next((value for name, value in e.items() if camel_case(name) == key), None)


def _steps(value: Json) -> list[Json]:
    """The steps of a path such as ``$.rows[0]['first name']``: keys and positions."""
    path = _spelled(value, "jsonPath")
    steps: list[Json] = []
    at = 1
    while type(path) is str and path[:1] == "$" and at < len(path):
        match = _STEP.match(path, at)
        if match is None:
            break
        name = next(group for group in match.groups() if group is not None)
        quoted = match[3] is not None or match[4] is not None
        steps.append(int(name) if match[2] else re.sub(r"\\(.)", r"\1", name) if quoted else name)
        at = match.end()
    if not steps or at != len(path):
        raise expected("a path such as `$.rows[0].name`", value, "jsonPath")
    return steps


def _put_at(arguments: Json, value: Json) -> None:
    """Put one value (or the next piece of a text) at its path."""
    steps = _steps(value)
    names = ("stringValue", "numberValue", "boolValue")
    news = next((one for name in names if (one := _spelled(value, name)) is not None), None)
    place = arguments
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        fits = type(place) is list if type(step) is int else isinstance(place, dict)
        if not fits or (type(step) is int and step > len(place)):
            raise expected("a path to a place there is", value, "jsonPath")
        if type(step) is int:
            if step == len(place):
                place.append(None)
            before = place[step]
        else:
            before = place.get(step)
        if after is not None:
            if before is None:
                place[step] = before = [] if type(after) is int else {}
            place = before
        elif type(news) is str:
            place[step] = Pieces([*(before if type(before) is Pieces else ()), news])
        else:
            place[step] = news


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


def show_call(
    s: Assembly, slot: Slot, format_: str, field: str, call_id: Json, name: Json, arguments: Json
) -> None:
    """Show a piece of a tool call; an id is made up for one that begins without.

    The form says so, under the ``field`` of the id: the id may still come.
    """
    event: dict[str, Any] = {"kind": "toolCallDelta", "index": slot.call}
    if call_id:
        event["id"] = call_id
    elif not slot.told:
        event["id"] = made = mint(s.calls)
        s.calls[made] = name or ""
        event["metadata"] = {format_: {"$": {field: {"for": made}}}}
    slot.told = True
    if name:
        event["name"] = name
    if arguments:
        event["argumentsDelta"] = arguments
    if len(event) > 2:
        s.out.append(event)


def inside(e: Json, *path: str) -> Json:
    """What is at a path, or None."""
    for key in path:
        e = e.get(key) if type(e) is dict else None
    return e


def made_up(call: dict[str, Any]) -> bool:
    """Whether a call's id was made up on its way here: the real one may still come."""
    forms = [overlay.get("$", {}) for overlay in call.get("metadata", {}).values()]
    spelled = [form.get("id", {}) for form in forms if type(form) is dict]
    return any(type(one) is dict and one.get("for") is not None for one in spelled)


def show_later(s: Assembly, slot: Slot, read: Callable[..., Json]) -> None:
    """Show an element that is no call once another one begins, or the reply ends."""
    if slot not in s.unshown:
        show_waiting(s, read)
        s.unshown.append(slot)


def show_waiting(s: Assembly, read: Callable[..., Json]) -> None:
    """Show the elements that have waited for their end."""
    while s.unshown:
        show_block(s, read([built(s.unshown.pop(0).w)], s.calls)[0], None)


def show_error(s: Assembly, response: Json) -> None:
    """Show a failure that the provider reports in the middle of the stream."""
    s.failed = True
    s.out.append({"kind": "error", "error": response["error"]})


def news_of(value: dict[str, Any], named: frozenset[str], demanded: dict[str, Any]) -> Json:
    """What an element begins with beside these keys, and what it will have to have."""
    news = {key: item for key, item in value.items() if key not in named}
    return sealed({**demanded, **news}, None)


def json_text_of(value: Json, carrier: str) -> str:
    """The JSON text of an object; text that was no object, under its carrier, as it is."""
    if type(value) is dict and len(value) == 1 and type(value.get(carrier)) is str:
        text: str = value[carrier]
        return text
    return dumps(value)


def show_empty(s: Assembly, slot: Slot, format_: str, read: Callable[..., Json]) -> None:
    """Show that a block whose other news have been shown has an empty text."""
    block = read([built(slot.w)], s.calls)[0]
    form = dict(block.get("metadata", {}).get(format_, {}).get("$", {}))
    form.pop("$", None)
    if form:
        show_overlay(s, slot, format_, {"$": form})


def show_begun(
    s: Assembly, slot: Slot, format_: str, call_id: Json, name: Json, news: Json
) -> None:
    """Show that a tool call begins."""
    event = {"kind": "toolCallDelta", "index": slot.call, "id": call_id, "name": name}
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

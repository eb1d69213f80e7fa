"""What of a reply under construction is shown: the intermediate events of its stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from .absence import EMPTY, lacking
from .assembly import CALLS, Assembly, Slot, gather_piece
from .calls import mint, missing_id
from .errors import MISFITS
from .framing import all_beside, texts_inside, with_piece, without
from .jsontext import dumps
from .naming import name_later
from .overlay import sealed
from .pieces import JsonPieces, built, inside, owned

Json = Any


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
        event["metadata"] = owned(call["metadata"])
    return event


# -- the beginning and the end of blocks

ENDED = ("textDelta", "reasoningDelta")
"""Events that tell a block of which pieces may come, until another says that it has ended."""

UNNUMBERED = -1
"""The place of a text that the wire does not number."""


def begin(s: Assembly, slot: Slot, kind: str) -> None:
    """A block begins that is shown piece by piece; a call gets the next number."""
    slot.kind, slot.is_shown = kind, False
    s.begun.append(slot)
    if kind in CALLS:
        slot.call = s.call_count
        s.call_count += 1


def end_block(s: Assembly, slot: Slot) -> None:
    """Show, once, that a block is finished; calls that are not shown in pieces have no end."""
    slot.closed = True
    if slot.ended or not slot.kind:
        return
    if slot.unnamed is not None:
        slot.ending = True
        return
    slot.ended = True
    end: dict[str, Any]
    if slot.kind in CALLS:
        end = {"kind": "blockEnd", "block": "toolCall", "index": slot.call}
    elif slot.index == UNNUMBERED:
        end = {"kind": "blockEnd", "block": slot.kind}
    else:
        end = {"kind": "blockEnd", "block": slot.kind, "index": slot.index}
    if slot.changed:
        end["metadata"] = slot.changed
    if slot.other is not None:
        end["instead"] = slot.other
        if slot.kind in CALLS and not s.deltas:  # nothing was shown that it is not
            s.out.append({"kind": "block", "block": slot.other})
    if s.deltas or slot.kind not in CALLS:
        s.out.append(end)


def end_run(s: Assembly) -> None:
    """Another item begins: the block that a run of items has come to is finished."""
    if s.run is not None:
        end_block(s, s.run)
        s.run = None


# -- blocks and their pieces


def show_text(s: Assembly, piece: str, kind: str, metadata: Json = None, mark: str = "") -> None:
    """Show a piece of a text that the wire does not number, with what ``marks`` it."""
    event: dict[str, Any] = {"kind": f"{kind}Delta", "text": piece}
    if mark:
        event[mark] = True
    if (mark or kind) not in s.texts:
        s.texts[mark or kind] = slot = Slot({}, UNNUMBERED)
        begin(s, slot, kind)
        if metadata is not None:
            event["metadata"] = metadata
    s.out.append(event)


def show_block(s: Assembly, block: Json, index: int) -> None:
    """Show a block without its events as the one event for its kind."""
    kind = block.get("kind")
    event: dict[str, Any]
    if kind == "text" or (kind == "reasoning" and "redacted" not in block):
        event = {"kind": f"{kind}Delta", "index": index, "text": block["text"]}
        if "refusal" in block:
            event["refusal"] = True
        if "metadata" in block:
            event["metadata"] = owned(block["metadata"])
    else:
        event = {"kind": "block", "block": owned(block)}
    s.out.append(event)


def show_element(s: Assembly, slot: Slot, read: Callable[..., Json]) -> None:
    """Show an element that is whole as the one event for its kind.

    A call that comes so is one of the calls: it waits for the end where all do, and for its id.
    A text is at its end: what comes behind it need not wait.
    """
    block = read([built(slot.w)], s.calls)[0]
    if block.get("kind") == "toolCall" and not slot.kind:
        begin(s, slot, "toolCall")
        slot.ended = True
        if block["toolCall"]["id"] in s.calls.made:
            name_later(s, slot, {"kind": "block", "block": owned(block)})
        if not s.deltas or slot.unnamed is not None:
            return
    show_block(s, block, slot.index)
    if not slot.kind and s.out[-1]["kind"] in ENDED:
        s.out.append({"kind": "blockEnd", "block": block["kind"], "index": slot.index})


def show_item(s: Assembly, block: Json, index: int, apart: bool = False) -> None:
    """Show an item of a list where neighbours may be one block: a piece of it, or a block.

    ``apart``: the list is another than that of such neighbours, which a call does not part.
    """
    kind = block.get("kind")
    if kind == "toolCall":
        if not apart:
            end_run(s)
        end_block(s, show_whole_call(s, block["toolCall"]))
        return
    shown = kind == "text" or (kind == "reasoning" and "redacted" not in block)
    if not (shown and s.run is not None and (s.run.kind, s.run.index) == (kind, index)):
        end_run(s)
    elif not block["text"] and "metadata" not in block:
        return
    if shown and s.run is None:
        s.run = Slot({}, index)
        begin(s, s.run, kind)
    show_block(s, block, index)


def show_whole_call(s: Assembly, call: dict[str, Any]) -> Slot:
    """Show a call as one event; it is not ended yet."""
    slot = Slot({})
    begin(s, slot, "toolCall")
    event = whole_call(slot.call, call)
    if call["id"] in s.calls.made:
        _unnamed(s, slot, event)
    if s.deltas:
        s.out.append(event)
    return slot


def _unnamed(s: Assembly, slot: Slot, event: dict[str, Any]) -> None:
    """A call begins whose id is made up: by the caller, or once the reply's own is known."""
    if s.calls.make_id is not None:
        slot.made = event["id"]
        return
    s.calls.pop(event.pop("id"), None)
    name_later(s, slot, event)


def show_call(
    s: Assembly, slot: Slot, format_: str, key: str, call_id: Json, name: Json, text: Json,
    piece: dict[str, Any], named: frozenset[str], usual: dict[str, Any],
) -> None:  # fmt: skip
    """Show a piece of a tool call; an id is made up for one that begins without.

    The form says so, and what stood under the ``key`` of the id: the id may still come. The first
    piece says what only its own wire understands of it: what it has beside ``named`` keys, and
    which of the ``usual`` ones it lacks; and whether ``text`` is free, if only by an empty one.
    Arguments that come as an object at once are their text.
    """
    event: dict[str, Any] = {"kind": "toolCallDelta", "index": slot.call}
    if type(text) is dict:
        text = dumps(text)
    begins = not slot.is_shown
    if call_id:
        event["id"] = call_id
    elif not slot.is_shown:
        _without_id(s, slot, format_, key, event, name)
    elif slot.unnamed is not None and call_id:
        slot.unnamed = None
    news = None if slot.is_shown else _news_of_call(piece, named, usual)
    slot.is_shown = True
    if news:
        before = event.get("metadata", {}).get(format_, {}).get("$", {})
        form = {**news.get("$", {}), **before}
        overlay = owned({key: item for key, item in news.items() if key != "$"})
        event["metadata"] = {format_: {**overlay, "$": form} if form else overlay}
    if name:
        event["name"] = name
    if text or (begins and slot.kind == "freeCall"):
        event[CALLS[slot.kind]] = text or ""
    if len(event) > 2:
        s.out.append(event)


def _without_id(
    s: Assembly, slot: Slot, format_: str, key: str, event: dict[str, Any], name: Json
) -> None:
    """A call begins without the id that it could have under a key: one is made up for it."""
    event["id"] = made = mint(s.calls)
    s.calls[made] = name or ""
    event["metadata"] = {format_: {"$": {"id": missing_id(slot.w, key, made)}}}
    _unnamed(s, slot, event)


def show_later(s: Assembly, slot: Slot, read: Callable[..., Json]) -> None:
    """Show an element that is no call once another one begins, or the reply ends; never again."""
    if slot not in s.unshown and not slot.is_shown:
        show_waiting(s, read)
        s.unshown.append(slot)


def first_piece(
    s: Assembly, slot: Slot, piece: Json, read: Callable[..., Json], *text: str
) -> Json:  # fmt: skip
    """What a call begins with, behind the elements that have waited for their end.

    That is all there is of it, where it has waited itself, or was shown as something else: nothing
    said yet that it is a call.
    ``text`` is where the JSON text of its arguments comes in pieces, which it is shown as.
    """
    waited = slot in s.unshown
    if waited:
        s.unshown.remove(slot)
    show_waiting(s, read)
    if not (waited or slot.is_shown):
        return piece
    pieces = inside(slot.w, *text) if text else None
    if type(pieces) is not JsonPieces:
        return built(slot.w)
    return with_piece(built(slot.w), text, "".join(pieces))


def show_waiting(s: Assembly, read: Callable[..., Json]) -> None:
    """Show the elements that have waited for their end."""
    while s.unshown:
        slot = s.unshown.pop(0)
        show_element(s, slot, read)
        slot.is_shown = not slot.kind


def hold_arguments(s: Assembly, slot: Slot, path: Sequence[str], carrier: str | None) -> None:
    """The arguments of a call came as an object: they are shown once no more of it comes."""

    def text() -> str:
        found = inside(built(slot.w), *path)
        return dumps(found) if carrier is None else json_text_of(found, carrier)

    s.partial[id(slot)] = slot, text


def show_arguments(s: Assembly, identity: int) -> Slot:
    """Show, once, the arguments of a call that came value by value, as far as they have come."""
    slot, text = s.partial.pop(identity)
    if s.deltas:
        event = {"kind": "toolCallDelta", "index": slot.call, "argumentsDelta": text()}
        s.out.append(event)
    return slot


def news_of(
    value: dict[str, Any],
    named: frozenset[str],
    demanded: dict[str, Any],
    usual: dict[str, Any] = EMPTY,
    whole: dict[str, Any] | None = None,
) -> Json:
    """What an element begins with beside these keys, and what it will have to have.

    What is ``usual`` it may lack; ``whole`` is all of it, where that may stand deeper.
    """
    news = {key: item for key, item in value.items() if key not in named}
    return sealed({**demanded, **news}, lacking(value if whole is None else whole, usual))


def _news_of_call(value: dict[str, Any], named: frozenset[str], usual: dict[str, Any]) -> Json:
    news = {
        key: item
        for key, item in value.items()
        if key not in named and not (type(item) is str and usual.get(key) == item)
    }
    return sealed(news, lacking(value, usual))


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


def show_mark(s: Assembly, slot: Slot, path: Sequence[str], mark: str) -> None:
    """Show that a field is true of a text, if its pieces did not say so: those there are empty."""
    if texts_inside(slot.w, path):
        kind = f"{slot.kind}Delta"
        s.out.append({"kind": kind, "index": slot.index, "text": "", mark: True})


def show_begun(
    s: Assembly, slot: Slot, format_: str, call_id: Json, name: Json, news: Json, key: str = ""
) -> None:
    """Show that a tool call begins; one that has no name will not get one any more.

    ``key`` is that of an id which may be missing.
    """
    event: dict[str, Any] = {"kind": "toolCallDelta", "index": slot.call}
    if call_id or not key:
        event["id"] = call_id
    else:
        _without_id(s, slot, format_, key, event, name)
    event["name"] = "" if name is None else name
    if slot.kind == "freeCall":
        event["inputDelta"] = ""
    if news:
        overlay = event.get("metadata", EMPTY).get(format_, EMPTY)
        form = {**news.get("$", EMPTY), **overlay.get("$", EMPTY)}
        event["metadata"] = {format_: {**owned(news), **({"$": form} if form else EMPTY)}}
    s.out.append(event)


def show_unknown(
    s: Assembly, slot: Slot | None, format_: str, e: Json, piece: Json,
    tags: frozenset[str], once: frozenset[str], read: Callable[..., Json],
) -> bool:  # fmt: skip
    """A piece that no row knows; true if the event is shown, as it is.

    An element that is shown at its end keeps the piece, but for the ``tags`` of pieces.
    """
    if slot is None or slot.kind:
        if slot is not None and not slot.is_shown and slot.kind not in CALLS:
            _show_bare(s, slot, format_, read)
        s.out.append({"kind": "opaque", "format": format_, "value": owned(e)})
        return True
    gather_piece(slot, piece, tags, once)
    return False


def _show_bare(s: Assembly, slot: Slot, format_: str, read: Callable[..., Json]) -> None:
    """Show a text that has begun without a piece: what comes next may be passed on as it is."""
    s.out.append({"kind": f"{slot.kind}Delta", "index": slot.index, "text": ""})
    slot.is_shown = True
    with suppress(*MISFITS):  # it may say later what it has to say
        show_empty(s, slot, format_, read)


def show_beside(
    s: Assembly, slot: Slot, format_: str, item: dict[str, Any], named: frozenset[str],
    deep: Sequence[Sequence[str]],
) -> None:  # fmt: skip
    """Show what a piece of a text says beside it: but for these keys, and what stands deeper."""
    news = {key: value for key, value in without(all_beside(item, deep), named).items()
            if value is not None}  # fmt: skip
    if news:
        show_overlay(s, slot, format_, news)


def show_overlay(s: Assembly, slot: Slot, format_: str, overlay: dict[str, Any]) -> None:
    """Show news of a block that only its own wire understands, such as a signature."""
    if not slot.kind or slot.ended:
        # It is shown at its end, with all that came of it; behind that the whole reply has it.
        return
    slot.is_shown = True
    metadata = {format_: owned(overlay)}
    if slot.kind not in CALLS:
        kind = f"{slot.kind}Delta"
        s.out.append({"kind": kind, "index": slot.index, "text": "", "metadata": metadata})
    elif s.deltas:
        s.out.append({"kind": "toolCallDelta", "index": slot.call, "metadata": metadata})

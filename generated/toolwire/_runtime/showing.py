# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What of a reply under construction is shown: the intermediate events of its stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .assembly import Assembly, Slot
from .calls import mint
from .errors import FAILURES
from .jsontext import dumps
from .overlay import sealed
from .pieces import built

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


def show_error(s: Assembly, e: Json, read: Callable[..., Json], *context: Json) -> None:
    """Show a failure that the provider reports in the middle of the stream, however it says it."""
    try:
        error = read(e, *context)["error"]
    except FAILURES:
        said = e.get("error")
        if said is None:
            raise
        words = said.get("message") if type(said) is dict else said
        error = {"message": words if type(words) is str else dumps(said)}
    s.failed = True
    s.out.append({"kind": "error", "error": error})


def show_partial(
    s: Assembly, part: Json, read: Callable[..., Json], complete: bool, path: list[str]
) -> None:
    """Show a call whose arguments come value by value: first that it begins, then all of them."""
    if s.partial is None:
        show_block(s, read([built(part)], s.calls)[0], None)
        s.partial = s.call_count - 1
        if s.deltas:
            del s.out[-1]["argumentsDelta"]
    if complete:
        arguments = inside(built(part), *path)
        event = {"kind": "toolCallDelta", "index": s.partial, "argumentsDelta": dumps(arguments)}
        if s.deltas:
            s.out.append(event)
        s.partial = None


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

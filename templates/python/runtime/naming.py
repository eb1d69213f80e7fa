"""Calls of a stream that come without an id: they get the one they would have in the whole reply.

It is made of the reply's own id. Most wires tell that id with the first event; where none comes,
the id is made of all that the reply says, and so the call has none before the reply's end.
"""

from __future__ import annotations

from typing import Any

from .assembly import CALLS, Assembly, Slot
from .calls import call_id, id_form, made_up, renamed, seed_of
from .conversation import calls_in

Json = Any


def name_later(s: Assembly, slot: Slot, event: dict[str, Any]) -> None:
    """A call begins with ``event``, or comes whole as it, which has its form but no id yet."""
    # The event may be given out, and changed, before the id is known.
    call = event["block"]["toolCall"] if event["kind"] == "block" else event
    slot.unnamed = event, id_form(call["metadata"]), call.get("name")
    s.unnamed.append(slot)


def name_calls(s: Assembly, id_: Json, sent: bool, reply: Json = None) -> None:
    """Name the calls that wait for it, if the reply's own id is known, or all that it said."""
    if not id_ and reply is None:
        return
    seed = seed_of(id_, reply)
    for slot in s.unnamed:
        if slot.unnamed is not None:
            tell_name(s, slot, call_id(seed, slot.call, s.calls.keys()), sent)
    s.unnamed.clear()


def name_whole(s: Assembly, response: Json, sent: bool) -> None:
    """What was told of the calls and what the whole reply says of them is one and the same.

    But no call goes by an id that the wire itself gave another one later.
    """
    calls = calls_in(response["message"])
    own = {call["id"] for call in calls if not made_up(call)}
    slots = [slot for slot in s.begun if slot.kind in CALLS]
    slots.sort(key=lambda slot: (slot.place, slot.call))
    for slot, call in zip(slots, calls, strict=False):
        if slot.unnamed is not None:
            tell_name(s, slot, call["id"], sent)
        elif slot.made and made_up(call) and slot.made not in own:
            renamed(call, slot.made, sent)
    s.unnamed.clear()


def tell_name(s: Assembly, slot: Slot, made: str, sent: bool) -> None:
    """Put the id into the event that begins the call; into one of its own if that is gone."""
    begun, metadata, name = slot.unnamed
    slot.unnamed, slot.made = None, made
    if "block" in begun:
        renamed(begun["block"]["toolCall"], made, sent)
        s.calls[made] = name
        if s.deltas:
            # It came ahead of the calls that have begun since.
            later = (at for at, one in enumerate(s.out) if one.get("index", -1) > slot.call
                     and one["kind"] == "toolCallDelta")  # fmt: skip
            s.out.insert(next(later, len(s.out)), begun)
        return
    event = begun
    gone = not any(one is begun for one in s.out)
    if gone:
        event = {
            "kind": "toolCallDelta",
            "index": slot.call,
            "metadata": metadata,
        }
    event["id"] = ""
    renamed(event, made, sent)
    s.calls[made] = name or begun.get("name", "")
    if gone and s.deltas:
        s.out.append(event)

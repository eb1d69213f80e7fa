# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The calls and results of a request on a wire: what its form keeps, and what goes out.

A wire may have no ids: its n-th result of a name answers the n-th open call of that name. It may
have an id twice, and results anywhere. Read, each call has an id of its own, and the form keeps
what the wire had: ``{"for": ours}`` for no id, ``{"for": ours, "as": theirs}`` for one that was
taken (``empty``, if that is an empty text), ``order`` for a result that stood elsewhere than behind
its turn. Written, that spelling is used again as long as it says the same.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from .absence import EMPTY
from .conversation import (
    Call,
    Conversation,
    by_id,
    in_order,
    meant,
    note,
    overlaid,
    rewritten,
    spelled,
    staying,
)
from .overlay import mark

Json = Any
Ids = dict[int, str | None]
"""The id that each result has on a wire, by its message's place."""


class Open:
    """Calls that may still be answered by position: those of the last turn ahead of the others.

    ``in_turn``: or the other way round, as a service may read them.
    """

    def __init__(self, in_turn: bool) -> None:
        self.now: dict[Json, deque[Call]] = {}
        self.before: dict[Json, deque[Call]] = {}
        self.in_turn = in_turn

    def end(self) -> None:
        """Somebody else has a turn: what is open by now is so since an earlier one."""
        for name, left in self.now.items():
            self.before.setdefault(name, deque()).extend(left)
        self.now.clear()

    def add(self, calls: list[Call], by_name: bool) -> None:
        """Calls of a message of the model: those behind one another are one turn."""
        for call in calls:
            self.now.setdefault(call.value["name"] if by_name else None, deque()).append(call)

    def first(self, name: Json, answered: set[Call]) -> Call | None:
        """The first call of a name without a result."""
        places = (self.now, self.before) if self.in_turn else (self.before, self.now)
        for place in places:
            calls = place.get(name)
            while calls:
                if calls[0] not in answered:
                    return calls[0]
                calls.popleft()
        return None


def read(
    conversation: Conversation, order: list[int], ids: Ids, by_name: bool, in_turn: bool = True
) -> dict[int, Call | None]:
    """The call that each result answers, by what the wire shows of them.

    ``in_turn``: a result without an id rather answers a call of the last turn than an earlier one.
    """
    found: dict[int, Call | None] = {}
    calls, answered = dict[str | None, list[Call]](), set[Call]()
    unnamed, named = Open(in_turn), Open(in_turn)
    goes_on = False
    for place in order:
        turn = conversation.turns.get(place)
        if turn is not None:
            if not goes_on:
                unnamed.end()
                named.end()
            calls |= by_id(turn)
            unnamed.add([call for call in turn if call.wire_id is None], by_name)
            named.add([call for call in turn if call.wire_id is not None], by_name)
        elif place in ids:
            result = conversation.messages[place]["toolResult"]
            name = result["name"] if by_name else None
            if ids[place] is not None:
                call = meant(calls.get(ids[place], ()), name, answered)
            else:
                call = unnamed.first(name, answered) or named.first(name, answered)
            if call is not None:
                answered.add(call)
            found[place] = call
        goes_on = turn is not None
    return found


def results_in(messages: list[Json]) -> dict[int, dict[str, Any]]:
    """The results of a conversation, by their messages' places."""
    return {at: one["toolResult"] for at, one in enumerate(messages) if one.get("role") == "tool"}


def told_apart(
    messages: list[Json], format_: str, by_name: bool, named: bool = False
) -> None:
    """Note in messages just read how their calls and results stood on the wire.

    ``by_name``: the wire names the tool that a result is of, and it is found by that; ``named``: it
    is not, and the name is the result's own.
    """
    if in_order(messages):
        return
    conversation, results = Conversation(messages), results_in(messages)
    for call in conversation.calls():
        call.wire_id = spelled(call.value, "id", format_)
    conversation.name_apart()
    ids = {place: spelled(result, "toolCallId", format_) for place, result in results.items()}
    as_it_was = [*range(len(messages))]
    answers = read(conversation, as_it_was, ids, by_name)
    for call in conversation.calls():
        _respell(call.value, "id", call.id, format_)
    taken = {call.id for call in conversation.calls()}
    for place, result in results.items():
        found = answers[place]
        if found is not None:
            _respell(result, "toolCallId", found.id, format_)
            if named:
                _rename(result, found.value["name"], format_)
            elif not by_name:
                result["name"] = found.value["name"]
        elif ids[place] is None and result["toolCallId"] in taken:
            _respell(result, "toolCallId", f"no_call_{place}", format_)
    if Conversation(messages).order() != as_it_was:
        for place in results:
            mark(messages[place], format_, "order", "kept")


def _rename(result: dict[str, Any], name: str, format_: str) -> None:
    """Give a result just read the name of its call's tool, if the wire had none."""
    entry = note(result, format_, "name") or EMPTY
    if "for" in entry:
        result["name"] = name
        mark(result, format_, "name", {**entry, "for": name})


def _respell(value: dict[str, Any], field: str, ours: str, format_: str) -> None:
    """Put another id at a field of a value just read; its form keeps what was there."""
    if value[field] != ours:
        theirs = spelled(value, field, format_)
        value[field] = ours
        entry: dict[str, Any] = {"for": ours} if theirs is None else {"for": ours, "as": theirs}
        if theirs == "":  # on this wire an id like any other
            entry["empty"] = True
        mark(value, format_, field, {**(note(value, format_, field) or {}), **entry})


def paired(
    request: dict[str, Any], format_: str, by_name: bool, inside: bool = False
) -> dict[str, Any]:
    """A request as it goes out: results in their order, each under the id its call has there.

    Where the wire had no id, or one that was taken, it gets that again only if every result is
    read as the answer to its own call; else the call's own id is written.
    ``inside``: a message of the wire holds its result as an object of its own.
    """
    messages = request["messages"]
    if (len(messages) == 1 and messages[0].get("role") == "user") or in_order(messages, format_):
        return request
    if not inside:
        messages = [_handed_down(m, format_) if overlaid(m, format_) else m for m in messages]
    conversation, results = Conversation(messages), results_in(messages)
    conversation.name_apart()
    for call in conversation.calls():
        same = call.id == call.value["id"]
        call.wire_id = spelled(call.value, "id", format_) if same else call.id
    # As it was read: there, a result whose id looks made up answers the call that has such a one.
    order = conversation.order(staying(messages, format_))
    ids: Ids = {}
    for place, result in results.items():
        ids[place] = _outgoing(conversation, place, result, format_)
    came = {place for place, one in results.items() if note(one, format_, "toolCallId")}
    _write_misread(conversation, order, ids, by_name, came)
    calls = {
        call: call.wire_id
        for call in conversation.calls()
        if call.wire_id is not None and _differs(call.value, "id", call.wire_id, format_)
    }
    answers = {
        place: id_
        for place, id_ in ids.items()
        if id_ is not None and _differs(results[place], "toolCallId", id_, format_)
    }
    return {**request, "messages": rewritten(conversation, order, calls, answers, format_)}


def _handed_down(message: dict[str, Any], format_: str) -> dict[str, Any]:
    """A tool message whose overlay is on its result: the wire has one object for both.

    What the result has of its own stays.
    """
    if "toolResult" not in message:
        return message
    result, overlay = message["toolResult"], message["metadata"][format_]
    metadata = result.get("metadata") or EMPTY
    more = {key: value for key, value in overlay.items() if key != "$"}
    form = {"$": overlay["$"]} if "$" in overlay else {}
    laid = {**more, **(metadata.get(format_) or EMPTY)}
    return {
        **message,
        "metadata": {**message["metadata"], format_: form},
        "toolResult": {**result, "metadata": {**metadata, format_: laid}},
    }


def _outgoing(
    conversation: Conversation, place: int, result: dict[str, Any], format_: str
) -> str | None:
    """The id that a result goes out with, if nothing speaks against it."""
    call = conversation.answers.get(place)
    entry = note(result, format_, "toolCallId")
    if call is not None and call.wire_id is None and entry and "for" not in entry:
        # It came with an id that looks like one of ours: it never answered that call.
        del conversation.answers[place]
        call.results.remove(place)
        call = None
    if call is None or (entry and entry.get("for") == result["toolCallId"]):
        return spelled(result, "toolCallId", format_)
    return call.wire_id


def _write_misread(
    conversation: Conversation, order: list[int], ids: Ids, by_name: bool, came: set[int]
) -> None:
    """Write the ids of calls and results that would be read as belonging to others.

    Services differ in how they read results without ids, if calls are open: those that did not
    come so must be right in every way.
    """
    while True:
        found = read(conversation, order, ids, by_name)
        others = read(conversation, order, ids, by_name, in_turn=False)
        found |= {place: call for place, call in others.items() if place not in came
                  and found[place] is conversation.answers.get(place)}  # fmt: skip
        wrong = [
            (place, call, conversation.answers.get(place))
            for place, call in found.items()
            if call is not conversation.answers.get(place)
        ]
        before = [ids[place] for place, _, _ in wrong]
        for place, *calls in wrong:
            ids[place] = conversation.messages[place]["toolResult"]["toolCallId"]
            for call in calls:
                if call is not None:
                    call.wire_id = call.id
                    ids.update(dict.fromkeys(call.results, call.id))
        if before == [ids[place] for place, _, _ in wrong]:
            return


def _differs(value: dict[str, Any], field: str, id_: str, format_: str) -> bool:
    """Whether the adapter would write another id at a field, or none."""
    entry = note(value, format_, field)
    return bool(value[field] != id_ or (entry and entry.get("for") == id_))

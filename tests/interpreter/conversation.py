"""The calls and results of a conversation: which answers which, in what order, under which id.

A result belongs to the last turn before it that has a call of its id. On a wire it stands behind
that turn; a wire may have no ids, or one twice, and the forms keep what there was.
"""

from __future__ import annotations

from typing import Any

from .overlay import form_of, mark

Json = Any


class Call:
    """A call: ``id`` is its own among all calls, ``wire_id`` the one a wire has, or None."""

    def __init__(self, turn: int, value: Json) -> None:
        self.turn, self.value = turn, value
        self.id: str = value["id"]
        self.wire_id: str | None = self.id


class Conversation:
    """``results`` by their messages' places, ``answers`` the call of each that answers one."""

    def __init__(self, messages: list[Json]) -> None:
        self.messages = messages
        self.calls = [
            Call(place, block["toolCall"])
            for place, message in enumerate(messages)
            if message.get("role") == "assistant"
            for block in message["content"]
            if block.get("kind") == "toolCall"
        ]
        self.results: dict[int, Json] = {
            place: message["toolResult"]
            for place, message in enumerate(messages)
            if message.get("role") == "tool"
        }
        self.answers: dict[int, Call] = {}
        for place, result in self.results.items():
            before = [call for call in self.calls if call.turn < place]
            answered = set(self.answers.values())
            call = by_id(before, result["toolCallId"], result["name"], answered)
            if call is not None:
                self.answers[place] = call

    def name_apart(self) -> None:
        """Give a call whose id is taken another one; results without a call have theirs too."""
        wanted = {call.id for call in self.calls}
        taken = {result["toolCallId"] for result in self.results.values()} - wanted
        count: dict[str, int] = {}
        for call in self.calls:
            theirs = call.id
            while call.id in taken:
                count[theirs] = count.get(theirs, 1) + 1
                call.id = f"{theirs}_{count[theirs]}"
            taken.add(call.id)

    def order(self, staying: set[int]) -> list[int]:
        """The messages' places as they go out: results behind their turn, but for some.

        What stays among the results behind a turn has as many of that turn ahead of it as it had.
        """
        moving = {place: call for place, call in self.answers.items() if place not in staying}
        order: list[int] = []
        waiting: list[int] = []
        turn, taken = -1, 0
        for place in range(len(self.messages)):
            if place in moving:
                taken += moving[place].turn == turn
                continue
            if place in self.results:
                order, waiting = order + waiting[:taken], waiting[taken:]
            else:
                order, waiting, turn = order + waiting, [], place
            order, taken = [*order, place], 0
            for call in self.calls:
                if call.turn == place:
                    waiting += [at for at, its in moving.items() if its is call]
        return order + waiting


def by_id(calls: list[Call], id_: str, name: Json, answered: set[Call]) -> Call | None:
    """The call that a result with an id answers, among those before it."""
    same = [call for call in calls if call.wire_id == id_]
    turn = [call for call in same if call.turn == same[-1].turn]
    if len(turn) < 2:
        return turn[0] if turn else None
    free = [call for call in turn if call not in answered]
    named = [call for call in free if call.value["name"] == name]
    return [*named, *free, turn[-1]][0]


def by_position(
    calls: list[Call], last: set[int], name: Json, answered: set[Call], last_first: bool
) -> Call | None:
    """The call that a result without an id answers: one without an id rather than another.

    ``last``: the messages of the last turn.
    """
    named = [call for call in calls if name is None or call.value["name"] == name]
    free = [call for call in named if call not in answered]
    # False sorts ahead of True.
    free.sort(key=lambda call: (call.wire_id is not None, (call.turn in last) != last_first))
    return free[0] if free else None


def as_read(
    talk: Conversation,
    order: list[int],
    ids: dict[int, str | None],
    by_name: bool,
    last_first: bool = True,
) -> dict[int, Call | None]:
    """The call that each result answers for a reader who sees the wire alone.

    ``last_first``: without an id it rather answers a call of the last turn than an earlier one.
    """
    found: dict[int, Call | None] = {}
    turns: list[int] = []
    last: set[int] = set()
    for at, place in enumerate(order):
        if talk.messages[place].get("role") == "assistant":
            turns.append(place)
            before_it = talk.messages[order[at - 1]].get("role") if at else None
            last = {*last, place} if before_it == "assistant" else {place}
        if place not in ids:
            continue
        before = [call for turn in turns for call in talk.calls if call.turn == turn]
        answered = {call for call in found.values() if call is not None}
        name, id_ = talk.results[place]["name"] if by_name else None, ids[place]
        if id_ is not None:
            found[place] = by_id(before, id_, name, answered)
        else:
            found[place] = by_position(before, last, name, answered, last_first)
    return found


def wire_id(value: Json, field: str, format_: str) -> str | None:
    """The id that a wire had, as a form says; None for none."""
    entry = form_of(value, format_).get(field) or {}
    ours: str = value[field]
    if entry.get("for") != ours or "sent" in entry:
        return ours
    theirs = entry.get("as")
    return theirs if type(theirs) is str and (theirs or "empty" in entry) else None


# -- messages just read


def told_apart(messages: list[Json], format_: str, by_name: bool) -> None:
    """Give each call an id of its own, and its results with it; the forms keep the wire's."""
    talk = Conversation(messages)
    for call in talk.calls:
        call.wire_id = wire_id(call.value, "id", format_)
    talk.name_apart()
    theirs = {at: wire_id(result, "toolCallId", format_) for at, result in talk.results.items()}
    found = as_read(talk, list(range(len(messages))), theirs, by_name)
    taken = {call.id for call in talk.calls}
    for call in talk.calls:
        _rename(call.value, "id", call.id, format_)
    for place, result in talk.results.items():
        answered = found[place]
        if answered is not None:
            _rename(result, "toolCallId", answered.id, format_)
            result["name"] = result["name"] if by_name else answered.value["name"]
        elif theirs[place] is None and result["toolCallId"] in taken:
            _rename(result, "toolCallId", f"no_call_{place}", format_)
    if Conversation(messages).order(set()) != list(range(len(messages))):
        for place in talk.results:
            mark(messages[place], format_, "order", "kept")


def _rename(value: Json, field: str, ours: str, format_: str) -> None:
    if value[field] == ours:
        return
    theirs = wire_id(value, field, format_)
    value[field] = ours
    entry: Json = {"for": ours} if theirs is None else {"for": ours, "as": theirs}
    entry |= {"empty": True} if theirs == "" else {}
    mark(value, format_, field, {**(form_of(value, format_).get(field) or {}), **entry})


# -- a request that goes out


def paired(request: Json, format_: str, by_name: bool, inside: bool) -> Json:
    """A request with its results in order, each under the id that its call has on the wire.

    ``inside``: a message of the wire holds its result as an object of its own.

    An id that the wire had not is left out again only where every result is read as the answer to
    its own call all the same.
    """
    messages = request["messages"]
    talk = Conversation(messages if inside else [_handed_down(m, format_) for m in messages])
    talk.name_apart()
    for call in talk.calls:
        apart = call.id != call.value["id"]
        call.wire_id = call.id if apart else wire_id(call.value, "id", format_)
    staying = {at for at in talk.results if form_of(talk.messages[at], format_).get("order")}
    order = talk.order(staying)
    ids = {place: _id_of(talk, place, format_) for place in talk.results}
    while _correct(talk, order, ids, by_name, format_):
        pass
    messages = [_as_sent(talk, place, ids, format_) for place in order]
    return {**request, "messages": messages}


def _handed_down(message: Json, format_: str) -> Json:
    """A tool message whose overlay is on its result: the wire has one object for both."""
    overlay = (message.get("metadata") or {}).get(format_) or {}
    if message.get("role") != "tool" or not overlay.keys() - {"$"}:
        return message
    form = {key: value for key, value in overlay.items() if key == "$"}
    more = {key: value for key, value in overlay.items() if key != "$"}
    result = message["toolResult"]
    metadata = result.get("metadata") or {}
    laid = {**metadata, format_: {**more, **(metadata.get(format_) or {})}}
    return {
        **message,
        "metadata": {**message["metadata"], format_: form},
        "toolResult": {**result, "metadata": laid},
    }


def _id_of(talk: Conversation, place: int, format_: str) -> str | None:
    """The id that a result goes out with, if nothing speaks against it."""
    result, call = talk.results[place], talk.answers.get(place)
    entry = form_of(result, format_).get("toolCallId") or {}
    if call is not None and call.wire_id is None and entry and "for" not in entry:
        # It came with an id that looks like one of ours: it never answered that call.
        del talk.answers[place]
        call = None
    if call is None or (entry and entry.get("for") == result["toolCallId"]):
        return wire_id(result, "toolCallId", format_)
    return call.wire_id


def _correct(
    talk: Conversation, order: list[int], ids: dict[int, str | None], by_name: bool, format_: str
) -> bool:
    """Write the ids of those that would be misread; whether there is news to look at again.

    Readers differ where calls are open: a result that did not come without an id from this very
    wire must be right for all of them.
    """
    found = as_read(talk, order, ids, by_name)
    other = as_read(talk, order, ids, by_name, last_first=False)
    before = dict(ids)
    wrong = []
    for place in found:
        own = talk.answers.get(place)
        came = form_of(talk.results[place], format_).get("toolCallId")
        for call in [found[place]] if came else [found[place], other[place]]:
            if call is not own:
                wrong.append((place, call))
                break
    for place, call in wrong:
        ids[place] = talk.results[place]["toolCallId"]
        for each in (call, talk.answers.get(place)):
            if each is not None:
                each.wire_id = each.id
                ids.update({at: each.id for at, its in talk.answers.items() if its is each})
    return any(ids[place] != before[place] for place, _ in wrong)


def _as_sent(talk: Conversation, place: int, ids: dict[int, str | None], format_: str) -> Json:
    """A message with its calls or its result under the ids that they go out with."""
    message = talk.messages[place]
    if place in talk.results:
        result = _under(message["toolResult"], "toolCallId", ids[place], format_)
        return {**message, "toolResult": result}
    turn = [call for call in talk.calls if call.turn == place]
    if not turn:
        return message
    blocks = []
    for block in message["content"]:
        if block.get("kind") == "toolCall":
            block = {**block, "toolCall": _under(block["toolCall"], "id", turn[0].wire_id, format_)}
            turn = turn[1:]
        blocks.append(block)
    return {**message, "content": blocks}


def _under(value: Json, field: str, id_: str | None, format_: str) -> Json:
    """A call or result that is written with this id, whatever its form says; None: as it says."""
    entry = form_of(value, format_).get(field) or {}
    if id_ is None or (value[field] == id_ and entry.get("for") != id_):
        return value
    metadata = value.get("metadata") or {}
    overlay = metadata.get(format_) or {}
    form = {**(overlay.get("$") or {}), field: {"style": "present"}}
    return {**value, field: id_, "metadata": {**metadata, format_: {**overlay, "$": form}}}

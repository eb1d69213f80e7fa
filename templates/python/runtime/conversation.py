"""Calls and their results in a conversation: which answers which, in what order, under which id.

A result belongs to the nearest call before it that has its id. It goes out behind the turn that
asked for it, in the order of that turn's calls, whatever order an app appended it in. Ids are
unique in a conversation: a later call whose id is taken gets another, and its results with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from .absence import EMPTY

Json = Any


class Call:
    """A tool call in its place: ``id`` is its own among all calls.

    ``wire_id`` is the id that it has on a wire, None where it has none there; ``results`` are the
    places of the messages that answer it.
    """

    __slots__ = ("id", "results", "value", "wire_id")

    def __init__(self, value: dict[str, Any]) -> None:
        self.value = value
        self.id: str = value["id"]
        self.wire_id: str | None = self.id
        self.results: list[int] = []


class Conversation:
    """The messages of a request, and how the calls and results in them belong together.

    ``turns`` has the calls of each assistant message, ``answers`` the call that each tool message
    answers, both by the message's place in the list.
    """

    def __init__(self, messages: list[Json]) -> None:
        self.messages = messages
        self.turns: dict[int, list[Call]] = {}
        self.answers: dict[int, Call] = {}
        calls: dict[str | None, list[Call]] = {}
        answered: set[Call] = set()
        for place, message in enumerate(messages):
            role = message.get("role")
            if role == "assistant":
                turn = self.turns[place] = [Call(value) for value in calls_in(message)]
                calls |= by_id(turn)
            elif role == "tool":
                result = message["toolResult"]
                call = meant(calls.get(result["toolCallId"], ()), result["name"], answered)
                if call is not None:
                    self.answers[place] = call
                    call.results.append(place)
                    answered.add(call)

    def calls(self) -> Iterator[Call]:
        """All calls, in their order."""
        for turn in self.turns.values():
            yield from turn

    def name_apart(self) -> None:
        """Give each call whose id is taken another one: it depends on what came before alone."""
        wanted = {call.id for call in self.calls()}
        orphans = {message["toolResult"]["toolCallId"] for message in self.messages
                   if message.get("role") == "tool"} - wanted  # fmt: skip
        taken: set[str] = set()
        repeated: dict[str, int] = {}
        for call in self.calls():
            id_ = call.id
            while call.id in taken or call.id in orphans:
                repeated[id_] = repeated.get(id_, 1) + 1
                call.id = f"{id_}_{repeated[id_]}"
            taken.add(call.id)

    def order(self, staying: frozenset[int] = frozenset()) -> list[int]:
        """The places of the messages in the order in which they go out.

        A result stays where it is if it answers no call, or is one of those ``staying``: among
        the results of a turn, too, as many of these go ahead of it as stood there.
        """
        order: list[int] = []
        behind: frozenset[int] = frozenset()
        waiting = iter(behind)
        ahead = 0
        for place, message in enumerate(self.messages):
            if place in self.answers and place not in staying:
                ahead += place in behind
                continue
            order += islice(waiting, ahead) if message.get("role") == "tool" else waiting
            order.append(place)
            ahead = 0
            if place in self.turns:
                results = [result for call in self.turns[place] for result in call.results]
                behind = frozenset(results) - staying
                waiting = iter([result for result in results if result in behind])
        return [*order, *waiting]


def going_out(messages: list[Json], format_: str) -> Sequence[int]:
    """The places of messages in the order in which a format's wire has them."""
    if in_order(messages, format_):
        return range(len(messages))
    return Conversation(messages).order(staying(messages, format_))


def by_id(turn: list[Call]) -> dict[str | None, list[Call]]:
    """The calls of a turn by the id they have on the wire; several may share one."""
    found: dict[str | None, list[Call]] = {}
    for call in turn:
        found.setdefault(call.wire_id, []).append(call)
    return found


def meant(candidates: Sequence[Call], name: Json, answered: set[Call]) -> Call | None:
    """Of the calls of a turn that share an id, the one that a result answers."""
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    free = [call for call in candidates if call not in answered]
    named = [call for call in free if call.value["name"] == name]
    return [*named, *free, candidates[-1]][0]


def staying(messages: list[Json], format_: str) -> frozenset[int]:
    """The places of results that a format's own traffic had elsewhere than behind their turn."""
    return frozenset(
        place
        for place, message in enumerate(messages)
        if message.get("role") == "tool" and note(message, format_, "order")
    )


def overlaid(message: dict[str, Any], format_: str) -> bool:
    """Has an app written an overlay on a tool message, which has no place of its own for it?"""
    overlay: Json = (message.get("metadata") or EMPTY).get(format_)
    return bool(overlay) and overlay.keys() != {"$"}


def note(value: dict[str, Any], format_: str, field: str) -> Json:
    """What a value's form says of a field, or None."""
    overlay = (value.get("metadata") or EMPTY).get(format_)
    return (overlay.get("$") or EMPTY).get(field) if overlay else None


def style_said(value: dict[str, Any], format_: str, field: str) -> Json:
    """In which style a field was spelled, as the value's form says it, or None."""
    return (note(value, format_, field) or EMPTY).get("style")


def in_order(messages: list[Json], format_: str = "") -> bool:
    """Does each result follow its turn, in the order of its calls, and has each call its own id?

    So it is nearly always, and then nothing has to be done. Calls whose id ``format_`` leaves out
    must have their results one by one: only then does their position tell which is which.
    """
    calls: list[str] = []
    results: list[str] = []
    hidden: set[str] = set()
    left, odd = 0, False
    for message in messages:
        if "toolResult" in message:
            left -= 1
            result = message["toolResult"]
            id_ = result["toolCallId"]
            results.append(id_)
            if "metadata" in result and (entry := note(result, format_, "toolCallId")):
                odd = odd or _theirs(entry, id_) is not None or id_ not in hidden
            if "metadata" in message:
                odd = odd or overlaid(message, format_)
        elif left:
            # A call without a result, or a result without a call.
            return _in_order(messages, format_)
        elif message.get("role") == "assistant":
            for block in message["content"]:
                if "toolCall" in block:
                    left += 1
                    call = block["toolCall"]
                    id_ = call["id"]
                    calls.append(id_)
                    if "metadata" in call and (entry := note(call, format_, "id")):
                        odd = odd or _theirs(entry, id_) is not None
                        hidden.add(id_)
    if not calls and not results:
        return True
    if odd or calls[: len(results)] != results:
        return _in_order(messages, format_)
    return len(set(calls)) == len(calls)


def _in_order(messages: list[Json], format_: str) -> bool:
    ids: list[str] = []
    turn, left_out = iter(ids), 0
    for message in messages:
        role = message.get("role")
        if role == "tool":
            result = message["toolResult"]
            call_id = result["toolCallId"]
            # Looking for a call uses the iterator up as far as that call.
            if call_id not in turn if not left_out else next(turn, None) != call_id:
                return False
            if overlaid(message, format_):
                return False
            if note(result, format_, "toolCallId") and (
                not left_out or spelled(result, "toolCallId", format_) is not None
            ):
                return False
            continue
        if left_out and next(turn, None) is not None:
            # A call that is told by its position stays open.
            return False
        turn, left_out = iter(()), 0
        if role == "assistant":
            before = len(ids)
            for call in calls_in(message):
                ids.append(call["id"])
                if note(call, format_, "id"):
                    if spelled(call, "id", format_) is not None:
                        return False
                    left_out += 1
            if left_out and left_out != len(ids) - before:
                return False
            turn = iter(ids[before:])
    return len(set(ids)) == len(ids)


def calls_in(message: Json) -> list[dict[str, Any]]:
    """The tool calls of an assistant message."""
    return [b["toolCall"] for b in message["content"] if b.get("kind") == "toolCall"]


def spelled(value: dict[str, Any], field: str, format_: str) -> str | None:
    """The id at ``field`` as a wire had it: another one, or None for none at all."""
    entry = note(value, format_, field)
    ours: str = value[field]
    return _theirs(entry, ours) if entry else ours


def _theirs(entry: dict[str, Any], ours: str) -> str | None:
    """What the entry of a form says of an id."""
    if entry.get("for") != ours or "sent" in entry:
        return ours
    theirs = entry.get("as")
    return theirs if type(theirs) is str and (theirs or "empty" in entry) else None


def rewritten(
    conversation: Conversation,
    order: list[int],
    calls: dict[Call, str],
    results: dict[int, str],
    format_: str = "",
) -> list[Json]:
    """The messages in an order, some of their calls and results under other ids.

    The form of ``format_`` then says that these ids are to be written as they are.
    """
    found = []
    for place in order:
        message = conversation.messages[place]
        turn = conversation.turns.get(place, ())
        if place in results:
            result = _under(message["toolResult"], "toolCallId", results[place], format_)
            message = {**message, "toolResult": result}
        elif not calls.keys().isdisjoint(turn):
            left = iter(turn)
            message = {**message, "content": [
                _renamed(block, next(left), calls, format_) if block.get("kind") == "toolCall"
                else block
                for block in message["content"]
            ]}  # fmt: skip
        found.append(message)
    return found


def _renamed(block: Json, call: Call, calls: dict[Call, str], format_: str) -> Json:
    if call not in calls:
        return block
    return {**block, "toolCall": _under(call.value, "id", calls[call], format_)}


def _under(value: dict[str, Any], field: str, id_: str, format_: str) -> dict[str, Any]:
    changed = {**value, field: id_}
    if format_:
        metadata = value.get("metadata") or EMPTY
        overlay = metadata.get(format_) or EMPTY
        form = {**(overlay.get("$") or EMPTY), field: {"style": "present"}}
        changed["metadata"] = {**metadata, format_: {**overlay, "$": form}}
    return changed


def settled(messages: list[Json]) -> list[Json]:
    """Messages with each result behind its turn, and each call under an id of its own."""
    if in_order(messages):
        return messages
    conversation = Conversation(messages)
    conversation.name_apart()
    formats = {name for message in messages for name in message.get("metadata") or ()}
    fixed = frozenset[int]().union(*(staying(messages, name) for name in formats))
    calls = {call: call.id for call in conversation.calls() if call.id != call.value["id"]}
    results = {place: call.id for place, call in conversation.answers.items() if call in calls}
    order = conversation.order(fixed)
    if not calls and order == [*range(len(messages))]:
        return messages
    return rewritten(conversation, order, calls, results)

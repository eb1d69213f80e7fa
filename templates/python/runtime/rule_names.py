"""Ids of calls and names of tools, wherever they stand in a request, in the wire's spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .absence import EMPTY
from .acceptance import Acceptance, Row
from .accepting import Renamed
from .conversation import Call, Conversation
from .draft import Draft, Turn
from .keyed import other_keys
from .spelling import Limit, legal_spellings

Json = Any


def ids_in(messages: list[Json]) -> Iterator[str]:
    """The ids of a conversation, in their order: those of calls, and of results of none."""
    for message in messages:
        role = message.get("role")
        if role == "assistant":
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    yield block["toolCall"]["id"]
        elif role == "tool":
            yield message["toolResult"]["toolCallId"]


def names_in(request: dict[str, Json]) -> Iterator[str]:
    """The names of tools in a request: of those on offer first, then of calls, then of a choice."""
    for tool in request.get("tools") or ():
        if tool.get("kind") != "opaque":
            yield tool["name"]
    for message in request["messages"]:
        role = message.get("role")
        if role == "assistant":
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    yield block["toolCall"]["name"]
        elif role == "tool":
            yield message["toolResult"]["name"]
    choice = request.get("toolChoice")
    if type(choice) is dict and choice.get("kind") != "opaque":
        yield from (choice["name"],) if "name" in choice else choice["allowed"]


def respelling(request: dict[str, Json], acceptance: Acceptance) -> Renamed:
    """What goes out for the ids and names of a request; it depends on that request alone."""
    ids = legal_spellings(ids_in(request["messages"]), acceptance.call_id)
    names = legal_spellings(names_in(request), acceptance.tool_name)
    return Renamed(ids, names, data_keys(request["messages"], acceptance))


def data_keys(messages: list[Json], acceptance: Acceptance) -> dict[str, str]:
    """Other names for keys in the data of results that the API would read as its own."""
    row = acceptance.row("data_keys")
    if row is None:
        return {}
    results = [one["toolResult"] for one in messages if one.get("role") == "tool"]
    data = [result["value"] for result in results if result["kind"] == "data"]
    return other_keys(data, row.params["keys"])


def rename(draft: Draft) -> None:
    """Put the wire's spelling in the place of every id and name that it does not take."""
    acceptance = draft.acceptance
    request = draft.whole()
    ids = legal_spellings(ids_in(request["messages"]), acceptance.call_id)
    names = legal_spellings(names_in(request), acceptance.tool_name)
    if names:
        _in_tools(draft, names)
    if ids or names:
        renaming = _Renaming(draft, ids, names)
        for turn in draft.turns:
            if turn.role == "tool":
                renaming.result(turn)
            elif turn.role == "assistant":
                renaming.calls(turn)
    schema = draft.get("responseSchema")
    limit = acceptance.schema_name
    name = schema.get("name") if schema is not None and limit is not None else None
    if limit is not None and type(name) is str and not limit.fits(name):
        other = limit.other(name)
        what = f"a name of a schema: {limit.what}"
        draft.changed("/responseSchema/name", what, f"it goes as {other!r}", "renamed")
        draft.fields["responseSchema"] = {**schema, "name": other}


def _in_tools(draft: Draft, names: dict[str, str]) -> None:
    tools, what = draft.get("tools"), _what("a name of a tool", draft.acceptance.tool_name)
    for index, tool in enumerate(tools or ()):
        if (name := tool.get("name")) in names:
            place = f"/tools/{index}/name"
            draft.changed(place, what, f"it goes as {names[name]!r}", "renamed")
    if tools is not None:
        draft.fields["tools"] = [
            {**tool, "name": names[tool["name"]]} if tool.get("name") in names else tool
            for tool in tools
        ]
    choice = draft.get("toolChoice")
    if type(choice) is dict and choice.get("kind") != "opaque":
        # A name that no tool has is the affair of another rule.
        if choice.get("name") in names:
            draft.fields["toolChoice"] = {**choice, "name": names[choice["name"]]}
        elif not names.keys().isdisjoint(choice.get("allowed", ())):
            allowed = [names.get(name, name) for name in choice["allowed"]]
            draft.fields["toolChoice"] = {**choice, "allowed": allowed}


def _what(kind: str, limit: Limit | None) -> str:
    return f"{kind}: {limit.what}" if limit else ""


class _Renaming:
    """Other ids and names for the calls and results of a draft, and which have been told."""

    def __init__(self, draft: Draft, ids: dict[str, str], names: dict[str, str]) -> None:
        self.draft, self.ids, self.names = draft, ids, names
        self.id_what = _what("an id of a call", draft.acceptance.call_id)
        self.name_what = _what("a name of a tool", draft.acceptance.tool_name)
        self.told_ids: set[str] = set()
        self.told_names: set[str] = set()

    def calls(self, turn: Turn) -> None:
        """Put them into the calls of a turn of the model; each is told."""
        content: list[Json] | None = None
        for index, block in enumerate(turn.message["content"]):
            if block["kind"] != "toolCall":
                continue
            call = block["toolCall"]
            fresh = self._fresh(call, "id")
            if fresh is call:
                continue
            content = content or [*turn.message["content"]]
            content[index] = {**block, "toolCall": fresh}
            place = f"{turn.at(index)}/toolCall"
            if call["id"] in self.ids:
                self._tell_id(f"{place}/id", call["id"])
            if call["name"] in self.names:
                self._tell_name(f"{place}/name", call["name"])
        if content is not None:
            turn.message = {**turn.message, "content": content}

    def result(self, turn: Turn) -> None:
        """Put them into a result; mostly its call has told so already."""
        result = turn.message["toolResult"]
        fresh = self._fresh(result, "toolCallId")
        if fresh is result:
            return
        place, id_, name = f"{turn.place}/toolResult", result["toolCallId"], result["name"]
        if id_ in self.ids and id_ not in self.told_ids:
            self._tell_id(f"{place}/toolCallId", id_)
        if name in self.names and name not in self.told_names:
            self._tell_name(f"{place}/name", name, "renamed" if name else "added")
        turn.message = {**turn.message, "toolResult": fresh}

    def _tell_id(self, place: str, id_: str) -> None:
        self.told_ids.add(id_)
        self.draft.changed(place, self.id_what, f"it goes as {self.ids[id_]!r}", "renamed")

    def _tell_name(self, place: str, name: str, code: str = "renamed") -> None:
        self.told_names.add(name)
        self.draft.changed(place, self.name_what, f"it goes as {self.names[name]!r}", code)

    def _fresh(self, value: dict[str, Json], field: str) -> dict[str, Json]:
        """A call or result under another id or name; itself if both stay."""
        id_, name = value[field], value["name"]
        if id_ not in self.ids and name not in self.names:
            return value
        return {**value, field: self.ids.get(id_, id_), "name": self.names.get(name, name)}


def unnumbered(draft: Draft, row: Row) -> None:
    """Calls and results go out without ids, as those that came without: nothing is lost by it."""
    format_ = draft.acceptance.format
    conversation = Conversation([turn.message for turn in draft.turns])
    conversation.name_apart()  # what two calls have in common would be written
    for at, turn in enumerate(draft.turns):
        if turn.role == "tool":
            fresh = _unnumbered(draft, row, turn, conversation.answers.get(at))
            if fresh is not turn.message["toolResult"]:
                turn.message = {**turn.message, "toolResult": fresh}
            continue
        fresh_calls = {
            id(call.value): _without_id(call.value, "id", call.id, format_)
            for call in conversation.turns.get(at, ())
        }
        if any(id(fresh) != old for old, fresh in fresh_calls.items()):
            turn.put_calls(fresh_calls)


def _unnumbered(draft: Draft, row: Row, turn: Turn, call: Call | None) -> dict[str, Json]:
    """A result that only its place and the name of its call tell from others."""
    result: dict[str, Json] = turn.message["toolResult"]
    name = None if call is None else call.value["name"]
    if name is not None and result["name"] != name:
        place, why = f"{turn.place}/toolResult/name", f"it goes as {name!r}, as its call does"
        draft.changed(place, row.what, why)
        result = {**result, "name": name}
    own = None if call is None else call.id
    return _without_id(result, "toolCallId", own, draft.acceptance.format)


def _without_id(
    value: dict[str, Json], field: str, id_: str | None, format_: str
) -> dict[str, Json]:
    """A value whose id is not written; ``id_``: the one of its call, if that is another."""
    if id_ is not None and value[field] != id_:
        value = {**value, field: id_}
    metadata = value.get("metadata") or EMPTY
    own = metadata.get(format_) or EMPTY
    form, wanted = own.get("$") or EMPTY, {"for": value[field]}
    if form.get(field) == wanted:
        return value
    own = {**own, "$": {**form, field: wanted}}
    return {**value, "metadata": {**metadata, format_: own}}

# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The way back: what a model or another service said, in the app's own words again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, cast

from .absence import EMPTY
from .accepting import Accepts, Renamed
from .conversation import calls_in
from .errors import ToolwireError, made_plain
from .keyed import with_keys
from .lowered import restore_arguments
from .moved import switches
from .rule_media import moved_back
from .rule_names import names_in
from .spelling import legal_spellings

Json = Any
Request = TypeVar("Request", bound=Mapping[str, Any])
"""A dict, or the ``Request`` that an adapter gives."""


def restored(request: Request, names: Renamed | None = None) -> Request:
    """A request just read, with what was moved where it was: media of results, switches of tools.

    ``names``: what the request had been renamed by, `toolwire.<format>.renamed(…)` of the
    original: its ids and names are the original ones again. ``request`` is not changed.
    """
    found = _said_by_each({**request, "messages": moved_back(request["messages"])})
    return cast("Request", found if names is None or not any(names) else _back(found, names))


def _back(request: dict[str, Json], names: Renamed) -> dict[str, Json]:
    """A request whose ids and names are the original ones again."""
    ids = {theirs: ours for ours, theirs in names.ids.items()}
    back = {theirs: ours for ours, theirs in names.names.items()}
    keys = {theirs: ours for ours, theirs in names.keys.items()}
    messages = [_message(one, ids, back, keys) for one in request["messages"]]
    found = {**request, "messages": messages}
    if found.get("tools"):
        found["tools"] = [
            {**tool, "name": back[tool["name"]]} if tool.get("name") in back else tool
            for tool in found["tools"]
        ]
    choice = found.get("toolChoice")
    if type(choice) is dict and choice.get("name") in back:
        found["toolChoice"] = {**choice, "name": back[choice["name"]]}
    elif type(choice) is dict and "allowed" in choice:
        allowed = [back.get(name, name) for name in choice["allowed"]]
        found["toolChoice"] = {**choice, "allowed": allowed}
    return found


def _said_by_each(request: dict[str, Json]) -> dict[str, Json]:
    """A request whose tools say each what its wire's switch says of all of them."""
    from .convert import PACKAGE, format_module

    formats: tuple[str, ...] = import_module(PACKAGE).FORMATS
    for name in (request.get("metadata") or EMPTY).keys() & {*formats}:
        data = format_module(name).ACCEPTS.data if request.get("tools") else EMPTY
        for row in switches(request, name, data):
            field, own = row["field"], request["metadata"][name]
            left = {key: value for key, value in own.items() if key != row["key"]}
            tools = [
                {**tool, field: True} if "name" in tool and tool.get(field) is None else tool
                for tool in request["tools"]
            ]
            request = {**request, "tools": tools, "metadata": {**request["metadata"], name: left}}
    return request


def _message(
    message: Json, ids: dict[str, str], back: dict[str, str], keys: dict[str, str]
) -> Json:
    if message.get("role") == "tool":
        result = message["toolResult"]
        id_, name = result["toolCallId"], result["name"]
        fresh = {**result, "toolCallId": ids.get(id_, id_), "name": back.get(name, name)}
        if keys and fresh["kind"] == "data":
            fresh["value"] = with_keys(fresh["value"], keys)
        return {**message, "toolResult": fresh}
    if message.get("role") != "assistant":
        return message
    content = [
        {**block, "toolCall": _call(block["toolCall"], ids, back)}
        if block.get("kind") == "toolCall" else block
        for block in message["content"]
    ]  # fmt: skip
    return {**message, "content": content}


def _call(call: dict[str, Json], ids: dict[str, str], back: dict[str, str]) -> dict[str, Json]:
    return {
        **call, "id": ids.get(call["id"], call["id"]), "name": back.get(call["name"], call["name"])
    }  # fmt: skip


class Back(NamedTuple):
    """The app's names of tools by those that the wire has, and its schemas by its own names.

    Schemas are those that the wire has otherwise: what it demands beyond them is taken out again.
    """

    names: dict[str, str]
    schemas: dict[str, Json]

    def put(self, call: Json) -> None:
        """Give a call that was just read the app's own name, and arguments of the app's schema."""
        call["name"] = name = self.names.get(call["name"], call["name"])
        if name in self.schemas:
            with suppress(ToolwireError):  # too deep to look through: they stay as they came
                call["arguments"] = restore_arguments(call["arguments"], self.schemas[name])


def way_back(request: object, accepts: Accepts) -> Back:
    """What is otherwise on the wire than in the request that was encoded."""
    data = made_plain(request)
    limit = accepts.acceptance.tool_name
    names = {theirs: ours for ours, theirs in legal_spellings(names_in(data), limit).items()}
    tools = data.get("tools") or []
    try:
        lowered = accepts.lower({"tools": tools})[0]["tools"]
    except ToolwireError:  # with rules off it went out as it is
        lowered = tools
    schemas = {
        ours["name"]: ours["parameters"]
        for ours, theirs in zip(tools, lowered, strict=True)
        if "parameters" in ours and ours["parameters"] != theirs.get("parameters")
    }
    return Back(names, schemas)


def into_reply(response: Json, back: Back) -> None:
    """Put these into the calls of a reply that was just read."""
    for call in calls_in(response["message"]):
        back.put(call)


class _EventWords:
    """What of a stream has the app's own words: a call that is told twice is one object."""

    def __init__(self, back: Back) -> None:
        self.back = back
        self.calls: list[Json] = []

    def event(self, event: Json) -> Json:
        kind, names = event["kind"], self.back.names
        if kind == "toolCallDelta" and event.get("name") in names:
            event["name"] = names[event["name"]]
        elif kind == "block" and event["block"].get("kind") == "toolCall":
            self._call(event["block"]["toolCall"])
        elif kind == "completed":
            for call in calls_in(event["response"]["message"]):
                self._call(call)
        return event

    def _call(self, call: Json) -> None:
        if not any(call is one for one in self.calls):
            self.calls.append(call)
            self.back.put(call)


def into_events(events: Iterator[Json], back: Back) -> Iterator[Json]:
    """The events of a reply with these; the pieces of a call's arguments are the wire's."""
    return map(_EventWords(back).event, events)


async def into_async_events(events: AsyncIterator[Json], back: Back) -> AsyncIterator[Json]:
    """The same for an asynchronous stream."""
    stream = _EventWords(back)
    async for event in events:
        yield stream.event(event)

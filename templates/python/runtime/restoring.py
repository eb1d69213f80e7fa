"""The way back: what a model or another service said, in the app's own ids and names again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from .acceptance import Acceptance
from .accepting import Renamed
from .conversation import calls_in
from .errors import plain
from .rule_media import moved_back
from .rule_names import names_in
from .spelling import respelled

Json = Any


def restored(request: dict[str, Json], names: Renamed | None = None) -> dict[str, Json]:
    """A request just read, with media of results where they were before they were moved.

    ``names``: what the request had been renamed by, `toolwire.<format>.renamed(…)` of the original:
    its ids and names are the original ones again. ``request`` is not changed.
    """
    messages = moved_back(request["messages"])
    found = request if messages is request["messages"] else {**request, "messages": messages}
    if names is None or not (names.ids or names.names):
        return found
    ids = {theirs: ours for ours, theirs in names.ids.items()}
    back = {theirs: ours for ours, theirs in names.names.items()}
    found = {**found, "messages": [_message(one, ids, back) for one in messages]}
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


def _message(message: Json, ids: dict[str, str], back: dict[str, str]) -> Json:
    if message.get("role") == "tool":
        result = message["toolResult"]
        id_, name = result["toolCallId"], result["name"]
        fresh = {**result, "toolCallId": ids.get(id_, id_), "name": back.get(name, name)}
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


def own_names(request: object, known: Acceptance) -> dict[str, str]:
    """The app's names of the tools of a request, by those that the wire has."""
    data = request if type(request) is dict else plain(request)
    return {theirs: ours for ours, theirs in respelled(names_in(data), known.tool_name).items()}


def into_reply(response: Json, back: dict[str, str]) -> None:
    """Put these names into the calls of a reply that was just read."""
    for call in calls_in(response["message"]) if back else ():
        call["name"] = back.get(call["name"], call["name"])


class _Told:
    """What of a stream has the app's own names: a call that is told twice is one object."""

    def __init__(self, back: dict[str, str]) -> None:
        self.back = back
        self.calls: list[Json] = []

    def event(self, event: Json) -> Json:
        kind, back = event["kind"], self.back
        if kind == "toolCallDelta" and event.get("name") in back:
            event["name"] = back[event["name"]]
        elif kind == "block" and event["block"].get("kind") == "toolCall":
            self._call(event["block"]["toolCall"])
        elif kind == "completed":
            for call in calls_in(event["response"]["message"]):
                self._call(call)
        return event

    def _call(self, call: Json) -> None:
        if not any(call is known for known in self.calls):
            self.calls.append(call)
            call["name"] = self.back.get(call["name"], call["name"])


def into_events(events: Iterator[Json], back: dict[str, str]) -> Iterator[Json]:
    """The events of a reply with these names."""
    return map(_Told(back).event, events)


async def into_async_events(
    events: AsyncIterator[Json], back: dict[str, str]
) -> AsyncIterator[Json]:
    """The same for an asynchronous stream."""
    told = _Told(back)
    async for event in events:
        yield told.event(event)

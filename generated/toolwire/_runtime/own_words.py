# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Streams for clients who see pieces alone: arguments as the app's own schemas have them.

Of a call whose schema the wire has otherwise, the arguments are told whole, once it has ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

from .accepting import Accepts
from .errors import ToolwireError
from .jsontext import arguments_in, dumps
from .lowered import restore_arguments
from .restoring import way_back

Json = Any


class _OwnWords:
    """One stream. ``schemas`` are the app's, by the names of its tools."""

    def __init__(self, schemas: dict[str, Json]) -> None:
        self.schemas = schemas
        #: of each call that goes on, by its number: its schema and the pieces that wait
        self.calls: dict[int, tuple[Json, list[str]]] = {}

    def shown(self, event: Json) -> list[Json]:
        """What is told of an event: nothing yet, the event, or what waited for it."""
        kind, index = event["kind"], event.get("index")
        if kind == "toolCallDelta":
            return self._piece(event)
        if kind == "blockEnd" and event["block"] == "toolCall" and index in self.calls:
            return [*self._whole(index), event]
        return [*self.rest(), event] if kind in ("completed", "error") else [event]

    def _piece(self, event: Json) -> list[Json]:
        index, name = event["index"], event.get("name")
        if name in self.schemas:
            self.calls.setdefault(index, (self.schemas[name], []))
        if index not in self.calls or "argumentsDelta" not in event:
            return [event]
        left = {key: value for key, value in event.items() if key != "argumentsDelta"}
        self.calls[index][1].append(event["argumentsDelta"])
        return [left] if len(left) > 2 else []

    def _whole(self, index: int) -> list[Json]:
        schema, pieces = self.calls.pop(index)
        text = "".join(pieces)
        arguments = arguments_in(text)
        if arguments is not None:
            with suppress(ToolwireError):  # too deep to look through: they stay as they came
                own = restore_arguments(arguments, schema)
                text = text if own is arguments else dumps(own)
        piece = {"kind": "toolCallDelta", "index": index, "argumentsDelta": text}
        return [piece] if text else []

    def rest(self) -> list[Json]:
        """What waits of calls whose end nobody told."""
        return [event for index in [*self.calls] for event in self._whole(index)]


def in_own_words(events: Iterator[Json], request: object, accepts: Accepts) -> Iterator[Json]:
    """The events of a reply to a request of the app's own, for who does not see its end."""
    schemas = way_back(request, accepts).schemas if accepts.data else {}
    return _shown(events, _OwnWords(schemas)) if schemas else events


def _shown(events: Iterator[Json], stream: _OwnWords) -> Iterator[Json]:
    for event in events:
        yield from stream.shown(event)
    yield from stream.rest()


def ain_own_words(
    events: AsyncIterator[Json], request: object, accepts: Accepts
) -> AsyncIterator[Json]:
    """The same for an asynchronous stream."""
    schemas = way_back(request, accepts).schemas if accepts.data else {}
    return _ashown(events, _OwnWords(schemas)) if schemas else events


async def _ashown(events: AsyncIterator[Json], stream: _OwnWords) -> AsyncIterator[Json]:
    async for event in events:
        for one in stream.shown(event):
            yield one
    for one in stream.rest():
        yield one

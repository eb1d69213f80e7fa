"""Recorded streams: the events of a record, of server-sent events, or of a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .inputs import Payload, Problem, parse, reason, shown_json
from .payloads import STREAM
from .sse import DONE, Framing, event_text

RECORD, SSE, LIST = "record", "sse", "list"


@dataclass(frozen=True)
class Event:
    """A wire event and its number, counted from 1; ``cut`` if only its beginning arrived."""

    number: int
    value: Any
    cut: bool = False


@dataclass(frozen=True)
class Recording:
    """The events of a stream, where they were read, and the form they came in.

    ``done`` is the word of its wire that says that nothing more comes, if it came.
    """

    place: str
    form: str
    events: tuple[Event, ...]
    done: str = ""


class Taken:
    """The events of a stream that arrived whole, one after another; it knows how far it is."""

    def __init__(self, stream: Recording) -> None:
        self.stream, self.at = stream, 0

    def __iter__(self) -> Iterator[Any]:
        for event in self.stream.events:
            if not event.cut:
                self.at = event.number
                yield event.value
        self.at = 0
        if self.stream.done:
            yield self.stream.done

    def about(self, error: Exception) -> str:
        """The error, with the event it is about; past the last event, it is about the reply."""
        return f"event {self.at}: {error}" if self.at else f"the reply they build: {error}"


def is_stream(payload: Payload) -> bool:
    """Is it a recorded stream by its look? A list of events is one only if someone says so."""
    value = payload.value
    return payload.sse or (isinstance(value, dict) and isinstance(value.get("events"), list))


def meant_as_stream(payload: Payload, kind: str | None) -> bool:
    """Is it a recorded stream, by what it is said to be, or by its look? Raises Problem."""
    if kind == STREAM or (kind is None and is_stream(payload)):
        return True
    if payload.sse:
        raise Problem(f"{payload.place}: server-sent events are a stream, no {kind}")
    return False


def lines_as_stream(payloads: list[Payload], framing: Framing) -> list[Payload]:
    """Lines of JSON that are the events of one stream, where a wire sends them so; else none.

    A line that is no JSON was cut; records of whole streams, and lists, are not its lines.
    """
    others = [one for one in payloads if is_stream(one) or isinstance(one.value, list)]
    if not framing.lines or others:
        return []
    items = [{"cut": one.fault} if one.fault else {"data": one.value} for one in payloads]
    place = payloads[0].place.partition(":")[0] if payloads else ""
    return [Payload(place, {"events": items}, True)]


def recording(payload: Payload, framing: Framing) -> Recording:
    """The stream that a payload is. Raises Problem about what is none."""
    place, value = payload.place, payload.value
    if is_stream(payload):
        events, done = value["events"], framing.done
        items = tuple(_items(place, events, framing))
        closed = any(isinstance(item, dict) and item.get("data") == done for item in events)
        return Recording(place, SSE if payload.sse else RECORD, items, done if closed else "")
    if isinstance(value, list):
        return Recording(place, LIST, tuple(Event(n, item) for n, item in enumerate(value, 1)))
    raise Problem(f'{place}: not a stream: neither a record with a list "events", nor a list')


def _items(place: str, items: list[Any], framing: Framing) -> Iterator[Event]:
    for number, item in enumerate(items, 1):
        at = f"{place}: event {number}"
        if not isinstance(item, dict):
            raise Problem(f"{at}: not an object")
        if "cut" in item:
            yield Event(number, item["cut"], True)
        elif "data" in item:
            if item["data"] not in (DONE, framing.done):
                data = _parsed(at, item["data"])
                yield Event(number, framing.joined(item.get("event"), data))
        elif "comment" not in item:
            raise Problem(f'{at}: it has neither "data" nor "comment"')


def _parsed(at: str, data: Any) -> Any:
    """Data that stands there as text is JSON text."""
    if not isinstance(data, str):
        return data
    try:
        return parse(data)
    except (ValueError, RecursionError) as error:
        raise Problem(f"{at}: not JSON: {reason(error)}") from None


def stream_text(form: str, events: Iterable[Any], framing: Framing, complete: bool) -> str:
    """A wire's events as a record in a line, or as text, framed as the wire does it."""
    framed = framing.framed(events, complete)
    if form == RECORD or not framing.texts:
        record = {"events": [{"event": name, "data": data} for name, data in framed]}
        return shown_json(record) + "\n"
    if framing.lines:
        return "".join(f"{shown_json(data)}\n" for _, data in framed)
    return "".join(
        event_text(name, data if isinstance(data, str) else shown_json(data))
        for name, data in framed
    )

"""The events of each wire as its strictest client reads them: what is wrong, and what they say.

The readings are our own, written from the providers' descriptions; no adapter has a part in them.
A fault is a text: what kind it is, a colon, and the particulars.
"""

from __future__ import annotations

from typing import Any

from driving import STREAMED
from driving.client_intermediate import IntermediateClient
from driving.strict_client import StreamedReply, StrictClient
from formats import part

Json = Any
CLIENTS: dict[str, type[StrictClient]] = {
    **{wire: part(wire, "client").Client for wire in STREAMED},
    "intermediate": IntermediateClient,
}


def read(target: str, events: list[Json]) -> StrictClient:
    """A strict client that has taken all the events."""
    client = CLIENTS[target]()
    client.read(events)
    return client


def faults(target: str, events: list[Json]) -> list[str]:
    """What is wrong with the events of a wire, each as "kind: particulars"."""
    return read(target, events).faults


def streamed_reply(target: str, events: list[Json]) -> StreamedReply:
    """What the events of a wire say."""
    return read(target, events).reply

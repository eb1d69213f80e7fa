"""Recorded streams, each cut in many places: how they end, and how their conversation goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import toolwire
from driving import STREAMED
from driving.continued import continued
from driving.event_grammar import read
from driving.handling import handed_out, outcome
from driving.strict_client import StreamedReply
from driving.talk import talk
from driving.tally import Tally
from driving.ways import converted
from toolwire._runtime.convert import format_module

Json = Any
PLACES = 40


def files(corpus: Path, wires: Sequence[str]) -> list[tuple[str, str]]:
    """The files that a corpus has of some wires, each with its wire."""
    named = [(name, wire) for wire in wires for name in talk(wire).RECORDED]
    return [(name, wire) for name, wire in named if (corpus / name).is_file()]


def streams_of(path: Path, wire: str) -> Iterator[tuple[int, list[Json]]]:
    """The number of each line that has a stream, and its events."""
    around = talk(wire).NAMED_AROUND
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        recorded = json.loads(line).get("events") or []
        pairs = [(event.get("event"), event.get("data")) for event in recorded]
        data = [{name: one} if around and isinstance(one, dict) else one for name, one in pairs]
        events = [one for one in data if isinstance(one, dict) or one == "[DONE]"]
        if events:
            yield number, events


def places(count: int) -> list[int]:
    """After how many events to cut: everywhere, or in forty places; the whole stream is one."""
    if count < PLACES:
        return [*range(count + 1)]
    return sorted({round(at * count / (PLACES - 1)) for at in range(PLACES)})


def failed(wire: str, events: list[Json]) -> bool:
    """Whether the provider itself ended the stream with an error."""
    return any(map(talk(wire).fails, events))


def calls_in(reply: StreamedReply) -> list[tuple[str, Json, bool]]:
    """The name and the arguments of each call, and whether it looks finished."""
    return [(one.name, one.arguments(), one.done) for one in reply.blocks if one.kind == "call"]


def shown(
    wire: str, target: str, events: list[Json], ended: bool, calls: list[tuple[str, Json, bool]]
) -> Iterator[str]:
    """The faults of a recorded stream in the shape of another wire. ``calls``: all it asks for."""
    found, raised = handed_out(lambda: converted(events, wire, target, on_loss="ignore"))
    if raised is not None:
        yield f"crash {type(raised).__name__}: {raised}"
        return
    client = read(target, found)
    if client.reply.error is None and not ended:
        yield "ends quietly: a cut stream"
        return
    if client.reply.error is not None and ended and not failed(wire, events):
        yield f"an error that nobody had: {client.reply.error}"
    yield from client.faults
    for ours, theirs in zip_longest(calls_in(client.reply), calls):
        if ours is not None and ours[2] and ours != theirs:
            yield f"a cut call looks finished: {ours} of {theirs}"


def signatures_of(wire: str, events: list[Json]) -> frozenset[str]:
    """The signatures of a whole stream."""
    reply = read(wire, events).reply
    return frozenset({*(block.signature for block in reply.blocks), *reply.resigned})


def folded(wire: str, events: list[Json]) -> toolwire.StreamFold:
    """What arrives of a stream."""
    fold = toolwire.StreamFold()
    for _ in fold.over(format_module(wire).decode_stream(events)):
        pass
    return fold


def gone_on(
    wire: str, target: str, events: list[Json], signatures: frozenset[str]
) -> Iterator[str]:
    """The faults of the next request after what arrived of a stream."""
    found: list[toolwire.StreamFold] = []
    raised = outcome(lambda: found.append(folded(wire, events)))
    if raised is not None:
        yield f"crash {type(raised).__name__}: {raised}"
        return
    yield from continued(found[0].response, target, signatures)


def cut_everywhere(
    wire: str, target: str, events: list[Json]
) -> Iterator[tuple[int, bool, list[str]]]:
    """For each place: after how many events it is, whether that cuts the reply, and the faults."""
    # No other wire's reasoning goes to one that signs it.
    signatures = signatures_of(wire, events) if wire == target else frozenset()
    in_full = handed_out(lambda: converted(events, wire, target, on_loss="ignore"))[0]
    calls = calls_in(read(target, in_full).reply)
    says_why = talk(wire).says_why
    whole = next((n for n, event in enumerate(events, 1) if says_why(event)), None)
    for place in places(len(events)):
        part, ended = events[:place], whole is not None and place >= whole
        faults = [*shown(wire, target, part, ended, calls)]
        faults += gone_on(wire, target, part, signatures)
        yield place, not ended, faults


def row(name: str, wire: str, target: str, corpus: Path) -> int:
    """Check one file for one target, print what is found, and count the faults."""
    tally, streams, tried, cuts = Tally(), 0, 0, 0
    for line, events in streams_of(corpus / name, wire):
        streams += 1
        for place, cut, faults in cut_everywhere(wire, target, events):
            tried, cuts = tried + 1, cuts + cut
            tally.add(f"line {line}, {place} events", faults)
    tally.show(f"{name} -> {target}: {streams} streams, {tried} places, {cuts} cut")
    return tally.faulty


def table(corpus: Path) -> int:
    """Check all recorded streams, and count the places with faults."""
    found = files(corpus, STREAMED)
    return sum(row(name, wire, target, corpus) for name, wire in found for target in STREAMED)

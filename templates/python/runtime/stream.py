"""Streams of events, read one by one: the loops around an adapter's ``_merge_event``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from .absence import NOTHING, lacking
from .assembly import Assembly, Slot
from .blaming import explain
from .calls import Calls
from .errors import FAILURES, ToolwireError, plain
from .framing import conclude, holds, says
from .naming import name_calls, name_whole
from .outgoing import stands_in
from .pieces import built, owned
from .showing import end_block, show_arguments, show_waiting

Json = Any


class StreamReader(NamedTuple):
    """What a wire's adapter brings: ``merge`` puts an event into an assembly, ``merged`` all.

    ``begun`` tells the reply's id and model, ``usual`` what stands for keys at a reply's beginning
    that services leave out, ``ended`` whether a body is complete, ``read`` reads
    it. ``body`` is what it begins as. ``ends`` are the places that say why a reply stopped,
    ``done`` is a word that may come as the last event, ``sent`` whether ids that were made up are
    written in the next request. ``format``, ``events`` and ``whole`` name
    the schema and its types.
    """

    merged: Callable[[Iterable[object], Assembly], Iterator[Json]]
    merge: Callable[[Json, Assembly], None]
    begun: Callable[[Json], Json]
    usual: dict[str, Json]
    ended: Callable[[Json], bool]
    read: Callable[[Json, Json], Json]
    read_blocks: Callable[[list[Json], Json], list[Json]]
    body: dict[str, Any]
    ends: tuple[tuple[str, ...], ...]
    done: str
    sent: bool
    #: the overlay with which a reply shows what other wires' models thought, if it does
    shows: dict[str, Json] | None
    format: str
    events: tuple[str, ...]
    whole: tuple[str, ...]
    #: what stands at the places of ``ends`` as long as the reply goes on, where it is not null
    going: tuple[Json, ...] = ()
    #: those of these places where no event may have null: they are left out so long
    silent: tuple[tuple[str, ...], ...] = ()
    #: the lists that come with the end alone, as no event opens an element of them: the keys of
    #: these, and the kinds of the blocks there
    late: frozenset[str] = NOTHING


def assembly_of(reader: StreamReader, tool_calls: str, make_id: Json) -> Assembly:
    """An empty assembly. ``tool_calls``: "deltas", or "whole" for calls at the end alone."""
    if tool_calls not in ("deltas", "whole"):
        raise ValueError(f'tool_calls is "deltas" or "whole", not {tool_calls!r}')
    return Assembly(owned(reader.body), tool_calls == "deltas", make_id)


def take(event: object, assembly: Assembly, reader: StreamReader) -> None:
    """Put one event into the assembly. Raises ToolwireError."""
    if event == reader.done and reader.done:
        assembly.closed = True
        return
    assembly.closed = False
    if assembly.counted is not None:
        assembly.counted.settle()
    try:
        reader.merge(event if type(event) is dict else plain(event), assembly)
    except FAILURES as failure:
        explain(failure, event, reader.format, reader.events)
    if not assembly.started:
        _start(assembly, reader)
    if assembly.unnamed:
        if assembly.failed:
            _name_ahead(assembly, reader)
        name_calls(assembly, reader.begun(assembly.root.w).get("id"), reader.sent)
        _end_named(assembly)


def decoded(events: Iterable[object], reader: StreamReader, assembly: Assembly) -> Iterator[Json]:
    """The intermediate events of a reply's wire events; the last is ``completed``."""
    # Not a generator: nothing can be thrown into the adapter's own.
    return chain(reader.merged(events, assembly), finish(assembly, reader))


def _start(assembly: Assembly, reader: StreamReader, last: bool = False) -> None:
    """Tell whose reply this is, ahead of anything else that is told.

    What nobody knows waits for that, unless nothing comes any more.
    """
    if assembly.started:
        return
    out, early = assembly.out, assembly.early
    begun = reader.begun(assembly.root.w)
    # What comes before the reply's own beginning says nothing of it.
    headless = len(assembly.root.w) <= len(reader.body)
    if headless and not (last or begun) and all(event["kind"] == "opaque" for event in out):
        early += out
        out.clear()
        return
    if begun or out or early or assembly.begun:
        form = None if headless else lacking(assembly.root.w, reader.usual)
        if form is not None:
            begun["metadata"] = {reader.format: {"$": form}}
        out[:0] = [{"kind": "started", **begun}, *early]
        early.clear()
        assembly.started = True


def _end_named(assembly: Assembly) -> None:
    """Show the ends of calls that have waited for their ids."""
    for slot in assembly.begun:
        if slot.ending and slot.unnamed is None:
            end_block(assembly, slot)


def _name_ahead(assembly: Assembly, reader: StreamReader) -> None:
    """Name the calls of a reply that failed ahead of its error: nothing follows that."""
    out = assembly.out
    at = next((at for at, event in enumerate(out) if event["kind"] == "error"), len(out))
    last = out[at:]
    del out[at:]
    name_calls(assembly, None, reader.sent, _body(assembly))
    _end_named(assembly)
    out += last


def _body(assembly: Assembly) -> Json:
    if assembly.counted is not None:
        assembly.counted.settle()
    try:
        for identity, (slot, text) in assembly.partial.items():
            # What the body is joined from is let go: it is asked ahead.
            assembly.partial[identity] = slot, partial(str, text())
        return built(assembly.root.w, True)
    except RecursionError:
        raise ToolwireError("", "value", "less deeply nested data") from None


def finish(assembly: Assembly, reader: StreamReader) -> Iterator[Json]:
    """The reply as a whole, if the wire said that it is complete."""
    if not assembly.failed:
        # An error is the last that is told.
        show_waiting(assembly, reader.read_blocks)
    body = _body(assembly)
    complete = not assembly.failed and (assembly.finished or reader.ended(body))
    if assembly.closed and not complete and not assembly.failed:
        # Nothing more comes, and nobody said why.
        complete = not reader.ends or holds(body, reader.ends[0])
        if complete and reader.ends and not says(body, reader.ends[0]):
            body = conclude(body, reader.ends[0], None)
    if not complete:
        name_calls(assembly, None, reader.sent, body)
        _end_named(assembly)
    _start(assembly, reader, last=True)
    yield from assembly.out
    # One copy of the text is enough.
    assembly.root = Slot({})
    assembly.out.clear()
    if not complete:
        return
    try:
        response = reader.read(body, Calls())
    except FAILURES as failure:
        explain(failure, body, reader.format, reader.whole)
    name_whole(assembly, response, reader.sent)
    for identity in [*assembly.partial]:
        show_arguments(assembly, identity)
    for slot in assembly.begun:
        end_block(assembly, slot)
    yield from assembly.out
    assembly.out.clear()
    late = reader.late if assembly.deltas else reader.late | {"toolCall"}
    for block in response["message"]["content"] if late else ():
        if stands_in(block, late):
            yield {"kind": "block", "block": block}
    yield {"kind": "completed", "response": response}

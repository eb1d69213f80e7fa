"""Plans a whole format: every function of its module, in the order a reader would want them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .. import ir
from ..load.stream import Stream
from ..load.transform import REQUEST, RESPONSE, Transform
from ..resolve.encoded import Marks, marks
from ..resolve.format import ResolvedFormat
from ..resolve.intermediate import RESULT, TOOL, TOOLS
from ..resolve.paths import follow, lists, records
from .bound import BoundLens
from .entries import Entry
from .losses.lenses import loss_functions
from .passes import PASSES, Pass, applied
from .read.lenses import LensReader
from .read.sequences import SequenceReader
from .read.unions import read_list, read_union
from .resolve import Resolver
from .sequence import BoundSequence
from .streams.reading import StreamPlanner
from .streams.state import StreamState
from .streams.writing import StreamWriterPlanner
from .usual import usual
from .write.lenses import LensWriter
from .write.sequences import SequenceWriter
from .write.unions import write_list, write_union

TURNS = ("Request", "Response")
CALLING = (ir.Call, ir.Named, ir.LoseIn, ir.LoseEach, ir.LoseAt)


def plan_format(format_: ResolvedFormat, passes: Mapping[str, Pass] = PASSES) -> ir.Module:
    """The plan of one wire format's adapter module, after these passes."""
    resolver = Resolver(format_)
    return applied(general(resolver), resolver, passes)


def general(resolver: Resolver) -> ir.Module:
    """The plan of the general way alone, before any pass."""
    transform = resolver.transform
    reading: dict[str, ir.Function] = {}
    writing: dict[str, ir.Function] = {}
    for bound in resolver.bound.values():
        reading[bound.reading] = LensReader(resolver, bound).plan()
        writing[bound.writing] = LensWriter(resolver, bound).plan()
    sequences = [BoundSequence(resolver, sequence) for sequence in transform.sequences]
    for sequence in sequences:
        for function in SequenceReader(sequence).read():
            reading[function.name] = function
        written = SequenceWriter(sequence).write()
        writing[written.name] = written
    for union in list(resolver.unions.values()):
        reading[union.reading] = read_union(resolver, union)
        writing[union.writing] = write_union(resolver, union)
        if union.lists:
            reading[union.reading_list] = read_list(resolver, union)
            writing[union.writing_list] = write_list(resolver, union)
    losing = loss_functions(resolver, sequences)
    entries: dict[str, dict[str, Any]] = {}
    planned: dict[str, Entry] = {}
    for name, (inter, wires) in transform.entries.items():
        lenses = [resolver.bound[inter, wire] for wire in wires]
        entry = planned[name] = Entry(resolver, name, lenses)
        read, write, lose = entry.read(), entry.write(), entry.losses()
        if len(lenses) == 1:
            read, write = _own(read, lenses[0], reading), writing[lenses[0].writing]
            lose = losing[lenses[0].losing]
        reading[read.name], writing[write.name], losing[lose.name] = read, write, lose
        entries[name] = {
            "inter": inter,
            "wires": wires,
            "read": read.name,
            "write": write.name,
            "losses": lose.name,
            "calls": "calls" in read.params,
            "hidden": "hidden" in write.params,
            "answers": _answers(transform, name) if inter == RESULT else None,
            # What rides along with one type of replies has no place in the other.
            "shared": transform.streamed != RESPONSE and name in (RESPONSE, transform.streamed),
        }
    roots = [e[k] for k in ("read", "write", "losses") for e in entries.values()]
    streaming: dict[str, ir.Function] = {}
    stream = None
    if transform.stream is not None:
        streaming, stream, writing_list = _streamed(resolver, transform.stream)
        roots += [*streaming, writing_list]
        stream["entry"] = transform.streamed
        if planned[transform.streamed].notes(transform.stream.whole):
            stream |= {key: entries[transform.streamed][key] for key in ("read", "calls")}
    module = ir.Module(resolver.format.name, transform.title, transform.reference)
    module.constants = sorted(resolver.constants.values.items())
    module.functions = _reachable({**reading, **writing, **losing, **streaming}, roots)
    module.entries = entries
    module.stream = stream
    module.marks = _marks(resolver)
    _accept(module, resolver)
    return module


def _streamed(
    resolver: Resolver, table: Stream
) -> tuple[dict[str, ir.Function], dict[str, Any], str]:  # fmt: skip
    """The functions of a stream, what the public ones need of it, and what writes its blocks."""
    state, sent = StreamState(resolver, table), table.sent
    sent_state = state if sent is table else StreamState(resolver, sent)
    receiving, sending = StreamPlanner(state), StreamWriterPlanner(sent_state)
    functions = {function.name: function for function in (*receiving.plan(), *sending.plan())}
    entry = {**receiving.entry(), **sending.entry()}
    return functions, entry, sending.blocks.union.writing_list


def _accept(module: ir.Module, resolver: Resolver) -> None:
    """Say what the API accepts, which services there are beside it, and what says nothing."""
    module.usual = usual(resolver.format)
    module.accepts = resolver.format.accepts
    for name, entry in module.entries.items():
        entry["accepted"] = _accepted(resolver, name, entry["inter"])
    module.profiles = tuple(sorted(resolver.format.format.profiles))


def _own(entry: ir.Function, bound: BoundLens, reading: dict[str, ir.Function]) -> ir.Function:
    """What reads a body of one type: its lens, after constants that are to be there.

    Where a stream or another type is read by that lens too, they are for the body alone.
    """
    lens = reading[bound.reading]
    *demanded, _ = entry.body
    others = (function.body for function in reading.values() if function is not lens)
    calls = (node for body in others for node in ir.nodes(body) if isinstance(node, ir.Call))
    shared = bound.lens.inter in TURNS or any(call.function == lens.name for call in calls)
    if demanded and shared:
        return entry
    return replace(lens, body=[*demanded, *lens.body])


def _accepted(resolver: Resolver, name: str, inter: str) -> str:
    """What holds an entry against what the API accepts: a request, or tools by themselves."""
    if name == REQUEST or not resolver.format.accepts:
        return "accepted" if name == REQUEST else ""
    shapes = follow(resolver.inter, inter, (TOOLS,)).shapes
    return "accepted_tools" if TOOL in records(lists(shapes)) else ""


def _answers(transform: Transform, name: str) -> dict[str, Any]:
    """What an entry of results repeats of its call: that one's entry, and the paths of both."""
    answer = transform.answers.get(name)
    places = {} if answer is None else answer.places
    return {
        "call": answer.call if answer is not None else "",
        "paths": {".".join(path): [*source] for path, source in places.items()},
    }


def _marks(resolver: Resolver) -> tuple[Marks, dict[str, str]]:
    """Where each body has bytes as text."""
    transform = resolver.transform
    bodies = {name: [*wires] for name, (_, wires) in transform.entries.items()}
    if transform.stream is not None:
        bodies["events"] = [transform.stream.union]
    return marks(resolver.wire, bodies)


def _reachable(functions: dict[str, ir.Function], roots: list[str]) -> list[ir.Function]:
    """The functions that ``roots`` call, each after its callers, in order of first call."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name in order or name not in functions:
            return
        order.append(name)
        for called in called_functions(functions[name].body):
            visit(called)

    for root in roots:
        visit(root)
    return [functions[name] for name in order]


def called_functions(node: object) -> list[str]:
    """Names of the module's own functions called anywhere in a plan's node."""
    return [one.function for one in ir.nodes(node) if isinstance(one, CALLING)]

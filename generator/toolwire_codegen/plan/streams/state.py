"""What all planning of streams needs: the state that events go into, and the schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, Steps, snake
from ...load.schema import REF, Shape
from ...load.stream import JSON, UNNAMED, EventRows, Stream, StreamRow, names
from ...resolve.paths import records, through
from ...resolve.streaming import (
    Kind,
    kinds,
    other_constants,
    repeated,
    repeating,
    shapes_at,
    speaks_of_elements,
)
from ...resolve.telling import Question, tell
from ..asking import asked
from ..bound import place_of
from ..resolve import Resolver
from .shown import CALLS as KINDS_OF_CALLS
from .shown import Blocks, Element, Path, Shown, shown

E, S = ir.var("e"), ir.var("s")
Branch = tuple[Expr, list[Stmt]]
"""A condition, and what is done then."""


def member(name: str) -> Expr:
    return ir.Member(S, name)


LONGEST = 48
"""Characters of a constant's name that lists keys."""
OUT, CALLS, ROOT = member("out"), member("calls"), member("root")
SHOWS_CALLS = ir.Holds(member("deltas"))
READING = ir.var("_read_blocks")
"""What reads the blocks of a reply's own list."""


def slot_part(slot: Expr, name: str) -> Expr:
    return ir.Member(slot, name)


class StreamState:
    """The state that an event is put into, as expressions; what the schema says of places in it."""

    def __init__(self, resolver: Resolver, stream: Stream) -> None:
        self.resolver, self.stream = resolver, stream
        self.wire = resolver.wire
        self.shown: Shown = shown(resolver, stream.whole)
        self.steps = Steps("e", "s")
        self.readers: dict[str, Blocks] = {}

    @property
    def scope(self) -> Scope:
        return self.steps.scope

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of events, by the arm of the union that each is."""
        named = [rows.event for rows in self.stream.events]
        return {kind.arm: kind for kind in kinds(self.wire, self.stream.union, named)}

    @cached_property
    def events(self) -> list[Question]:
        """What each event of the table is known by, in the order in which one is asked."""
        union = self.wire.shapes({"$ref": f"{REF}{self.stream.union}"})
        heads, every = [rows.event for rows in self.stream.events], self.kinds.values()
        arms = [one.arm for head in heads for one in every if one.event == head]
        return self._questions(union, arms)

    def way_of(self, event: str) -> Path:
        """The keys that hold what an event brings: none, where it is the event itself."""
        kind = next((one for one in self.kinds.values() if one.event == event), None)
        return (kind.key,) if kind is not None and kind.key else ()

    def repeated(self, event: str) -> tuple[str, ...]:
        """The keys of an event that say what is known without them: they are not read."""
        return repeated(self.wire, self.stream, event)

    def repeating(self, event: str) -> list[tuple[str, Expr]]:
        """What these say as an event is made: constants, and None for what is filled in later."""
        repeats = repeating(self.wire, self.stream, event)
        return [(one.key, ir.const(one.const)) for one in repeats]

    def sent(self, event: str, value: Expr) -> Expr:
        """The event that brings this."""
        for key in self.way_of(event):
            value = ir.obj([(key, value)])
        return value

    def arms(self, event: str, arms: list[EventRows]) -> list[Question]:
        """The same of the arms of a union inside an event."""
        shapes = self.shapes(event, self.wire.way_to(event, arms[0].arm))
        return self._questions(shapes, [rows.arm for rows in arms])

    def _questions(self, shapes: Sequence[Shape], wanted: list[str]) -> list[Question]:
        """Those of the table first, in its order."""
        names = [shape.name for shape in shapes]
        return tell(self.wire, [*(name for name in wanted if name in names), *names], wanted)

    def asked(self, question: Question, w: Expr, tag: str = "", value: Expr | None = None) -> Expr:
        """Whether an event, or a piece in it, is what ``question`` says."""
        return asked(self.resolver.snaked, question, w, tag, value)

    def append(
        self, row: StreamRow, w: Expr, key: str, value: Expr, carrier: str,
        first: Sequence[Stmt] = (), more: Sequence[Stmt] = (),
    ) -> list[Stmt]:  # fmt: skip
        """Add a piece to a text; then ``first`` if it is its first, else ``more``.

        JSON text that is no object goes under the key ``carrier``. Of a text that comes ``so_far``,
        ``value`` is from then on what has not been told of it.
        """
        pieces = ir.var(self.scope.fresh("pieces"))
        as_json = JSON in row.args
        if row.so_far:
            more_args = [ir.const(carrier)] if as_json else []
            news = ir.runtime("so_far", w, ir.const(key), value, *more_args)
            begun = [ir.assign(pieces, ir.opt(w, key))] if first or more else []
            shows = ir.if_((ir.is_(pieces, "so_far"), [*more]), otherwise=[*first])
            return [*begun, ir.assign(value, news), *([shows] if begun else [])]
        kind, start = ("json_pieces", "start_json") if as_json else ("pieces", "start_pieces")
        args = [w, ir.const(key), value]
        if as_json:
            args.append(ir.const(carrier))
        begin = ir.do(ir.runtime(start, *args))
        return [
            ir.assign(pieces, ir.opt(w, key)),
            ir.if_(
                (ir.is_(pieces, kind), [ir.append(pieces, value), *more]),
                otherwise=[begin, *first],
            ),
        ]

    def as_text(self, shapes: Sequence[Shape], value: Expr) -> list[Stmt]:
        """Take JSON that comes as an object at once, and not as text, for its text."""
        if not any(shape.kind in ("record", "object") for shape in shapes):
            return []
        text = ir.runtime("dumps", value)
        return [ir.if_((ir.is_(value, "object"), [ir.assign(value, text)]))]

    def comes_so_far(self, place: Path) -> bool:
        """Whether events bring all of the text at a place of the whole, as far as it has come."""
        return any(row.so_far for row in self.rows_at(place))

    def comes_as_json(self, place: Path) -> bool:
        """Whether events bring pieces of the JSON text of an object at a place of the whole."""
        return any(JSON in row.args for row in self.rows_at(place))

    def rows_at(self, place: Path) -> list[StreamRow]:
        """What events bring to a place of the whole."""
        return [row for event in self.stream.events for row in event.rows
                if names(row.place) == place]  # fmt: skip

    def show_item(self, blocks: Blocks, w: Expr, index: Expr, row: StreamRow) -> Stmt:
        """Show an item of the event as the block that its lens makes of it."""
        context = [CALLS] if blocks.union.reads_calls else []
        context += place_of(blocks.union, index)
        read = ir.call(blocks.union.reading_list, ir.arr(w), *context)
        apart = [ir.const(True)] if not row.args and self._joins_texts else []
        return ir.do(ir.runtime("show_item", S, ir.at(read, 0), index, *apart))

    @property
    def _joins_texts(self) -> bool:
        """Whether neighbours in some list are one text."""
        rows = [row for event in self.stream.events for row in event.rows]
        return any(row.operator == "run" and row.args for row in rows)

    def reader(self, blocks: Blocks) -> Expr:
        """The function that reads blocks of a list, given the calls so far."""
        if blocks is self.shown.lists[0]:
            return READING
        name = f"_read_{snake(blocks.path[-1])}"
        self.readers[name] = blocks
        return ir.Named(name)

    def read_others(self) -> list[ir.Function]:
        """The readers of all lists of blocks but the first."""
        functions = []
        for name, blocks in self.readers.items():
            context = [ir.var("calls")] if blocks.union.reads_calls else []
            context += place_of(blocks.union)
            read = ir.call(blocks.union.reading_list, ir.var("items"), *context)
            doc = f"Blocks of the reply's `{'.'.join(blocks.path)}`."
            functions.append(ir.Function(name, ["items", "calls"], doc, [], [ir.ret(read)]))
        return functions

    def respell(self, record: str, e: Expr) -> None:
        name = self.resolver.snake_keys(record, ())
        if name:
            odd = ir.not_(ir.Disjoint(ir.var(name), e))
            turned = ir.runtime("camel", e, ir.var(name), ir.const(""), ir.const(None))
            self.scope.add(ir.if_((odd, [ir.assign(e, ir.at(turned, 0))])))

    def names_constant(self, names: list[str], many: tuple[str, str] = ("", "")) -> Expr:
        """A constant that holds these keys, named after them; ``many``: or else after these."""
        if not names:
            return ir.var("NOTHING")
        wanted = frozenset(names)
        words = [snake(name).upper().strip("_") for name in sorted(wanted)]
        whole = "_".join(words)
        stem = f"NAMED_{whole}"
        if len(whole) > LONGEST:
            stem = f"{many[0]}_{snake(many[1]).upper()}" if many[1] else f"NAMED_{words[0]}_ETC"
        return ir.var(self.resolver.constants.put(stem, wanted))

    def once(self) -> Expr:
        """A constant that holds the keys told once."""
        return ir.var(self.resolver.constants.put("TOLD_ONCE", self.told_once))

    @property
    def told_once(self) -> frozenset[str]:
        """The keys told once: never pieces of a text, however often sent.

        They number elements, name calls, or are constants, of the schema or of lenses; ``gather``
        names more.
        """
        rows = [row for event in self.stream.events for row in event.rows]
        wire, heads = self.wire, [event.event for event in self.stream.events]
        reached = [self.resolver.reach(wire, name) for name in (self.stream.whole, *heads)]
        records = frozenset().union(*reached)
        once = {key for name in records for key in wire.properties(name) if wire.const(name, key)}
        once |= {given.path[-1] for lens in self.resolver.transform.lenses
                 for given in lens.givens if lens.wire in records and any(given.values)}
        once |= {step.key for row in rows for step in row.place} - {UNNAMED}
        once |= {row.args[0] for row in rows if row.operator == "renew"}
        once |= {key for row in rows if row.operator == "gather" for key in row.args}
        calls = [call for blocks in self.shown.lists for call in blocks.calls]
        once |= {path[-1] for call in calls for path in (call.id, call.name)}
        grown = {row.place[-1].name for row in rows if row.operator == "append"}
        return frozenset(once - grown - {""})

    def speaks_of_elements(self, arms: list[EventRows]) -> bool:
        rows = [row for arm in arms for row in arm.rows]
        return speaks_of_elements(self.wire, arms[0].event, rows)

    def brings_pieces(self, arms: list[EventRows]) -> bool:
        """Whether an event brings the next piece of an element that it names."""
        rows = [row for arm in arms for row in arm.rows]
        grows = any(row.operator == "append" for row in rows)
        return grows and self.speaks_of_elements(arms)

    def is_list(self, record: str, path: Path) -> bool:
        return any(shape.kind == "array" for shape in self.shapes(record, path))

    def shapes(self, record: str, path: Path) -> tuple[Shape, ...]:
        return self.resolver.format.wire_shapes(record, path) if path and record else ()

    def whole_tags(self, path: Path) -> dict[str, object]:
        """The constants that an object of the whole must have."""
        record = record_of(shapes_at(self.wire, self.stream.whole, path))
        return self.wire.tags(record) if record else {}

    def is_required(self, path: Path, key: str) -> bool:
        """Whether what stands at a path of the whole must have a key."""
        holders = records(through(shapes_at(self.wire, self.stream.whole, path)))
        return any(key in self.wire.required(name) for name in holders)

    def constants(self, record: str, path: Path) -> dict[str, Any]:
        """Constants of an event's object that are none of what stands at a path of the whole.

        Each with what is constant there, or None.
        """
        holders = through(shapes_at(self.wire, self.stream.whole, path))
        found = other_constants(self.wire, record, holders) if record else {}
        return {key: next(iter(theirs), None) for key, theirs in found.items() if len(theirs) < 2}

    def gathers(self, path: Path) -> bool:
        """Whether an event brings of an element of a list whatever there is, piece by piece."""
        rows = [row for event in self.stream.events for row in event.rows]
        return any(row.operator == "gather" and names(row.place) == path for row in rows)

    def run_on(self, row: StreamRow, path: Path, found: Expr, item: Expr) -> Expr:
        """Add an item to the list at a path of the whole, where neighbours may be one text."""
        text = row.args[0] if row.args else ""
        holders = records(through(shapes_at(self.wire, self.stream.whole, path)))
        tags = {key for name in holders if text in self.wire.properties(name)
                for key in self.wire.tags(name)}  # fmt: skip
        args = [self.names_constant([*tags])] if tags else []
        return ir.runtime("run_on", found, item, ir.const(text), *args)

    def element_keys(self, path: Path) -> set[str]:
        keys: set[str] = set()
        for shape in shapes_at(self.wire, self.stream.whole, path):
            for item in shape.items if shape.kind == "array" else ():
                if item.kind == "record":
                    keys |= set(self.wire.properties(item.name))
        return keys


EMPTIED: dict[str, tuple[str, Expr]] = {
    "append": ("string", ir.const("")),
    "add": ("array", ir.arr()),
    "run": ("array", ir.arr()),
}
PIECES = tuple(EMPTIED)
"""Operators of what comes in pieces."""


def emptied_as(piece: StreamRow) -> tuple[str, Expr]:
    """What an element begins with in place of what comes in pieces: its JSON type, and that."""
    return ("object", ir.obj()) if "json" in piece.args else EMPTIED[piece.operator]


def value_at(e: Expr, path: Path) -> Expr:
    for key in path:
        e = ir.get(e, key)
    return e


def lookup(value: Expr, path: Path) -> Expr:
    """What stands at a path whose objects need not be there."""
    for key in path[:-1]:
        value = ir.Lookup(value, ir.const(key), ir.var("EMPTY"))
    return ir.opt(value, path[-1])


def standing(value: Expr, path: Path) -> Expr:
    """What stands at a path of a body, also behind a null: of lists in their first items."""
    while path:
        keys = path[: path.index("0")] if "0" in path else path
        path = path[len(keys) + 1 :]
        if len(keys) > 1:
            value = ir.runtime("inside", value, *map(ir.const, keys))
        else:
            listed = ir.Lookup(value, ir.const(keys[0]), ir.var("EMPTY"))
            value = listed if path else ir.opt(value, keys[0])
        value = ir.runtime("first", value) if path else value
    return value


def number_of(kind: str, slot: Expr) -> Expr:
    """The number by which the block in a slot is shown."""
    return slot_part(slot, "call" if kind in KINDS_OF_CALLS else "index")


def delta(kind: str, number: Expr, value: Expr, mark: str = "") -> Expr:
    """The intermediate event for a piece of a block; ``mark``: a field that is true of that."""
    text = KINDS_OF_CALLS.get(kind, "text")
    event_kind = ir.const(f"{'toolCall' if kind in KINDS_OF_CALLS else kind}Delta")
    marked = [(mark, ir.const(True))] if mark else []
    return ir.obj([("kind", event_kind), ("index", number), (text, value), *marked])


def text_of_arguments(value: Expr, call: Element) -> Expr:
    """The text of a call's arguments, which the wire has as an object."""
    if call.carrier is None:
        return ir.runtime("dumps", value)
    return ir.runtime("json_text_of", value, ir.const(call.carrier))


def items_of(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes of the items of lists."""
    return [item for shape in shapes if shape.kind == "array" for item in shape.items]


def record_of(shapes: Sequence[Shape]) -> str:
    """The name of the first object with a title; "" if there is none."""
    return next((shape.name for shape in shapes if shape.kind == "record"), "")


def opaque(value: Expr) -> Expr:
    """The intermediate event for a wire event that nothing is known of."""
    copied = ir.runtime("owned", value)
    return ir.obj([("kind", ir.const("opaque")), ("format", ir.FormatName()), ("value", copied)])


def first_of_several(slot: Expr) -> Expr:
    """Whether an element of a list is the first: of several nothing else is shown."""
    return ir.not_(ir.Filled(slot_part(slot, "later")))


def told_apart(
    branches: list[Branch], silent: list[Expr], unknown: list[Stmt]
) -> Stmt:
    """What each kind of event does; nothing if all of ``silent`` are not so; else ``unknown``."""
    if silent:
        return ir.if_(*branches, (ir.and_(*silent), unknown))
    return ir.if_(*branches, otherwise=unknown)

"""One reply: each event is put into it by walking the rows of the `stream` table."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise
from typing import Any

from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.stream import EventRows, StreamRow, names

from ..arms import Questions, questions
from ..overlay import camel
from ..spec import Path, Spec, demand
from . import elements, operator, pieces
from .block_lists import block_lists, carrier, texts_in_records
from .constants import ABSENT, constants, is_required
from .mixing import Mixture
from .once import told_once
from .slots import Slot, keyed

Json = Any
EMPTY = {"append": str, "add": list, "run": list}
"""What comes in pieces, before there is one."""


class Body:
    """A reply under construction. ``take`` puts in an event, ``built`` is what there is.

    ``complete`` says whether that is all: why it stopped is told, an event came that ends it, or
    the last event was one that comes last: the closing word, or what goes out alone.
    """

    def __init__(self, spec: Spec) -> None:
        assert spec.transform.stream is not None
        self.spec, self.stream, self.wire = spec, spec.transform.stream, spec.wire
        consts = [row for rows in self.stream.events for row in rows.rows if row.is_const]
        self.root = Slot({row.place[0].name: deepcopy(row.const) for row in consts})
        self.blocks, self.carrier = block_lists(spec, self.stream), carrier(spec)
        self.closed = self.ended = False
        self.once = told_once(spec)
        self.texts_in_records = texts_in_records(spec)
        union = self.wire.shapes({"$ref": f"#/$defs/{self.stream.union}"})
        self.kinds = {shape.name: self._kind(shape.name) for shape in union}
        read = [name for rows in self.stream.events for name, (_, event) in self.kinds.items()
                if event == rows.event]  # fmt: skip
        self.questions = self._questions(union, read)

    def _kind(self, name: str) -> tuple[str, str]:
        """What of an event has rows: what stands under its only key, or ("") the event itself."""
        named = {rows.event for rows in self.stream.events}
        keys = self.wire.properties(name)
        for key, schema in keys.items():
            inside = [shape.name for shape in self.wire.shapes(schema)]
            alone = len(keys) == len(inside) == 1 and key in self.wire.required(name)
            if alone and name not in named and inside[0] in named:
                return key, inside[0]
        return "", name

    def repeated(self, event: str) -> set[str]:
        """The keys that say nothing: whoever writes an event fills them in."""
        read = {row.source[0] for rows in self.stream.events if rows.event == event
                for row in rows.rows if row.source}  # fmt: skip
        arms = [rows for rows in self.stream.events if rows.event == event]
        own = [one for one in self.stream.repeats if one.text == one.key]
        if not (arms[0].arm or elements.is_about_one(self, arms)):
            read |= {one.key for one in own}
        return {one.key for one in self.stream.repeats} & {*self.wire.properties(event)} - read

    def _questions(self, shapes: tuple[Shape, ...], read: list[str]) -> Questions:
        """Which of some types one is: those of the table first."""
        names = [shape.name for shape in shapes]
        first = [name for name in read if name in names]
        return questions(self.spec, [*first, *names], {*read}, True)

    def built(self) -> Json:
        return pieces.built(self.root.w)

    @property
    def complete(self) -> bool:
        body = self.built()
        holders = [self._holder(body, path) for path in self.stream.ends]
        has_end = any(
            holder.get(path[-1]) in words if words else holder.get(path[-1])
            for holder, path, words in zip(
                holders, self.stream.ends, self.stream.words, strict=True
            )
            if holder is not None
        )
        return self.ended or bool(has_end) or (self.closed and None not in holders[:1])

    def _holder(self, body: Json, path: Path) -> Json:
        for key in path[:-1]:
            if key == "0":
                body = body[0] if isinstance(body, list) and body else None
            else:
                body = body.get(key) if isinstance(body, dict) else None
        return body if isinstance(body, dict) else None

    # -- which rows an event has

    def take(self, e: Json) -> None:
        last = self.stream.last
        items = {row.source[0] for one in self.stream.events for row in one.rows
                 if row.source and row.place and row.place[0].key}  # fmt: skip
        self.closed = bool(last and isinstance(e, dict) and e.get(last)) and not any(
            e.get(key) for key in items
        )
        if self.stream.framing.done and e == self.stream.framing.done:
            self.closed = True
            return
        demand(type(e) is dict, "an object")
        for name in self._events(e):
            key, event = self.kinds[name]
            rows = [rows for rows in self.stream.events if rows.event == event]
            self.ended = self.ended or event in self.stream.ending
            if rows[0].ignore or rows[0].error:
                continue
            if key:
                demand(type(e[key]) is dict, "an object")
                self._others(e, {key})
                e = e[key]
            if rows[0].rows and operator.of(rows[0].rows[0]).whole(self, rows[0], e):
                continue
            if elements.is_about_one(self, rows):
                elements.take(self, rows, e)
            else:
                self._take_part(rows[0], e)

    def _events(self, e: Json) -> list[str]:
        """What an event is: by a tag one thing, by its keys perhaps a failure as well."""
        named = self.questions.types_of(e)
        if any(sign.values for _, claims in self.questions.asked for one in claims for sign in one):
            return named[:1]
        loose = [
            rows.event for rows in self.stream.events
            if rows.event in self.kinds and not self.wire.required(rows.event)
            and any(self.spec.has_either(e, key) for key in self.wire.properties(rows.event))
        ]  # fmt: skip
        named = [name for name in named if self.wire.required(name)] + loose
        failing = {rows.event for rows in self.stream.events if rows.error}
        others = [name for name in named if name not in failing]
        return [*(name for name in named if name in failing), *others[:1]]

    def _others(self, e: Json, named: set[str]) -> None:
        self.root.keep_others(self.root.w, e, named)

    # -- what elements ask

    def shapes(self, event: str, arm: str, path: Path) -> list[Shape]:
        """What stands at a path of an event, lists passed through."""
        way = self.arm_way(event, arm) if arm else ()
        if way and path[: len(way)] == way:
            event, path = arm, path[len(way) :]
        shapes = list(self.spec.shapes(self.wire, event, ()))
        for key in path:
            objects = [one for shape in shapes for one in (shape.items or (shape,))]
            shapes = [
                one for shape in objects if shape.kind == "record"
                for one in self.spec.shapes(self.wire, shape.name, (key,))
            ]  # fmt: skip
        return shapes

    def opened_object(self, w: dict[str, Json], key: str, path: Path) -> dict[str, Json]:
        return pieces.opened_object(w, key, self._tags(path))

    def record_in(self, place: Path, inside: Path) -> dict[str, Json] | None:
        """What a record of a list has beside its text, which stands inside; None without a list."""
        items = [one.name for shape in self.shapes_of(place) for one in shape.items
                 if one.kind == "record"]  # fmt: skip
        read = [name for name in items if (name, ".".join(inside)) in self.texts_in_records]
        for name in read or items:
            if self.shapes(name, "", inside):
                made = {key: self.wire.const(name, key) for key in self.wire.required(name)}
                tags = {key: values[0] for key, values in made.items() if values}
                return {**tags, **self._beside(name, ".".join(inside))}
        return None

    def _beside(self, record: str, inside: str) -> dict[str, Json]:
        """What a new record of a text in pieces has beside that, as its row says."""
        uses = self.texts_in_records.get((record, inside), [])
        return next((json.loads(more) for args in uses for more in args[2:]), {})

    def begun_with(self, slot: Slot, row: StreamRow, piece: StreamRow) -> None:
        """What stands in an object of an element, and only pieces bring, is empty so far."""
        *above, last = [step.name for step in piece.place[len(row.place) :]] or [""]
        rows = next(one for one in self.stream.events if row in one.rows)
        shapes = self.shapes(rows.event, "", (*row.source, *above, last))
        deeper = any(step.key for step in piece.place[len(row.place) :])
        if not above or shapes or deeper or piece.operator not in EMPTY:
            return
        holders = self.shapes_of((*(step.name for step in row.place), *above))
        w: Json = slot.w
        for key in above:
            w = w.get(key)
            if type(w) is not dict:
                return
        if any(last in self.wire.required(one.name) for one in holders if one.kind == "record"):
            w.setdefault(last, {} if "json" in piece.args else EMPTY[piece.operator]())

    def comes_in_pieces(self, w: Json) -> bool:
        """Whether an element is a text or a call that a lens reads."""
        shown = {"TextBlock": "text", "ReasoningBlock": "text", "ToolCallBlock": "toolCall"}
        return any(
            w.get("type") in self.wire.const(lens.wire, "type")
            for lens in self.spec.transform.lenses
            for row in lens.rows
            if shown.get(lens.inter) == row.name and row.targets
        )

    def arms_in(self, arms: list[EventRows], inner: Json) -> list[EventRows]:
        """Those of the types under a key of an event that an object there is."""
        event = arms[0].event
        shapes = self.spec.shapes(self.wire, event, self.arm_way(event, arms[0].arm))
        name = self._questions(shapes, [rows.arm for rows in arms]).types_of(inner)[:1]
        return [rows for rows in arms if [rows.arm] == name]

    def others_on(self, way: Path, numbers: list[Path], e: Json) -> None:
        """What no row names, on the way to an arm."""
        for depth, (step, after) in enumerate(pairwise(way), 1):
            e = e[step]
            keys = {path[-1] for path in numbers if path[:-1] == way[:depth]}
            self._others(e, {after, *keys})

    def arm_way(self, record: str, arm: str, visited: tuple[str, ...] = ()) -> Path:
        """The keys that lead to an arm: near ones first."""
        ways: list[Path] = []
        for key, schema in self.wire.properties(record).items():
            names = [shape.name for shape in self.wire.shapes(schema)]
            if arm in names:
                return (key,)
            if len(names) == 1 and self.wire.record(names[0]) and names[0] not in visited:
                way = self.arm_way(names[0], arm, (*visited, record))
                ways += [(key, *way)] if way else []
        return min(ways, key=len, default=())

    # -- events that have the shape of the reply

    def _take_part(self, rows: EventRows, e: Json) -> None:
        e = self._respelled(rows.event, e)
        named = {*rows.ignored, *self.repeated(rows.event), *self.wire.tags(rows.event)}
        named |= {*constants(self, rows.event, ())}
        named |= self._rows(rows.rows, rows.event, e, self.root.w, self.root, ())
        self._others(e, named)
        self._note(rows.rows, e, self.root.w)

    def _rows(
        self, rows: tuple[StreamRow, ...], record: str, e: Json, w: Json, slot: Slot, path: Path
    ) -> set[str]:
        """Put in what rows name; the keys that they name."""
        keys = list(dict.fromkeys(row.source[0] for row in rows if row.source))
        for key in keys:
            if e.get(key) is not None:
                own = tuple(row for row in rows if row.source[:1] == (key,))
                self._value(own, record, e[key], w, slot, path)
        return set(keys)

    def _note(self, rows: tuple[StreamRow, ...], e: Json, w: Json) -> None:
        """A key of the whole that says nothing yet."""
        bases = [row for row in rows if len(row.source) == len(row.place) == 1]
        same = {row.source[0] for row in bases if row.place[0].name == row.source[0]
                and not row.place[0].key}  # fmt: skip
        pieces.note_nulls(w, e, same)

    def _value(
        self, rows: tuple[StreamRow, ...], record: str, value: Json, w: Json, slot: Slot, path: Path
    ) -> None:
        key = rows[0].source[0]
        base = next((row for row in rows if len(row.source) == 1), None)
        deeper = tuple(_inside(row) for row in rows if len(row.source) > 1)
        shapes = self.spec.shapes(self.wire, record, (key,)) if record else ()
        listed = any(shape.kind == "array" for shape in shapes)
        if listed and base is not None and operator.of(base).joins:
            name = base.place[-1].name
            Mixture(self, (*path, name)).take(w, name, value)
        elif listed:
            assert base is not None
            demand(type(value) is list, "a list")
            for at, item in enumerate(value):
                self._item(base, deeper, shapes, item, w, slot, path, at, len(value))
            if not value and not is_required(self, (*path, base.place[-1].name)):
                pieces.items(w, base.place[-1].name)
        elif base is not None and operator.of(base).joins:
            joined = operator.of(base)
            joined.piece(self, w, base.place[-1].name, joined.piece_of(value, shapes))
        elif deeper or base is None or not base.place or _takes_objects(base, shapes):
            demand(type(value) is dict, "an object")
            self._object(base, deeper, shapes, value, w, slot, path)
        else:
            for end, step in enumerate(base.place[:-1], 1):
                w = pieces.opened_object(
                    w, step.name, self._tags((*path, *names(base.place[:end])))
                )
            pieces.put(w, base.place[-1].name, value)

    def _object(
        self, base: StreamRow | None, deeper: tuple[StreamRow, ...], shapes: tuple[Shape, ...],
        value: Json, w: Json, slot: Slot, path: Path,
    ) -> None:  # fmt: skip
        wrapped = base is None and len(deeper[0].source) >= len(deeper[0].place)
        if not wrapped and (base is None or base.place):
            steps = base.place if base is not None else deeper[0].place[:1]
            for step in steps:
                path = (*path, step.name)
                if step is steps[-1] and value and operator.of(base).replaces:
                    w.pop(step.name, None)
                w = pieces.opened_object(w, step.name, self._tags(path))
                deeper = tuple(_within(row) for row in deeper)
        record = next((shape.name for shape in shapes if shape.kind == "record"), "")
        value = self._respelled(record, value)
        named = self._rows(deeper, record, value, w, slot, path)
        named |= {*constants(self, record, path)}
        for key, item in value.items():
            if key not in named:
                operator.of(base).put(w, key, item, self.once)
        bases = [row.place[-1] for row in deeper if len(row.source) == 1]
        keys = {step.name for step in bases
                if not step.key or step.key in self._keys((*path, step.name))}  # fmt: skip
        pieces.note_nulls(w, value, keys)

    def _item(
        self, base: StreamRow, deeper: tuple[StreamRow, ...], shapes: tuple[Shape, ...],
        item: Json, w: Json, slot: Slot, path: Path, at: int, size: int,
    ) -> None:  # fmt: skip
        step = base.place[-1]
        path = (*path, step.name)
        means = operator.of(base)
        if means.item(self, pieces.items(w, step.name), item, deeper):
            return
        items = [one for shape in shapes for one in shape.items]
        record = next((shape.name for shape in items if shape.kind == "record"), "")
        demand(type(item) is dict, "an object")
        item = self._respelled(record, item)
        element = slot.lists.get(step.name, {}).get(item.get(step.key))
        others = constants(self, record, path)
        if element is None or means.again or (means.renew and means.renew in item):
            where = (step.key, means.renew, means.again, at, size)
            element = keyed(slot, w, step.name, item, *where)
            fields = {key: own for key, own in others.items() if key in item and own is not ABSENT}
            element.w.update(fields)
        if step.key in self._keys(path) and step.key in item:
            element.w.setdefault(step.key, item[step.key])
        inner = tuple(_within(row) for row in deeper)
        named = self._rows(inner, record, item, element.w, element, path) | {*others}
        if path in self.blocks:
            for key, value in item.items():
                if key not in named | {step.key}:
                    pieces.add(element.w, key, value, self.once)
            return
        element.keep_others(element.w, item, named | {step.key})
        self._note(inner, item, element.w)

    # -- what the schema and the lenses say

    def _respelled(self, record: str, e: Json) -> Json:
        if not record or not self.spec.is_respelled(record, ()):
            return e
        return camel(e, self.spec.spellings, "", None)[0]

    def shapes_of(self, path: Path) -> tuple[Shape, ...]:
        """The shapes at a place of the whole, whose lists are passed through."""
        steps: list[str] = []
        for at, key in enumerate(path, 1):
            steps.append(key)
            shapes = self.spec.shapes(self.wire, self.stream.whole, tuple(steps))
            if at < len(path) and any(shape.kind == "array" for shape in shapes):
                steps.append("0")
        return self.spec.shapes(self.wire, self.stream.whole, tuple(steps))

    def _tags(self, path: Path) -> dict[str, Json]:
        record = next((s.name for s in self.shapes_of(path) if s.kind == "record"), "")
        required = self.wire.required(record) if record else ()
        consts = {key: self.wire.const(record, key) for key in required}
        return {key: values[0] for key, values in consts.items() if values}

    def _keys(self, path: Path) -> set[str]:
        items = [one for shape in self.shapes_of(path) for one in shape.items]
        return {k for one in items if one.kind == "record" for k in self.wire.properties(one.name)}


def _inside(row: StreamRow) -> StreamRow:
    """A row as seen from inside the event's object or list."""
    return StreamRow(row.place, row.source[1:], row.position, row.operator, row.args)


def _within(row: StreamRow) -> StreamRow:
    """The same as seen from inside the whole's."""
    return StreamRow(row.place[1:], row.source, row.position, row.operator, row.args)


def _takes_objects(row: StreamRow, shapes: tuple[Shape, ...]) -> bool:
    """Whether what a row takes is an object, to be put in key by key."""
    return operator.of(row).takes_objects or any(s.kind in ("record", "object") for s in shapes)

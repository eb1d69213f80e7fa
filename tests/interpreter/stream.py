"""Streams, slowly: each event is put into the reply by walking the rows of the `stream` table.

What the rows' words mean (how texts are pieced together, which of two values stays) is the
runtime's, as it is for the adapters; which row takes what, and where to, is worked out here.
"""

from __future__ import annotations

from typing import Any

from toolwire._runtime import assembly, pieces
from toolwire._runtime.assembly import Slot
from toolwire._runtime.overlay import camel
from toolwire._runtime.partial import continued
from toolwire_codegen.load.schema import Shape
from toolwire_codegen.load.stream import EventRows, StreamRow

from .spec import Path, Spec, demand

Json = Any


class Body:
    """A reply under construction. ``take`` puts in an event, ``built`` is what there is.

    ``complete`` says whether that is all: why it stopped is told, or the last event was one that
    comes last: the closing word, or what goes out alone.
    """

    def __init__(self, spec: Spec) -> None:
        assert spec.transform.stream is not None
        self.spec, self.stream, self.wire = spec, spec.transform.stream, spec.wire
        consts = [row for rows in self.stream.events for row in rows.rows if row.is_const]
        self.root = Slot({row.place[0].name: row.const for row in consts})
        self.elements: dict[Json, Slot] = {}
        self.blocks, self.carrier = self._block_lists(), self._carrier()
        self.closed = False

    def built(self) -> Json:
        return pieces.built(self.root.w)

    @property
    def complete(self) -> bool:
        body = self.built()
        holders = [self._holder(body, path) for path in self.stream.ends]
        told = any(
            holder.get(path[-1])
            for holder, path in zip(holders, self.stream.ends, strict=True)
            if holder is not None
        )
        return bool(told) or (self.closed and holders[0] is not None)

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
        if self.stream.sse.done and e == self.stream.sse.done:
            self.closed = True
            return
        demand(type(e) is dict, "an object")
        arms = {rows.event: None for rows in self.stream.events}
        tagged = all(self.wire.const(event, "type") for event in arms)
        for event in arms:
            rows = [rows for rows in self.stream.events if rows.event == event]
            if rows[0].ignore or rows[0].error or not self._is(event, e, tagged):
                continue
            places = {row.place[0] for one in rows for row in one.rows if row.place}
            element = next((place for place in places if place.key), None)
            lists = [row for one in rows for row in one.rows if self._is_list(event, row.source)]
            if element is not None and not lists:
                self._take_piece(rows, element.key, e)
            else:
                self._take_part(rows[0], e)

    def _is(self, event: str, e: Json, tagged: bool) -> bool:
        if tagged:
            return e.get("type") in self.wire.const(event, "type")
        required = self.wire.required(event)
        if required:
            return all(key in e for key in required)
        spelled = {*self.wire.properties(event), *self.spec.spellings(event, ())}
        return not spelled.isdisjoint(e)

    def _is_list(self, event: str, source: Path) -> bool:
        shapes = self.spec.shapes(self.wire, event, source[:1]) if source else ()
        return any(shape.kind == "array" for shape in shapes)

    def _others(self, e: Json, named: set[str]) -> None:
        assembly.keep_others(self.root, self.root.w, e, frozenset(named))

    # -- events about one element

    def _take_piece(self, arms: list[EventRows], key: str, e: Json) -> None:
        event, row = arms[0].event, arms[0].rows[0]
        named = {*self.wire.tags(event), key, *(one for rows in arms for one in rows.ignored)}
        if row.operator == "open":
            value = e[row.source[0]]
            place = row.place[0].name
            assembly.opening(self.elements, self.root.w, place, e[key], value)
            self._others(e, named | {row.source[0]})
            return
        slot = self.elements.get(e[key])
        demand(slot is not None, "the number of a part that was begun")
        assert slot is not None
        if row.operator == "close":
            pieces.settle(slot.w)
            self._others(e, named)
            return
        holder = self._arm_key(event, arms[0].arm)
        inner = e[holder]
        known = [rows for rows in arms if inner.get("type") in self.wire.const(rows.arm, "type")]
        if not known and not self._comes_in_pieces(slot.w):
            # An element that nobody knows the pieces of has all that they say.
            self._gather(slot.w, inner, {"type"})
            self._others(e, named | {holder})
        for rows in known:
            if rows.ignore:
                continue
            if rows.rows[0].operator == "gather":
                self._gather(slot.w, inner, set(self.wire.tags(rows.arm)))
                self._others(e, named | {holder})
                continue
            for one in rows.rows:
                self._append(one, slot.w, inner[one.source[-1]])
            own = {*self.wire.tags(rows.arm), *(one.source[-1] for one in rows.rows)}
            assembly.keep_others(self.root, self.root.w, inner, frozenset(own | {*rows.ignored}))
            self._others(e, named | {holder})

    def _gather(self, w: Json, piece: Json, tags: set[str]) -> None:
        demand(type(piece) is dict, "an object")
        for key, value in piece.items():
            if key not in tags:
                pieces.add(w, key, value)

    def _comes_in_pieces(self, w: Json) -> bool:
        """Whether an element is a text or a call that a lens reads."""
        shown = {"TextBlock": "text", "ReasoningBlock": "text", "ToolCallBlock": "toolCall"}
        return any(
            w.get("type") in self.wire.const(lens.wire, "type")
            for lens in self.spec.transform.lenses
            for row in lens.rows
            if shown.get(lens.inter) == row.name and row.targets
        )

    def _arm_key(self, event: str, arm: str) -> str:
        properties = self.wire.properties(event)
        names = {key: [s.name for s in self.wire.shapes(at)] for key, at in properties.items()}
        return next(key for key, arms in names.items() if arm in arms)

    def _append(self, row: StreamRow, w: Json, value: Json) -> None:
        key = row.place[-1].name
        if row.operator == "add":
            pieces.items(w, key).append(value)
            return
        demand(type(value) is str, "a string")
        if isinstance(w.get(key), list):
            w[key].append(value)
        elif row.args == ("json",):
            pieces.start_json(w, key, value, self.carrier)
        else:
            pieces.start_pieces(w, key, value)

    # -- events that have the shape of the reply

    def _take_part(self, rows: EventRows, e: Json) -> None:
        e = self._respelled(rows.event, e)
        named = {*rows.ignored, *self.wire.tags(rows.event)}
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
        assembly.note_nulls(w, e, frozenset(same))

    def _value(
        self, rows: tuple[StreamRow, ...], record: str, value: Json, w: Json, slot: Slot, path: Path
    ) -> None:
        key = rows[0].source[0]
        base = next((row for row in rows if len(row.source) == 1), None)
        deeper = tuple(_inside(row) for row in rows if len(row.source) > 1)
        shapes = self.spec.shapes(self.wire, record, (key,)) if record else ()
        if any(shape.kind == "array" for shape in shapes):
            assert base is not None
            demand(type(value) is list, "a list")
            for item in value:
                self._item(base, deeper, shapes, item, w, slot, path)
        elif base is not None and base.operator == "append":
            self._append(base, w, value)
        elif deeper or base is None or base.operator or not base.place or _objects(shapes):
            demand(type(value) is dict, "an object")
            self._object(base, deeper, shapes, value, w, slot, path)
        else:
            assembly.put(w, base.place[-1].name, value)

    def _object(
        self, base: StreamRow | None, deeper: tuple[StreamRow, ...], shapes: tuple[Shape, ...],
        value: Json, w: Json, slot: Slot, path: Path,
    ) -> None:  # fmt: skip
        if base is None or base.place:
            name = base.place[-1].name if base is not None else deeper[0].place[0].name
            path = (*path, name)
            w = assembly.held(w, name, self._tags(path))
            deeper = tuple(_within(row) for row in deeper)
        record = next((shape.name for shape in shapes if shape.kind == "record"), "")
        value = self._respelled(record, value)
        put = pieces.add if base is not None and base.operator == "gather" else assembly.put
        named = self._rows(deeper, record, value, w, slot, path)
        for key, item in value.items():
            if key not in named:
                put(w, key, item)
        assembly.note_nulls(w, value, frozenset(
            row.place[-1].name for row in deeper if len(row.source) == 1 and not row.place[-1].key
        ))  # fmt: skip

    def _item(
        self, base: StreamRow, deeper: tuple[StreamRow, ...], shapes: tuple[Shape, ...],
        item: Json, w: Json, slot: Slot, path: Path,
    ) -> None:  # fmt: skip
        step = base.place[-1]
        path = (*path, step.name)
        if base.operator == "run":
            found = pieces.items(w, step.name)
            paths = next((row for row in deeper if row.operator == "paths"), None)
            if paths is not None:
                call, part = paths.source
                more = continued(found, item, call, part, paths.place[-1].name, self.carrier)
                if more is not None:
                    return
            assembly.run_on(found, item, base.args[0])
            return
        items = [one for shape in shapes for one in shape.items]
        record = next((shape.name for shape in items if shape.kind == "record"), "")
        demand(type(item) is dict, "an object")
        item = self._respelled(record, item)
        renew = base.args[0] if base.operator == "renew" else ""
        known = slot.lists.get(step.name, {}).get(item.get(step.key))
        if known is None or (renew and renew in item):
            known = assembly.keyed(slot, w, step.name, item, step.key, renew)
        if step.key in self._keys(path) and step.key in item:
            known.w.setdefault(step.key, item[step.key])
        inner = tuple(_within(row) for row in deeper)
        named = self._rows(inner, record, item, known.w, known, path)
        if path in self.blocks:
            for key, value in item.items():
                if key not in named | {step.key}:
                    pieces.add(known.w, key, value)
            return
        assembly.keep_others(known, known.w, item, frozenset(named | {step.key}))
        self._note(inner, item, known.w)

    # -- what the schema and the lenses say

    def _respelled(self, record: str, e: Json) -> Json:
        spellings = self.spec.spellings(record, ()) if record else {}
        return camel(e, spellings, "", None)[0] if spellings else e

    def _whole(self, path: Path) -> tuple[Shape, ...]:
        """The shapes at a place of the whole, whose lists are passed through."""
        steps: list[str] = []
        for key in path:
            steps.append(key)
            shapes = self.spec.shapes(self.wire, self.stream.whole, tuple(steps))
            if key != path[-1] and any(shape.kind == "array" for shape in shapes):
                steps.append("0")
        return self.spec.shapes(self.wire, self.stream.whole, tuple(steps))

    def _tags(self, path: Path) -> dict[str, Json]:
        record = next((s.name for s in self._whole(path) if s.kind == "record"), "")
        required = self.wire.required(record) if record else ()
        consts = {key: self.wire.const(record, key) for key in required}
        return {key: values[0] for key, values in consts.items() if values}

    def _keys(self, path: Path) -> set[str]:
        items = [one for shape in self._whole(path) for one in shape.items]
        return {k for one in items if one.kind == "record" for k in self.wire.properties(one.name)}

    def _block_lists(self) -> set[Path]:
        """Where the whole keeps lists of blocks."""
        transform = self.spec.transform
        lens = self.spec.lens(transform.response[0], self.stream.whole)
        found: list[Path] = []
        for row in lens.rows:
            if row.fields[0] == ("message", "content"):
                found += [target.path for target in row.targets]
            elif row.fields[0] == ("message",):
                prefix = row.targets[0].path
                shapes = self.spec.shapes(self.wire, self.stream.whole, prefix)
                wires = [shape.name for shape in shapes if shape.kind == "record"]
                inner = [self.spec.lens("AssistantMessage", wire) for wire in wires]
                content = [row for lens in inner for row in lens.rows if row.name == "content"]
                paths = [target.path for row in content for target in row.targets]
                paths += [target.path for row in content for _, target in row.parts]
                found += [(*prefix, *path) for path in paths]
        return {tuple(key for key in path if key != "0") for path in found}

    def _carrier(self) -> str:
        """The key for arguments that are no object, or ""."""
        rows = [row for lens in self.spec.transform.lenses for row in lens.all_rows]
        operators = [target.operator("object") for row in rows for target in row.targets]
        return next((operator.args[0] for operator in operators if operator), "")


def _inside(row: StreamRow) -> StreamRow:
    """A row as seen from inside the event's object or list."""
    return StreamRow(row.place, row.source[1:], row.position, row.operator, row.args)


def _within(row: StreamRow) -> StreamRow:
    """The same as seen from inside the whole's."""
    return StreamRow(row.place[1:], row.source, row.position, row.operator, row.args)


def _objects(shapes: tuple[Shape, ...]) -> bool:
    return any(shape.kind in ("record", "object") for shape in shapes)

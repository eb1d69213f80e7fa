"""Plans the events that a reply begins and ends with, around those of its elements."""

from __future__ import annotations

from collections.abc import Iterable

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.paths import must_be_there, records
from ...resolve.streaming import alternatives
from .events import EventMaker
from .shown import Path
from .state import StreamState, lookup

W, BODY = ir.var("w"), ir.var("body")


def around(rows: Iterable[StreamRow]) -> list[tuple[Path, Path]]:
    """The objects of an event that go key by key into those of the reply that hold these places.

    Each with that place; an object that a row brings as a whole is none of them.
    """
    moved = [row for row in rows if row.source and row.place]
    wholes = {names(row.place) for row in moved}
    found: dict[Path, Path] = {}
    for row in moved:
        place, more = names(row.place), max(len(row.source) - len(row.place), 0)
        for end in range(1, min(len(row.source), len(place))):
            if not any(step.key for step in row.place[:end]):
                found.setdefault(place[:end], row.source[: more + end])
    return [(source, place) for place, source in found.items() if place not in wholes]


class EndsWriter:
    """Plans what stands before and after the elements of the lists at ``bases``."""

    def __init__(
        self, state: StreamState, heads: list[EventRows], tails: list[EventRows],
        bases: list[tuple[Step, ...]],
    ) -> None:  # fmt: skip
        self.state, self.wire, self.events = state, state.wire, EventMaker(state)
        self.heads, self.tails, self.bases = heads, tails, bases
        self.table = state.stream.events
        self.alternatives = alternatives(self.wire, tails)

    def head(self) -> ir.Function:
        scope = Scope("w", "events")
        plain = not any(self._own_keys(rows) for rows in self.heads) and all(
            row.is_const or (not row.place and len(row.source) == 1)
            for rows in self.heads for row in rows.rows
        )  # fmt: skip
        if plain:
            heads = [
                self.events.sent(rows, [(row.source, W) for row in rows.rows if row.source])
                for rows in self.heads
            ]
            scope.add(ir.ret(ir.arr(*heads)))
        else:
            scope.add(ir.let("events", ir.arr()))
            for rows in self.heads:
                scope.add(ir.let("event", self.events.made(rows, (), [])))
                scope.add(*self._empty(rows, ir.var("event")))
                for row in (row for row in rows.rows if not row.is_const):
                    value = lookup(W, names(row.place)) if row.place else W
                    put = ir.runtime("put_at", ir.var("event"), ir.const(row.source), value)
                    there = ir.has(W, row.place[0].name) if self._blank(rows, row) else None
                    scope.add(ir.if_((there or ir.present(value), [ir.do(put)])))
                for key in self._own_keys(rows):
                    own = ir.put(ir.var("event"), key, ir.get(W, key))
                    scope.add(ir.if_((ir.has(W, key), [own])))
                event = self.state.sent(rows.event, ir.var("event"))
                scope.add(ir.append(ir.var("events"), event))
            scope.add(ir.ret(ir.var("events")))
        titles = [rows.title for rows in self.heads]
        return ir.Function("_head_events", ["w"], "The events a reply begins with.",
                           titles, scope.body)  # fmt: skip

    def _blank(self, rows: EventRows, row: StreamRow) -> bool:
        """Whether an event says by null that nothing is known yet of why a reply ends."""
        source = self.state.shapes(rows.event, row.source)
        null = any(shape.kind == "null" for shape in source)
        return null and len(row.place) == 1 and names(row.place) in self.state.stream.ends

    def tail(self) -> ir.Function:
        """The events that end a reply, with all of the body that is not told yet."""
        body: list[Stmt] = [ir.let("events", ir.arr())]
        keys: list[str] = []
        for rows in self.tails:
            if rows.rows and rows.rows[0].operator == "whole":
                body.append(self._whole(rows, rows.rows[0]))
            else:
                body += self._last(rows, keys)
        body.append(ir.ret(ir.var("events")))
        texts = [f"{rows.title}: {row.text}" for rows in self.tails for row in rows.rows]
        doc = "The events a reply ends with."
        return ir.Function("_tail_events", ["w", "body"], doc, texts, body)

    def _last(self, rows: EventRows, keys: list[str]) -> list[Stmt]:
        """One of them; ``keys`` are those of the body that they have told so far."""
        name = snake(rows.event).strip("_")
        e = ir.var(name)
        required, own_keys = self.wire.required(rows.event), self._own_keys(rows)
        body: list[Stmt] = [ir.let(name, self.events.made(rows, (), []))]
        body += self._empty(rows, e)
        own = [row for row in rows.rows if len(row.place) == 1 and len(row.source) == 1]
        whole = next((row for row in rows.rows if not row.place and row.source), None)
        chosen = self._chosen(rows)
        keys = [] if chosen else keys
        for row in own:
            key = row.place[0].name
            keys.append(key)
            # What it requires is said once more, if it has been told.
            w = BODY if row.source[0] in required else W
            body.append(ir.if_((ir.has(w, key), [ir.put(e, row.source[0], ir.get(w, key))])))
        last = (chosen or rows is self.tails[-1]) and not self._told_as_one
        rests = self._rests(rows, e, body, self._holders if last else [])
        for row in rows.rows:
            inside = whole is not None and row.source[:1] == whole.source[:1]
            if row.place and row not in own and not inside:
                again = must_be_there(self.wire, rows.event, row.source)
                value = lookup(BODY if again else W, names(row.place))
                put_at = ir.do(ir.runtime("put_at", e, ir.const(row.source), value))
                body.append(ir.if_((ir.present(value), [put_at])))
        for key in own_keys:
            keys.append(key)
            w = BODY if key in required else W
            body.append(ir.if_((ir.has(w, key), [ir.put(e, key, ir.get(w, key))])))
        if whole is not None:
            body += self._beside(rows, whole, keys, e)
        others = rests
        if last:
            others = [*rests, ir.Filled(ir.var("others"))]
            body.append(ir.let("others", self._untold(rows, keys)))
            body.append(ir.do(ir.runtime("update", e, ir.var("others"))))
        add: Stmt = ir.append(ir.var("events"), self.state.sent(rows.event, e))
        if chosen:
            return [ir.if_((ir.and_(*chosen), [*body, add]))]
        always = whole is not None or rows.event in self.state.stream.ending
        says = [] if always else self._says(rows, own)
        says += [ir.has(W, key) for key in own_keys if says and key not in required]
        return [*body, ir.if_((ir.or_(*says, *others), [add])) if says else add]

    def _empty(self, rows: EventRows, e: Expr) -> list[Stmt]:
        """The objects that an event must have and that rows fill: there is not always anything."""
        holders = {row.source[0] for row in rows.rows if row.place and len(row.source) > 1}
        required = self.wire.required(rows.event)
        return [ir.put(e, key, ir.obj()) for key in sorted(holders & required)]

    def _rests(
        self, rows: EventRows, e: Expr, body: list[Stmt], holders: list[Path]
    ) -> list[Expr]:
        """Write what no row names of an object whose keys an event has rows for.

        Reading puts it in beside them. Gives whether there is any, of each. ``holders`` are objects
        that no other event tells the rest of.
        """
        sources = {place: place for place in holders}
        sources |= {place: source for source, place in around(rows.rows)}
        places = [names(row.place) for one in self.table for row in one.rows if row.place]
        found: list[Expr] = []
        for place, source in sources.items():
            keys = {path[len(place)] for path in places if path[: len(place)] == place != path}
            left = self.state.names_constant(sorted(keys))
            local = ir.var(f"other_{'_'.join(map(snake, place))}")
            rest = ir.runtime("rest_of", W, ir.const(place), left)
            put = ir.do(ir.runtime("put_at", e, ir.const(source), local))
            body += [ir.let(ir.name_of(local), rest), ir.if_((ir.present(local), [put]))]
            found.append(ir.present(local))
        return found

    @property
    def _holders(self) -> list[Path]:
        """The objects in which lists of elements stand."""
        places = [names(base) for base in self.bases]
        inside = [place[:end] for place in places for end in range(1, len(place))]
        return [*dict.fromkeys(inside)]

    def _chosen(self, rows: EventRows) -> list[Expr]:
        """Whether a reply ends with this event, where several are each constant about one key."""
        return [
            ir.or_(*(ir.eq(ir.opt(BODY, key), word) for word in words[rows.event]))
            for key, words in self.alternatives.items() if rows.event in words
        ]  # fmt: skip

    def _beside(
        self, rows: EventRows, whole: StreamRow, keys: list[str], e: Expr
    ) -> list[Stmt]:
        """What stands beside the elements, in the object that holds them, goes out with it."""
        named = [*keys, *([self.bases[0][0].name] if len(self.bases) == 1 else [])]
        inner = {k for k in self.wire.properties(rows.event)} - {whole.source[0]}
        body: list[Stmt] = []
        brought = {row.source[0] for row in rows.rows if row.source}
        for key in sorted(inner - brought - {*keys, *rows.ignored}):
            if self.wire.const(rows.event, key):
                continue
            body.append(ir.if_((ir.has(W, key), [ir.put(e, key, ir.get(W, key))])))
            named.append(key)
        left = self.state.names_constant(named, ("NOT_IN", rows.event))
        body.append(ir.put(e, whole.source[0], ir.runtime("without", W, left)))
        for key in self._again(rows, whole):
            holder = ir.get(e, whole.source[0])
            body.append(ir.if_((ir.has(BODY, key), [ir.put(holder, key, ir.get(BODY, key))])))
        return body

    def _again(self, rows: EventRows, whole: StreamRow) -> list[str]:
        """What that object requires, though an event before it may have told it."""
        types = records(self.state.shapes(rows.event, whole.source))
        required = [{*self.wire.required(name)} - {*self.wire.tags(name)} for name in types]
        new = {base[0].name for base in self.bases} | {path[0] for path in self.state.stream.ends}
        return sorted(set.intersection(*required) - new) if required else []

    @staticmethod
    def _says(rows: EventRows, own: list[StreamRow]) -> list[Expr]:
        """What an event would say anything by: one that would not is none."""
        deep = [row for row in rows.rows if row.place and row not in own]
        conditions: list[Expr] = [ir.has(W, row.place[0].name) for row in own]
        return conditions + [ir.present(lookup(W, names(row.place))) for row in deep]

    def _untold(self, rows: EventRows, keys: list[str]) -> Expr:
        """What no event has told of the body: it goes out with what is last.

        Under a key that this event has for something else it has no place.
        """
        elsewhere = [one for one in self.tails if one is not rows and self._chosen(one)]
        sent = {
            row.place[0].name for one in self.table for row in one.rows
            if row.place and (row.is_const or one not in self.heads) and one not in elsewhere
        }  # fmt: skip
        own = {*self.wire.tags(rows.event)} | {row.source[0] for row in rows.rows if row.source}
        left = self.state.names_constant(sorted({*keys, *sent, *own}), ("NOT_IN", rows.event))
        return ir.runtime("without", W, left)

    def _own_keys(self, rows: EventRows) -> list[str]:
        """Keys that an event has as the body has them, where no row speaks of them.

        What it requires it has also where the row of another event does.
        """
        spoken = {row.place[0].name for one in self.table for row in one.rows if row.place}
        spoken -= self.wire.required(rows.event)
        spoken |= {row.source[0] for row in rows.rows if row.source}
        spoken |= {*rows.ignored, *self.state.repeated(rows.event)}
        own = {*self.wire.properties(rows.event)} - {*self.wire.tags(rows.event)}
        return sorted((own & {*self.wire.properties(self.state.stream.whole)}) - spoken)

    @property
    def wholes(self) -> bool:
        """Whether an event at the end has the reply as a whole."""
        return any(row.operator == "whole" for rows in self.tails for row in rows.rows)

    @property
    def _told_as_one(self) -> bool:
        """Whether an event at the end has a part of the body as it is."""
        return any(row.source and not row.place for rows in self.tails for row in rows.rows)

    def _whole(self, rows: EventRows, row: StreamRow) -> Stmt:
        """An event that has the reply as a whole goes out where the reply says what it is for."""
        add = ir.append(ir.var("events"), self.events.sent(rows, [(row.source, BODY)]))
        key, *values = row.args or ("",)
        conditions = [ir.eq(ir.opt(BODY, key), value) for value in values]
        return ir.if_((ir.or_(*conditions), [add])) if conditions else add

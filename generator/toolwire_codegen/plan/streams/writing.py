"""Plans the writing of a stream: the same table the other way, as events made from a body.

Two families of wires. Where elements are opened and closed, every part of a reply has events of
its own. Elsewhere an event has the shape of the whole, and a piece of the whole is an event.
"""

from __future__ import annotations

from typing import Any

from ... import ir
from ...load.stream import ENDS, WHOLE, StreamRow, names
from ...resolve.paths import records, through
from ...resolve.streaming import shapes_at
from .chunks import ChunkWriter, brought_last, ended_by
from .demanded import demanded
from .failing import FAILED, FailurePlanner
from .lanes import Lane
from .numbered_texts import texts_of
from .parts import PartWriter
from .shown import PIECES, Blocks, Path
from .state import StreamState

OTHER = "other"
"""The word of the intermediate format for a reason that has none of its own."""


class StreamWriterPlanner:
    """Plans what `encode_stream` needs of a format; ``entry`` names it for the renderer."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown
        self.events = [rows for rows in self.stream.events if not (rows.ignore or rows.error)]
        parts = any(state.speaks_of_elements([rows]) for rows in self.events)
        self.parts = PartWriter(state, self.events) if parts else None
        self.failing = FailurePlanner(state)

    def plan(self) -> list[ir.Function]:
        writer = self.parts or ChunkWriter(self.state, self.events)
        return [*writer.plan(), *self.failing.written()]

    def entry(self) -> dict[str, Any]:
        """What the runtime's encoder is given, by name."""
        blocks, (place, unsaid) = self.blocks, self._unsaid
        rows = [row for one in self.events for row in one.rows]
        appended = {row.place[-1].name for row in rows if row.brings_piece}
        lanes, parts = self._lanes, self.parts
        renewing = [row.args[0] for row in rows if row.operator == "renew"]
        runs = {arg for row in rows if row.operator == "run" for arg in row.args[:1]}
        return {
            "parts": parts is not None,
            "tail": parts is not None or ended_by(self.stream, self.events) is not None,
            "closing": self._closing,
            "blocks": self._indexed(self.stream.whole, blocks.path),
            "writes": blocks.union.writing_list,
            "hidden": blocks.union.hides_ids,
            "numbered": blocks.union.numbered,
            "texts": {kind: self._indexed(self.stream.whole, path)
                      for path, kind in self._usual.items()},
            "alike": {self.shown.texts[path]: () for path in self._aside}
                     | {self.shown.texts[path]: keys for path, keys in self.shown.alike.items()},
            "arguments": self._in_pieces("toolCall", self._text_of_call),
            "free": self._in_pieces("freeCall", blocks.free_text),
            "piece_paths": self._piece_paths(),
            "run": self._run(),
            "ends_with_item": any(ENDS in row.args[1:] for row in rows),
            "appended": frozenset(appended | runs),
            "so_far": self._so_far,
            "so_far_keys": frozenset(row.place[-1].name for row in rows if row.so_far),
            "entire": self._entire(),
            "late": self._late,
            "listed": frozenset(
                word for one in blocks.elements if one.listed and not one.moved
                for word in (one.kind, one.mark) if word
            ),
            "either": frozenset(one.kind for one in blocks.elements if one.rather),
            "refuses": bool(self.shown.marks or any(one.mark for one in blocks.elements)),
            "moved": frozenset(one.kind for one in blocks.elements if one.moved),
            "failed": FAILED if self.failing.own else "",
            "finals": parts is not None and parts.finals,
            "endings": parts is not None and parts.endings,
            "wholes": parts is not None and parts.ends.wholes,
            "told_by": parts.told_by if parts is not None else self._told_by,
            "grown": {} if parts is not None else self._grown,
            "key": parts.named(parts.base).key if parts is not None else "",
            "lists": parts.lists(parts.base) if parts is not None else [],
            "lanes": [(word, lane.entry) for word, lane in lanes],
            "bare_lanes": [lane.entry for lane in parts.bare_lanes] if parts is not None else [],
            # These are called by their names.
            "called": [ir.Named(lane.entry["writes"]) for _, lane in lanes if lane.blocks],
            "renew": next(iter(renewing), self._id),
            "number": self._number,
            "unsaid": unsaid,
            "unsaid_at": place if self.stream.ends[:1] != (place,) else (),
            "last": self.stream.last,
            "single": blocks.single,
            "demanded": demanded(self.state, self.events) if parts is None else (),
            "repeats": self._repeats(),
            "usage": self._indexed(self.stream.whole, self.shown.usage),
        }

    @property
    def _closing(self) -> frozenset[str]:
        """What of a reply goes out in the event that ends it, and in no other of its shape."""
        if self.parts is not None:
            return frozenset()
        last = brought_last(self.state, ended_by(self.stream, self.events))
        first = next(rows.event for rows in self.events if rows.rows)
        return frozenset(last.values()) - {*self.wire.properties(first)}

    def _repeats(self) -> dict[str, Any]:
        """What is filled in where events go out; constants are written with them."""
        repeats = [one for one in self.stream.repeats if not (one.is_const or one.left_out)]
        ways = {
            one.key: [[(step.name, step.key) for step in place] for place in one.places]
            for one in repeats
        }
        events = [one.key for one in repeats if one.counts and one.places == ((),)]
        found = {
            "counts": tuple(events),
            "places": {one.key: ways[one.key] for one in repeats if not one.counts},
            "numbers": {
                one.key: ways[one.key][0] for one in repeats
                if one.counts and one.key not in events
            },
            "stems": {one.key: one.stem for one in repeats if one.stem},
            "keyed": any(self.state.way_of(rows.event) for rows in self.events),
        }  # fmt: skip
        return {key: value for key, value in found.items() if value} if repeats else {}

    @property
    def _aside(self) -> list[Path]:
        """Texts that stand aside in events of the body's shape: others of their kind have a place
        of their own, and what says that it stood aside goes out with the end.
        """
        paths = [path for path in self.shown.asides if path not in self.shown.marks]
        return paths if self.parts is None else []

    @property
    def _usual(self) -> dict[Path, str]:
        """The places that texts are written to as they come, with what stands there."""
        return {path: kind for path, kind in self.shown.usual.items() if path not in self._aside}

    @property
    def _number(self) -> str:
        """The key that calls are found by in events, where they have it in the body, too."""
        if self.parts is not None:
            return ""
        keys = self.state.element_keys(self.blocks.path)
        steps = [row.place[-1] for rows in self.events for row in rows.rows
                 if names(row.place) == self.blocks.path]  # fmt: skip
        return next((step.key for step in steps if step.key in keys), "")

    @property
    def _id(self) -> str:
        """The same key, if it is the id of a call: it says which is meant, and never where."""
        ids = {call.id for call in self.blocks.calls}
        return self._number if (self._number,) in ids else ""

    @property
    def _lanes(self) -> list[tuple[str, Lane]]:
        """Other places of blocks: in events of the body's shape lists, which may be texts too."""
        if self.parts is not None:
            return self.parts.lanes
        found: list[tuple[str, Lane]] = []
        for blocks in (*self.shown.mixed.values(), *self.shown.lists):
            if blocks is not self.blocks:
                lane = Lane(self._indexed(self.stream.whole, blocks.path), "", blocks)
                kinds = self.resolver.inter.const(blocks.arm, "kind") if blocks.arm else ()
                words = (kinds[0], blocks.path[-1]) if kinds else ("",)
                found += [(word, lane) for word in words]
        return found

    @property
    def _late(self) -> frozenset[str]:
        """Lists whose elements no event opens, where events open others.

        Each by its key, and by the kind of the blocks that stand there.
        """
        if self.parts is None:
            return frozenset()
        opened = {names(base) for base in self.parts.bases}
        late = [one for one in self.shown.lists if one.arm and one.path not in opened]
        kinds = {self.resolver.inter.const(one.arm, "kind")[0] for one in late}
        return frozenset(kinds | {one.path[-1] for one in late})

    @property
    def _grown(self) -> dict[str, Path]:
        """Where an item has its text whose pieces are items with its number, by its kind."""
        if self._lanes or self.shown.texts:
            return {}
        texts = texts_of(self.state, self.blocks) if self._numbering else []
        kinds = [one.kind for one in self.blocks.elements]
        return {one.kind: one.text for one in texts if kinds.count(one.kind) == 1}

    @property
    def _told_by(self) -> frozenset[str]:
        """The keys that say of which type a numbered item is, where it may be of several."""
        if not self._numbering:
            return frozenset()
        event, row = self._numbering[0]
        types = records(through(shapes_at(self.wire, event, row.source)))
        tags = [{*self.wire.tags(name)} for name in types]
        return frozenset(set[str]().union(*tags) if types[1:] else ())

    @property
    def _numbering(self) -> list[tuple[str, StreamRow]]:
        """The rows that bring items of the list of blocks with their numbers, by events."""
        return [
            (rows.event, row) for rows in self.events for row in rows.rows
            if names(row.place) == self.blocks.path and row.place[-1].key
        ]  # fmt: skip

    @property
    def _texts(self) -> dict[str, Path]:
        """The places of texts that come in pieces, by their kind."""
        grown = {kind: (*self.blocks.path, *text) for kind, text in self._grown.items()}
        return {kind: path for path, kind in self._usual.items()} | grown

    def _piece_paths(self) -> dict[str, Path]:
        """Where an event that has the shape of the whole holds the next piece of a block's text."""
        if self.parts is not None:
            return {}
        places = self._texts
        for one in self.blocks.calls:
            place = (*self.blocks.path, *one.arguments)
            if one.carrier == "" or self.state.comes_as_json(place):
                places[one.kind] = place
        found: dict[str, Path] = {}
        for kind, place in places.items():
            for rows in self.events:
                for row in rows.rows:
                    if row.operator == "append" and names(row.place) == place:
                        way = self.state.way_of(rows.event)
                        found[kind] = (*way, *self._indexed(rows.event, row.source))
        return found

    @property
    def _text_of_call(self) -> Path:
        """Where a call has its arguments as a text, or as an object whose text an event brings."""
        call = self.blocks.call
        if self.parts is not None or call is None:
            return self.blocks.text_of_call
        as_json = self.state.comes_as_json((*self.blocks.path, *call.arguments))
        return call.arguments if as_json else self.blocks.text_of_call

    def _in_pieces(self, kind: str, text: Path) -> Path:
        """Where calls have their text, if an event brings pieces of it: else it goes out whole."""
        return text if self.parts is not None or kind in self._piece_paths() else ()

    @property
    def _so_far(self) -> frozenset[str]:
        """What pieces are called of texts that go out as far as they have come, each time."""
        if self.parts is not None:
            return self.parts.so_far
        calls = {one.kind: (*self.blocks.path, *one.arguments) for one in self.blocks.calls}
        return frozenset(
            kind for kind, place in (self._texts | calls).items() if self.state.comes_so_far(place)
        )

    def _run(self) -> Path:
        """Where such an event has a text whose pieces are items of the list of blocks."""
        if self.parts is not None:
            return ()
        for rows in self.events:
            for row in rows.rows:
                if row.operator == "run" and row.args and names(row.place) == self.blocks.path:
                    way = self.state.way_of(rows.event)
                    return (*way, *self._indexed(rows.event, row.source), "0", row.args[0])
        return ()

    def _entire(self) -> frozenset[str]:
        """The kinds of blocks of which no event brings the next piece.

        Where blocks follow one another in events of the body's shape, each waits for its end.
        """
        found = set() if any(blocks.free_text for blocks in self.shown.lists) else {"freeCall"}
        if self.parts is None:
            apart = self.shown.texts or self._lanes
            text = self._in_pieces("toolCall", self._text_of_call)
            whole = any(WHOLE in row.args for rows in self.events for row in rows.rows)
            if whole or (apart and self.blocks.call and not text):
                found.add("toolCall")
            return frozenset(found)
        grown = {names(row.place) for rows in self.parts.pieces for row in rows.rows}
        kinds = {one.kind for blocks in self.shown.lists for one in blocks.elements}
        lenses = [lens.lens.inter for blocks in self.shown.lists for lens in blocks.union.lenses]
        # A text that a list is, of which no row brings pieces, is none of the elements.
        found |= {kind for inter, kind in PIECES.items() if inter in lenses} - kinds
        return frozenset(found).union(
            element.kind for blocks in self.shown.lists for element in blocks.elements
            if (*blocks.path, *element.growing) not in grown
        )

    @property
    def _unsaid(self) -> tuple[Path, Any]:
        """Where the wire says that a reply stopped for no reason of its own, and what it says.

        A body may leave it out, but a stream without an end goes on. Of several places the first
        will do whose word ends a reply; what `absent` says that it means is that word. Where an
        event ends it, nothing else has to.
        """
        if self.stream.ending:
            return (), None
        tabled = self._tabled()
        ends = dict(zip(self.stream.ends, self.stream.words, strict=True))
        tabled |= {one.path: one.value for one in self.shown.response.lens.absents
                   if one.path in tabled and one.value is not None and not ends[one.path]}
        for path, words in zip(self.stream.ends, self.stream.words, strict=True):
            if path in tabled and (not words or tabled[path] in words):
                return path, tabled[path]
            if path not in tabled and words:
                return path, words[0]
        return next(iter(tabled.items()), ((), None))

    def _tabled(self) -> dict[Path, Any]:
        """The same word at each place that a table speaks of."""
        found: dict[Path, Any] = {}
        for row in self.shown.response.lens.rows:
            for target in row.targets:
                values = self.resolver.leaf(self.shown.response.lens, row, target).codec.values
                if target.path in self.stream.ends and values:
                    word = values.get(OTHER)
                    # Of several places the first alone ends it.
                    found.setdefault(target.path, word[0] if target.more and word else word)
        return found

    @property
    def blocks(self) -> Blocks:
        """The list whose elements have events; of several in events of the body's shape, calls'."""
        calls = [one for one in self.shown.lists if one.calls and self.parts is None]
        return (calls or self.shown.lists)[0]

    def _indexed(self, record: str, path: Path) -> Path:
        """A path with a ``0`` for the only item of each list on the way."""
        found: list[str] = []
        for key in path:
            if found and self.state.is_list(record, tuple(found)):
                found.append("0")
            found.append(key)
        return tuple(found)

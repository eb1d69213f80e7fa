"""Plans how elements begin of which no event said so: by a piece, or with what they are in the end.

Of an element that has not begun, and does not begin by what comes, nothing is read: that is passed
on as it is, where its end says all of it once more, and else it is a mistake.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.trees import tree
from ...load.stream import Step, StreamRow, names
from ...resolve.beginning import begun_by_ends, kind_around, kind_of
from ...resolve.paths import types
from ...resolve.streaming import has_inside, source_of, subject
from ..unread import deeper_overlay_places
from .about import About
from .blocks import BlockPlanner
from .shown import Blocks, Element, Path
from .state import OUT, E, S, StreamState, opaque, slot_part, value_at
from .unnumbered import record_of


class Beginner:
    """Plans the beginning of elements."""

    def __init__(self, state: StreamState, blocks: BlockPlanner) -> None:
        self.state, self.resolver, self.blocks = state, state.resolver, blocks
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown

    def opening(self, about: About, value: Expr, *, whole: bool = False) -> Expr:
        """A new element of the list that an event names; ``whole``: it is the event itself."""
        begun, slot = about.slots[-1]
        path = names(about.steps[begun:])
        w = self.holder(slot, about.steps[:begun], path)
        place = ir.const(".".join(path))
        if not (about.numbers[-1] or whole):
            return ir.runtime("opening_next", slot, w, place, value)
        number = value_at(E, about.numbers[-1]) if about.numbers[-1] else ir.const(None)
        return ir.runtime("opening", slot, w, place, number, value)

    def holder(self, slot: Expr, above: tuple[Step, ...], path: Path) -> Expr:
        """The object that has a key of an element, made where it is missing; a list's last one."""
        w = slot_part(slot, "w")
        for end, key in enumerate(path[:-1], 1):
            place = (*names(above), *path[:end])
            made = record_of(self.state, place, path[end:])
            if made is None:
                tags = ir.const(self.state.whole_tags(place))
                w = ir.runtime("opened_object", w, ir.const(key), tags)
            else:
                w = ir.runtime("last_of", w, ir.const(key), ir.const(made))
        return w

    def by_piece(
        self, row: StreamRow, about: About, path: Path, blocks: Blocks | None
    ) -> list[Stmt]:  # fmt: skip
        """Begin the element that a piece is the first of: it is what has a place for that."""
        upper = About(about.steps, about.slots[:-1], about.numbers)
        kind = kind_of(self.wire, self.stream, row) if len(about.numbers) > 1 else row.record
        if kind:
            typed = ir.const(dict(self.wire.tags(kind)))
            return [ir.assign(about.slot, self.opening(upper, typed))]
        found = blocks.elements if blocks is not None else []
        grown = blocks.grown(path) if blocks is not None else []
        fitting = grown or [
            element for element in found
            if has_inside(self.wire, element.lens.lens.wire, path)
        ]  # fmt: skip
        only = fitting[0] if len(fitting) == 1 else None
        tags = dict(only.lens.wire_tags) if only is not None else {}
        made = ir.assign(about.slot, self.opening(upper, ir.const(tags)))
        if only is None or not grown:
            return [made]  # what it is is told once its text comes, or at its end
        return [made, *self._shown(only, about.slot, path)]

    def _shown(self, element: Element, slot: Expr, path: Path) -> list[Stmt]:
        """Show that a block begins of which its type is known, and that a text comes at a path."""
        begun = ir.do(ir.runtime("begin", S, slot, ir.const(element.kind)))
        signed = [
            place
            for place in deeper_overlay_places(self.resolver, element.lens)
            if place != path
        ]
        if signed:
            # It goes to its own wire alone: what says so comes later, and may be empty until then.
            empty = tree([(place, ir.const("")) for place in signed])
            args = (S, slot, ir.FormatName(), empty)
            return [begun, ir.do(ir.runtime("show_overlay", *args))]
        return [begun, *self.blocks.marked(element, slot)]

    def missing(self, event: str, row: StreamRow, about: About) -> list[Stmt]:
        """What becomes of an event about an element, or of one in it, that has not begun.

        ``about`` ends with that one.
        """
        at, slot = about.slots[-1]
        steps, number = about.steps[:at], about.numbers[len(about.slots) - 2]
        kind = kind_around(self.wire, self.stream, row, steps) if len(steps) < len(
            subject(row.place)) else ""  # fmt: skip
        if kind:
            upper = About(steps, about.slots[:-1], about.numbers[: len(about.slots) - 1])
            made = ir.assign(slot, self.opening(upper, ir.const(dict(self.wire.tags(kind)))))
            blocks = self.shown.blocks(names(steps))
            elements = blocks.elements if blocks is not None else []
            matching = [one for one in elements if one.lens.lens.wire == kind]
            return [made, *(stmt for one in matching for stmt in self._shown(one, slot, ()))]
        says_nothing = row.operator == "close" and not row.source
        if (says_nothing and self._by_pieces(steps)) or begun_by_ends(self.stream, steps):
            return [ir.append(OUT, opaque(self.state.sent(event, E))), ir.Stop()]
        if not number:
            return [ir.fail("a part that was begun ahead of it", E, None)]
        named = types(source_of(self.wire, event, "", number).shapes)
        what = "id" if named == {"string"} else "number"
        expected = f"the {what} of a part that was begun"
        return [ir.fail(expected, value_at(E, number[:-1]), number[-1])]

    def _by_pieces(self, steps: tuple[Step, ...]) -> bool:
        """Whether pieces begin elements of a list: one of which nothing was known has not begun."""
        rows = [row for one in self.stream.events for row in one.rows if row.opens]
        return any(names(subject(row.place)) == names(steps) for row in rows)

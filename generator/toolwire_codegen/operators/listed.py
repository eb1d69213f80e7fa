"""What ``pluck`` and ``parts`` share: a list of records that hold one value each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..resolve.paths import Shapes, follow, lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from .base import Definition, Use, sides
from .scalars import Scalar

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot


class Listed(Scalar, Definition):
    """``(Type, path)``: the type of each record, and where in it the value is."""

    takes = (2, 2)
    places = ("row", "arm")
    decides = picks = True

    def arguments(self, use: Use) -> list[Any]:
        record, path, *_ = use.operator.args
        return [use.resolver.wire.tags(record), path.split(".")]

    @classmethod
    def held_in(cls, inter: Shapes) -> Shapes:
        """What one record holds may be, as far as the field says."""
        return inter

    @classmethod
    def beside(cls, args: tuple[str, ...]) -> dict[str, Any]:
        """What is written beside the value and the constants of each record."""
        return {}

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        yield from known_items(one, slot, args)

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Items are of the type that is named, and made of its constants and the one value."""
        inter, wire = sides(one, view, slot)
        if len(args) < 2 or not one.wire.record(args[0]) or not lists(wire):
            return
        record, path = args[0], tuple(args[1].split("."))
        at, dotted = slot.target.position, slot.target.dotted
        shapes = follow(one.wire, record, path).shapes
        if record not in records(lists(wire)):
            note, fix = f"it is {text(wire)}", "name the type of the list's items"
            yield Problem(at, f"`{dotted}` holds no `{record}`", note, fix)
        elif shapes and not types(shapes) & types(cls.held_in(inter)) - {"any"}:
            inside = f"`{args[1]}` of each `{record}` is {text(shapes)}"
            what = f"`{slot.row.left}` is {text(inter)}, and {inside}"
            yield Problem(at, what, "", "name what the field's items are")
        else:
            written = {path[0], *one.wire.tags(record), *cls.beside(args)}
            missing = sorted(one.wire.required(record) - written)
            if missing:
                what = f"nothing writes {quoted(missing)} of each `{record}`"
                note = f"`{cls.name}` writes one value and constants"
                yield Problem(at, what, note, "map the list through a lens for its items")


def known_items(one: ResolvedFormat, slot: Slot, args: tuple[str, ...]) -> Problems:
    """The type of a list's items, and the path in it, are there."""
    record, path, *_ = args
    if not one.wire.record(record):
        yield Problem(
            slot.target.position,
            f"no wire object `{record}`",
            nearest(record, one.wire.defs, "types"),
            "name the type of the list's items",
        )
    elif (reached := follow(one.wire, record, tuple(path.split(".")))).lost:
        yield Problem(
            slot.target.position,
            f"`{record}` has no path `{path}`",
            nearest(reached.lost, reached.names, "keys"),
            "name what each item holds",
        )

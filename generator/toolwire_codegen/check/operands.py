"""What an operator asks of its two sides beyond their JSON types: what stands in them."""

from __future__ import annotations

from collections.abc import Callable

from ..load.transform import Operator
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Shapes, follow, lists, records, text, types
from .problems import Problem, Problems, quoted

CALL, CALL_ID = "ToolCall", "id"
ANSWERED = "toolCallId"
TEXT_BLOCK = "TextBlock"
Ask = Callable[[ResolvedFormat, ResolvedLens, Slot, Operator], Problems]


def misfits(view: ResolvedProject) -> Problems:
    return _asked(view, ASKING)


def misplaced(view: ResolvedProject) -> Problems:
    return _asked(view, PLACED)


def _asked(view: ResolvedProject, asking: dict[str, Ask]) -> Problems:
    for one in view.formats:
        for lens_view in one.lenses:
            for slot in lens_view.slots:
                for operator in slot.target.operators:
                    if operator.name in asking:
                        yield from asking[operator.name](one, lens_view, slot, operator)


def _sides(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[Shapes, Shapes]:
    """The shapes of a row's first field and of its wire key; () for what is not there."""
    inter = follow(one.inter, slot.record, slot.row.fields[0]).shapes
    return inter, follow(one.wire, view.lens.wire, slot.target.path).shapes


def _pluck(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    """Items are of the type that is named, and made of its constants and the one value."""
    inter, wire = _sides(one, view, slot)
    if len(operator.args) != 2 or not one.wire.record(operator.args[0]) or not lists(wire):
        return
    record, path = operator.args[0], tuple(operator.args[1].split("."))
    at, dotted = slot.target.position, slot.target.dotted
    held = follow(one.wire, record, path).shapes
    if record not in records(lists(wire)):
        yield Problem(at, f"`{dotted}` holds no `{record}`", f"it is {text(wire)}",
                      "name the type of the list's items")  # fmt: skip
    elif held and not types(held) & types(lists(inter)) - {"any"}:
        inside = f"`{operator.args[1]}` of each `{record}` is {text(held)}"
        yield Problem(at, f"`{slot.row.left}` is {text(inter)}, and {inside}", "",
                      "name what the field's items are")  # fmt: skip
    else:
        written = {path[0], *one.wire.tags(record)}
        missing = sorted(one.wire.required(record) - written)
        if missing:
            yield Problem(at, f"nothing writes {quoted(missing)} of each `{record}`",
                          "`pluck` writes one value and constants",
                          "map the list through a lens for its items")  # fmt: skip


def _arguments(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    """Arguments are any object, and what is none of it is a text."""
    inter, wire = _sides(one, view, slot)
    at = slot.target.position
    sides = [(slot.row.fields[0], inter), (slot.target.path, wire)]
    for path, shapes in sides if operator.name == "object" else sides[:1]:
        if records(shapes) and not any(shape.kind in ("object", "any") for shape in shapes):
            yield Problem(at, f"`{operator.name}` takes any object, and `{'.'.join(path)}` is "
                          f"{text(shapes)}", "its keys would be no one's",
                          "map it through a lens")  # fmt: skip
    if len(slot.row.fields) == 2:
        second = slot.row.fields[1]
        other = follow(one.inter, slot.record, second).shapes
        if other and not types(other) & {"string", "any"}:
            yield Problem(at, f"`{'.'.join(second)}` is {text(other)}",
                          f"`{operator.name}` puts the text there that is no object",
                          "name a field for text")  # fmt: skip


def _minted(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    if (slot.record, slot.row.fields[0]) != (CALL, (CALL_ID,)):
        yield Problem(slot.target.position, f"`minted` makes up ids of a `{CALL}` alone", "",
                      f"leave it out, or use it for `{CALL_ID}` of that type")  # fmt: skip


def _position(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    if slot.row.fields[0] != (ANSWERED,):
        yield Problem(slot.target.position, "`position` finds the call that a result answers",
                      f"that stands in `{ANSWERED}`", "leave it out")  # fmt: skip


def _nonempty(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    inter, _ = _sides(one, view, slot)
    if inter and not types(inter) & {"string", "any"}:
        yield Problem(slot.target.position, f"`nonempty` is for texts, and `{slot.row.left}` is "
                      f"{text(inter)}", "", "leave it out")  # fmt: skip


def _text(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    """A text is a string on one side at least, and a block that is plain text on the other."""
    inter, wire = _sides(one, view, slot)
    both = types(inter) | types(wire)
    if not inter or not wire or "any" in both or "array" not in both:
        return
    at = slot.target.position
    if "string" not in both:
        yield Problem(at, "`text` has no string to turn into a list", "both sides are lists",
                      "leave it out")  # fmt: skip
        return
    names = records(lists(wire))
    if names and not any((TEXT_BLOCK, name) in one.pairs for name in names):
        known = [name for name in one.inter.defs if name == TEXT_BLOCK]
        fix = f"add `{TEXT_BLOCK} <-> {names[0]}:` under `types`" if known else "leave it out"
        yield Problem(at, f"no item of `{slot.target.dotted}` is a plain text",
                      f"`text` knows one by the lens of `{TEXT_BLOCK}`", fix)  # fmt: skip


ASKING: dict[str, Ask] = {
    "pluck": _pluck,
    "json": _arguments,
    "object": _arguments,
    "nonempty": _nonempty,
    "text": _text,
}
PLACED: dict[str, Ask] = {"minted": _minted, "position": _position}

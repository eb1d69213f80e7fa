"""Rules on what a wire value may be instead: each type that its schema names is read by something.

A value of another type stays as it is, without a word: a count would be missing, or be what
`default` says; one that must be there is refused. Objects of types and lists have rules of their
own, and null is for `absent`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.schema import SCALARS
from ..operators.uses import definitions
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Shapes, follow, must_be_there, records, text, types
from ..resolve.problems import Problem, Problems

PLAIN = frozenset(SCALARS) - {"null"}
WORD = "least(0)"
"""What leaves a word as it is that stands in the place of a number."""
ANY_ARGUMENTS = "`(arguments, invalidArguments): {} | object(key)`"
"""What reads as the arguments of a call whatever stands there."""
DIGITS = "add `| digits(text)`, or `| digits` where the wire would rather have a number"


def unread(project: ResolvedProject) -> Problems:
    """A plain value, or one in the place of any object, of a type that no row there reads."""
    for one in project.formats:
        for lens in one.lenses:
            for slot in lens.slots:
                yield from _unread(one, lens, slot)


def _unread(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> Problems:
    inter, wire = _sides(one, slot)
    copied = types(inter) - {"null"} == {"object"} and not records(inter)
    if slot.place == "arm" or not (types(inter) <= {*PLAIN, "null"} or copied):
        return
    if copied and len(slot.row.fields) > 1:
        return  # its operator reads whatever stands there
    same = [other for other in lens.slots if other.target.path == slot.target.path]
    read = {kind for other in same for kind in _read(one, other)}
    left = (types(wire) & ({*PLAIN, "array"} if copied else PLAIN)) - read
    if not read or not left or "any" in read or slot is not same[0]:
        return
    numbers = types(inter) - {"null"} == {"string"} and left == {"integer"}
    named = sorted("list" if kind == "array" else kind for kind in left)
    what = "number" if numbers else " or ".join(named)
    fix = "leave it out of the types in the schema, or read it by a codec, `| via(module:Codec)`"
    if instead := _instead(slot):
        fix = f"leave it out of the types in the schema{instead}"
    if types(inter) - {"null"} == {"integer"} and left == {"string"}:
        words = all(shape.consts for shape in wire if shape.kind == "string")
        fix = f"leave it out of the types in the schema, or add `| {WORD if words else 'numeral'}`"
    yield Problem(
        slot.target.position,
        f"a {what} at `{slot.target.dotted}` would not be read",
        f"it is {text(wire)}, and `{slot.row.left}` is {text(inter)}",
        DIGITS if numbers else fix,
    )


def unsaid(project: ResolvedProject) -> Problems:
    """A field that must be there is read where the schema says of what type its value is."""
    for one in project.formats:
        for lens in one.lenses:
            for slot in lens.slots:
                field, (inter, wire) = slot.row.fields[0], _sides(one, slot)
                converted = any(rule.converts for rule in definitions(slot.target))
                if slot.place != "row" or converted or not field:
                    continue
                plain = {*PLAIN, "object"} & types(inter) and not records(inter)
                if plain and "any" in types(wire) and must_be_there(one.inter, slot.record, field):
                    yield Problem(
                        slot.target.position,
                        f"`{slot.row.left}` and `{slot.target.dotted}` do not agree: "
                        f"{text(inter)} against anything",
                        "it must be there, and a value of another type is refused",
                        f"say in the schema of what type it is{_instead(slot)}",
                    )


def _instead(slot: Slot) -> str:
    """What reads a value of any type there, if anything does."""
    if slot.row.fields[0] != ("arguments",):
        return ""
    return f", or write {ANY_ARGUMENTS.format(slot.target.dotted)}"


def _read(one: ResolvedFormat, slot: Slot) -> Iterator[str]:
    """The JSON types that a row takes from the wire: those of its operator, and of its field."""
    for rule in definitions(slot.target):
        if rule.converts and rule.wire:
            yield from PLAIN if rule.wire == "scalar" else rule.wire.split("|")
    kinds = types(_sides(one, slot)[0]) - {"null"}
    # A float that is whole is read as the count that it is.
    yield from kinds | ({"number"} if "integer" in kinds else set())


def _sides(one: ResolvedFormat, slot: Slot) -> tuple[Shapes, Shapes]:
    inter = follow(one.inter, slot.record, slot.row.fields[0]).shapes
    return inter, follow(one.wire, slot.owner.wire, slot.target.path).shapes

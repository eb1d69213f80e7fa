"""How an element that units share is told from the others of its list.

Most others cannot have its list at all: what has it is this element. From the rest it is told as
the arms of a union are. A key that it must have with one of several words, or that is given, is
written with the first; which one it came with is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..load.schema import Schema, Shape
from ..load.transform import Lens, Sequence, Target
from .paths import follow, lists, records
from .signs import Arm, Claim, Sign
from .telling import Question, fewest, taken_before, tell

SharedQuestion = tuple[Question, list[Question]]
"""What an element is asked for, and those that are asked for before it."""


def shared_question(schema: Schema, sequence: Sequence, read: Iterable[str]) -> SharedQuestion:
    """What tells a shared element that has its list; ``read``: the types that lenses are for."""
    names = [sequence.into, *_alike(schema, sequence)]
    questions = tell(schema, names, {sequence.into, *read})
    own = next(one for one in questions if one.arm == sequence.into)
    claims = tuple(_beyond_list(claim, sequence) for claim in own.claims)
    return Question(own.arm, fewest(claims), own.unlike), taken_before(schema, questions, own)


def untold(schema: Schema, sequence: Sequence, read: Iterable[str]) -> str:
    """The other type of element that nothing tells from the one that units share, or ""."""
    names = [sequence.into, *_alike(schema, sequence)]
    for one in tell(schema, names, {sequence.into, *read}):
        if one.unlike and sequence.into in (one.arm, one.unlike):
            return one.unlike if one.arm == sequence.into else one.arm
    return ""


def shared_tags(
    schema: Schema, sequence: Sequence, lenses: Iterable[Lens]
) -> dict[str, tuple[Any, ...]]:
    """The constants that a new element gets, and what else may stand in their place."""
    required = schema.required(sequence.into)
    words = {key: schema.const(sequence.into, key) for key in schema.properties(sequence.into)}
    given = {
        one.path[0]: one.values
        for lens in lenses if lens.wire == sequence.into
        for one in lens.givens if len(one.path) == 1 and not one.when
    }  # fmt: skip
    found = {key: given.get(key) or consts for key, consts in words.items() if consts}
    return {
        key: consts for key, consts in found.items()
        if len(consts) == 1 or key in required or key in given
    }  # fmt: skip


def tags_inside(schema: Schema, sequence: Sequence) -> list[dict[str, Any]]:
    """The constants of each object between a shared element and its list."""
    found = []
    for depth in range(1, len(sequence.into_path)):
        holders = records(follow(schema, sequence.into, sequence.into_path[:depth]).shapes)
        required = schema.required(holders[0]) if holders else ()
        words = {key: schema.const(holders[0], key) for key in required}
        found.append({key: words[key][0] for key in sorted(words) if words[key]})
    return found


def items(schema: Schema, sequence: Sequence) -> tuple[Shape, ...]:
    """What the list of a sequence holds on the wire."""
    return lists(follow(schema, sequence.wire_record, (sequence.wire_key,)).shapes)


def list_of(schema: Schema, sequence: Sequence) -> tuple[Shape, ...]:
    """What may stand where the units of a shared element do."""
    return follow(schema, sequence.into, sequence.into_path).shapes


def beside_list(lens: Lens, sequence: Sequence) -> tuple[str, ...]:
    """The keys of an element where the rest has blocks that do not stand in the shared list."""
    keys = dict.fromkeys(target.path[0] for target in places_beside(lens, sequence))
    return tuple(key for key in keys if key != sequence.into_path[0])


def places_beside(lens: Lens, sequence: Sequence) -> list[Target]:
    """Where else an element has what the row says of which one place is the shared list."""
    for row in lens.rows:
        places = [*row.targets, *(target for _, target in row.parts)]
        if any(target.path == sequence.into_path for target in places):
            return [one for one in places if one.path and one.path != sequence.into_path]
    return []


def _alike(schema: Schema, sequence: Sequence) -> list[str]:
    """The other elements that may have such a list, and the open one, which says what is known."""
    listed = Sign(sequence.into_path, kinds=("array",))
    names = [shape.name for shape in items(schema, sequence) if shape.name]
    return [
        name for name in names if name != sequence.into
        and (schema.record(name) is None or not Arm(schema, name).denies(listed))
    ]  # fmt: skip


def _beyond_list(claim: Claim, sequence: Sequence) -> Claim:
    """A claim without what having the list says already."""
    path = sequence.into_path
    return tuple(sign for sign in claim if sign.values or sign.path != path[: len(sign.path)])

"""Lists that stand in the place of a sequence's own: what its one element would hold.

``string: Element.key`` names that element. Where ``key`` takes lists alone, a string is the text of
the one block there. Where the schema has a list of what ``key`` holds beside the sequence's list,
such a list is this element's, as a bare string is.
"""

from __future__ import annotations

from ..load.schema import Shape
from ..load.transform import Sequence
from .format import ResolvedFormat
from .paths import Shapes, lists, records


def other_lists(one: ResolvedFormat, sequence: Sequence) -> tuple[Shape, ...]:
    """The lists that a sequence's place may hold beside its own, which its schema has first."""
    shapes = one.wire_shapes(sequence.wire_record, (sequence.wire_key,))
    return tuple(shape for shape in shapes if shape.kind == "array")[1:]


def blocks_alone(one: ResolvedFormat, sequence: Sequence) -> list[str]:
    """The types of blocks among which a text is one; [] where the element takes it as it is."""
    shapes = one.wire_shapes(sequence.string, (sequence.string_key,))
    plain = any(shape.kind in ("string", "any") for shape in shapes)
    return [] if plain else records(lists(shapes))


def bare_items(one: ResolvedFormat, sequence: Sequence) -> Shapes:
    """What such a list holds; () where the place takes none."""
    items = lists(one.wire_shapes(sequence.string, (sequence.string_key,)))
    alike = any(shape.items == items for shape in other_lists(one, sequence))
    return items if alike else ()


def bare_words(one: ResolvedFormat, sequence: Sequence) -> tuple[str, tuple[str, ...]] | None:
    """The key that tells such items from the sequence's own, and its words; None if none does."""
    wire, path = one.wire, (sequence.wire_key,)
    own = records(lists(one.wire_shapes(sequence.wire_record, path)))
    bare = [wire.tags(name) for name in records(bare_items(one, sequence))]
    for key in bare[0] if bare else ():
        words = [word for tags in bare if type(word := tags.get(key)) is str]
        taken = [word for name in own for word in wire.const(name, key)]
        if len(words) == len(bare) and not {*words} & {*taken}:
            return key, tuple(words)
    return None

"""One list that the wire spreads over several keys: how each key has its share of the blocks."""

from __future__ import annotations

from typing import Any

from .codec import Codec, Many, Through
from .notes import Notes
from .operator import UNSET
from .spec import OPAQUE, Place, demand
from .use import Use

Json = Any


class Part:
    """A key that has a list of blocks."""

    #: blocks that no schema knows may stand here too
    holds_objects = True
    #: it reads and writes other keys of the object as well
    whole = False
    #: it has blocks with this field, and a list beside it, of this key, may have such as well
    mark = others = ""
    #: so many stand here already
    before = 0

    def wants(self, block: Json) -> bool:
        """Whether a block of its kind stands here."""
        return True

    def __init__(self, use: Use, arm: str) -> None:
        self.use, self.arm = use, arm

    @property
    def codec(self) -> Codec:
        """How the blocks of this key are converted."""
        items = self.use.place.items
        if items is None:
            return self.use.codec
        if self.arm == "*":
            return Many(Through(self.use.interpreter, items), self.before)
        shapes = tuple(shape for shape in items.inter if shape.name in (self.arm, OPAQUE))
        item = Through(self.use.interpreter, Place(shapes, items.wire), self.use.key)
        return Many(item, self.before)

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        """The blocks of this key; None if nothing of it was taken."""
        if raw is None and not self.use.wire_must:
            return None
        demand(type(raw) is list, "a list")
        return self.codec.read(raw, notes) if raw or self.use.wire_must else None

    def read_whole(self, opened: Any) -> list[Json]:
        """The blocks that an object says under the keys of this part."""
        raise NotImplementedError

    def write_whole(self, shares: list[Json], w: dict[str, Json]) -> None:
        """Put what the blocks say under the keys of this part."""
        raise NotImplementedError

    def share(self, block: Json, notes: Notes) -> list[Json]:
        """What the wire has of one block."""
        written: list[Json] = self.codec.write([block], notes)
        return written

    def write(self, shares: list[Json], notes: Notes) -> Json:
        """The value of the key; UNSET if it is left out."""
        return shares if shares or self.use.wire_must else UNSET


class TextPart(Part):
    """A key that has nothing but the texts of text blocks."""

    holds_objects = False

    def share(self, block: Json, notes: Notes) -> list[Json]:
        kind = "text" if self.arm == "*" else self.use.spec.inter_tags(self.arm)["kind"]
        return [block["text"]] if block.get("kind") == kind else []


def part_of(use: Use, arm: str) -> Part:
    """How the key of a target has its share."""
    parts = (operator.part(use, arm) for operator in use.operators)
    return next((part for part in parts if part is not None), None) or Part(use, arm)


def parts_of(uses: list[tuple[Use, str]]) -> list[Part]:
    """The parts of a row; one of blocks with a mark knows the list that may hold such, too."""
    found = [part_of(use, arm) for use, arm in uses]
    lists = [part.use.key for part in found if part.arm == "*" and not isinstance(part, TextPart)]
    for part in found:
        listed = part.mark or (part.whole and _stands_in_list(part, found))
        part.others = "".join(lists) if listed else ""
    return found


def _stands_in_list(part: Part, parts: list[Part]) -> bool:
    """May blocks of a part's kind be items of the list of the rest, too?"""
    for one in parts:
        items = one.use.place.items if one.arm == "*" else None
        if items is not None:
            return any(lens.inter == part.arm for lens in one.use.spec.lenses_at(items))
    return False


def standing(part: Part, parts: list[Part], raw: Json, blocks: list[Json]) -> list[Json]:
    """The blocks of a list; each with a mark, or of a kind that has a key of its own, says that it
    stood here, not where others do.
    """
    marks = [one.mark for one in parts if one.mark and one.others == part.use.key]
    kinds = [part.use.spec.inter_tags(one.arm)["kind"] for one in parts
             if one.whole and one.others == part.use.key]  # fmt: skip
    if part.arm == "*" and type(raw) is list:
        for block in blocks:
            if any(mark in block for mark in marks) or block["kind"] in kinds:
                overlay = block.setdefault("metadata", {}).setdefault(part.use.spec.name, {})
                overlay["$"] = {**overlay.get("$", {}), "at": part.use.key}
    return blocks

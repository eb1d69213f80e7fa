"""Lenses and unions with what planning adds: names, and what callers must know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from .. import ir
from ..load.transform import Given, Lens, Row
from ..resolve.intermediate import HELD_RESULT
from ..resolve.telling import Question, common_tag

PLACED = ("place",)
PLACE = ir.var(PLACED[0])
"""The number of a value's place in a list; for a list that of its first item."""
FIRST = ir.const(0)


class Converting(Protocol):
    """What has a function each way: a lens, a union, a sequence. And what these ask for."""

    @property
    def reading(self) -> str: ...

    @property
    def writing(self) -> str: ...

    @property
    def reads_calls(self) -> bool: ...

    @property
    def hides_ids(self) -> bool: ...

    @property
    def numbered(self) -> bool: ...


@dataclass
class BoundLens:
    """A lens with the names of its two functions and what callers must know of it."""

    lens: Lens
    inter_tags: list[tuple[str, Any]]
    wire_tags: list[tuple[str, Any]]
    reading: str
    writing: str
    reads_calls: bool = False
    hides_ids: bool = False

    @property
    def keeps(self) -> bool:
        return self.lens.keeps

    @property
    def numbered(self) -> bool:
        """Whether what it writes has the number of its place in a list."""
        return any(given.numbered for given in self.lens.givens)

    @property
    def whole_child(self) -> bool:
        """Whether another lens gets the whole wire object, and keeps what is left of it."""
        whole = any(row.targets and not row.targets[0].path for row in self.lens.rows)
        return whole and not self.scalar_wire

    scalar_wire: bool = False
    kinds: tuple[str, ...] = ()
    """Of a lens onto an enumeration of the wire: the JSON types of its words."""
    #: not one of its own, or odd where it must not be: reading gives missing
    declines: bool = False
    leaves: bool = False

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.writing.replace("_encode_", "_losses_of_")

    @property
    def gives_up(self) -> bool:
        """Whether reading may find that a value stays as it is."""
        return self.declines or self.leaves

    @property
    def partial(self) -> bool:
        """Whether reading or writing may find that a value does not fit, and give missing."""
        return bool(self.gives_up or self.lens.own)


def whole_row(bound: BoundLens) -> Row | None:
    """The row of a lens that hands its whole wire object to another lens, if it is one."""
    rows = bound.lens.rows
    return rows[0] if bound.whole_child and len(rows) == 1 else None


def holds_result(lens: Lens) -> bool:
    """Whether a message of the wire holds its result as an object of its own."""
    rows = [row for row in lens.rows if row.name == HELD_RESULT]
    return any(target.path for row in rows for target in row.targets)


@dataclass
class BoundUnion:
    """An intermediate union against the arms of a wire union."""

    inter: str
    wire: str
    lenses: list[BoundLens]
    scalars: tuple[str, ...]
    opaque: bool
    questions: list[Question]
    reading: str
    writing: str
    lost: dict[str, str] = field(default_factory=dict)
    at: str = ""

    @cached_property
    def tag(self) -> str:
        """The key whose constants its arms are asked for, or ""."""
        return common_tag(self.questions)

    @property
    def asked(self) -> list[tuple[Question, list[BoundLens]]]:
        """Its arms in the order in which a value is asked for them, each with its lenses."""
        found = [(one, [lens for lens in self.lenses if lens.lens.wire == one.arm])
                 for one in self.questions]  # fmt: skip
        arms = {one.arm for one in self.questions}
        others = [lens for lens in self.lenses if lens.lens.wire not in arms]
        return [*found, *((Question(lens.lens.wire, ((),)), [lens]) for lens in others)]

    @property
    def written(self) -> list[BoundLens]:
        """Its lenses in the order in which they are asked to write a value.

        Of those for one type, what takes nothing but its own comes first.
        """
        ranked = sorted(self.lenses, key=lambda lens: not lens.lens.own)
        types = {lens.lens.inter for lens in self.lenses}
        left = {name: iter([one for one in ranked if one.lens.inter == name]) for name in types}
        return [next(left[lens.lens.inter]) for lens in self.lenses]

    def question_of(self, lens: BoundLens) -> Question:
        """What a lens's wire type is known by."""
        return next(question for question, lenses in self.asked if lens in lenses)

    @property
    def total(self) -> bool:
        return self.opaque

    @property
    def kinds(self) -> tuple[str, ...]:
        """The JSON types of its words, if it has any beside objects."""
        words = ["string"] if self.scalars else []
        return tuple(dict.fromkeys([*words, *(k for lens in self.lenses for k in lens.kinds)]))

    @property
    def lists(self) -> bool:
        """Whether lists of it are read and written by functions of their own."""
        return self.opaque and not self.scalars and not self.by_value

    @property
    def reading_list(self) -> str:
        return f"{self.reading}_list"

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.writing.replace("_encode_", "_losses_of_")

    @property
    def writing_list(self) -> str:
        return f"{self.writing}_list"

    @property
    def named(self) -> list[str]:
        """The wire keys that rows speak of."""
        lenses = [lens.lens for lens in self.lenses]
        targets = [target for lens in lenses for row in lens.all_rows for target in row.targets]
        paths = [path for target in targets for path in target.paths]
        paths += [given.path for lens in lenses for given in lens.givens]
        tags = {key for lens in self.lenses for key, _ in lens.wire_tags}
        return sorted({path[0] for path in paths if path} | tags)

    @property
    def by_value(self) -> bool:
        return any(not lens.keeps and not lens.whole_child for lens in self.lenses)

    @property
    def reads_calls(self) -> bool:
        return any(lens.reads_calls for lens in self.lenses)

    @property
    def hides_ids(self) -> bool:
        return any(lens.hides_ids for lens in self.lenses)

    @property
    def numbered(self) -> bool:
        return any(lens.numbered for lens in self.lenses)


def calls_of(one: Converting) -> list[ir.Expr]:
    """What else its reader is given: the conversation's calls, where they are asked for."""
    return [ir.var("calls")] if one.reads_calls else []


def hidden_of(one: Converting) -> list[ir.Expr]:
    """What else its writer is given: the ids that it leaves out, where there are any."""
    return [ir.var("hidden")] if one.hides_ids else []


def place_of(one: Converting, number: ir.Expr = FIRST) -> list[ir.Expr]:
    """What else both are given: the number of the place in a list, where that is written."""
    return [number] if one.numbered else []


def first_in(lens: Lens, one: ir.Expr, wire: bool) -> ir.Expr | None:
    """Where the numbers of a list begin in something that has an id of its own: two of these have
    no number in common. None if it has none.
    """
    row = next((row for row in lens.rows if row.fields[0] == ("id",) and row.targets), None)
    if row is None or len(path := row.targets[0].path) != 1:
        return None
    return ir.runtime("first_number", ir.opt(one, path[0] if wire else "id"))


def numbered(given: Given) -> ir.Expr:
    """The text with the number of the place."""
    return ir.runtime("numbered", ir.const(given.numbered), PLACE)


def read_by(one: Converting, raw: ir.Expr, number: ir.Expr = FIRST) -> ir.Expr:
    return ir.call(one.reading, raw, *calls_of(one), *place_of(one, number))


def written_by(one: Converting, value: ir.Expr, number: ir.Expr = FIRST) -> ir.Expr:
    return ir.call(one.writing, value, *hidden_of(one), *place_of(one, number))

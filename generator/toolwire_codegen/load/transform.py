"""A transform: the lenses, tables and sequences that a ``transform.yaml`` says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .findings import Position
from .positions import Document
from .stream import Stream


@dataclass(frozen=True)
class Operator:
    """One step of a target's pipeline, such as ``table(finishReason)``."""

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.args)})" if self.args else self.name


def literal(text: str) -> Any:
    """An operator's argument: a JSON value, or the bare word it is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@dataclass(frozen=True)
class Target:
    """A wire path and the operators between it and the field."""

    path: tuple[str, ...]
    operators: tuple[Operator, ...]
    position: Position
    more: tuple[tuple[str, ...], ...] = ()
    """Other places that the same value stands in, for a table of several words."""

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        return (self.path, *self.more)

    @property
    def dotted(self) -> str:
        names = [".".join(path) or "." for path in self.paths]
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    def __str__(self) -> str:
        return " | ".join([self.dotted, *map(str, self.operators)])


@dataclass(frozen=True)
class Row:
    """One correspondence. Exactly one of ``targets``, ``parts``, ``const``, ``lost`` is set.

    A ``const`` may be another beside ``calls``. What is ``lost`` has no place in the body. It is no
    loss where it is said ``elsewhere``, nor ``unless`` it differs from this value, which says no
    more than nothing does.
    """

    fields: tuple[tuple[str, ...], ...]
    position: Position
    targets: tuple[Target, ...] = ()
    parts: tuple[tuple[str, Target], ...] = ()
    const: Any = None
    is_const: bool = False
    calls: Any = None
    lost: str = ""
    back: Operator | None = None
    unless: Any = None
    elsewhere: bool = False

    @property
    def name(self) -> str:
        """The row's key in a form: the last name of its first field."""
        return self.fields[0][-1] if self.fields[0] else "."

    @property
    def left(self) -> str:
        names = [".".join(path) or "." for path in self.fields]
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    @property
    def right(self) -> str:
        if self.targets:
            return " or ".join(map(str, self.targets))
        if self.parts:
            return ", ".join(f"{arm}: {target}" for arm, target in self.parts)
        if self.is_const:
            beside = "" if self.calls is None else f", beside calls {json.dumps(self.calls)}"
            return f"always {json.dumps(self.const)}{beside}"
        if self.elsewhere:
            return f"elsewhere: {self.lost}"
        unless = "" if self.unless is None else f" (unless {json.dumps(self.unless)})"
        return f"lost: {self.lost}{unless}" + (f" (back: {self.back})" if self.back else "")


@dataclass(frozen=True)
class Given:
    """A wire value no field stands for: a constant, the sum of some fields, or a number.

    ``numbered`` is the text before the number that the object has in its list.
    """

    path: tuple[str, ...]
    values: tuple[Any, ...]
    position: Position
    when: str = ""
    sum: tuple[str, ...] = ()
    numbered: str = ""

    @property
    def computed(self) -> bool:
        """Does it depend on the value that is written, or on its place?"""
        return bool(self.sum or self.when or self.numbered)

    @property
    def built(self) -> bool:
        """Is it an object that is there, whatever rows put into it?"""
        return self.values == ({},)


@dataclass(frozen=True)
class Absent:
    """A wire key that services leave out: what is read then, and left out again."""

    path: tuple[str, ...]
    value: Any
    position: Position


@dataclass(frozen=True)
class Case:
    """Rows that hold together: for one arm of a union, or one of several spellings.

    ``at`` is the place of its first row where that is not the first of several: such a case is
    written only where the form says so.
    """

    arm: str
    rows: tuple[Row, ...]
    givens: tuple[Given, ...]
    position: Position
    lost: str = ""
    at: str = ""

    @property
    def noted(self) -> str:
        """The field of which the form says where it stood."""
        return next(row.name for row in self.rows for t in row.targets if t.dotted == self.at)


@dataclass(frozen=True)
class Lens:
    """``inter <-> wire`` and the rows between them."""

    inter: str
    wire: str
    position: Position
    rows: tuple[Row, ...] = ()
    cases: tuple[Case, ...] = ()
    givens: tuple[Given, ...] = ()
    absents: tuple[Absent, ...] = ()
    own: str = ""
    keeps: bool = False
    returns: str = ""
    """Of a reply's message: the wire type whose keys go back with it; others stay."""
    shown: bool = False
    """Is it ``own`` in requests alone? In a reply it may be anyone's."""
    stands: tuple[Given, ...] = ()
    """What stands in a reply beside what is not its own."""

    @property
    def title(self) -> str:
        return f"{self.inter} <-> {self.wire}"

    def reads(self, field: str) -> bool:
        """Whether the wire has a field of the lens's own apart."""
        return any(row.targets and (field,) in row.fields for row in self.rows)

    @staticmethod
    def goes_along(row: Row) -> bool:
        """Whether what the other of a field's two places has belongs to the field, if both have it.

        What stands in an element of a list, or in a third place, stays where it is.
        """
        paths = [target.path for target in row.targets]
        return len(paths) == 2 and not any("0" in path for path in paths)

    def last_in_sum(self, field: str, others: tuple[str, ...]) -> Given | None:
        """The sum that has a count in it and these others, where all else is read before it."""
        order = {row.name: at for at, row in enumerate(self.rows) if row.targets}
        for given in self.givens:
            positions = [order[one] for one in given.sum if one in order]
            mine = {field, *(one for one in others if self.reads(one))} <= {*given.sum}
            if mine and len(given.path) == 1 and order.get(field) == max(positions, default=None):
                return given
        return None

    @property
    def written(self) -> tuple[Case, ...]:
        """The cases in the order in which a value is asked: other places before the first."""
        return tuple(sorted(self.cases, key=lambda case: not case.at))

    @property
    def row_texts(self) -> list[str]:
        """Each row in the words of the source, for people who read what it became."""
        cases = [(f"{case.arm or 'case'}: ", row) for case in self.cases for row in case.rows]
        rows = [("", row) for row in self.rows]
        texts = [f"{of}{row.left}: {row.right}" for of, row in [*rows, *cases]]
        left_out = [".".join(absent.path) for absent in self.absents]
        return [*texts, f"absent: {', '.join(left_out)}"] if left_out else texts

    def has_null(self, path: tuple[str, ...]) -> bool:
        """Whether `absent` says that null is what the wire has there for nothing."""
        return any(one.path == path and one.value is None for one in self.absents)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        return self.rows + tuple(row for case in self.cases for row in case.rows)


@dataclass(frozen=True)
class Union:
    """Which arms of an intermediate union a wire union cannot hold, and why.

    Those ``elsewhere`` are said without a word, and no loss.
    """

    inter: str
    wire: str
    lost: dict[str, str]
    position: Position
    elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Sequence:
    """How a list of units stands on the wire.

    ``lift``: what leaves the list. ``member``, ``rest``: what shares an element. ``spread``: what
    stands as several elements, with what stands ``among`` them. ``string``: what holds it if it
    is no list.
    """

    field: str
    record: str
    wire_record: str
    wire_key: str
    position: Position
    lift: str = ""
    lift_key: str = ""
    lift_anywhere: bool = False
    member: str = ""
    rest: str = ""
    into: str = ""
    into_key: str = ""
    spread: str = ""
    spread_key: str = ""
    among: tuple[str, ...] = ()
    string: str = ""
    string_key: str = ""
    fold_position: Position | None = None

    @property
    def into_path(self) -> tuple[str, ...]:
        """The keys that lead to the list of what shares an element."""
        return tuple(self.into_key.split("."))

    @property
    def units(self) -> list[str]:
        """The intermediate types that its words name."""
        return [name for name in (self.member, self.rest, self.lift, self.spread) if name]

    @property
    def places(self) -> list[tuple[str, tuple[str, ...]]]:
        """The wire places that it names, as type and path."""
        places = [(self.wire_record, (self.wire_key,)), (self.into, self.into_path)]
        places.append((self.wire_record if self.lift else "", (self.lift_key,)))
        return [place for place in (*places, (self.string, (self.string_key,))) if place[0]]


ANY = "*"
"""Of the words of a row, in its place: whatever stands there."""


def words(wire: Any) -> tuple[Any, ...]:
    """What each place says, in a row of a table."""
    return wire if isinstance(wire, tuple) else (wire,)


@dataclass(frozen=True)
class Table:
    """An enumeration's correspondence: both ways, decode only (``<-``), encode only (``->``)."""

    name: str
    both: dict[Any, Any]
    decode: dict[Any, Any]
    encode: dict[Any, Any]
    otherwise: Any
    position: Position

    @property
    def decoding(self) -> dict[Any, Any]:
        return {wire: inter for inter, wire in self.both.items()} | self.decode

    @property
    def encoding(self) -> dict[Any, Any]:
        return self.both | self.encode

    @property
    def exact(self) -> bool:
        """Has the wire to be asked for more than what equals a word, as 1 equals true?"""
        written = any(not isinstance(word, str) for word in self.encoding.values())
        return written or any(isinstance(word, bool | float) for word in self.decode)

    @property
    def rows(self) -> list[Any]:
        """What is read, row by row: which place says what, and what that means."""
        return [
            [[[at, word] for at, word in enumerate(words(wire)) if word != ANY], value]
            for wire, value in self.decoding.items()
        ]


Entry = tuple[str, tuple[str, ...]]
"""The type that bodies are read as, and the wire types that they may be."""
REQUEST, RESPONSE = "request", "response"
NO_ENTRY: Entry = ("", ())


def entry_path(name: str) -> tuple[str, ...]:
    """Where a transform says what an entry maps: the two that most wires have stand at its top."""
    return (name,) if name in (REQUEST, RESPONSE) else ("entries", name)


@dataclass(frozen=True)
class Answer:
    """What the message of a result repeats of the message of its call, which is an entry too."""

    call: str
    places: dict[tuple[str, ...], tuple[str, ...]]
    position: Position


@dataclass
class Transform:
    """One wire format's correspondence with the intermediate format."""

    name: str
    document: Document
    title: str = ""
    reference: str = ""
    entries: dict[str, Entry] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    snake_case: bool = False
    lenses: list[Lens] = field(default_factory=list)
    unions: list[Union] = field(default_factory=list)
    sequences: list[Sequence] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    errors: dict[str, dict[str, Any]] = field(default_factory=dict)
    stream: Stream | None = None

    @property
    def request(self) -> Entry:
        return self.entries.get(REQUEST, NO_ENTRY)

    @property
    def response(self) -> Entry:
        return self.entries.get(RESPONSE, NO_ENTRY)

    @property
    def streamed(self) -> str:
        """The entry whose replies streams build: `response`, or else one of the same type."""
        inter, wires = self.response
        whole = self.stream.whole if self.stream is not None else ""
        others = [name for name, one in self.entries.items() if one[0] == inter and whole in one[1]]
        return RESPONSE if whole in wires or not others else others[0]

    @property
    def streamed_entry(self) -> Entry:
        return self.entries.get(self.streamed, NO_ENTRY)

    def lens(self, inter: str, wire: str) -> Lens | None:
        wanted = (inter, wire)
        return next((lens for lens in self.lenses if (lens.inter, lens.wire) == wanted), None)

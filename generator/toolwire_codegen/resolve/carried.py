"""What each format carries of the intermediate format, and why it does not carry the rest.

The features are the fields and arms of requests and replies, found in the intermediate schema; what
a format does with each follows from its lenses and unions. A new field is a new row by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..load.schema import Schema
from ..load.transform import Case, Lens, Row, Sequence, Target
from .format import ResolvedFormat, ResolvedProject
from .intermediate import OPAQUE, TEXT_BLOCK
from .paths import Path, Shapes, lens_names, lists

ROOTS = ("Request", "Response")
METADATA = "metadata"
YES, ELSEWHERE, OWN, LOST, NONE = "carried", "elsewhere", "own alone", "lost", "–"
"""What becomes of a feature; the last where a format has nothing that could have it."""
RANK = (YES, ELSEWHERE, OWN, LOST, NONE)
NOWHERE = "there is no place for it"


@dataclass(frozen=True)
class Cell:
    """What a format does with a feature, and why, if that is not known from what holds it."""

    word: str
    reason: str = ""


@dataclass(frozen=True)
class Feature:
    """A row of the matrix: where it stands, in words, and a cell for each format."""

    words: tuple[str, ...]
    cells: dict[str, Cell]


@dataclass(frozen=True)
class LensPart:
    """Lens rows that speak of a record: those of its own lens, or of fields inside a field."""

    lens: Lens
    inside: Path = ()
    arm: str = ""

    def rows(self) -> Iterator[tuple[Row, Case | None]]:
        yield from ((row, None) for row in self.lens.rows)
        for case in self.lens.cases:
            if not (self.arm and case.arm and case.arm != self.arm):
                yield from ((row, case) for row in case.rows)


@dataclass(frozen=True)
class Place:
    """What a format has for a record: lenses, a sequence that spreads it, or a word of it alone."""

    lens_parts: tuple[LensPart, ...] = ()
    spread: Sequence | None = None
    cell: Cell | None = None
    alone: frozenset[str] | None = None
    """The fields that the wire has without an object of its own for them."""


Places = dict[str, Place]


def features(project: ResolvedProject) -> Iterator[Feature]:
    """Every feature of requests and replies, in the order of the schema."""
    if not project.formats:
        return
    matrix = _Matrix(project, project.formats[0].inter)
    for root in ROOTS:
        if matrix.inter.record(root):
            places = {one.name: matrix.of_type(one, root) for one in project.formats}
            yield from matrix.fields(root, (root,), places)


class _Matrix:
    def __init__(self, project: ResolvedProject, inter: Schema) -> None:
        self.formats = {one.name: one for one in project.formats}
        self.inter = inter
        self.open: list[str] = []
        """The records that the walk is in: what holds itself is told once."""

    def of_type(self, format_: ResolvedFormat, name: str) -> Place:
        """All lenses of a type, wherever the format has it."""
        lens_parts = [
            LensPart(view.lens, arm="" if view.lens.inter == name else name)
            for view in format_.lenses
            if view.lens.inter == name or any(case.arm == name for case in view.cases)
        ]
        return Place(tuple(lens_parts)) if lens_parts else Place(cell=Cell(NONE))

    def _entered(self, format_: ResolvedFormat, arm: str) -> bool:
        """Whether a format has a body that is of a type, or has it in a field."""
        names = {inter for inter, _ in format_.transform.entries.values()}
        found = {*names, *(one for name in names for one in self.inter.arms(name))}
        for name in names:
            for schema in self.inter.properties(name).values():
                found |= set(_arms(self.inter.shapes(schema)))
        return arm in found

    def fields(self, record: str, words: tuple[str, ...], places: Places) -> Iterator[Feature]:
        """The fields of a record, each with what is in it."""
        if record in self.open:
            return
        self.open.append(record)
        yield from self._fields(record, words, places)
        self.open.pop()

    def _fields(self, record: str, words: tuple[str, ...], places: Places) -> Iterator[Feature]:
        private = self.inter.private(record)
        for key, schema in self.inter.properties(record).items():
            if key == METADATA or key in private or self.inter.const(record, key):
                continue
            shapes = self.inter.shapes(schema)
            arms = _arms(shapes)
            below = (*words, spaced(key))
            cells = {name: self._cell(name, place, key) for name, place in places.items()}
            if len(arms) > 1:  # what it holds says more than that it is there
                holder = below if self._choice(shapes) else words
                yield from self._arms(shapes, holder, places, key, cells)
                continue
            again = below[-1] == words[-1]
            if not again:
                yield Feature(below, cells)
            for arm in arms:
                inner = {name: self._inner(name, place, key, arm, cells[name])
                         for name, place in places.items()}  # fmt: skip
                if self.inter.record(arm):
                    yield from self.fields(arm, words if again else below, inner)

    def _choice(self, shapes: Shapes) -> bool:
        return not any(shape.kind == "array" for shape in shapes)

    def _arms(
        self, shapes: Shapes, words: tuple[str, ...], places: Places, key: str,
        cells: dict[str, Cell],
    ) -> Iterator[Feature]:  # fmt: skip
        replied = words[0] != ROOTS[0]  # of requests it has been said what they hold
        for arm in _arms(shapes):
            named = (*words, self._tag(arm))
            inner = {name: self._inner(name, place, key, arm, cells[name])
                     for name, place in places.items()}  # fmt: skip
            own = {name: place.cell or _arm_cell(place, arm, replied)
                   for name, place in inner.items()}  # fmt: skip
            if not self.inter.record(arm):
                yield from self._words(arm, words, inner, own)
                continue
            yield Feature(named, own)
            there = any(place.cell is None for place in inner.values())
            if there and not replied and arm != TEXT_BLOCK:
                yield from self.fields(arm, named, inner)

    def _tag(self, arm: str) -> str:
        """What a reader calls an arm: its tag, or its name."""
        for key in ("role", "kind"):
            for word in self.inter.const(arm, key):
                return spaced(str(word))
        return spaced(arm)

    # -- one format

    def _cell(self, name: str, place: Place, key: str) -> Cell:
        """What a format does with a field."""
        if place.cell is not None:
            return Cell(place.cell.word)
        if place.spread is not None:
            return Cell(YES) if place.spread.spread_key == key else Cell(LOST, NOWHERE)
        if place.alone is not None:
            return Cell(YES) if key in place.alone else Cell(LOST, NOWHERE)
        return _best([_field_cell(lens_part, key) for lens_part in place.lens_parts])

    def _inner(self, name: str, place: Place, key: str, arm: str, cell: Cell) -> Place:
        """What a format has for what a field holds."""
        format_ = self.formats[name]
        if cell.word in (LOST, ELSEWHERE):
            return Place(cell=cell)
        if place.cell is not None:
            begun = cell.word == NONE and self._entered(format_, arm)
            return self.of_type(format_, arm) if begun else place
        if place.spread is not None:
            found = lists(format_.wire_shapes(place.spread.wire_record, (place.spread.wire_key,)))
            return self._among(format_, place.spread.spread, key, arm, found)
        places = [self._of_row(format_, lens_part, key, arm) for lens_part in place.lens_parts]
        lens_parts = tuple(one for found in places for one in found.lens_parts)
        spread = next((found.spread for found in places if found.spread), None)
        alone = next((found.alone for found in places if found.alone is not None), None)
        if lens_parts or spread or alone is not None:
            return Place(lens_parts, spread, alone=None if lens_parts else alone)
        return Place(cell=_best([found.cell for found in places if found.cell]))

    def _of_row(self, format_: ResolvedFormat, lens_part: LensPart, key: str, arm: str) -> Place:
        path = (*lens_part.inside, key)
        places: list[Place] = []
        for row, _ in lens_part.rows():
            if any(len(field) > len(path) and field[: len(path)] == path for field in row.fields):
                return Place((LensPart(lens_part.lens, path),))
            if path not in row.fields:
                continue
            sequence = format_.sequence(lens_part.lens, row)
            if sequence is not None:
                found = self.of_type(format_, arm)
                return Place(spread=sequence) if sequence.spread == arm else found
            record = lens_part.arm or lens_part.lens.inter
            for part, target in row.parts:
                shapes = format_.wire_shapes(lens_part.lens.wire, target.path)
                found = self._among(format_, record, key, arm, shapes)
                if found.cell is not None and part == arm:
                    found = Place(alone=self._alone(arm, target))
                places.append(found)
            for target in row.targets:
                shapes = format_.wire_shapes(lens_part.lens.wire, target.path)
                places.append(self._among(format_, record, key, arm, shapes))
        for place in places:
            if place.cell is None:
                return place
        return places[0] if places else Place(cell=Cell(LOST, NOWHERE))

    def _among(
        self, format_: ResolvedFormat, record: str, key: str, arm: str, shapes: Shapes
    ) -> Place:
        """What a format has for one of the types that a field may hold, on a wire place."""
        wires = _arms(shapes)
        ours = [one for name in (arm, *self._unions(arm)) for one in format_.lenses
                if one.lens.inter == name and one.lens.wire in wires]  # fmt: skip
        lens_parts = []
        for view in ours:
            cases = [case for case in view.lens.cases if case.arm == arm]
            if view.lens.inter == arm or cases:
                lens_parts.append(LensPart(view.lens, arm=arm if cases else ""))
        texts = any(shape.json_type == "string" for shape in _flat(shapes))
        if lens_parts or (texts and (arm == TEXT_BLOCK or not self.inter.record(arm))):
            return Place(tuple(lens_parts), alone=None if lens_parts else frozenset())
        inters = self.inter.shapes(self.inter.properties(record).get(key))
        pair = format_.union_of(_named(inters), _named(shapes))
        unions = [one for one in format_.transform.unions if one.inter == pair[0]]
        unions.sort(key=lambda one: one.wire != pair[1])
        for union in unions:
            if arm in union.lost:
                word = ELSEWHERE if arm in union.elsewhere else LOST
                return Place(cell=Cell(word, union.lost[arm]))
        return Place(cell=Cell(LOST, NOWHERE))

    def _alone(self, arm: str, target: Target) -> frozenset[str]:
        """The fields of an arm that stand on the wire by themselves: those that a part names."""
        named = {arg for one in target.operators for arg in one.args}
        return frozenset(self.inter.properties(arm).keys() & named) or self.inter.required(arm)

    def _words(
        self, arm: str, words: tuple[str, ...], places: Places, cells: dict[str, Cell]
    ) -> Iterator[Feature]:
        """The words of an enumeration: which of them a format has no way to say."""
        unions = self._unions(arm)
        for word in self.inter.defs[arm].get("enum", ()):
            found = dict(cells)
            for name in places:
                for union in self.formats[name].transform.unions:
                    if union.inter in unions and word in union.lost:
                        kind = ELSEWHERE if word in union.elsewhere else LOST
                        found[name] = Cell(kind, union.lost[word])
            yield Feature((*words, str(word)), found)

    def _unions(self, arm: str) -> list[str]:
        return [name for name in self.inter.defs if arm in self.inter.arms(name)]


def _arms(shapes: Shapes) -> list[str]:
    """The types of a value, or of what is in a list; not what only its own wire knows."""
    return [name for name in dict.fromkeys(lens_names(_flat(shapes))) if name != OPAQUE]


def _named(shapes: Shapes) -> list[str]:
    return [shape.name for shape in _flat(shapes) if shape.name]


def _flat(shapes: Shapes) -> Shapes:
    return tuple(item for shape in shapes for item in (shape, *shape.items))


def _field_cell(lens_part: LensPart, key: str) -> Cell:
    path = (*lens_part.inside, key)
    cells = []
    for row, _ in lens_part.rows():
        if not any(field[: len(path)] == path for field in row.fields):
            continue
        if not row.lost:
            return Cell(YES)
        if path in row.fields:
            cells.append(Cell(ELSEWHERE if row.elsewhere or row.back else LOST, row.lost))
    return _best(cells) if cells else Cell(LOST, NOWHERE)


def _arm_cell(place: Place, arm: str, replied: bool) -> Cell:
    """What becomes of a value of a type that a format has something for."""
    if place.spread is not None or place.alone is not None:
        return Cell(YES)
    cells = []
    for lens_part in place.lens_parts:
        lens = lens_part.lens
        lost = next((case.lost for case in lens.cases if case.arm == arm and case.lost), "")
        if lens.own and not (replied and lens.shown):
            cells.append(Cell(OWN, lens.own))
        else:
            cells.append(Cell(LOST, lost) if lost else Cell(YES))
    return _best(cells)


def _best(cells: list[Cell]) -> Cell:
    return min(cells, key=lambda cell: RANK.index(cell.word), default=Cell(LOST, NOWHERE))


def spaced(name: str) -> str:
    """A name as words."""
    text = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return text.strip()

"""What the schemas say of a place: its shapes, whether it must be there, which lenses serve it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from toolwire_codegen.load.project import Format, Project
from toolwire_codegen.load.schema import Schema, Shape
from toolwire_codegen.load.transform import Lens, Row, Sequence, Target

from .registry import pipeline

Json = Any
Path = tuple[str, ...]
OPAQUE = "Opaque"


class Refused(ValueError):
    """The value is not of the documented form."""


REFUSALS = (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError)
"""What odd data makes the interpreter raise: it does not bother to say what is wrong."""


class Declined(Exception):
    """The object is not what this lens is for: another arm may take it."""


class Dropped(Exception):
    """The wire takes nothing for this value."""


def demand(condition: object, what: str) -> None:
    """Refuse unless ``condition`` holds."""
    if not condition:
        raise Refused(what)


@dataclass(frozen=True)
class Place:
    """Where a union or a lens is looked up: what may stand there on both sides."""

    inter: tuple[Shape, ...]
    wire: tuple[Shape, ...]

    @property
    def items(self) -> Place | None:
        """The place of a list's items, if both sides have a list here."""
        left = [shape for shape in self.inter if shape.kind == "array"]
        right = [shape for shape in self.wire if shape.kind == "array"]
        return Place(left[0].items, right[0].items) if left and right else None


class Spec:
    """One format's transform with both schemas."""

    def __init__(self, project: Project, format_: Format) -> None:
        self.name = format_.name
        self.inter, self.wire = project.intermediate, format_.schema
        self.transform = format_.transform
        self.codecs = format_.codecs
        self._shapes: dict[tuple[bool, str, Path], tuple[Shape, ...]] = {}
        #: what takes longer to work out than any body to read, and is the same for all of them
        self.worked_out: dict[Json, Json] = {}
        self._lenses: dict[tuple[Path, Path, tuple[Json, ...]], list[Lens]] = {}
        self.snake_case = format_.transform.snake_case
        self.filled = {
            (shape.name, absent.path[-1])
            for lens in self.transform.lenses
            for absent in lens.absents
            if not self.beside(lens, absent.path)
            for shape in self.shapes(self.wire, lens.wire, absent.path[:-1])
        }

    # -- shapes

    def beside(self, lens: Lens, path: Path) -> list[str]:
        """Keys that the other fields of an optional record have, of which one is at ``path``."""
        rows = [row for row in lens.rows if len(row.fields[0]) > 1 and len(row.targets) == 1]
        for row in rows:
            holder = row.fields[0][:-1]
            if row.targets[0].path == path and not self.required(self.inter, lens.inter, holder):
                return [other.targets[0].path[-1] for other in rows
                        if other is not row and other.fields[0][:-1] == holder]
        return []

    def shapes(self, schema: Schema, record: str, path: Path) -> tuple[Shape, ...]:
        place = (schema is self.wire, record, path)
        if place not in self._shapes:
            self._shapes[place] = self._shapes_at(schema, record, path)
        return self._shapes[place]

    def _shapes_at(self, schema: Schema, record: str, path: Path) -> tuple[Shape, ...]:
        shapes = schema.shapes({"$ref": f"#/$defs/{record}"})
        for name in path:
            found: list[Shape] = []
            for shape in shapes:
                if name == "0":
                    found += shape.items
                elif shape.kind == "record" and name in schema.properties(shape.name):
                    found += schema.shapes(schema.properties(shape.name)[name])
                elif shape.kind in ("object", "any") and not shape.name:
                    found.append(Shape("any"))
            shapes = tuple(dict.fromkeys(found))
        return shapes

    def keys_inside(self, lens: Lens, path: Path) -> set[str]:
        """The keys that rows take out of an object which another row reads through a lens."""
        targets = [row.targets[0] for row in lens.rows if len(row.targets) == 1]
        plain = [t.path for t in targets if not (t.operators or t.more)]
        if not path or path not in plain or lens.cases:
            return set()
        return {
            t.path[-1] for t in targets
            if t.path[:-1] == path and not any(one.goes_in for one in pipeline(t.operators))
        }

    def demanded(self, record: str, path: Path) -> bool:
        """Does the wire demand every step of a path, so that nothing stands for one of them?"""
        ways = [(path[:end], key) for end, key in enumerate(path)]
        steps = [(s.name, key) for way, key in ways for s in self.shapes(self.wire, record, way)]
        gone = any(step in self.filled for step in steps)
        return not gone and self.required(self.wire, record, path)

    def required(self, schema: Schema, record: str, path: Path) -> bool:
        """Must every step of ``path`` be there, and be no null on the way?"""
        for index, name in enumerate(path):
            if name == "0":
                continue
            records = [s for s in self.shapes(schema, record, path[:index]) if s.kind != "null"]
            if not records:
                return False
            filled = [schema is self.wire and (s.name, name) in self.filled for s in records]
            for shape, stands in zip(records, filled, strict=True):
                if shape.kind != "record" or not (stands or name in schema.required(shape.name)):
                    return False
            inner = self.shapes(schema, record, path[: index + 1])
            null = any(shape.kind == "null" for shape in inner)
            if index + 1 < len(path) and null and not all(filled):
                return False
        return True

    def is_list(self, record: str, path: Path) -> bool:
        return any(shape.kind == "array" for shape in self.shapes(self.wire, record, path))

    def place(self, lens: Lens, row: Row, target: Target, record: str) -> Place:
        return Place(
            self.shapes(self.inter, record, row.fields[0]),
            self.shapes(self.wire, lens.wire, target.path),
        )

    # -- tags

    def wire_tags(self, lens: Lens) -> dict[str, Json]:
        """Constants of the wire record that no row and no given speaks of."""
        place = "wire", lens.inter, lens.wire
        if place not in self.worked_out:
            self.worked_out[place] = self._unspoken(lens)
        return {**self.worked_out[place]}

    def _unspoken(self, lens: Lens) -> dict[str, Json]:
        spoken = {given.path[0] for given in lens.givens}
        spoken |= {p[0] for row in lens.all_rows for t in row.targets for p in t.paths if p}
        tags = {}
        for key in self.wire.required(lens.wire) - spoken:
            values = self.wire.const(lens.wire, key)
            if len(values) == 1:
                tags[key] = values[0]
        return tags

    def inter_tags(self, record: str) -> dict[str, Json]:
        place = "inter", record
        if place not in self.worked_out:
            self.worked_out[place] = {
                key: self.inter.const(record, key)[0]
                for key in self.inter.required(record)
                if len(self.inter.const(record, key)) == 1
            }
        return {**self.worked_out[place]}

    def arm(self, lens: Lens, name: str) -> str:
        """The record a case's arm stands for: it is named by the tag it has."""
        for record in self.inter.arms(lens.inter):
            if name in self.inter_tags(record).values():
                return record
        return name

    def float_places(self, lens: Lens) -> list[Path]:
        """Where a lens has integers for any numbers of the wire."""
        if not lens.keeps:
            return []
        found = []
        for row in lens.rows:
            if len(row.targets) == len(row.fields) == 1:
                inter = {one.kind for one in self.shapes(self.inter, lens.inter, row.fields[0])}
                path = row.targets[0].path
                wire = {one.kind for one in self.shapes(self.wire, lens.wire, path)}
                if "integer" in inter and "number" not in inter and "number" in wire:
                    found.append(path)
        return found

    def kept_keys(self, lens: Lens) -> list[str]:
        """What the wire demands and nothing in the lens speaks of: it lives in the overlay."""
        targets = [target for row in lens.all_rows for target in row.targets]
        targets += [target for row in lens.all_rows for _, target in row.parts]
        if not lens.keeps or not all(target.path for target in targets):
            return []
        spoken = {path[0] for target in targets for path in target.paths}
        spoken |= {given.path[0] for given in lens.givens}
        spoken |= {given.path[0] for case in lens.cases for given in case.givens}
        spoken |= set(self.wire_tags(lens))
        filled = {key for record, key in self.filled if record == lens.wire}
        return sorted({*self.wire.required(lens.wire), *filled} - spoken)

    def kept_inside(self, record: str, lens: Lens, here: Path) -> list[Path]:
        """The like inside of the objects that rows lead into."""
        spoken = [path for row in lens.all_rows for target in row.targets for path in target.paths]
        spoken += [given.path for given in lens.givens]
        filled = {key for name, key in self.filled if name == record}
        found: list[Path] = []
        for key in sorted({*self.wire.required(record), *filled}):
            path = (*here, key)
            below = [longer for longer in spoken if longer[: len(path)] == path]
            if not below and here:
                found.append(path)
            elif below and path not in below:
                names = [shape.name for shape in self.shapes(self.wire, record, (key,))]
                found += self.kept_inside(names[0], lens, path) if names[0] else []
        return found

    # -- lookups

    def lens(self, inter: str, wire: str) -> Lens:
        found = self.transform.lens(inter, wire)
        assert found is not None, f"{inter} <-> {wire}"
        return found

    def lenses_at(self, place: Place) -> list[Lens]:
        """The lenses between what may stand at a place, in the order of the wire's arms."""
        names = tuple(shape.name for shape in place.inter if shape.name)
        wires = tuple(shape.name or shape.of for shape in place.wire)
        scalars = tuple(value for shape in place.inter for value in shape.consts)
        if (names, wires, scalars) not in self._lenses:
            self._lenses[names, wires, scalars] = self._between(names, wires, scalars)
        return self._lenses[names, wires, scalars]

    def _between(self, names: Path, wires: Path, scalars: tuple[Json, ...]) -> list[Lens]:
        here = set(names)
        for title in self.inter.defs:
            arms = self.inter.arms(title)
            values = self.inter.defs[title].get("enum")
            if (arms and set(arms) <= set(names)) or (values and set(values) <= {*scalars}):
                here.add(title)
        lenses = self.transform.lenses
        found = [lens for lens in lenses if lens.inter in here and lens.wire in wires]
        return sorted(found, key=lambda lens: wires.index(lens.wire))

    def sequence(self, lens: Lens, row: Row) -> Sequence | None:
        for target in row.targets[:1]:
            holders = {lens.wire}
            for end in range(1, len(target.path)):
                shapes = self.shapes(self.wire, lens.wire, target.path[:end])
                holders = {shape.name for shape in shapes if shape.kind == "record"}
            for sequence in self.transform.sequences:
                ours = (sequence.record, sequence.field) == (lens.inter, row.name)
                last = target.path[-1:] == (sequence.wire_key,)
                if ours and last and sequence.wire_record in holders:
                    return sequence
        return None

    @cached_property
    def spellings(self) -> dict[str, str]:
        """snake_case spellings of the keys of all objects of the wire, to our own."""
        if not self.snake_case:
            return {}
        keys = {key for name in self.wire.defs for key in self.wire.properties(name)}
        single = [key for key in keys if "_" not in key]
        found = {"".join(f"_{c.lower()}" if c.isupper() else c for c in k): k for k in single}
        return {snake: key for snake, key in found.items() if snake not in keys}

    def is_respelled(self, record: str, path: Path) -> bool:
        """Has the wire object at ``path`` a key of two spellings? Then any such is read in it."""
        shapes = self.shapes(self.wire, record, path)
        keys = {key for s in shapes if s.kind == "record" for key in self.wire.properties(s.name)}
        return not keys.isdisjoint(self.spellings.values())

    def has_either(self, value: Json, key: str) -> bool:
        """Is a key there, in either of its spellings?"""
        return key in value or any(
            snake in value for snake, ours in self.spellings.items() if ours == key
        )

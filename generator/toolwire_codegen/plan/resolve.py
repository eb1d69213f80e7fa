"""Lenses resolved against both schemas: every row with its records, shapes and codec."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from ..ir.scope import snake
from ..load.schema import Schema, Shape
from ..load.transform import Lens, Operator, Row, Table, Target
from ..operators.base import Codec, Use
from ..operators.choice import certain_fields
from ..operators.leaf import Leaf
from ..operators.modifier import Modifier
from ..operators.registry import OPERATORS
from ..operators.uses import carries, declines, definitions, leaves
from ..resolve.format import ResolvedFormat
from ..resolve.intermediate import CALL, OPAQUE, RESULT, TEXT_BLOCK
from ..resolve.paths import lens_names, must_be_there
from ..resolve.signs import Sign
from ..resolve.snaked import snaked
from ..resolve.telling import Question, tell
from . import codecs
from .bound import BoundLens, BoundUnion
from .naming import Constants, Stems


class Resolver:
    """Finds shapes, lenses, unions and codecs of one format."""

    def __init__(self, format_: ResolvedFormat) -> None:
        self.format, self.inter, self.wire = format_, format_.inter, format_.wire
        lenses = [view.lens for view in format_.lenses]
        self.transform = replace(format_.transform, lenses=lenses)
        self.bound: dict[tuple[str, str], BoundLens] = {}
        self.unions: dict[tuple[str, str, str], BoundUnion] = {}
        self.constants = Constants()
        sequences = [snake(sequence.field) for sequence in self.transform.sequences]
        self.stems = Stems([*self.transform.entries, *sequences])
        self.certain_fields: dict[str, set[tuple[str, ...]]] = {}
        self.reaches: dict[tuple[bool, str], frozenset[str]] = {}
        backs = any(row.back for lens in self.transform.lenses for row in lens.all_rows)
        self.tracks_calls = bool(self._standing("call_ids")) or backs
        self.hides = bool(self._standing("hides_ids"))
        inters = [lens.inter for lens in self.transform.lenses]
        for view in format_.lenses:
            lens = view.lens
            name = snake(lens.inter)
            if inters.count(lens.inter) > 1 or lens.inter in {"Request", "Response"}:
                name = f"{name}_from_{snake(lens.wire)}".replace("__", "_")
            reading, writing = self.stems.take(name, name.replace("_from_", "_to_"))
            bound = BoundLens(
                lens,
                self._tags(self.inter, lens.inter, lens),
                self._tags(self.wire, lens.wire, lens),
                f"_decode_{reading}",
                f"_encode_{writing}",
            )
            bound.scalar_wire = self.wire.record(lens.wire) is None
            words = [s for s in self.format.wire_shapes(lens.wire, ()) if s.of == lens.wire]
            bound.kinds = tuple(dict.fromkeys(shape.json_type for shape in words))
            bound.declines = declines(format_, view)
            bound.leaves = leaves(format_, view)
            self.bound[lens.inter, lens.wire] = bound
        for bound in self.bound.values():
            bound.reads_calls = self._contextual(bound.lens, reading=True, visited=set())
            bound.hides_ids = self._contextual(bound.lens, reading=False, visited=set())

    def _tags(self, schema: Schema, name: str, lens: Lens) -> list[tuple[str, Any]]:
        """The required constants of a record: what tells it from other arms of a union."""
        given = {given.path[0] for given in lens.givens if schema is self.wire}
        rows = {p[0] for row in lens.all_rows for t in row.targets for p in t.paths if p}
        tags = []
        for key in schema.properties(name):
            consts = schema.const(name, key)
            if consts and key in schema.required(name) and key not in given:
                if schema is self.wire and key in rows:
                    tags.append((key, consts))
                elif len(consts) == 1:
                    tags.append((key, consts[0]))
        return tags

    def _contextual(self, lens: Lens, reading: bool, visited: set[str]) -> bool:
        """Whether a lens, or one it calls, needs the conversation's calls (or hidden ids)."""
        if lens.title in visited or not (self.tracks_calls if reading else self.hides):
            return False
        visited.add(lens.title)
        for row in lens.all_rows:
            if reading and row.back is not None:
                return True
            if any(d.call_ids for target in row.targets for d in definitions(target)):
                return True
        others = [other for other in self.transform.lenses if other is not lens]
        if lens.inter == CALL:
            # A call that is a message by itself has no results beside it that ask for it.
            return any(self._calls(other, lens) for other in others)
        return any(
            self._calls(lens, other) and self._contextual(other, reading, visited)
            for other in others
        )

    def converses(self, lens: Lens) -> bool:
        """Whether a lens is that of a whole conversation, whose results answer its calls."""
        holds_calls = CALL in self.reach(self.inter, lens.inter)
        if lens.inter != self.transform.request[0] or not holds_calls:
            return False
        return self.bound[lens.inter, lens.wire].reads_calls

    @cached_property
    def answered(self) -> list[str]:
        """The fields of calls whose results have a type of their own on the wire."""
        return list(dict.fromkeys(o.args[0] for o in self._standing("of_calls")))

    def tells_kinds(self, lens: Lens) -> bool:
        """Whether calls that a lens reads have a type of their own for their results."""
        return lens.inter == CALL and any(carries(lens, (field,)) for field in self.answered)

    @property
    def shows_thoughts(self) -> bool:
        """Whether replies show what other wires' models thought."""
        return any(lens.shown for lens in self.transform.lenses)

    @property
    def sends_made_ids(self) -> bool:
        """Whether an id that was made up for a reply is written in the next request."""
        return any(operator.args for operator in self._standing("hides_ids"))

    @property
    def finds_by_name(self) -> bool:
        """Whether a result has a name on the wire, to find its call by where it has no id."""
        return any(operator.args for operator in self._standing("finds_calls"))

    @property
    def names_apart(self) -> bool:
        """Whether a result has a name on the wire that nothing is found by: it is its own."""
        rows = [row for lens in self.transform.lenses if lens.inter == RESULT for row in lens.rows]
        named = any(row.name == "name" and row.targets for row in rows)
        return named and not self.finds_by_name

    def _standing(self, trait: str) -> list[Operator]:
        """The operators in targets of this format that have a trait."""
        rows = [row for lens in self.transform.lenses for row in lens.all_rows]
        found = [o for row in rows for target in row.targets for o in target.operators]
        return [o for o in found if getattr(OPERATORS[o.name], trait)]

    def _calls(self, lens: Lens, other: Lens) -> bool:
        """Whether a value of ``lens`` can hold one of ``other``'s, on both sides."""
        reached = self.reach(self.inter, lens.inter)
        arms = set(self.inter.arms(other.inter)) or {other.inter}
        return arms <= reached and other.wire in self.reach(self.wire, lens.wire)

    def reach(self, schema: Schema, name: str) -> frozenset[str]:
        """The records a value of type ``name`` can hold, itself among them."""
        key = (schema is self.inter, name)
        if key not in self.reaches:
            self.reaches[key] = _reachable(schema, name)
        return self.reaches[key]

    def alike(self, row: Row, inters: list[str]) -> bool:
        """Whether the fields of a row are the same in each of these types."""
        fields = [
            [(must_be_there(self.inter, inter, path), self.format.inter_shapes(inter, path))
             for path in row.fields]
            for inter in inters
        ]  # fmt: skip
        return all(one == fields[0] for one in fields)

    def leaf(
        self, lens: Lens, row: Row, target: Target, inter: str = "", arm: str = ""
    ) -> Leaf:
        """Resolve one target of a row of ``lens`` (``inter``: the arm's record, if not its own)."""
        record = inter or lens.inter
        inter_shapes = self.format.inter_shapes(record, row.fields[0])
        wire_shapes = self.format.wire_shapes(lens.wire, target.path)
        codec, modifiers = self._operators(row, target, inter_shapes, wire_shapes, arm)
        codec = codec or self.between(inter_shapes, wire_shapes)
        there = must_be_there(self.inter, record, row.fields[0]) if row.fields[0] else True
        leaf = Leaf(
            row,
            target,
            codec,
            must_be_there(self.wire, lens.wire, target.path),
            there or (not codec.vanishes and row.fields[0] in self._certain_fields(lens)),
            inter=inter_shapes,
            null=lens.has_null(target.path),
            modifiers=modifiers,
        )
        if target.more:
            leaf.wire_required = False  # each place may be silent
        for modifier in modifiers:
            modifier.mark(leaf)
        return leaf

    def _certain_fields(self, lens: Lens) -> set[tuple[str, ...]]:
        if lens.title not in self.certain_fields:
            self.certain_fields[lens.title] = certain_fields(self.format, lens)
        return self.certain_fields[lens.title]

    def _operators(
        self, row: Row, target: Target, inter: tuple[Shape, ...], wire: tuple[Shape, ...], arm: str
    ) -> tuple[Codec | None, list[Modifier]]:
        """What the operators of a target make: what converts, if anything does, and the others."""
        codec, modifiers = None, []
        for operator in target.operators:
            definition = OPERATORS[operator.name].standing(len(row.fields))
            made = definition(Use(self, operator, target, inter, wire, arm))
            if isinstance(made, Modifier):
                modifiers.append(made)
            elif isinstance(made, Codec):
                codec = made
        return codec, modifiers

    def between(self, inter: tuple[Shape, ...], wire: tuple[Shape, ...], at: str = "") -> Codec:
        """The codec that two shapes call for when no operator is written (in a list: ``at``)."""
        inter_lists = [shape for shape in inter if shape.kind == "array"]
        wire_lists = [shape for shape in wire if shape.kind == "array"]
        if inter_lists and wire_lists and inter_lists[0].items:
            item = self.between(inter_lists[0].items, wire_lists[0].items)
            if isinstance(item, (codecs.ThroughLens, codecs.ThroughUnion)):
                return codecs.Many(item)
            scalar = inter_lists[0].items[0].kind
            return codecs.Copy(("array",), of=scalar if scalar in codecs.SCALARS else "")
        through = self._through(inter, wire, at)
        if through is not None:
            return through
        consts = next((shape.consts for shape in inter if shape.consts), ())
        if consts:
            return codecs.Copy((inter[0].json_type,), consts)
        types = [s.json_type for s in inter if s.json_type in {w.json_type for w in wire}]
        anything = any(shape.kind == "any" for shape in inter)
        narrow = [w.json_type for w in wire if w.kind != "null"] if anything else types
        if "number" in [s.json_type for s in inter] and "integer" in [w.json_type for w in wire]:
            narrow = [*narrow, "integer"]
        if "integer" in [s.json_type for s in inter] and "number" in [w.json_type for w in wire]:
            narrow = [*narrow, "integer"]  # a float that is whole has become one
        if any(shape.kind == "any" for shape in wire):
            narrow = [s.json_type for s in inter]
        alone = {shape.json_type for shape in wire} <= {*narrow, "null", "any"}
        return codecs.Copy(tuple(narrow) or ("any",), alone=alone)

    def _through(self, inter: tuple[Shape, ...], wire: tuple[Shape, ...], at: str) -> Codec | None:
        inter_names = [shape.name for shape in inter if shape.name]
        wire_names = [shape.name for shape in wire if shape.name] or lens_names(wire)
        views = self.format.lenses_between(inter_names, lens_names(wire))
        worded = {view.lens.wire for view in views}
        scalars = tuple(
            value
            for shape in inter
            for value in shape.consts
            if any(value in other.consts for other in wire if other.of not in worded)
        )
        pairs = [self.bound[view.lens.inter, view.lens.wire] for view in views]
        if not pairs:
            return None
        opaque = OPAQUE in inter_names
        if len(pairs) == 1 and not scalars and not opaque:
            pair = pairs[0]
            alone = wire_names == [pair.lens.wire]
            question = self._question(pair, wire_names, alone)
            return codecs.ThroughLens(pair, question, self.snaked, pair.partial, alone)
        one = self._union(inter_names, wire_names, pairs, scalars, opaque, at)
        return codecs.ThroughUnion(one, covered={*wire_names} <= worded)

    def _question(self, pair: BoundLens, wire_names: list[str], alone: bool) -> Question:
        """What an object is asked for that one lens reads: where no other is, its constants."""
        questions = [] if alone else tell(self.wire, wire_names, [pair.lens.wire])
        if questions:
            return questions[-1]
        tags = [(key, v) for key, v in pair.wire_tags if not isinstance(v, tuple)]
        return Question(pair.lens.wire, (tuple(Sign((key,), (v,)) for key, v in tags),))

    def union_between(
        self, inter: tuple[Shape, ...], wire: tuple[Shape, ...]
    ) -> BoundUnion | None:
        """What two sets of types share, as a union also where one lens is all there is."""
        inters = [shape.name for shape in inter if shape.name]
        wires = [shape.name for shape in wire if shape.name]
        views = self.format.lenses_between(inters, wires)
        pairs = [self.bound[view.lens.inter, view.lens.wire] for view in views]
        return self._union(inters, wires, pairs, (), OPAQUE in inters, "") if pairs else None

    def without_unknown(self, union: BoundUnion) -> BoundUnion:
        """The same union for values that may be something else: nothing stands for what is new."""
        place = (union.inter, union.wire, "known")
        if place not in self.unions:
            stem = union.reading.removeprefix("_decode_")
            name, _ = self.stems.take(f"known_{stem}", f"known_{stem}")
            closed = replace(union, opaque=False, reading=f"_decode_{name}")
            self.unions[place] = replace(closed, writing=f"_encode_{name}")
        return self.unions[place]

    def _union(
        self,
        inter_names: list[str],
        wire_names: list[str],
        pairs: list[BoundLens],
        scalars: tuple[str, ...],
        opaque: bool,
        at: str,
    ) -> BoundUnion:
        inter, wire = self.format.union_of(inter_names, wire_names)
        if (inter, wire, at) in self.unions:
            return self.unions[inter, wire, at]
        stem = f"{snake(inter)}" if inter != wire else snake(inter)
        name = f"{stem}_as_{snake(wire)}" if self._name_taken(inter) else stem
        name, _ = self.stems.take(name, name, "_list")
        lost = next(
            (u.lost for u in self.transform.unions if (u.inter, u.wire) == (inter, wire)), {}
        )
        union = BoundUnion(
            inter,
            wire,
            pairs,
            scalars,
            opaque,
            tell(self.wire, wire_names, [pair.lens.wire for pair in pairs]),
            f"_decode_{name}",
            f"_encode_{name}",
            lost,
            at,
        )
        self.unions[inter, wire, at] = union
        return union

    def _name_taken(self, inter: str) -> bool:
        taken = {lens.reading for lens in self.bound.values()}
        used = {union.inter for union in self.unions.values()}
        return inter in used or f"_decode_{snake(inter)}" in taken

    def part(self, lens: Lens, row: Row, arm: str, target: Target, inter: str) -> Leaf:
        """One wire key of a row that spreads a list over several."""
        shapes = self.format.inter_shapes(inter, row.fields[0])
        one = Row(row.fields, row.position, targets=(target,))
        leaf = self.leaf(lens, one, target, inter, arm)
        wire = self.format.wire_shapes(lens.wire, target.path)
        if arm != "*" and (leaf.codec.many or leaf.codec.as_list):
            names = {name for s in shapes for i in s.items for name in [i.name]}
            arms = tuple(Shape("record", name) for name in (arm, OPAQUE) if name in names)
            lists = tuple(s for s in wire if s.kind == "array")
            items = lists[0].items if leaf.codec.many else wire
            codec = self.between(arms, items, target.path[-1])
            through = codecs.Many(codec)  # type: ignore[arg-type]
            if leaf.codec.many:
                leaf.codec = through
            else:
                leaf.codec.listing = through
        return leaf

    @cached_property
    def snaked(self) -> dict[str, str]:
        """The keys of this wire that may be in snake_case too, and how that is."""
        return snaked(self.transform, self.wire)

    def snake_keys(self, record: str, path: tuple[str, ...]) -> str:
        """The constant that has all of this wire's keys in snake_case.

        "" if the object at ``path`` has none that may be.
        """
        shapes = self.format.wire_shapes(record, path)
        keys = {key for s in shapes if s.kind == "record" for key in self.wire.properties(s.name)}
        if self.snaked.keys().isdisjoint(keys):
            return ""
        return self.constants.put("SNAKE_KEYS", frozenset(self.snaked.values()))

    def strings(self, inter: str, path: tuple[str, ...]) -> bool:
        """Whether a field may be a string: a list that is one plain text is that text then."""
        return any(shape.kind == "string" for shape in self.format.inter_shapes(inter, path))

    def text_tags(self, names: list[str]) -> list[tuple[str, Any]]:
        """The tags of the wire record among these that text blocks are written as."""
        found = [b for (i, w), b in self.bound.items() if i == TEXT_BLOCK and w in names]
        text = next((b for b in found if not b.lens.own), None)
        return text.wire_tags if text is not None else []

    def constant(self, name: str, value: Any) -> str:
        """The name of a constant of the module: this, or one like it."""
        return self.constants.put(name, value)

    def table_constants(self, table: Table, exact: bool = False) -> tuple[str, str]:
        """The module constants that hold a table, for reading and for writing."""
        reading = table.rows if exact else table.decoding
        sides = {"_FROM_WIRE": reading, "_TO_WIRE": table.encoding}
        stem = self.constants.put_all(snake(table.name).upper(), sides)
        return f"{stem}_FROM_WIRE", f"{stem}_TO_WIRE"


def _reachable(schema: Schema, name: str) -> frozenset[str]:
    reach, todo = {name}, [name]
    while todo:
        current = todo.pop()
        schemas = list(schema.properties(current).values()) or [schema.defs.get(current)]
        for inner in schemas:
            for outer in schema.shapes(inner):
                for shape in (outer, *outer.items):
                    if shape.name and shape.name not in reach:
                        reach.add(shape.name)
                        todo.append(shape.name)
    return frozenset(reach)

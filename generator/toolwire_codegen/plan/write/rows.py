"""Plans the rows of a lens that is written: fields taken, converted and put in their places."""

from __future__ import annotations

from collections.abc import Sequence

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import (
    bound_there,
    field_there,
    field_value,
    field_value_if_there,
    misfit,
    refuse_misfit,
)
from ...ir.scope import WIRES, Scope
from ...load.transform import Row
from ...operators.base import FORM, OWN, Codec, Pairs, Spot
from ...operators.leaf import Leaf
from ...operators.modifier import Modifier
from ..hollow import hollow
from .parts import PartWriter
from .refused import Refused
from .sequence_rows import write_sequence
from .state import Path, Writing, X


class RowWriter:
    """What rows do: take a field, convert its value, put it into the wire object."""

    def __init__(self, writing: Writing, refused: Refused) -> None:
        self.writing, self.refused = writing, refused
        self.resolver, self.bound, self.lens = writing.resolver, writing.bound, writing.lens

    def all(self, rows: Sequence[Row], inter: str) -> tuple[Pairs, list[Stmt]]:
        """Values that the object has from the start, and what adds to it later."""
        always: Pairs = []
        after: list[Stmt] = []
        for row in rows:
            self.write(row, inter, always, after)
        return always, after

    def write(self, row: Row, inter: str, always: Pairs, after: list[Stmt]) -> None:
        if row.is_const or row.lost:
            self.refused.unwritten(row, inter)
            return
        if row.parts:
            PartWriter(self.writing).write(row, inter, always, after)
            return
        if self.resolver.format.sequence(self.lens, row) is not None:
            write_sequence(self.writing, row, always, after)
            return
        leaves = [self.resolver.leaf(self.lens, row, target, inter) for target in row.targets]
        leaf = leaves[0]
        own: list[Modifier | Codec] = [*leaf.modifiers, leaf.codec]
        if any(one.write_row(self.writing, leaf, always, after) for one in own):
            return
        where = [modifier.written_where(self.writing, leaf) for modifier in leaf.modifiers]
        if any(where):
            if all(modifier.known_ahead for modifier in leaf.modifiers):
                after.append(self._conditional(row, leaf, leaves, inter, where))
                return
            written = [self._conditional(row, leaf, leaves, inter)]
            self.writing.last.append(
                ir.if_((ir.and_(*where), written), otherwise=self._refused(leaf))
            )
        elif leaf.target.path in self.writing.values:
            name = self.writing.values[leaf.target.path]
            self.writing.scope.add(ir.let(name, self._required(leaf)))
            always.append((leaf.target.path, ir.var(name)))
        elif self._always(row, leaf, leaves) and leaf.node in self.writing.values:
            after.append(self._put_once(leaf, self._required(leaf)))
        elif self._always(row, leaf, leaves):
            always.append((leaf.target.path, self._required(leaf)))
        else:
            after.append(self._conditional(row, leaf, leaves, inter))

    def _refused(self, leaf: Leaf) -> list[Stmt]:
        """Where a field is not written: what it must not be is refused all the same."""
        name = self.writing.scope.fresh(leaf.field[-1])
        refused = refuse_misfit(ir.var(name), leaf.inter, leaf.field)
        single = len(leaf.field) == 1 and refused
        return [ir.if_((bound_there(leaf.field, name), refused))] if single else []

    def _always(self, row: Row, leaf: Leaf, leaves: list[Leaf]) -> bool:
        in_case = any(row in case.rows and not case.arm for case in self.lens.cases)
        given = leaf.inter_required or in_case or (leaf.has_fill and not leaf.excused)
        given = given or (leaf.has_default and leaf.wire_required)
        beyond = leaf.has_default and not leaf.wire_required
        return given and not beyond and len(leaves) == 1 and not leaf.target.more

    def _required(self, leaf: Leaf) -> Expr:
        scope = self.writing.scope
        in_case = any(leaf.row in case.rows for case in self.lens.cases)
        if leaf.inter_required or in_case:
            value = self.writing.taken(leaf)
        else:
            value = scope.let(leaf.field[-1], field_value_if_there(leaf.field))
            filler = leaf.fill if leaf.has_fill else leaf.default
            filled = (ir.missing(value), [ir.assign(value, ir.const(filler))])
            refused = misfit(value, leaf.inter, leaf.field)
            scope.add(ir.if_(filled, *([refused] if refused is not None else [])))
        for modifier in leaf.modifiers:
            value = modifier.written(self.writing, leaf, value)
        written = self._written(scope, leaf, value)
        for modifier in leaf.modifiers:
            written = modifier.rewritten(self.writing, leaf, written)
        if leaf.codec.vanishes and leaf.has_fill and not leaf.codec.looks:
            # What the wire cannot say is filled in like what is not there.
            local = written if isinstance(written, ir.Var) else scope.let(leaf.key, written, WIRES)
            instead = leaf.codec.encode(scope, ir.const(leaf.fill), self.writing.spot(leaf))
            scope.add(ir.if_((ir.missing(local), [ir.assign(local, instead)])))
            written = local
        invented = leaf.has_fill and not (leaf.inter_required or in_case)
        return self._or_as_left(leaf, written) if invented else written

    def _or_as_left(self, leaf: Leaf, written: Expr) -> Expr:
        """What stands for an absent field; unless this wire had there what could not be read."""
        path = leaf.target.path
        if not (leaf.codec.partial and self.bound.keeps):
            return written
        is_local = isinstance(written, ir.Var)
        local = written if is_local else self.writing.scope.let(leaf.key, written, WIRES)
        absent = ir.and_(ir.present(OWN), ir.not_(field_there(leaf.field)))
        left = ir.runtime("left_at", OWN, ir.const(".".join(path)), local)
        self.writing.scope.add(ir.if_((absent, [ir.assign(local, left)])))
        return local

    def _written(self, scope: Scope, leaf: Leaf, value: Expr) -> Expr:
        """The wire value; in its old spelling if the form has one that still says the same."""
        codec = leaf.codec
        if not codec.spelled or not self.bound.keeps:
            return codec.encode(scope, value, self.writing.spot(leaf))
        scope.forms = True
        restored = codec.as_it_came(value, self.writing.spot(leaf))
        if restored is not None:
            return restored
        current = value if isinstance(value, ir.Var) else scope.let(leaf.row.name, value)
        value = codec.encode(scope, current, self.writing.spot(leaf))
        written = scope.let(leaf.key if leaf.key != "0" else "first", value, WIRES)
        entry = ir.Spelled(leaf.row.name, "as")
        old = ir.get(ir.get(FORM, leaf.row.name), "as")
        local = scope.fresh("spelled")
        inner = scope.inner()
        again = self._read_again(inner, leaf, ir.var(local))
        same: Expr = ir.Same(again, current)
        if leaf.codec.subtle:
            same = ir.runtime("same", again, current)
        otherwise = codec.put_back(written, ir.var(local))
        inner.add(ir.if_((same, [ir.assign(written, ir.var(local))]), otherwise=otherwise))
        scope.add(ir.if_((entry, [ir.let(local, old), *inner.body])))
        return written

    def _read_again(self, scope: Scope, leaf: Leaf, raw: Expr) -> Expr:
        codec = leaf.codec
        spot = Spot(leaf.row.name, X, leaf.key)
        reads_calls = any(getattr(lens, "reads_calls", False) for lens in codec.lenses())
        assert not reads_calls, f"{self.lens.title}: {leaf.row.left}"
        return codec.read_again(scope, raw, spot)

    def _conditional(
        self,
        row: Row,
        leaf: Leaf,
        leaves: list[Leaf],
        inter: str,
        where: Sequence[Expr | None] = (),
    ) -> Stmt:
        """A field that may be absent, or goes to one of several places (``where`` this holds)."""
        path = leaf.field
        if leaf.inter_required:
            value, there = self.writing.taken(leaf), ir.const(True)
        else:
            value = ir.var(self.writing.scope.fresh(path[-1]))
            there = bound_there(path, ir.name_of(value))
        outer = self._holder(path, inter, value) if len(path) > 1 else None
        if outer is not None:
            there = outer[0]
        body = self._branch(leaf, value)
        for other in leaves[1:]:
            self.writing.scope.forms = True
            at = ir.SpelledAt(row.name, other.target.dotted)
            body = [ir.if_((at, self._branch(other, value)), otherwise=body)]
        if len(leaves) > 1 and self.writing.lens.goes_along(row):
            # After all else: the objects that they stand in may still be attached.
            args = (ir.var("w"), ir.get(FORM, row.name), ir.const(leaf.target.dotted))
            noted = ir.Spelled(row.name, "")
            self.writing.last.append(ir.if_((noted, [ir.do(ir.runtime("lay_also", *args))])))
        if where:
            body = [ir.if_((ir.and_(*where), body))]
        if not leaf.inter_required:
            opened = outer[1] if outer is not None else []
            body = [*opened, *refuse_misfit(value, leaf.inter, path), *body]
        if leaf.has_default and not leaf.wire_required:
            differs = leaf.unlike(value)
            shapes = self.resolver.format.inter_shapes(self.lens.inter, path)
            if any(shape.kind == "record" for shape in shapes):
                unlike = ir.runtime("unlike", value, ir.const(leaf.default))
                differs = ir.or_(*leaf.shows(value), unlike)
            return ir.if_((differs if leaf.inter_required else ir.and_(there, differs), body))
        if leaf.excused:
            excused = ir.runtime("excused", OWN, ir.const(leaf.key))
            missing = ir.fail("a value: this wire demands one", X, path[-1])
            if leaf.has_fill:
                missing = self._filled(leaf)
            return ir.if_((there, body), (ir.not_(excused), [missing]))
        return ir.if_((there, body))

    def _holder(self, path: Path, inter: str, value: Expr) -> tuple[Expr, list[Stmt]] | None:
        """Whether the object that must have a field is there; then the field gets its name."""
        shapes = self.resolver.format.inter_shapes(inter, path[:-1])
        if not all(path[-1] in self.resolver.inter.required(shape.name) for shape in shapes):
            return None
        refused = refuse_misfit(field_value(path[:-1]), shapes, path[:-1])
        return field_there(path[:-1]), [*refused, ir.assign(value, field_value(path))]

    def _branch(self, leaf: Leaf, field: Expr) -> list[Stmt]:
        inner = self.writing.scope.inner()
        value = self._written(inner, leaf, field)
        if leaf.codec.many:
            # A list of which nothing is left is left out: wires refuse it where it matters.
            local = value if isinstance(value, ir.Var) else inner.let(leaf.key, value, WIRES)
            empty = ir.not_(ir.Filled(field))
            wanted = ir.or_(ir.Filled(local), empty)
            inner.add(ir.if_((wanted, [self._put_once(leaf, local)])))
        elif leaf.codec.vanishes:
            local = value if isinstance(value, ir.Var) else inner.let(leaf.key, value, WIRES)
            otherwise = [self._filled(leaf)] if leaf.has_fill else []
            put = self._put_once(leaf, local)
            inner.add(ir.if_((ir.present(local), [put]), otherwise=otherwise))
        elif leaf.target.more:
            for at, place in enumerate(leaf.places):
                word = inner.let(place.key, ir.at(value, at), WIRES)
                inner.add(ir.if_((ir.present(word), [self._put_once(place, word)])))
        else:
            inner.add(self._put_once(leaf, value))
        return inner.body

    def _filled(self, leaf: Leaf) -> Stmt:
        inner, spot = self.writing.scope.inner(), self.writing.spot(leaf)
        value = leaf.codec.encode(inner, ir.const(leaf.fill), spot)
        return self._put_once(leaf, value)

    def _put_once(self, leaf: Leaf, value: Expr) -> Stmt:
        """Put a value into its wire object, which is made here if nothing else stands in it."""
        paths = [p for row in self.lens.all_rows for t in row.targets for p in t.paths]
        paths += [given.path for given in self.lens.givens]
        alone = sum(path[:1] == leaf.node for path in paths) == 1
        alone = alone and not hollow(self.resolver, self.lens, leaf.node)
        if len(leaf.node) == 1 and alone and not self.lens.cases:
            return ir.put(ir.var("w"), leaf.node[0], ir.obj([(leaf.key, value)]))
        return ir.put(self.writing.object(leaf.node), leaf.key, value)

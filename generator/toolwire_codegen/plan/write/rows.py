"""Plans the rows of a lens that is written: fields taken, converted and put in their places."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import (
    bound_there,
    checked,
    field_there,
    fits,
    held,
    kind_of,
    misfit,
    refuse_misfit,
)
from ...ir.scope import Scope
from ...load.schema import Shape
from ...load.transform import Row
from ...operators.base import Codec, Modifier, Spot
from ...resolve.paths import must_be_there
from ..bound import BoundLens, Leaf, whole_row
from ..codecs import Many
from ..resolve import Resolver
from .sequence_rows import write_sequence

X, OWN, FORM = ir.var("x"), ir.var("own"), ir.var("form")
Path = tuple[str, ...]
Fields = list[tuple[Path, tuple[Shape, ...]]]
"""Fields, each with what it may be."""


FEW = 2
"""Fields that are asked for one by one."""


class RowWriter:
    """Writes rows into the wire object of one lens."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.scope = Scope()
        self.names: dict[Path, str] = {(): "w"}
        self.last: list[Stmt] = []
        self.forced: list[Path] = []
        self.loose: Fields = []

    def var(self, path: Path) -> Expr:
        """The wire object at ``path`` as a local name; its parents get names too."""
        if path not in self.names:
            if path[-1] != "0":
                self.var(path[:-1])
            else:
                self.var(path[:-2])
            name = "first" if path[-1] == "0" else path[-1]
            self.names[path] = self.scope.fresh(name)
        return ir.var(self.names[path])

    def put(self, path: Path, value: Expr) -> list[Stmt]:
        return [ir.put(self.var(path[:-1]), path[-1], value)]

    def spot(self, leaf: Leaf) -> Spot:
        return Spot(leaf.row.name if leaf.row.name != "." else leaf.key, X, leaf.row.name)

    # -- rows

    def row(self, row: Row, inter: str, always: list[tuple[Path, Expr]], after: list[Stmt]) -> None:
        if row.is_const or row.lost:
            self._unwritten(row, inter)
            return
        if row.parts:
            self._parts(row, inter, always, after)
            return
        if self.resolver.format.sequence(self.lens, row) is not None:
            write_sequence(self, row, always, after)
            return
        leaves = [self.resolver.leaf(self.lens, row, target, inter) for target in row.targets]
        leaf = leaves[0]
        own: list[Modifier | Codec] = [*leaf.modifiers, leaf.codec]
        if any(one.write_row(self, leaf, always, after) for one in own):
            return
        if self._always(row, leaf, leaves):
            always.append((leaf.target.path, self._required(leaf)))
        else:
            after.append(self._conditional(row, leaf, leaves, inter))

    def _unwritten(self, row: Row, inter: str) -> None:
        """Fields that do not reach the wire: what they must not be is refused all the same."""
        for path in row.fields if self.lens.rows[0].fields[0] else ():
            shapes = self.resolver.format.inter_shapes(inter, path)
            if len(path) > 1 or not shapes or fits(X, shapes) is None:
                continue
            if must_be_there(self.resolver.inter, inter, path):
                checked(self.scope, path[0], shapes, path)
                continue
            self.loose.append((path, shapes))
        if isinstance(row.const, dict) and row.fields[0]:
            for key in row.const:
                path = (*row.fields[0], key)
                self._refuse_there(path, self.resolver.format.inter_shapes(inter, path))

    def _unnamed(self, inter: str) -> Fields:
        """Fields that only tell which lens a value is for, and what they may be."""
        named = {path[0] for row in self.lens.all_rows for path in row.fields if path}
        free = set(self.resolver.inter.properties(inter)) - named - {"metadata"}
        free -= set(self.resolver.inter.required(inter))
        return [
            ((field,), self.resolver.format.inter_shapes(inter, (field,)))
            for field in self.resolver.inter.properties(inter)
            if field in free
        ]

    def refuse_loose(self, fields: Fields) -> None:
        """Refuse values of the wrong type in these fields, and in those that rows lose."""
        fields, self.loose = [*self.loose, *fields], []
        kinds = {path[0]: kind_of(shapes) for path, shapes in fields if len(path) == 1}
        same = {field: kind for field, kind in kinds.items() if kind}
        for path, shapes in fields:
            if len(path) > 1 or path[0] not in same:
                self._refuse_there(path, shapes)
        if same:
            step: Stmt = ir.do(ir.runtime("unwritten", X, ir.const(same)))
            if len(same) <= FEW:
                # Most values have none of them: asking is cheaper than a call.
                step = ir.if_((ir.or_(*(ir.has(X, field) for field in same)), [step]))
            self.scope.add(step)

    def _refuse_there(self, path: Path, shapes: tuple[Shape, ...]) -> None:
        name = self.scope.fresh(path[-1])
        refused = refuse_misfit(ir.var(name), shapes, path)
        if not refused:
            return
        if len(path) == 1:
            self.scope.add(ir.if_((bound_there(path, name), refused)))
            return
        value = ir.let(name, ir.opt(held(path[:-1]), path[-1]))
        self.scope.add(ir.if_((field_there(path[:-1]), [value, *refused])))

    def _always(self, row: Row, leaf: Leaf, leaves: list[Leaf]) -> bool:
        in_case = any(row in case.rows and not case.arm for case in self.lens.cases)
        given = leaf.inter_required or in_case or (leaf.has_fill and not leaf.excused)
        given = given or (leaf.has_default and leaf.wire_required)
        beyond = leaf.has_default and not leaf.wire_required
        return given and not beyond and len(leaves) == 1

    def _required(self, leaf: Leaf) -> Expr:
        scope = self.scope
        in_case = any(leaf.row in case.rows for case in self.lens.cases)
        if leaf.inter_required or in_case:
            value = self.taken(leaf)
        else:
            value = scope.let(leaf.field[-1], ir.opt(X, leaf.field[0]))
            filler = leaf.fill if leaf.has_fill else leaf.default
            filled = (ir.missing(value), [ir.assign(value, ir.const(filler))])
            refused = misfit(value, leaf.inter, leaf.field)
            scope.add(ir.if_(filled, *([refused] if refused is not None else [])))
        for modifier in leaf.modifiers:
            value = modifier.written(self, leaf, value)
        return self._written(scope, leaf, value)

    def taken(self, leaf: Leaf) -> Expr:
        """The value of a field that is there, of the right type; lenses look at theirs."""
        if leaf.codec.looks:
            return held(leaf.field)
        return checked(self.scope, leaf.field[-1], leaf.inter, leaf.field)

    def _written(self, scope: Scope, leaf: Leaf, value: Expr) -> Expr:
        """The wire value; in its old spelling if the form has one that still says the same."""
        codec = leaf.codec
        if not codec.spelled or not self.bound.keeps:
            return codec.encode(scope, value, self.spot(leaf))
        scope.forms = True
        restored = codec.as_it_came(value, self.spot(leaf))
        if restored is not None:
            return restored
        current = value if isinstance(value, ir.Var) else scope.let(leaf.row.name, value)
        written = scope.let(
            leaf.key if leaf.key != "0" else "first", codec.encode(scope, current, self.spot(leaf))
        )
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

    def _conditional(self, row: Row, leaf: Leaf, leaves: list[Leaf], inter: str) -> Stmt:
        """A field that may be absent, or goes to one of several places."""
        path = leaf.field
        if leaf.inter_required:
            value, there = self.taken(leaf), ir.const(True)
        else:
            value = ir.var(self.scope.fresh(path[-1]))
            there = bound_there(path, ir.name_of(value))
        outer = self._holder(path, inter, value) if len(path) > 1 else None
        if outer is not None:
            there = outer[0]
        body = self._branch(leaf, value)
        for other in leaves[1:]:
            self.scope.forms = True
            at = ir.SpelledAt(row.name, other.target.dotted)
            body = [ir.if_((at, self._branch(other, value)), otherwise=body)]
        if len(leaves) > 1:
            # After all else: the objects that they stand in may still be attached.
            args = (ir.var("w"), ir.get(FORM, row.name), ir.const(leaf.target.dotted))
            noted = ir.Spelled(row.name, "")
            self.last.append(ir.if_((noted, [ir.do(ir.runtime("lay_also", *args))])))
        if not leaf.inter_required:
            opened = outer[1] if outer is not None else []
            body = [*opened, *refuse_misfit(value, leaf.inter, path), *body]
        if leaf.has_default and not leaf.wire_required:
            differs: Expr = ir.Ne(value, ir.const(leaf.default))
            shapes = self.resolver.format.inter_shapes(self.lens.inter, path)
            if any(shape.kind == "record" for shape in shapes):
                differs = ir.runtime("unlike", value, ir.const(leaf.default))
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
        refused = refuse_misfit(held(path[:-1]), shapes, path[:-1])
        return field_there(path[:-1]), [*refused, ir.assign(value, held(path))]

    def _branch(self, leaf: Leaf, field: Expr) -> list[Stmt]:
        inner = self.scope.inner()
        value = self._written(inner, leaf, field)
        if leaf.codec.many:
            # A list of which nothing is left is left out: wires refuse it where it matters.
            local = value if isinstance(value, ir.Var) else inner.let(leaf.key, value)
            empty = ir.not_(ir.Filled(field))
            kept = ir.or_(ir.Filled(local), empty)
            inner.add(ir.if_((kept, [self.put_once(leaf, local)])))
        elif leaf.codec.vanishes:
            local = value if isinstance(value, ir.Var) else inner.let(leaf.key, value)
            otherwise = [self._filled(leaf)] if leaf.has_fill else []
            put = self.put_once(leaf, local)
            inner.add(ir.if_((ir.present(local), [put]), otherwise=otherwise))
        else:
            inner.add(self.put_once(leaf, value))
        return inner.body

    def _filled(self, leaf: Leaf) -> Stmt:
        value = leaf.codec.encode(self.scope.inner(), ir.const(leaf.fill), self.spot(leaf))
        return self.put_once(leaf, value)

    def put_once(self, leaf: Leaf, value: Expr) -> Stmt:
        """Put a value into its wire object, which is made here if nothing else stands in it."""
        paths = [t.path for row in self.lens.all_rows for t in row.targets]
        paths += [given.path for given in self.lens.givens]
        alone = sum(path[:1] == leaf.node for path in paths) == 1
        if len(leaf.node) == 1 and alone and not self.lens.cases:
            return ir.put(ir.var("w"), leaf.node[0], ir.obj([(leaf.key, value)]))
        return ir.put(self.var(leaf.node), leaf.key, value)

    def shapes_in(self, row: Row, path: Path) -> tuple[Shape, ...]:
        """What a field may be, in the arm or the object that a row is of."""
        arm = next((case.arm for case in self.lens.cases if row in case.rows), "")
        return self.resolver.format.inter_shapes(arm or self.lens.inter, path)

    def _held_part(self, leaf: Leaf, arm: str, items: Expr, body: list[Stmt]) -> list[Stmt]:
        """A block that only holds another record: that record."""
        lens = next(lens for lens in leaf.codec.lenses() if lens.lens.inter == arm)
        row = whole_row(lens)
        if row is None:
            return body
        held = self.resolver.leaf(lens.lens, row, row.targets[0])
        name = self.scope.fresh(row.name)
        value = held.codec.encode(self.scope.inner(), ir.var(name), self.spot(held))
        of_block = ir.get(ir.var("block"), row.fields[0][0])
        return [ir.let(name, of_block), ir.append(items, value)]

    def _parts(
        self, row: Row, inter: str, always: list[tuple[Path, Expr]], after: list[Stmt]
    ) -> None:
        scope = self.scope
        leaves = [(arm, self.resolver.part(self.lens, row, arm, t, inter)) for arm, t in row.parts]
        lists = {arm: scope.let(leaf.key, ir.arr()) for arm, leaf in leaves}
        branches: list[tuple[Expr, list[Stmt]]] = []
        rest: list[Stmt] = []
        block, kind = ir.var("block"), ir.var(scope.fresh("kind"))
        for arm, leaf in leaves:
            inner = scope.inner()
            add = ir.Append(lists[arm], ir.get(block, "text"))
            if leaf.codec.texts_only:
                is_text = ir.eq(kind, "text")
                inner.add(ir.if_((is_text, [add])) if arm == "*" else add)
            else:
                codec = leaf.codec.items
                assert isinstance(codec, Many)
                value = codec.item.encode(inner, block, self.spot(leaf))
                part = inner.let("part", value)
                inner.add(ir.if_((ir.present(part), [ir.append(lists[arm], part)])))
            body = inner.body
            if arm == "*":
                rest = body
                continue
            tag = self.resolver.inter.const(arm, "kind")[0]
            if leaf.codec.texts_only:
                branches.append((ir.eq(kind, tag), body))
                continue
            branches.append((ir.eq(kind, tag), self._held_part(leaf, arm, lists[arm], body)))
            branches.append((ir.eq(ir.opt(block, "at"), leaf.key), body))
        blocks = held(row.fields[0])
        step = [ir.assign(kind, ir.opt(block, "kind")), ir.if_(*branches, otherwise=rest)]
        scope.add(ir.for_("block", blocks, step))
        for arm, leaf in leaves:
            leaf.codec.write_part(self, leaf, lists[arm], always, after)

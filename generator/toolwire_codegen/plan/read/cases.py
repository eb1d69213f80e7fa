"""A lens with cases: the one that a wire object is of is found, and its rows are read."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import is_constant
from ...ir.scope import Scope
from ...load.transform import Case, Row
from ...operators.base import Pairs
from ...operators.leaf import Leaf
from ...operators.texts import TEXT
from .new_object import NewObject
from .rows import RowReader
from .state import Reading


class CaseReader:
    """Plans a way for each case; what all of them ask of the wire is read ahead, once."""

    def __init__(self, reading: Reading, rows: RowReader, made: NewObject) -> None:
        self.reading, self.objects, self.rows, self.made = reading, reading.objects, rows, made
        self.resolver, self.bound, self.lens = reading.resolver, reading.bound, reading.lens

    def plan(self, pairs: Pairs, late: list[Row]) -> None:
        scope = self.reading.scope
        branches: list[tuple[Expr, list[Stmt]]] = []
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            for row in case.rows:
                for target in row.targets or tuple(target for _, target in row.parts):
                    leaf = self.resolver.leaf(self.lens, row, target, case.arm)
                    for place in leaf.places:
                        self.objects.node(place.node)
                    leaf.codec.read_ahead(self.reading, leaf)
            for given in case.givens:
                self.objects.node(given.path[:-1])
        inters = [case.arm or self.lens.inter for case in self.lens.cases if self._reads(case)]
        shared = [row for row in late if self.resolver.alike(row, inters)]
        own = [row for row in late if row not in shared]
        for row in own:
            for target in row.targets:
                self.reading.raw(self.resolver.leaf(self.lens, row, target))
        outer = scope
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            guards = outer.inner()
            condition = self._guard(case, guards)
            inner = outer.branch()
            with self.reading.within(inner):
                nodes = dict(self.objects.nodes)
                self._case(case, list(pairs), own)
                assert set(self.objects.nodes) == set(nodes), self.lens.title
            branches.append((condition, inner.body))
        otherwise: list[Stmt] = [ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [self._no_case()]
        scope.add(ir.if_(*branches, otherwise=otherwise))
        self.made.add(shared, inters[0])

    def _no_case(self) -> Stmt:
        """No arm fits: the value that tells them apart is what is wrong."""
        read = [case for case in self.lens.cases if self._reads(case)]
        rows = [read[-1].rows[0], *(row for case in read for row in case.rows)]
        path = next((row.targets[0].path for row in rows if row.targets), ())
        node, key = self.objects.node(path[:-1]), path[-1] if path else None
        return ir.fail("a value of one of the documented forms", node.var, key)

    @staticmethod
    def _reads(case: Case) -> bool:
        """A case that says what it loses as a whole is written and never read back."""
        return not case.lost

    def _guard(self, case: Case, scope: Scope) -> Expr:
        conditions: list[Expr] = []
        for given in case.givens:
            if given.built:
                continue
            value = ir.opt(self.objects.node(given.path[:-1]).var, given.path[-1])
            conditions.append(ir.or_(*(is_constant(value, v) for v in given.values)))
        for row in case.rows:
            if row.is_const or row.lost:
                continue
            if row.parts:
                conditions.append(self._parts_guard(case, row))
                continue
            leaf = self.resolver.leaf(self.lens, row, row.targets[0], case.arm)
            if not leaf.inter_required and case.arm:
                continue
            conditions.append(self._leaf_guard(leaf, scope))
        return ir.and_(*conditions)

    def _parts_guard(self, case: Case, row: Row) -> Expr:
        """A list over several keys is there where one of them has more than texts."""
        lists = []
        for arm, target in row.parts:
            leaf = self.resolver.leaf(self.lens, row, target, case.arm, arm)
            if leaf.codec.field_alone != TEXT:
                raw = self.objects.raws[target.path]
                lists.append(ir.and_(ir.is_(raw, "array"), ir.Filled(raw)))
        return ir.or_(*lists)

    def _leaf_guard(self, leaf: Leaf, scope: Scope) -> Expr:
        guard = leaf.codec.guard(self.reading, leaf, scope)
        if leaf.alone:
            guard = ir.and_(guard, ir.SizeIs(self.objects.node(leaf.node).var, 1))
        if not leaf.has_default:
            return guard
        return ir.or_(ir.missing(self.reading.raw(leaf)), guard)

    def _case(self, case: Case, pairs: Pairs, late: list[Row]) -> None:
        inter = case.arm or self.lens.inter
        if case.arm:
            tags = self.resolver.inter.tags(case.arm)
            pairs.extend(((key,), ir.const(tag)) for key, tag in tags.items())
        later = list(late)
        for given in case.givens:
            if given.built:
                holder, node = self.objects.node(given.path[:-1]), self.objects.node(given.path)
                empty = ir.not_(ir.Filled(node.var))
                self.reading.scope.add(ir.if_((empty, [ir.drop(holder.rest, given.path[-1])])))
            else:
                self.objects.took(self.objects.node(given.path[:-1]), given.path[-1])
        for row in case.rows:
            if row.is_const:
                pairs.append((row.fields[0], ir.const(row.const)))
            elif row.parts:
                pairs.append((row.fields[0], self.rows.parts(row, inter)))
            elif row.lost:
                continue
            else:
                leaf = self.resolver.leaf(self.lens, row, row.targets[0], inter)
                if case.arm and not leaf.inter_required:
                    later.append(row)
                    continue
                pairs.extend(self._case_value(leaf, row))
        if case.at and self.bound.keeps:
            noted = self.reading.scope.note(case.noted, "at", ir.const(case.at))
            self.reading.scope.add(noted)
        self.made.build(pairs, later, inter)

    def _case_value(self, leaf: Leaf, row: Row) -> Pairs:
        """The fields of a row whose guard holds."""
        self.objects.node(leaf.node)
        own = leaf.codec.case_value(self.reading, leaf)
        if own is not None:
            return own
        if leaf.has_default:
            return [(leaf.field, self.rows.defaulted(leaf))]
        raw = self.reading.raw(leaf)
        if leaf.codec.partial:
            value = self.reading.locals[row.name]
            if leaf.codec.spelled and self.bound.keeps:
                self.rows.note_spelling(self.reading.scope, leaf, value, raw)
        else:
            value = leaf.codec.decode(self.reading.scope, raw, self.reading.spot(leaf))
        self.reading.took(leaf)
        return [(leaf.field, value)]

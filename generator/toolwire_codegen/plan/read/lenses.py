"""Plans the decoding half of a lens: wire object in, intermediate object out."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...ir.trees import nested
from ...load.transform import Case, Row
from ...operators.base import Pairs
from ...operators.uses import definitions
from ...resolve.intermediate import CALL
from ...resolve.paths import must_be_there
from ..bound import Leaf
from .objects import kept_required, unread_absents
from .rows import RowReader


class LensReader(RowReader):
    """Plans ``decode`` of one lens as a function ``(w[, calls]) -> x``."""

    def plan(self) -> ir.Function:
        lens, scope = self.lens, self.scope
        params = ["w", "calls"] if self.bound.reads_calls else ["w"]
        if self._scalar_value():
            return self._scalar_function(params)
        if not self.bound.whole_child:
            self._respell(self.root)
            self._fill_in(self.root)
        if self.eager and self.bound.keeps:
            scope.add(ir.let("rest", ir.Copy(self.root.var)))
        for key, value in self.bound.wire_tags:
            if not isinstance(value, tuple):
                self.took(self.root, key)
        self._require_kept()
        if not self.bound.keeps:
            for given in lens.givens:
                value = ir.opt(self.node(given.path[:-1]).var, given.path[-1])
                known = ir.or_(*(ir.eq(value, v) for v in given.values))
                scope.add(ir.if_((ir.not_(known), [ir.ret(ir.const(None))])))
        pairs: Pairs = [
            ((key,), ir.const(value)) for key, value in self.bound.inter_tags
            if not isinstance(value, tuple)
        ]  # fmt: skip
        late: list[Row] = []
        for row in lens.rows:
            if not self._early(row, lens.inter, pairs):
                late.append(row)
        if lens.cases:
            self._cases(pairs, late)
        else:
            self._build(pairs, late, lens.inter)
        self._finish()
        body = scope.body
        if scope.forms:
            body = [ir.let("form", ir.const(None)), *body]
        for node in self.nodes.values():
            if node.dynamic:
                body = [ir.let(node.counter, ir.const(0)), *body]
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{lens.wire}` as `{lens.inter}`.",
            lens.row_texts,
            body,
        )

    def _scalar_value(self) -> bool:
        return any(row.fields[0] == () for row in self.lens.rows)

    def _scalar_function(self, params: list[str]) -> ir.Function:
        """A lens onto a scalar of the intermediate format: no object to build, no leftovers."""
        row = self.lens.rows[0]
        if row.is_const:
            value: Expr = ir.const(row.const)
        else:
            self._respell(self.root)
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            raw = ir.opt(self.node(leaf.node).var, leaf.key)
            value = leaf.codec.decode(self.scope, raw, self.spot(leaf))
        self.scope.add(ir.ret(value))
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{self.lens.wire}` as `{self.lens.inter}`.",
            [f"{row.left}: {row.right}"],
            [*([ir.let("form", ir.const(None))] if self.scope.forms else []), *self.scope.body],
        )

    def _require_kept(self) -> None:
        """What this wire demands and no row names rides in the overlay: it must be there."""
        left_out = unread_absents(self.resolver, self.bound)
        for key in kept_required(self.resolver, self.bound):
            if key in left_out:
                continue
            expected = ir.fail("a value: this wire demands one", self.root.var, key)
            self.scope.add(ir.if_((ir.not_(ir.has(self.root.var, key)), [expected])))

    # -- cases

    def _cases(self, pairs: Pairs, late: list[Row]) -> None:
        scope = self.scope
        branches: list[tuple[Expr, list[Stmt]]] = []
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            for row in case.rows:
                for target in row.targets or tuple(target for _, target in row.parts):
                    leaf = self.resolver.leaf(self.lens, row, target, case.arm)
                    self.node(leaf.node)
                    leaf.codec.read_ahead(self, leaf)
            for given in case.givens:
                self.node(given.path[:-1])
        inters = [case.arm or self.lens.inter for case in self.lens.cases if self._reads(case)]
        shared = [row for row in late if self.resolver.alike(row, inters)]
        own = [row for row in late if row not in shared]
        for row in own:
            for target in row.targets:
                self.raw(self.resolver.leaf(self.lens, row, target))
        outer = scope
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            guards = outer.inner()
            condition = self._guard(case, guards)
            inner = outer.branch()
            self.scope = inner
            known = dict(self.nodes)
            self._case(case, list(pairs), own)
            assert set(self.nodes) == set(known), self.lens.title
            self.scope = outer
            branches.append((condition, inner.body))
        otherwise: list[Stmt] = [ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [self._no_case()]
        scope.add(ir.if_(*branches, otherwise=otherwise))
        self._late_rows(shared, inters[0])

    def _no_case(self) -> Stmt:
        """No arm fits: the value that tells them apart is what is wrong."""
        row = next(row for case in self.lens.cases if self._reads(case) for row in case.rows)
        last = [case.rows for case in self.lens.cases if self._reads(case)][-1][0]
        target = (last.targets or row.targets)[0]
        node = self.node(target.path[:-1])
        return ir.fail("a value of one of the documented forms", node.var, target.path[-1])

    @staticmethod
    def _reads(case: Case) -> bool:
        """A case that says what it loses as a whole is written and never read back."""
        return not case.lost

    def _guard(self, case: Case, scope: Scope) -> Expr:
        conditions: list[Expr] = []
        for given in case.givens:
            if isinstance(given.values[0], (dict, list)):
                continue
            value = ir.opt(self.node(given.path[:-1]).var, given.path[-1])
            conditions.append(ir.or_(*(ir.eq(value, v) for v in given.values)))
        for row in case.rows:
            if row.is_const or row.lost:
                continue
            if row.parts:
                whole = next(target for arm, target in row.parts if arm == "*")
                raw = self.raws[whole.path]
                conditions.append(ir.and_(ir.is_(raw, "array"), ir.Filled(raw)))
                continue
            leaf = self.resolver.leaf(self.lens, row, row.targets[0], case.arm)
            if not leaf.inter_required and case.arm:
                continue
            conditions.append(self._leaf_guard(leaf, scope))
        return ir.and_(*conditions)

    def _leaf_guard(self, leaf: Leaf, scope: Scope) -> Expr:
        raw = self.raw(leaf)
        guard = leaf.codec.guard(self, leaf, scope)
        if leaf.alone:
            guard = ir.and_(guard, ir.SizeIs(self.node(leaf.node).var, 1))
        return ir.or_(ir.missing(raw), guard) if leaf.has_default else guard

    def _case(self, case: Case, pairs: Pairs, late: list[Row]) -> None:
        inter = case.arm or self.lens.inter
        if case.arm:
            tags = self.resolver.inter.tags(case.arm)
            pairs.extend(((key,), ir.const(tag)) for key, tag in tags.items())
        later = list(late)
        for given in case.givens:
            if given.values[0] == {}:
                holder, node = self.node(given.path[:-1]), self.node(given.path)
                empty = ir.not_(ir.Filled(node.var))
                self.scope.add(ir.if_((empty, [ir.drop(holder.rest, given.path[-1])])))
            elif not isinstance(given.values[0], (dict, list)):
                self.took(self.node(given.path[:-1]), given.path[-1])
        for row in case.rows:
            if row.is_const:
                pairs.append((row.fields[0], ir.const(row.const)))
            elif row.parts:
                pairs.append((row.fields[0], self._parts(row, inter)))
            elif row.lost:
                continue
            else:
                leaf = self.resolver.leaf(self.lens, row, row.targets[0], inter)
                if case.arm and not leaf.inter_required:
                    later.append(row)
                    continue
                pairs.extend(self._case_value(leaf, row))
        self._build(pairs, later, inter)

    def _case_value(self, leaf: Leaf, row: Row) -> Pairs:
        """The fields of a row whose guard holds."""
        node = self.node(leaf.node)
        own = leaf.codec.case_value(self, leaf)
        if own is not None:
            return own
        if leaf.has_default:
            return [(leaf.field, self._defaulted(leaf))]
        raw = self.raw(leaf)
        if leaf.codec.partial:
            value = self.locals[row.name]
            if leaf.codec.spelled and self.bound.keeps:
                self._note_spelling(self.scope, leaf, value, raw)
        else:
            value = leaf.codec.decode(self.scope, raw, self.spot(leaf))
        self.took(node, leaf.key)
        return [(leaf.field, value)]

    # -- putting it together

    def _build(self, pairs: Pairs, late: list[Row], inter: str) -> None:
        scope = self.scope
        tree: dict[str, Any] = {}
        for path, value in pairs:
            branch = tree
            for depth, key in enumerate(path[:-1], 1):
                fresh = key not in branch
                branch = branch.setdefault(key, {})
                if fresh:
                    shapes = self.resolver.format.inter_shapes(inter, path[:depth])
                    tags = self.resolver.inter.tags(shapes[0].name)
                    branch.update({name: ir.const(tag) for name, tag in tags.items()})
            branch[path[-1]] = value
        value = nested(tree)
        scope.add(ir.let("x", value))
        if self.invalid is not None:
            name, expr = self.invalid
            self.invalid = None
            scope.add(ir.if_((ir.present(expr), [ir.put(ir.var("x"), name, expr)])))
        if self.lens.inter == CALL and self.resolver.tracks_calls:
            opened = ir.put(ir.var("calls"), self.locals["id"], self.locals["name"])
            scope.add(opened)
        self._late_rows(late, inter)

    def _late_rows(self, late: list[Row], inter: str) -> None:
        """Rows that may add to the object already built."""
        for keys, group in self._groups(late):
            if keys and self._apart(keys, group):
                self._enclosed(keys, group, inter)
                continue
            for home, rows in groupby(group, self._home):
                self._together(home, list(rows), inter)

    def _groups(self, late: list[Row]) -> list[tuple[set[str], list[Row]]]:
        """Neighbours that read the same optional wire objects, with these objects' keys."""
        groups: list[tuple[set[str], list[Row]]] = []
        for row in late:
            keys = {target.path[0] for target in row.targets if target.path}
            nested = any(len(target.path) > 1 for target in row.targets)
            if groups and groups[-1][0] & keys:
                groups[-1] = (groups[-1][0] | keys, [*groups[-1][1], row])
            elif nested or not groups or groups[-1][0]:
                groups.append((keys if nested else set(), [row]))
            else:
                groups[-1][1].append(row)
        return groups

    def _apart(self, keys: set[str], group: list[Row]) -> bool:
        """Whether nothing but these rows has to do with these keys, which may all be absent."""
        lens, wire = self.lens, self.resolver.wire
        others = [row for row in lens.all_rows if not any(row is one for one in group)]
        spoken = [t.path for row in others for t in row.targets]
        spoken += [given.path for given in lens.givens]
        free = not any(path[:1] and path[0] in keys for path in spoken)
        expected = any(d.excuses for row in group for t in row.targets for d in definitions(t))
        optional = not keys & set(wire.required(lens.wire))
        planned = self.eager and self.bound.keeps and not lens.cases
        return planned and free and optional and not expected

    def _enclosed(self, keys: set[str], group: list[Row], inter: str) -> None:
        """Rows on optional objects in one block: a wire object without these keys skips it."""
        outer, self.scope = self.scope, self.scope.inner()
        before, self.inside = list(self.root.children), True
        for home, rows in groupby(group, self._home):
            self._together(home, list(rows), inter)
        body, self.scope, self.inside = self.scope.body, outer, False
        opened = [child for child in self.root.children if child not in before]
        for child in opened:
            self._merge_rests(child, body)
            self._put_rest(self.root, child, body)
        self.root.children = before
        there = [ir.has(self.root.var, key) for key in sorted(keys)]
        outer.add(ir.if_((ir.or_(*there), body)))

    def _home(self, row: Row) -> tuple[str, ...]:
        """The optional wire object that all targets of a row stand in, or ()."""
        homes = {target.path[:-1] for target in row.targets}
        home = homes.pop() if len(homes) == 1 else ()
        required = must_be_there(self.resolver.wire, self.lens.wire, home)
        return () if required or self._is_list(home[:-1]) else home

    def _together(self, home: tuple[str, ...], rows: list[Row], inter: str) -> None:
        """Rows on one object that may not be there: asked for once."""
        if not home or len(rows) == 1:
            for row in rows:
                self._late(row, inter)
            return
        node = self.node(home)
        outer, self.scope = self.scope, self.scope.inner()
        for row in rows:
            self._late(row, inter)
        body, self.scope = self.scope.body, outer
        outer.add(*body if self.inside else [ir.if_((ir.Filled(node.var), body))])


__all__ = ["LensReader", "kept_required"]

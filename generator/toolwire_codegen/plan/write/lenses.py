"""Plans the encoding half of a lens: intermediate object in, wire object out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import (
    count_of,
    field_there,
    held,
)
from ...ir.trees import tree
from ...load.transform import Case, Given, Row
from ...operators.base import Pairs
from ..landing import land
from ..read.objects import kept_required, unread_absents
from .rows import FORM, OWN, Path, RowWriter, X


class LensWriter(RowWriter):
    """Plans ``encode`` of one lens as a function ``(x[, hidden]) -> w``."""

    def plan(self) -> ir.Function:
        lens = self.lens
        params = ["x", "hidden"] if self.bound.hides_ids else ["x"]
        body = self._whole_value() or self._cases() or self._record()
        prelude: list[Stmt] = []
        if self.resolver.converses(lens):
            args = (ir.FormatName(), ir.const(self.resolver.finds_by_name))
            prelude.append(ir.let("x", ir.runtime("paired", X, *args)))
        prelude += land(self.resolver, self.bound)
        if self.bound.keeps or self.scope.forms:
            prelude.append(ir.Own(self._uses_form(body)))
        if lens.own:
            kept = kept_required(self.resolver, self.bound)
            left_out = unread_absents(self.resolver, self.bound)
            ours = (
                ir.runtime("excused", OWN, ir.const(key)) if key in left_out
                else ir.has(OWN, key)
                for key in kept
            )  # fmt: skip
            foreign = ir.or_(ir.missing(OWN), *map(ir.not_, ours))
            prelude.append(ir.if_((foreign, [ir.ret(ir.const(None))])))
        return ir.Function(
            self.bound.writing,
            params,
            f"Write `{lens.inter}` as `{lens.wire}`.",
            lens.row_texts,
            [*prelude, *body],
        )

    @staticmethod
    def _uses_form(body: list[Stmt]) -> bool:
        asking = (ir.Styled, ir.Spelled, ir.SpelledAt)
        return any(node == FORM or isinstance(node, asking) for node in ir.nodes(body))

    # -- lenses with no object of their own on one side

    def _whole_value(self) -> list[Stmt]:
        """A lens whose intermediate or wire side is not a record."""
        row = self.lens.rows[0] if self.lens.rows else None
        if row is not None and row.fields[0] == ():
            tags = [(key, ir.const(value)) for key, value in self.bound.wire_tags
                    if not isinstance(value, tuple)]  # fmt: skip
            pairs: list[tuple[Path, Expr]] = [((key,), value) for key, value in tags]
            pairs += [((g.path), ir.const(g.values[0])) for g in self.lens.givens]
            if not row.is_const:
                leaf = self.resolver.leaf(self.lens, row, row.targets[0])
                value = leaf.codec.encode(self.scope, X, self.spot(leaf))
                pairs.append((leaf.target.path, value))
            return [*self.scope.body, ir.ret(tree(pairs))]
        if row is not None and row.targets and not row.targets[0].path:
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            value = leaf.codec.encode(self.scope, held(row.fields[0]), self.spot(leaf))
            return [*self.scope.body, ir.ret(value)]
        return []

    # -- cases

    def _cases(self) -> list[Stmt]:
        if not self.lens.cases:
            return []
        inters = [case.arm or self.lens.inter for case in self.lens.cases]
        rows = self.lens.rows
        shared = [row for row in rows if self.resolver.alike(row, inters)]
        sometimes = self._sometimes()
        always, after = self._written_rows(shared, inters[0])
        unnamed = [self._unnamed(inter) for inter in inters]
        common = [one for one in unnamed[0] if all(one in each for each in unnamed)]
        self.refuse_loose(common)
        outer, names, last = self.scope, self.names, self.last
        ways: list[tuple[Expr, list[Stmt], list[Stmt]]] = []
        for case, inter, fields in zip(self.lens.cases, inters, unnamed, strict=True):
            self.scope, self.names, self.last = outer.branch(), dict(names), [*last]
            condition = self.condition(case)
            self.forced = []
            fixed = self._fixed(case)
            own = [row for row in rows if row not in shared]
            more, later = self._written_rows([*own, *case.rows], inter)
            self.refuse_loose([one for one in fields if one not in common])
            made, attached = self._object([*fixed, *always, *more])
            end = [*sometimes, *after, *attached, *self.last, *self._laid()]
            ways.append((condition, [*self.scope.body, *made, *later], end))
        self.scope, self.names = outer, names
        head, outer.body = outer.body, []
        otherwise = [*self._refuse_cases(), ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [ir.fail("a known kind", X, "kind")]
        _, _, end = ways[0]
        if all(other == end for _, _, other in ways):
            branches = [(condition, body) for condition, body, _ in ways]
            return [*head, ir.if_(*branches, otherwise=otherwise), *end]
        branches = [(condition, [*body, *other]) for condition, body, other in ways]
        return [*head, ir.if_(*branches, otherwise=otherwise)]

    def _refuse_cases(self) -> list[Stmt]:
        """Where no case holds: fields that no case could take are refused."""
        inter, rows = self.lens.inter, [row for case in self.lens.cases for row in case.rows]
        paths = dict.fromkeys(path for row in rows for path in row.fields)
        fields = [(path, self.resolver.format.inter_shapes(inter, path)) for path in paths]
        self.scope = self.scope.branch()
        self.refuse_loose(fields)
        return self.scope.body

    def condition(self, case: Case) -> Expr:
        if case.arm:
            tags = self.resolver.inter.tags(case.arm)
            return ir.and_(*(ir.eq(ir.opt(X, key), tag) for key, tag in tags.items()))
        conditions: list[Expr | None] = []
        for row in case.rows:
            for path in row.fields:
                conditions.append(field_there(path[:1]))
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            value = ir.get(X, row.name)
            conditions.append(leaf.codec.holds(self.scope, value, self.spot(leaf)))
        return ir.and_(*conditions)

    # -- records

    def _record(self) -> list[Stmt]:
        fixed, sometimes = self._fixed(), self._sometimes()
        always, after = self._written_rows(self.lens.rows, self.lens.inter)
        self.refuse_loose(self._unnamed(self.lens.inter))
        # Values first, then the object, then what depends on it.
        made, attached = self._object([*fixed, *always])
        end = [*sometimes, *after, *attached, *self.last, *self._laid()]
        return [*self.scope.body, *made, *end]

    def _fixed(self, case: Case | None = None) -> Pairs:
        """What the wire object always has: its tags, and the values that are given."""
        own = case.givens if case is not None else ()
        tags: Pairs = [((key,), ir.const(value)) for key, value in self.bound.wire_tags
                       if not isinstance(value, tuple)]  # fmt: skip
        return [*tags, *self._given([*own, *self.lens.givens])]

    def _given(self, givens: Iterable[Given]) -> Pairs:
        pairs: Pairs = []
        for given in givens:
            if given.when:
                continue
            if given.sum:
                pairs.append((given.path, ir.Plus(tuple(count_of(name) for name in given.sum))))
            elif given.values[0] == {}:
                self.var(given.path)
                self.forced.append(given.path)
            else:
                pairs.append((given.path, ir.const(given.values[0])))
        return pairs

    def _sometimes(self) -> list[Stmt]:
        """What the wire object has only along with some field."""
        steps: list[Stmt] = []
        for given in self.lens.givens:
            if given.when:
                put = self.put(given.path, ir.const(given.values[0]))
                steps.append(ir.if_((field_there((given.when,)), put)))
        return steps

    def _written_rows(self, rows: Sequence[Row], inter: str) -> tuple[Pairs, list[Stmt]]:
        """Values that the object has from the start, and what adds to it later."""
        always: Pairs = []
        after: list[Stmt] = []
        for row in rows:
            self.row(row, inter, always, after)
        return always, after

    def _laid(self) -> list[Stmt]:
        """The end: what the value's own overlay has besides, and the wire object given back."""
        end: list[Stmt] = []
        if self.bound.keeps:
            args = [ir.var("w"), OWN]
            names = [".".join(given.path) for given in self.lens.givens]
            if names:
                args.append(self._constant("GIVEN", frozenset(names)))
            left_out = unread_absents(self.resolver, self.bound)
            dotted = {".".join(absent.path): absent.value for absent in self.lens.absents}
            filled = {path: value for path, value in dotted.items() if path not in left_out}
            if filled:
                args += [] if names else [ir.var("NOTHING")]
                args.append(self._constant("ABSENT", filled))
            end.append(ir.if_((ir.present(OWN), [ir.do(ir.runtime("lay", *args))])))
        return [*end, ir.ret(ir.var("w"))]

    def _constant(self, what: str, value: Any) -> Expr:
        name = f"{what}_{self.bound.writing.removeprefix('_encode_').upper()}"
        return ir.var(self.resolver.constants.put(name, value))

    def _object(self, always: Pairs) -> tuple[list[Stmt], list[Stmt]]:
        """The new object: a literal, with the nested ones that get more later in names.

        And steps for when that has been done: nested objects that got something are put in.
        """
        nodes = {path[:depth] for path, _ in always for depth in range(len(path))}
        named = sorted((set(self.names) - {()}), key=_depth, reverse=True)
        # Under a key stands a value, or the path of a nested object.
        tree: dict[Path, list[tuple[str, Expr | Path]]] = {(): []}
        for path in sorted(nodes | set(named), key=_depth):
            tree.setdefault(path, [])
        order: list[Path] = []
        for path, value in always:
            for depth in range(1, len(path)):
                if path[:depth] not in order:
                    order.append(path[:depth])
                    tree[path[: depth - 1]].append((path[depth - 1], path[:depth]))
            tree[path[:-1]].append((path[-1], value))
        for path in self.forced:
            order.append(path)
            tree[path[:-1]].append((path[-1], path))
        statements: list[Stmt] = []
        attach: list[Stmt] = []

        def literal(path: Path) -> Expr:
            pairs = [
                (
                    key,
                    self._named(value, literal, statements) if isinstance(value, tuple) else value,
                )
                for key, value in tree[path]
            ]
            if pairs and pairs[0][0] == "0":
                return ir.arr(pairs[0][1])
            return ir.obj(pairs)

        root = literal(())
        for path in sorted(set(named) - set(order), key=_depth, reverse=True):
            statements.append(ir.let(self.names[path], ir.obj()))
            parent, key = path[:-1], path[-1]
            node: Expr = ir.var(self.names[path])
            filled = ir.Filled(node)
            if key == "0":
                node = ir.arr(node)
                parent, key = path[:-2], path[-2]
            target = ir.var(self.names[parent])
            attach.append(ir.if_((filled, [ir.put(target, key, node)])))
        statements.append(ir.let("w", root))
        return statements, attach

    def _named(self, path: Path, literal: Any, statements: list[Stmt]) -> Expr:
        value: Expr = literal(path)
        if path not in self.names:
            return value
        statements.append(ir.let(self.names[path], value))
        return ir.var(self.names[path])


def _depth(path: Path) -> tuple[int, Path]:
    """Outer objects first; the path itself keeps the order the same in every run."""
    return len(path), path

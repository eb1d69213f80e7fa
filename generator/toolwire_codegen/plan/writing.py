"""Plans the encoding half of a lens: intermediate object in, wire object out."""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import (
    count_of,
    field_there,
    held,
    refuse_misfit,
)
from ..ir.trees import tree
from ..load.transform import Case, Given, Row
from .landing import land
from .wire_objects import kept_required, unread_absents
from .writing_rows import FORM, OWN, Path, RowWriter, X


class LensWriter(RowWriter):
    """Plans ``encode`` of one lens as a function ``(x[, hidden]) -> w``."""

    def plan(self) -> ir.Function:
        lens = self.lens
        params = ["x", "hidden"] if self.bound.hides_ids else ["x"]
        body = self._whole_value() or self._cases() or self._record([], lens.givens, lens.inter, [])
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
        outer = self.scope
        branches: list[tuple[Expr, list[Stmt]]] = []
        for case in self.lens.cases:
            self.scope, self.names = outer.inner(), {(): "w"}
            condition = self.condition(case)
            inter = case.arm or self.lens.inter
            body = self._record(list(case.rows), self.lens.givens, inter, list(case.givens))
            branches.append((condition, body))
            self.scope = outer
        otherwise = [*self._refuse_cases(), ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [ir.fail("a known kind", X, "kind")]
        return [ir.if_(*branches, otherwise=otherwise)]

    def _refuse_cases(self) -> list[Stmt]:
        """Where no case holds: fields that no case could take are refused."""
        rows = [row for case in self.lens.cases for row in case.rows]
        rows += [row for row in self.lens.rows if row.lost]
        checks: list[Stmt] = []
        for path in dict.fromkeys(path for row in rows for path in row.fields):
            shapes = self.resolver.format.inter_shapes(self.lens.inter, path)
            refused = refuse_misfit(held(path), shapes, path)
            if refused:
                checks.append(ir.if_((field_there(path), refused)))
        return checks

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

    def _record(
        self, case_rows: list[Row], givens: tuple[Given, ...], inter: str, guards: list[Given]
    ) -> list[Stmt]:
        always: list[tuple[Path, Expr]] = [
            ((key,), ir.const(value)) for key, value in self.bound.wire_tags
            if not isinstance(value, tuple)
        ]  # fmt: skip
        after: list[Stmt] = []
        self.last = []
        self.forced = []
        outer = self.scope
        for given in [*guards, *givens]:
            if given.sum:
                fields = tuple(count_of(name) for name in given.sum)
                always.append((given.path, ir.Plus(fields)))
            elif given.values[0] == {}:
                self.var(given.path)
                self.forced.append(given.path)
            elif given.when:
                value = ir.const(given.values[0])
                put = self.put(given.path, value)
                after.append(ir.if_((field_there((given.when,)), put)))
            else:
                always.append((given.path, ir.const(given.values[0])))
        for row in [*self.lens.rows, *case_rows]:
            self.row(row, inter, always, after)
        self._unnamed(inter, case_rows)
        # Values first, then the object, then what depends on it.
        statements = list(outer.body)
        outer.body = []
        statements += self._build(always, after) + self.last
        lays = self.bound.keeps
        if lays:
            names = [".".join(given.path) for given in givens]
            args = [ir.var("w"), OWN]
            if names:
                constant = f"GIVEN_{self.bound.writing.removeprefix('_encode_').upper()}"
                args.append(ir.var(self.resolver.constants.put(constant, frozenset(names))))
            left_out = unread_absents(self.resolver, self.bound)
            dotted = {".".join(absent.path): absent.value for absent in self.lens.absents}
            filled = {path: value for path, value in dotted.items() if path not in left_out}
            if filled:
                constant = f"ABSENT_{self.bound.writing.removeprefix('_encode_').upper()}"
                args += [] if names else [ir.var("NOTHING")]
                args.append(ir.var(self.resolver.constants.put(constant, filled)))
            statements.append(ir.if_((ir.present(OWN), [ir.do(ir.runtime("lay", *args))])))
        statements.append(ir.ret(ir.var("w")))
        return statements

    def _build(self, always: list[tuple[Path, Expr]], after: list[Stmt]) -> list[Stmt]:
        """The new object: a literal, with the nested ones that get more later in names."""
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
        return [*statements, *after, *attach]

    def _named(self, path: Path, literal: Any, statements: list[Stmt]) -> Expr:
        value: Expr = literal(path)
        if path not in self.names:
            return value
        statements.append(ir.let(self.names[path], value))
        return ir.var(self.names[path])


def _depth(path: Path) -> tuple[int, Path]:
    """Outer objects first; the path itself keeps the order the same in every run."""
    return len(path), path

"""The wire object that a lens writes: what it always has, what is put in later, what is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there
from ...load.transform import Case, Given
from ...operators.base import Pairs
from ..bound import numbered
from ..counts import uncounted
from ..hollow import hollow
from ..unread import unread_absents
from .state import Path, Writing

OWN = ir.var("own")


class NewObject:
    """Plans a literal, the names of the nested objects that get more later, and the end."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.resolver, self.bound, self.lens = writing.resolver, writing.bound, writing.lens

    def fixed(self, case: Case | None = None) -> Pairs:
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
                pairs.append((given.path, ir.Plus(tuple(map(self.writing.count, given.sum)))))
            elif given.numbered:
                pairs.append((given.path, numbered(given)))
            elif given.built:
                self.writing.object(given.path)
                self.writing.forced.append(given.path)
            else:
                pairs.append((given.path, ir.const(given.values[0])))
        return pairs

    def sometimes(self) -> list[Stmt]:
        """What the wire object has only along with some field."""
        steps: list[Stmt] = []
        for given in self.lens.givens:
            if given.when:
                put = self.writing.put(given.path, ir.const(given.values[0]))
                steps.append(ir.if_((field_there((given.when,)), put)))
        return steps

    def made(self, always: Pairs) -> tuple[list[Stmt], list[Stmt]]:
        """The new object: a literal, with the nested ones that get more later in names.

        And steps for when that has been done: nested objects that got something are put in.
        """
        nodes = {path[:depth] for path, _ in always for depth in range(len(path))}
        named = sorted((set(self.writing.names) - {()}), key=_depth, reverse=True)
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
        for path in self._forced(set(named) - set(order)):
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
            statements.append(ir.let(self.writing.names[path], ir.obj()))
            parent, key = path[:-1], path[-1]
            node: Expr = ir.var(self.writing.names[path])
            filled = ir.Filled(node)
            if key == "0":
                node = ir.arr(node)
                parent, key = path[:-2], path[-2]
            target = ir.var(self.writing.names[parent])
            attach.append(ir.if_((filled, [ir.put(target, key, node)])))
        statements.append(ir.let("w", root))
        return statements, attach

    def _forced(self, named: set[Path]) -> list[Path]:
        """The nested objects that are there even where nothing is put into them."""
        demanded = [path for path in named if hollow(self.resolver, self.lens, path)]
        return [*self.writing.forced, *sorted({*demanded} - {*self.writing.forced}, key=_depth)]

    def _named(self, path: Path, literal: Any, statements: list[Stmt]) -> Expr:
        value: Expr = literal(path)
        if path not in self.writing.names:
            return value
        statements.append(ir.let(self.writing.names[path], value))
        return ir.var(self.writing.names[path])

    def laid(self) -> list[Stmt]:
        """The end: what the value's own overlay has besides, and the wire object given back."""
        end: list[Stmt] = []
        if self.bound.keeps:
            args = [ir.var("w"), OWN]
            names = [".".join(given.path) for given in self.lens.givens]
            if names:
                args.append(self._yielding())
            left_out = unread_absents(self.resolver, self.bound)
            dotted = {".".join(absent.path): absent.value for absent in self.lens.absents}
            filled = {path: value for path, value in dotted.items() if path not in left_out}
            if filled:
                args += [] if names else [ir.var("NOTHING")]
                args.append(self._constant("ABSENT", filled))
            end.append(ir.if_((ir.present(OWN), [ir.do(ir.runtime("lay", *args))])))
            end += uncounted(self.resolver, self.bound)
        return [*end, ir.ret(ir.var("w"))]

    def _yielding(self) -> Expr:
        """The paths at which the overlay takes the place of what was written.

        Where a field is not there with which alone something is given, a row has written that.
        """
        paths: dict[str, list[str]] = {}
        for given in self.lens.givens:
            paths.setdefault(given.when, []).append(".".join(given.path))
        return self._of_those_there(paths.pop("", []), [*paths.items()])

    def _of_those_there(self, sure: list[str], rest: list[tuple[str, list[str]]]) -> Expr:
        if not rest:
            return self._constant("GIVEN", frozenset(sure)) if sure else ir.var("NOTHING")
        (when, names), *others = rest
        there, not_there = ([*sure, *names], others), (sure, others)
        condition = field_there((when,))
        return ir.IfElse(condition, *(self._of_those_there(*one) for one in (there, not_there)))

    def _constant(self, what: str, value: Any) -> Expr:
        name = f"{what}_{self.bound.writing.removeprefix('_encode_').upper()}"
        return ir.var(self.resolver.constants.put(name, value))


def _depth(path: Path) -> tuple[int, Path]:
    """Outer objects first; the path itself keeps the order the same in every run."""
    return len(path), path

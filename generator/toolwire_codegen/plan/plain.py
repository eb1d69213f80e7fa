"""Plain forms: the shape most values have, planned in line.

A value is plain when it has just the keys its rows speak of, each of the expected type, and no
metadata. Its conversion is then one literal, and needs no call. Anything else goes to the lens's
own function, which gives the same for a plain value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..load.transform import Case, Lens, Row
from ..resolve.intermediate import CALL
from .bound import BoundLens, Leaf
from .resolve import Resolver

SCALARS = ("string", "boolean", "integer")


@dataclass
class Plain:
    """A condition on a value, and the literal that stands for it where it holds."""

    condition: Expr
    value: Expr


def _leaves(resolver: Resolver, lens: Lens) -> list[Leaf] | None:
    """The targets of a lens that is simple enough to have a plain form."""
    if not lens.keeps or lens.cases or lens.own:
        return None
    if any(len(row.targets) != 1 for row in lens.rows if not row.parts):
        return None
    if any(given.sum or given.when or len(given.path) > 1 for given in lens.givens):
        return None
    return [resolver.leaf(lens, row, row.targets[0]) for row in lens.rows if row.targets]


def plain_read(resolver: Resolver, bound: BoundLens, w: Expr, scope: Scope) -> Plain | None:
    """The plain form of a wire object whose tags the caller has seen."""
    lens = bound.lens
    leaves = _leaves(resolver, lens)
    if leaves is None:
        return None
    tags = [(key, value) for key, value in bound.wire_tags if not isinstance(value, tuple)]
    size = len(tags) + len(leaves) + len(lens.givens)
    conditions: list[Expr] = [ir.SizeIs(w, size)]
    for given in lens.givens:
        conditions.append(ir.eq(ir.opt(w, given.path[0]), given.values[0]))
    pairs = [(k, ir.const(v)) for k, v in bound.inter_tags if not isinstance(v, tuple)]
    for row in lens.rows:
        if row.parts:
            text = _text_part(resolver, lens, row)
            if text is None:
                return None
            local = scope.fresh(row.name)
            raw: Expr = ir.Bind(local, ir.opt(w, text.key))
            conditions += [ir.is_(raw, "string"), ir.Filled(ir.var(local))]
            block = ir.obj([("kind", ir.const("text")), ("text", ir.var(local))])
            pairs.append((row.name, ir.arr(block)))
            conditions[0] = ir.SizeIs(w, size + 1)
    for leaf in leaves:
        if len(leaf.target.path) != 1 or len(leaf.field) != 1 or not leaf.inter_required:
            return None
        if leaf.codec.values is not None:
            only = _only_value(resolver, lens, leaf)
            if only is None:
                return None
            conditions.append(ir.eq(ir.get(w, leaf.key), only[1]))
            pairs.append((leaf.field[0], ir.const(only[0])))
            continue
        there = leaf.key in resolver.wire.required(lens.wire)
        raw = ir.get(w, leaf.key) if there else ir.opt(w, leaf.key)
        local = scope.fresh(leaf.row.name)
        taken = leaf.codec.read_plain(ir.Bind(local, raw), ir.var(local), scope)
        if taken is None:
            return None
        conditions += taken[0]
        if leaf.nonempty:
            conditions.append(ir.Filled(ir.var(local)))
        pairs.append((leaf.field[0], taken[1]))
    return Plain(ir.and_(*conditions), ir.obj(list(dict(pairs).items())))


def _text_part(resolver: Resolver, lens: Lens, row: Row) -> Leaf | None:
    """The part of a spread list that takes plain text from a string, if its first one does."""
    arm, target = row.parts[0]
    leaf = resolver.part(lens, row, arm, target, lens.inter)
    text = leaf.codec.shows_text and not leaf.codec.texts_only
    return leaf if arm == "*" and text and len(target.path) == 1 else None


def _only_value(resolver: Resolver, lens: Lens, leaf: Leaf) -> tuple[Any, Any] | None:
    """The one value a field may have, and how the wire's table spells it."""
    consts = resolver.inter.const(lens.inter, leaf.field[0])
    if len(consts) != 1 or leaf.codec.values is None:
        return None
    return consts[0], leaf.codec.values[consts[0]]


def plain_write(resolver: Resolver, bound: BoundLens, x: Expr, scope: Scope) -> Plain | None:
    """The plain form of an intermediate object whose tag the caller has seen."""
    lens = bound.lens
    leaves = _leaves(resolver, lens)
    if leaves is None or any(row.parts for row in lens.rows):
        return None
    tabled = [leaf for leaf in leaves if leaf.codec.values is not None]
    size = len(bound.inter_tags) + len(leaves) - len(tabled)
    conditions: list[Expr] = [ir.SizeIs(x, size)]
    tags = [((key,), ir.const(v)) for key, v in bound.wire_tags if not isinstance(v, tuple)]
    pairs: list[tuple[tuple[str, ...], Expr]] = [*tags]
    pairs += [(given.path, ir.const(given.values[0])) for given in lens.givens]
    for leaf in leaves:
        if len(leaf.field) != 1 or not leaf.inter_required:
            return None
        if leaf.codec.values is not None:
            only = _only_value(resolver, lens, leaf)
            if only is None:
                return None
            pairs.append((leaf.target.path, ir.const(only[1])))
            continue
        given = leaf.codec.write_plain(leaf, ir.get(x, leaf.field[0]), scope)
        if given is None:
            return None
        conditions += given[0]
        value = given[1]
        if leaf.nonempty:
            conditions.append(ir.Filled(value))
        pairs.append((leaf.target.path, value))
    return Plain(ir.and_(*conditions), tree(pairs))


def plain_returns(resolver: Resolver, bound: BoundLens) -> list[Stmt]:
    """The ways out of a reader for the shapes most calls and results have."""
    lens = bound.lens
    if not lens.keeps or lens.own or lens.givens or any(row.is_const for row in lens.rows):
        return []
    if not lens.cases:
        if lens.inter != CALL:
            return []
        return _factored(_ways(resolver, bound, [None]))
    if not all(case.arm for case in lens.cases):
        return []
    cases: list[Case] = []
    seen: set[frozenset[tuple[str, ...]]] = set()
    for case in lens.cases:
        if case.lost:
            continue
        targets = [t for row in case.rows for t in (*row.targets, *(t for _, t in row.parts))]
        paths = frozenset(target.path for target in targets)
        paths |= {given.path for given in case.givens}
        # Where two arms stand in the same keys, only the reader's own chain tells them apart.
        if paths not in seen:
            cases.append(case)
        seen.add(paths)
    return _factored(_ways(resolver, bound, cases))


Path = tuple[str, ...]
Way = tuple[list[Expr], list[Stmt]]
"""Conditions, and the statements that end in a return where all of them hold."""


def _ways(resolver: Resolver, bound: BoundLens, cases: Sequence[Case | None]) -> list[Way]:
    ways = [
        _PlainReturn(resolver, bound, case, idless).way()
        for idless in (False, True)
        for case in cases
    ]
    return [way for way in ways if way is not None]


def _factored(ways: list[Way]) -> list[Stmt]:
    """The ways in their order; what neighbours ask alike is asked once."""
    statements = []
    for _, same in groupby(ways, lambda way: way[0][0]):
        group = list(same)
        shared = group[0][0]
        for conditions, _ in group[1:]:
            pairs = zip(shared, conditions, strict=False)
            shared = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
        if len(group) == 1:
            statements.append(ir.if_((ir.and_(*shared), group[0][1])))
            continue
        rest = [(conditions[len(shared) :], body) for conditions, body in group]
        statements.append(ir.if_((ir.and_(*shared), _factored(rest))))
    return statements


class _PlainReturn:
    """One way out; ``idless``: for a value that came without the id that one is made up for."""

    def __init__(
        self, resolver: Resolver, bound: BoundLens, case: Case | None, idless: bool
    ) -> None:
        self.resolver, self.bound, self.lens, self.case = resolver, bound, bound.lens, case
        self.inter = case.arm if case is not None else bound.lens.inter
        self.required = resolver.inter.required(self.inter)
        own = case.rows if case is not None else ()
        self.rows = [row for row in (*self.lens.rows, *own) if row.name in self.required]
        self.givens = case.givens if case is not None else ()
        self.idless = idless
        self.scope = Scope()
        self.conditions: list[Expr] = []
        self.values: dict[str, Expr] = {}

    def way(self) -> Way | None:
        """The conditions and the steps; None where there is no such way."""
        if any(len(row.targets) != 1 and row.back is None for row in self.rows):
            return None
        leaves = [
            self.resolver.leaf(self.lens, row, row.targets[0], self.inter)
            for row in self.rows
            if row.targets
        ]
        ids = [leaf for leaf in leaves if leaf.codec.made({}) is not None]
        if self.idless:
            if len(ids) != 1:
                return None
            leaves.remove(ids[0])
        paths = [leaf.target.path for leaf in leaves] + [given.path for given in self.givens]
        if any(not path for path in paths):
            return None
        tags = [key for key, value in self.bound.wire_tags if not isinstance(value, tuple)]
        taken = [*tags, *dict.fromkeys(path[0] for path in paths)]
        spare = self.case is None and _takes_only(self.bound, taken)
        if not self._look(leaves, paths, spare, len(tags)):
            return None
        body: list[Stmt] = []
        if self.idless:
            made = ids[0].codec.made(self.values)
            assert made is not None
            local = self.scope.fresh(ids[0].row.name)
            body.append(ir.let(local, made))
            self.values[ids[0].row.name] = ir.var(local)
        spelling = self._read_back(ids)
        known = {key for key in self.required if self.resolver.inter.const(self.inter, key)}
        if {*self.values, *known} != set(self.required):
            return None
        if self.lens.inter == CALL and self.resolver.tracks_calls:
            body.append(ir.put(ir.var("calls"), self.values["id"], self.values["name"]))
        value = self._value(spelling)
        if not spare:
            return self.conditions, [*body, ir.ret(value)]
        return self.conditions, [*body, *self._kept(value, taken, spelling)]

    def _look(self, leaves: list[Leaf], paths: list[Path], spare: bool, tags: int) -> bool:
        """Ask of each wire object what it has; False where a value cannot be taken as it is."""
        holders: dict[Path, Expr] = {(): ir.var("w")}
        objects = {path[:depth] for path in paths for depth in range(len(path))}
        for path in sorted(objects, key=_depth):
            if path:
                name = self.scope.fresh(path[-1])
                inside = ir.Bind(name, ir.opt(holders[path[:-1]], path[-1]))
                self.conditions.append(ir.is_(inside, "object"))
                holders[path] = ir.var(name)
            keys = {other[len(path)] for other in paths if other[: len(path)] == path}
            if path or not spare:
                size = len(keys) + (0 if path else tags)
                self.conditions.append(ir.SizeIs(holders[path], size))
            for given in self.givens:
                if given.path[:-1] == path:
                    value = ir.opt(holders[path], given.path[-1])
                    self.conditions.append(ir.eq(value, given.values[0]))
            for leaf in leaves:
                if leaf.node == path and not self._take(leaf, holders[path]):
                    return False
        return True

    def _take(self, leaf: Leaf, holder: Expr) -> bool:
        local = self.scope.fresh(leaf.row.name)
        needs = leaf.codec.plain(leaf, ir.Bind(local, ir.opt(holder, leaf.key)), ir.var(local))
        if needs is None:
            return False
        self.conditions += needs
        self.values[leaf.row.name] = ir.var(local)
        return True

    def _read_back(self, ids: list[Leaf]) -> Expr | None:
        """Fields that are read back; and the form of a value that came without an id."""
        for row in self.rows:
            if row.back is not None:
                known = self.values[row.back.args[0]]
                self.values[row.name] = ir.Lookup(ir.var("calls"), known, ir.const(""))
        if not self.idless:
            return None
        name = ids[0].row.name
        return ir.obj([(name, ir.obj([("for", self.values[name])]))])

    def _value(self, spelling: Expr | None) -> Expr:
        tags = self.resolver.inter.tags(self.inter).items()
        pairs = [(row.name, self.values[row.name]) for row in self.rows]
        pairs += [(key, ir.const(tag)) for key, tag in tags]
        if spelling is not None:
            overlay = ir.obj([(ir.FormatName(), ir.obj([("$", spelling)]))])
            pairs.append(("metadata", overlay))
        return ir.obj(pairs)

    def _kept(self, value: Expr, taken: list[str], spelling: Expr | None) -> list[Stmt]:
        """Give the value back, with all other keys in its overlay."""
        w, rest = ir.var("w"), ir.var("rest")
        snake_keys = self.resolver.snake_keys(self.lens.wire, ())
        if snake_keys:
            camel = ir.Disjoint(ir.var(snake_keys), w)
            self.conditions.append(ir.or_(ir.SizeIs(w, len(taken)), camel))
        overlay = ir.runtime("sealed", rest, spelling or ir.const(None))
        kept = [
            ir.let("rest", ir.Copy(w)),
            ir.drop(rest, *taken),
            ir.put(ir.var("x"), "metadata", ir.obj([(ir.FormatName(), overlay)])),
        ]
        more = ir.SizeNot(w, len(taken), "")
        return [ir.let("x", value), ir.if_((more, kept)), ir.ret(ir.var("x"))]


def _takes_only(bound: BoundLens, keys: list[str]) -> bool:
    """Whether all other keys of a lens's wire object go to its overlay, each as it is."""
    paths = [t.path for row in bound.lens.rows for t in row.targets if t.path]
    return all(path[0] in keys for path in paths)


def _depth(path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(path), path


def tree(pairs: list[tuple[tuple[str, ...], Expr]]) -> Expr:
    """Paths and values as one nested literal."""
    root: dict[str, Any] = {}
    for path, value in pairs:
        branch = root
        for key in path[:-1]:
            branch = branch.setdefault(key, {})
        branch[path[-1]] = value

    def nested(branch: dict[str, Any]) -> Expr:
        return ir.obj([(k, nested(v) if isinstance(v, dict) else v) for k, v in branch.items()])

    return nested(root)


def whole_row(bound: BoundLens) -> Row | None:
    """The row of a lens that hands its whole wire object to another lens, if it is one."""
    rows = bound.lens.rows
    return rows[0] if bound.whole_child and len(rows) == 1 else None

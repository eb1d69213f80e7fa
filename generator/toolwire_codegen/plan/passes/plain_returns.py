"""A reader gives the shapes most calls and results have back before it does anything else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import is_constant
from ...ir.rewriting import Block, with_functions
from ...ir.scope import Scope
from ...load.transform import Case, Lens
from ...operators.leaf import Leaf
from ...resolve.intermediate import CALL
from ..bound import BoundLens
from ..resolve import Resolver


def plain_returns(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: readers begin with their ways out."""
    lenses = {bound.reading: bound for bound in resolver.bound.values()}

    def begun(function: ir.Function) -> Block:
        bound = lenses.get(function.name)
        return [*(_returns(resolver, bound) if bound is not None else ()), *function.body]

    return with_functions(module, begun)


def _returns(resolver: Resolver, bound: BoundLens) -> list[Stmt]:
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
    # What fits two arms is told by what the first one claims: other specs are findings.
    return _factored(_ways(resolver, bound, [case for case in lens.cases if not case.lost]))


def _claiming(resolver: Resolver, lens: Lens, case: Case) -> Leaf | None:
    """The one target of a case whose value tells that it is this case, if there is one."""
    rows = [row for row in case.rows if row.targets or row.parts]
    if len(rows) != 1 or len(rows[0].targets) != 1 or case.givens:
        return None
    leaf = resolver.leaf(lens, rows[0], rows[0].targets[0], case.arm)
    return leaf if leaf.codec.partial and leaf.codec.claims(ir.var("w")) is not None else None


Path = tuple[str, ...]
Way = tuple[list[Expr], list[Stmt]]
"""Conditions, and the statements that end in a return where all of them hold."""


def _ways(resolver: Resolver, bound: BoundLens, cases: Sequence[Case | None]) -> list[Way]:
    ways = [
        _PlainReturn(resolver, bound, case, idless, cases[:at]).way()
        for idless in (False, True)
        for at, case in enumerate(cases)
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
        self,
        resolver: Resolver,
        bound: BoundLens,
        case: Case | None,
        idless: bool,
        before: Sequence[Case | None],
    ) -> None:
        self.resolver, self.bound, self.lens, self.case = resolver, bound, bound.lens, case
        self.inter = case.arm if case is not None else bound.lens.inter
        self.required = resolver.inter.required(self.inter)
        own = case.rows if case is not None else ()
        self.rows = [row for row in (*self.lens.rows, *own) if row.name in self.required]
        self.givens = case.givens if case is not None else ()
        self.idless, self.before = idless, before
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
        if any(modifier.notes for leaf in leaves for modifier in leaf.modifiers):
            return None
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
        self._refuse_claimed(leaves)
        body: list[Stmt] = []
        if self.idless:
            made = ids[0].codec.made(self.values)
            assert made is not None
            local = self.scope.fresh(ids[0].row.name)
            body.append(ir.let(local, made))
            self.values[ids[0].row.name] = ir.var(local)
        spelling = self._read_back(ids)
        constants = {key for key in self.required if self.resolver.inter.const(self.inter, key)}
        if {*self.values, *constants} != set(self.required):
            return None
        if self.lens.inter == CALL and self.bound.reads_calls:
            body.append(ir.put(ir.var("calls"), self.values["id"], self.values["name"]))
        value = self._value(spelling)
        if not spare:
            return self.conditions, [*body, ir.ret(value)]
        return self.conditions, [*body, *self._with_overlay(value, taken, spelling)]

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
                    self.conditions.append(is_constant(value, given.values[0]))
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

    def _refuse_claimed(self, leaves: list[Leaf]) -> None:
        """Leave to the reader's own chain what a case before this one takes of the same keys."""
        before = [_claiming(self.resolver, self.lens, case) for case in self.before if case]
        for claiming in before:
            for leaf in leaves:
                if claiming is not None and leaf.target.path == claiming.target.path:
                    claimed = claiming.codec.claims(self.values[leaf.row.name])
                    self.conditions += [ir.missing(claimed)] if claimed is not None else []

    def _read_back(self, ids: list[Leaf]) -> Expr | None:
        """Fields that are read back; and the form of a value that came without an id."""
        for row in self.rows:
            if row.back is not None:
                call_id = self.values[row.back.args[0]]
                self.values[row.name] = ir.Lookup(ir.var("calls"), call_id, ir.const(""))
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

    def _with_overlay(self, value: Expr, taken: list[str], spelling: Expr | None) -> list[Stmt]:
        """Give the value back, with all other keys in its overlay."""
        w, rest = ir.var("w"), ir.var("rest")
        snake_keys = self.resolver.snake_keys(self.lens.wire, ())
        if snake_keys:
            camel = ir.Disjoint(ir.var(snake_keys), w)
            self.conditions.append(ir.or_(ir.SizeIs(w, len(taken)), camel))
        overlay = ir.runtime("sealed", rest, spelling or ir.const(None))
        steps = [
            ir.let("rest", ir.Copy(w)),
            ir.drop(rest, *taken),
            ir.put(ir.var("x"), "metadata", ir.obj([(ir.FormatName(), overlay)])),
        ]
        more = ir.SizeNot(w, len(taken), "")
        return [ir.let("x", value), ir.if_((more, steps)), ir.ret(ir.var("x"))]


def _takes_only(bound: BoundLens, keys: list[str]) -> bool:
    """Whether all other keys of a lens's wire object go to its overlay, each as it is."""
    paths = [t.path for row in bound.lens.rows for t in row.targets if t.path]
    return all(path[0] in keys for path in paths)


def _depth(path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(path), path

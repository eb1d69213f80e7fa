"""One lens that is being written: what has been planned so far, and what its rows may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import checked, count_of, field_value
from ...ir.scope import Scope, Steps
from ...load.schema import Shape
from ...load.transform import Row
from ...operators.base import Spot
from ...operators.leaf import Leaf
from ...resolve.enclosing import enclosing
from ..bound import BoundLens, first_in
from ..resolve import Resolver

Path = tuple[str, ...]
X = ir.var("x")


class Writing:
    """What operators are handed to write their rows; see ``operators.handed``."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.steps = Steps()
        #: the local names of objects that are written through a lens, and get more later
        self.values: dict[Path, str] = {
            path: self.scope.fresh(path[-1]) for path in enclosing(resolver.format, self.lens)
        }
        #: the local names of wire objects that get more later
        self.names: dict[Path, str] = {(): "w"}
        #: those that are there also where nothing is put into them
        self.forced: list[Path] = []
        self.last: list[Stmt] = []
        #: numbers that have been looked up, by their fields
        self.counts: dict[str, Expr] = {}

    @property
    def scope(self) -> Scope:
        return self.steps.scope

    @contextmanager
    def way(self) -> Iterator[Scope]:
        """For as long as this holds, one of several ways is planned; the others do not see it."""
        names, last, forced, counts = self.names, self.last, self.forced, self.counts
        self.names, self.last, self.forced = dict(names), [*last], []
        self.counts = dict(counts)
        with self.steps.within(self.scope.branch()) as scope:
            yield scope
        self.names, self.last, self.forced, self.counts = names, last, forced, counts

    @property
    def hides_ids(self) -> bool:
        return self.resolver.hides

    def reads(self, field: str) -> bool:
        return self.lens.reads(field)

    def object(self, path: Path) -> Expr:
        """The wire object at ``path`` as a local name; its parents get names too."""
        if path in self.values:
            return ir.var(self.values[path])
        if path not in self.names:
            if path[-1] != "0":
                self.object(path[:-1])
            else:
                self.object(path[:-2])
            name = "first" if path[-1] == "0" else path[-1]
            self.names[path] = self.scope.fresh(name)
        return ir.var(self.names[path])

    def put(self, path: Path, value: Expr) -> list[Stmt]:
        return [ir.put(self.object(path[:-1]), path[-1], value)]

    def spot(self, leaf: Leaf) -> Spot:
        name = leaf.row.name if leaf.row.name != "." else leaf.key
        return Spot(name, X, leaf.row.name, first=first_in(self.lens, X, False))

    def taken(self, leaf: Leaf) -> Expr:
        """The value of a field that is there, of the right type; lenses look at theirs."""
        if leaf.codec.looks:
            return field_value(leaf.field)
        return checked(self.scope, leaf.field[-1], leaf.inter, leaf.field)

    def count(self, field: str) -> Expr:
        """A number that may be absent, and is 0 then; it is looked up once."""
        if field not in self.counts:
            self.counts[field] = self.scope.let(f"{field}Or_0", count_of(field))
        return self.counts[field]

    def shapes_in(self, row: Row, path: Path) -> tuple[Shape, ...]:
        """What a field may be, in the arm or the object that a row is of."""
        arm = next((case.arm for case in self.lens.cases if row in case.rows), "")
        return self.resolver.format.inter_shapes(arm or self.lens.inter, path)

    def leaf_of(self, field: str) -> Leaf:
        row = next(row for row in self.lens.rows if row.name == field)
        return self.resolver.leaf(self.lens, row, row.targets[0])

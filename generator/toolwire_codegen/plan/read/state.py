"""One lens that is being read: what has been planned so far, and what its rows may ask for."""

from __future__ import annotations

from contextlib import AbstractContextManager

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, Steps
from ...operators.base import Spot
from ...operators.leaf import Leaf
from ..bound import BoundLens, first_in
from ..resolve import Resolver
from .objects import Path, WireObjects


class Reading:
    """What operators are handed to read their rows; see ``operators.handed``."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.steps = Steps()
        self.objects = WireObjects(resolver, bound, self.steps)
        self.locals: dict[str, Expr] = {}
        self.texts: dict[Path, Expr] = {}
        self.invalid: tuple[str, Expr] | None = None

    @property
    def scope(self) -> Scope:
        return self.steps.scope

    def within(self, scope: Scope) -> AbstractContextManager[Scope]:
        return self.steps.within(scope)

    def inner(self) -> AbstractContextManager[Scope]:
        return self.steps.inner()

    def reads(self, field: str) -> bool:
        return self.lens.reads(field)

    def object(self, path: Path) -> Expr:
        return self.objects.node(path).var

    def rest(self, path: Path) -> Expr:
        return self.objects.node(path).rest

    def raw(self, leaf: Leaf) -> Expr:
        if leaf.target.more:
            parts = ir.arr(*map(self.objects.raw, leaf.places))
            return self.scope.let(leaf.row.name, parts)
        return self.objects.raw(leaf)

    def spot(self, leaf: Leaf) -> Spot:
        name = leaf.row.name if leaf.row.name != "." else leaf.key
        first = first_in(self.lens, self.object(()), True)
        return Spot(name, self.object(leaf.node), leaf.key, self.content(), first=first)

    def content(self) -> Expr | None:
        """The blocks of the message being read, once its row has been planned."""
        if "message" in self.locals:
            return ir.get(self.locals["message"], "content")
        return self.locals.get("content")

    def took(self, leaf: Leaf, when: Expr | None = None, absorbs: bool = False) -> None:
        for place in leaf.places if leaf.target.more else ():
            # What is null stays in the overlay: it says no more than what is not there.
            with self.inner() as taken:
                self.objects.took(self.objects.node(place.node), place.key)
            self.scope.add(ir.if_((ir.present(self.objects.raw(place)), taken.body)))
        if not leaf.target.more:
            self.objects.took(self.objects.node(leaf.node), leaf.key, when, absorbs)

    def taking(self, leaf: Leaf, body: list[Stmt]) -> list[Stmt]:
        with self.inner() as taken:
            self.took(leaf)
        return [*body, *taken.body]

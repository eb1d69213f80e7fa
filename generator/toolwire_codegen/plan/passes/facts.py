"""What is known at a place of a plan: the JSON types of values, and keys that are there."""

from __future__ import annotations

from collections.abc import Iterable

from ... import ir
from ...ir import Expr
from ...ir.locals import local_names

THERE = "there"
"""Of a value of which only this is known: that it is not null."""
NUMBERS = {"integer", "number"}


class Facts:
    """Facts about locals, and about places in them: a key of a local, a key of that."""

    def __init__(self) -> None:
        self.kinds: dict[Expr, str] = {}
        self.keys: set[Expr] = set()
        #: where the value of a local was taken from
        self.taken: dict[str, Expr] = {}

    def copy(self) -> Facts:
        other = Facts()
        other.kinds, other.keys, other.taken = {**self.kinds}, {*self.keys}, {**self.taken}
        return other

    def keep(self, others: Iterable[Facts]) -> None:
        """Know what all of these know."""
        for other in others:
            self.kinds = {p: kind for p, kind in self.kinds.items() if other.kinds.get(p) == kind}
            self.keys &= other.keys
            self.taken = {
                n: place for n, place in self.taken.items() if other.taken.get(n) == place
            }

    # -- what is decided

    def decided(self, condition: Expr) -> bool | None:
        """Whether a condition holds, as far as that is known."""
        match condition:
            case ir.Const(bool(value)):
                return value
            case ir.Is(value, kind):
                return self._is(value, kind)
            case ir.Present(value):
                return _opposite(self._is(value, "null"))
            case ir.Has(obj, key):
                return True if _root(obj) and ir.get(obj, key) in self.keys else None
            case ir.Isnt(value, kind):
                return _opposite(self._is(value, kind))
            case ir.Missing(value):
                return self._is(value, "null")
            case ir.Not(inner):
                return _opposite(self.decided(inner))
        return None

    def _is(self, value: Expr, kind: str) -> bool | None:
        actual = self._kind(value)
        if actual is None or kind == "any" or (actual != kind and {actual, kind} <= NUMBERS):
            return None
        if actual == THERE:
            return False if kind == "null" else None
        return actual == kind

    def _kind(self, value: Expr) -> str | None:
        return self.kinds.get(value) if _root(value) else None

    # -- what a step tells

    def learn(self, condition: Expr, holds: bool) -> None:
        """A condition was asked, and this is the answer."""
        self.forget(local_names(condition))
        self._affected(condition)
        self._learn(condition, holds)

    def _learn(self, condition: Expr, holds: bool) -> None:
        match condition, holds:
            case (ir.And(conditions), True) | (ir.Or(conditions), False):
                for one in conditions:
                    self._learn(one, holds)
            case ir.Not(inner), _:
                self._learn(inner, not holds)
            case (ir.Is(value, kind), True) | (ir.Isnt(value, kind), False):
                self._tell(value, kind)
            case (ir.Missing(value), True) | (ir.Present(value), False):
                self._tell(value, "null")
            case (ir.Present(value), True) | (ir.Missing(value), False):
                self._tell(value, THERE)
            case ir.Has(obj, key), True if _root(obj):
                self.keys.add(ir.get(obj, key))

    def _tell(self, value: Expr, kind: str) -> None:
        if isinstance(value, ir.Bind):
            self.named(value.name, value.value)
            value = ir.var(value.name)
        places = [value]
        if isinstance(value, ir.Var) and value.name in self.taken:
            places.append(self.taken[value.name])
        for place in places:
            if _root(place) and not (kind == THERE and place in self.kinds):
                self.kinds[place] = kind

    def named(self, name: str, value: Expr) -> None:
        """A local has a value from now on."""
        self._affected(value)
        kind = self._kind(value)
        self.forget({name})
        if kind is not None:
            self.kinds[ir.var(name)] = kind
        if isinstance(value, ir.Get) and _root(value) not in ("", name):
            self.taken[name] = value
            self.keys.add(value)

    def forget(self, names: set[str]) -> None:
        """Locals mean something else from now on."""
        self.kinds = {p: kind for p, kind in self.kinds.items() if _root(p) not in names}
        self.keys = {place for place in self.keys if _root(place) not in names}
        self.taken = {n: place for n, place in self.taken.items()
                      if n not in names and _root(place) not in names}  # fmt: skip

    def changed(self) -> None:
        """An object may have other keys now: the type of what a local holds stays."""
        self.kinds = {p: kind for p, kind in self.kinds.items() if isinstance(p, ir.Var)}
        self.keys, self.taken = set(), {}

    def _affected(self, value: Expr) -> None:
        if any(isinstance(node, ir.Runtime | ir.Call | ir.Via) for node in ir.nodes(value)):
            self.changed()


def _opposite(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _root(place: Expr) -> str:
    """The local that a place is in; "" for what is no place."""
    while isinstance(place, ir.Get):
        place = place.obj
    return place.name if isinstance(place, ir.Var) else ""

"""The function being planned: its statements so far, and its local names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from . import Drop, Expr, Stmt, const, let, obj, runtime, var

OURS, WIRES = "our", "wire"
"""Whose a value is that has the name of another: the intermediate format's or the wire's."""
TAKEN = frozenset(
    (
        "w",
        "x",
        "form",
        "own",
        "rest",
        "calls",
        "hidden",
        "taken",
        "block",
        "item",
        "other",
        "element",
        "index",
        "path",
        "losses",
        "tag",
        "y",
        "found",
        "items",
    )
)
"""Names that plans use for purposes of their own."""


class Scope:
    """The function being planned: its statements so far and its local names."""

    def __init__(self, *names: str) -> None:
        self.body: list[Stmt] = []
        self.names = {*names, *TAKEN}
        self._noted: list[bool] = []

    @property
    def forms(self) -> bool:
        """Whether anything planned so far, in this function, may set the form."""
        return bool(self._noted)

    @forms.setter
    def forms(self, noted: bool) -> None:
        if noted:
            self._noted.append(True)

    def fresh(self, name: str, whose: str = "") -> str:
        """A local name not used yet; where it is, ``whose`` tells this one from the other."""
        base = snake(name)
        if base in self.names and whose:
            base = f"{whose}_{base.rstrip('_')}"
        candidate, number = base, 2
        while candidate in self.names:
            candidate, number = f"{base.rstrip('_')}_{number}", number + 1
        self.names.add(candidate)
        return candidate

    def add(self, *statements: Stmt) -> None:
        """More steps; keys that are dropped from one object one after the other go at once."""
        for statement in statements:
            match self.body[-1:], statement:
                case [Drop(one, keys)], Drop(other, more) if one == other:
                    self.body[-1] = Drop(one, (*keys, *more))
                case _:
                    self.body.append(statement)

    def let(self, name: str, value: Expr, whose: str = "") -> Expr:
        fresh = self.fresh(name, whose)
        self.add(let(fresh, value))
        return var(fresh)

    def inner(self) -> Scope:
        """A scope for a nested block: same names, statements of its own."""
        scope = Scope()
        scope.names, scope._noted = self.names, self._noted
        return scope

    def branch(self) -> Scope:
        """A scope for one of several ways: none meets the names of the others."""
        scope = self.inner()
        scope.names = set(self.names)
        return scope

    def note(self, field: str, key: str, value: Expr) -> Stmt:
        """Record in the form how this field was spelled."""
        entry = obj([(key, value)])
        if not self.forms:
            # Nothing has been noted before this place.
            self.forms = True
            return let("form", obj([(field, entry)]))
        return let("form", runtime("noted", var("form"), const(field), entry))


class Steps:
    """Where the next step goes: all that plan one function put theirs into the same scope."""

    def __init__(self, *names: str) -> None:
        self.scope = Scope(*names)

    @contextmanager
    def within(self, scope: Scope) -> Iterator[Scope]:
        """For as long as this holds, steps go into another scope."""
        outer, self.scope = self.scope, scope
        yield scope
        self.scope = outer

    def inner(self) -> AbstractContextManager[Scope]:
        """For as long as this holds, steps go into a nested block."""
        return self.within(self.scope.inner())


def snake(name: str) -> str:
    """camelCase, PascalCase or a key with hyphens as a Python-ish snake_case word."""
    spelled = name.replace("-", "_")
    text = "".join(f"_{c.lower()}" if c.isupper() else c for c in spelled).strip("_")
    word = text.replace("__", "_")
    return word + "_" if word in _RESERVED else word


_RESERVED = frozenset(
    (
        "and",
        "as",
        "assert",
        "async",
        "await",
        "break",
        "class",
        "continue",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "finally",
        "for",
        "from",
        "global",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "nonlocal",
        "not",
        "or",
        "pass",
        "raise",
        "return",
        "try",
        "while",
        "with",
        "id",
        "type",
        "len",
        "list",
        "dict",
        "str",
        "int",
        "float",
        "bool",
        "set",
        "format",
        "input",
        "copy",
        "json",
    )
)

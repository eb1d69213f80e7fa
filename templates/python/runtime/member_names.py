"""What a schema says of its members' names, said of those that they have in a dialect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from .keywords import REFERENCES, SCHEMAS
from .misfit import escaped
from .schema_queries import NAMING, SchemaQueries

if TYPE_CHECKING:
    from .lowering import Lowering

Json = Any
INNER = ("not", "if", "then", "else")
"""Keywords that hold one schema of the same name."""
LENGTHS: dict[str, Callable[[float, str], bool]] = {
    "minLength": lambda length, name: len(name) >= length,
    "maxLength": lambda length, name: len(name) <= length,
}
WHY = "it speaks of names, of which some are others here"


class MemberNames:
    """What a schema says of names, while it is brought into a dialect that has some otherwise."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.queries = SchemaQueries(lowering.root)

    @cached_property
    def anywhere(self) -> dict[str, str]:
        """The names that are others, in any place of the schema, and what they are."""
        found, todo = list[str](), list[Json]([self.lowering.root])
        for one in todo:
            if type(one) is dict:
                naming = [one[key] for key in NAMING if type(one.get(key)) in (dict, list)]
                found += [name for names in naming for name in names if type(name) is str]
                todo += one.values()
            elif type(one) is list:
                todo += one
        return self.others(found)

    def others(self, names: Iterable[str]) -> dict[str, str]:
        """Those of some names that are others, and what they are."""
        found = {name: self.lowering.member(name) for name in names}
        return {ours: theirs for ours, theirs in found.items() if ours != theirs}

    def of(self, schema: dict[str, Any]) -> NamesOf:
        """The same of one object."""
        return NamesOf(self, self.others(self.queries.names(schema)))


class NamesOf:
    """What is said of the names of one object, of which these are others.

    A name that is another somewhere else in the schema may stand here, too: nothing is changed for
    it, but if it matters, that is told.
    """

    def __init__(self, names: MemberNames, here: dict[str, str]) -> None:
        self.lowering, self.here = names.lowering, here
        self.all = {**names.anywhere, **here}

    def schema(self, schema: Json, place: str) -> Json:
        """A schema of names."""
        if type(schema) is not dict:
            return schema
        found = dict(schema)
        for key, value in schema.items():
            where = f"{place}/{escaped(key)}"
            if key == "const":
                found[key] = self.lowering.named(value, where)
            elif key == "enum" and type(value) is list:
                found[key] = [
                    self.lowering.named(name, f"{where}/{at}") for at, name in enumerate(value)
                ]
            elif key in SCHEMAS and type(value) is list:
                found[key] = [self.schema(arm, f"{where}/{at}") for at, arm in enumerate(value)]
            elif key in INNER:
                found[key] = self.schema(value, where)
            elif key == "pattern" and type(value) is str:
                found[key] = self.pattern(value, where)
            elif key in LENGTHS and type(value) in (int, float):
                self._lose_if_changed(partial(LENGTHS[key], value), where)
            elif key in REFERENCES and self.all:
                self.lowering.lose(where, "changed", WHY)
        return found

    def pattern(self, pattern: str, place: str) -> str:
        """A pattern that a name has under its other spelling as well."""
        try:
            search = re.compile(pattern).search
        except (re.error, OverflowError):
            if self.all:
                self.lowering.lose(place, "changed", WHY)
            return pattern

        def has(name: str) -> bool:
            return search(name) is not None

        more = [theirs for ours, theirs in self.here.items() if has(ours) and not has(theirs)]
        self._lose_if_changed(has, place, more)
        either = "|".join(name.replace(".", "[.]") for name in more)
        return f"{pattern}|^(?:{either})$" if more else pattern

    def _lose_if_changed(
        self, has: Callable[[str], bool], place: str, but: Iterable[str] = ()
    ) -> None:
        """Tell of names of which something no longer holds, or holds only now."""
        others = self.all.items()
        if any(has(ours) != has(theirs) for ours, theirs in others if theirs not in but):
            self.lowering.lose(place, "changed", WHY)

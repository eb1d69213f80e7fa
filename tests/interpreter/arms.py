"""Which type of several a wire object is: the first in a list of questions.

The list is made from the schema. One type after the other is taken off: the first whose signs, as
few of them as will do, are ruled out by all types that are left. Types that no lens reads are
taken only when nothing else can be. An open type says what is known; that is asked first.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from .signs import Sign, excluded_claims, never_there, rules_out, signs_of
from .spec import Spec

Json = Any
Claim = list[Sign]


class Questions:
    """The types in their order, each with its claims: it is the first of which one holds."""

    def __init__(self, spec: Spec, names: Iterable[str], read: set[str], is_open: bool) -> None:
        self.spec, self.is_open = spec, is_open
        names = [*dict.fromkeys(names)]
        defs = spec.wire.defs
        self.excluded = [claim for name in names for claim in excluded_claims(defs.get(name, {}))]
        self.names = [name for name in names if spec.wire.record(name) is not None]
        self.signs = {name: signs_of(spec, name) for name in self.names}
        self.asked: list[tuple[str, list[Claim]]] = []
        left = [name for name in self.names if name in read]
        left += [name for name in self.names if name not in read]
        while read & {*left}:
            taken, claims = self._next(left)
            self.asked.append((taken, claims))
            left.remove(taken)

    def types_of(self, w: Json) -> list[str]:
        """The types whose claims an object fulfils."""
        return [
            name
            for name, claims in self.asked
            if any(all(sign.holds(self.spec, w) for sign in claim) for claim in claims)
        ]

    def _next(self, left: list[str]) -> tuple[str, list[Claim]]:
        for name in left:
            claims = self._claims(name, [other for other in left if other != name])
            if claims:
                return name, claims
        claims = [one for one in (self._own(left[0], claim) for claim in self.excluded) if one]
        return left[0], claims or [self._first(left[0])]

    def _claims(self, name: str, others: list[str]) -> list[Claim]:
        if not self.excluded and not others and self.is_open:
            return [self._first(name)]
        start = [claim for claim in (self._own(name, one) for one in self.excluded) if claim]
        if not self.excluded:
            start = [[]]
        claims = (self._claim_against(one, name, others) for one in start)
        found = [claim for claim in claims if claim is not None]
        if self.excluded and not any(self._sure(claim, self.signs[name]) for claim in found):
            whole = self._claim_against(self._first(name), name, others)
            found += [] if whole is None else [whole]
        return found

    def _first(self, name: str) -> Claim:
        """What must stand in the object itself: a constant, or something."""
        return [s for s in self.signs[name] if len(s.path) == 1 and not s.types]

    def _own(self, name: str, claim: Claim) -> Claim | None:
        """What an open type leaves to others, as far as it can be this one."""
        if any(rules_out(self.spec, name, sign) for sign in claim):
            return None
        mine = {sign.path: sign.values for sign in self.signs[name] if sign.values}
        full = [sign.path for sign in self.signs[name] if sign.filled]
        return [
            sign._replace(values=tuple(v for v in mine[sign.path] if v in sign.values))
            if sign.values and sign.path in mine
            else sign._replace(filled=sign.filled or (sign.path in full and not sign.values))
            for sign in claim
        ]

    def _claim_against(self, claim: Claim, name: str, others: list[str]) -> Claim | None:
        """A claim and as few more signs as the other types all rule out.

        What the type never has, and another one may have, is not there either.
        """
        found = self._apart(claim, name, others)
        never = [Sign((key,), absent=True) for key in never_there(self.spec, name)
                 if any(key in self.spec.wire.properties(other) for other in others)]  # fmt: skip
        return None if found is None else [*found, *never]

    def _apart(self, claim: Claim, name: str, others: list[str]) -> Claim | None:
        def apart(signs: Claim, other: str) -> bool:
            return any(rules_out(self.spec, other, sign) for sign in signs)

        left = [other for other in others if not apart(claim, other)]
        if not left:
            return claim
        more = [s for s in self.signs[name] if any(apart([s], other) for other in left)]
        more.sort(key=lambda sign: (self._worth(sign, name), len(sign.path)))
        for size in (1, 2, 3, len(more)):
            for signs in combinations(more, size):
                if all(apart([*signs], other) for other in left):
                    return [*claim, *signs]
        return None

    def _worth(self, sign: Sign, name: str) -> int:
        """Constants first that another type has, too; loose ones; keys; types; lone constants."""
        if not sign.values:
            return 3 if sign.types else 2
        others = [s for other in self.names if other != name for s in self.signs[other]]
        shared = any(other.values and other.path == sign.path for other in others)
        return int(sign.loose) if shared else 4

    @staticmethod
    def _sure(claim: Claim, signs: Claim) -> bool:
        """Does each value with some signs fulfil a claim?"""
        def follows(sign: Sign) -> bool:
            for one in signs:
                if one.loose > sign.loose or one.free > sign.free:
                    continue
                deeper = one.path[: len(sign.path)] == sign.path
                has_value = one.filled or bool(one.values and all(one.values))
                if sign.filled and not has_value and len(one.path) == len(sign.path):
                    continue
                if deeper and not sign.values and not sign.types and not one.loose:
                    return True
                if one.path != sign.path:
                    continue
                within = all(value in sign.values for value in one.values)
                if (sign.values and one.values and within) or (
                    sign.types and one.types and {*one.types} <= {*sign.types}
                ):
                    return True
            return False

        return all(sign.absent or follows(sign) for sign in claim)


def is_body(spec: Spec, name: str, claims: list[Claim], w: Json) -> bool:
    """Whether a body is of a type; a key that is null, and may not be, is no sign of it."""
    for claim in claims:
        null = []
        for sign in claim:
            shapes = spec.wire.shapes(spec.wire.properties(name).get(sign.path[0]))
            bare = len(sign.path) == 1 and not (sign.types or sign.filled or sign.absent)
            takes = any(shape.kind in ("null", "any") for shape in shapes)
            null += [sign] if bare and not takes and w.get(sign.path[0], "") is None else []
        valued = any(sign.values for sign in claim)
        if all(sign.holds(spec, w) for sign in claim) and (valued or not null):
            return True
    return False


def questions(spec: Spec, names: Iterable[str], read: set[str], is_open: bool) -> Questions:
    """The questions of these types, worked out once."""
    key = (*names,), frozenset(read), is_open
    if key not in spec.worked_out:
        spec.worked_out[key] = Questions(spec, key[0], read, is_open)
    found: Questions = spec.worked_out[key]
    return found

"""How things are told apart: the arms of a union, the types of an entry, the events of a stream.

It is worked out once, from the schema alone, as a list: each arm is asked for by the fewest signs
that all arms still left deny. An arm that denies none of the others' signs waits until these are
taken. What an open arm says is known is what the known ones are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ..load.schema import Schema
from .paths import types
from .signs import Arm, Claim, Sign, known_elsewhere

TOGETHER = 3
"""So many signs are tried together; where these do not tell, all of them are asked for."""


@dataclass(frozen=True)
class Question:
    """An arm and what it is known by: one of its claims holds.

    ``unlike`` names an arm that nothing tells it from.
    """

    arm: str
    claims: tuple[Claim, ...]
    unlike: str = ""

    def asks(self, key: str) -> bool:
        """Whether every way to know the arm asks for its constant at a key."""
        return all(
            any(sign.path == (key,) and sign.values and not sign.loose for sign in claim)
            for claim in self.claims
        )

    def words(self, key: str) -> tuple[Any, ...]:
        """The constants of a key that alone say it is this arm, each by itself."""
        signs = self.claims[0] if len(self.claims) == 1 else ()
        alone = len(signs) == 1 and signs[0].path == (key,) and not signs[0].loose
        return tuple(signs[0].values) if alone else ()

    def tagged(self, key: str) -> Any:
        """The one constant of a key that alone says it is this arm, or None."""
        words = self.words(key)
        return words[0] if len(words) == 1 else None


def tell(
    schema: Schema, names: Iterable[str], wanted: Iterable[str], openly: bool = True
) -> list[Question]:
    """The arms in the order in which they are asked for, until no wanted one is left.

    ``openly``: a value may be none of them, so that the last one is asked for as well.
    """
    names = [*dict.fromkeys(names)]
    known_claims = [claim for name in names for claim in _known_claims(schema, name)]
    arms = [Arm(schema, name) for name in names if schema.record(name) is not None]
    return _Telling(arms, frozenset(wanted), known_claims, openly).questions()


def _known_claims(schema: Schema, name: str) -> list[Claim]:
    """What an open arm says is known; one with other keys is known itself, and no more is said."""
    claims = known_elsewhere(schema.defs.get(name))
    asked = {sign.path[0] for claim in claims for sign in claim}
    return claims if {*schema.properties(name)} <= asked else []


class _Telling:
    def __init__(
        self, arms: list[Arm], wanted: frozenset[str], known_claims: list[Claim], openly: bool
    ) -> None:
        self.arms, self.wanted, self.known_claims, self.openly = arms, wanted, known_claims, openly

    def questions(self) -> list[Question]:
        found: list[Question] = []
        left = sorted(self.arms, key=lambda arm: arm.name not in self.wanted)
        while any(arm.name in self.wanted for arm in left):
            question = next((one for arm in left if (one := self._next(arm, left))), None)
            if question is None:
                question = self._untold(left)
            found.append(question)
            left = [arm for arm in left if arm.name != question.arm]
        return found

    def _next(self, arm: Arm, left: Sequence[Arm]) -> Question | None:
        """An arm, or what nobody wants and hides it: it need not wait for all that are wanted."""
        if question := self._question(arm, left):
            return question
        for other in left:
            rest = [one for one in left if one is not other]
            hides = other.name not in self.wanted and self._question(arm, rest)
            if hides and (question := self._question(other, left)):
                return question
        return None

    def _question(self, arm: Arm, left: Sequence[Arm]) -> Question | None:
        """What one arm is asked for, if that tells it from all that are left."""
        others = [other for other in left if other is not arm]
        claims = self._claims(arm, others)
        return Question(arm.name, fewest(claims)) if claims else None

    def _untold(self, left: Sequence[Arm]) -> Question:
        """An arm that nothing tells from another one: the first takes what both may be."""
        arm = left[0]
        others = [other for other in left[1:] if not any(map(other.denies, arm.signs))]
        alike = next(iter(others), None)
        claims = [c for c in map(arm.narrowed, self.known_claims) if c] or [arm.own]
        return Question(arm.name, fewest(claims), alike.name if alike else "")

    def _claims(self, arm: Arm, others: Sequence[Arm]) -> list[Claim]:
        """Each way to know an arm from the others."""
        if not self.known_claims:
            if not others and self.openly:
                return [arm.own]
            found = self._with_signs((), arm, others)
            return [] if found is None else [found]
        narrowed = [claim for claim in map(arm.narrowed, self.known_claims) if claim]
        signed = (self._with_signs(claim, arm, others) for claim in narrowed)
        claims = [claim for claim in signed if claim is not None]
        if not any(_implied(claim, arm.signs) for claim in claims):
            # It need not have what the open arm says is known.
            own = self._with_signs(arm.own, arm, others)
            claims += [] if own is None else [own]
        return claims

    def _with_signs(self, claim: Claim, arm: Arm, others: Sequence[Arm]) -> Claim | None:
        """A claim with the fewest more signs that all others deny; None if they do not.

        With them goes what the arm says is not there, and another may have: it may have keys that
        nobody knows besides.
        """
        found = self._fewest_more(claim, arm, others)
        may_have = {key for other in others for key in other.schema.properties(other.name)}
        absent = (Sign((key,), absent=True) for key in arm.excluded if key in may_have)
        return None if found is None else (*found, *absent)

    def _fewest_more(self, claim: Claim, arm: Arm, others: Sequence[Arm]) -> Claim | None:
        left = [other for other in others if not any(map(other.denies, claim))]
        if not left:
            return claim
        useful = [sign for sign in arm.signs if any(other.denies(sign) for other in left)]
        useful.sort(key=lambda sign: (self._rank(sign, arm), len(sign.path)))
        for size in range(1, TOGETHER + 1):
            for signs in combinations(useful, size):
                if all(any(map(other.denies, signs)) for other in left):
                    return (*claim, *signs)
        every = all(any(map(other.denies, useful)) for other in left)
        return (*claim, *useful) if every else None

    def _rank(self, sign: Sign, arm: Arm) -> int:
        """Constants that others have too tell best; then keys, types, and a lone constant."""
        if sign.values:
            shared = any(other is not arm and other.knows(sign.path) for other in self.arms)
            return int(sign.loose) if shared else 4
        return 3 if sign.kinds else 2


def _implied(claim: Claim, signs: Iterable[Sign]) -> bool:
    """Whether some signs make sure that a claim holds."""
    return all(sign.absent or any(_assures(other, sign) for other in signs) for sign in claim)


def _assures(sign: Sign, other: Sign) -> bool:
    """Whether one sign makes sure of another."""
    if sign.absent or other.absent:
        return sign == other
    deeper = len(sign.path) > len(other.path)
    if other.filled and not (sign.filled or deeper or (sign.values and all(sign.values))):
        return False
    if sign.path[: len(other.path)] == other.path and not (other.values or other.kinds):
        return not sign.loose
    if sign.path != other.path or sign.loose > other.loose or sign.free > other.free:
        return False
    if other.values:
        return bool(sign.values) and set(map(repr, sign.values)) <= set(map(repr, other.values))
    return bool(sign.kinds) and set(sign.kinds) <= set(other.kinds)


def fewest(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Claims without those that others take in, each sign once."""
    plain = [tuple(dict.fromkeys(_needful(claim))) for claim in claims]
    needed: list[Claim] = []
    for index, claim in enumerate(plain):
        others = [*needed, *plain[index + 1 :]]
        if not any(_implied(other, claim) for other in others):
            needed.append(claim)
    return tuple(needed)


def _needful(claim: Claim) -> Claim:
    """The signs of a claim that no other of its own makes sure of."""
    found: list[Sign] = []
    for index, sign in enumerate(claim):
        others = [*found, *claim[index + 1 :]]
        if not any(_assures(other, sign) for other in others):
            found.append(sign)
    return tuple(found)


def taken_before(schema: Schema, questions: Sequence[Question], one: Question) -> list[Question]:
    """Those asked for ahead of one that would be taken for it, were they not."""
    before = questions[: next(at for at, other in enumerate(questions) if other.arm == one.arm)]
    return [
        other for other in before
        if schema.record(other.arm) is not None
        and any(not any(map(Arm(schema, other.arm).denies, claim)) for claim in one.claims)
    ]  # fmt: skip


def never_both(schema: Schema, one: str, other: str) -> bool:
    """Whether two types share a key, and no value of it is fit for both."""
    mine, theirs = schema.properties(one), schema.properties(other)
    kinds = [
        (types(schema.shapes(mine[key])), types(schema.shapes(theirs[key])))
        for key in mine
        if key in theirs
    ]
    return any(a and b and "any" not in a | b and not a & b - {"null"} for a, b in kinds)


def common_tag(questions: Sequence[Question]) -> str:
    """The key whose constants most arms are asked for, and more than one, or all; or ""."""
    keys = Counter(key for one in questions for key in _tags(one))
    often = max(keys.values(), default=0)
    every = often == len(questions) and all(
        any(sign.values for sign in claim) for one in questions for claim in one.claims
    )
    return min((key for key in keys if keys[key] == often > 1 or every), default="")


def _tags(question: Question) -> set[str]:
    signs = [sign for claim in question.claims for sign in claim]
    return {sign.path[0] for sign in signs if sign.values and len(sign.path) == 1}


def without_repeats(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Claims to be asked one after the other: what one has said, the next need not."""
    firsts = {c[0] for c in claims if len(c) == 1 and c[0].values and not c[0].loose}
    repeats = {replace(sign, loose=True) for sign in firsts}
    return tuple(tuple(replace(s, values=()) if s in repeats else s for s in c) for c in claims)

"""Whether a regular expression can take longer than anyone waits.

A matcher that goes back tries every way to read a text. How many ways there are follows from the
pattern alone: as an automaton of its characters, it has exponentially many where two ways lead
round one loop on the same text, and a power of the text's length where two loops in a row both
take the same text, and so does the way between them (Weber and Seidl, 1991).
"""

from __future__ import annotations

import re
import re._parser as re_parser  # type: ignore[import-not-found]
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

FEW = 3
"""So many repetitions are written out; more are a loop."""
SHORT = 100
"""A run of one kind of character that is no longer than this is soon tried."""
MOST = 300
"""Patterns with more characters than this are not looked at."""

SAMPLES = frozenset(map(chr, range(256))) | frozenset("\u0660\u2003\u0416\u4e00\U0001f600")
"""Characters of every category that patterns name."""
CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
Edge = tuple[int, int]


@dataclass(frozen=True)
class Part:
    """A part of a pattern: where it may begin and end, and in how many ways it matches nothing.

    A character that stands twice in ``first`` is begun with in two ways. More are not counted.
    """

    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    empty: int = 1


@dataclass
class Automaton:
    """The characters of a pattern, and which may follow which.

    ``ways`` counts in how many ways one follows another; ``runs`` are the characters that follow
    themselves for a short while only.
    """

    sets: list[frozenset[str]] = field(default_factory=list)
    ways: Counter[Edge] = field(default_factory=Counter)
    runs: set[int] = field(default_factory=set)
    inner: list[Any] = field(default_factory=list)

    @cached_property
    def _after(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for start, end in self.ways:
            found.setdefault(start, []).append(end)
        return found

    def after(self, state: int) -> list[int]:
        return self._after.get(state, [])


class TooLongError(Exception):
    """A pattern has too many characters to be looked at."""


def endless(pattern: str) -> bool:
    """Whether the time to match may grow faster than a text.

    Raises re.error and the like for what is no pattern, TooLongError for one of too many parts.
    """
    re.compile(pattern)
    parsed = re_parser.parse(pattern)
    fold = bool(parsed.state.flags & re.IGNORECASE)
    alphabet = SAMPLES | frozenset(_named(parsed))
    todo = [parsed]
    while todo:
        found = _Builder(alphabet, fold)
        found.sequence(todo.pop())
        if _exponential(found.automaton) or _polynomial(found.automaton):
            return True
        todo += found.automaton.inner
    return False


def _named(node: Any) -> Iterator[str]:
    """Characters that a pattern names, and their neighbours."""
    if isinstance(node, int) and 0 < node < 0x10FFFF and not isinstance(node, bool):
        yield from map(chr, (node - 1, node, node + 1))
    elif isinstance(node, (list, tuple, re_parser.SubPattern)):
        for inner in node:
            yield from _named(inner)


class _Builder:
    """Builds the automaton of a pattern as Python has parsed it."""

    def __init__(self, alphabet: frozenset[str], fold: bool) -> None:
        self.automaton = Automaton()
        self.alphabet, self.fold = alphabet, fold

    def sequence(self, parsed: Any) -> Part:
        part = Part()
        for code, argument in parsed:
            part = self._joined(part, self._part(str(code), argument))
        return part

    def _part(self, code: str, argument: Any) -> Part:
        if code == "BRANCH":
            return self._either(self.sequence(inner) for inner in argument[1])
        if code in ("SUBPATTERN", "ATOMIC_GROUP"):
            return self.sequence(argument[-1] if code == "SUBPATTERN" else argument)
        if code.endswith("_REPEAT"):
            return self._repeated(*argument)
        if code in ("ASSERT", "ASSERT_NOT"):
            self.automaton.inner.append(argument[1])
            return Part()
        if code == "GROUPREF_EXISTS":
            return self._either(self.sequence(inner or ()) for inner in argument[1:])
        if code == "GROUPREF":
            part = self._character(self.alphabet)
            return Part(part.first, part.last, 1)
        return Part() if code == "AT" else self._character(self._set(code, argument))

    def _character(self, characters: frozenset[str]) -> Part:
        if self.fold:
            characters |= frozenset(other for c in characters for other in c.swapcase()[:1])
        self.automaton.sets.append(characters)
        if len(self.automaton.sets) > MOST:
            raise TooLongError
        state = len(self.automaton.sets) - 1
        return Part((state,), (state,), 0)

    def _set(self, code: str, argument: Any) -> frozenset[str]:
        if code == "ANY":
            return self.alphabet - {"\n"}
        if code == "LITERAL":
            return frozenset(chr(argument))
        if code == "NOT_LITERAL":
            return self.alphabet - {chr(argument)}
        if code == "RANGE":
            return frozenset(c for c in self.alphabet if argument[0] <= ord(c) <= argument[1])
        if code == "CATEGORY":
            category = re.compile(CATEGORIES.get(str(argument), "(?s:.)"))
            return frozenset(c for c in self.alphabet if category.match(c))
        if code == "IN":
            negated = str(argument[0][0]) == "NEGATE"
            parts = [self._set(str(one), value) for one, value in argument[negated:]]
            return self.alphabet.difference(*parts) if negated else frozenset().union(*parts)
        return self.alphabet

    def _joined(self, one: Part, other: Part) -> Part:
        self._follow(one.last, other.first)
        return Part(
            _twice(one.first + other.first * one.empty),
            _twice(other.last + one.last * other.empty),
            min(2, one.empty * other.empty),
        )

    @staticmethod
    def _either(parts: Iterable[Part]) -> Part:
        alternatives = list(parts)
        first = tuple(state for part in alternatives for state in part.first)
        last = tuple(state for part in alternatives for state in part.last)
        return Part(first, last, min(2, sum(part.empty for part in alternatives)))

    def _follow(self, before: Iterable[int], after: tuple[int, ...]) -> None:
        self.automaton.ways.update((start, end) for start in before for end in after)

    def _repeated(self, low: int, high: int, inner: Any) -> Part:
        """A few repetitions one after another; more of them, or any number, as a loop."""
        count = min(high, FEW) if high <= FEW or low == high else 0
        part = Part()
        for index in range(count):
            again = self.sequence(inner)
            skipped = replace(again, empty=min(2, again.empty + 1))
            part = self._joined(part, again if index < low else skipped)
        if count or not high:
            return part
        part = self.sequence(inner)
        if len(part.first) == len(part.last) == 1 and part.first == part.last and high <= SHORT:
            self.automaton.runs.add(part.first[0])
        self._follow(part.last, part.first)
        return replace(part, empty=min(2, part.empty + (low == 0)))


def _twice(states: tuple[int, ...]) -> tuple[int, ...]:
    """The states, none of them more than twice."""
    return tuple(state for state, count in Counter(states).items() for _ in range(min(2, count)))


def _components(automaton: Automaton) -> list[set[int]]:
    """The loops of an automaton: states that lead to each other, and to themselves."""
    reach = {state: _reached([state], automaton.after) for state in range(len(automaton.sets))}
    found: list[set[int]] = []
    for state, others in reach.items():
        if state in others and not any(state in component for component in found):
            found.append({other for other in others if state in reach[other]})
    return found


def _reached(start: Iterable[Any], after: Any) -> set[Any]:
    """All that ``start`` leads to by one or more steps."""
    found: set[Any] = set()
    todo = list(start)
    while todo:
        fresh = set(after(todo.pop())) - found
        found |= fresh
        todo += fresh
    return found


def _exponential(automaton: Automaton) -> bool:
    """Whether two ways lead round a loop on the same text."""
    sets = automaton.sets
    for component in _components(automaton):
        inside = {state: [s for s in automaton.after(state) if s in component]
                  for state in component}  # fmt: skip
        if any(automaton.ways[s, end] > 1 for s in component for end in inside[s]):
            return True

        def after(pair: Edge, inside: dict[int, list[int]] = inside) -> list[Edge]:
            pairs = [(a, b) for a in inside[pair[0]] for b in inside[pair[1]]]
            return [(a, b) for a, b in pairs if sets[a] & sets[b]]

        apart = {(a, b) for a, b in _reached([(s, s) for s in component], after) if a != b}
        if any(a == b for a, b in _reached(apart, after)):
            return True
    return False


def _polynomial(automaton: Automaton) -> bool:
    """Whether two loops in a row take the same text, which leads from one to the other, too."""
    sets = automaton.sets
    short = _short(automaton)
    loops = [loop for loop in _components(automaton) if not (len(loop) == 1 and loop <= short)]
    for one in loops:
        for other in loops:
            if one is other or not other & _reached(one, automaton.after):
                continue

            def after(
                states: tuple[int, int, int],
                one: set[int] = one,
                other: set[int] = other,
            ) -> Iterator[tuple[int, int, int]]:
                a, b, c = states
                for x in one.intersection(automaton.after(a)):
                    for z in other.intersection(automaton.after(c)):
                        both = sets[x] & sets[z]
                        yield from ((x, y, z) for y in automaton.after(b) if both & sets[y])

            for p in one:
                for q in other:
                    if (p, q, q) in _reached([(p, p, q)], after):
                        return True
    return False


def _short(automaton: Automaton) -> set[int]:
    """Characters that follow themselves in no other way than for a short run."""
    return {state for state in automaton.runs if automaton.ways[state, state] == 1}

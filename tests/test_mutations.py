"""Fixtures with a few random changes to their structure: exact, or a ToolwireError, nothing else.

A key dropped, nulled, added or respelled, an item repeated, moved or removed, a value of another
type, a piece of the payload in another place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from formats import EVERY
from grouped import each_fixture
from samples import ADAPTERS, ALL, Adapter, Fixture, copied, difference
from strategies import snake_case
from toolwire._runtime.errors import ToolwireError

Json = Any
ROUNDS = 9
"""Mutants of each fixture; each has one to three changes."""

ODD_KEYS = (
    "$", "type", "role", "kind", "id", "name", "content", "parts", "text", "error", "metadata",
    "format", "value", "messages", "function", "zzz",
)  # fmt: skip
ODD_VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 1.5, 2**70, "", "s", "{}", "user", "\ud800",
    [], {}, ["a"], [{}], [None], [[]], {"a": 1}, {"$": {"$": []}}, {"type": "text"},
)  # fmt: skip


class Place:
    """A value inside a payload: its container and the key or index it stands at."""

    def __init__(self, container: Json, key: Any) -> None:
        self.container, self.key = container, key

    @property
    def value(self) -> Json:
        return self.container[self.key]

    @value.setter
    def value(self, new: Json) -> None:
        self.container[self.key] = new


def places(value: Json) -> Iterator[Place]:
    """Every place below ``value``."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield Place(value, key)
        if isinstance(inner, (dict, list)):
            yield from places(inner)


def drop(place: Place, rng: Random) -> None:
    del place.container[place.key]


def null(place: Place, rng: Random) -> None:
    place.value = None


def replace(place: Place, rng: Random) -> None:
    place.value = copied(rng.choice(ODD_VALUES))


def add_key(place: Place, rng: Random) -> None:
    if isinstance(place.value, dict):
        place.value[rng.choice(ODD_KEYS)] = copied(rng.choice(ODD_VALUES))


def repeat_item(place: Place, rng: Random) -> None:
    if isinstance(place.value, list) and place.value:
        place.value.insert(0, copied(rng.choice(place.value)))


def shuffle(place: Place, rng: Random) -> None:
    if isinstance(place.value, list):
        rng.shuffle(place.value)


def respell(place: Place, rng: Random) -> None:
    if isinstance(place.key, str) and snake_case(place.key) != place.key:
        place.container[snake_case(place.key)] = place.container.pop(place.key)


def wrap(place: Place, rng: Random) -> None:
    place.value = [place.value]


def unwrap(place: Place, rng: Random) -> None:
    if isinstance(place.value, list) and place.value:
        place.value = place.value[0]


CHANGES: tuple[Callable[[Place, Random], None], ...] = (
    drop, null, replace, add_key, repeat_item, shuffle, respell, wrap, unwrap,
)  # fmt: skip


def mutant(payload: Json, rng: Random) -> Json:
    """A copy of ``payload`` with one to three changes."""
    result = copied(payload)
    for _ in range(rng.choice((1, 1, 2, 3))):
        found = list(places(result))
        if not found:
            break
        place = rng.choice(found)
        if rng.randrange(8) == 0:
            place.value = copied(rng.choice(found).value)
        else:
            rng.choice(CHANGES)(place, rng)
    return result


@each_fixture
def test_a_changed_payload_comes_back_exactly_or_is_refused(fixture: Fixture) -> None:
    wire, rng = fixture.adapter, Random(str(fixture))
    for _ in range(ROUNDS):
        payload = mutant(fixture.payload, rng)
        before = json.dumps(payload)
        try:
            value = wire.decode(payload)
        except ToolwireError as error:
            assert error.expected and error.code in ("missing", "type", "value"), before
            continue
        assert difference(payload, wire.encode(value)) is None, before
        assert json.dumps(payload) == before


@pytest.mark.parametrize("name", EVERY)
def test_most_changed_payloads_are_read(name: str) -> None:
    """The test above would pass if everything were refused."""
    read = refused = 0
    for fixture in ALL:
        if fixture.format != name:
            continue
        rng = Random(str(fixture))
        for _ in range(4):
            try:
                fixture.adapter.decode(mutant(fixture.payload, rng))
                read += 1
            except ToolwireError:
                refused += 1
    assert read > refused > 0


@pytest.mark.parametrize("wire", ADAPTERS, ids=str)
def test_what_is_no_object_is_refused(wire: Adapter) -> None:
    for payload in ODD_VALUES:
        if isinstance(payload, dict):
            continue
        for convert in (wire.decode, wire.encode):
            with pytest.raises(ToolwireError) as caught:
                convert(payload)
            assert caught.value.expected

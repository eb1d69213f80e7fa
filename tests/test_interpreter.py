"""Law 6: the generated adapters and a slow interpreter of the same rows agree on everything."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from drawing import drawing
from grouped import each, each_fixture, routes
from interpreter import REFUSALS, interpreters
from samples import ADAPTERS, ALL, FORMATS, Adapter, Fixture, adapter, difference
from strategies import intermediates, spelled
from test_mutations import mutant
from toolwire._runtime.errors import ToolwireError

Json = Any
REFUSED: Json = {"refused": True}


def generated(convert: Callable[[Json], Json], value: Json) -> Json:
    """What an adapter makes of a value; a ToolwireError, and no other, is an answer too."""
    try:
        return convert(value)
    except ToolwireError:
        return REFUSED


def interpreted(convert: Callable[[str, Json], Json], entry: str, value: Json) -> Json:
    """What the interpreter makes of it; it does not bother to say what is wrong."""
    try:
        return convert(entry, value)
    except REFUSALS:
        return REFUSED


def disagreement_on_wire(wire: Adapter, payload: Json) -> str | None:
    """Where adapter and interpreter differ about a payload and its value."""
    other = interpreters()[wire.format]
    value = generated(wire.decode, payload)
    found = difference(interpreted(other.decode, wire.entry, payload), value)
    if found is not None or value is REFUSED:
        return found and f"decode {found}"
    return disagreement_on_value(wire, value)


def disagreement_on_value(wire: Adapter, value: Json) -> str | None:
    """Where adapter and interpreter differ about an intermediate value."""
    other = interpreters()[wire.format]
    payload = generated(wire.encode, value)
    found = difference(interpreted(other.encode, wire.entry, value), payload)
    return found and f"encode {found}"


@each_fixture
def test_they_agree_on_a_fixture(fixture: Fixture) -> None:
    assert disagreement_on_wire(fixture.adapter, fixture.payload) is None


@each_fixture
def test_they_agree_on_changed_fixtures(fixture: Fixture) -> None:
    rng = Random(str(fixture))
    for _ in range(2):
        payload = mutant(fixture.payload, rng)
        assert disagreement_on_wire(fixture.adapter, payload) is None, payload


@each(routes(ALL))
def test_they_agree_on_conversions(fixture: Fixture, target: str) -> None:
    value = fixture.adapter.decode(fixture.payload)
    assert disagreement_on_value(adapter(target, fixture.entry), value) is None


@pytest.mark.parametrize("wire", ADAPTERS, ids=str)
def test_they_agree_on_drawn_payloads(wire: Adapter) -> None:
    @drawing(100)
    @given(spelled(wire.format, wire.entry))
    def law(payload: Json) -> None:
        assert disagreement_on_wire(wire, payload) is None

    law()


@pytest.mark.parametrize("wire", ADAPTERS, ids=str)
def test_they_agree_on_drawn_values(wire: Adapter) -> None:
    @drawing(100)
    @given(intermediates(wire.inter, overlays=FORMATS, opaques=FORMATS))
    def law(value: Json) -> None:
        assert disagreement_on_value(wire, value) is None

    law()

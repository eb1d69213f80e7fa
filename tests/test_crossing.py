"""The table of crossings: each request is counted once for each wire, and faults are seen."""

from __future__ import annotations

import copy

import pytest

import crossing
from crossing import SERVICES, TARGETS, Crossing, crossings, table
from dice import Dice
from formats import FORMATS
from samples import ALL, adapter
from toolwire import ToolwireError

MANY = 12


@pytest.mark.parametrize("source", FORMATS)
def test_requests_cross_to_every_other_wire_and_service_without_a_fault(source: str) -> None:
    fixtures = [one.payload for one in ALL if (one.format, one.kind) == (source, "requests")]
    drawn = Dice(source).sample(fixtures, min(MANY, len(fixtures)))
    before = copy.deepcopy(drawn)
    found = crossings(source, drawn)
    assert found.keys() == {name for name in TARGETS if SERVICES.get(name, name) != source}
    for one in found.values():
        assert one.repaired <= one.converted
        assert one.converted + one.refused == len(drawn)
        assert one.loss_free <= one.converted
        assert sum(one.reasons.values()) == one.refused
        assert not one.faults
    assert drawn == before


def test_what_a_wire_or_its_provider_refuses_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
    monkeypatch.setattr(crossing, "refusal", lambda *_: "not so")
    refused, source = Crossing(), FORMATS[0]
    refused.take(value, source)
    monkeypatch.setattr(crossing, "invalid", lambda *_: "no body")
    refused.take(value, source)
    assert refused.faults == {"not so": 1, "no body": 1}
    assert f"FAULTS a to {source}: 1 × no body" in [*table({"a": {source: refused}})]


def test_a_refusal_is_counted_by_its_place_and_reason() -> None:
    crossed, target = Crossing(), FORMATS[0]
    odd = {"model": "m", "messages": [{"role": "user", "content": 5}]}
    with pytest.raises(ToolwireError):
        adapter(target, "request").encode(odd)
    crossed.take(odd, target)
    assert (crossed.converted, crossed.refused, str(crossed)) == (0, 1, "0/0/1/0")
    assert [reason.split(":")[0] for reason in crossed.reasons] == ["/messages/*/content"]

"""Whatever request of one wire goes to another, its API takes: held by its documents alone."""

from __future__ import annotations

from typing import Any

import pytest

from formats import part
from samples import ALL, FORMATS
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.look import touched
from toolwire._runtime.repairing import repaired

Json = Any
REQUESTS = [one for one in ALL if one.kind == "requests" and one.format in FORMATS]
BY_FORMAT = {name: [one for one in REQUESTS if one.format == name] for name in FORMATS}


def read(fixture: Any) -> Json:
    value: Json = fixture.adapter.decode(fixture.payload)
    return {"model": "m", **value}


@pytest.mark.parametrize(
    ("source", "target"), [(one, other) for one in FORMATS for other in FORMATS if one != other]
)
def test_no_body_that_crosses_is_refused(source: str, target: str) -> None:
    wire, breaches = format_module(target), part(target, "accepts").breaches
    found = {}
    for fixture in BY_FORMAT[source]:
        try:
            body = wire.encode_request(read(fixture))
        except ToolwireError:
            continue  # what cannot be written at all, the conversions tell of
        if faults := breaches(body):
            found[fixture.name] = faults
    assert found == {}


@pytest.mark.parametrize("target", FORMATS)
def test_what_was_repaired_breaks_nothing_more(target: str) -> None:
    accepts = format_module(target).ACCEPTS
    for fixture in REQUESTS:
        value = read(fixture)
        acceptance = accepts.acceptance_for(value)
        once, _ = repaired(value, acceptance, False)
        again, more = repaired(once, acceptance, False)
        assert again is once and more == [], f"{fixture}: {more}"


@pytest.mark.parametrize("target", FORMATS)
def test_one_look_never_misses_what_the_rules_would_see(target: str) -> None:
    acceptance_for = format_module(target).ACCEPTS.acceptance_for
    read_all = [(value, acceptance_for(value)) for value in map(read, REQUESTS)]
    looks = [touched(value, acceptance.plain) for value, acceptance in read_all]
    assert looks.count(0) > len(REQUESTS) // 4
    for (value, acceptance), about in zip(read_all, looks, strict=True):
        found, whole = (repaired(value, acceptance, False, *only) for only in ((about,), ()))
        assert found == whole
        if not about:
            assert found[0] is value

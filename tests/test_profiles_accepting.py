"""What goes to a service is accepted there: held by its documents alone, never by its profile."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from drawing import drawing
from formats import part, profiles
from samples import ALL, FORMATS, exactly
from test_accepts_random import at, requests
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.look import touched
from toolwire._runtime.repairing import repaired

Json = Any
PROFILED = [(name, profile) for name in FORMATS for profile in profiles(name)]
REQUESTS = [one for one in ALL if one.kind == "requests" and one.format in FORMATS]
each_profile = pytest.mark.parametrize(("name", "profile"), PROFILED)


def refused(name: str, profile: str, body: Json) -> list[str]:
    """Why a service would refuse a body, by a validator written from its documents."""
    found: list[str] = part(name, f"profiles.{profile}").breaches(body)
    return found


@each_profile
def test_no_body_that_crosses_to_a_service_is_refused(name: str, profile: str) -> None:
    wire, found = format_module(name), {}
    for fixture in (one for one in REQUESTS if one.format != name):
        value = {"model": "m", **fixture.adapter.decode(fixture.payload)}
        try:
            body = wire.encode_request(value, profile=profile)
        except ToolwireError:
            continue  # what cannot be written at all, the conversions tell of
        if faults := refused(name, profile, body):
            found[f"{fixture.format} {fixture.name}"] = faults
    assert found == {}


@each_profile
@drawing(60)
@given(request=requests)
def test_what_goes_to_a_service_at_random_is_accepted(
    name: str, profile: str, request: Json
) -> None:
    wire, before = format_module(name), copy.deepcopy(request)
    body = wire.encode_request(request, profile=profile)
    assert refused(name, profile, body) == []
    assert exactly(request, before)
    for loss in wire.losses_request(request, profile=profile):
        assert loss.code != "placed"


@each_profile
@drawing(60)
@given(request=requests)
def test_what_was_repaired_for_a_service_is_right(name: str, profile: str, request: Json) -> None:
    acceptance = format_module(name).ACCEPTS.of(profile).acceptance_for(request)
    once, changes = repaired(request, acceptance, False)
    again, more = repaired(once, acceptance, False)
    assert exactly(again, once) and more == []
    assert repaired(request, acceptance, False, touched(request, acceptance.plain)) == (
        once,
        changes,
    )
    for change in changes:
        at(request, change.path)


SMALL: list[Json] = [
    {}, {"tools": [{"name": "look", "parameters": {"type": "object"}, "description": ""}]},
    {"temperature": 0.5, "topP": 0.5}, {"responseSchema": {"name": "a", "schema": {}}},
]  # fmt: skip
EFFORTS = (None, "none", "low", "max")


def models_of(name: str) -> list[str]:
    """Beginnings of models that any rule of a wire is about, whoever serves it."""
    accepts = format_module(name).ACCEPTS
    rules = [
        row
        for profile in (None, *profiles(name))
        for row in accepts.of(profile).data["rules"].values()
    ]
    named = {one for row in rules for key in ("models", "without") for one in row.get(key, ())}
    return sorted({"m"} | named)


@pytest.mark.parametrize(("name", "profile"), [*((name, None) for name in FORMATS), *PROFILED])
def test_what_was_repaired_for_any_model_stays_as_it_is(name: str, profile: str | None) -> None:
    accepts = format_module(name).ACCEPTS.of(profile)
    for model, small, effort in product(models_of(name), SMALL, EFFORTS):
        request = {"model": model, "messages": [{"role": "user", "content": "Hi!"}], **small}
        if effort is not None:
            request["reasoningEffort"] = effort
        acceptance = accepts.acceptance_for(request)
        once, _ = repaired(request, acceptance, False)
        again, more = repaired(once, acceptance, False)
        assert exactly(again, once) and more == []

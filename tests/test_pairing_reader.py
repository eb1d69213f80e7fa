"""The reader that judges driven conversations: a right body has no fault, a broken one is told."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from driving import CONVERSED
from driving.pairing import answers, faults
from driving.talk import talk
from formats import part
from formats.gemini.examples import turn
from payloads import google

Json = Any
each_wire = pytest.mark.parametrize("name", CONVERSED)


def broken(wire: str, change: Callable[[Json], Json]) -> Json:
    body = copy.deepcopy(right(wire))
    change(body[talk(wire).LIST])
    return body


def right(wire: str) -> Json:
    return part(wire, "examples").CONVERSATION


@each_wire
def test_a_right_body_has_no_fault(name: str) -> None:
    body = right(name)
    assert answers(name, body) == [(1, 1), (2, 2), (3, 3)]
    assert faults(name, body) == faults(name, body, [1, 2, 3]) == []


@each_wire
def test_a_body_that_lacks_or_invents_something_is_told(name: str) -> None:
    body = right(name)
    assert "a call is lost, doubled or changed" in faults(name, body, [1, 2, 3, 4])
    assert "a result is lost or changed" in faults(name, body, [1, 2, 3, 4])
    assert faults(name, body, [1, 3, 2]) == ["calls are in another order"]
    assert faults(name, body, [1, 2, 3], [3]) == ["a result is doubled or made up"]


@each_wire
def test_an_open_call_needs_no_result(name: str) -> None:
    body = part(name, "examples").open_call()
    assert faults(name, body, [1, 2], [2]) == []
    assert faults(name, body, [1, 2]) == ["a result is lost or changed"]


def test_a_result_without_an_id_is_not_for_a_call_that_is_open_since_long() -> None:
    body = google(*turn(1)[:1], {"parts": [{"text": "Well?"}]}, *turn(2))
    assert answers("gemini", body) == [(2, 2)]
    over_all = "a result answers another call, read over the whole conversation"
    assert faults("gemini", body, [1, 2], [1]) == [over_all]
    body["contents"][0]["parts"][0]["functionCall"]["id"] = "c1"
    assert faults("gemini", body, [1, 2], [1]) == []


BREAKS = [
    (wire, fault, change) for wire in CONVERSED for fault, change in part(wire, "examples").BREAKS
]


@pytest.mark.parametrize(("wire", "fault", "change"), BREAKS)
def test_a_broken_body_is_told(wire: str, fault: str, change: Callable[[Json], Json]) -> None:
    assert fault in faults(wire, broken(wire, change), [1, 2, 3])

"""What a body tells beyond what has been sent, and the places that say why a reply ends."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire._runtime import framing

Json = Any
TEXTS = frozenset({"text"})


@pytest.mark.parametrize(
    ("body", "sent", "news"),
    [
        ({"a": 1}, {}, {"a": 1}),
        ({"a": None}, {}, {"a": None}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": True}, {"a": 1}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, {"a": {"c": 2}}),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, {}),
        # texts grow; what has been sent is not taken back
        ({"text": "hello"}, {"text": "he"}, {"text": "llo"}),
        ({"text": "hello"}, {"text": "hu"}, {}),
        ({"other": "hello"}, {"other": "he"}, {"other": "hello"}),
        # of a list, None stands for what tells nothing
        ({"a": [{"b": 1}, {"c": 1}]}, {"a": [{"b": 1}]}, {"a": [None, {"c": 1}]}),
        ({"a": [{"text": "ab"}]}, {"a": [{"text": "a"}]}, {"a": [{"text": "b"}]}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"a": [None, 2]}),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, {"a": [None]}),
    ],
)
def test_the_difference_is_what_is_new(body: Json, sent: Json, news: Json) -> None:
    assert framing.difference(body, sent, TEXTS) == news


PATH = ("choices", "0", "reason")


@pytest.mark.parametrize(
    ("body", "holds", "says"),
    [
        ({}, False, False),
        ({"choices": []}, False, False),
        ({"choices": [5]}, False, False),
        ({"choices": [{}]}, True, False),
        ({"choices": [{"reason": None}]}, True, True),
    ],
)
def test_a_body_may_hold_a_place_and_say_nothing_there(body: Json, holds: bool, says: bool) -> None:
    assert framing.holds(body, PATH) is holds
    assert framing.says(body, PATH) is says


def test_a_reason_is_blanked_only_where_there_is_one() -> None:
    body: Json = {"choices": [{"reason": "stop"}]}
    framing.blank(body, PATH, None)
    assert body == {"choices": [{"reason": None}]}
    nothing: Json = {"choices": [{}]}
    framing.blank(nothing, PATH, None)
    assert nothing == {"choices": [{}]}
    framing.undecided(nothing, PATH, None)
    assert nothing == {"choices": [{"reason": None}]}


def test_a_reason_is_put_into_a_body_that_keeps_the_rest() -> None:
    body: Json = {"choices": [{"index": 0}, {"index": 1}], "id": "r"}
    assert framing.conclude(body, PATH, "stop") == {
        "choices": [{"index": 0, "reason": "stop"}, {"index": 1}],
        "id": "r",
    }
    assert framing.conclude({}, PATH, "stop") == {"choices": [{"reason": "stop"}]}
    assert framing.conclude({}, ("a", "b"), 1) == {"a": {"b": 1}}
    assert body == {"choices": [{"index": 0}, {"index": 1}], "id": "r"}


def test_the_key_that_tells_elements_apart_is_told_once() -> None:
    news: Json = {"calls": [{"id": "a", "x": 1}, {"id": "b"}, None]}
    framing.drop_from_items(news, ("calls",), "id")
    assert news == {"calls": [{"x": 1}, None, None]}
    nothing: Json = {"calls": [{"id": "b"}]}
    framing.drop_from_items(nothing, ("calls",), "id")
    assert nothing == {}


def test_what_changes_as_a_whole_is_told_as_one_however_deep_it_stands() -> None:
    body = {"log": {"entries": ["a"], "count": {"read": 0, "written": 2}}, "why": "done"}
    news = {"log": {"count": {"written": 2}}, "why": "done"}
    whole = {"log": {"count": {"read": 0, "written": 2}}, "why": "done"}
    assert framing.as_a_whole(news, body, ("log", "count")) == whole
    assert framing.as_a_whole({"why": "done"}, body, ("log", "count")) == whole
    assert framing.as_a_whole({"why": "done"}, {"why": "done"}, ("log", "count")) == {"why": "done"}
    assert framing.as_a_whole(news, body, ()) == news

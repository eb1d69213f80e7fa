"""Events that are like one before: what may differ, and that nothing is shared with them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from toolwire._runtime.alike import FILLED, Like, remember
from toolwire._runtime.assembly import Assembly
from toolwire._runtime.usage import recounted, show_usage
from toolwire.ollama_chat import decode_stream, encode_response

Json = Any
EVENT: Json = {
    "id": "r", "quiet": "", "parts": [{"at": 0, "held": {"text": "Hi", "by": "me"}}], "last": None,
}  # fmt: skip


def like_of(event: Json) -> Like:
    like = Like()
    remember(like, event, frozenset({"parts", "last"}), ("parts", 0, "held", "text"), "told", 1)
    return like


def other(**more: Json) -> Json:
    return {**copy.deepcopy(EVENT), **more}


def test_another_text_is_alike_and_so_is_what_was_said_before() -> None:
    like = like_of(EVENT)
    assert like.told == ("told", 1)
    assert other(parts=[{"held": {"by": "me", "text": "you"}, "at": 0}], id=["x"]) == like
    like.clear()
    assert other() != like


@pytest.mark.parametrize(
    "more",
    [
        {"last": "stop"}, {"quiet": "x"}, {"id": ""}, {"more": 1}, {"parts": []},
        {"parts": [{"at": 1, "held": {"text": "Hi", "by": "me"}}]},
        {"parts": [{"at": 0, "held": {"text": "", "by": "me"}}]},
        {"parts": [{"at": 0, "held": {"text": "Hi", "by": "me", "to": "you"}}]},
        {"parts": [EVENT["parts"][0]] * 2},
    ],
)  # fmt: skip
def test_what_says_anything_else_is_not_alike(more: Json) -> None:
    assert other(**more) != like_of(EVENT)


def test_nothing_of_an_event_is_kept() -> None:
    event = copy.deepcopy(EVENT)
    like = like_of(event)
    event["parts"][0]["held"]["by"] = "you"
    assert like["parts"] == [{"at": 0, "held": {"text": FILLED, "by": "me"}}]


def test_an_event_that_is_too_deep_is_not_remembered() -> None:
    deep: Json = []
    for _ in range(100_000):
        deep = [deep]
    assert like_of(other(last=deep)) == {}
    while deep:  # taken apart: to let go of all of it at once may be too deep as well
        deep = deep.pop()


def counted(s: Assembly, value: Json) -> None:
    """What the short way does with the counts of an event."""
    counts = {"some": value}
    assert recounted(s, s.root.w, "counts", counts, lambda w: dict(w), frozenset())


@pytest.mark.parametrize(
    ("before", "value"),
    [(1, 1.0), (1, True), (1.0, 1), (True, 1), (0, False), (9, 9.0), (9.0, 9), (2**60, 2.0**60)],
)
def test_a_count_that_is_another_number_is_put_in(before: Json, value: Json) -> None:
    for earlier in ([], [before]):
        s = Assembly({"counts": {"some": before}}, True, None)
        for count in [*earlier, value]:
            counted(s, count)
        assert type(s.root.w["counts"]["some"]) is type(value)


def test_counts_with_details_may_come_again() -> None:
    for value in ([{"of": "text", "some": 9}], "9", None):
        s = Assembly({"counts": {}}, True, None)
        for _ in range(3):
            counted(s, value)
        assert s.root.w["counts"].get("some") == value


def test_counts_are_put_in_again_after_others_that_came_the_long_way() -> None:
    s = Assembly({"counts": {"some": 1}}, True, None)
    counted(s, 2)
    s.root.w["counts"]["some"] = 3
    show_usage(s, s.root.w["counts"], "wire", "Usage", lambda w: dict(w))
    counted(s, 2)
    assert s.root.w["counts"] == {"some": 2}
    assert [event["usage"]["some"] for event in s.out] == [2, 3, 2]


def test_counts_that_are_told_again_are_shown_once() -> None:
    s = Assembly({"counts": {}}, True, None)
    for count in (1, 1, 2, 2):
        counted(s, count)
    assert [event["usage"] for event in s.out] == [{"some": 1}, {"some": 2}]


def test_what_each_event_says_anew_is_in_the_reply() -> None:
    def line(text: str, at: str) -> Json:
        said = {"role": "assistant", "content": text}
        return {"model": "m", "created_at": at, "message": said, "done": False}

    events = [line("a", "1"), line("b", "2"), line("c", "3"), line("d", "4")]
    end = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True}
    read: Any = decode_stream
    *_, last = read([*events, {**end, "done_reason": "stop"}])
    assert encode_response(last["response"])["created_at"] == "4"

"""Events that are like one before: what may differ, and that nothing is shared with them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from toolwire import gemini
from toolwire._runtime.alike import FILLED, Like, remember
from toolwire._runtime.assembly import Assembly
from toolwire._runtime.usage import Counted, recounted, show_usage
from toolwire.ollama_chat import decode_stream, encode_response

Json = Any
EVENT: Json = {
    "id": "r", "quiet": "", "parts": [{"at": 0, "held": {"text": "Hi", "by": "me"}}], "last": None,
}  # fmt: skip


def shown(like: Like, event: Json) -> None:
    """What the short way does with an event that brought the next piece."""
    remember(like, event, frozenset({"parts", "last"}), ("parts", 0, "held", "text"), "told", 1)


def like_of(event: Json) -> Like:
    like = Like()
    shown(like, event)
    return like


def other(**more: Json) -> Json:
    return {**copy.deepcopy(EVENT), **more}


def test_another_text_is_alike() -> None:
    like = like_of(EVENT)
    assert like.target == ("told", 1)
    assert other(parts=[{"held": {"by": "me", "text": "you"}, "at": 0}]) == like
    like.clear()
    assert other() != like


def test_what_was_said_once_and_for_all_may_change_once_it_did() -> None:
    like = like_of(other(time=1))
    assert other(time=1, id="other") != like
    shown(like, other(time=1, id="other"))
    assert other(time=1, id=["x"]) == like
    assert like["time"] == 1
    assert other(time=2) != like


def test_what_is_an_events_own_stays_asked_for() -> None:
    like = like_of(EVENT)
    shown(like, other(parts=[{"at": 1, "held": {"text": "Hi", "by": "me"}}], last="stop", more=1))
    assert like == {**EVENT, "parts": [{"at": 0, "held": {"text": FILLED, "by": "me"}}]}


@pytest.mark.parametrize("empty", ["", None, [], 0])
def test_what_is_empty_is_not_like_what_says_something(empty: Json) -> None:
    like = like_of(EVENT)
    shown(like, other(id=empty))
    assert other(id="more") != like


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


def counting(start: Json, *, latest: bool = False) -> Counted:
    s = Assembly({"counts": start}, True, None)
    return Counted(s, s.root.w, "counts", lambda w: dict(w), frozenset({"many_words"}), latest)


def reply_counts(counted: Counted) -> Json:
    """The counts of the reply, as a reply that ends here has them."""
    counted.settle()
    return counted.w["counts"]


@pytest.mark.parametrize("latest", [False, True])
@pytest.mark.parametrize(
    ("before", "value"),
    [(1, 1.0), (1, True), (1.0, 1), (True, 1), (0, False), (9, 9.0), (9.0, 9), (2**60, 2.0**60)],
)
def test_a_count_that_is_another_number_is_put_in(before: Json, value: Json, latest: bool) -> None:
    for earlier in ([], [before]):
        counted = counting({"some": before}, latest=latest)
        for count in [*earlier, value]:
            assert recounted(counted, {"some": count})
        assert type(reply_counts(counted)["some"]) is type(value)


BETWEEN: Json = "something else"


@pytest.mark.parametrize("latest", [False, True])
@pytest.mark.parametrize("spellings", [[9, 9.0, 10, 9], [9, 9.0, BETWEEN, 9], [9.0, 9, 10, 9.0]])
def test_the_last_spelling_of_a_count_is_that_of_the_reply(
    spellings: list[Json], latest: bool
) -> None:
    counted = counting({}, latest=latest)
    for one in spellings:
        if one is BETWEEN:
            counted.settle()
        else:
            assert recounted(counted, {"some": one})
    assert type(reply_counts(counted)["some"]) is type(spellings[-1])


def test_a_spelling_stays_where_other_counts_come_after_it() -> None:
    counted = counting({})
    for counts in ({"some": 9}, {"some": 9.0}, {"more": 1}):
        assert recounted(counted, counts)
    assert type(reply_counts(counted)["some"]) is float


@pytest.mark.parametrize("latest", [False, True])
def test_counts_that_their_source_changes_are_news_when_they_come(latest: bool) -> None:
    counted = counting({}, latest=latest)
    first = {"some": 9}
    assert recounted(counted, first)
    first["some"] = 10
    assert recounted(counted, {"some": 10})
    assert [event["usage"] for event in counted.s.out] == [{"some": 9}, {"some": 10}]
    assert reply_counts(counted) == {"some": 10}


def test_counts_with_details_may_come_again() -> None:
    for value in ([{"of": "text", "some": 9}], "9", None):
        counted = counting({})
        for _ in range(3):
            assert recounted(counted, {"some": value})
        assert reply_counts(counted).get("some") == value


@pytest.mark.parametrize("latest", [False, True])
def test_nothing_of_the_counts_of_an_event_is_kept(latest: bool) -> None:
    counted = counting({}, latest=latest)
    first: Json = {"some": 9, "of": [{"text": 9}]}
    again = copy.deepcopy(first)
    assert recounted(counted, first)
    first["of"].append("more")
    assert recounted(counted, again)
    again["of"].append("more")
    assert reply_counts(counted) == {"some": 9, "of": [{"text": 9}]}


def test_counts_are_put_in_again_after_others_that_came_the_long_way() -> None:
    counted = counting({"some": 1})
    recounted(counted, {"some": 2})
    counted.settle()
    counted.w["counts"]["some"] = 3
    show_usage(counted.s, counted.w["counts"], "wire", "Usage", lambda w: dict(w))
    recounted(counted, {"some": 2})
    assert reply_counts(counted) == {"some": 2}
    assert [event["usage"]["some"] for event in counted.s.out] == [2, 3, 2]


def test_counts_that_are_told_again_are_shown_once() -> None:
    counted = counting({})
    for count in (1, 1, 2, 2):
        recounted(counted, {"some": count})
    assert [event["usage"] for event in counted.s.out] == [{"some": 1}, {"some": 2}]


def test_of_the_latest_counts_nothing_is_left_of_those_before() -> None:
    counted = counting({}, latest=True)
    for counts in ({"some": 1, "more": 1}, {"some": 1, "more": 1}, {"some": 2}, {}):
        assert recounted(counted, counts)
    assert reply_counts(counted) == {"some": 2}


@pytest.mark.parametrize("counts", ["9", [9], {"many_words": 9}])
def test_counts_of_another_shape_go_the_long_way(counts: Json) -> None:
    assert not recounted(counting({}), counts)


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ([9, 9, 9, 9.0, None], 9.0),
        ([9, 9, None, 9, 9, 9.0], 9.0),
        ([9, 9, 9, 9.0, {"promptTokenCount": 12}], 12),
    ],
)
def test_the_last_counts_of_a_stream_are_those_of_the_reply(prompts: Json, expected: Json) -> None:
    def event(prompt: Json) -> Json:
        if type(prompt) in (int, float):
            content = {"parts": [{"text": "a"}], "role": "model"}
            usage = {"promptTokenCount": prompt, "totalTokenCount": 9}
            return {"candidates": [{"content": content, "index": 0}], "usageMetadata": usage}
        last = {"content": {"role": "model"}, "finishReason": "STOP", "index": 0}
        return {"candidates": [last], **({"usageMetadata": prompt} if prompt else {})}

    read: Any = gemini.decode_stream
    *_, completed = read(map(event, prompts))
    count = gemini.encode_response(completed["response"])["usageMetadata"]["promptTokenCount"]
    assert (count, type(count)) == (expected, type(expected))


def test_what_each_event_says_anew_is_in_the_reply() -> None:
    def line(text: str, at: str) -> Json:
        message = {"role": "assistant", "content": text}
        return {"model": "m", "created_at": at, "message": message, "done": False}

    events = [line("a", "1"), line("b", "2"), line("c", "3"), line("d", "4")]
    end = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True}
    read: Any = decode_stream
    *_, last = read([*events, {**end, "done_reason": "stop"}])
    assert encode_response(last["response"])["created_at"] == "4"

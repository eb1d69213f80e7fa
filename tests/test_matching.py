"""Blocks of a finished reply and what a stream has told of them: matched by what they are."""

from __future__ import annotations

from typing import Any

from conversation import call, text
from toolwire._runtime.matching import untold
from toolwire._runtime.outgoing import Part

Json = Any
IMAGE = {"kind": "image", "url": "a"}
REDACTED = {"kind": "reasoning", "text": "", "redacted": "x"}


def part_of(*pieces: str, kind: str = "text") -> Part:
    part = Part(kind)
    for piece in pieces:
        part.take({"text": piece})
    return part


def called(**fields: str) -> Part:
    part = Part("toolCall")
    part.take(fields)
    return part


def test_what_was_told_is_no_more_untold() -> None:
    parts = [part_of("he", "llo"), called(id="c", name="f"), Part.of(IMAGE)]
    blocks = [IMAGE, call("c"), text("hello")]
    assert untold(parts, blocks) == []
    assert [part.finished for part in parts] == [text("hello"), call("c"), IMAGE]


def test_what_was_not_told_is_left_in_the_order_of_the_reply() -> None:
    blocks = [text("a"), call("c"), IMAGE, text("b"), REDACTED]
    assert untold([], blocks) == blocks
    assert untold([part_of("a")], blocks) == blocks[1:]


def test_calls_are_told_by_id_and_else_by_name() -> None:
    first, second = called(id="b", name="f"), called(id="a", name="f")
    assert untold([first, second], [call("a"), call("b")]) == []
    assert (first.finished, second.finished) == (call("b"), call("a"))
    named, other = called(id="told", name="g"), called(name="f")
    left = untold([named, other], [call("x", "f"), call("y", "g"), call("z", "g")])
    assert left == [call("z", "g")]
    # An id that has been told stays; one that has not is the reply's.
    assert named.finished == call("told", "g") and other.finished == call("x", "f")


def test_one_text_may_be_told_in_parts_and_several_as_one() -> None:
    first, second = part_of("he"), part_of("llo")
    assert untold([first, second], [text("hello")]) == []
    assert (first.finished, second.finished) == (text("he"), text("llo"))
    both = part_of("hello", "you")
    assert untold([both], [text("hello"), text("you")]) == []
    assert both.finished == text("helloyou")


def test_the_rest_of_a_text_is_its_last_parts() -> None:
    part = part_of("he")
    assert untold([part], [text("hello"), text("more")]) == [text("more")]
    assert part.finished == text("hello")


def test_a_text_that_was_told_otherwise_is_not_told_again() -> None:
    part = part_of("hi")
    assert untold([part], [text("hello"), text("more")]) == [text("more")]
    begun, other = part_of("he"), part_of("you")
    assert untold([begun, other], [text("hello"), text("you")]) == []
    assert (begun.finished, other.finished) == (text("hello"), text("you"))
    begun, other = part_of("he"), part_of("yo")
    assert untold([begun, other], [text("hello"), text("you")]) == [text("llo")]


def test_texts_are_what_they_say_in_whatever_order_they_were_told() -> None:
    last, first = part_of("b"), part_of("a")
    assert untold([last, first], [text("a"), text("b")]) == []
    assert (first.finished, last.finished) == (text("a"), text("b"))
    assert untold([part_of("b"), part_of("a")], [text("a"), text("a"), text("b")]) == [text("a")]


def test_a_text_that_was_told_twice_may_be_the_beginning_of_another_block() -> None:
    first, second = part_of("he"), part_of("he")
    assert untold([first, second], [text("he"), text("hello")]) == []
    assert (first.finished, second.finished) == (text("he"), text("hello"))


def test_a_text_that_others_came_between_is_one() -> None:
    first, other = part_of("he"), part_of("you")
    rest = Part.behind(first, "text", loose=False)
    rest.take({"text": "llo"})
    assert untold([first, other, rest], [text("you"), text("hello")]) == []
    assert (first.finished, rest.finished) == (text("he"), text("llo"))


def test_text_and_reasoning_are_never_one() -> None:
    part = part_of("a", kind="reasoning")
    assert untold([part], [text("a"), {"kind": "reasoning", "text": "a"}]) == [text("a")]


def test_redacted_reasoning_is_matched_by_what_it_hides() -> None:
    other = {**REDACTED, "redacted": "y"}
    part = Part.of(REDACTED)
    assert untold([part], [other, REDACTED]) == [other]
    assert part.finished == REDACTED


def test_whole_blocks_are_told_once_each_and_rather_by_what_they_are() -> None:
    other = {**IMAGE, "url": "b"}
    parts = [Part.of(IMAGE), Part.of(other)]
    assert untold(parts, [other, IMAGE, IMAGE]) == [IMAGE]
    assert [part.finished for part in parts] == [IMAGE, other]
    same_kind = Part.of(IMAGE)
    assert untold([same_kind], [REDACTED, other]) == [REDACTED]
    assert same_kind.finished == other


def test_an_id_gives_way_to_the_real_one_and_never_to_an_empty_one() -> None:
    part = Part("toolCall")
    part.take({"id": "made", "name": "f", "metadata": {"wire": {"$": {"id": {"for": "made"}}}}})
    part.take({"id": "real", "name": ""})
    assert (part.call, part.metadata) == ({"id": "real", "name": "f"}, {})
    part.take({"id": "", "argumentsDelta": "{}", "metadata": {"wire": {"x": 1}}})
    assert part.call["id"] == "real" and part.metadata == {"wire": {"x": 1}}


def test_a_call_is_whole_once_its_arguments_are_an_object() -> None:
    part = called(id="c", name="f", argumentsDelta='{"a":')
    assert not part.whole()
    assert part.as_block()["toolCall"]["invalidArguments"] == '{"a":'
    part.take({"argumentsDelta": "1}"})
    assert part.whole() and part.as_block() == call("c", arguments={"a": 1})

"""The output cache: what is trimmed when, what stays of it, and what comes back."""

from __future__ import annotations

import copy
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.tools.cache import OutputCache
from toolwire.tools.grep import Context
from toolwire.tools.pages import Unreadable
from toolwire.tools.sqlite_store import SqliteStore
from toolwire.tools.store import FolderStore, Missing, StoreError
from toolwire.tools.trimming import NOTE, trimmed

Message = dict[str, Any]
PICTURE = {"kind": "image", "data": "QUJD" * 10_000, "mimeType": "image/png"}


def output(call: str, value: Any, kind: str = "text", **more: Any) -> Message:
    result = {"kind": kind, "toolCallId": call, "name": "look", "value": value, **more}
    return {"role": "tool", "toolResult": result}


def reply(*calls: str) -> Message:
    blocks = [
        {"kind": "toolCall", "toolCall": {"id": call, "name": "look", "arguments": {}}}
        for call in calls
    ]
    return {"role": "assistant", "content": blocks}


def lines(count: int, word: str = "line") -> str:
    return "".join(f"{word} {number}\n" for number in range(1, count + 1))


def references(messages: list[Message]) -> list[str | None]:
    return [
        message["toolResult"].get("outputRef") for message in messages if message["role"] == "tool"
    ]


@pytest.fixture
def cache() -> Iterator[OutputCache]:
    with OutputCache(5_000, head=100, tail=50) as found:
        yield found


def test_nothing_is_trimmed_under_the_limit(cache: OutputCache) -> None:
    messages = [reply("1"), output("1", "x" * 2_500), reply("2"), output("2", "y" * 2_500)]
    assert cache.trim(messages, True) == messages


def test_the_oldest_is_trimmed_first_and_no_more_than_needed(cache: OutputCache) -> None:
    messages = [message for call in "123" for message in (reply(call), output(call, lines(300)))]
    before = copy.deepcopy(messages)
    shortened = cache.trim(messages, True)
    assert messages == before
    assert [reference is not None for reference in references(shortened)] == [True, True, False]
    messages[1:1] = [output("0", "short")]
    assert references(cache.trim(messages, True))[0] is None


def test_a_trimmed_result_has_its_ends_and_says_where_the_rest_is(cache: OutputCache) -> None:
    text = lines(1_000)
    (message,) = cache.trim([output("1", text, metadata={"gemini": {"a": 1}})], True)
    result = message["toolResult"]
    reference = result["outputRef"]
    head, note, tail = result["value"].partition("[")[0], result["value"], result["value"][-50:]
    assert head == text[:100] + "\n"
    assert tail == text[-50:]
    assert f"the ref_id {reference}" in note
    assert f"{len(text) - 150:,} characters left out" in note
    assert "1,001 lines" in note
    assert result["metadata"] == {"gemini": {"a": 1}}
    assert (result["kind"], result["toolCallId"], result["name"]) == ("text", "1", "look")


def test_the_newest_of_a_turn_stays_unless_it_alone_is_over_the_limit(cache: OutputCache) -> None:
    turn = [reply("1", "2", "3")] + [output(call, "x" * 3_000) for call in "123"]
    assert [one is not None for one in references(cache.trim(turn, True))] == [True, True, False]
    newest_first = cache.trim(turn, True, newest="1")
    assert [one is not None for one in references(newest_first)] == [False, True, True]
    alone = [reply("1"), output("1", "x" * 5_001)]
    assert references(cache.trim(alone, True)) != [None]
    assert references(cache.trim([reply("1"), output("1", "x" * 5_000)], True)) == [None]


def test_the_newest_is_like_any_other_once_the_model_has_replied() -> None:
    with OutputCache(2_000, head=0, tail=0) as cache:
        turn = [reply("1"), output("1", "x" * 1_500), reply("2"), output("2", "y" * 1_500)]
        assert [one is not None for one in references(cache.trim(turn, True))] == [True, False]
        after = [*turn[2:], reply(), output("3", "z" * 1_500)]
        assert [one is not None for one in references(cache.trim(after, True))] == [True, False]


def test_one_that_is_over_the_limit_by_itself_goes_before_older_small_ones(
    cache: OutputCache,
) -> None:
    messages = [output("1", "x" * 1_000), reply("2"), output("2", "y" * 50_000)]
    assert [one is not None for one in references(cache.trim(messages, True))] == [False, True]


def test_nothing_is_trimmed_when_it_could_not_be_read_back(cache: OutputCache) -> None:
    messages = [output("1", "x" * 50_000), reply("2"), output("2", "y" * 50_000)]
    assert cache.trim(messages, False) == messages


def test_what_was_trimmed_stays_byte_for_byte_the_same(tmp_path: Path) -> None:
    cache = OutputCache(5_000, head=100, tail=50, store=FolderStore(tmp_path))
    messages: list[Message] = []
    texts: dict[str, str] = {}
    for number in range(12):
        call = str(number)
        messages += [reply(call), output(call, lines(100 + 40 * number))]
        messages = cache.trim(messages, True)
        for message in messages:
            result = message.get("toolResult", {})
            if "outputRef" in result:
                text = json.dumps(message)
                assert texts.setdefault(result["toolCallId"], text) == text
        if number % 3 == 2:  # the process ends, and another goes on
            messages = json.loads(json.dumps(messages))
            cache = OutputCache(5_000, head=100, tail=50, store=FolderStore(tmp_path))
    assert len(texts) >= 8
    cache.adopt(messages)
    for reference in filter(None, references(messages)):
        assert cache.page(reference).startswith("1\tline 1\n")


def test_a_trimmed_result_stays_also_where_the_reading_tools_are_gone(cache: OutputCache) -> None:
    shortened = cache.trim([output("1", "x" * 50_000)], True)
    assert cache.trim(shortened, False) == shortened


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (output("1", {"rows": [list(range(40))] * 90}, "data"), "text"),
        (output("1", {"rows": [list(range(40))] * 90}, "data", isError=True), "error"),
        (output("1", lines(2_000), "error"), "error"),
        (output("1", [{"kind": "text", "text": lines(2_000)}, PICTURE], "multimodal"), "text"),
        (output("1", [PICTURE, PICTURE], "multimodal", isError=True), "error"),
        (output("1", "\ud83d" * 9_000), "text"),
        (output("1", "word " * 9_000), "text"),
        (output("1", lines(2_000), "error", rejected=True), "error"),
    ],
)
def test_the_whole_result_comes_back_as_it_was(
    cache: OutputCache, message: Message, kind: str
) -> None:
    (shortened,) = cache.trim([message], True)
    result = shortened["toolResult"]
    assert result["kind"] == kind
    assert isinstance(result["value"], str)
    assert "isError" not in result
    assert result.get("rejected") == message["toolResult"].get("rejected")
    assert cache.whole(result["outputRef"]) == message["toolResult"]


def test_pictures_are_replaced_by_words(cache: OutputCache) -> None:
    blocks = [{"kind": "text", "text": "Seen:"}, PICTURE, PICTURE]
    (shortened,) = cache.trim([output("1", blocks, "multimodal")], True)
    value = shortened["toolResult"]["value"]
    assert value.startswith("Seen:\n[image image/png 30,000 bytes]\n[image")
    assert "QUJD" not in value


def test_a_counter_of_the_app_decides() -> None:
    def words(text: str) -> int:
        return len(text.split())

    messages = [output("1", "one two three " * 300), reply("2"), output("2", "x" * 9_000)]
    with OutputCache(1_000, count=words, head=100, tail=50) as cache:
        assert cache.trim(messages, True) == messages
    with OutputCache(800, count=words, head=100, tail=50) as cache:
        assert [one is not None for one in references(cache.trim(messages, True))] == [True, False]


class Failing(FolderStore):
    def put(self, text: Any, whole: bytes = b"") -> str:
        raise StoreError("the disk is full")


def test_a_store_that_fails_leaves_a_bounded_trim_that_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = OutputCache(5_000, head=100, tail=50, store=Failing(tmp_path))
    values: list[Message] = [
        output("1", lines(2_000)),
        output("2", [{"kind": "text", "text": "x" * 400}, PICTURE, PICTURE], "multimodal"),
    ]
    with caplog.at_level(logging.CRITICAL):
        shortened = cache.trim(values, True)
    for message in shortened:
        result = message["toolResult"]
        assert "outputRef" not in result
        assert "could not be kept" in result["value"]
        assert len(result["value"]) <= 150 + NOTE
    assert cache.trim(shortened, True) == shortened
    small = OutputCache(10, head=100, tail=50, store=FolderStore(tmp_path))
    assert small.trim(shortened, True) == shortened


def test_references_unknown_foreign_and_evicted_are_refused_in_words(tmp_path: Path) -> None:
    shared = FolderStore(tmp_path, max_bytes=150_000)
    app = OutputCache(1_000, store=shared, head=10, tail=10)
    mine, other = app.for_run(), app.for_run()
    (shortened,) = mine.trim([output("1", "x" * 40_000)], True)
    (foreign,) = other.trim([output("1", "y" * 10_000)], True)
    reference, elsewhere = shortened["toolResult"]["outputRef"], foreign["toolResult"]["outputRef"]
    assert "xxx" in mine.page(reference)
    for unknown in (elsewhere, "out_" + "0" * 20, "../../etc/passwd", "", "x" * 1_000_000):
        with pytest.raises(Unreadable, match="no output of this run") as caught:
            mine.page(unknown)
        assert len(str(caught.value)) < 300 and reference in str(caught.value)
        with pytest.raises(Unreadable, match="no output of this run"):
            mine.grep(unknown, "x")
    os.utime(tmp_path / reference, ns=(1, 1))
    other.trim([output("2", "z" * 40_000)], True)
    with pytest.raises(Unreadable, match="no longer kept"):
        mine.page(reference)
    with pytest.raises(Missing):
        mine.whole(reference)


def test_a_reference_in_the_conversation_is_known_after_a_resume(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    shortened = OutputCache(1_000, store=SqliteStore(path)).trim([output("1", lines(500))], True)
    again = OutputCache(1_000, store=SqliteStore(path)).for_run(json.loads(json.dumps(shortened)))
    (reference,) = filter(None, references(shortened))
    assert again.page(reference, 499).startswith("499\tline 499\n500\tline 500\n[end")
    assert again.grep(reference, "e 7$", True, Context(1, 0)).startswith("6-line 6\n7:line 7\n")


def test_a_store_that_cannot_be_read_is_told_in_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = OutputCache(1_000, store=FolderStore(tmp_path))
    (shortened,) = cache.trim([output("1", lines(5_000))], True)
    reference = shortened["toolResult"]["outputRef"]
    (tmp_path / reference).write_bytes(b"rubbish")
    with caplog.at_level(logging.CRITICAL), pytest.raises(Unreadable, match="cannot be read"):
        cache.page(reference)


def test_a_page_is_never_over_the_limit_by_itself() -> None:
    with OutputCache(2_000) as cache:
        (shortened,) = cache.trim([output("1", lines(5_000))], True)
        shown = cache.page(shortened["toolResult"]["outputRef"])
        assert len(shown) < 2_000 and "[more: go on with offset" in shown


def test_the_temporary_folder_ends_with_the_cache() -> None:
    cache = OutputCache(100, head=10, tail=10)
    cache.trim([output("1", "x" * 5_000)], True)
    assert isinstance(cache.store, FolderStore)
    folder = cache.store.folder
    assert folder.is_dir()
    cache.close()
    assert not folder.exists()


def test_messages_that_are_none_are_passed_on(cache: OutputCache) -> None:
    odd: list[Any] = [None, 1, {}, {"role": "tool"}, {"role": "tool", "toolResult": None}, []]
    assert cache.trim(odd, True) == odd


@settings(derandomize=True)
@given(st.text(max_size=300), st.integers(0, 9), st.integers(0, 9))
def test_a_note_is_short_and_the_ends_are_the_texts_own(text: str, head: int, tail: int) -> None:
    text = text * 10 + "a" * 500
    short = trimmed(text, head, tail, True)
    assert short is not None
    for note in (short.with_reference("out_" + "0" * 20), short.lost()):
        assert len(note) <= head + tail + NOTE
        assert note.startswith(short.head) and note.endswith(short.tail)
    assert text.startswith(short.head) and text.endswith(short.tail)
    assert short.left_out == len(text) - len(short.head) - len(short.tail)

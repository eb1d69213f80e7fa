"""The output cache over whole conversations at random, cut and resumed anywhere."""

from __future__ import annotations

import copy
import json
import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.tools.cache import OutputCache
from toolwire.tools.readable import media, sent_text
from toolwire.tools.sqlite_store import SqliteStore
from toolwire.tools.store import FolderStore, Store

Message = dict[str, Any]
LIMIT, HEAD, TAIL, MEDIA = 3_000, 60, 30, 700
PICTURE = {"kind": "image", "data": "QUJD" * 300, "mimeType": "image/png"}

texts = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(["word ", "line\n", "é", "👍🏽", "\ud83d\ude00", "\ud83d", "e\u0301", "x"]),
    st.sampled_from([0, 1, 30, 300, 900, 4_000]),
)
values = st.one_of(
    st.tuples(st.sampled_from(["text", "error"]), texts),
    st.tuples(st.just("data"), st.recursive(texts, lambda one: st.lists(one, max_size=3))),
    st.tuples(
        st.just("multimodal"),
        st.lists(
            st.one_of(st.just(PICTURE), texts.map(lambda text: {"kind": "text", "text": text})),
            max_size=3,
        ),
    ),
)
turns = st.lists(st.tuples(st.lists(values, max_size=3), st.booleans(), st.booleans()), max_size=8)


def size(message: Message) -> int:
    result = message.get("toolResult")
    return 0 if result is None else len(sent_text(result)) + media(result) * MEDIA


def make(store: Store) -> OutputCache:
    return OutputCache(LIMIT, store=store, head=HEAD, tail=TAIL, media=MEDIA)


def results_of(number: int, outputs: list[tuple[str, Any]]) -> list[Message]:
    return [
        {
            "role": "tool",
            "toolResult": {
                "kind": kind, "toolCallId": f"{number}.{place}", "name": "look", "value": value,
            },
        }
        for place, (kind, value) in enumerate(outputs)
    ]  # fmt: skip


def drive(store: Store, conversation: list[tuple[list[tuple[str, Any]], bool, bool]]) -> None:
    cache = make(store)
    messages: list[Message] = []
    whole: list[Message] = []
    for number, (outputs, offered, resumed) in enumerate(conversation):
        turn = [{"role": "assistant", "content": []}, *results_of(number, outputs)]
        whole += turn
        messages += copy.deepcopy(turn)
        before = copy.deepcopy(messages)
        after = cache.trim(messages, offered)
        assert messages == before, "changed in place"
        check(cache, before, after, whole, offered)
        assert cache.trim(after, offered) == after, "not the same from then on"
        messages = after
        if resumed:
            messages, cache = through_json(messages), make(store)


def check(
    cache: OutputCache,
    before: list[Message],
    after: list[Message],
    whole: list[Message],
    offered: bool,
) -> None:
    newest = len(after) - 1 if "toolResult" in after[-1] else None
    changed = [
        place for place, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]
    ]
    total = sum(map(size, before))
    if not offered or total <= LIMIT:
        assert not changed
    for place in changed:
        assert "outputRef" not in before[place]["toolResult"]
        assert size(after[place]) < size(before[place])
        assert place != newest or size(before[place]) > LIMIT
    left = sum(map(size, after))
    for place, message in enumerate(after):
        result = message.get("toolResult", {})
        if "outputRef" in result:
            # JSON text makes two halves of a pair that stand side by side one character.
            assert cache.whole(result["outputRef"]) == through_json(whole[place]["toolResult"])
            assert cache.page(result["outputRef"]).startswith(("1\t", "[the output is empty"))
        elif offered and left > LIMIT and place != newest:
            assert size(message) <= HEAD + TAIL + 450, "could have been trimmed"


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@settings(derandomize=True, deadline=None)
@given(turns)
def test_outputs_are_trimmed_once_and_come_back_whole(conversation: Any) -> None:
    store = FolderStore()
    drive(store, conversation)
    store.close()


@settings(derandomize=True, deadline=None, max_examples=20)
@given(turns)
def test_so_they_are_in_an_sqlite_file(conversation: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        drive(SqliteStore(f"{folder}/kept.sqlite"), conversation)

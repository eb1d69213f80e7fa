"""Replies that come once more as a whole: what their events told, and what they say themselves."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from test_stream_interpreter import generated, interpreted
from toolwire import StreamFold, bedrock_converse, openai_responses
from toolwire import text as text_of

Json = Any


def message(text: str, number: int) -> Json:
    part = {"type": "output_text", "text": text, "annotations": []}
    item = {"id": f"msg_{number}", "type": "message", "status": "completed", "role": "assistant"}
    return {**item, "content": [part]}


def call(name: str, number: int) -> Json:
    item = {"id": f"fc_{number}", "type": "function_call", "status": "completed", "name": name}
    return {**item, "call_id": f"call_{name}", "arguments": f'{{"n":{number}}}'}


def reply(output: list[Json], status: str = "completed") -> Json:
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt", "tools": []}
    return {**head, "status": status, "output": output, "tool_choice": "auto"}


def events_of(
    items: list[Json], final: list[Json], number: Callable[[int], int] = int
) -> list[Json]:
    """The events of a reply of these items, which says at its end that it is ``final``."""
    events: list[Json] = [{"type": "response.created", "response": reply([], "in_progress")}]
    for at, item in enumerate(items):
        place = {"output_index": number(at)}
        begun = {**copy.deepcopy(item), "status": "in_progress"}
        if item["type"] == "message":
            begun["content"] = []
        else:
            begun["arguments"] = ""
        events.append({"type": "response.output_item.added", **place, "item": begun})
        if item["type"] == "message":
            part = item["content"][0]
            place = {**place, "item_id": item["id"], "content_index": 0}
            empty = {**part, "text": ""}
            events += [
                {"type": "response.content_part.added", **place, "part": empty},
                {"type": "response.output_text.delta", **place, "delta": part["text"]},
                {"type": "response.output_text.done", **place, "text": part["text"]},
                {"type": "response.content_part.done", **place, "part": part},
            ]
        else:
            place = {**place, "item_id": item["id"]}
            kind = "response.function_call_arguments"
            events += [
                {"type": f"{kind}.delta", **place, "delta": item["arguments"]},
                {"type": f"{kind}.done", **place, "arguments": item["arguments"]},
            ]
        place = {"output_index": number(at)}
        events.append({"type": "response.output_item.done", **place, "item": item})
    return [*events, {"type": "response.completed", "response": reply(final)}]


def read(events: list[Json]) -> tuple[Json, list[str]]:
    """The reply, and the names of the calls that were shown on the way."""
    shown: list[Json] = [*openai_responses.decode_stream(copy.deepcopy(events))]
    names = [event["name"] for event in shown if event.get("name")]
    return shown[-1]["response"], names


def outline(response: Json) -> list[str]:
    """What a reply says, a word for each block."""
    content = response["message"]["content"]
    return [block.get("text") or block["toolCall"]["name"] for block in content]


ITEMS = [message("Hello", 1), call("f", 2), call("g", 3)]


@pytest.mark.parametrize("number", [lambda at: at + 1, lambda at: at + 5, lambda at: at + (at > 0)],
                         ids=["from one", "from five", "with a gap"])  # fmt: skip
def test_elements_are_there_once_however_they_are_counted(number: Callable[[int], int]) -> None:
    events = events_of(ITEMS, ITEMS, number)
    assert read(events) == (openai_responses.decode_response(reply(ITEMS)), ["f", "g"])
    assert generated("openai_responses", events) == interpreted("openai_responses", events)


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        ([ITEMS[0], ITEMS[2]], ["Hello", "f", "g"]),
        ([ITEMS[2]], ["Hello", "f", "g"]),
        ([message("Early", 9), *ITEMS], ["Early", "Hello", "f", "g"]),
        ([ITEMS[0], call("h", 9), *ITEMS[1:]], ["Hello", "h", "f", "g"]),
        ([*ITEMS, message("Late", 9)], ["Hello", "f", "g", "Late"]),
        ([ITEMS[2], ITEMS[0]], ["g", "Hello", "f"]),
        ([message("Hi", 1), ITEMS[1], call("h", 3)], ["Hi", "f", "h"]),
        ([message("Hi", 1), call("h", 2)], ["Hi", "h", "g"]),
    ],
    ids=["one less", "only the last", "one ahead", "one between", "one more", "another order",
         "others in place of two", "two others, and none for the last"],
)  # fmt: skip
def test_an_element_is_found_again_by_what_it_is(final: list[Json], expected: list[str]) -> None:
    events = events_of(ITEMS, final)
    response, names = read(events)
    assert outline(response) == expected
    assert sorted(names) == sorted({*names})
    assert generated("openai_responses", events) == interpreted("openai_responses", events)


def test_an_element_of_which_all_is_new_is_the_one_in_its_place() -> None:
    items = [*ITEMS, call("k", 4)]
    events = events_of(items, [items[0], items[3], call("h", 3)])
    assert outline(read(events)[0]) == ["Hello", "f", "k", "h"]
    assert generated("openai_responses", events) == interpreted("openai_responses", events)


def test_elements_that_nothing_has_ended_are_found_in_their_order() -> None:
    events = events_of(ITEMS, ITEMS, lambda at: at + 1)
    events = [event for event in events if "done" not in event["type"]]
    assert read(events)[0] == openai_responses.decode_response(reply(ITEMS))
    assert generated("openai_responses", events) == interpreted("openai_responses", events)


@pytest.mark.parametrize("text", ["Hello, and more", "Hell", "Good-bye"])
def test_the_reply_as_a_whole_has_the_last_word_also_where_it_is_written_again(text: str) -> None:
    final = [message(text, 1), *ITEMS[1:]]
    shown: list[Json] = [*openai_responses.decode_stream(events_of(ITEMS, final))]
    written = [*openai_responses.encode_stream(shown)]
    texts = [item["content"][0]["text"] for item in written[-1]["response"]["output"]
             if "content" in item]  # fmt: skip
    # What is more of a text that has ended is another one: who reads on the way has it, too.
    assert texts == (["Hello", ", and more"] if text == "Hello, and more" else [text])
    fold = StreamFold()
    for event in openai_responses.decode_stream(written):
        fold.add(event)
    assert text_of(fold.response) == text


def test_texts_that_begin_out_of_order_are_told_apart_in_what_is_shown() -> None:
    def piece(at: int, text: str) -> Json:
        return {"contentBlockDelta": {"contentBlockIndex": at, "delta": {"text": text}}}

    events = [piece(0, "a"), piece(3, "d"), piece(2, "c"), piece(3, "D"),
              {"messageStop": {"stopReason": "end_turn"}}]  # fmt: skip
    shown: list[Json] = [*bedrock_converse.decode_stream(events)]
    assert outline(shown[-1]["response"]) == ["a", "c", "dD"]
    fold = StreamFold()
    for event in shown[:-1]:
        fold.add(event)
    assert sorted(outline(fold.response)) == ["a", "c", "dD"]

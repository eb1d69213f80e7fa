"""Thoughts of a Responses item: its content, where that says any, and else its summary."""

from __future__ import annotations

from typing import Any

import pytest

from samples import as_it_is, difference, fixture
from test_convert_stream import events_of

Json = Any
responses = as_it_is("openai_responses")
THOUGHT = {"type": "reasoning_text", "text": "Two and two."}
SUM = {"type": "summary_text", "text": "A sum."}


def reply(item: Json) -> Json:
    body = fixture("openai_responses", "replies", "text")
    return {**body, "output": [{"type": "reasoning", "id": "rs_1", **item}, *body["output"]]}


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ({"summary": [], "content": [THOUGHT]}, "Two and two."),
        ({"summary": [SUM], "content": [THOUGHT]}, "Two and two."),
        ({"summary": [], "content": [THOUGHT, {**THOUGHT, "text": "Four."}]}, "Two and two.Four."),
        ({"summary": [], "content": [{**THOUGHT, "score": 1.0}]}, "Two and two."),
        ({"summary": [SUM], "content": []}, "A sum."),
        ({"summary": [SUM], "content": None}, "A sum."),
        ({"summary": [SUM, SUM], "content": [{"type": "sketch", "text": "+"}]}, "A sum.A sum."),
    ],
)
def test_a_block_has_the_thoughts_and_comes_back_exactly(item: Json, text: str) -> None:
    body = reply(item)
    response = responses.decode_response(body)
    assert response["message"]["content"][0]["text"] == text
    assert difference(body, responses.encode_response(response)) is None


@pytest.mark.parametrize("summary", [[], [SUM]])
def test_a_new_text_stands_where_the_old_one_did(summary: Json) -> None:
    response = responses.decode_response(reply({"summary": summary, "content": [THOUGHT]}))
    response["message"]["content"][0]["text"] = "Five?"
    item = responses.encode_response(response)["output"][0]
    assert (item["summary"], item["content"]) == (summary, [{**THOUGHT, "text": "Five?"}])
    response["message"]["content"][0]["text"] = ""
    item = responses.encode_response(response)["output"][0]
    assert item["summary"] == [] and "content" not in item


def test_other_wires_say_what_they_do_with_thoughts() -> None:
    response = responses.decode_response(reply({"summary": [], "content": [THOUGHT]}))
    chat, claude = as_it_is("openai_chat"), as_it_is("anthropic_messages")
    message = chat.encode_response(response)["choices"][0]["message"]
    assert message["reasoning_content"] == "Two and two."
    shown = {"type": "thinking", "thinking": "Two and two.", "signature": ""}
    assert claude.encode_response(response)["content"][0] == shown
    asked = {"model": "m", "messages": [response["message"]]}
    losses = claude.losses_request({**asked, "maxTokens": 9}, rules="off")
    assert ("/messages/0/content/0", "unsupported") in [(one.path, one.code) for one in losses]


def pieces(events: Json) -> str:
    return "".join(e["text"] for e in events if e["kind"] == "reasoningDelta")


def test_thoughts_are_shown_as_they_come_and_written_so() -> None:
    events = events_of("openai_responses", "reasoning_text")
    decoded = [*responses.decode_stream(events)]
    assert [e["text"] for e in decoded if e["kind"] == "reasoningDelta"] == [
        "",
        "Clouds ",
        "gather.",
    ]
    sent = [*responses.encode_stream(decoded)]
    names = [e["type"].removeprefix("response.") for e in sent]
    deltas = [e["delta"] for e in sent if e["type"].endswith("reasoning_text.delta")]
    assert deltas == ["Clouds ", "gather."]
    assert "reasoning_summary_part.added" not in names
    again = [*responses.decode_stream(sent)]
    assert difference(decoded[-1]["response"], again[-1]["response"]) is None


def test_a_part_that_no_event_begins_begins_with_its_first_piece() -> None:
    events = events_of("openai_responses", "reasoning_text")
    sparse = [e for e in events if e["type"] != "response.content_part.added" or e["output_index"]]
    assert pieces(responses.decode_stream(sparse)) == "Clouds gather."


def test_of_thoughts_and_their_summary_the_thoughts_are_shown() -> None:
    events = events_of("openai_responses", "reasoning_text")
    done = next(e for e in events if e["type"] == "response.output_item.done")
    place, where = events.index(done), {"output_index": 0, "summary_index": 0}
    events[place:place] = [
        {"type": "response.reasoning_summary_part.added", **where, "part": {**SUM, "text": ""}},
        {"type": "response.reasoning_summary_text.delta", **where, "delta": "A "},
        {"type": "response.reasoning_summary_text.delta", **where, "delta": "sum."},
        {"type": "response.reasoning_summary_part.done", **where, "part": SUM},
    ]
    done["item"]["summary"] = events[-1]["response"]["output"][0]["summary"] = [SUM]
    decoded = [*responses.decode_stream(events)]
    whole = decoded[-1]["response"]
    assert pieces(decoded) == whole["message"]["content"][0]["text"] == "Clouds gather."
    again = [*responses.decode_stream(responses.encode_stream(decoded))][-1]["response"]
    assert difference(whole, again) is None


def test_what_the_end_brings_alone_is_shown_then() -> None:
    events = events_of("openai_responses", "reasoning_text")
    late = [e for e in events if "content_index" not in e or e["output_index"]]
    assert pieces(responses.decode_stream(late)) == "Clouds gather."


def summed_first(whole: Json) -> list[Json]:
    """The stream of a reply in which the summary of an item comes ahead of its thoughts."""
    item, where = whole["output"][0], {"output_index": 0, "item_id": "rs_1"}
    begun = {**item, "summary": [], "content": []}
    summed = {**where, "summary_index": 0}
    return [
        {"type": "response.created",
         "response": {**whole, "output": [], "status": "in_progress", "usage": None}},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        {"type": "response.reasoning_summary_part.added", **summed, "part": {**SUM, "text": ""}},
        {"type": "response.reasoning_summary_text.delta", **summed, "delta": "A "},
        {"type": "response.reasoning_summary_text.delta", **summed, "delta": "sum."},
        {"type": "response.reasoning_summary_part.done", **summed, "part": SUM},
        *({"type": "response.reasoning_text.delta", **where, "content_index": 0, "delta": piece}
          for piece in ("Two ", "and two.")),
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]  # fmt: skip


@pytest.mark.parametrize("ended", [True, False])
def test_a_summary_ahead_of_the_thoughts_is_what_is_shown(ended: bool) -> None:
    """What was shown is not taken back; the reply has the thoughts, on its own wire again."""
    whole = reply({"summary": [SUM], "content": [THOUGHT], "encrypted_content": "s"})
    events = summed_first(whole)
    if not ended:
        del events[-2]
    decoded = [*responses.decode_stream(events)]
    pieces = [event["text"] for event in decoded if event["kind"] == "reasoningDelta"]
    assert "".join(pieces) == "A sum."
    response = decoded[-1]["response"]
    assert difference(response, responses.decode_response(whole)) is None
    again = [*responses.decode_stream(responses.encode_stream(decoded))][-1]["response"]
    assert difference(response, again) is None
    chat = as_it_is("openai_chat")
    shown = [*chat.decode_stream(chat.encode_stream(decoded, on_loss="ignore"))][-1]["response"]
    assert shown["message"]["content"][0]["text"] == "A sum."


def test_thoughts_that_changed_on_the_way_are_what_the_reply_says_at_its_end() -> None:
    """It has the last word: another item is none that was told, and still comes back."""
    whole = reply({"summary": [SUM], "content": [THOUGHT], "encrypted_content": "s"})
    decoded = [*responses.decode_stream(summed_first(whole))]
    block = decoded[-1]["response"]["message"]["content"][0]
    block["metadata"]["openai_responses"]["encrypted_content"] = "t"
    again = [*responses.decode_stream(responses.encode_stream(decoded))][-1]["response"]
    assert again["message"]["content"][0] == block


def test_of_two_thoughts_each_is_what_was_told_of_it() -> None:
    """What was told of the first is not in the second, whose text came behind its summary."""
    whole = reply({"summary": [SUM], "content": [THOUGHT], "encrypted_content": "s"})
    created, *summed, _ = summed_first(whole)
    item = {"type": "reasoning", "id": "rs_0", "summary": [], "content": [{**THOUGHT, "text": "1"}]}
    first = [
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.reasoning_text.delta", "output_index": 0, "item_id": "rs_0",
         "content_index": 0, "delta": "1"},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
    ]  # fmt: skip
    second = [{**event, "output_index": 1} for event in summed]
    whole = {**whole, "output": [item, *whole["output"]]}
    events = [created, *first, *second, {"type": "response.completed", "response": whole}]
    decoded = [*responses.decode_stream(events)]
    again = [*responses.decode_stream(responses.encode_stream(decoded))][-1]["response"]
    assert difference(responses.decode_response(whole), again) is None

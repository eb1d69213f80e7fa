"""Streams by hand whose events are few and hard: written on their own wire, they come back."""

from __future__ import annotations

from typing import Any

from samples import difference
from stream_samples import MODULES

Json = Any
HALF = "\ud83d"


def returned(name: str, events: list[Json]) -> list[Json]:
    """The blocks of a stream, which are the same once it has been written and read again."""
    decoded = [*MODULES[name].decode_stream(events)]
    again = [*MODULES[name].decode_stream(MODULES[name].encode_stream(decoded))]
    response = decoded[-1]["response"]
    assert difference(response, again[-1]["response"]) is None
    content: list[Json] = response["message"]["content"]
    return content


def chunks(*deltas: Json) -> list[Json]:
    """The chunks of a reply that has ended."""
    head = {"id": "r", "object": "chat.completion.chunk", "created": 5, "model": "m"}
    ends = [*[None] * (len(deltas) - 1), "stop"]
    return [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
        for delta, end in zip(deltas, ends, strict=True)
    ]


def refused(text: str) -> Json:
    return {"kind": "text", "text": text, "refusal": True}


def test_a_text_and_a_refusal_by_turns_keep_their_halves_of_characters_apart() -> None:
    deltas = [{"content": "a"}, {"refusal": HALF}, {"content": "b"}]
    text = {"kind": "text", "text": "ab"}
    assert returned("openai_chat", chunks(*deltas)) == [text, refused(HALF)]
    assert returned("openai_chat", chunks(*deltas, {"refusal": "\ude00"})) == [
        text, refused("\U0001f600")
    ]  # fmt: skip
    assert returned("openai_chat", chunks({"content": HALF}, {"refusal": "no"})) == [
        {"kind": "text", "text": HALF}, refused("no")
    ]  # fmt: skip


def test_records_told_in_another_order_than_they_are_read_go_out_as_they_are() -> None:
    records = [{"type": "reasoning.text", "index": 0, "text": "", "summary": "c"},
               {"index": 0, "text": "ab"}]  # fmt: skip
    deltas = [{"reasoning_details": [record]} for record in records]
    (block,) = returned("openai_chat", chunks(*deltas))
    assert block["text"] == "abc"


def test_a_call_keeps_what_its_reply_alone_has_wherever_it_is_written() -> None:
    calls = [{"function": {"name": "f", "x_new": 1}}, {"function": {"name": "g"}}]
    said = {"role": "assistant", "content": ""}
    events = [{"message": {**said, "images": ["QUJD"]}, "done": False},
              *[{"message": {**said, "tool_calls": [call]}, "done": False} for call in calls],
              {"message": said, "done": True}]  # fmt: skip
    kinds = [block["kind"] for block in returned("ollama_chat", events)]
    assert kinds == ["image", "toolCall", "toolCall"]


def thinking(*records: Json) -> Json:
    return {"content": [{"type": "thinking", "thinking": [*records]}]}


def test_half_a_character_stays_in_front_of_the_record_that_follows_it() -> None:
    thoughts = thinking({"type": "text", "text": HALF}), thinking({"x_new": 1})
    (block,) = returned("mistral_chat", chunks(*thoughts, thinking({"type": "text", "text": "b"})))
    assert block["text"] == f"{HALF}b"


def test_a_record_of_its_own_ends_where_it_ends_if_in_half_a_character() -> None:
    record = {"type": "text", "text": f"a{HALF}", "x_new": 1}
    (block, _) = returned("mistral_chat", chunks(thinking(record), {"content": "b"}))
    assert block["metadata"]["mistral_chat"]["$"]["text"]["as"] == [record]


def test_an_empty_text_beside_other_items_is_one_of_them() -> None:
    empty, new = {"type": "text", "text": ""}, {"type": "new"}
    for items in ([new, empty], [empty, new], [{**empty, "text": "a"}, new, empty]):
        deltas = [{"content": [item]} for item in items]
        assert len(returned("mistral_chat", chunks(*deltas))) == len(items)
        assert len(returned("mistral_chat", chunks({"content": items}))) == len(items)


def test_an_empty_text_stands_beside_what_it_is_taken_from() -> None:
    deltas = [{"citation": {"title": "a"}}, {"text": ""}]
    events = [{"messageStart": {"role": "assistant"}},
              *[{"contentBlockDelta": {"contentBlockIndex": 0, "delta": one}} for one in deltas],
              {"contentBlockStop": {"contentBlockIndex": 0}},
              {"messageStop": {"stopReason": "end_turn"}}]  # fmt: skip
    (block,) = returned("bedrock_converse", events)
    assert (block["kind"], block["text"]) == ("text", "")


def parts(*parts: Json) -> list[Json]:
    """A message of these parts; what is refused is empty."""
    item = {"type": "message", "id": "m", "role": "assistant", "status": "completed"}
    reply = {"id": "r", "object": "response", "created_at": 1, "model": "m", "output": [],
             "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}  # fmt: skip
    at = {"output_index": 0}
    events = []
    for number, part in enumerate(parts):
        here = {**at, "content_index": number}
        begun = {**part, "text": ""} if "text" in part else part
        events += [{"type": "response.content_part.added", **here, "part": begun},
                   *([{"type": "response.output_text.delta", **here, "delta": part["text"]}]
                     if "text" in part else []),
                   {"type": "response.content_part.done", **here, "part": part}]  # fmt: skip
    return [
        {"type": "response.created", "response": {**reply, "status": "in_progress"}},
        {"type": "response.output_item.added", **at, "item": {**item, "content": []}},
        *events,
        {"type": "response.output_item.done", **at, "item": {**item, "content": [*parts]}},
        {"type": "response.completed", "response": {**reply, "status": "completed"}},
    ]


def test_an_empty_refusal_is_one_with_and_without_a_text() -> None:
    text, empty = {"type": "output_text", "text": "a"}, {"type": "refusal", "refusal": ""}
    for content in ([empty], [text, empty], [empty, text], [text, {"x_new": 1}, empty]):
        (block,) = returned("openai_responses", parts(*content))
        assert block["refusal"] is True
        decoded = [*MODULES["openai_responses"].decode_stream(parts(*content))]
        again = [
            *MODULES["openai_chat"].decode_stream(MODULES["openai_chat"].encode_stream(decoded))
        ]
        texts = [one["text"] for one in again[-1]["response"]["message"]["content"]]
        assert "".join(texts) == block["text"]


def test_half_a_character_that_is_all_of_a_text_goes_out_with_what_the_text_has() -> None:
    part = {"text": HALF, "thoughtSignature": "AAAA"}
    content = {"role": "model", "parts": [part]}
    (block,) = returned("gemini", [{"candidates": [{"content": content, "finishReason": "STOP"}]}])
    assert block["text"] == HALF and block["metadata"]["gemini"] == {"thoughtSignature": "AAAA"}

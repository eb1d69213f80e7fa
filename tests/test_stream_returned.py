"""Streams by hand whose events are few and hard: written on their own wire, they come back."""

from __future__ import annotations

from typing import Any

from samples import difference
from stream_samples import MODULES

Json = Any
HALF = "\ud83d"


def returned(name: str, events: list[Json]) -> list[Json]:
    """The blocks of a stream, which are the same once it has been written and read again."""
    told = [*MODULES[name].decode_stream(events)]
    again = [*MODULES[name].decode_stream(MODULES[name].encode_stream(told))]
    response = told[-1]["response"]
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
    events = [{"message": {"role": "assistant", "images": ["QUJD"]}, "done": False},
              *[{"message": {"role": "assistant", "tool_calls": [call]}, "done": False}
                for call in calls],
              {"message": {"role": "assistant"}, "done": True}]  # fmt: skip
    kinds = [block["kind"] for block in returned("ollama_chat", events)]
    assert kinds == ["image", "toolCall", "toolCall"]


def thinking(*records: Json) -> Json:
    return {"content": [{"type": "thinking", "thinking": [*records]}]}


def test_half_a_character_stays_in_front_of_the_record_that_follows_it() -> None:
    told = thinking({"type": "text", "text": HALF}), thinking({"x_new": 1})
    (block,) = returned("mistral_chat", chunks(*told, thinking({"type": "text", "text": "b"})))
    assert block["text"] == f"{HALF}b"

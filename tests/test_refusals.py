"""Why a model declines: a text that says so, in the keys and parts that the wires have for it."""

from __future__ import annotations

from typing import Any

import pytest

from samples import as_it_is, difference, invalid
from toolwire import StreamFold, ToolwireError

Json = Any
chat, responses = as_it_is("openai_chat"), as_it_is("openai_responses")
SAID: Json = {"type": "output_text", "text": "Well: ", "annotations": [], "logprobs": []}
NO: Json = {"type": "refusal", "refusal": "No."}
TEXTUAL = [
    *("anthropic_messages", "bedrock_converse", "cohere_chat", "gemini"),
    *("mistral_chat", "ollama_chat"),
]


def chat_reply(**message: Json) -> Json:
    full = {"role": "assistant", **message}
    choice = {"index": 0, "message": full, "finish_reason": "stop"}
    return {"id": "r", "model": "m", "object": "chat.completion", "created": 1, "choices": [choice]}


def item(*content: Json) -> Json:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {**message, "content": [*content]}


def reply(*content: Json) -> Json:
    return {
        **{"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed"},
        **{"parallel_tool_calls": True, "tool_choice": "auto", "tools": []},
        "output": [item(*content)],
    }


def blocks(response: Json) -> Json:
    return [
        {key: value for key, value in block.items() if key != "metadata"}
        for block in response["message"]["content"]
    ]


REFUSED = {"kind": "text", "text": "No.", "refusal": True}


def test_one_among_the_parts_of_a_request_is_read_and_stays_there() -> None:
    part: Json = {"type": "refusal", "refusal": "No."}
    well: Json = {"type": "text", "text": "Well."}
    for content in ([part], [well, part], [part, well, {**part, "x": 1}]):
        for more in ({}, {"refusal": "Never."}):
            turn: Json = {"role": "assistant", "content": content, **more}
            body = {"model": "m", "messages": [turn, {"role": "user", "content": "Hm?"}]}
            request = chat.decode_request(body)
            assert invalid("intermediate", "request", request) is None
            texts = [block["text"] for block in request["messages"][0]["content"]
                     if block.get("refusal")]  # fmt: skip
            assert texts == ["No."] * (len(content) - (well in content)) + [*more.values()]
            assert difference(body, chat.encode_request(request)) is None
            assert [loss.path for loss in chat.losses_request(request)] == []
            (item, *_) = responses.encode_request(request, on_loss="ignore")["input"]
            assert ("refusal" in str(item)) is (content[0] is part)


def test_one_that_stood_among_the_parts_is_in_a_reply_where_replies_have_it() -> None:
    own = {"openai_chat": {"$": {"at": "content"}}}
    message = {"role": "assistant", "content": [{**REFUSED, "metadata": own}]}
    body = chat.encode_response({"message": message, "finishReason": "stop"})
    said = {"role": "assistant", "content": None, "refusal": "No."}
    assert body["choices"][0]["message"] == said


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"content": None, "refusal": "No."}, [REFUSED]),
        ({"content": "Well.", "refusal": "No."}, [{"kind": "text", "text": "Well."}, REFUSED]),
        ({"content": "Well.", "refusal": None}, [{"kind": "text", "text": "Well."}]),
        ({"content": "Well.", "refusal": ""}, [{"kind": "text", "text": "Well."}]),
    ],
)
def test_a_message_that_has_one_beside_its_text(message: Json, expected: Json) -> None:
    body = chat_reply(**message)
    response = chat.decode_response(body)
    assert invalid("intermediate", "response", response) is None
    assert blocks(response) == expected
    assert difference(body, chat.encode_response(response)) is None
    request = {"model": "m", "messages": [body["choices"][0]["message"]]}
    assert difference(request, chat.encode_request(chat.decode_request(request))) is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([NO], REFUSED),
        ([{**NO, "why": 1}], REFUSED),
        ([NO, {"type": "refusal", "refusal": ""}], REFUSED),
        ([SAID, NO], {**REFUSED, "text": "Well: No."}),
        ([SAID, {"type": "sigh"}], {"kind": "text", "text": "Well: "}),
        ([{"type": "refusal", "refusal": ""}], {**REFUSED, "text": ""}),
    ],
)
def test_a_message_with_parts_of_one(content: Json, expected: Json) -> None:
    body = reply(*content)
    response = responses.decode_response(body)
    assert invalid("intermediate", "response", response) is None
    assert blocks(response) == [expected]
    assert difference(body, responses.encode_response(response)) is None
    request = {"model": "m", "input": [{"role": "user", "content": "Hi"}, item(*content)]}
    back = responses.encode_request(responses.decode_request(request))
    assert difference(request, back) is None


def test_what_an_app_changes_wins_over_the_parts_that_came() -> None:
    [block] = responses.decode_response(reply(SAID, NO))["message"]["content"]

    def written(block: Json) -> Json:
        message = {"role": "assistant", "content": [block]}
        body = responses.encode_response({"message": message, "finishReason": "stop"})
        return body["output"][0]["content"]

    assert written({**block, "text": "Never."}) == [{"type": "refusal", "refusal": "Never."}]
    [part] = written({key: value for key, value in block.items() if key != "refusal"})
    assert (part["type"], part["text"]) == ("output_text", "Well: No.")
    [text_block] = responses.decode_response(reply(SAID, {"type": "sigh"}))["message"]["content"]
    assert written({**text_block, "refusal": True}) == [{"type": "refusal", "refusal": "Well: "}]


def test_it_goes_from_one_of_these_wires_to_the_other_and_back() -> None:
    body = chat_reply(refusal="No.")
    response = chat.decode_response(body)
    there = responses.encode_response(response)
    assert there["output"][0]["content"] == [NO]
    back = responses.decode_response(there)
    assert blocks(back) == [REFUSED]
    assert chat.encode_response(back)["choices"][0]["message"] == {
        "role": "assistant",
        "content": None,
        "refusal": "No.",
    }


@pytest.mark.parametrize("name", TEXTUAL)
def test_elsewhere_it_is_a_text_and_the_mark_is_reported(name: str) -> None:
    wire = as_it_is(name)
    message = {"role": "assistant", "content": [REFUSED]}
    response = {"message": message, "finishReason": "stop"}
    assert "/message/content/0/refusal" in [one.path for one in wire.losses_response(response)]
    decoded = wire.decode_response(wire.encode_response(response, on_loss="ignore"))
    assert blocks(decoded) == [{"kind": "text", "text": "No."}]
    request = {"model": "m", "messages": [{"role": "user", "content": "Hi"}, message]}
    assert "/messages/1/content/0/refusal" in [one.path for one in wire.losses_request(request)]


@pytest.mark.parametrize(
    "content",
    [
        [REFUSED, {"kind": "text", "text": "Well."}],
        [{**REFUSED, "text": ""}],
        [REFUSED, REFUSED],
    ],
)
def test_what_does_not_come_back_from_one_key_is_reported(content: Json) -> None:
    message = {"role": "assistant", "content": content}
    request = {"model": "m", "messages": [message]}
    assert [one.path for one in chat.losses_request(request)] == ["/messages/0/content"]
    response = {"message": message, "finishReason": "stop"}
    assert [one.path for one in chat.losses_response(response)] == ["/message/content"]


@pytest.mark.parametrize("wire", [chat, responses, as_it_is("gemini")])
def test_a_mark_that_is_not_true_is_refused(wire: Json) -> None:
    block = {"kind": "text", "text": "No.", "refusal": "yes"}
    message = {"role": "assistant", "content": [block]}
    with pytest.raises(ToolwireError) as caught:
        wire.encode_response({"message": message, "finishReason": "stop"})
    assert caught.value.pointer == "/message/content/0/refusal"


# -- streams


def chunk(reason: Json = None, **delta: Json) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "r", "model": "m", "object": "chat.completion.chunk", "created": 1,
            "choices": [choice]}  # fmt: skip


CHUNKS = [
    chunk(role="assistant", content=None, refusal=""),
    *(chunk(refusal=piece) for piece in ("N", "o", ".")),
    chunk("stop"),
]


def events(*content: Json) -> Json:
    """The stream of a reply whose message has these parts, each in two pieces."""
    done = reply(*content)
    begun = {**done["output"][0], "status": "in_progress", "content": []}
    at = {"output_index": 0}
    sent: Json = [
        {"type": "response.created", "response": {**done, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", **at, "item": begun},
    ]
    for number, part in enumerate(content):
        key = "refusal" if part["type"] == "refusal" else "text"
        kind = "response.refusal" if key == "refusal" else "response.output_text"
        here = {**at, "content_index": number, "item_id": "msg_1"}
        pieces = (part[key][:1], part[key][1:])
        sent += [
            {"type": "response.content_part.added", **here, "part": {**part, key: ""}},
            *({"type": f"{kind}.delta", **here, "delta": piece} for piece in pieces),
            {"type": f"{kind}.done", **here, key: part[key]},
            {"type": "response.content_part.done", **here, "part": part},
        ]
    sent += [
        {"type": "response.output_item.done", **at, "item": done["output"][0]},
        {"type": "response.completed", "response": done},
    ]
    return [{**event, "sequence_number": number} for number, event in enumerate(sent)]


def pieces_of(decoded: Json) -> Json:
    return [(e["text"], "refusal" in e) for e in decoded if e["kind"] == "textDelta" and e["text"]]


def test_its_pieces_are_shown_as_they_come_and_say_what_they_are() -> None:
    decoded = list(chat.decode_stream(CHUNKS))
    assert pieces_of(decoded) == [("N", True), ("o", True), (".", True)]
    assert blocks(decoded[-1]["response"]) == [REFUSED]
    decoded = list(responses.decode_stream(events(SAID, NO)))
    assert pieces_of(decoded) == [("W", False), ("ell: ", False), ("N", True), ("o.", True)]
    assert decoded[-1]["response"] == responses.decode_response(reply(SAID, NO))


def test_a_part_that_begins_with_all_of_it_is_shown() -> None:
    done = reply(NO)
    added = {"type": "response.output_item.added", "output_index": 0, "item": item(NO)}
    ended = [events(NO)[0], added, *events(NO)[-2:]]
    assert pieces_of(responses.decode_stream(ended)) == [("No.", True)]
    whole = [{"type": "response.completed", "response": done}]
    assert pieces_of(responses.decode_stream(whole)) == [("No.", True)]


@pytest.mark.parametrize("source", [CHUNKS, events(NO)])
def test_a_fold_makes_one_block_of_them_also_of_a_stream_that_breaks(source: Json) -> None:
    wire = chat if source is CHUNKS else responses
    fold = StreamFold()
    for event in [*wire.decode_stream(source)][:-1]:
        fold.add(event)
    assert [{**block, "metadata": {}} for block in fold.blocks] == [{**REFUSED, "metadata": {}}]


def test_a_fold_keeps_a_text_and_a_refusal_apart() -> None:
    fold = StreamFold()
    for event in chat.decode_stream([chunk(content="Well."), *CHUNKS]):
        if event["kind"] != "completed":
            fold.add(event)
    assert fold.blocks == [{"kind": "text", "text": "Well."}, REFUSED]
    with pytest.raises(ToolwireError):
        fold.add({"kind": "textDelta", "text": "x", "refusal": "yes"})


@pytest.mark.parametrize("content", [[NO], [SAID], [SAID, NO], [NO, SAID]])
def test_a_stream_goes_out_as_it_came_in(content: Json) -> None:
    decoded = list(responses.decode_stream(events(*content)))
    sent = list(responses.encode_stream(decoded))
    done = [event["item"] for event in sent if event["type"] == "response.output_item.done"]
    whole = sent[-1]["response"]["output"]
    assert [one["content"] for one in done] == [one["content"] for one in whole]
    again = list(responses.decode_stream(sent))
    assert again[-1]["response"] == decoded[-1]["response"]
    assert "".join(text for text, _ in pieces_of(again)) == "".join(
        t for t, _ in pieces_of(decoded)
    )


def test_each_of_these_wires_streams_what_the_other_tells() -> None:
    sent = list(responses.encode_stream(chat.decode_stream(CHUNKS)))
    deltas = [e["delta"] for e in sent if e["type"] == "response.refusal.delta"]
    assert deltas == ["N", "o", "."]
    assert sent[-1]["response"]["output"][0]["content"] == [NO]
    both = chat.decode_stream([chunk(content="Well."), *CHUNKS])
    sent = list(responses.encode_stream(both))
    assert [e["delta"] for e in sent if e["type"] == "response.refusal.delta"] == ["N", "o", "."]
    assert [one["content"][0]["type"] for one in sent[-1]["response"]["output"]] == [
        *("output_text", "refusal"),
    ]
    sent = list(chat.encode_stream(responses.decode_stream(events(SAID, NO)), on_loss="ignore"))
    pieces = [choice["delta"] for event in sent for choice in event["choices"]]
    assert "".join(delta.get("content") or "" for delta in pieces) == "Well: "
    assert [delta["refusal"] for delta in pieces if "refusal" in delta] == ["N", "o."]


@pytest.mark.parametrize("name", TEXTUAL)
def test_other_wires_stream_it_as_a_text(name: str) -> None:
    wire = as_it_is(name)
    for decoded in (chat.decode_stream(CHUNKS), responses.decode_stream(events(NO))):
        sent = list(wire.encode_stream(decoded, on_loss="ignore"))
        again = list(wire.decode_stream(sent))
        assert "".join(text for text, _ in pieces_of(again)) == "No."
        assert blocks(again[-1]["response"]) == [{"kind": "text", "text": "No."}]


def test_one_that_comes_whole_goes_out_whole() -> None:
    message = {"role": "assistant", "content": [REFUSED]}
    intermediate = [
        {"kind": "block", "block": REFUSED},
        {"kind": "completed", "response": {"message": message, "finishReason": "stop"}},
    ]
    for wire in (chat, responses):
        again = list(wire.decode_stream(wire.encode_stream(intermediate)))
        assert blocks(again[-1]["response"]) == [REFUSED]
    claude = as_it_is("anthropic_messages")
    again = list(claude.decode_stream(claude.encode_stream(intermediate, on_loss="ignore")))
    assert blocks(again[-1]["response"]) == [{"kind": "text", "text": "No."}]

"""Blocks that have their number on the wire: each another, and none of it is the app's to see."""

from __future__ import annotations

from binascii import crc32
from typing import Any

from toolwire import convert_stream, openai_responses

Json = Any
FIRST = crc32(b"r1") * 1000
"""Where the numbers of a reply with this id begin."""
CALL = {"kind": "toolCall", "toolCall": {"id": "c1", "name": "f", "arguments": {}}}


def text(words: str) -> Json:
    return {"kind": "text", "text": words}


def reply(*blocks: Json) -> Json:
    message = {"role": "assistant", "content": [*blocks]}
    return {"id": "r1", "model": "m", "message": message, "finishReason": "stop"}


def numbered(*places: int) -> list[str]:
    return [f"msg_toolwire_{FIRST + place}" for place in places]


def ids(items: list[Json]) -> list[str]:
    return [item["id"] for item in items if item["type"] == "message"]


def test_messages_of_one_reply_have_the_numbers_of_their_places() -> None:
    value = reply(text("a"), CALL, text("b"))
    body = openai_responses.encode_response(value)
    assert ids(body["output"]) == numbered(0, 2)
    assert openai_responses.decode_response(body)["message"] == value["message"]


def test_an_id_that_is_not_the_number_of_its_place_stays() -> None:
    body = openai_responses.encode_response(reply(text("a"), text("b")))
    body["output"].reverse()
    value: Json = openai_responses.decode_response(body)
    own = [block["metadata"]["openai_responses"]["id"] for block in value["message"]["content"]]
    assert own == numbered(1, 0)
    assert openai_responses.encode_response(value) == body


def test_messages_of_two_replies_have_no_number_in_common() -> None:
    """Clients find items of a whole conversation by their ids."""
    bodies = [openai_responses.encode_response(reply(text("a")) | {"id": id_}) for id_ in "xy"]
    (one,), (other,) = (ids(body["output"]) for body in bodies)
    assert one != other


def test_messages_of_a_reply_without_an_id_are_numbered_from_0() -> None:
    body = openai_responses.encode_response(reply(text("a")) | {"id": None})
    assert ids(body["output"]) == ["msg_toolwire_0"]
    assert openai_responses.decode_response(body)["message"] == reply(text("a"))["message"]


def test_a_streamed_message_that_was_numbered_is_read_as_if_it_had_none() -> None:
    events: list[Json] = [{"kind": "started", "id": "r1", "model": "m"}]
    events += [{"kind": "completed", "response": reply(text("a"), text("b"))}]
    sent = [*openai_responses.encode_stream(events)]
    decoded: list[Json] = [*openai_responses.decode_stream(sent)]
    assert decoded[-1]["response"]["message"] == reply(text("a"), text("b"))["message"]


def test_a_number_is_no_id_that_a_service_gave() -> None:
    body = openai_responses.encode_response(reply(text("a")))
    for place in range(3):
        body["output"][0]["id"] = f"msg_{place}"
        value: Json = openai_responses.decode_response(body)
        value["message"]["content"] += [text("b"), text("c")]
        found = ids(openai_responses.encode_response(value)["output"])
        assert len({*found}) == 3
        assert f"msg_{place}" in found


def test_streamed_messages_have_the_ids_of_the_whole_reply() -> None:
    intermediate: list[Json] = [
        {"kind": "started", "id": "r1", "model": "m"},
        {"kind": "textDelta", "index": 0, "text": "a"},
        {"kind": "block", "block": CALL},
        {"kind": "textDelta", "index": 2, "text": "b"},
        {"kind": "completed", "response": reply(text("a"), CALL, text("b"))},
    ]
    events = [*openai_responses.encode_stream(intermediate)]
    added = [event["item"] for event in events if event["type"] == "response.output_item.added"]
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    assert (
        ids(added)
        == ids(done)
        == ids(events[-1]["response"]["output"])
        == numbered(0, 2)
    )


def test_an_empty_piece_ahead_of_thoughts_does_not_begin_the_text_that_is_to_come() -> None:
    def line(done: bool = False, **message: Json) -> Json:
        full = {"role": "assistant", "content": "", **message}
        return {"model": "m", "message": full, "done": done} | (
            {"done_reason": "stop"} if done else {}
        )

    lines = [line(thinking="Hm"), line(content="Hi"), line(done=True)]
    events: list[Json] = [
        *convert_stream(lines, source="ollama_chat", target="openai_responses", on_loss="ignore")
    ]
    added = [event["item"] for event in events if event["type"] == "response.output_item.added"]
    assert added == [
        {**item, "content" if item["type"] == "message" else "summary": []}
        for item in events[-1]["response"]["output"]
    ]
    assert [item["id"] for item in added] == ["rs_toolwire_0", "msg_toolwire_1"]

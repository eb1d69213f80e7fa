"""Why a reply ended: each reason in each wire's own word, and what is lost of it."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

import toolwire
from conversation import call, text
from formats import part, transform
from payloads import GEMINI
from samples import FORMATS, adapter, as_it_is
from toolwire._runtime.failing import losses_at_end
from toolwire._runtime.fold import StreamFold

Json = Any
REASONS = ("stop", "length", "tool_calls", "content_filter", "pause", "error", "other")


def reply(reason: str) -> Json:
    content = [call("c")] if reason == "tool_calls" else [text("hello")]
    return {
        "id": "r",
        "model": "m",
        "message": {"role": "assistant", "content": content},
        "finishReason": reason,
        "usage": {"inputTokens": 1, "outputTokens": 1},
    }


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("name", FORMATS)
def test_each_reason_goes_out_as_the_wires_word(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    body = wire.encode(reply(reason))
    provider = part(name, "provider")
    assert provider.word_in(body) == provider.WORDS[reason]


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("name", FORMATS)
def test_a_reason_comes_back_or_is_reported(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    back = wire.decode(wire.encode(reply(reason)))["finishReason"]
    reported = [loss for loss in wire.losses(reply(reason)) if loss.path == "/finishReason"]
    assert (back != reason) == (reason in part(name, "provider").WORDLESS) == bool(reported)


def bodies() -> list[Any]:
    """Replies that ended with a word that no row has, or is only read."""
    chat = {"index": 0, "message": {"role": "assistant", "content": "hi"}, "finish_reason": "eos"}
    part_ = {"content": {"role": "model", "parts": [{"text": "hi"}]}, "finishReason": "RECITATION"}
    return [
        ("openai_chat", {"id": "r", "object": "chat.completion", "created": 1, "model": "m",
                         "choices": [chat]}),
        ("gemini", {"candidates": [part_]}),
        ("anthropic_messages", {
            "id": "m", "type": "message", "role": "assistant", "model": "c",
            "content": [{"type": "text", "text": "hi"}], "stop_reason": "tired",
            "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "body"), bodies())
def test_a_word_that_comes_back_is_no_loss(name: str, body: Json) -> None:
    wire = adapter(name, "response")
    value = wire.decode(body)
    assert wire.losses(value) == []
    assert wire.encode(value) == body


@pytest.mark.parametrize(("reason", "lost"), [("length", []), ("pause", ["/finishReason"])])
def test_a_word_that_does_not_come_back_is_one(reason: str, lost: list[str]) -> None:
    value = {**adapter("openai_chat", "response").decode(bodies()[0][1]), "finishReason": reason}
    assert [loss.path for loss in toolwire.openai_chat.losses_response(value)] == lost


def streamed(name: str, response: Json, on_loss: str = "ignore") -> list[Json]:
    events = [{"kind": "textDelta", "text": "hel"}, {"kind": "completed", "response": response}]
    return list(as_it_is(name).encode_stream(events, on_loss=on_loss))


@pytest.mark.parametrize("name", FORMATS)
def test_a_stream_whose_reply_failed_never_looks_finished(name: str) -> None:
    fold = StreamFold()
    list(fold.over(as_it_is(name).decode_stream(streamed(name, reply("error")))))
    assert (fold.response["finishReason"], toolwire.text(fold.response)) == ("error", "hello")
    wordless = "error" in part(name, "provider").WORDLESS
    error: Json = fold.response.get("error") or {}
    message = error.get("message")
    assert message == ("the reply ended in an error" if wordless else None)


@pytest.mark.parametrize("name", FORMATS)
def test_what_an_error_at_the_end_of_a_stream_leaves_out_is_reported(name: str) -> None:
    nameless = {key: value for key, value in reply("error").items() if key not in ("id", "model")}
    for response in (nameless, {**nameless, "error": {"message": "died"}}):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            events = streamed(name, response, on_loss="warn")
        lost = " ".join(str(warning.message) for warning in caught)
        assert "/message" not in lost and "/finishReason" not in lost
        fold = StreamFold()
        list(fold.over(as_it_is(name).decode_stream(events)))
        assert ("/usage" in lost) == ("usage" not in fold.response)
        named = losses_at_end({"id": "r", "model": "m", **response}, as_it_is(name).losses_response)
        beside = as_it_is(name).losses_response(reply("stop"))
        assert {loss.path for loss in named} & {"/id", "/model"} <= {loss.path for loss in beside}


def test_a_paused_reply_is_never_taken_for_one_that_stopped() -> None:
    # An app goes on after a pause: it must not think that the model had said all.
    paused = adapter(GEMINI, "response").encode(reply("pause"))
    assert adapter(GEMINI, "response").decode(paused)["finishReason"] == "other"


GEMINI_WORDS = {
    "content_filter": ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII",
                       "IMAGE_SAFETY", "MODEL_ARMOR", "IMAGE_PROHIBITED_CONTENT",
                       "IMAGE_RECITATION", "ESCALATION", "PUP_LIMITED_DISABLED"),
    "error": ("MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL",
              "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"),
    "pause": ("CONTINUATION",),
    "other": ("OTHER", "LANGUAGE", "NO_IMAGE", "A_NEW_ONE"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "word"), [(key, word) for key, words in GEMINI_WORDS.items() for word in words]
)
def test_geminis_words_are_placed_and_come_back(reason: str, word: str) -> None:
    wire = adapter(GEMINI, "response")
    body = {"candidates": [{"content": {"role": "model", "parts": []}, "finishReason": word}]}
    value = wire.decode(body)
    assert value["finishReason"] == reason
    assert wire.encode(value) == body


@pytest.mark.parametrize("word", ["error", "insufficient_system_resource"])
def test_what_services_say_of_a_reply_that_failed_is_no_other_reason(word: str) -> None:
    wire = adapter("openai_chat", "response")
    message = {"role": "assistant", "content": "Half a"}
    body: Json = {"id": "r", "object": "chat.completion", "created": 1, "model": "m",
                  "choices": [{"index": 0, "message": message, "finish_reason": word}]}  # fmt: skip
    value = wire.decode(body)
    assert value["finishReason"] == "error"
    assert wire.encode(value) == body


def test_a_blocked_prompt_is_no_normal_end() -> None:
    wire = adapter(GEMINI, "response")
    body = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT", "safetyRatings": []}}
    value = wire.decode(body)
    assert value["finishReason"] == "content_filter"
    assert wire.encode(value) == body
    encoded = adapter("openai_chat", "response").encode({**value, "id": "r", "model": "m"})
    assert encoded["choices"][0]["finish_reason"] == "content_filter"
    # What the app says of it wins.
    assert "promptFeedback" not in str(wire.encode({**value, "finishReason": "stop"})["candidates"])


def test_feedback_without_a_block_is_no_block() -> None:
    wire = adapter(GEMINI, "response")
    body: Json = {"promptFeedback": {"safetyRatings": []}}
    value = wire.decode(body)
    assert value["finishReason"] == "other"
    assert wire.encode(value) == body


def test_a_reply_that_made_its_history_short_is_to_be_sent_back() -> None:
    wire = adapter("anthropic_messages", "response")
    body: Json = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
            "stop_reason": "compaction", "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip
    value = wire.decode(body)
    assert value["finishReason"] == "pause"
    assert wire.encode(value) == body


SPELLED = [
    name
    for name in FORMATS
    if any(
        rows.get("(arguments, invalidArguments)", "").endswith("| json")
        for rows in transform(name)["types"].values()
    )
]
"""The wires on which arguments are a text."""


CUT = ("length", "content_filter", "error")


def cut_off(**asked: Json) -> Json:
    """A reply that was cut, and ends with a call."""
    call = {"id": "call_1", "name": "look", "arguments": {}, **asked}
    message = {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]}
    return {**reply("length"), "message": message}


def chat_reply(reason: str | None) -> Json:
    called = {"id": "c", "type": "function", "function": {"name": "look", "arguments": ""}}
    message = {"role": "assistant", "content": "", "tool_calls": [called]}
    choice = {"index": 0, "finish_reason": reason, "message": message}
    head = {"id": "x", "object": "chat.completion", "created": 1, "model": "glm"}
    return {**head, "choices": [choice]}


def response() -> Json:
    called = {"type": "function_call", "id": "f", "call_id": "c", "name": "look", "arguments": ""}
    head = {"id": "r", "object": "response", "created_at": 1, "model": "m"}
    return {**head, "output": [{**called, "status": "in_progress"}]}


def last_call(value: Json) -> Json:
    return toolwire.tool_calls(value)[-1]


@pytest.mark.parametrize("reason", [*CUT, "other", "tool_calls"])
@pytest.mark.parametrize("name", FORMATS)
def test_a_call_that_was_cut_before_its_arguments_began_is_none_to_be_run(
    name: str, reason: str
) -> None:
    wire = adapter(name, "response")
    body = wire.encode({**cut_off(invalidArguments=""), "finishReason": reason})
    value = wire.decode(body)
    finish = value["finishReason"]
    cut = finish in CUT or (finish == "other" and name in SPELLED)
    assert last_call(value)["arguments"] == {}
    assert last_call(value).get("invalidArguments") == ("" if cut else None)
    assert wire.encode(value) == body
    at = "/message/content/0/toolCall/invalidArguments"
    assert [one for one in wire.losses(value) if one.path == at] == []


@pytest.mark.parametrize(
    ("name", "body"),
    [
        *(
            ("openai_chat", chat_reply(word))
            for word in ("network_error", "sensitive", "model_context_window_exceeded", "aborted",
                         "a_new_word", None)
        ),
        *(
            ("openai_responses", {**response(), "status": status})
            for status in ("cancelled", "in_progress", "queued", "incomplete")
        ),
    ],
)  # fmt: skip
def test_a_call_that_had_only_begun_when_its_reply_ended_so_is_none_to_be_run(
    name: str, body: Json
) -> None:
    wire = adapter(name, "response")
    value = wire.decode(body)
    assert last_call(value)["invalidArguments"] == ""
    assert wire.encode(value) == body
    assert wire.losses(value) == []


@pytest.mark.parametrize("name", FORMATS)
def test_what_has_no_keys_may_be_whole_where_it_is_a_text(name: str) -> None:
    wire = adapter(name, "response")
    back = wire.decode(wire.encode(cut_off()))
    cut = back["finishReason"] == "length" and name not in SPELLED
    assert ("invalidArguments" in last_call(back)) == cut
    reported = [one.code for one in wire.losses(cut_off()) if "toolCall/arguments" in one.path]
    assert reported == (["value"] if cut else [])


@pytest.mark.parametrize("name", SPELLED)
@pytest.mark.parametrize("nothing", ["", None])
def test_other_ways_to_say_no_arguments_say_that_none_came(name: str, nothing: Json) -> None:
    wire = adapter(name, "response")
    body = json.loads(json.dumps(wire.encode(cut_off(invalidArguments="?"))))
    body = json.loads(
        json.dumps(body).replace('"arguments": "?"', f'"arguments": {json.dumps(nothing)}')
    )
    value = wire.decode(body)
    assert last_call(value)["invalidArguments"] == ""
    assert wire.encode(value) == body


@pytest.mark.parametrize("name", FORMATS)
def test_calls_that_have_arguments_or_others_behind_them_are_whole(name: str) -> None:
    wire = adapter(name, "response")
    first = {"id": "call_0", "name": "look", "arguments": {}}
    full = cut_off(arguments={"a": 1})
    full["message"]["content"].insert(0, {"kind": "toolCall", "toolCall": first})
    back = wire.decode(wire.encode(full))
    assert [one.get("invalidArguments") for one in toolwire.tool_calls(back)] == [None, None]


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
def test_a_free_text_is_kept_as_it_came(name: str) -> None:
    wire = adapter(name, "response")
    value = wire.decode(wire.encode(cut_off(input="half a pa")))
    assert last_call(value)["input"] == "half a pa"
    assert "invalidArguments" not in last_call(value)
    assert wire.losses(value) == []


@pytest.mark.parametrize("name", FORMATS)
def test_so_it_is_in_a_stream(name: str) -> None:
    if not hasattr(as_it_is(name), "encode_stream"):
        return
    wire = adapter(name, "response")
    value = wire.decode(wire.encode(cut_off(invalidArguments="")))
    events = [*as_it_is(name).encode_stream([{"kind": "completed", "response": value}])]
    fold = StreamFold()
    list(fold.over(as_it_is(name).decode_stream(events)))
    cut = fold.response["finishReason"] == "length"
    assert last_call(fold.response).get("invalidArguments") == ("" if cut else None)


@pytest.mark.parametrize("name", FORMATS)
def test_what_had_come_of_a_call_that_was_cut_is_kept(name: str) -> None:
    wire = adapter(name, "response")
    value = cut_off(invalidArguments='{"a')
    back = wire.decode(wire.encode(value))
    assert last_call(back)["invalidArguments"] == '{"a'
    assert not any(loss.path.endswith("/toolCall/arguments") for loss in wire.losses(value))


@pytest.mark.parametrize("word", ["MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE"])
def test_a_reply_that_failed_without_a_call_is_not_said_to_have_had_one(word: str) -> None:
    wire = adapter(GEMINI, "response")
    body = {"responseId": "r", "modelVersion": "m", "candidates": [{"finishReason": word}]}
    assert wire.encode(wire.decode(body)) == body
    assert wire.encode(reply("error"))["candidates"][0]["finishReason"] == "MALFORMED_RESPONSE"

"""Why a reply ended: each reason in each wire's own word, and what is lost of it."""

from __future__ import annotations

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
    said = (fold.response.get("error") or {}).get("message")
    assert said == ("the reply ended in an error" if wordless else None)


@pytest.mark.parametrize("name", FORMATS)
def test_what_an_error_at_the_end_of_a_stream_leaves_out_is_reported(name: str) -> None:
    nameless = {key: value for key, value in reply("error").items() if key not in ("id", "model")}
    for response in (nameless, {**nameless, "error": {"message": "died"}}):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            events = streamed(name, response, on_loss="warn")
        lost = " ".join(str(warning.message) for warning in told)
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
    said = {"role": "assistant", "content": "Half a"}
    body: Json = {"id": "r", "object": "chat.completion", "created": 1, "model": "m",
                  "choices": [{"index": 0, "message": said, "finish_reason": word}]}  # fmt: skip
    value = wire.decode(body)
    assert value["finishReason"] == "error"
    assert wire.encode(value) == body


def test_a_blocked_prompt_is_no_normal_end() -> None:
    wire = adapter(GEMINI, "response")
    body = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT", "safetyRatings": []}}
    value = wire.decode(body)
    assert value["finishReason"] == "content_filter"
    assert wire.encode(value) == body
    told = adapter("openai_chat", "response").encode({**value, "id": "r", "model": "m"})
    assert told["choices"][0]["finish_reason"] == "content_filter"
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


def body_of_call(name: str, arguments: str, reason: str) -> Json:
    """A reply of a wire, that holds one call."""
    asked = {"id": "call_1", "name": "look", "arguments": {}, "invalidArguments": arguments}
    message = {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": asked}]}
    body: Json = adapter(name, "response").encode({**reply(reason), "message": message})
    return body


@pytest.mark.parametrize("arguments", ["", "{}"])
@pytest.mark.parametrize("reason", ["length", "tool_calls"])
@pytest.mark.parametrize("name", SPELLED)
def test_a_call_that_was_cut_before_its_arguments_began_is_none_to_be_run(
    name: str, reason: str, arguments: str
) -> None:
    wire, body = adapter(name, "response"), body_of_call(name, arguments, reason)
    value = wire.decode(body)
    (asked,) = toolwire.tool_calls(value)
    cut = reason == "length" and not arguments
    assert (asked["arguments"], asked.get("invalidArguments")) == ({}, "" if cut else None)
    assert wire.encode(value) == body


@pytest.mark.parametrize("name", SPELLED)
def test_calls_ahead_of_the_one_that_was_cut_are_whole(name: str) -> None:
    asked = {"id": "call_1", "name": "look", "arguments": {}, "invalidArguments": ""}
    both = [{**asked, "id": f"call_{at}"} for at in (1, 2)]
    content = [{"kind": "toolCall", "toolCall": one} for one in both]
    value = {**reply("length"), "message": {"role": "assistant", "content": content}}
    read = adapter(name, "response").decode(adapter(name, "response").encode(value))
    said = [one.get("invalidArguments") for one in toolwire.tool_calls(read)]
    assert said == [None, ""]


@pytest.mark.parametrize("name", SPELLED)
def test_so_it_is_in_a_stream(name: str) -> None:
    value = adapter(name, "response").decode(body_of_call(name, "", "length"))
    events = [*as_it_is(name).encode_stream([{"kind": "completed", "response": value}])]
    fold = StreamFold()
    list(fold.over(as_it_is(name).decode_stream(events)))
    (asked,) = toolwire.tool_calls(fold.response)
    assert asked["invalidArguments"] == ""


def test_a_service_that_says_null_of_no_arguments_says_that_there_are_none() -> None:
    wire, body = adapter("openai_chat", "response"), body_of_call("openai_chat", "", "length")
    body["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = None
    value = wire.decode(body)
    assert "invalidArguments" not in toolwire.tool_calls(value)[0]
    assert wire.encode(value) == body

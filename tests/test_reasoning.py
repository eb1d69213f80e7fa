"""What compatible services of Chat Completions let their models think aloud, under several keys."""

from __future__ import annotations

import copy
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest

import toolwire
from formats import part
from golden_wires import checked
from samples import as_it_is, difference, fixture, invalid
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.errors import Loss
from toolwire._runtime.reply_losses import unsaid_losses

Json = Any
chat, claude = as_it_is("openai_chat"), as_it_is("anthropic_messages")
DETAIL = {"type": "reasoning.text", "text": "Two and two.", "format": "f", "index": 0}
SUMMARY = {"type": "reasoning.summary", "summary": "A sum.", "format": "f", "index": 0}
SEALED = {"type": "reasoning.encrypted", "data": "eA==", "format": "f", "index": 1}


def reply(**message: Json) -> Json:
    full = {"role": "assistant", "content": "4", **message}
    choice = {"index": 0, "message": full, "finish_reason": "stop"}
    return {"id": "r", "model": "m", "object": "chat.completion", "created": 1, "choices": [choice]}


def message_of(body: Json) -> Json:
    return body["choices"][0]["message"]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"reasoning_content": "Two and two."}, "Two and two."),
        ({"reasoning": "Two and two."}, "Two and two."),
        ({"reasoning": "Two and two.", "reasoning_content": "Two and two."}, "Two and two."),
        ({"reasoning": "Sum.", "reasoning_content": "Two and two."}, "Two and two."),
        ({"reasoning": "Sum.", "reasoning_details": [DETAIL, SEALED]}, "Sum."),
        ({"reasoning": "", "reasoning_details": [DETAIL, SEALED]}, "Two and two."),
        ({"reasoning_details": [SUMMARY]}, "A sum."),
    ],
)
def test_it_is_one_block_ahead_of_the_text_and_comes_back_exactly(fields: Json, text: str) -> None:
    body = reply(**fields)
    response = chat.decode_response(body)
    assert invalid("intermediate", "response", response) is None
    first, second = response["message"]["content"]
    assert (first["kind"], first["text"], second["text"]) == ("reasoning", text, "4")
    assert difference(body, chat.encode_response(response)) is None


def test_what_only_the_provider_can_read_is_withheld() -> None:
    body = fixture("openai_chat", "replies", "reasoning_encrypted")
    response = chat.decode_response(body)
    block = response["message"]["content"][0]
    assert (block["text"], block["redacted"]) == ("", True)
    assert block["metadata"]["openai_chat"]["reasoning_details"][0]["data"] == "eA=="
    assert chat.losses_response(response) == []


@pytest.mark.parametrize("fields", [{}, {"reasoning": None}, {"reasoning_content": ""},
                                    {"reasoning_details": []}])  # fmt: skip
def test_nothing_thought_is_no_block(fields: Json) -> None:
    body = reply(**fields)
    response = chat.decode_response(body)
    assert [block["kind"] for block in response["message"]["content"]] == ["text"]
    assert difference(body, chat.encode_response(response)) is None


def test_it_stays_out_of_the_next_request() -> None:
    response = chat.decode_response(reply(reasoning="Sum.", reasoning_details=[DETAIL]))
    body = chat.encode_request({"model": "m", "messages": [response["message"]]})
    assert body["messages"] == [{"role": "assistant", "content": "4"}]


def test_an_edited_thought_goes_where_the_old_one_stood() -> None:
    response = chat.decode_response(reply(reasoning="Sum."))
    response["message"]["content"][0]["text"] = "Other."
    message = message_of(chat.encode_response(response))
    assert message["reasoning"] == "Other."
    assert "reasoning_content" not in message


def test_an_edited_thought_is_told_as_a_text_where_records_had_it() -> None:
    response = chat.decode_response(reply(reasoning_details=[DETAIL]))
    response["message"]["content"][0]["text"] = "Other."
    message = message_of(chat.encode_response(response))
    assert message["reasoning_content"] == "Other."
    assert "reasoning_details" not in message


THOUGHT = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "m",
    "content": [
        {"type": "thinking", "thinking": "Two ", "signature": "c2ln"},
        {"type": "thinking", "thinking": "and two.", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "eA=="},
        {"type": "text", "text": "4"},
    ],
    "stop_reason": "end_turn", "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}  # fmt: skip


def test_what_another_model_thought_is_shown_in_a_reply_and_never_asked_with() -> None:
    response = claude.decode_response(THOUGHT)
    body = chat.encode_response(response)
    assert message_of(body) == {"role": "assistant", "content": "4",
                                "reasoning_content": "Two and two."}  # fmt: skip
    lost = [loss.path for loss in chat.losses_response(response)]
    assert "/message/content/2/redacted" in lost
    sent = chat.encode_request({"model": "m", "messages": [response["message"]]})
    assert sent["messages"] == [{"role": "assistant", "content": "4"}]


def chunks(*deltas: Json) -> list[Json]:
    ends = [*[None] * (len(deltas) - 1), "stop"]
    return [
        {"id": "r", "model": "m", "object": "chat.completion.chunk", "created": 1,
         "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
        for delta, end in zip(deltas, ends, strict=True)
    ]  # fmt: skip


def piece(**fields: Json) -> Json:
    return {"type": "reasoning.text", "format": "f", "index": 0, **fields}


STREAMS = [
    [{"reasoning_content": "Two "}, {"reasoning_content": "and two."}],
    [{"reasoning": ""}, {"reasoning": "Two "}, {"reasoning": "and two."}],
    [{"reasoning": "Two ", "reasoning_details": [piece(text="Two ")]},
     {"reasoning": "and two.", "reasoning_details": [piece(text="and two."), SEALED]}],
    [{"reasoning_details": [piece(text="Two ")], "reasoning_content": "Two "},
     {"reasoning_details": [piece(text="and two.")], "reasoning_content": "and two."}],
    [{"reasoning_details": [piece(text="Two ")]}, {"reasoning_details": [piece(text="and two.")]}],
    [{"reasoning": "Two ", "reasoning_content": "Two "},
     {"reasoning": "and two.", "reasoning_content": "and two."}],
]  # fmt: skip


@pytest.mark.parametrize("deltas", STREAMS)
def test_pieces_are_shown_as_they_come_and_once(deltas: list[Json]) -> None:
    events = chunks({"role": "assistant", "content": ""}, *deltas, {"content": "4"})
    decoded = [*chat.decode_stream(copy.deepcopy(events))]
    shown = [event["text"] for event in decoded if event["kind"] == "reasoningDelta"]
    assert shown == ["Two ", "and two."]
    response = decoded[-1]["response"]
    assert response["message"]["content"][0]["text"] == "Two and two."
    fold = toolwire.StreamFold()
    for event in decoded[:-1]:
        fold.add(event)
    texts = [block["text"] for block in fold.response["message"]["content"]
             if block["kind"] == "reasoning"]  # fmt: skip
    assert texts == ["Two and two."]
    again = [*chat.decode_stream(chat.encode_stream(decoded))]
    assert difference(response, again[-1]["response"]) is None


def test_a_thought_goes_out_under_the_key_it_came_under() -> None:
    events = chunks({"reasoning": "Two "}, {"reasoning": "and two."}, {"content": "4"})
    sent = [*chat.encode_stream(chat.decode_stream(events))]
    deltas = [event["choices"][0]["delta"] for event in sent if event["choices"]]
    assert [one["reasoning"] for one in deltas if "reasoning" in one] == ["Two ", "and two."]
    assert not any("reasoning_content" in one for one in deltas)


def test_another_models_thoughts_are_streamed_as_well() -> None:
    events = claude.encode_stream(claude.decode_stream(
        claude.encode_stream(iter([{"kind": "completed",
                                    "response": claude.decode_response(THOUGHT)}]))
    ))  # fmt: skip
    sent = [*chat.encode_stream(claude.decode_stream(events))]
    deltas = [event["choices"][0]["delta"] for event in sent if event["choices"]]
    joined = "".join(one["reasoning_content"] for one in deltas if "reasoning_content" in one)
    assert joined == "Two and two."


# -- replies of other wires' models, shown where the wire's own thoughts stand

UNSIGNED = ["anthropic_messages", "bedrock_converse", "openai_responses"]
SHOWING = ["mistral_chat", "cohere_chat", "gemini", *UNSIGNED]
SEAL = {"elsewhere": {"signature": "s"}}
SIGNED = {"kind": "reasoning", "text": "Hm.", "metadata": SEAL}
WITHHELD = {"kind": "reasoning", "text": "Hm?", "redacted": True}
YES = {"kind": "text", "text": "Yes."}
EVENTS: list[Json] = [
    {"kind": "started", "id": "r", "model": "m"},
    {"kind": "reasoningDelta", "index": 0, "text": "H"},
    {"kind": "reasoningDelta", "index": 0, "text": "m."},
    {"kind": "textDelta", "index": 1, "text": "Yes."},
]


def thought(*blocks: Json) -> Json:
    message = {"role": "assistant", "content": [*blocks, YES]}
    usage = {"inputTokens": 1, "outputTokens": 1}
    return {"id": "r", "model": "m", "message": message, "finishReason": "stop", "usage": usage}


@pytest.mark.parametrize("name", SHOWING)
def test_a_reply_shows_what_another_model_thought(name: str) -> None:
    wire, response = as_it_is(name), thought(SIGNED, WITHHELD)
    before = copy.deepcopy(response)
    back = wire.decode_response(wire.encode_response(response, on_loss="ignore"))
    kinds = [(block["kind"], block["text"]) for block in back["message"]["content"]]
    assert kinds == [("reasoning", "Hm."), ("text", "Yes.")]
    found = {loss.path for loss in wire.losses_response(response)}
    assert {"/message/content/0/metadata/elsewhere/signature",
            "/message/content/1"} <= found  # fmt: skip
    assert "/message/content/0" not in found and response == before


@pytest.mark.parametrize("name", SHOWING)
def test_a_stream_shows_it_as_it_comes(name: str) -> None:
    wire = as_it_is(name)
    whole = {"kind": "completed", "response": thought(SIGNED)}
    written = wire.encode_stream([*EVENTS, whole], on_loss="ignore")
    decoded = [*wire.decode_stream(written)]
    pieces = [event["text"] for event in decoded if event["kind"] == "reasoningDelta"]
    assert "".join(pieces) == "Hm." and len([piece for piece in pieces if piece]) == 2
    first = decoded[-1]["response"]["message"]["content"][0]
    assert (first["kind"], first["text"]) == ("reasoning", "Hm.")


@pytest.mark.parametrize("name", SHOWING)
def test_the_end_of_a_thought_that_its_pieces_have_not_told_is_shown(name: str) -> None:
    wire, response = as_it_is(name), thought({**SIGNED, "text": "Hm. So."})
    whole = {"kind": "completed", "response": response}
    written = wire.encode_stream([*EVENTS[:3], whole], on_loss="ignore")
    *_, last = wire.decode_stream(written)
    body = wire.encode_response(response, on_loss="ignore")
    blocks = wire.decode_response(body)["message"]["content"]
    assert [block["text"] for block in blocks] == ["Hm. So.", "Yes."]
    assert last["response"]["message"]["content"] == blocks


@pytest.mark.parametrize("name", SHOWING)
def test_a_thought_without_words_is_not_shown(name: str) -> None:
    hidden = {"kind": "reasoning", "text": "", "metadata": SEAL}
    delta = {"kind": "reasoningDelta", "index": 0, "text": "", "metadata": SEAL}
    whole = {"kind": "completed", "response": thought(hidden)}
    wire = as_it_is(name)
    written = wire.encode_stream([EVENTS[0], delta, EVENTS[3], whole], on_loss="ignore")
    last = [*wire.decode_stream(written)][-1]
    whole_body = wire.encode_response(thought(hidden), on_loss="ignore")
    for reply_ in (last["response"], wire.decode_response(whole_body)):
        assert [block["text"] for block in reply_["message"]["content"]] == ["Yes."]


@pytest.mark.parametrize("name", SHOWING)
def test_it_does_not_go_into_a_request(name: str) -> None:
    wire = as_it_is(name)
    asked = {"role": "user", "content": "Is it?"}
    request = {"model": "m", "messages": [asked, thought(SIGNED)["message"], asked]}
    assert "/messages/1/content/0" in {loss.path for loss in wire.losses_request(request)}
    back = wire.decode_request(wire.encode_request(request, on_loss="ignore"))
    assert [block["kind"] for block in back["messages"][1]["content"]] == ["text"]


@pytest.mark.parametrize("name", UNSIGNED)
def test_what_stands_for_a_proof_is_what_the_wires_clients_expect(name: str) -> None:
    body = as_it_is(name).encode_response(thought(SIGNED, SIGNED), on_loss="ignore")
    fields = {"thinking": "Hm.", "signature": ""}
    first = crc32(body.get("id", "").encode()) * 1000
    summary = [{"type": "summary_text", "text": "Hm."}]
    expected = {
        "anthropic_messages": [{"type": "thinking", **fields}] * 2,
        "bedrock_converse": [{"reasoningContent": {"reasoningText": {"text": "Hm."}}}] * 2,
        "openai_responses": [
            {"type": "reasoning", "id": f"rs_toolwire_{first + at}", "summary": summary}
            for at in (0, 1)
        ],
    }
    content = body.get("content") or body.get("output")
    blocks = content["message"]["content"] if isinstance(content, dict) else content
    assert blocks[:2] == expected[name]
    assert as_it_is(name).encode_response(as_it_is(name).decode_response(body)) == body


CLAUDE = {"anthropic_messages": "claude-opus-5", "bedrock_converse": "us.anthropic.claude-opus-5"}


def returned(name: str, body: Json) -> Json:
    """A reply's content as an app puts it into the next request, on the same wire."""
    asked, again = {"role": "user", "content": "Is it?"}, {"role": "user", "content": "Sure?"}
    if name == "openai_responses":
        return {"model": "gpt-5.5", "input": [asked, *body["output"], again]}
    message = body["output"]["message"] if name == "bedrock_converse" else body
    texts = [[{"text": one["content"]}] for one in (asked, again)]
    turns: list[Json] = [asked, {"role": "assistant", "content": message["content"]}, again]
    if name == "bedrock_converse":
        turns = [{**turn, "content": texts[at // 2]} if at != 1 else turn
                 for at, turn in enumerate(turns)]  # fmt: skip
        return {"messages": turns}
    return {"model": CLAUDE[name], "max_tokens": 100, "messages": turns}


@pytest.mark.parametrize("name", UNSIGNED)
def test_one_that_was_shown_does_not_go_back_as_if_it_were_signed(name: str) -> None:
    wire, plain = format_module(name), as_it_is(name)
    shown = plain.encode_response(thought(SIGNED), on_loss="ignore")
    body = returned(name, shown)
    request = plain.decode_request(body)
    assert plain.encode_request(request) == body  # with rules off it stays what it was
    request["model"] = CLAUDE.get(name, "gpt-5.5")
    model = [request["model"]] if name == "bedrock_converse" else []
    breaches = part(name, "accepts").breaches
    assert len(breaches(body, *model)) == 1
    with pytest.raises(ToolwireError, match="/messages/1/content/0: rule: expected a thought"):
        wire.encode_request(request, rules="check")
    assert breaches(wire.encode_request(request, on_loss="ignore"), *model) == []
    losses = wire.losses_request(request)
    assert ("/messages/1/content/0", "dropped") in {(one.path, one.code) for one in losses}
    # The library's own loop: the reply as it was read goes into the next request.
    request["messages"][1] = plain.decode_response(shown)["message"]
    assert breaches(wire.encode_request(request, on_loss="ignore"), *model) == []


@pytest.mark.parametrize("name", UNSIGNED)
def test_one_that_the_provider_has_signed_goes_back(name: str) -> None:
    wire = format_module(name)
    proofs: Json = {
        "anthropic_messages": {"signature": "s"},
        "bedrock_converse": {"reasoningContent": {"reasoningText": {"signature": "s"}}},
        "openai_responses": {"id": "rs_1", "$": {"absent": ["encrypted_content"]}},
    }
    own = {"kind": "reasoning", "text": "Hm.", "metadata": {name: proofs[name]}}
    hidden = {"anthropic_messages": {"data": "eA=="},
              "bedrock_converse": {"reasoningContent": {"redactedContent": "eA=="}}}.get(name)
    sealed = [{"kind": "reasoning", "text": "", "redacted": True, "metadata": {name: hidden}}]
    content = [own, *(sealed if hidden else []), YES]
    turns = [{"role": "user", "content": "Is it?"}, {"role": "assistant", "content": content},
             {"role": "user", "content": "Sure?"}]  # fmt: skip
    request = {"model": CLAUDE.get(name, "gpt-5.5"), "messages": turns}
    assert {loss.path for loss in wire.losses_request(request)} <= {"/maxTokens", "/model"}
    assert "Hm." in str(wire.encode_request(request, rules="check", on_loss="ignore"))


@pytest.mark.parametrize("name", CLAUDE)
def test_services_with_models_of_their_own_get_back_what_these_have_not_signed(name: str) -> None:
    wire = format_module(name)
    body = returned(name, as_it_is(name).encode_response(thought(SIGNED), on_loss="ignore"))
    request = {**as_it_is(name).decode_request(body), "model": "mimo-v2-pro"}
    assert "Hm." in str(wire.encode_request(request, on_loss="ignore"))


OF_THE_DEPOT = "own: a sealed thought goes back to the depot that had it"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("depot", OF_THE_DEPOT, "own: { requests: a thought goes back }",
         "a `SealedBox` of another wire would be without `thought`"),
        ("depot", OF_THE_DEPOT, "own: { requests: so, replies: { thought: {} } }",
         "another type shows a `ReasoningBlock`, too"),
        ("relay", 'replies: { seal: "" }', "replies: { mark: x }",
         "`mark` is nothing that a `ThoughtItem` of the wire's own always has"),
        ("relay", 'replies: { seal: "" }', "replies:", "replies names nothing"),
        ("relay", 'replies: { seal: "" }', "replies: { seal: { numbered: s } }",
         "what stands in a reply is one value"),
        ("relay", 'replies: { seal: "" }', "replies: { seal: 5 }", "5 cannot stand in `seal`"),
    ],
)  # fmt: skip
def test_what_a_reply_shows_is_checked(
    name: str, old: str, new: str, message: str, tmp_path: Path
) -> None:
    _, findings = checked(name, [(old, new)], tmp_path)
    assert any(message in finding for finding in findings), findings


@pytest.mark.parametrize(("own", "lost"), [({}, 1), ({"signature": "s"}, 1), ({"notes": []}, 0)])
def test_a_thought_without_a_text_is_lost_unless_a_list_of_its_wire_has_it(
    own: Json, lost: int
) -> None:
    losses: list[Loss] = []
    block = {"kind": "reasoning", "text": "", "redacted": True, "metadata": {"chat": own}}
    unsaid_losses(block, "chat", {"lists": {"notes": ["text"]}}, "", losses)
    unsaid_losses({**block, "redacted": None}, "chat", {"lists": {"notes": ["text"]}}, "", losses)
    assert [loss.path for loss in losses] == ["/redacted", "/text"][: 2 * lost]

"""What kind of failure an error is, in words that all wires share, and in the words of each."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import toolwire
from samples import FORMATS, SCHEMAS, as_it_is, difference, invalid
from toolwire._runtime.reply_losses import reworded_losses

Json = Any
KINDS = SCHEMAS["intermediate"]["$defs"]["FailureKind"]["enum"]
MODULES = {name: as_it_is(name) for name in FORMATS}
each_wire = pytest.mark.parametrize("name", FORMATS)
#: what providers answered, each in the words of its own documents
SAID: list[tuple[str, str, Json]] = [
    ("openai_chat", "rate_limit", {"error": {
        "message": "Rate limit reached", "type": "tokens", "param": None,
        "code": "rate_limit_exceeded"}}),
    ("openai_chat", "authentication", {"error": {
        "message": "Incorrect API key provided: sk-1.", "type": "invalid_request_error",
        "param": None, "code": "invalid_api_key"}}),
    ("openai_chat", "not_found", {"error": {
        "message": "No such model.", "type": "invalid_request_error", "param": "model",
        "code": "model_not_found"}}),
    ("openai_chat", "context_length", {"error": {
        "message": "This model's maximum context length is 9 tokens.",
        "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}}),
    ("openai_chat", "rate_limit", {"error": {"message": "Slow down", "code": "429"}}),
    ("openai_chat", "rate_limit", {"error": {"message": "Slow down", "code": 429}}),
    ("openai_responses", "not_found", {"error": {"message": "No.", "type": None, "code": 404}}),
    ("openai_responses", "rate_limit", {"type": "error", "message": "Slow down", "code": 429}),
    ("mistral_chat", "rate_limit", {"object": "error", "message": "Slow down", "code": 1300}),
    ("openai_responses", "server", {"error": {
        "message": "Sorry.", "type": "server_error", "param": None, "code": None}}),
    ("anthropic_messages", "overloaded", {"type": "error", "error": {
        "type": "overloaded_error", "message": "Overloaded"}}),
    ("anthropic_messages", "context_length", {"type": "error", "error": {
        "type": "invalid_request_error", "message": "prompt is too long: 9 tokens > 8 maximum"}}),
    ("gemini", "rate_limit", {"error": {
        "code": 429, "message": "Quota.", "status": "RESOURCE_EXHAUSTED"}}),
    ("gemini", "context_length", {"error": {
        "code": 400, "message": "The input token count (9) exceeds the maximum.",
        "status": "INVALID_ARGUMENT"}}),
    ("bedrock_converse", "context_length", {
        "message": "Input is too long for requested model."}),
    ("mistral_chat", "authentication", {"detail": "Invalid API Key"}),
    ("cohere_chat", "context_length", {
        "message": "too many tokens: size limit exceeded", "error_type": "TOO_MANY_TOKENS"}),
    ("openai_chat", "rate_limit", {"error": {"message": "m", "type": "rate_limit_reached_error"}}),
    ("openai_chat", "rate_limit", {"error": {
        "message": "Your account is suspended.", "type": "exceeded_current_quota_error"}}),
    ("openai_chat", "rate_limit", {"error": {
        "message": "Insufficient Balance", "type": "unknown_error",
        "code": "invalid_request_error"}}),
    ("openai_chat", "overloaded", {"error": {"message": "m", "type": "engine_overloaded_error"}}),
    ("openai_chat", "authentication", {"error": {
        "message": "m", "type": "invalid_authentication_error"}}),
    ("openai_chat", "permission", {"error": {"message": "m", "type": "permission_denied_error"}}),
    ("openai_chat", "not_found", {"error": {"message": "m", "type": "resource_not_found_error"}}),
    ("openai_chat", "invalid_request", {"error": {"message": "m", "type": "content_filter"}}),
    ("openai_chat", "context_length", {"error": {
        "message": "Your request exceeded model token limit : 9",
        "type": "invalid_request_error"}}),
    ("openai_chat", "authentication", {
        "code": "Client specified an invalid argument", "error": "Incorrect API key provided: x"}),
    ("anthropic_messages", "rate_limit", {"error": {
        "code": 429, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED"}}),
    ("anthropic_messages", "rate_limit", {
        "message": "Too many tokens, please wait before trying again."}),
    ("anthropic_messages", "authentication", {
        "message": "The security token included in the request is invalid."}),
    ("anthropic_messages", "not_found", {"message": "The provided model identifier is invalid."}),
    ("anthropic_messages", "not_found", {"error": {"type": "not_found_error", "message": "No."}}),
    ("openai_chat", "rate_limit", {
        "message": "Too many requests.", "type": "too_many_requests_error", "param": "quota",
        "code": "request_quota_exceeded"}),
    ("openai_chat", "rate_limit", {
        "message": "m", "type": "too_many_tokens_error", "code": "token_quota_exceeded"}),
    ("openai_chat", "authentication", {
        "message": "Wrong key", "type": "invalid_request_error", "code": "wrong_api_key"}),
    ("openai_chat", "not_found", {
        "object": "error", "message": "No such model", "type": "NotFoundError", "code": 404}),
    ("openai_chat", "authentication", {"detail": "Unauthorized"}),
    ("ollama_chat", "not_found", {"error": "model 'x' not found"}),
    ("ollama_chat", "not_found", {"error": {
        "message": "model 'x' not found", "type": "not_found_error", "code": None}}),
    *((name, kind, body) for name in ("openai_chat", "openai_responses") for kind, body in (
        ("not_found", {"error": {"code": "DeploymentNotFound", "message": "m"}}),
        ("not_found", {"error": {"code": "DeploymentNotFound"}}),
        ("invalid_request", {"error": {"code": "content_filter", "message": "m", "type": None}}),
        ("authentication", {"statusCode": 401, "message": "m"}),
        ("not_found", {"status": 404, "error": "m", "path": "/v1"}),
        ("rate_limit", {"status": 429, "message": "m"}),
        ("authentication", {
            "type": "about:blank", "title": "Unauthorized", "status": 401, "detail": "m"}),
        ("rate_limit", {"error": {"error": {"message": "m", "type": "rate_limit_error"}}}),
        ("rate_limit", {"error": {"error": {"message": "m", "x": 1}, "code": 429}, "x": 1}),
        ("invalid_request", {
            "object": "error", "message": "m", "type": "BadRequestError", "code": 400}),
    )),
    ("anthropic_messages", "permission", {
        "Message": "User: u is not authorized to perform: bedrock:InvokeModel"}),
    ("bedrock_converse", "permission", {
        "Error": {"Message": "m", "Code": "AccessDeniedException"},
        "ResponseMetadata": {"HTTPStatusCode": 403}}),
    ("bedrock_converse", "rate_limit", {
        "Error": {"Message": "m", "Code": "ThrottlingException"}, "message": "m",
        "ResponseMetadata": {"HTTPStatusCode": 429}}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "body"), SAID)
def test_a_provider_says_what_kind_it_is(name: str, kind: str, body: Json) -> None:
    response = MODULES[name].decode_response(body)
    assert response["error"]["kind"] == kind
    assert invalid("intermediate", "response", response) is None
    assert difference(body, MODULES[name].encode_response(response)) is None


@pytest.mark.parametrize(("name", "kind", "body"), SAID)
def test_it_says_the_same_kind_on_other_wires(name: str, kind: str, body: Json) -> None:
    response = MODULES[name].decode_response(body)
    for target, module in MODULES.items():
        error = module.decode_response(module.encode_response(response))["error"]
        has_kind = "kind" in error or target == "bedrock_converse"  # there a header says it
        assert has_kind, (target, error)
        assert error.get("kind", kind) == kind, (target, error)


def failure(kind: str, **words: str) -> Json:
    message = {"role": "assistant", "content": []}
    error = {"message": "It did not work.", "kind": kind, **words}
    return {"message": message, "finishReason": "error", "error": error}


def test_each_wire_gets_its_own_words() -> None:
    response = failure("overloaded", type="overloaded_error")
    bodies = {name: module.encode_response(response) for name, module in MODULES.items()}
    assert bodies["openai_chat"]["error"]["type"] == "overloaded_error"  # it knows that, too
    assert bodies["gemini"]["error"]["status"] == "UNAVAILABLE"
    assert bodies["gemini"]["error"]["code"] == 503
    assert bodies["anthropic_messages"]["error"]["type"] == "overloaded_error"
    long = MODULES["anthropic_messages"].encode_response(failure("context_length"))
    assert long["error"] == {"type": "invalid_request_error",
                             "message": "prompt is too long: It did not work."}  # fmt: skip
    long = MODULES["openai_chat"].encode_response(failure("context_length"))
    assert long["error"]["code"] == "context_length_exceeded"


def words_of(body: Json) -> Json:
    """What an error body says beside its message: the words that clients act on."""
    error = body.get("error", body)
    if type(error) is not dict:
        return {}
    return {key: value for key, value in error.items() if key not in ("message", "metadata")}


@pytest.mark.parametrize("kind", KINDS)
@each_wire
def test_the_words_of_another_wire_are_replaced_by_its_own(name: str, kind: str) -> None:
    usual = words_of(MODULES[name].encode_response(failure(kind)))
    rows = MODULES[name].ERROR_KINDS[kind]
    own_words = {*usual.values(), *rows["types"], *rows["codes"]}
    for other, module in MODULES.items():
        came = module.decode_response(module.encode_response(failure(kind)))
        came["error"].setdefault("kind", kind)  # on some wires the status alone says it
        words = words_of(MODULES[name].encode_response(came))
        assert words.keys() == usual.keys(), other
        assert own_words.issuperset(words.values()), other


def test_what_clients_of_openai_act_on_is_in_the_errors_of_others() -> None:
    words = {"type": "invalid_request_error", "message": "prompt is too long: 9 tokens > 8"}
    came = MODULES["anthropic_messages"].decode_response({"type": "error", "error": words})
    for name in ("openai_chat", "openai_responses"):
        body = MODULES[name].encode_response(came)
        assert body["error"]["code"] == "context_length_exceeded", name


def test_a_message_stays_where_type_or_code_say_the_kind() -> None:
    body = MODULES["openai_chat"].encode_response(failure("overloaded", type="overloaded_error"))
    assert body["error"]["message"] == "It did not work."


def test_words_that_all_get_here_are_noted_nowhere() -> None:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    response = MODULES["anthropic_messages"].decode_response({"type": "error", "error": error})
    assert "metadata" not in response["error"]


def test_what_else_the_form_notes_of_an_error_stays_with_it() -> None:
    error = {"message": "The input token count (9) exceeds the maximum.", "status": "REFUSED"}
    response = MODULES["gemini"].decode_response({"error": error})
    assert response["error"]["kind"] == "context_length"
    assert MODULES["gemini"].encode_response(response) == {"error": error}


def test_a_code_that_is_a_number_goes_out_as_text_but_where_it_came_so() -> None:
    module = MODULES["openai_chat"]
    response = module.decode_response({"error": {"message": "No.", "code": 418}})
    assert response["error"]["code"] == "418"
    response["error"]["code"] = "419"
    assert module.encode_response(response) == {"error": {"message": "No.", "code": "419"}}


def test_words_that_a_wire_has_otherwise_stay_there_as_long_as_they_say_that() -> None:
    module, body = MODULES["openai_chat"], {"error": {"message": "No.", "type": "UNAVAILABLE"}}
    response = module.decode_response({**body, "error": {**body["error"], "code": "503"}})
    assert response["error"]["kind"] == "overloaded"
    assert module.encode_response(response)["error"]["type"] == "UNAVAILABLE"
    response["error"]["kind"] = "rate_limit"
    changed = module.encode_response(response)["error"]
    assert changed["type"] == "rate_limit_error"
    assert changed["code"] == "rate_limit_exceeded"


def test_words_that_are_replaced_are_reported_and_no_error() -> None:
    response = failure("overloaded", type="UNAVAILABLE", code="503")
    losses = MODULES["anthropic_messages"].losses_response(response)
    codes = {(loss.path, loss.code) for loss in losses}
    assert ("/error/type", "renamed") in codes
    untyped = MODULES["anthropic_messages"].losses_response(failure("rate_limit"))
    assert ("/error/type", "added") in [(loss.path, loss.code) for loss in untyped]


def test_a_kind_that_no_word_says_is_reported() -> None:
    row: Json = {"says": {}, "types": [], "codes": [], "messages": []}
    kinds = {"server": {"status": 500, **row}}
    losses: list[Any] = []
    reworded_losses(failure("server"), kinds, ["type"], "mine", "", losses)
    assert [(loss.path, loss.code) for loss in losses] == [("/error/kind", "field")]


@each_wire
def test_words_that_are_written_for_a_kind_are_not_made_up(name: str) -> None:
    for kind in KINDS:
        losses = MODULES[name].losses_response(failure(kind))
        assert {loss.code for loss in losses} <= {"added", "renamed"}, (kind, losses)


@each_wire
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_status_on_each_wire(name: str, kind: str) -> None:
    rows = importlib.import_module(f"toolwire.{name}").ERROR_KINDS
    assert toolwire.status(failure(kind), name) == rows[kind]["status"]
    assert 400 <= toolwire.status(failure(kind)) < 600


def test_the_status_is_the_errors_own_if_it_has_one() -> None:
    assert toolwire.status({"message": {"role": "assistant", "content": []},
                            "finishReason": "stop"}) == 200  # fmt: skip
    assert toolwire.status(failure("overloaded")) == 503
    assert toolwire.status(failure("overloaded"), "anthropic_messages") == 529
    assert toolwire.status(failure("rate_limit", code="418")) == 418
    assert toolwire.status({"error": {"message": "Nobody knows."}}) == 500
    assert toolwire.status(failure("overloaded", code="200")) == 503


def test_a_status_is_that_of_a_format_there_is() -> None:
    assert toolwire.status(failure("overloaded"), "mcp") == 503
    with pytest.raises(ValueError, match="no wire format 'openai' here; there are "):
        toolwire.status(failure("overloaded"), "openai")


def test_a_failure_in_a_stream_says_its_kind() -> None:
    events = [{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}]
    (_, error_event) = MODULES["anthropic_messages"].decode_stream(events)
    assert error_event["error"]["kind"] == "overloaded"
    (sent,) = MODULES["gemini"].encode_stream([error_event])
    assert sent["error"]["status"] == "UNAVAILABLE"
    event = {"throttlingException": {"message": "Slow down."}}
    error_event = [*MODULES["bedrock_converse"].decode_stream([event])][-1]
    assert (error_event["error"]["type"], error_event["error"]["kind"]) == (
        "throttlingException",
        "rate_limit",
    )


def test_an_error_goes_out_under_a_key_whatever_else_its_wire_reads() -> None:
    for words in ({}, {"type": "server_error"}):
        body = MODULES["openai_chat"].encode_response(failure("server", **words))
        assert body["error"]["message"] == "It did not work."
    alone = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    body = MODULES["openai_chat"].encode_response(alone | {"error": {"message": "It broke."}})
    assert body == {"error": {"message": "It broke."}}
    broke = alone | {"error": {"message": "It broke."}}
    body = MODULES["anthropic_messages"].encode_response(broke)
    assert body == {"type": "error", "error": {"type": "api_error", "message": "It broke."}}


def test_a_reply_with_a_message_beside_its_choices_is_no_error() -> None:
    message = {"role": "assistant", "content": "Yes."}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"object": "chat.completion", "created": 0, "choices": [choice]}
    for key in ("message", "detail"):
        reply = MODULES["openai_chat"].decode_response({**body, key: "Served."})
        assert toolwire.text(reply) == "Yes."
        assert MODULES["openai_chat"].encode_response(reply) == {**body, key: "Served."}


def test_a_stream_ends_with_an_error_that_has_no_key_around_it() -> None:
    choice = {"index": 0, "delta": {"content": "Ye"}, "finish_reason": None}
    chunk = {"object": "chat.completion.chunk", "created": 0, "choices": [choice]}
    last = {"object": "error", "message": "It broke.", "type": "InternalServerError", "code": 500}
    *_, event = MODULES["openai_chat"].decode_stream([chunk, last])
    assert (event["kind"], event["error"]["kind"]) == ("error", "server")
    assert event["error"]["message"] == "It broke."


def failed_choice(**choice: Json) -> Json:
    message = {"role": "assistant", "content": "At"}
    error = {"code": 502, "message": "The provider broke off."}
    choice = {"index": 0, "message": message, "finish_reason": "error", "error": error} | choice
    head = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
    return head | {"choices": [choice]}


def test_a_choice_may_say_why_it_failed() -> None:
    wire = MODULES["openai_chat"]
    reply = wire.decode_response(body := failed_choice())
    assert (reply["finishReason"], toolwire.text(reply)) == ("error", "At")
    assert reply["error"]["message"] == "The provider broke off."
    assert difference(body, wire.encode_response(reply)) is None
    there = MODULES["anthropic_messages"].encode_response(reply)
    assert there["error"]["message"] == "The provider broke off."
    delta = {"index": 0, "delta": {"content": "At"}, "finish_reason": "error"}
    chunk = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m",
             "choices": [delta | {"error": body["choices"][0]["error"]}]}  # fmt: skip
    *_, last = wire.decode_stream([chunk])
    assert last["response"]["error"] == reply["error"]


def test_a_failed_reply_keeps_its_id_and_what_it_took_beside_the_error() -> None:
    usage = {"inputTokens": 9, "outputTokens": 0}
    there = MODULES["openai_chat"].encode_response(
        failure("server") | {"id": "r", "model": "m", "usage": usage}
    )
    assert (there["error"]["message"], there["id"], there["model"]) == (
        "It did not work.", "r", "m")  # fmt: skip
    assert there["usage"] == {"prompt_tokens": 9, "completion_tokens": 0, "total_tokens": 9}
    again = MODULES["openai_chat"].decode_response(there)
    assert (again["id"], again["model"], again["usage"]) == ("r", "m", usage)


def test_what_a_failure_took_is_told_ahead_of_it() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    choice = {"index": 0, "delta": {"content": "A"}, "finish_reason": None}
    chunk = {"object": "chat.completion.chunk", "created": 0, "choices": [choice]}
    failed = {"error": {"message": "It broke."}, "usage": usage}
    decoded = [*MODULES["openai_chat"].decode_stream([chunk, failed])]
    assert [event["kind"] for event in decoded[-2:]] == ["usage", "error"]
    assert decoded[-2]["usage"] == {"inputTokens": 9, "outputTokens": 1}
    once = [*MODULES["openai_chat"].decode_stream([chunk | {"usage": usage}, failed])]
    assert [event["kind"] for event in once].count("usage") == 1


@pytest.mark.parametrize("body", [body for name, _, body in SAID if name == "openai_chat"])
def test_a_body_of_an_error_says_the_same_as_an_event(body: Json) -> None:
    chat = MODULES["openai_chat"]
    (*_, error_event) = chat.decode_stream([body])
    assert error_event["error"] == chat.decode_response(body)["error"]


@pytest.mark.parametrize("name", ["openai_chat", "mistral_chat"])
def test_what_stands_beside_the_pieces_of_a_message_goes_with_that_message(name: str) -> None:
    body: Json = {"detail": [{"type": "missing", "loc": ["body"], "msg": "Field required"}]}
    decoded = MODULES[name].decode_response(body)
    assert decoded["error"]["message"] == "Field required"
    assert MODULES[name].losses_response(decoded) == []
    decoded["error"]["message"] = "Another one"
    assert [loss.code for loss in MODULES[name].losses_response(decoded)] == ["dropped"]


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"detail": "No."}, "No."),
        ({"message": "No."}, "No."),
        ({"error": {}}, ""),
        ({"success": False, "error": {"name": "ZodError", "issues": []}}, ""),
        ({"error": {"message": None}}, ""),
        ({"error": {"error": "No."}}, ""),
        ({"error": {"message": "No.", "error": {"a": 1}}}, "No."),
        ({"status": "error", "message": "No."}, "No."),
    ],
)
def test_an_error_says_what_its_body_says_and_comes_back(
    name: str, body: Json, message: str
) -> None:
    decoded = MODULES[name].decode_response(body)
    assert decoded["error"]["message"] == message
    assert "code" not in decoded["error"]
    assert MODULES[name].encode_response(decoded, on_loss="error") == body
    decoded["error"]["message"] = "Another"
    assert "Another" in str(MODULES[name].encode_response(decoded))


@each_wire
def test_errors_of_other_wires_go_out_in_the_first_form(name: str) -> None:
    usual = MODULES[name].encode_response(failure("server"))
    for other, _, body in SAID:
        if other != name:
            decoded = MODULES[other].decode_response(body)
            written = MODULES[name].encode_response(decoded, on_loss="ignore")
            assert written.keys() <= {*usual, "type", "code", "error_type"}, body
            assert type(written.get("error")) is type(usual.get("error")), body


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "gemini"])
def test_an_empty_body_is_no_error(name: str) -> None:
    with pytest.raises(toolwire.ToolwireError):
        MODULES[name].decode_response({})

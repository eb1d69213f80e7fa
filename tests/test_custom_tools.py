"""Tools that take free text: their calls and results on wires that have types for them."""

from __future__ import annotations

from typing import Any

from samples import as_it_is

Json = Any
anthropic_messages, openai_chat = as_it_is("anthropic_messages"), as_it_is("openai_chat")
openai_responses = as_it_is("openai_responses")
GRAMMAR = {"type": "grammar", "syntax": "regex", "definition": "[a-z]+"}


def request(*results: str) -> Json:
    """A call of each kind, and results of the calls with these ids."""
    calls = [
        {"id": "free", "name": "shell", "arguments": {}, "input": "ls"},
        {"id": "form", "name": "add", "arguments": {"a": 1}},
    ]
    names = {call["id"]: call["name"] for call in calls}
    answers = [{"toolCallId": one, "name": names.get(one, "add"), "kind": "text", "value": "ok"}
               for one in results]  # fmt: skip
    return {
        "model": "m",
        "messages": [
            {"role": "assistant",
             "content": [{"kind": "toolCall", "toolCall": call} for call in calls]},
            *({"role": "tool", "toolResult": answer} for answer in answers),
        ],
        "tools": [{"name": "shell", "inputFormat": GRAMMAR}, {"name": "add"}],
    }  # fmt: skip


def outputs(body: Json) -> list[str]:
    return [item["type"] for item in body["input"] if item["type"].endswith("_output")]


def test_results_go_out_in_the_type_of_their_calls() -> None:
    value = request("free", "form")
    body = openai_responses.encode_request(value)
    assert outputs(body) == ["custom_tool_call_output", "function_call_output"]
    assert openai_responses.decode_request(body) == value
    assert openai_responses.losses_request(value) == []


def test_a_result_without_its_call_stays_in_the_type_that_it_came_in() -> None:
    body = openai_responses.encode_request(request())
    lone = {"type": "custom_tool_call_output", "call_id": "earlier", "output": "ok"}
    body["input"].append(lone)
    assert openai_responses.encode_request(openai_responses.decode_request(body)) == body


def test_a_result_in_the_type_of_other_calls_comes_back_so() -> None:
    body = openai_responses.encode_request(request("free", "form"))
    for item in body["input"]:
        other = {"custom_tool_call_output": "function_call_output",
                 "function_call_output": "custom_tool_call_output"}  # fmt: skip
        item["type"] = other.get(item["type"], item["type"])
    assert openai_responses.encode_request(openai_responses.decode_request(body)) == body


def test_a_call_whose_id_another_kind_of_call_has_keeps_its_results() -> None:
    body = openai_responses.encode_request(request("free", "form"))
    for item in body["input"]:
        item["call_id"] = "same"
    assert openai_responses.encode_request(openai_responses.decode_request(body)) == body


def test_chat_and_responses_say_the_same_of_a_tool_of_free_text() -> None:
    chat = openai_chat.encode_request(request("free", "form"))
    assert chat["tools"][0] == {
        "type": "custom",
        "custom": {
            "name": "shell",
            "format": {"type": "grammar", "grammar": {"syntax": "regex", "definition": "[a-z]+"}},
        },
    }
    responses = openai_responses.encode_request(openai_chat.decode_request(chat))
    assert responses["tools"][0] == {"type": "custom", "name": "shell", "format": GRAMMAR}
    assert outputs(responses) == ["custom_tool_call_output", "function_call_output"]
    assert openai_chat.encode_request(openai_responses.decode_request(responses)) == chat


def test_arguments_beside_free_text_are_reported() -> None:
    value = request("free", "form")
    value["messages"][0]["content"][0]["toolCall"]["arguments"] = {"left": 1}
    paths = [loss.path for loss in openai_responses.losses_request(value)]
    assert paths == ["/messages/0/content/0/toolCall/arguments"]


def test_a_wire_without_free_text_reports_what_it_loses() -> None:
    losses = {loss.path for loss in anthropic_messages.losses_request(request("free", "form"))}
    assert {"/messages/0/content/0/toolCall/input", "/tools/0/inputFormat"} <= losses


def test_a_stream_gives_a_call_with_free_text_whole() -> None:
    reply = openai_responses.encode_response({
        "id": "r", "model": "m", "finishReason": "tool_calls",
        "message": {**request()["messages"][0]},
    })  # fmt: skip
    told = [*openai_responses.decode_stream([
        {"type": "response.created", "response": {**reply, "output": [], "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0,
         "item": {**reply["output"][0], "input": ""}},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "l"},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "s"},
        {"type": "response.output_item.done", "output_index": 0, "item": reply["output"][0]},
        {"type": "response.completed", "response": reply},
    ])]  # fmt: skip
    block = {"kind": "toolCall", "toolCall": request()["messages"][0]["content"][0]["toolCall"]}
    assert {"kind": "block", "block": block} in told
    for wire in (openai_chat, openai_responses):
        again = [*wire.decode_stream(wire.encode_stream(told))]
        assert again[-1]["response"]["message"]["content"][0] == block


def test_a_stream_begins_before_the_first_call_that_comes_whole() -> None:
    """Also where nothing says whose reply it is."""
    delta = {"tool_calls": [{"index": 0, "type": "custom", "custom": {"name": "f", "input": ""}}]}
    events = [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]},
        {"object": "chat.completion.chunk",
         "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    ]  # fmt: skip
    told = [*openai_chat.decode_stream(events, tool_calls="whole")]
    assert [event["kind"] for event in told] == ["started", "block", "completed"]

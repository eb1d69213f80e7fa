"""Tools that take free text: their calls and results on wires that have types for them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samples import ROOT, as_it_is
from toolwire import StreamFold, ToolwireError, ToolwireLossWarning
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

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


CHOICES = [
    ({"name": "shell"}, [("custom", "shell")]),
    ({"name": "add"}, [("function", "add")]),
    ({"allowed": ["add", "shell"], "mode": "auto"}, [("function", "add"), ("custom", "shell")]),
]


def named(choice: Json) -> list[tuple[str, str]]:
    """The tools that a choice of Chat Completions or of Responses names, and as what."""
    several = choice.get("allowed_tools", choice).get("tools", [choice])
    return [(one["type"], one.get(one["type"], one)["name"]) for one in several]


@pytest.mark.parametrize(("choice", "wanted"), CHOICES)
def test_a_choice_names_a_tool_of_free_text_as_what_it_is(choice: Json, wanted: Json) -> None:
    """An app says its name alone: the tools say the rest."""
    value = {**request("free", "form"), "toolChoice": choice}
    bodies = []
    for wire in (openai_chat, openai_responses):
        body = wire.encode_request(value)
        bodies.append(body["tool_choice"])
        assert named(body["tool_choice"]) == wanted
        assert wire.decode_request(body) == value
        again = {**wire.decode_request(body), "tools": [{"name": "shell"}, {"name": "add"}]}
        changed = wire.encode_request(again)["tool_choice"]
        assert {kind for kind, _ in named(changed)} == {"function"}
    read = openai_chat.decode_request(openai_chat.encode_request(value))
    assert openai_responses.encode_request(read)["tool_choice"] == bodies[1]


@pytest.mark.parametrize("wire", [openai_chat, openai_responses])
def test_a_choice_that_the_tools_gainsay_comes_back_as_it_was(wire: Any) -> None:
    """Also one that says more, or names what only its own wire knows."""
    for choice, _ in CHOICES:
        body = wire.encode_request({**request("free", "form"), "toolChoice": choice})
        for some in (slice(0), slice(1, None), slice(1)):
            odd = {**body, "tools": body["tools"][some]}
            assert wire.encode_request(wire.decode_request(odd)) == odd
        more = {**body, "tool_choice": {**body["tool_choice"], "x": 1}}
        assert wire.encode_request(wire.decode_request(more)) == more
        plain = "function" in {kind for kind, _ in named(body["tool_choice"])}
        assert plain or wire.decode_request(more)["toolChoice"]["kind"] == "opaque"
    for tag in ({"type": "custom"}, {"type": "function"}):
        unknown = {"type": "new", "x": [{**tag, "name": "shell"}, {**tag, tag["type"]: "add"}]}
        odd = {**body, "tool_choice": unknown}
        value = wire.decode_request(odd)
        assert value["toolChoice"]["value"] == unknown
        assert wire.encode_request(value) == odd
        assert wire.encode_request({**value, "metadata": {}}) == odd


@pytest.mark.parametrize("wire", [openai_chat, openai_responses])
def test_a_choice_that_changes_says_what_it_said_of_tools_that_nobody_knows(wire: Any) -> None:
    choice = {"allowed": ["add", "shell"], "mode": "auto"}
    body = wire.encode_request({**request("free", "form"), "toolChoice": choice})
    for tools, kind in (([], "custom"), ([{"name": "shell"}], "function")):
        value = {**wire.decode_request({**body, "tools": []}), "tools": tools}
        value["toolChoice"] = {"allowed": ["new", "shell"], "mode": "auto"}
        changed = wire.encode_request(value)["tool_choice"]
        assert named(changed) == [("function", "new"), (kind, "shell")]


def test_a_choice_of_a_tool_of_free_text_goes_to_wires_without_it() -> None:
    value = {**request("free", "form"), "toolChoice": {"name": "shell"}, "maxTokens": 9}
    body = anthropic_messages.encode_request(value, on_loss="ignore")
    assert body["tool_choice"] == {"type": "tool", "name": "shell"}
    paths = [loss.path for loss in anthropic_messages.losses_request(value)]
    assert not any(path.startswith("/toolChoice") for path in paths)


def test_arguments_beside_free_text_are_reported() -> None:
    value = request("free", "form")
    value["messages"][0]["content"][0]["toolCall"]["arguments"] = {"left": 1}
    paths = [loss.path for loss in openai_responses.losses_request(value)]
    assert paths == ["/messages/0/content/0/toolCall/arguments"]


def test_a_wire_without_free_text_reports_what_it_loses() -> None:
    losses = {loss.path for loss in anthropic_messages.losses_request(request("free", "form"))}
    assert {"/messages/0/content/0/toolCall/input", "/tools/0/inputFormat"} <= losses


def begun(wire: Any) -> list[Json]:
    """A stream of a wire that knows free text: a call of each kind."""
    calls = request()["messages"][0]
    made = {"id": "r", "model": "m", "finishReason": "tool_calls", "message": calls}
    return [*wire.encode_stream([{"kind": "completed", "response": made}])]


def test_a_stream_shows_free_text_as_it_comes() -> None:
    reply = openai_responses.encode_response({
        "id": "r", "model": "m", "finishReason": "tool_calls",
        "message": {**request()["messages"][0]},
    })  # fmt: skip
    decoded = [*openai_responses.decode_stream([
        {"type": "response.created", "response": {**reply, "output": [], "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0,
         "item": {**reply["output"][0], "input": ""}},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "l"},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "s"},
        {"type": "response.output_item.done", "output_index": 0, "item": reply["output"][0]},
        {"type": "response.completed", "response": reply},
    ])]  # fmt: skip
    call = {"kind": "toolCallDelta", "index": 0}
    assert decoded[1:5] == [
        {**call, "id": "free", "name": "shell", "inputDelta": ""},
        {**call, "inputDelta": "l"},
        {**call, "inputDelta": "s"},
        {"kind": "blockEnd", "block": "toolCall", "index": 0},
    ]
    block = {"kind": "toolCall", "toolCall": request()["messages"][0]["content"][0]["toolCall"]}
    pieces = {openai_chat: ["", "l", "s"], openai_responses: ["l", "s"]}
    for wire, wanted in pieces.items():
        written = [*wire.encode_stream(decoded)]
        assert [*texts(written)] == wanted
        again = [*wire.decode_stream(written)]
        assert again[-1]["response"]["message"]["content"][0] == block


def texts(events: Json) -> Iterator[str]:
    """The pieces of free text in events of Chat Completions or of Responses."""
    for event in events:
        if event.get("type") == "response.custom_tool_call_input.delta":
            yield event["delta"]
        for choice in event.get("choices", ()):
            for call in choice["delta"].get("tool_calls", ()):
                if "input" in call.get("custom", {}):
                    yield call["custom"]["input"]


@pytest.mark.parametrize("wire", [openai_chat, openai_responses])
def test_free_text_that_was_cut_is_never_a_call_to_run(wire: Any) -> None:
    decoded = [*wire.decode_stream(begun(wire))]
    at = next(n for n, event in enumerate(decoded) if event.get("inputDelta"))
    fold = StreamFold()
    for event in decoded[: at + 1]:
        fold.add(event)
    (block,) = fold.blocks
    assert block["toolCall"] == {
        "id": "free", "name": "shell", "arguments": {}, "input": "ls", "invalidArguments": "ls",
    }  # fmt: skip
    fold.add({"kind": "blockEnd", "block": "toolCall", "index": 0})
    assert fold.blocks[0]["toolCall"] == request()["messages"][0]["content"][0]["toolCall"]


def test_the_first_piece_of_a_text_says_that_it_is_free() -> None:
    """Also where it is not the first event of its call; once begun, a call stays what it is."""
    call = {"kind": "toolCallDelta", "index": 0}
    free = [{**call, "id": "c", "name": "f"}, {**call, "inputDelta": "{}"}]
    formed = [{**call, "id": "c", "name": "f", "argumentsDelta": "{}"}, {**call, "inputDelta": "x"}]
    end = {"kind": "blockEnd", "block": "toolCall", "index": 0}
    found = []
    for events in (free, formed):
        fold = StreamFold()
        for event in [*events, end]:
            fold.add(event)
        found.append(fold.blocks[0]["toolCall"])
    assert found == [
        {"id": "c", "name": "f", "arguments": {}, "input": "{}"},
        {"id": "c", "name": "f", "arguments": {}},
    ]
    with pytest.raises(ToolwireError) as raised:
        StreamFold().add({**call, "inputDelta": {}})
    assert raised.value.pointer == "/inputDelta"


def test_free_text_that_looks_like_arguments_is_none() -> None:
    """It may go on after another call has begun; what the reply has more of it comes at the end."""
    call, other = {"kind": "toolCallDelta", "index": 0}, {"kind": "toolCallDelta", "index": 1}
    made = [{"id": "a", "name": "f", "arguments": {}, "input": '{"a": 1} or more'},
            {"id": "b", "name": "g", "arguments": {"b": 2}}]  # fmt: skip
    content = [{"kind": "toolCall", "toolCall": one} for one in made]
    response = {"id": "r", "model": "m", "finishReason": "tool_calls",
                "message": {"role": "assistant", "content": content}}  # fmt: skip
    events = [
        {"kind": "started", "id": "r", "model": "m"},
        {**call, "id": "a", "name": "f", "inputDelta": '{"a": 1}'},
        {**other, "id": "b", "name": "g", "argumentsDelta": '{"b":2}'},
        {**call, "inputDelta": " or"},
        {"kind": "completed", "response": response},
    ]
    for wire in (openai_chat, openai_responses):
        written = [*wire.encode_stream(events)]
        assert "".join(texts(written)) == '{"a": 1} or more'
        assert [*wire.decode_stream(written)][-1]["response"]["message"]["content"] == content
        done = [e["item"] for e in written if e.get("type") == "response.output_item.done"]
        assert done in ([], openai_responses.encode_response(response)["output"])
    made[0]["input"] = '{"a": 1}'
    del events[3]
    written = [*anthropic_messages.encode_stream(events, on_loss="ignore")]
    begun = [e["content_block"] for e in written if e["type"] == "content_block_start"]
    assert [block["input"] for block in begun] == [{}, {}]
    assert not any('"a"' in str(event.get("delta")) for event in written)


@pytest.mark.parametrize("wire", ["anthropic_messages", "gemini", "cohere_chat"])
def test_a_wire_without_free_text_gives_such_a_call_once_it_is_whole(wire: str) -> None:
    """As it does in a reply that is sent whole."""
    module = as_it_is(wire)
    decoded = [*openai_chat.decode_stream(begun(openai_chat))]
    at = next(n for n, event in enumerate(decoded) if event.get("inputDelta"))
    counts = [len([*module.encode_stream(decoded[:end], on_loss="ignore")]) for end in (at, at + 1)]
    assert counts[0] == counts[1]
    with pytest.warns(ToolwireLossWarning, match="free text|takes arguments|input"):
        written = [*module.encode_stream(decoded)]
    whole = module.decode_response(
        module.encode_response(decoded[-1]["response"], on_loss="ignore")
    )
    again = [*module.decode_stream(written)][-1]["response"]
    assert again["message"] == whole["message"]


def test_a_stream_begins_before_the_first_call_that_comes_whole() -> None:
    """Also where nothing says whose reply it is."""
    delta = {"tool_calls": [{"index": 0, "type": "custom", "custom": {"name": "f", "input": ""}}]}
    events = [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]},
        {"object": "chat.completion.chunk",
         "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    ]  # fmt: skip
    decoded = [*openai_chat.decode_stream(events, tool_calls="whole")]
    assert [event["kind"] for event in decoded] == ["started", "block", "completed"]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([{"type": "custom", "custom": {"name": "f", "input": "ab"}}], "inputDelta"),
        ([{"type": "custom"}, {"custom": {"name": "f", "input": "ab"}}], "inputDelta"),
        ([{"custom": {"name": "f", "input": "ab"}}, {"type": "custom"}], "inputDelta"),
        ([{"function": {"name": "f", "arguments": "{}"}}], "argumentsDelta"),
        ([{"type": "function"}, {"function": {"name": "f", "arguments": "{}"}}], "argumentsDelta"),
    ],
)
def test_a_call_whose_id_comes_before_it_says_which_kind_it_is_is_shown_once(
    pieces: list[Json], text: str
) -> None:
    items = [{"index": 0, **piece} for piece in ({"id": "c"}, *pieces)]
    events = [
        {"object": "chat.completion.chunk",
         "choices": [{"index": 0, "delta": {"tool_calls": [item]}}]} for item in items
    ]  # fmt: skip
    ahead = openai_chat.decode_stream([
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "So"}}]},
        *events,
        {"object": "chat.completion.chunk",
         "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ])  # fmt: skip
    shown = [event for event in ahead if event["kind"] not in ("started", "textDelta", "blockEnd")]
    *deltas, completed = shown
    assert {event["kind"] for event in deltas} == {"toolCallDelta"}
    assert {event["index"] for event in deltas} == {deltas[0]["index"]}
    assert [event["id"] for event in deltas if "id" in event] == ["c"]
    call = completed["response"]["message"]["content"][1]["toolCall"]
    joined = "".join(event.get(text, "") for event in deltas)
    assert joined == (call["input"] if text == "inputDelta" else "{}")


def test_a_stream_whose_free_text_comes_in_pieces_has_a_row_for_it(tmp_path: Path) -> None:
    row = """      choices[index].message.tool_calls[index].custom.input:
        choices.delta.tool_calls.custom.input | append
"""
    shutil.copytree(ROOT / "schemas" / "openai_chat", tmp_path / "schemas" / "openai_chat")
    shutil.copy(ROOT / "schemas" / "intermediate.schema.json", tmp_path / "schemas")
    path = tmp_path / "schemas" / "openai_chat" / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(row, ""), encoding="utf-8")
    (finding,) = check_project(resolve(load_project(tmp_path)))
    assert finding.code == "event-without-row"
    assert "`choices.message.tool_calls.custom.input`, which comes in pieces" in str(finding)


def test_results_of_free_calls_have_every_arm_of_their_own(tmp_path: Path) -> None:
    """Results of other calls have them too, and are none of theirs."""
    folder = tmp_path / "schemas" / "openai_responses"
    shutil.copytree(ROOT / "schemas" / "openai_responses", folder)
    shutil.copy(ROOT / "schemas" / "intermediate.schema.json", tmp_path / "schemas")
    path = folder / "transform.yaml"
    head, free, rest = path.read_text(encoding="utf-8").partition(
        "  ToolResult <-> CustomToolOutputItem:"
    )
    arm = "      text: { value: output | text }\n"
    assert arm in rest
    path.write_text(head + free + rest.replace(arm, "", 1), encoding="utf-8")
    findings = [str(one) for one in check_project(resolve(load_project(tmp_path)))]
    assert any("no arm for `TextResult` of `ToolResult`" in one for one in findings), findings

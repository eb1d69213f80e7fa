"""Where several rules change the same thing, what is told is what became of it in the end."""

from __future__ import annotations

from typing import Any

import pytest

from test_accepts import asking, user
from toolwire import Loss, bedrock_converse, mistral_chat, openai_chat
from toolwire._runtime.lasting import lasting

Json = Any
PARAMETERS = {"type": "object", "properties": {}}
TOOLS = [{"name": "f", "parameters": PARAMETERS}]


def about(field: str, request: Json, profile: Any) -> list[tuple[str, str]]:
    losses = openai_chat.losses_request(request, profile=profile)
    return [(loss.code, loss.reason) for loss in losses if loss.path == f"/{field}"]


def test_a_user_of_whom_a_service_is_not_told_is_left_out_and_nothing_else() -> None:
    request = asking(user(), user="u" * 100)
    (loss,) = about("user", request, "together")
    assert loss[0] == "dropped"


def test_an_effort_that_nobody_gave_is_not_lost() -> None:
    """Some models of OpenAI demand `none` beside tools; a service may have no such word."""
    request = {**asking(user(), tools=TOOLS), "model": "gpt-5.5"}
    assert about("reasoningEffort", request, "deepseek") == []
    openai_chat.encode_request(request, profile="deepseek", on_loss="error")
    assert about("reasoningEffort", request, "together") == [
        ("added", "'low' is said, as the API asks")
    ]


def test_an_effort_goes_as_what_goes_out() -> None:
    request = {**asking(user()), "model": "gpt-5.2", "reasoningEffort": "max"}
    body = openai_chat.encode_request(request, profile="together", on_loss="ignore")
    assert body["reasoning_effort"] == "high"
    assert about("reasoningEffort", request, "together") == [("repaired", "'max' goes as 'high'")]


def test_an_effort_that_is_left_out_has_not_become_another() -> None:
    request = {**asking(user()), "model": "gpt-5.2", "reasoningEffort": "minimal"}
    (loss,) = about("reasoningEffort", request, "groq")
    assert loss[0] == "dropped"


def test_media_that_are_left_out_have_no_type_by_their_address() -> None:
    picture = {"kind": "image", "url": "https://x.example/a.jpg"}
    request = asking(user([picture, {"kind": "text", "text": "What is it?"}]))
    losses = bedrock_converse.losses_request(request)
    assert [loss.path for loss in losses if "content" in loss.path] == ["/messages/0/content/0"]


def test_an_id_that_was_missing_goes_as_the_one_that_is_spelled_last() -> None:
    function = {"name": "f", "arguments": "{}"}
    body = {"model": "m", "messages": [
        {"role": "user", "content": "a"},
        {"role": "assistant", "tool_calls": [{"type": "function", "function": function}]},
        {"role": "tool", "content": "b"},
    ]}  # fmt: skip
    request = openai_chat.decode_request(body)
    written = mistral_chat.encode_request(request, on_loss="ignore")
    (call,) = written["messages"][1]["tool_calls"]
    losses = mistral_chat.losses_request(request)
    (loss,) = [one for one in losses if one.path == "/messages/1/content/0/toolCall/id"]
    assert call["id"] in loss.reason


LOW, HIGH = Loss("/e", "repaired", "1 goes as 2"), Loss("/e", "repaired", "2 goes as 3")
OUT = Loss("/e", "dropped", "left out")


@pytest.mark.parametrize(
    ("changes", "given", "sent", "expected"),
    [
        ([LOW, HIGH], {"e": 1}, {"e": 3}, [Loss("/e", "repaired", "1 goes as 3")]),
        ([LOW, HIGH], {"e": 3}, {"e": 3}, []),
        ([LOW, HIGH], {"e": 1}, {"e": True}, [Loss("/e", "repaired", "1 goes as True")]),
        ([LOW, OUT], {"e": 1}, {}, [OUT]),
        ([LOW], {"e": 1}, {"e": 2}, [LOW]),
        ([LOW, HIGH], {"e": [1]}, {"e": 2}, [LOW, HIGH]),
        ([LOW, HIGH], {"e": 1}, {"e": {}}, [LOW, HIGH]),
        ([LOW, Loss("/e", "placed", "")], {"e": 1}, {}, [LOW, Loss("/e", "placed", "")]),
        ([LOW, HIGH, Loss("/e", "placed", "")], {}, {}, [LOW, HIGH, Loss("/e", "placed", "")]),
        ([Loss("/m/0", "repaired", "a"), Loss("/m/0", "repaired", "b")], {}, {},
         [Loss("/m/0", "repaired", "a"), Loss("/m/0", "repaired", "b")]),
        ([OUT, LOW], {"e": []}, {"e": 1}, [OUT, LOW]),
        (
            [Loss("/m/0/a", "moved", ""), Loss("/m/1", "renamed", ""), Loss("/m/0", "dropped", "")],
            {}, {}, [Loss("/m/1", "renamed", ""), Loss("/m/0", "dropped", "")],
        ),
        (
            [Loss("/m/0/a", "dropped", ""), Loss("/m/0", "dropped", "")],
            {}, {}, [Loss("/m/0/a", "dropped", ""), Loss("/m/0", "dropped", "")],
        ),
        ([Loss("/a", "renamed", "b"), Loss("/a", "renamed", "c")], {}, {},
         [Loss("/a", "renamed", "c")]),
        ([Loss("/e", "added", "a"), Loss("/e", "added", "b")], {}, {"e": True},
         [Loss("/e", "added", "a"), Loss("/e", "added", "b")]),
    ],
)  # fmt: skip
def test_one_change_is_told_of_one_value(
    changes: list[Loss], given: Json, sent: Json, expected: list[Loss]
) -> None:
    assert lasting(changes, given, sent) == expected


def test_a_choice_without_tools_is_lost_once() -> None:
    choice = {"kind": "opaque", "format": "gemini", "value": {"mode": "NEW"}}
    losses = bedrock_converse.losses_request(asking(user(), toolChoice=choice), rules="off")
    assert [loss.code for loss in losses if loss.path == "/toolChoice"] == ["opaque"]
    choice = {"name": "f"}
    losses = bedrock_converse.losses_request(asking(user(), toolChoice=choice), rules="off")
    assert [loss.code for loss in losses if loss.path == "/toolChoice"] == ["field"]

"""What the parts of the loss report say that every format shares."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from conversation import call, losses, request, text, user
from samples import FORMATS
from toolwire import Loss, anthropic_messages, copilot_session, openai_chat, openai_responses
from toolwire._runtime import foreign
from toolwire._runtime import losses as parts

Json = Any
LANDING = {"cache": ["text", "toolCall"]}
FIELDS = frozenset({"maxTokens", "model"})


def lost_by(*arguments: Json, by: Any) -> list[tuple[str, str]]:
    found: list[Loss] = []
    by(*arguments, "/at", found)
    return [(loss.path, loss.code) for loss in found]


def test_another_formats_keys_are_lost_and_its_form_is_none_of_them() -> None:
    x = {"metadata": {"mine": {"a": 1}, "theirs": {"b": 1, "c": 2, "$": {"style": "x"}}}}
    assert lost_by(x, "mine", "Request", by=foreign.foreign) == [
        ("/at/metadata/theirs/b", "foreign"),
        ("/at/metadata/theirs/c", "foreign"),
    ]
    assert lost_by({"metadata": None}, "mine", "Request", by=foreign.foreign) == []


def test_how_other_wires_had_spelled_a_value_is_nothing_more_of_it() -> None:
    spelled, x = {"$": {"style": "x"}}, {"kind": "text", "text": "a"}
    fine: list[Json] = [{"theirs": spelled}, {"theirs": spelled, "others": spelled}]
    odd: list[Json] = [{"theirs": one} for one in ({}, {"$": {}, "b": 1}, {"b": 1})]
    odd += [None, {}, {"mine": spelled}, {"theirs": spelled, "mine": {"a": 1}}]
    for metadata in (*fine, *odd):
        more = foreign.has_more({**x, "metadata": metadata}, 2, "mine")
        assert more is (metadata in odd)
    assert foreign.has_more({**x, "txt": "b"}, 2, "mine")
    assert foreign.has_more({**x, "txt": "b", "metadata": {"theirs": spelled}}, 2, "mine")
    given = user([{**text("a"), "txt": "b", "metadata": {"theirs": spelled}}])
    assert losses("openai_chat", request(given)) == ["/messages/0/content/0/txt"]
    block = {**call("c"), "metadata": {"theirs": spelled}}  # its type has no metadata
    turn = {"role": "assistant", "content": [block]}
    assert losses("openai_chat", request(user(), turn)) == ["/messages/1/content/0/metadata"]


def message(content: Json, **own: Json) -> Json:
    return {"role": "assistant", "content": content, "metadata": {"wire": own}}


@pytest.mark.parametrize(
    ("content", "lost"),
    [
        ("words", False),
        ("", True),
        ([text("words")], False),
        ([call("c")], False),
        ([{"kind": "image"}], True),
        ([], True),
    ],
)
def test_a_key_of_blocks_is_lost_where_no_block_may_have_it(content: Json, lost: bool) -> None:
    x = message(content, cache=1, own=2)
    expected = [("/at/metadata/wire/cache", "field")] if lost else []
    assert lost_by(x, "wire", LANDING, by=parts.unlanded) == expected


def test_an_unknown_field_is_named_with_the_nearest() -> None:
    found: list[Loss] = []
    x: Json = {"model": 1, "max_tokens": 2, "a/b~c": 3, 5: 4}
    parts.unknown(x, FIELDS, "Request", "", found)
    assert [(loss.path, loss.code) for loss in found] == [
        ("/max_tokens", "unknown"),
        ("/a~1b~0c", "unknown"),
        ("/5", "unknown"),
    ]
    assert found[0].reason.endswith("maxTokens is the nearest")
    assert "nearest" not in found[1].reason
    # A key in another spelling is still near, however short.
    found.clear()
    parts.unknown({"a_b_c": 1}, frozenset({"aBC", "zzz"}), "Request", "", found)
    assert "aBC is the nearest" in found[0].reason


@pytest.mark.parametrize(
    ("blocks", "texts", "media", "lost"),
    [
        ([text("a"), {"kind": "image"}], [], [], False),
        ([{"kind": "image"}, text("a")], [], [], True),
        ([text("a"), text("b")], [], [], False),
        ([text("a"), text("b"), {"kind": "image"}], [0], [1], True),
        ([text("a"), {"kind": "image"}], [0], [1], False),
        ([], [0], [1], True),
        ([text("")], [0], [1], True),
        ([text("a")], [0], [1], False),
        ([text("a") | {"metadata": {"w": {"x": None}}}], [0], [1], True),
        ([text("a")], [0], [], False),
        ([text("a"), {"kind": "image"}, {"kind": "image"}], [0, 1], [], False),
    ],
)
def test_a_list_over_several_keys_loses_its_order(
    blocks: Json, texts: list[int], media: list[int], lost: bool
) -> None:
    assert (reordered(blocks, {"text": 0}, 1, texts, media) is not None) is lost


def reordered(
    blocks: Json,
    ranks: dict[str, int],
    rest: int,
    texts: list[int],
    media: list[int],
    style: str | None = None,
) -> str | None:
    x = {"content": blocks}
    return parts.reordered(blocks, x, "content", "wire", ranks, rest, texts, media, style)


@pytest.mark.parametrize("front", [[], [{"role": "system", "content": "a"}]])
def test_instructions_that_stay_in_the_list_lose_nothing_that_it_may_hold(front: Json) -> None:
    text_part = {"type": "input_text", "text": "b"}
    stays = {"role": "system", "content": [text_part, text_part, {"type": "new"}]}
    body = {"model": "m", "input": [*front, stays, {"role": "user", "content": "c"}]}
    value = openai_responses.decode_request(body)
    assert openai_responses.losses_request(value) == []
    value["messages"].append({"role": "system", "content": [text("d"), text("e")]})
    assert openai_responses.losses_request(value) == []
    value["messages"].insert(0, {"role": "system", "content": [text("d"), text("e")]})
    (loss,) = openai_responses.losses_request(value)
    assert (loss.path, loss.code) == ("/messages/0/content", "merged")


def test_instructions_behind_what_only_another_wire_knows_are_told_where_they_stand() -> None:
    several = {"role": "system", "content": [text("d"), text("e")]}
    alien = {"kind": "opaque", "format": "other", "value": 1}
    messages = [alien, several, alien, several, user("c"), several]
    own_losses = openai_responses.losses_request({"model": "m", "messages": messages})
    assert {(loss.path, loss.code) for loss in own_losses} == {
        ("/messages/0", "opaque"),
        ("/messages/1/content", "merged"),
        ("/messages/2", "opaque"),
        ("/messages/3", "merged"),
        ("/messages/3/content", "merged"),
    }


def test_an_empty_text_by_itself_is_as_good_as_none() -> None:
    ways = {"toolCall": 1}, 0, list[int](), list[int]()
    assert reordered([text("")], *ways, style="string") == "an empty text is as good as none"
    assert reordered([text("a")], *ways, style="string") is None
    assert reordered([text("")], *ways, style="list") is reordered([text("")], *ways) is None
    thought = {"kind": "reasoning", "text": ""}
    assert reordered([thought], *ways, style="string") is None
    assert reordered([thought, text("")], *ways, style="string") is None  # a list of two
    assert reordered([thought, {"kind": "toolCall"}], *ways, style="string") is None
    apart = {"reasoning": 0}, 1, list[int](), list[int]()
    assert reordered([thought, text("")], *apart, style="string") is not None


def test_a_text_came_empty_where_the_form_says_so() -> None:
    came = {"metadata": {"wire": {"$": {"text": {"style": "empty"}, "name": {"style": "list"}}}}}
    assert parts.came_empty(came, "wire", "text")
    assert not parts.came_empty(came, "wire", "name")
    assert not parts.came_empty(came, "other", "text")
    assert not parts.came_empty({}, "wire", "text")


SYSTEM = {"role": "system", "content": "x"}
FOREIGN, OWN = ({"kind": "opaque", "format": name, "value": 1} for name in ("other", "wire"))


@pytest.mark.parametrize(
    ("units", "anywhere", "expected"),
    [
        ([SYSTEM, user()], True, []),
        ([SYSTEM, SYSTEM, user()], True, [("/at/messages/1", "merged")]),
        ([user(), SYSTEM], True, [("/at/messages/1", "order")]),
        ([user(), SYSTEM], False, []),
        (
            [SYSTEM, user(), SYSTEM],
            True,
            [("/at/messages/2", "order"), ("/at/messages/2", "merged")],
        ),
        # What another wire alone knows is written nowhere.
        ([FOREIGN, SYSTEM], True, []),
        ([SYSTEM, FOREIGN, SYSTEM], False, [("/at/messages/2", "merged")]),
        ([OWN, SYSTEM], True, [("/at/messages/1", "order")]),
    ],
)
def test_lifted_messages_are_merged_or_moved(units: Json, anywhere: bool, expected: Json) -> None:
    assert lost_by(units, "system", "wire", anywhere, by=parts.lift_losses) == expected


def test_a_message_without_content_behind_a_result_leaves_no_trace() -> None:
    tool = {"role": "tool"}
    assert lost_by([tool, user([])], "wire", by=parts.fold_losses) == [("/at/messages/1", "merged")]
    found = lost_by([tool, FOREIGN, user([])], "wire", by=parts.fold_losses)
    assert found == [("/at/messages/2", "merged")]
    assert lost_by([tool, OWN, user([])], "wire", by=parts.fold_losses) == []
    for units in ([tool, user("x")], [user(), user([])], [tool, tool], [user([]), tool]):
        assert lost_by(units, "wire", by=parts.fold_losses) == []


@pytest.mark.parametrize(
    ("x", "key", "lost"),
    [
        ({"arguments": {"raw": "x"}}, "raw", True),
        ({"arguments": {"raw": 5}}, "raw", False),
        ({"arguments": {"raw": "x"}}, None, False),
        ({"arguments": {}, "invalidArguments": "oops"}, "raw", True),
        ({"arguments": {}, "invalidArguments": "oops"}, None, False),
        ({"arguments": {}, "invalidArguments": '{"a":1}'}, None, True),
        ({"arguments": {}, "invalidArguments": ""}, None, True),
    ],
)
def test_odd_arguments_are_lost_where_they_read_back_otherwise(
    x: Json, key: str | None, lost: bool
) -> None:
    assert (parts.odd_arguments(x, "wire", key) is not None) is lost


def test_fields_are_reported_that_are_there_or_missing_or_of_another_value() -> None:
    x = {"a": 1, "b": None, "c": 0}
    found: list[Loss] = []
    parts.lost(x, "/x", found, "no place", "a", "b", "d")
    parts.filled(x, "/x", found, "demanded", "a", "b", "d")
    parts.lost_unless(x, "/x", found, "nothing else", {"a": 1, "c": 1})
    parts.lost_where(x, "/x", found, "as good as none", {"a": True, "c": 0})
    assert found == [
        ("/x/a", "field", "no place"),
        ("/x/b", "filled", "demanded"),
        ("/x/d", "filled", "demanded"),
        ("/x/c", "field", "nothing else"),
        ("/x/c", "value", "as good as none"),
    ]


TOOL_LOOP: Json = {
    "model": "m",
    "messages": [
        {"role": "system", "content": "Answer briefly."},
        {"role": "user", "content": "How warm is it in Oslo?"},
        {
            "role": "assistant",
            "content": None,
            "refusal": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city":"Oslo"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "21 degrees"},
    ],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "get_weather",
                "description": "Current weather.",
                "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
            },
        }
    ],
    "tool_choice": "auto",
    "parallel_tool_calls": True,
    "temperature": 0.5,
    "stream": False,
}


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("limit", [{}, {"max_tokens": 100}])
def test_an_ordinary_tool_loop_loses_nothing(limit: Json, target: str) -> None:
    loop = {**TOOL_LOOP, **limit}
    assert toolwire.convert_request(loop, source="openai_chat", target=target, on_loss="error")


def test_a_key_of_another_wire_that_says_nothing_is_no_loss() -> None:
    overlay: Json = {"a": None, "b": "", "c": [], "d": {"e": None}, "f": 0, "g": {}, "h": {"i": 1}}
    x = {"metadata": {"theirs": overlay}}
    found = lost_by(x, "mine", "Request", by=foreign.foreign)
    assert [path[-1] for path, _ in found] == ["f", "g", "h"]


@pytest.mark.parametrize(
    ("overlay", "lost"),
    [
        ({"n": 1}, []),
        ({"n": 1.0}, ["n"]),
        ({"n": 2}, ["n"]),
        ({"store": False, "logprobs": False}, []),
        ({"stream_options": {"include_usage": True}}, []),
        ({"stream_options": {"include_usage": True, "odd": 1}}, ["stream_options"]),
    ],
)
def test_the_documented_default_of_another_wire_is_no_loss(overlay: Json, lost: Json) -> None:
    value = request(user(), metadata={"openai_chat": overlay})
    found = toolwire.gemini.losses_request(value)
    assert [loss.path.rpartition("/")[2] for loss in found if loss.code == "foreign"] == lost
    body = toolwire.openai_chat.encode_request(value)
    assert {key: body[key] for key in overlay} == overlay


DEFAULTS: list[tuple[str, Json, Json]] = [
    (
        "bedrock_converse",
        {"performanceConfig": {"latency": "standard"}},
        {"performanceConfig": {"latency": "optimized"}},
    ),
    ("bedrock_converse", {"serviceTier": {"type": "default"}}, {"serviceTier": {"type": "flex"}}),
    ("bedrock_converse", {"requestMetadata": {}}, {"requestMetadata": {"a": "b"}}),
    ("cohere_chat", {"response_format": {"type": "text"}}, {"response_format": {"type": "new"}}),
    ("cohere_chat", {"safety_mode": "CONTEXTUAL"}, {"safety_mode": "STRICT"}),
    ("gemini", {"generationConfig": {"candidateCount": 1}}, {"generationConfig": {"odd": 1}}),
    ("gemini", {"generationConfig": {"responseModalities": ["TEXT"]}}, {"store": True}),
    ("gemini", {"labels": {}}, {"labels": {"team": "a"}}),
    ("mistral_chat", {"response_format": {"type": "text"}}, {"metadata": {"a": 1}}),
    ("ollama_chat", {"keep_alive": "5m"}, {"keep_alive": "1h"}),
    ("openai_chat", {"logit_bias": {}, "metadata": {}}, {"logit_bias": {"50256": -100}}),
    ("openai_chat", {"modalities": ["text"]}, {"modalities": ["text", "audio"]}),
    ("openai_chat", {"response_format": {"type": "text"}}, {"metadata": {"a": "b"}}),
    ("openai_responses", {"text": {"format": {"type": "text"}}}, {"text": {"verbosity": "low"}}),
]


@pytest.mark.parametrize(("name", "overlay", "other"), DEFAULTS)
def test_what_says_as_much_as_nothing_by_the_documents_is_no_loss(
    name: str, overlay: Json, other: Json
) -> None:
    for words, count in ((overlay, 0), (other, 1)):
        value = request(user(), model="m", metadata={name: words})
        found = toolwire.anthropic_messages.losses_request(value)
        assert [loss.code for loss in found] == ["foreign"] * count


@pytest.mark.parametrize(("own", "lost"), [("f", []), ("g", ["foreign"]), (1, ["foreign"])])
def test_a_key_that_says_what_a_field_says_is_no_loss(own: Json, lost: Json) -> None:
    """Many apps name the tool in its message, as Chat Completions did of old."""
    function = {"name": "f", "arguments": "{}"}
    calls = [{"id": "c", "type": "function", "function": function}]
    answer = {"role": "tool", "tool_call_id": "c", "name": own, "content": "Warm."}
    messages = [SAID, {"role": "assistant", "tool_calls": calls}, answer]
    value = toolwire.openai_chat.decode_request({"model": "m", "messages": messages})
    found = toolwire.openai_responses.losses_request(value)
    assert [loss.code for loss in found] == lost


@pytest.mark.parametrize(("name", "key"), [("openai_chat", "image_url"), ("openai_responses", "")])
def test_a_picture_at_the_usual_resolution_loses_nothing(name: str, key: str) -> None:
    for detail, count in (("auto", 0), ("high", 1)):
        own = {key: {"detail": detail}} if key else {"detail": detail}
        picture = {"kind": "image", "url": "https://x.example/a.png", "metadata": {name: own}}
        found = toolwire.anthropic_messages.losses_request(request(user([picture]), model="m"))
        assert [loss.code for loss in found] == ["foreign"] * count


SAID: Json = {"role": "user", "content": "Hello"}
PART: Json = {"text": "Hello", "thought": False}


@pytest.mark.parametrize(
    ("source", "body"),
    [
        ("openai_responses", {"input": [{"type": "message", **SAID}]}),
        ("openai_responses", {"input": [SAID], "include": ["reasoning.encrypted_content"]}),
        ("gemini", {"contents": [{"role": "user", "parts": [PART, {"text": "!"}]}]}),
        (
            "anthropic_messages",
            {"messages": [SAID], "max_tokens": 9, "anthropic_version": "vertex-2023-10-16"},
        ),
    ],
)
def test_what_tells_its_own_api_alone_something_is_no_loss(source: str, body: Json) -> None:
    decode = getattr(toolwire, source).decode_request
    value = {**decode(body if source == "gemini" else {"model": "m", **body}), "model": "m"}
    assert [loss.path for loss in toolwire.bedrock_converse.losses_request(value)] == []


@pytest.mark.parametrize(
    ("name", "overlay", "lost"),
    [
        ("gemini", {"generationConfig": {}}, []),
        ("gemini", {"generationConfig": {"thinkingConfig": {}}}, []),
        ("gemini", {"generationConfig": {"thinkingConfig": {"odd": 1}}}, ["generationConfig"]),
        ("bedrock_converse", {"inferenceConfig": {}, "odd": {}}, ["odd"]),
        ("ollama_chat", {"options": {}}, []),
        ("openai_responses", {"reasoning": {}, "text": {}}, []),
        ("openai_chat", {"web_search_options": {}}, ["web_search_options"]),
    ],
)
def test_an_empty_object_says_nothing_where_rows_read_what_it_may_hold(
    name: str, overlay: Json, lost: Json
) -> None:
    value = request(user(), model="m", metadata={name: overlay})
    found = toolwire.cohere_chat.losses_request(value)
    assert [loss.path.rpartition("/")[2] for loss in found if loss.code == "foreign"] == lost


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse", "ollama_chat"])
def test_a_field_that_is_lost_is_told_of_what_is_plain_but_for_it(name: str) -> None:
    tools = [{"name": "f", "parameters": {"type": "object"}, "inputFormat": {"type": "text"}}]
    found = getattr(toolwire, name).losses_request(request(user(), tools=tools), rules="off")
    assert "/tools/0/inputFormat" in [loss.path for loss in found]


@pytest.mark.parametrize(("source", "lost"), [({}, False), ({"odd": 1}, True)])
def test_so_does_an_empty_object_in_the_object_that_rows_read(source: Json, lost: bool) -> None:
    """Of an image, what the row reads stands two objects deep."""
    beside = {"bedrock_converse": {"image": {"source": source}}}
    image = {"kind": "image", "url": "https://example.com/a.png", "metadata": beside}
    assert bool(losses("openai_chat", request(user([image]), model="m"))) is lost


def test_a_default_inside_of_a_list_is_no_loss_and_one_of_no_wire_is_one() -> None:
    value = request(user(), metadata={"openai_chat": {"choices": [{"index": 0}]}})
    assert [loss.code for loss in toolwire.gemini.losses_request(value)] == ["foreign"]
    reply: Json = {"role": "assistant", "content": [text("a")]}
    usage = {"inputTokens": 1, "outputTokens": 1}
    response: Json = {"id": "r", "model": "m", "message": reply, "finishReason": "stop",
                      "usage": usage}  # fmt: skip
    for index, lost in ((0, []), (1, ["foreign"])):
        value = {**response, "metadata": {"openai_chat": {"choices": [{"index": index}]}}}
        assert [one.code for one in toolwire.anthropic_messages.losses_response(value)] == lost
    value = {**response, "metadata": {"no_wire": {"n": 1}}}
    assert [one.code for one in toolwire.gemini.losses_response(value)] == ["foreign"]


@pytest.mark.parametrize("own", [1, 2])
def test_an_empty_text_is_told_where_its_place_is_never_missing(own: int) -> None:
    unknown = {"kind": "opaque", "format": "copilot_session", "value": {"x_new": 1}}
    result: Json = {
        "kind": "multimodal", "toolCallId": "1", "name": "f", "isError": True,
        "value": [text(""), *[unknown] * own],
    }  # fmt: skip
    back = copilot_session.decode_answer(
        copilot_session.encode_answer(result, on_loss="ignore"), call={"id": "1", "name": "f"}
    )
    assert back["value"] == result["value"][1:]
    codes = [(loss.path, loss.code) for loss in copilot_session.losses_answer(result)]
    assert ("/value/0", "value") in codes
    result["value"][0] = text("a")
    assert [loss.path for loss in copilot_session.losses_answer(result)] == ["/name"]


def test_one_text_beside_other_blocks_is_not_told_as_several() -> None:
    blocks = [text("a"), {"kind": "reasoning"}]
    assert reordered(blocks, {"toolCall": 1}, 0, [0], []) is None
    assert reordered([*blocks, text("b")], {"toolCall": 1}, 0, [0], []) is not None


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ({"kind": "image", "fileId": "f"}, "an image part has a URL alone"),
        ({"kind": "image", "data": "AA=="}, "no image that has its data alone"),
        ({"kind": "audio", "data": "AA==", "mimeType": "audio/ogg"}, "no audio of type audio/ogg"),
        ({"kind": "document", "text": "a"}, "a file part is no bare text"),
    ],
)
def test_a_reason_says_what_is_lost(block: Json, words: str) -> None:
    found = openai_chat.losses_request(request(user([block, text("a")])), rules="off")
    assert [loss.path for loss in found] == ["/messages/0/content/0"]
    assert words in found[0].reason


def test_what_stands_beside_a_failure_is_lost_for_no_reason_of_the_errors_own() -> None:
    failed = {
        "message": {"role": "assistant", "content": [text("Hi")]},
        "finishReason": "error", "error": {"message": "Late"},
    }  # fmt: skip
    found = {loss.path: loss.reason for loss in anthropic_messages.losses_response(failed)}
    assert found["/message/content"] == "an error body carries nothing else"


def test_a_reason_says_that_a_text_is_empty() -> None:
    (found,) = anthropic_messages.losses_request(
        {**request(user([text(""), text("a")])), "maxTokens": 9}, rules="off"
    )
    assert found.reason == "anthropic_messages takes no empty text here"


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("strict", [False, True])
def test_a_switch_that_a_wire_does_not_need_is_no_loss(strict: bool, target: str) -> None:
    """A reply is held to its schema there, whatever was asked."""
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    asked = {"name": "a", "schema": schema, "strict": strict}
    found = losses(target, request(user(), responseSchema=asked))
    assert "/responseSchema/strict" not in found


def test_what_is_said_elsewhere_or_says_no_more_than_nothing_is_no_loss() -> None:
    assert losses("gemini", request(user(), parallelToolCalls=True)) == []
    assert losses("gemini", request(user(), parallelToolCalls=False)) == ["/parallelToolCalls"]
    assert losses("cohere_chat", request(user(), toolChoice="auto")) == []
    assert losses("cohere_chat", request(user(), toolChoice={"name": "f"})) == ["/toolChoice"]


def turned(value: Json) -> Json:
    """The same with the keys of each object the other way round."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("target", FORMATS)
def test_the_order_of_the_keys_of_a_value_is_no_loss(target: str) -> None:
    grammar = {"type": "grammar", "syntax": "lark", "definition": 'start: "a"'}
    tool = {"name": "f", "description": "Run it.", "inputFormat": grammar}
    for choice in ({"allowed": ["f"], "mode": "required"}, {"name": "f"}):
        asked = request(user(), tools=[tool], toolChoice=choice)
        turned_round = {**asked, "tools": turned(asked["tools"]), "toolChoice": turned(choice)}
        assert sorted(losses(target, turned_round)) == sorted(losses(target, asked))


SHORT = {"type": "summary_text", "text": "Warm."}
LONG = {"type": "reasoning_text", "text": "It is warm, as it was."}


@pytest.mark.parametrize(
    ("summary", "content", "lost"),
    [
        ([SHORT], [LONG], [0]),
        ([{**SHORT, "text": ""}, SHORT], [LONG], [1]),
        ([SHORT], [], []),
        ([SHORT, SHORT], [], []),
        ([], [LONG], []),
    ],
)
def test_a_summary_beside_the_thoughts_themselves_is_lost_elsewhere(
    summary: Json, content: Json, lost: list[int]
) -> None:
    item = {"type": "reasoning", "id": "rs_1", "summary": summary, "content": content}
    body = {"id": "r", "model": "m", "status": "completed", "output": [item]}
    response = openai_responses.decode_response(body)
    place = "/message/content/0/metadata/openai_responses/$/text/as"
    found = [loss.path for loss in openai_chat.losses_response(response) if "/as/" in loss.path]
    assert found == [f"{place}/{at}" for at in lost]
    assert openai_responses.encode_response(response)["output"] == [item]


CITED = {"type": "output_text", "text": "Hi", "annotations": [{"type": "url_citation"}]}
PLAIN = {"type": "output_text", "text": "Hi", "annotations": [], "logprobs": []}


@pytest.mark.parametrize(
    ("parts", "lost"),
    [
        ([PLAIN], []),
        ([PLAIN, PLAIN], []),
        ([PLAIN, {"type": "refusal", "refusal": "no"}], []),
        ([CITED], [0]),
        ([PLAIN, CITED], [1]),
        ([{"type": "output_odd", "text": "Hi"}, PLAIN, {"type": "input_text"}], [0, 2]),
        ([{**PLAIN, "logprobs": [{"token": "Hi"}]}], [0]),
    ],
)
def test_what_pieces_of_a_text_say_beside_it_is_lost_elsewhere(
    parts: list[Json], lost: list[int]
) -> None:
    item = {"type": "message", "role": "assistant", "content": parts}
    body = {"model": "m", "input": [{"role": "user", "content": "Hi"}, item]}
    value = openai_responses.decode_request(body)
    place = "/messages/1/content/0/metadata/openai_responses/$/text/as"
    for wire in (openai_chat, toolwire.cohere_chat):
        found = [loss for loss in wire.losses_request(value, rules="off") if "/as/" in loss.path]
        assert [(loss.path, loss.code) for loss in found] == [
            (f"{place}/{at}", "foreign") for at in lost
        ]
    assert openai_responses.losses_request(value) == []


@pytest.mark.parametrize(
    ("parts", "lost"),
    [
        ([PLAIN], []),
        ([PLAIN, {"type": "refusal", "refusal": "no"}], []),
        ([CITED], [0]),
        ([PLAIN, CITED], [1]),
    ],
)
def test_what_pieces_of_a_text_say_beside_it_is_lost_at_home_if_the_text_is_another(
    parts: list[Json], lost: list[int]
) -> None:
    item = {"type": "message", "role": "assistant", "content": parts}
    body = {"model": "m", "input": [{"role": "user", "content": "Hi"}, item]}
    value: Json = openai_responses.decode_request(body)
    assert openai_responses.losses_request(value) == []
    value["messages"][1]["content"][0]["text"] = "Bye"
    place = "/messages/1/content/0/metadata/openai_responses/$/text/as"
    found = [(loss.path, loss.code) for loss in openai_responses.losses_request(value)]
    assert found == [(f"{place}/{at}", "dropped") for at in lost]
    written = openai_responses.encode_request(value, on_loss="ignore")
    assert openai_responses.losses_request(openai_responses.decode_request(written)) == []


@pytest.mark.parametrize(
    ("record", "way", "is_text"),
    [
        ({"said": {"words": "a"}, "more": None}, ["said", "words"], True),
        ({"said": {"words": "a", "by": "b"}}, ["said", "words"], False),
        ({"said": {"words": "a"}, "by": "b"}, ["said", "words"], False),
        ({"said": "a"}, ["said", "words"], False),
    ],
)
def test_a_text_may_stand_inside_of_its_record(
    record: Json, way: list[str], is_text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {"theirs": {"TextBlock": {"$": {"text": {"": [[{}, way]]}}}}}
    monkeypatch.setattr(foreign, "_usual", usual)
    x = {"kind": "text", "text": "a", "metadata": {"theirs": {"$": {"text": {"as": [record]}}}}}
    assert foreign.has_more(x, 2, "mine")
    assert (lost_by(x, "mine", "TextBlock", by=foreign.foreign) == []) == is_text

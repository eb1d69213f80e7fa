"""Media that a target cannot read, name or hold: named, left out or moved, and always reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import toolwire
from formats import part
from samples import FORMATS
from test_accepts import asking, called, paths, result, text, tool, turn, user, written
from toolwire._runtime.convert import format_module

Json = Any
PNG = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
PDF = {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf"}


def returned(*blocks: Json, **more: Json) -> Json:
    """A call whose result is made of blocks."""
    given = result("abcdefghi", [*blocks], "multimodal")
    given["toolResult"].update(more)
    return asking(user(), turn(called("abcdefghi")), given, tools=[tool()], model="gemini-2.5-pro")


def asking_with(*blocks: Json) -> Json:
    return asking(user([text("What is it?"), *blocks]))


def nodes(value: Json) -> Iterator[Json]:
    """A value, and all that it holds."""
    yield value
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in values:
        yield from nodes(item)


def test_a_document_without_a_name_gets_one_where_it_must_have_one() -> None:
    body, losses = written("openai_chat", asking_with(PDF))
    assert body["messages"][0]["content"][1]["file"]["filename"] == "document.pdf"
    assert [(one.path, one.code) for one in losses] == [("/messages/0/content/1/name", "added")]
    body, losses = written("openai_chat", asking_with({**PDF, "name": "a b.pdf"}))
    assert (body["messages"][0]["content"][1]["file"]["filename"], losses) == ("a b.pdf", [])


def test_names_of_documents_are_plain_and_each_its_own() -> None:
    named = [{**PDF, "name": name} for name in ("Plan: 2/3.pdf", "Plan- 2-3-pdf", "x" * 300)]
    body, losses = written("bedrock_converse", asking(user(named)))
    assert part("bedrock_converse", "accepts").breaches(body) == []
    names = [block["document"]["name"] for block in body["messages"][0]["content"][:-1]]
    assert names[:2] == ["Plan- 2-3-pdf", "Plan- 2-3-pdf 2"] and len(names[2]) == 200
    assert body["messages"][0]["content"][-1] == {"text": "See the document."}
    assert "/messages/0/content" in paths(losses)


FOUND = {"kind": "document", "text": "High at noon.", "name": "Tides", "source": "https://x/t"}
IN_WORDS = "Tides\nhttps://x/t\n\nHigh at noon."
SEARCHED: Json = {
    "anthropic_messages": {
        "type": "search_result", "content": [{"type": "text", "text": "High at noon."}],
        "source": "https://x/t", "title": "Tides",
    },
    "bedrock_converse": {"searchResult": {
        "content": [{"text": "High at noon."}], "source": "https://x/t", "title": "Tides",
    }},
}  # fmt: skip
"""What a search found, where a wire has a place for it."""


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_search_found_has_its_place_or_is_said_in_words(name: str) -> None:
    for request, place in (
        (asking_with(FOUND), "/messages/0/content/1"),
        (returned(FOUND, text("x")), "/messages/2/toolResult/value/0"),
    ):
        body, losses = written(name, request)
        assert part(name, "accepts").breaches(body) == []
        if name in SEARCHED:
            assert SEARCHED[name] in [*nodes(body)]
            assert not [one for one in losses if one.path.startswith(place)]
            back = format_module(name).decode_request(body)
            assert FOUND in [*nodes(back)]
        else:
            assert any(isinstance(one, str) and IN_WORDS in one for one in nodes(body))
            assert (place, "repaired") in [(one.path, one.code) for one in losses]


def test_two_finds_of_one_name_keep_it_and_are_no_documents() -> None:
    body, losses = written("bedrock_converse", asking(user([FOUND, FOUND, text("a")])))
    assert body["messages"][0]["content"][:2] == [SEARCHED["bedrock_converse"]] * 2
    assert losses == []


def test_what_a_search_found_needs_no_text_beside_it() -> None:
    body, losses = written("bedrock_converse", asking(user([FOUND])))
    assert body["messages"][0]["content"] == [SEARCHED["bedrock_converse"]]
    assert losses == []


MINUTES = "Minutes: \u00e9\n"
CODED = "TWludXRlczogw6kK"
TEXT = {"kind": "document", "text": MINUTES, "name": "minutes.txt"}
DATA = {"kind": "document", "data": CODED, "mimeType": "text/plain", "name": "minutes.txt"}
WRITTEN = {
    "openai_responses": CODED, "gemini": CODED, "mistral_chat": CODED,
    "anthropic_messages": MINUTES, "openai_chat": f"minutes.txt:\n\n{MINUTES}",
    "cohere_chat": f"minutes.txt:\n\n{MINUTES}", "ollama_chat": f"minutes.txt:\n\n{MINUTES}",
}  # fmt: skip
"""How wires that have documents of text in one way, or in none, say one."""


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("block", [TEXT, DATA], ids=["text", "data"])
def test_a_document_of_text_goes_out_in_the_way_that_the_wire_has(name: str, block: Json) -> None:
    body, losses = written(name, asking_with(block))
    found = strings(body)
    assert any(WRITTEN[name] in one for one in found), found
    same = WRITTEN[name] in (block.get("text"), block.get("data"))
    assert [(one.path, one.code) for one in losses if one.path.endswith("/1")] == (
        [] if same else [("/messages/0/content/1", "repaired")]
    )


@pytest.mark.parametrize("name", ["openai_chat", "ollama_chat"])
def test_a_document_of_text_in_a_result_is_a_text_there(name: str) -> None:
    body, losses = written(name, returned(text("Here:"), TEXT))
    assert any(f"minutes.txt:\n\n{MINUTES}" in one for one in strings(body))
    assert ("/messages/2/toolResult/value/1", "repaired") in [(x.path, x.code) for x in losses]


def test_a_document_of_nothing_is_no_text() -> None:
    _, losses = written("openai_chat", asking_with({"kind": "document", "text": ""}))
    assert [(one.path, one.code) for one in losses] == [("/messages/0/content/1", "dropped")]


def test_what_only_calls_itself_text_is_no_text() -> None:
    for data in ("\u00e9", "//79", "a"):
        body, losses = written("anthropic_messages", asking_with({**DATA, "data": data}))
        assert body["messages"][0]["content"] == [{"type": "text", "text": "What is it?"}]
        assert ("/messages/0/content/1", "unsupported") in [(x.path, x.code) for x in losses]


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
@pytest.mark.parametrize(
    ("file", "mime"),
    [
        ({"file_data": "JVBERi0=", "filename": "a"}, "application/pdf"),
        ({"file_data": "YSxi", "filename": "a.csv"}, "text/csv"),
    ],
)
def test_a_file_that_is_bare_base64_says_its_type_elsewhere(
    name: str, file: Json, mime: str
) -> None:
    part_ = {
        "openai_chat": {"type": "file", "file": file},
        "openai_responses": {"type": "input_file", **file},
    }[name]
    messages = [{"role": "user", "content": [part_]}]
    body = {"model": "m", "messages" if name == "openai_chat" else "input": messages}
    wire = format_module(name)
    request = wire.decode_request(body)
    assert wire.encode_request(request, rules="off") == body
    assert request["messages"][0]["content"][0]["data"] == file["file_data"]
    there = format_module("gemini").encode_request(request)
    assert there["contents"][0]["parts"][0]["inlineData"]["mimeType"] == mime


def strings(value: Json) -> list[str]:
    """Every text in a body."""
    if isinstance(value, dict):
        return [one for item in value.values() for one in strings(item)]
    if isinstance(value, list):
        return [one for item in value for one in strings(item)]
    return [value] if isinstance(value, str) else []


def test_what_a_repair_mends_is_not_lost_and_what_it_does_not_is() -> None:
    """The type that a picture's address tells is said; that Ollama takes no document stays."""
    picture = {"kind": "image", "url": "https://x.org/a.png"}
    _, losses = written("gemini", asking_with(picture))
    place = "/messages/0/content/1"
    codes = [(one.path, one.code) for one in losses if one.path.startswith(place)]
    assert codes == [(f"{place}/mimeType", "repaired")]
    odd = {"kind": "image", "data": "AAAA", "mimeType": "application/x"}
    _, losses = written("anthropic_messages", asking_with(odd))
    assert (f"{place}/mimeType", "repaired") in [(one.path, one.code) for one in losses]
    named = {"kind": "image", "data": "AAAA", "name": "a.bmp"}
    _, losses = written("anthropic_messages", asking_with(named))
    codes = [(one.path, one.code) for one in losses if one.path.startswith(place)]
    assert codes == [(f"{place}/mimeType", "repaired"), (place, "unsupported")]
    _, losses = written("openai_chat", asking_with({"kind": "audio", "data": "T2dnUw=="}))
    assert [(one.path, one.code) for one in losses] == [(place, "dropped")]
    assert "audio/ogg" in losses[0].reason
    _, losses = written("ollama_chat", asking_with({**PDF, "name": "a.pdf"}))
    assert [(one.path, one.code) for one in losses] == [(place, "unsupported")]


REFERRING: list[Json] = [
    {"$ref": "#/a", "b": [{"$$ref": 1, "$reference": 2, "x$ref": 3}]},
    [{"schema": {"$ref": "x"}}],
]


def test_data_names_no_part_of_a_result_that_has_left_it() -> None:
    """Earlier models take no media in results: what the data called `$ref` is no part any more."""
    gemini = format_module("gemini")
    media = [{"inlineData": {"mimeType": "image/png", "data": "aGk=", "displayName": "x.png"}}]
    response = {"shown": {"$ref": "x.png"}}
    answer = {"functionResponse": {"name": "f", "response": response, "parts": media}}
    call = {"functionCall": {"name": "f", "args": {}}}
    turns = [("user", [{"text": "Go"}]), ("model", [call]), ("user", [answer])]
    body = {"contents": [{"role": role, "parts": parts} for role, parts in turns]}
    body["tools"] = [{"functionDeclarations": [{"name": "f"}]}]
    value = gemini.decode_request(body)
    written = gemini.encode_request({**value, "model": "gemini-2.0-flash"}, on_loss="ignore")
    result = written["contents"][2]["parts"][0]["functionResponse"]
    assert result["response"] == {"output": '{"shown":{"$ref":"x.png"}}'} and "parts" not in result
    places = [one.path for one in gemini.losses_request({**value, "model": "gemini-2.0-flash"})]
    assert "/messages/2/toolResult/value" in places
    # Where it is there, and something else of the request is not taken, it is a part.
    odd = {"role": "user", "content": [{"kind": "image", "data": "aGk="}]}
    later = {**value, "messages": [*value["messages"], odd], "model": "gemini-3-flash"}
    assert gemini.encode_request(later, on_loss="ignore")["contents"][2] == body["contents"][2]
    # Data that names nothing stays what it is.
    answer["functionResponse"]["response"] = {"shown": 1}
    plain = {**gemini.decode_request(body), "model": "gemini-2.0-flash"}
    found = gemini.encode_request(plain, on_loss="ignore")["contents"][2]["parts"][0]
    assert found["functionResponse"]["response"] == {"shown": 1}


@pytest.mark.parametrize("data", REFERRING)
def test_data_names_no_part_of_a_result_by_accident(data: Json) -> None:
    given = result("abcdefghi", data, "data")
    turns = (user(), turn(called("abcdefghi")), given)
    request = asking(*turns, tools=[tool()], model="gemini-2.5-pro")
    body, losses = written("gemini", request)
    assert part("gemini", "accepts").breaches(body) == []
    assert ("/messages/2/toolResult/value", "renamed") in [(one.path, one.code) for one in losses]
    gemini = format_module("gemini")
    back = toolwire.restored(gemini.decode_request(body), gemini.renamed(request))
    assert back["messages"][2]["toolResult"]["value"] == data
    assert part("gemini", "accepts").breaches(gemini.encode_request(request, rules="off")) != []
    assert gemini.renamed(request).keys.keys() == {"$ref"}
    assert gemini.renamed(asking(user())).keys == {}


def test_data_that_names_a_part_goes_back_as_it_came() -> None:
    media = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo=", "displayName": "a"}}
    answer = {"name": "look", "response": {"seen": {"$ref": "a"}}, "parts": [media]}
    body = {"contents": [
        {"role": "user", "parts": [{"text": "Look."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": answer}]},
    ]}  # fmt: skip
    assert toolwire.gemini.encode_request(toolwire.gemini.decode_request(body)) == body


@pytest.mark.parametrize("name", [one for one in FORMATS if one != "ollama_chat"])
@pytest.mark.parametrize("block", [
    {"kind": "image", "url": "gs://bucket/a.png", "mimeType": "image/png"},
    {"kind": "image", "url": "s3://bucket/a.png", "mimeType": "image/png"},
])  # fmt: skip
def test_an_address_goes_only_where_it_can_be_fetched(name: str, block: Json) -> None:
    scheme = block["url"].partition(":")[0]
    taken = {"gs": "gemini", "s3": "bedrock_converse"}[scheme] == name
    body, losses = written(name, asking_with(block))
    assert ("bucket" in str(body)) == taken
    assert paths(losses) == ([] if taken else ["/messages/0/content/1"])


@pytest.mark.parametrize(
    ("name", "file", "taken"),
    [
        ("openai_chat", "file-abc", True),
        ("openai_responses", "file-abc", True),
        ("openai_chat", "file_011CNha8iCJcU1wXNR6q4V8w", False),
        ("anthropic_messages", "file_011CNha8iCJcU1wXNR6q4V8w", True),
        ("anthropic_messages", "file-abc", False),
        ("mistral_chat", "3b6d45eb-e30b-416f-8019-f47e2e93d930", True),
        ("mistral_chat", "file-abc", False),
    ],
)
def test_an_uploaded_file_goes_only_to_the_provider_that_has_it(
    name: str, file: str, taken: bool
) -> None:
    body, losses = written(name, asking_with({"kind": "document", "fileId": file}))
    assert (file in str(body)) == taken
    assert paths(losses) == ([] if taken else ["/messages/0/content/1"])


def test_a_message_of_which_nothing_is_left_says_so() -> None:
    foreign = {"kind": "image", "fileId": "file-abc"}
    body, losses = written("anthropic_messages", asking(user([foreign]), turn(text("Yes."))))
    assert body["messages"][0]["content"] == "(This cannot be shown here.)"
    assert paths(losses) == ["/messages/0/content/0", "/messages/0"]


@pytest.mark.parametrize(
    ("url", "mime"),
    [
        ("https://x.example/a.png?size=1", "image/png"),
        ("https://x.example/a", "image/jpeg"),
        ("https://x.example/a.mp4", "image/jpeg"),
    ],
)
def test_a_picture_without_a_type_gets_that_of_its_ending(url: str, mime: str) -> None:
    body, losses = written("gemini", asking_with({"kind": "image", "url": url}))
    file = body["contents"][0]["parts"][1]["fileData"]
    assert file == {"fileUri": url, "mimeType": mime}
    assert paths(losses) == ["/messages/0/content/1/mimeType"]


def test_data_without_a_type_say_it_by_their_first_characters() -> None:
    bare = {"kind": "image", "data": PNG["data"]}
    body, _ = written("anthropic_messages", asking_with(bare))
    assert body["messages"][0]["content"][1]["source"]["media_type"] == "image/png"
    body, _ = written("cohere_chat", asking_with(bare))
    url = body["messages"][0]["content"][1]["image_url"]["url"]
    assert url == f"data:image/png;base64,{PNG['data']}"


MOVED = [
    ("openai_chat", [PNG]),
    ("openai_chat", [text("Radar:"), PNG, text("and"), {**PDF, "name": "a.pdf"}]),
    ("openai_chat", [{"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}]),
    ("cohere_chat", [text("a"), PNG, text("b")]),
    ("bedrock_converse", [{"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}]),
]


@pytest.mark.parametrize(("name", "blocks"), MOVED, ids=str)
@pytest.mark.parametrize("after", [(), (user("And now?"),)], ids=["last", "before a question"])
def test_media_of_a_result_stand_behind_the_results_and_move_back(
    name: str, blocks: list[Json], after: tuple[Json, ...]
) -> None:
    wire, request = format_module(name), returned(*blocks)
    request = {**request, "messages": [*request["messages"], *after]}
    body, losses = written(name, request)
    assert part(name, "accepts").breaches(body) == []
    media = [at for at, block in enumerate(blocks) if block["kind"] != "text"]
    moved = [one.path for one in losses if one.code == "moved"]
    assert moved == [f"/messages/2/toolResult/value/{at}" for at in media]
    back = toolwire.restored(wire.decode_request(body), wire.renamed(request))["messages"]
    assert [one["role"] for one in back] == [one["role"] for one in request["messages"]]
    given = back[2]["toolResult"]["value"]
    assert [block["kind"] for block in given] == [block["kind"] for block in blocks]
    assert [block.get("data", block.get("text")) for block in given] == [
        block.get("data", block.get("text")) for block in blocks
    ]
    if after:
        assert toolwire.text(back[3]) == "And now?"


def test_media_of_several_results_find_back_to_their_own() -> None:
    jpeg = {"kind": "image", "data": "/9j/4AAQ", "mimeType": "image/jpeg"}
    request = asking(
        user(), turn(called("a"), called("b")), result("a", [PNG], "multimodal"),
        result("b", [text("x"), jpeg, PNG], "multimodal"), tools=[tool()],
    )  # fmt: skip
    there = toolwire.openai_chat.encode_request(request)
    assert [one["role"] for one in there["messages"]] == [
        *("user", "assistant", "tool", "tool", "user"),
    ]
    options: Json = {"source": "openai_chat", "target": "anthropic_messages", "on_loss": "ignore"}
    back = toolwire.convert_request(there, **options)
    first, second = back["messages"][2]["content"]
    assert [one["type"] for one in first["content"]] == ["image"]
    assert [one["type"] for one in second["content"]] == ["text", "image", "image"]
    assert second["content"][1]["source"]["media_type"] == "image/jpeg"
    assert len(back["messages"]) == 3


@pytest.mark.parametrize("profile", [None, "vertex"])
@pytest.mark.parametrize("ids", [False, True])
def test_media_of_calls_that_go_out_without_ids_move_back(ids: bool, profile: str | None) -> None:
    """They are told of in the words that a reader has for such calls: by their number."""
    wire = format_module("gemini")
    wanted: Json = {"functionCall": {"name": "look", "args": {}}}
    parts = [{"functionCall": {**wanted["functionCall"], "id": name}} for name in "ab"]
    content = {"role": "model", "parts": parts if ids else [wanted, wanted]}
    first, second = (
        wire.decode_response({"responseId": id_, "candidates": [{"content": content}]})["message"]
        for id_ in ("r1", "r2")
    )
    turns = [user()]
    for message, blocks in ((first, [text("No.")]), (second, [PNG, text("Yes."), PNG])):
        calls = [block["toolCall"]["id"] for block in message["content"]]
        turns += [message, *(result(one, blocks, "multimodal") for one in reversed(calls))]
    request = asking(*turns, tools=[tool()], model="gemini-2.5-pro")
    body = wire.encode_request(request, profile=profile, on_loss="error")
    bare = profile is not None or not ids
    marks = ["unnamed_call_3", "unnamed_call_4"] if bare else ["a_2", "b_2"]
    assert [mark for mark in marks if f'of call "{mark}" at 0, 2]' in str(body)] == marks
    back = toolwire.restored(wire.decode_request(body, profile=profile))
    assert [one["role"] for one in back["messages"]] == [one["role"] for one in turns]
    for message in back["messages"][5:]:
        assert message["toolResult"]["value"] == [PNG, text("Yes."), PNG]
    there = toolwire.convert_request(
        body, source="gemini", target="anthropic_messages", model="m", on_loss="ignore"
    )
    assert "of call" not in str(there)


@pytest.mark.parametrize("mark", [
    '[media of the result of call "a" at 0]',
    '[media of the result of call "other" at 0]',
    '[media of the result of call "a" at 0, 1]',
])  # fmt: skip
def test_what_only_looks_like_a_mark_stays(mark: str) -> None:
    message = user([text(mark), text("no picture")])
    request = asking(user(), turn(called("a")), result("a"), message, tools=[tool()])
    assert toolwire.restored(request) == request
    if "other" in mark:
        with_picture = [*request["messages"][:-1], user([text(mark), PNG])]
        assert toolwire.restored(asking(*with_picture)) == asking(*with_picture)
    body = toolwire.openai_chat.encode_request(request, rules="off")
    options: Json = {"source": "openai_chat", "target": "openai_responses", "on_loss": "ignore"}
    there = toolwire.convert_request(body, **options)
    assert there["input"][-1]["content"][0]["text"] == mark


def test_a_result_of_nothing_that_can_be_shown_says_so() -> None:
    film = {"kind": "video", "data": "AAAA", "mimeType": "video/mp4"}
    body, losses = written("openai_chat", returned(film, isError=True))
    assert body["messages"][2]["content"] == '{"error":"(This cannot be shown here.)"}'
    assert "/messages/2/toolResult/value/0" in paths(losses)
    body, _ = written("openai_chat", returned())
    assert body["messages"][2]["content"] == "(no output)"


@pytest.mark.parametrize(
    "block",
    [
        {"kind": "image", "data": "Qk0=", "mimeType": "image/bmp"},
        {"kind": "image", "data": "PHN2Zz4=", "mimeType": "image/svg+xml"},
        {"kind": "video", "data": "AAAA", "mimeType": "video/x-foo"},
    ],
)
def test_media_of_a_type_that_has_no_place_leave_no_empty_message(block: Json) -> None:
    answer = {**result("abcdefghi", [block], "multimodal")}
    for turns in ((user([block]),), (user(), turn(called("abcdefghi")), answer)):
        body, losses = written("bedrock_converse", asking(*turns, tools=[tool()]))
        assert part("bedrock_converse", "accepts").breaches(body) == []
        assert "(This cannot be shown here.)" in str(body["messages"][-1])
        assert any("takes no" in one.reason for one in losses)
    picture = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    assert written("bedrock_converse", asking(user([picture])))[1] == []


URL_SAFE = "-_8"
"""Bytes as some clients write them: in the letters for addresses, and not filled up."""


@pytest.mark.parametrize(
    "name",
    [
        "openai_chat", "openai_responses", "anthropic_messages", "bedrock_converse",
        "mistral_chat", "cohere_chat", "ollama_chat",
    ],
)  # fmt: skip
def test_data_are_in_the_letters_of_base64(name: str) -> None:
    for data, written_so in ((URL_SAFE, "+/8="), ("-_8=", "+/8="), ("aGVsbG8", "aGVsbG8=")):
        body, losses = written(name, asking_with({**PNG, "data": data}))
        assert written_so in str(body) and f"{data}'" not in str(body)
        found = [(one.path, one.code) for one in losses if one.path.endswith("/data")]
        assert found == [("/messages/0/content/1/data", "renamed")]
    for data in (PNG["data"], "no bytes!", ""):
        assert "renamed" not in {one.code for one in written(name, asking_with(PNG))[1]}, data


def test_a_picture_of_gemini_goes_to_another_wire_in_its_letters() -> None:
    data: Json = {"inlineData": {"data": "iVBORw0KGg8_-w==", "mimeType": "image/png"}}
    asked: Json = {"contents": [{"role": "user", "parts": [{"text": "Look!"}, data]}]}
    body = toolwire.convert_request(asked, source="gemini", target="openai_chat", model="m")
    url = body["messages"][0]["content"][1]["image_url"]["url"]
    assert url == "data:image/png;base64,iVBORw0KGg8/+w=="
    assert part("openai_chat", "accepts").breaches(body) == []
    assert toolwire.convert_request(asked, source="gemini", target="gemini") == asked


def test_an_address_that_stood_bare_goes_out_in_its_object() -> None:
    """Ollama's guide has it so; the API: "expected an object, but got a string instead"."""
    chat = toolwire.openai_chat
    picture = "data:image/png;base64,iVBORw0KGgo="
    urls = ["https://e.com/a.png", picture]
    parts = [{"type": "image_url", "image_url": one} for one in urls]
    body = {"model": "m", "messages": [{"role": "user", "content": parts}]}
    request = chat.decode_request(body)
    assert chat.encode_request(request, rules="off", on_loss="error") == body
    assert [str(one).partition(":")[0] for one in chat.losses_request(request)] == [
        "/messages/0/content/0/url", "/messages/0/content/1/data"
    ]  # fmt: skip
    with pytest.raises(ValueError, match="a picture whose address stands in an object"):
        chat.encode_request(request, rules="check", on_loss="ignore")
    for profile in (None, "azure_openai", "xai", "groq"):
        written = chat.encode_request(request, on_loss="ignore", profile=profile)
        content = written["messages"][0]["content"]
        assert [part["image_url"]["url"] for part in content] == urls


def test_a_result_that_failed_is_an_error_where_none_of_its_media_have_a_place() -> None:
    sound = {"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
    request = returned(text("No such city."), sound, isError=True)
    body, losses = written("ollama_chat", request)
    assert body["messages"][2]["content"] == '{"error":"No such city."}'
    assert "/messages/2/toolResult/value/1" in paths(losses)

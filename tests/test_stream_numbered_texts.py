"""Texts that come as numbered items of events that have the shape of the reply."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, changed, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body

Json = Any
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
PAGE = "https://example.com/convoy"


def record(title: str, required: list[str], example: Json, **properties: Json) -> Json:
    return {
        "title": title, "description": "What comes of a car.", "x-reference": PAGE,
        "type": "object", "properties": properties, "required": required, "examples": [example],
    }  # fmt: skip


def bit(title: str, kind: str, **properties: Json) -> Json:
    more = dict.fromkeys(properties, "H")
    return record(title, ["at", "type"], {"at": 0, "type": kind, **more},
                  at=NUMBER, type={"const": kind}, **properties)  # fmt: skip


def ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


PIECES = {
    "Chunk": record(
        "Chunk", ["type"], {"type": "chunk", "news": {"cars": [{"at": 0, "type": "word"}]}},
        type={"const": "chunk"}, id=TEXT, model=TEXT, news=ref("News"), count=ref("Count"),
        why={"type": ["string", "null"]},
    ),
    "News": record(
        "News", [], {"cars": [{"at": 0, "type": "word"}]},
        cars={"type": "array", "items": ref("CarBit")},
    ),
    "ReplyEvent/anyOf": [ref(one) for one in ("Chunk", "Fault", "OtherEvent")],
    "ReplyEvent/examples": [{"type": "chunk"}],
    "OtherEvent/not/properties/type/enum": ["chunk", "fault"],
    "CallCar/properties/input": TEXT,
    "CallCar/examples": [{"type": "call", "id": "c", "tool": "t", "input": "{}"}],
}  # fmt: skip
UNION: dict[str, Json] = {
    **PIECES,
    "CarBit": {
        "title": "CarBit", "description": "What comes of a car.", "x-reference": PAGE,
        "anyOf": [ref(one) for one in ("WordBit", "ThoughtBit", "CallBit", "OtherBit")],
        "examples": [{"at": 0, "type": "word", "text": "H"}],
    },
    "WordBit": bit("WordBit", "word", text=TEXT, mark=TEXT),
    "ThoughtBit": bit("ThoughtBit", "thought", thought=TEXT, seal=TEXT),
    "CallBit": bit("CallBit", "call", id=TEXT, tool=TEXT, input=TEXT),
    "OtherBit": {
        "title": "OtherBit", "description": "Another.", "x-reference": PAGE, "type": "object",
        "not": {"properties": {"type": {"enum": ["word", "thought", "call"]}},
                "required": ["type"]},
        "examples": [{"type": "stamp"}],
    },
}  # fmt: skip
ALONE: dict[str, Json] = {
    **PIECES,
    "CarBit": record(
        "CarBit", ["at"], {"at": 0, "type": "word", "text": "H"}, at=NUMBER,
        **dict.fromkeys(("type", "text", "mark", "thought", "seal", "id", "tool", "input"), TEXT),
    ),
}  # fmt: skip
WHOLE = (GOLDEN / "schemas" / "convoy" / "transform.yaml").read_text(encoding="utf-8")
ROWS = """    Chunk:
      cars[at]: news.cars
      cars[at].text: news.cars.text | append
      cars[at].thought: news.cars.thought | append
      cars[at].input: news.cars.input | append
      count: count
    Fault: error
"""
SHAPED = [
    (WHOLE.partition("  on:\n")[2], ROWS),
    ("input | object(__raw__)", "input | json"),
]
SO_FAR = [*SHAPED, *((f"{one} | append\n", f"{one} | append(so_far)\n")
                     for one in ("cars.text", "cars.thought", "cars.input"))]  # fmt: skip


def chunk(*cars: Json, **more: Json) -> Json:
    news = {"news": {"cars": [*cars]}} if cars else {}
    return {"id": "r1", "model": "m", "why": None, "type": "chunk", **news, **more}


def word(text: str, at: int = 1, **more: Json) -> Json:
    return {"at": at, "type": "word", "text": text, **more}


def thought(text: str, **more: Json) -> Json:
    return {"at": 0, "type": "thought", "thought": text, **more}


CALL: Json = {"at": 2, "type": "call", "id": "c", "tool": "t", "input": '{"a"'}
TOLD = [
    chunk(thought("H", seal="")),
    chunk(thought("m")),
    chunk(thought("", seal="s")),
    chunk(word("Hel")),
    chunk(word("lo")),
    chunk(CALL),
    chunk({"at": 2, "type": "call", "input": ":1}"}),
    chunk(why="call", count={"read": 3, "written": 2}),
]
SHOWN = [
    {"kind": "started", "id": "r1", "model": "m"},
    {"kind": "reasoningDelta", "index": 0, "text": "", "metadata": {"convoy": {"seal": ""}}},
    {"kind": "reasoningDelta", "index": 0, "text": "H"},
    {"kind": "reasoningDelta", "index": 0, "text": "m"},
    {"kind": "reasoningDelta", "index": 0, "text": "", "metadata": {"convoy": {"seal": "s"}}},
    {"kind": "textDelta", "index": 1, "text": "Hel"},
    {"kind": "textDelta", "index": 1, "text": "lo"},
    {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "t", "argumentsDelta": '{"a"'},
    {"kind": "toolCallDelta", "index": 0, "argumentsDelta": ":1}"},
]
CONTENT = [
    {"kind": "reasoning", "text": "Hm", "metadata": {"convoy": {"seal": "s"}}},
    {"kind": "text", "text": "Hello"},
    {"kind": "toolCall", "toolCall": {"id": "c", "name": "t", "arguments": {"a": 1}}},
]


def one_by_one(wire: Any, events: list[Json]) -> Iterator[tuple[int, Json]]:
    """What is shown, each with the number of events that have been read by then."""
    read = 0

    def feed() -> Iterator[Json]:
        nonlocal read
        for event in copy.deepcopy(events):
            read += 1
            yield event

    for event in wire.decode_stream(feed()):
        yield read, event


@pytest.mark.parametrize("definitions", [UNION, ALONE], ids=["types", "one type"])
def test_texts_are_shown_as_they_come_and_go_out_so(definitions: Json, tmp_path: Path) -> None:
    with compiled("convoy", SHAPED, tmp_path, definitions) as wire:
        shown = [*one_by_one(wire, TOLD)]
        decoded = [event for _, event in shown]
        assert decoded[: len(SHOWN)] == SHOWN
        when = [read for read, event in shown if event["kind"].endswith("Delta")]
        assert when == [1, 1, 2, 3, 4, 5, 6, 7]
        assert decoded[-1]["response"]["message"]["content"] == CONTENT
        sent = [*wire.encode_stream(copy.deepcopy(decoded))]
        types = [one["type"] for event in sent for one in event.get("news", {}).get("cars", ())
                 if "type" in one]  # fmt: skip
        assert set(types) == {"thought", "word", "call"}
        again = [*wire.decode_stream(copy.deepcopy(sent))]
        assert again[-1] == decoded[-1]
        texts = [e["text"] for e in again if e["kind"] == "textDelta"]
        assert texts == ["Hel", "lo"]


def test_each_piece_says_of_which_type_its_element_is(tmp_path: Path) -> None:
    """Where items are of several types: nothing else tells what they bring."""
    with compiled("convoy", SHAPED, tmp_path, UNION) as wire:
        sent = [*wire.encode_stream(wire.decode_stream(copy.deepcopy(TOLD)))]
        cars = [one for event in sent for one in event.get("news", {}).get("cars", ())]
        assert [(one["at"], one["type"]) for one in cars] == [
            *[(0, "thought")] * 4, *[(1, "word")] * 2, *[(2, "call")] * 2,
        ]  # fmt: skip


def test_what_is_of_no_known_type_goes_out_as_it_is(tmp_path: Path) -> None:
    """It is no element of the first type that may stand there."""
    events = [chunk({"at": 0, "text": "Hi"}), chunk(why="done")]
    with compiled("convoy", SHAPED, tmp_path, UNION) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        assert decoded[-1]["response"]["message"]["content"][0]["kind"] == "opaque"
        assert [*wire.encode_stream(decoded)] == events


def test_an_event_says_what_it_is_whatever_the_reply_has_under_that_key(tmp_path: Path) -> None:
    train = {**UNION, "Reply/properties/type": {"const": "train"}}
    cars = [{"type": "word", "text": "Hi"}]
    body = {"type": "train", "id": "r1", "model": "m", "cars": cars, "why": "done"}
    with compiled("convoy", SHAPED, tmp_path, train) as wire:
        response = wire.decode_response(body)
        assert wire.encode_response(response) == body
        completed = {"kind": "completed", "response": response}
        sent = [*wire.encode_stream([{"kind": "started", "id": "r1"}, completed])]
        assert {event["type"] for event in sent} == {"chunk"}
        assert [*wire.decode_stream(sent)][-1]["kind"] == "completed"


def test_a_text_of_which_nothing_says_what_it_is_waits_for_that(tmp_path: Path) -> None:
    events = [chunk({"at": 0, "text": "Hel"}), chunk(word("lo", 0)), chunk(word("!", 0)),
              chunk(why="done")]  # fmt: skip
    with compiled("convoy", SHAPED, tmp_path, ALONE) as wire:
        shown = [(at, e["text"]) for at, e in one_by_one(wire, events) if e["kind"] == "textDelta"]
        assert shown == [(2, "Hello"), (3, "!")]


def test_a_text_may_begin_with_an_empty_piece(tmp_path: Path) -> None:
    """It is no call, though one may stand in the list."""
    events = [chunk(word("", 0)), chunk(word("Hi", 0)), chunk(why="done")]
    with compiled("convoy", SHAPED, tmp_path, UNION) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        assert [e["text"] for e in decoded if e["kind"] == "textDelta"] == ["Hi"]
        assert not any(e["kind"] == "toolCallDelta" for e in decoded)
        assert [*wire.decode_stream([*wire.encode_stream(decoded)])][-1] == decoded[-1]


def test_what_stands_beside_a_text_is_shown_and_goes_back(tmp_path: Path) -> None:
    events = [chunk(word("Hel", 0, mark="a")), chunk(word("lo", 0, mark="b")), chunk(why="done")]
    with compiled("convoy", SHAPED, tmp_path, UNION) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        marks = [e["metadata"]["convoy"]["mark"] for e in decoded if "metadata" in e]
        assert marks == ["a", "b"]
        again = [*wire.decode_stream([*wire.encode_stream(decoded)])]
        assert again[-1] == decoded[-1]


def test_a_text_may_stand_deeper(tmp_path: Path) -> None:
    definition = record("Said", ["value"], {"value": "Hi"}, value=TEXT, notes=TEXT)
    piece = record("SaidBit", [], {"value": "H"}, value=TEXT, notes=TEXT)
    deep = [*SHAPED, ("  TextBlock <-> WordCar:\n    text: text\n",
                      "  TextBlock <-> WordCar:\n    text: text.value\n"),
            ("cars[at].text: news.cars.text |", "cars[at].text.value: news.cars.text.value |")]
    definitions: dict[str, Json] = {
        **UNION, "Said": definition, "SaidBit": piece, "WordCar/properties/text": ref("Said"),
        "WordCar/examples": [{"type": "word", "text": {"value": "Hi"}}],
        "WordBit": bit("WordBit", "word", text=ref("SaidBit")),
        "WordBit/examples": [{"at": 0, "type": "word", "text": {"value": "H"}}],
        "CarBit/examples": [{"at": 0, "type": "word", "text": {"value": "H"}}],
        "CarBegun": record("CarBegun", [], {"at": 0}, at=NUMBER),
        "Car/examples": [{"type": "word", "text": {"value": "Hi"}}],
        "ReplyCar/examples": [{"type": "word", "text": {"value": "Hi"}}],
    }  # fmt: skip
    events = [
        chunk({"at": 0, "type": "word", "text": {"value": "Hel"}}),
        chunk({"at": 0, "type": "word", "text": {"value": "lo", "notes": "n"}}),
        chunk(why="done"),
    ]
    with compiled("convoy", deep, tmp_path, definitions) as wire:
        shown = [*one_by_one(wire, events)]
        texts = [(at, e["text"]) for at, e in shown if e.get("text")]
        assert texts == [(1, "Hel"), (2, "lo")]
        decoded = [event for _, event in shown]
        beside = [e["metadata"] for e in decoded if "metadata" in e]
        assert beside == [{"convoy": {"text": {"notes": "n"}}}]
        sent = [*wire.encode_stream(copy.deepcopy(decoded))]
        assert [*wire.decode_stream(copy.deepcopy(sent))][-1] == decoded[-1]
        assert sent[0]["news"]["cars"] == [{"at": 0, "type": "word", "text": {"value": "Hel"}}]


def test_each_may_say_all_of_a_text_so_far(tmp_path: Path) -> None:
    events = [chunk(word("Hel", 0)), chunk(word("Hello", 0)), chunk(word("Hello", 0)),
              chunk(why="done")]  # fmt: skip
    with compiled("convoy", SO_FAR, tmp_path, UNION) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        assert [e["text"] for e in decoded if e["kind"] == "textDelta"] == ["Hel", "lo"]
        sent = [*wire.encode_stream(decoded)]
        cars = [one["text"] for event in sent for one in event.get("news", {}).get("cars", ())]
        assert cars == ["Hel", "Hello"]
        assert [*wire.decode_stream(sent)][-1] == decoded[-1]


def test_pieces_of_another_wire_go_out_as_they_come(tmp_path: Path) -> None:
    texts = ("Hel", "lo", "!")
    pieces: list[Json] = [{"kind": "textDelta", "index": 0, "text": text} for text in texts]
    pieces[1]["metadata"] = {"another": {"mark": "a"}}
    content = [{"kind": "text", "text": "Hello!"}]
    message = {"role": "assistant", "content": content}
    done = {"kind": "completed", "response": {"message": message, "finishReason": "stop"}}
    with compiled("convoy", SHAPED, tmp_path, UNION) as wire:
        sent = [*wire.encode_stream([{"kind": "started"}, *pieces, done], on_loss="ignore")]
        cars = [one for event in sent for one in event.get("news", {}).get("cars", ())]
        assert cars == [word("Hel", 0), word("lo", 0), word("!", 0)]


@pytest.mark.parametrize("definitions", [UNION, ALONE], ids=["types", "one type"])
def test_the_interpreter_puts_the_same_together(definitions: Json, tmp_path: Path) -> None:
    project = changed("convoy", SHAPED, tmp_path / "interpreted", definitions)
    body = Body(Interpreter(project, project.formats["convoy"]).spec)
    for event in TOLD:
        body.take(copy.deepcopy(event))
    with compiled("convoy", SHAPED, tmp_path, definitions) as wire:
        response = [*wire.decode_stream(copy.deepcopy(TOLD))][-1]["response"]
        assert wire.decode_response(body.built()) == response


INSIDE = "      why: news.why\n      mark: news.mark\n      count: count\n"
AROUND = [
    [*SHAPED, ("      count: count\n", INSIDE)],
    [*SHAPED, ("      cars[at]: news.cars\n", "      .: news\n      cars[at]: news.cars\n")],
]


@pytest.mark.parametrize("changes", AROUND, ids=["rows", "all of it"])
@pytest.mark.parametrize("must", [[], ["news"]], ids=["may be there", "must be there"])
def test_an_object_of_the_event_stands_around_what_the_reply_has(
    must: list[str], changes: Any, tmp_path: Path
) -> None:
    """Its keys are the reply's: they go out in it, and it where it has any, or must be there."""
    event = {**UNION["Chunk"], "required": ["type", *must]}
    event["examples"] = [{"type": "chunk", "news": {}}]
    properties = {key: value for key, value in event["properties"].items() if key != "why"}
    definitions = {
        **UNION, "Chunk": {**event, "properties": properties}, "Reply/properties/mark": TEXT,
        "News/properties/why": {"type": ["string", "null"]}, "News/properties/mark": TEXT,
        "ReplyEvent/examples": event["examples"],
    }  # fmt: skip
    events = [copy.deepcopy(one) for one in TOLD]
    for one in events:
        one.setdefault("news", {})["why"] = one.pop("why")
    events[0]["news"]["mark"] = "x"
    with compiled("convoy", changes, tmp_path, definitions) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        response = decoded[-1]["response"]
        assert (response["finishReason"], response["metadata"]) == (
            "tool_calls", {"convoy": {"mark": "x"}},
        )  # fmt: skip
        sent = [*wire.encode_stream(decoded)]
        assert not any(one.keys() & {"why", "mark", "cars"} for one in sent)
        assert sent[-1]["news"]["why"] == "call"
        assert [*wire.decode_stream(sent)][-1] == decoded[-1]
        begun = [{"kind": "started", "id": "r"}, {"kind": "usage", "usage": response["usage"]}]
        first, *_ = wire.encode_stream([*begun, decoded[-1]])
        assert ("news" in first) >= bool(must)


MARKED = [*SHAPED, ("      count: count\n", "      mark: news.mark\n      count: count\n")]


@pytest.mark.parametrize("must", [[], ["news"]], ids=["may be there", "must be there"])
def test_an_object_of_the_event_without_anything_in_it_goes_out_where_it_must_be_there(
    must: list[str], tmp_path: Path
) -> None:
    event = {**UNION["Chunk"], "required": ["type", *must]}
    event["examples"] = [{"type": "chunk", "news": {}}]
    definitions = {
        **UNION, "Chunk": event, "Reply/properties/mark": TEXT, "News/properties/mark": TEXT,
        "ReplyEvent/examples": event["examples"],
    }  # fmt: skip
    events = [{"news": {}, **copy.deepcopy(one)} for one in TOLD]
    with compiled("convoy", MARKED, tmp_path, definitions) as wire:
        sent = [*wire.encode_stream(wire.decode_stream(events))]
        assert sent[-1].get("news") == ({} if must else None)


def test_what_an_event_has_itself_goes_out_there_and_not_in_its_object(tmp_path: Path) -> None:
    """An object that is put in whole may have a key that the event around it has, too."""
    changes = AROUND[1]
    definitions = {
        **UNION, "Reply/properties/mark": TEXT, "News/properties/mark": TEXT,
        "Chunk/properties/mark": TEXT,
    }  # fmt: skip
    events = [copy.deepcopy(one) for one in TOLD]
    events[0]["mark"] = "x"
    with compiled("convoy", changes, tmp_path, definitions) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        sent = [*wire.encode_stream(decoded)]
        assert [one["mark"] for one in sent if "mark" in one] == ["x"]
        assert not any("mark" in one.get("news", {}) for one in sent)
        assert [*wire.decode_stream(sent)][-1] == decoded[-1]


def test_blocks_may_be_those_of_an_item_of_another_list(tmp_path: Path) -> None:
    """Of the only one: each piece says of which type its block is, there as well."""
    why = {"type": ["string", "null"]}
    track = record("Track", ["cars"], {"cars": []},
                   cars={"type": "array", "items": ref("ReplyCar")})  # fmt: skip
    pick = record("Pick", ["train", "why"], {"train": {"cars": []}, "why": None},
                  at=NUMBER, train=ref("Track"), why=why)  # fmt: skip
    piece = record("PickBit", ["at"], {"at": 0, "news": {}}, at=NUMBER, news=ref("News"), why=why)
    event = UNION["Chunk"]
    common = {key: event["properties"][key] for key in ("type", "id", "model", "count")}
    definitions = {
        **UNION, "Track": track, "Pick": pick, "PickBit": piece,
        "Reply/properties": {
            "id": TEXT, "model": TEXT, "count": ref("Count"),
            "picks": {"type": "array", "minItems": 1, "items": ref("Pick")},
        },
        "Reply/required": ["picks"], "Reply/examples": [{"picks": pick["examples"]}],
        "Begun": record("Begun", [], {"at": 0}, at=NUMBER),
        "Chunk": {**event, "examples": [{"type": "chunk", "picks": [{"at": 0}]}],
                  "properties": {**common, "picks": {"type": "array", "items": ref("PickBit")}}},
    }  # fmt: skip
    inside = ROWS.replace("cars[at]", "picks[at].train.cars[at]").replace("news.", "picks.news.")
    inside = inside.replace("Chunk:\n", "Chunk:\n      picks[at]: picks\n"
                            "      picks[at].train: picks.news\n")  # fmt: skip
    inside = inside.replace("      count", "      picks[at].why: picks.why\n      count", 1)
    changes = [
        (SHAPED[0][0], inside), SHAPED[1], ("  ends: why\n", "  ends: picks.0.why\n"),
        ("    message.content: cars\n", "    message.content: picks.0.train.cars\n"),
        ("finishReason: why |", "finishReason: picks.0.why |"),
        ('absent: { id: "", why: null }', 'absent: { id: "" }'),
    ]  # fmt: skip
    events = []
    for one in copy.deepcopy(TOLD):
        ending = {key: one.pop(key) for key in ("why", "news") if key in one}
        events.append({**one, "picks": [{"at": 0, **ending}]})
    with compiled("convoy", changes, tmp_path, definitions) as wire:
        decoded = [event for _, event in one_by_one(wire, events)]
        assert decoded[: len(SHOWN)] == SHOWN
        sent = [*wire.encode_stream(copy.deepcopy(decoded))]
        assert [*wire.decode_stream(copy.deepcopy(sent))][-1] == decoded[-1]
        news = [item["news"] for event in sent for item in event.get("picks", ()) if "news" in item]
        kinds = [one["type"] for entry in news for one in entry["cars"]]
        assert kinds == [*["thought"] * 4, *["word"] * 2, *["call"] * 2]


@pytest.mark.parametrize("key", ["text", "thought", "input"])
def test_a_forgotten_append_is_found(key: str, tmp_path: Path) -> None:
    """Without one a text is shown at its end."""
    changes = [*SHAPED, (f"      cars[at].{key}: news.cars.{key} | append\n", "")]
    _, found = checked("convoy", changes, tmp_path, UNION)
    assert len(found) == 1
    assert f"no row for `cars.{key}`, which comes in pieces" in found[0]

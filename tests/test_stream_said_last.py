"""What the event that ends an element brings of it: rows beside `. | close`."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, changed, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from samples import difference

Json = Any
Changes = list[tuple[str, str]]
COUNT: Json = {"read": {}, "written": {}}
BEGUN = {"kind": "started", "id": "r1", "model": "m"}
CAR_DONE = 'CarDone: { "cars[at]": . | close }'
MARK_END = 'MarkEnd: { "parts[id].marks[mark]": . | close }'


@pytest.fixture(scope="module")
def usher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("said_last"), "said_last_adapters")
    yield package.add(read_once(GOLDEN), "usher")[1]
    package.close()


def thought(index: int = 0, **more: Json) -> Json:
    return {"kind": "reasoningDelta", "index": index, "text": "Hm", **more}


def ended(**more: Json) -> Json:
    return {"kind": "blockEnd", "block": "reasoning", "index": 0, **more}


def completed(*content: Json) -> Json:
    message = {"role": "assistant", "content": [*content]}
    response = {"id": "r1", "model": "m", "message": message, "finishReason": "stop"}
    return {"kind": "completed", "response": response}


def seal(value: str) -> Json:
    return {"metadata": {"usher": {"seal": value}}}


def sealed(value: str) -> Json:
    return {"kind": "reasoning", "text": "Hm", **seal(value)}


def ends(sent: list[Json], sort: str = "thought-end") -> list[Json]:
    return [event for event in sent if event["sort"] == sort]


# -- reading


@pytest.mark.parametrize(
    ("begins", "ends", "shown", "last"),
    [
        ({}, {"seal": "abc"}, ["abc"], None),
        # What adds to what was told is told, what does not is said with the end.
        ({"seal": "ab"}, {"seal": "abc"}, ["ab", "c"], None),
        ({"seal": "ab"}, {"seal": "xyz"}, ["ab"], {"usher": {"seal": "xyz"}}),
        # What is empty, or null, says nothing about what is there.
        ({"seal": "ab"}, {"seal": ""}, ["ab"], None),
        ({"seal": "ab"}, {"seal": None}, ["ab"], None),
        ({"seal": "ab"}, {"seal": "ab"}, ["ab"], None),
        ({}, {"seal": ""}, [""], None),
    ],
)
def test_it_is_the_elements_and_is_told_ahead_of_its_end(
    begins: Json, ends: Json, shown: list[str], last: Json, usher: ModuleType
) -> None:
    events = [
        {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": COUNT}},
        {"sort": "thought-begin", "id": "a", **begins},
        {"sort": "thought-more", "id": "a", "more": "Hm"},
        {"sort": "thought-end", "id": "a", "mood": "calm", **ends},
        {"sort": "ended", "why": "done", "seats": []},
    ]
    decoded = [*usher.decode_stream(events)]
    found = [one["metadata"]["usher"] for one in decoded if one["kind"] == "reasoningDelta"
             and "metadata" in one]  # fmt: skip
    assert [one["seal"] for one in found if "seal" in one] == shown
    (end,) = (one for one in decoded if one["kind"] == "blockEnd")
    assert end.get("metadata") == last
    response = decoded[-1]["response"]
    wanted = (last or {"usher": {"seal": "".join(shown)}})["usher"]
    assert response["message"]["content"] == [sealed(wanted["seal"])]
    # What no row names is the reply's, as ever.
    assert response["metadata"]["usher"]["mood"] == "calm"


# -- writing


def test_it_goes_out_with_the_end(usher: ModuleType) -> None:
    first, rest = thought(**seal("ab")), thought(text="", **seal("c"))
    for events, last in (
        ([first, rest, ended()], {"seal": "abc"}),
        ([thought(), rest, ended()], {"seal": "c"}),
        ([first, ended()], {}),  # it has begun with that
        ([first, ended(**seal("xyz"))], {"seal": "xyz"}),
    ):
        value = last.get("seal", "ab")
        sent = [*usher.encode_stream([BEGUN, *events, completed(sealed(value))])]
        assert ends(sent) == [{"sort": "thought-end", "id": "0", **last}]
        again = [*usher.decode_stream(sent)][-1]["response"]["message"]["content"]
        assert again == [sealed(value)]


def test_what_only_the_reply_says_goes_out_if_its_element_is_open(usher: ModuleType) -> None:
    open_ = [BEGUN, thought(), completed(sealed("abc"))]
    assert ends([*usher.encode_stream(open_)])[0]["seal"] == "abc"


def test_it_goes_out_once_where_nothing_else_may_bring_it(usher: ModuleType) -> None:
    claps = {"metadata": {"usher": {"claps": 3}}}
    text = {"kind": "text", "text": "Hi", **claps}
    whole = [*usher.encode_stream([completed(text)])]
    piece = {"kind": "textDelta", "index": 0, "text": "Hi", **claps}
    for sent in (whole, [*usher.encode_stream([BEGUN, piece, completed(text)])]):
        assert [event for event in sent if "claps" in json.dumps(event)] == [
            {"sort": "words-end", "id": "0", "news": {"claps": 3}}
        ]
        assert [*usher.decode_stream(sent)][-1]["response"]["message"]["content"] == [text]


# -- of elements that no event spells out, and of such as stand in others


@contextmanager
def _agreeing(
    name: str, changes: Changes, events: list[Json], folder: Path
) -> Iterator[ModuleType]:
    """The adapter of a wire that puts events together as the interpreter does, at each of them."""
    project = changed(name, changes, folder / "project")
    package = Package(folder, f"said_last_{name}")
    module = package.add(project, name)[1]
    runtime = importlib.import_module(f"{module.__package__}._runtime.stream")
    pieces = importlib.import_module(f"{module.__package__}._runtime.pieces")
    body = Body(Interpreter(project, project.formats[name]).spec)
    assembly = runtime.assembly_of(module.STREAM, "deltas", None)
    for event in events:
        runtime.take(copy.deepcopy(event), assembly, module.STREAM)
        body.take(copy.deepcopy(event))
        assert difference(body.built(), pieces.built(assembly.root.w)) is None
    yield module
    package.close()


def test_what_stands_in_another_element_has_it_too(tmp_path: Path) -> None:
    ended = '"const": "mark-end"\n        },'
    changes = [
        (MARK_END, MARK_END.replace(" }", ', "parts[id].marks[mark].ink": ink }')),
        (ended, f'{ended} "ink": {{"type": "string"}},'),
        (
            '"description": "A mark.",\n      "x-reference": "https://example.com/usher",\n'
            '      "type": "object",\n      "properties": {',
            '"description": "A mark.",\n      "x-reference": "https://example.com/usher",\n'
            '      "type": "object",\n      "properties": { "ink": {"type": "string"},',
        ),
    ]
    events = json.loads((GOLDEN / "payloads/usher/events.json").read_text(encoding="utf-8"))
    for event in events:
        if event["sort"] == "mark-end":
            event["ink"] = "blue"
    with _agreeing("usher", changes, events, tmp_path) as module:
        decoded = [*module.decode_stream(events)]
        marks = decoded[-1]["response"]["message"]["content"][1]["metadata"]["usher"]["marks"]
        assert marks == [{"at": 1, "ink": "blue"}, {"at": 4, "ink": "blue"}]
        sent = [*module.encode_stream(decoded)]
        assert [event.get("ink") for event in ends(sent, "mark-end")] == ["blue", "blue"]
        assert [event.get("ink") for event in ends(sent, "mark-begin")] == [None, None]
        assert [*module.decode_stream(sent)][-1]["response"] == decoded[-1]["response"]


def test_it_is_the_same_where_events_have_the_element_as_it_begins(tmp_path: Path) -> None:
    """What began with it need not be told again."""
    tag = '{"const": "car_done"},'
    changes = [
        (CAR_DONE, CAR_DONE.replace(" }", ', "cars[at].seal": seal }')),
        (tag, f'{tag} "seal": {{"type": "string"}},'),
    ]
    events = json.loads((GOLDEN / "payloads/convoy/events.json").read_text(encoding="utf-8"))
    for event in events:
        if event["type"] == "car_done" and event["at"] in (0, 1):
            event["seal"] = "t"
    with _agreeing("convoy", changes, events, tmp_path) as module:
        decoded = [*module.decode_stream(events)]
        thought, search, *_ = decoded[-1]["response"]["message"]["content"]
        assert thought["metadata"]["convoy"]["seal"] == "t"
        assert search["value"]["seal"] == "t"
        sent = [*module.encode_stream(decoded)]
        assert [event.get("seal") for event in sent if event["type"] == "car_done"] == [
            *("t", None, None, None)
        ]
        assert [*module.decode_stream(sent)][-1]["response"] == decoded[-1]["response"]


def test_all_of_a_text_may_come_with_the_end(tmp_path: Path) -> None:
    """What it says beyond the pieces is shown, and it goes out with the end, as that requires."""
    example = '"examples": [\n        {\n          '
    required = '"required": [\n        "sort",\n        "id"\n      ],\n      '
    ended, says = '"sort": "words-end"', '"words": "One", "sort": "words-end"'
    changes = [
        ('"parts[id].claps": news.claps }', '"parts[id].text": words, ignore: news }'),
        ("    WordsSaid: {", "    ignore: [WordsSaid]\n    # {"),
        ('        "news": {\n', '"words": {"type": "string"}, "news": {\n'),
        (f"{required}{example}{ended}", f'"required": ["sort", "id", "words"], {example}{says}'),
        (f"{example}{ended}", f"{example}{says}"),
    ]
    events = [
        {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": COUNT}},
        {"sort": "words-begin", "id": "a"},
        {"sort": "words-more", "id": "a", "more": "On"},
        {"sort": "words-end", "id": "a", "words": "One"},
        {"sort": "ended", "why": "done", "seats": []},
    ]
    with _agreeing("usher", changes, events, tmp_path) as module:
        decoded = [*module.decode_stream(events)]
        assert [one["text"] for one in decoded if one["kind"] == "textDelta"] == ["On", "e"]
        sent = [*module.encode_stream(decoded)]
        assert ends(sent, "words-end") == [{"sort": "words-end", "id": "0", "words": "One"}]
        assert [*module.decode_stream(sent)][-1]["response"] == decoded[-1]["response"]


# -- what is found

FOUND: list[tuple[str, Changes, str]] = [
    (
        "usher",
        [('"parts[id].seal": seal', '"parts[id].tone": seal')],
        "`parts[id].tone` is nothing of `Thought`; the event ends one at 114:19; name a key of "
        "that type",
    ),
    (
        "usher",
        [('"parts[id].seal": seal', '"parts[id].seal": seal | append')],
        "`parts[id]` is not alone in its event, with `close`; the event is about the element as a "
        "whole; let it be the only row of the event, outside of arms; what ends one may say more "
        "of it in rows without an operator",
    ),
    (
        "usher",
        [('"description": "The thought is complete.",\n      "x-reference": '
          '"https://example.com/usher",\n      "type": "object",',
          '"description": "The thought is complete.",\n      "x-reference": '
          '"https://example.com/usher",\n      "type": "object", "required": ["seal"],'),
         ('"required": [\n        "sort",\n        "id"\n      ],\n      "examples": [\n        {\n'
          '          "sort": "thought-end"', '"examples": [\n        {\n          "seal": "s", '
          '"sort": "thought-end"')],
        "not every `ThoughtEnd` that goes out has `seal`; it is required there, and a `Thought` "
        "may lack it; leave it out of what `ThoughtEnd` requires",
    ),
    (
        "flare",
        [("out.entry | close(opens)",
          'out.entry | close(opens), "log.entries[at].tag": out.tag')],
        "`log.entries[at]` is not alone in its event, with `close`; the event is about the element "
        "as a whole; let it be the only row of the event, outside of arms",
    ),
    (
        "usher",
        [
            ('"seal": {\n          "type": "string"\n        },\n        "sort": {\n          '
             '"const": "thought-end"', '"seal": {\n          "type": "integer"\n        },\n'
             '        "sort": {\n          "const": "thought-end"'),
        ],
        "joins values of one kind: integer would stand in string; use the operator that fits",
    ),
]


@pytest.mark.parametrize(("name", "changes", "finding"), FOUND)
def test_what_cannot_be_said_so_is_found(
    name: str, changes: Changes, finding: str, tmp_path: Path
) -> None:
    _, found = checked(name, changes, tmp_path)
    assert any(one.endswith(finding) for one in found), "\n".join(found)


@pytest.fixture(scope="module")
def whole_at_the_end(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A wire whose last event of a call says its arguments once more, as the object they are."""
    tag = '{"const": "car_done"},'
    changes = [
        (CAR_DONE, CAR_DONE.replace(" }", ', "cars[at].input": input }')),
        (tag, f'{tag} "input": {{"type": "object"}},'),
    ]
    with compiled("convoy", changes, tmp_path_factory.mktemp("whole_at_the_end")) as module:
        yield module


@pytest.mark.parametrize(
    ("begun", "pieces", "done"),
    [
        ({}, ['{"a":', "1}"], {"input": {"a": 1}}),
        ({}, [], {"input": {"a": 1}}),
        ({"a": 1}, [], {"input": {"a": 1}}),
        ({"a": 1}, [], {}),
        ({}, ['{"a":1}'], {}),
    ],
)
def test_arguments_as_an_object_at_the_end_are_shown_once(
    begun: Json, pieces: list[str], done: Json, whole_at_the_end: ModuleType
) -> None:
    car = {"type": "call", "id": "c1", "tool": "add", "input": begun}
    events = [
        {"type": "begun", "reply": {"id": "r1", "model": "m", "cars": []}},
        {"type": "car_begun", "at": 0, "car": car},
        *({"type": "car_piece", "at": 0, "load": {"type": "input", "json": piece}}
          for piece in pieces),
        {"type": "car_done", "at": 0, **done},
        {"type": "ended", "end": {"why": "call"}, "count": {"read": 3, "written": 9}},
    ]  # fmt: skip
    decoded = [*whole_at_the_end.decode_stream(events)]
    shown = "".join(one.get("argumentsDelta", "") for one in decoded)
    assert json.loads(shown) == {"a": 1}
    (block,) = decoded[-1]["response"]["message"]["content"]
    assert block["toolCall"]["arguments"] == {"a": 1}
    sent = [*whole_at_the_end.encode_stream(decoded)]
    assert [*whole_at_the_end.decode_stream(sent)][-1] == decoded[-1]

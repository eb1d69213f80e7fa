"""What a turn has beside the list that results share is written, and read as the turn's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import golden_wires
from interpreter.adapter import Interpreter
from test_shared_inside import BOXED

Json = Any
TURN = '"properties": {"by": {"const": "user"}, "body": {"$ref": "#/$defs/Body"}}'
ASIDE = [
    ('"required": ["by", "body"],\n      ' + TURN, '"required": ["by"],\n      ' + TURN),
    (TURN, TURN[:-1] + ', "head": {"type": "string"}}'),
    (
        "  UserMessage <-> UserTurn:\n    content: body | text\n",
        "  UserMessage <-> UserTurn:\n    content:\n"
        '      TextBlock: head | aside("")\n      "*": body | text(list)\n',
    ),
]
BOXED_ASIDE = [
    *BOXED,
    ('"required": ["by", "box"]', '"required": ["by"]'),
    ('{"const": "user"}, "box"', '{"const": "user"}, "head": {"type": "string"}, "box"'),
    ('"required": ["form", "body"]', '"required": ["body"]'),
    ('{"form": {"const": "box"}, "body"', '{"body"'),
    *2 * [('{"form": "box", "body": "Hi"}', '{"body": "Hi"}')],
    (
        "    content: box.body | text\n    given: { box.form: box }\n",
        '    content:\n      TextBlock: head | aside("")\n      "*": box.body | text(list)\n',
    ),
]  # fmt: skip
RESULT = {"type": "result", "answers": "c1", "says": "3"}
NOTE = {"type": "text", "text": "And then?"}
AHEAD = [
    {"by": "user", "body": [{"type": "text", "text": "Hi"}]},
    {"by": "model", "body": [{"type": "call", "id": "c1", "tool": "add", "input": {}}]},
]
BODIES: list[tuple[str, Json, list[str]]] = [
    ("alone", [{"by": "user", "head": "This?", "body": [RESULT]}], ["tool", "user"]),
    ("list", [{"by": "user", "head": "This?", "body": [RESULT, NOTE]}], ["tool", "user"]),
    (
        "ahead",
        [{"by": "user", "head": "This?", "body": [NOTE, RESULT]}],
        ["user", "tool", "user"],
    ),
    (
        "own",
        [{"by": "user", "body": [RESULT]}, {"by": "user", "head": "This?"}],
        ["tool", "user"],
    ),
    ("empty", [{"by": "user", "head": "", "body": [RESULT]}], ["tool"]),
    ("more", [{"by": "user", "head": "This?", "body": [RESULT], "x": 1}], ["tool", "user"]),
]


def test_what_stands_in_the_object_with_the_list_is_refused(tmp_path: Path) -> None:
    keys = '"properties": {"form": {"const": "box"}, "body"'
    rows = '      TextBlock: box.head | aside("")\n      "*": box.body | text(list)\n'
    changes = [
        *BOXED,
        (keys, keys.replace(' "body"', ' "head": {"type": "string"}, "body"')),
        ("    content: box.body | text\n", f"    content:\n{rows}"),
    ]
    (one,) = golden_wires.checked("relay", changes, tmp_path)[1]
    assert one.partition("misplaced ")[2] == (
        "`box.head` stands in an object that units share; their list is `UserTurn.box.body`, and "
        "nothing says whose the rest of that object is; name a key of the element itself, or leave "
        "it out"
    )


@pytest.mark.parametrize("changes", [ASIDE, BOXED_ASIDE], ids=["flat", "boxed"])
def test_a_shared_list_may_stand_deep_beside_it(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    project, findings = golden_wires.checked("relay", changes, tmp_path / "one")
    assert findings == []
    slow = Interpreter(project, project.formats["relay"])
    deep = changes is not ASIDE

    def turn(head: str | None, *items: Json) -> Json:
        body = {"box": {"body": [*items]}} if deep else {"body": [*items]}
        return {"by": "user", **({} if head is None else {"head": head}), **body}

    turns = [*AHEAD[1:], turn("This?", RESULT), *AHEAD[1:], turn("That?", RESULT, NOTE)]
    turns += [*AHEAD[1:], turn(None, RESULT), {"by": "user", "head": "So?"}]
    body = {"model": "m", "turns": turns, "limits": {"words": 9}, "version": 1}
    with golden_wires.compiled("relay", changes, tmp_path / "two") as relay:
        value = relay.decode_request(body)
        roles = [message["role"] for message in value["messages"]]
        assert roles == ["assistant", "tool", "user"] * 3
        assert value == slow.decode("request", body)
        assert relay.encode_request(value, rules="off") == body
        assert slow.encode("request", value) == body


def wire(folder: Path) -> Interpreter:
    project, findings = golden_wires.checked("relay", ASIDE, folder)
    assert findings == []
    return Interpreter(project, project.formats["relay"])


@pytest.mark.parametrize(("turns", "roles"), [x[1:] for x in BODIES], ids=[x[0] for x in BODIES])
def test_what_stands_beside_the_list_is_read_and_goes_back(
    turns: Json, roles: list[str], tmp_path: Path
) -> None:
    slow = wire(tmp_path / "one")
    body = {"model": "m", "turns": [*AHEAD, *turns], "limits": {"words": 9}, "version": 1}
    with golden_wires.compiled("relay", ASIDE, tmp_path / "two") as relay:
        value = relay.decode_request(body)
        assert [message["role"] for message in value["messages"][2:]] == roles
        assert value == slow.decode("request", body)
        assert relay.encode_request(value, rules="off") == body
        assert slow.encode("request", value) == body


def test_a_text_that_stood_there_goes_out_where_its_turn_could_share_an_element(
    tmp_path: Path,
) -> None:
    slow = wire(tmp_path / "one")
    with golden_wires.compiled("relay", ASIDE, tmp_path / "two") as relay:
        own = {"by": "user", "head": "This?"}
        shared = {**own, "body": [RESULT, NOTE]}
        for came, turn in ((own, own), (shared, {**own, "body": [NOTE]})):
            body = {"model": "m", "turns": [*AHEAD, came], "limits": {"words": 9}, "version": 1}
            *_, user = relay.decode_request(body)["messages"]
            head, *more = user["content"]
            # Typed anew behind results, the text alone says where it stood.
            typed = {"role": "user", "content": [head, *more]}
            result = {"toolCallId": "c1", "kind": "text", "value": "3"}
            messages = [
                *relay.decode_request({**body, "turns": AHEAD})["messages"],
                {"role": "tool", "toolResult": {"name": "add", **result}},
                typed,
            ]
            value = {"model": "m", "messages": messages, "maxTokens": 9}
            wanted = [*AHEAD, {"by": "user", "body": [RESULT]}, turn]
            assert relay.encode_request(value, rules="off")["turns"] == wanted
            assert slow.encode("request", value)["turns"] == wanted


def test_a_turn_joins_only_what_has_a_place_for_it(tmp_path: Path) -> None:
    slow = wire(tmp_path / "one")
    shared = {"by": "user", "head": "This?", "body": [RESULT]}
    body = {"model": "m", "turns": [*AHEAD, shared], "limits": {"words": 9}, "version": 1}
    with golden_wires.compiled("relay", ASIDE, tmp_path / "two") as relay:
        value = relay.decode_request(body)
        *ahead, tool, user = value["messages"]
        for messages, turns in (
            ([*ahead, tool, user, user], [*AHEAD, shared, {"by": "user", "head": "This?"}]),
            ([*ahead, user], [*AHEAD, {"by": "user", "head": "This?"}]),
        ):
            edited = {**value, "messages": messages}
            assert relay.encode_request(edited, rules="off")["turns"] == turns
            assert slow.encode("request", edited)["turns"] == turns

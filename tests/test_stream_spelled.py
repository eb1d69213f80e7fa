"""Events that spell out what they begin, or are it, and elements that are found by a text."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, GONE, changed, compiled, findings
from samples import difference
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
NUMBERS = ("at", "mark")
CALL = {"kind": "toolCall", "toolCall": {"id": "c1", "name": "tide", "arguments": {"at": 3}}}


@pytest.fixture(scope="module")
def wires(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    """The golden wire whose events spell elements out, and one that names elements by texts."""
    folder = tmp_path_factory.mktemp("spelled")
    shutil.copytree(GOLDEN / "schemas", folder / "schemas")
    path = folder / "schemas" / "flare" / "wire.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    for definition in schema["$defs"].values():
        definition.pop("examples", None)
        for key in NUMBERS:
            if key in definition.get("properties", {}):
                definition["properties"][key] = {"type": "string"}
    path.write_text(json.dumps(schema), encoding="utf-8")
    project = load_project(folder)
    assert [str(finding) for finding in check_project(resolve(project))] == []
    package = Package(folder / "package", "spelled_adapters")
    yield {name: package.add(project, name)[1] for name in ("usher", "flare")}
    package.close()


def named(value: Json) -> Json:
    """Events whose elements are named by texts."""
    if isinstance(value, list):
        return [named(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: str(inner) if key in NUMBERS and isinstance(inner, int) else named(inner)
        for key, inner in value.items()
    }


def payload(name: str, kind: str) -> Json:
    return json.loads((GOLDEN / "payloads" / name / f"{kind}.json").read_text(encoding="utf-8"))


def sent(module: ModuleType, events: list[Json], response: Json) -> list[Json]:
    """The wire's events of a reply, which tell it when they are read."""
    written = [*module.encode_stream([*events, {"kind": "completed", "response": response}])]
    decoded = [*module.decode_stream(copy.deepcopy(written))]
    assert difference(decoded[-1]["response"], response) is None
    return written


def test_what_an_event_ahead_requires_of_the_reply_goes_out_in_it_without_a_row(
    tmp_path: Path,
) -> None:
    rows = ("Seated: { house.hall: hall }", "Seated: { ignore: hall }")
    package = Package(tmp_path / "package", "seated_adapters")
    usher = package.add(changed("usher", [rows], tmp_path / "project"), "usher")[1]
    response = usher.decode_response(payload("usher", "reply"))
    (seated,) = [one for one in sent(usher, [], response) if one["sort"] == "seated"]
    package.close()
    assert seated == {"sort": "seated", "seats": []}  # those of the reply are not known yet


def test_elements_are_named_by_texts(wires: dict[str, ModuleType]) -> None:
    """Also those inside of others, and where the reply comes whole once more."""
    flare = wires["flare"]
    decoded = [*flare.decode_stream(named(payload("flare", "events")))]
    whole = flare.decode_response(payload("flare", "reply"))
    assert difference(decoded[-1]["response"], whole) is None
    for events in (decoded[:-1], []):
        written = sent(flare, events, decoded[-1]["response"])
        keys = {type(event[key]) for event in written for key in NUMBERS if key in event}
        assert keys == {str}
    lit, *_, out = named(payload("flare", "events"))
    assert [*flare.decode_stream([lit, out])][-1] == decoded[-1]


def test_what_another_wire_has_told_begins_and_ends_as_its_type_does(
    wires: dict[str, ModuleType],
) -> None:
    """A text has the name of its place, a call its own, and the call comes whole once more."""
    response = {
        "id": "r1", "model": "m", "finishReason": "tool_calls",
        "message": {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}, CALL]},
        "usage": {"inputTokens": 0, "outputTokens": 0},
    }  # fmt: skip
    pieces = [
        {"kind": "started", "id": "r1", "model": "m"},
        {"kind": "textDelta", "index": 0, "text": "Hi"},
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "tide"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"at":3}'},
    ]
    whole = {"sort": "call", "number": "c1", "does": {"tool": "tide", "takes": '{"at":3}'}}
    assert sent(wires["usher"], pieces, response)[1:-1] == [
        {"sort": "seated", "seats": []},
        {"sort": "words-begin", "id": "0"},
        {"sort": "words-more", "id": "0", "more": "Hi"},
        {"sort": "words-said", "id": "0", "words": "Hi"},
        {"sort": "words-end", "id": "0"},
        {"sort": "call-begin", "id": "c1", "prop": "tide"},
        {"sort": "call-more", "id": "c1", "more": '{"at":3}'},
        {"sort": "call-said", "id": "c1", "takes": '{"at":3}'},
        {"sort": "call-end", "id": "c1"},
        whole,
    ]


def test_a_call_that_is_an_event_is_shown_once(wires: dict[str, ModuleType]) -> None:
    usher = wires["usher"]
    begun, *_, ended = payload("usher", "events")
    call = {"sort": "call", "number": "c1", "does": {"tool": "tide", "takes": '{"at": 3}'}}
    decoded = [*usher.decode_stream([begun, call, {**call, "number": "c2"}, call, ended])]
    kinds = [event["kind"] for event in decoded if event.get("index") == 0]
    assert kinds == ["toolCallDelta", "toolCallDelta", "blockEnd"]
    ids = [block["toolCall"]["id"] for block in decoded[-1]["response"]["message"]["content"]]
    assert ids == ["c1", "c2"]


def test_what_ends_a_call_says_more_than_its_pieces(wires: dict[str, ModuleType]) -> None:
    usher = wires["usher"]
    begun, *_, ended = payload("usher", "events")
    events = [
        begun,
        {"sort": "call-begin", "id": "c1", "prop": "tide"},
        {"sort": "call-more", "id": "c1", "more": '{"at"'},
        {"sort": "call", "number": "c1", "does": {"tool": "tide", "takes": '{"at": 3}'}, "new": 1},
        ended,
    ]
    decoded = [*usher.decode_stream(events)]
    shown = "".join(event.get("argumentsDelta", "") for event in decoded)
    assert shown == '{"at": 3}'
    block = decoded[-1]["response"]["message"]["content"][0]
    assert block["toolCall"]["arguments"] == {"at": 3}
    assert block["toolCall"]["metadata"]["usher"]["new"] == 1


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ({"sort": "call", "does": {"tool": "t", "takes": ""}}, "UsherEvent"),
        ({"sort": "words-begin"}, "UsherEvent"),
        ({"sort": "words-more", "id": "none", "more": "x"}, "/id"),
        ({"sort": "mark-begin", "id": "none", "mark": "m", "at": 1}, "/id"),
    ],
)
def test_an_event_without_its_name_is_refused(
    event: Json, place: str, wires: dict[str, ModuleType]
) -> None:
    usher = wires["usher"]
    with pytest.raises(Exception, match=place) as raised:
        [*usher.decode_stream([payload("usher", "events")[0], event])]
    assert type(raised.value).__name__ == "ToolwireError"


def test_an_object_that_is_demanded_is_there(wires: dict[str, ModuleType]) -> None:
    """Nothing is demanded of what is in it."""
    usher = wires["usher"]
    reply = {"seats": [], "parts": [], "why": "done", "count": {"read": {}, "written": {}}}
    decoded = usher.decode_response(reply)
    assert decoded["usage"] == {"inputTokens": 0, "outputTokens": 0}
    assert usher.encode_response(decoded) == reply
    more = {**reply, "count": {"read": {"x": 1}, "written": {}, "y": 2}}
    decoded = usher.decode_response(more)
    assert decoded["usage"]["metadata"] == {"usher": {"read": {"x": 1}, "y": 2}}
    assert usher.encode_response(decoded) == more


def test_what_pieces_bring_of_one_type_begins_another(wires: dict[str, ModuleType]) -> None:
    """A call has a text, too, and no event brings pieces of that."""
    usher = wires["usher"]
    events = payload("usher", "events")
    written = [*usher.encode_stream(usher.decode_stream(events))]
    begun = [event for event in written if event["sort"] == "call-begin"]
    assert begun[0] == next(event for event in events if event["sort"] == "call-begin")


def test_a_key_of_an_element_is_not_taken_for_the_name_that_its_events_have(
    wires: dict[str, ModuleType],
) -> None:
    """Nothing in the schema names a text: what it has under that key stays out of its events."""
    reply = payload("usher", "reply")
    reply["parts"] = [{"sort": "words", "text": "Hi", "id": "its own"}]
    response = wires["usher"].decode_response({**reply, "why": "done"})
    events = [*wires["usher"].encode_stream([{"kind": "completed", "response": response}])]
    ids = {event["id"] for event in events if event["sort"].startswith("words")}
    assert ids == {"0"}


def test_an_element_that_no_event_begins_is_told_as_a_loss(wires: dict[str, ModuleType]) -> None:
    usher = wires["usher"]
    parts = [{"sort": "smoke", "dense": True}, {"sort": "stamp", "ink": "red"}]
    count: Json = {"read": {}, "written": {}}
    reply = usher.decode_response({"parts": parts, "count": count, "seats": [], "why": "done"})
    with pytest.warns(UserWarning, match="/message/content/0: opaque") as caught:
        events = [*usher.encode_stream([{"kind": "completed", "response": reply}])]
    assert "/message/content/1" not in str(caught[0].message)
    assert parts[0] not in events and parts[1] in events


def whole_calls() -> list[tuple[str, str]]:
    """The changes of an usher whose calls are objects, and come with the event that begins them."""
    text = (GOLDEN / "schemas" / "usher" / "wire.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text.replace('"takes": "{}"', '"takes": {}'))
    defs = schema["$defs"]
    defs["Deed"]["properties"]["takes"] = {"type": "object"}
    defs["CallBegin"]["properties"]["takes"] = {"type": "object"}
    defs["CallBegin"]["required"].append("takes")
    defs["CallBegin"]["examples"][0]["takes"] = {}
    defs["CallSaid"]["examples"][0]["takes"] = "{}"
    transform = (GOLDEN / "schemas" / "usher" / "transform.yaml").read_text(encoding="utf-8")
    rows = transform[transform.index("    CallMore:") : transform.index("    Stamp:")]
    return [
        (text, json.dumps(schema, indent=2)),
        ("does.takes | json", "does.takes | object(__raw__)"),
        (rows, "    ignore: [CallMore, CallSaid, CallEnd, Call]\n"),
        ('      "parts[id].does.tool": prop\n',
         '      "parts[id].does.tool": prop\n      "parts[id].does.takes": takes\n'),
    ]  # fmt: skip


def test_a_call_that_nothing_ends_is_whole_where_it_begins(tmp_path: Path) -> None:
    events = [
        {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": {
            "read": {}, "written": {}}}},
        {"sort": "call-begin", "id": "c1", "prop": "tide", "takes": {"at": 3}},
        {"sort": "words-begin", "id": "w"},
    ]  # fmt: skip
    package = Package(tmp_path / "out", "whole_calls_adapters")
    usher = package.add(changed("usher", whole_calls(), tmp_path / "project"), "usher")[1]
    decoded = [*usher.decode_stream(events)]
    assert [(event["kind"], event.get("argumentsDelta")) for event in decoded[1:4]] == [
        ("toolCallDelta", None), ("toolCallDelta", '{"at":3}'), ("blockEnd", None),
    ]  # fmt: skip
    assert events[1] in [*usher.encode_stream(decoded)]
    package.close()


def test_pieces_of_a_type_with_a_row_of_its_own_are_its_own(tmp_path: Path) -> None:
    untyped = [("more | append(Words)", "more | append")]
    package = Package(tmp_path / "out", "untyped_adapters")
    usher = package.add(changed("usher", untyped, tmp_path / "project"), "usher")[1]
    pieces = [{"kind": "reasoningDelta", "index": 0, "text": text} for text in ("H", "m", ".")]
    sorts = [event["sort"] for event in usher.encode_stream(pieces)]
    assert sorts.count("thought-more") == 3 and "words-more" not in sorts
    package.close()


OPENED = [{"sort": "thought-begin", "id": "a", "seal": "s"},
          {"sort": "words-begin", "id": "a", "tone": "low"}]  # fmt: skip


@pytest.mark.parametrize("other", OPENED)
def test_two_elements_that_are_open_have_names_of_their_own(
    other: Json, wires: dict[str, ModuleType]
) -> None:
    usher, begun = wires["usher"], [payload("usher", "events")[0], OPENED[0]]
    with pytest.raises(Exception, match="expected a") as raised:
        list(usher.decode_stream([*begun, other]))
    assert type(raised.value).__name__ == "ToolwireError"
    again = [{"sort": "thought-end", "id": "a"}, other, {"sort": "ended", "why": "done"}]
    decoded = [*usher.decode_stream([*begun, *again])]
    assert len(decoded[-1]["response"]["message"]["content"]) == 2


STAMP = '"const": "stamp"\n        },\n        "ink": {\n          "type": "string"'
OTHER = '"const": "call"\n        },\n        "ink": {\n          "const": "red"'
EXAMPLES = [('"sort": "stamp",\n          "ink": "red"', '"sort": "call",\n          "ink": "red"')]


def test_an_element_of_a_type_that_says_more_is_written_as_that_type_alone(tmp_path: Path) -> None:
    with compiled("usher", [(STAMP, OTHER), *EXAMPLES], tmp_path) as wire:
        play = {"id": "r1", "model": "m", "parts": [], "count": {"read": {}, "written": {}}}
        stamp = {"sort": "call", "ink": "red", "paper": "blue"}
        events = [{"sort": "begun", "play": play}, stamp, {"sort": "ended", "why": "done"}]
        decoded = [*wire.decode_stream(events)]
        (block,) = decoded[-1]["response"]["message"]["content"]
        assert block == {"kind": "opaque", "format": "usher", "value": stamp}
        sent = [*wire.encode_stream(decoded)]
        assert [one for one in sent if one["sort"].startswith("call")] == [stamp]
        calls = [one for one in payload("usher", "events") if one["sort"].startswith("call")]
        again = [*wire.encode_stream(wire.decode_stream([events[0], *calls, events[-1]]))]
        assert "call-begin" in [one["sort"] for one in again]


UNPIECED = [
    ("does.takes | json", "takes | object(raw)"),
    *[(f'    {name}: {{ "parts[id].does.takes": ', f"    {name}: ignore #")
      for name in ("CallMore", "CallSaid")],
]  # fmt: skip
TAKES_AT_ONCE = {
    "Deed/required": ["tool"],
    "Deed/properties/takes": GONE,
    "Call/properties/takes": {"type": "object"},
}
WHOLE = '    Call: { "parts[number]": . | close }   # the event is the call, whole\n'


def test_what_no_event_has_a_place_for_is_found(tmp_path: Path) -> None:
    changes = [*UNPIECED, (WHOLE, "    Call: ignore\n")]
    (found,) = findings("usher", changes, tmp_path, TAKES_AT_ONCE)
    assert "no event has a place for `takes` of a `Call`; `(arguments, invalidArguments)`" in found


def test_what_every_element_of_a_type_has_needs_no_place(tmp_path: Path) -> None:
    row = "    refusal: { lost: a text is a text }\n"
    assert findings("usher", [(row, f"{row}    given: {{ sort: words }}\n")], tmp_path) == []


def test_what_an_event_has_no_place_for_goes_out_with_the_whole_element(tmp_path: Path) -> None:
    response = {
        "id": "r1", "model": "m", "finishReason": "tool_calls",
        "message": {"role": "assistant", "content": [CALL]},
    }  # fmt: skip
    with compiled("usher", UNPIECED, tmp_path, TAKES_AT_ONCE) as wire:
        written = sent(wire, [], {**response, "usage": {"inputTokens": 0, "outputTokens": 0}})
        assert [one for one in written if one["sort"].startswith("call")] == [
            {"sort": "call-begin", "id": "c1", "prop": "tide"},
            {"sort": "call-end", "id": "c1"},
            {"sort": "call", "number": "c1", "does": {"tool": "tide"}, "takes": {"at": 3}},
        ]


@pytest.mark.parametrize(
    ("wire", "what"), [("usher", "the id of a part that was begun"), ("depot", "the number of a")]
)
def test_a_piece_of_nothing_that_was_begun_says_by_what_that_is_found(
    wire: str, what: str, tmp_path: Path
) -> None:
    package = Package(tmp_path, f"{wire}_begun")
    adapter = package.add(read_once(GOLDEN), wire)[1]
    begun, *rest = payload(wire, "events")
    piece = next(one for one in rest if "more" in one or "piece" in one)
    with pytest.raises(ValueError, match=what):
        list(adapter.decode_stream([begun, piece]))
    package.close()


CALL_MORE = '    CallMore: { "parts[id].does.takes": more | append }\n'


def test_an_object_in_the_middle_of_an_element_is_led_to_where_it_may_come(tmp_path: Path) -> None:
    news = {"CallMore/properties/news": {"$ref": "#/$defs/Deed"}}
    row = CALL_MORE.replace(" }", ', "parts[id].does": news }')
    (found,) = findings("usher", [(CALL_MORE, row)], tmp_path, news)
    assert found.endswith("where only this event has it, leave it out of what the element requires")

"""Texts of which each event brings all so far, and not the next piece: `append(so_far)`."""

from __future__ import annotations

import copy
import importlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from samples import difference
from toolwire._runtime.closing import done
from toolwire._runtime.pieces import built, so_far
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
ALIKE = [
    *("beacon", "convoy", "courier", "depot", "flare"),
    *("herald", "relay", "solo", "ticker", "usher"),
]
"""Wires whose texts may all come so far, as well as piece by piece."""
BEGUN = {"kind": "started", "id": "r1", "model": "m"}


@pytest.fixture(scope="module")
def wires(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    """The wires whose texts come so far."""
    package = Package(tmp_path_factory.mktemp("so_far"), "so_far_adapters")
    yield {name: package.add(read_once(GOLDEN), name)[1] for name in ("swell", "caravan")}
    package.close()


def pick(delta: Json, **more: Json) -> Json:
    return {"key": "r1", "engine": "m", "picks": [{"at": 0, "delta": delta, **more}]}


def pieces_and_text(module: ModuleType, *texts: str) -> list[Json]:
    """What is shown of a text that comes so, and what it is in the end."""
    events = [pick({"role": "model"}), *(pick({"text": one}) for one in texts), pick({}, why="END")]
    shown = [*module.decode_stream(events)]
    pieces = [event["text"] for event in shown if event["kind"] == "textDelta"]
    return [*pieces, shown[-1]["response"]["message"]["content"][0]["text"]]


def completed(*content: Json) -> Json:
    message = {"role": "assistant", "content": [*content]}
    response = {"id": "r1", "model": "m", "message": message, "finishReason": "stop"}
    return {"kind": "completed", "response": response}


def text(words: str) -> Json:
    return {"kind": "text", "text": words}


def piece(words: str, index: int = 0) -> Json:
    return {"kind": "textDelta", "index": index, "text": words}


def call(**arguments: Json) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": "c1", "name": "add", "arguments": arguments}}


def call_piece(arguments: str, **more: Json) -> Json:
    return {"kind": "toolCallDelta", "index": 0, **more, "argumentsDelta": arguments}


def deltas(events: list[Json], key: str) -> list[Json]:
    """What is under a key of what events bring to the only item of a list."""
    found = [one["picks"][0]["delta"] for one in events if one["picks"]]
    return [delta[key] for delta in found if key in delta]


def letters(events: list[Json], key: str = "text") -> list[Json]:
    return [one["load"][key] for one in events if key in one.get("load", {})]


# -- reading


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["Hel", "Hello", "Hello."], ["Hel", "lo", ".", "Hello."]),
        # The event once more tells nothing, and an empty text says nothing.
        (["Hel", "Hel", "", "Hello", ""], ["Hel", "lo", "Hello"]),
        # What does not go on from what was told is what it is now; nothing of it is told.
        (["Help", "Hexagon"], ["Help", "Hexagon"]),
        (["Help", "Hel"], ["Help", "Hel"]),
        # Where it comes back to that, it goes on from what was told, not from what came between.
        (["Help", "Hexagon", "Hexagonal", "Help me"], ["Help", " me", "Help me"]),
        # Half a character is none: the next event has another text in its place.
        (["a\ud83d", "a\U0001f600", "a\U0001f600b"], ["a", "\U0001f600", "b", "a\U0001f600b"]),
        (["a\ud83d"], ["a", "a\ud83d"]),
    ],
)
def test_what_is_new_is_shown(
    texts: list[str], shown: list[str], wires: dict[str, ModuleType]
) -> None:
    assert pieces_and_text(wires["swell"], *texts) == shown


def test_a_call_is_shown_by_what_is_new_of_its_arguments(wires: dict[str, ModuleType]) -> None:
    whole = {"at": 0, "sort": "function", "key": "c1"}
    events = [
        pick({"calls": [{**whole, "function": {"name": "add", "input": arguments}}]})
        for arguments in ('{"a"', '{"a":1', '{"b"', '{"a":12}', '{"a":12}')
    ]
    shown = [*wires["swell"].decode_stream([*events, pick({}, why="CALL")])]
    pieces = [one.get("argumentsDelta", "") for one in shown if one["kind"] == "toolCallDelta"]
    assert [words for words in pieces if words] == ['{"a"', ":1", "2}"]
    assert shown[-1]["response"]["message"]["content"] == [call(a=12)]


def test_what_came_before_a_call_said_what_it_is_is_shown_with_its_first_piece(
    wires: dict[str, ModuleType],
) -> None:
    head = {"sort": "function", "key": "c1"}
    events = [
        pick({"calls": [{"at": 0, **more, "function": {**named, "input": arguments}}]})
        for arguments, more, named in (
            ('{"a"', {}, {}),
            ('{"a":1', head, {"name": "add"}),
            ('{"a":12}', {}, {}),
        )
    ]
    shown = [*wires["swell"].decode_stream([*events, pick({}, why="CALL")])]
    pieces = [one["argumentsDelta"] for one in shown if one.get("argumentsDelta")]
    assert pieces == ['{"a":1', "2}"]
    assert shown[-1]["response"]["message"]["content"] == [call(a=12)]


def test_arguments_that_are_an_object_are_what_came_last(wires: dict[str, ModuleType]) -> None:
    begun = {"type": "call", "id": "c1", "tool": "add", "input": {}}
    loads = [{"type": "input", "json": spelled} for spelled in ('{"a": 1', '{"b"', '{"b": 2}', "")]
    events = [
        {"type": "begun", "reply": {"id": "r1", "model": "m", "cars": [], "why": None}},
        {"type": "car_begun", "at": 0, "car": begun},
        *({"type": "car_piece", "at": 0, "load": load} for load in loads),
        {"type": "car_done", "at": 0},
    ]
    end = {"type": "ended", "end": {"why": "call"}}
    shown = [*wires["caravan"].decode_stream([*events, end])]
    assert [one["argumentsDelta"] for one in shown if "argumentsDelta" in one] == ['{"a": 1']
    assert shown[-1]["response"]["message"]["content"] == [call(b=2)]
    late = {"type": "car_piece", "at": 0, "load": loads[0]}
    with pytest.raises(ValueError, match="a ReplyEvent of the documented form"):
        [*wires["caravan"].decode_stream([*events, late, end])]


# -- writing


def test_each_event_has_all_that_was_told(wires: dict[str, ModuleType]) -> None:
    pieces = [piece("a\ud83d"), piece("\ude00"), piece("b")]
    events = [BEGUN, *pieces, completed(text("a\U0001f600bc"))]
    wanted = ["a", "a\U0001f600", "a\U0001f600b", "a\U0001f600bc"]
    assert deltas([*wires["swell"].encode_stream(events)], "text") == wanted
    assert letters([*wires["caravan"].encode_stream(events)]) == wanted


def test_a_text_that_is_another_in_the_end_takes_the_place_of_it(
    wires: dict[str, ModuleType],
) -> None:
    events = [BEGUN, piece("Hel"), piece("lo"), completed(text("Goodbye"))]
    for name, texts in (("swell", lambda sent: deltas(sent, "text")), ("caravan", letters)):
        sent = [*wires[name].encode_stream(events)]
        assert texts(sent) == ["Hel", "Hello", "Goodbye"]
        again = [*wires[name].decode_stream(sent)][-1]["response"]
        assert again["message"]["content"] == [text("Goodbye")]


def test_what_has_ended_stays_what_it_was(wires: dict[str, ModuleType]) -> None:
    end = {"kind": "blockEnd", "block": "text", "index": 0}
    events = [BEGUN, piece("Hel"), end, completed(text("Goodbye"))]
    assert letters([*wires["caravan"].encode_stream(events)]) == ["Hel"]


def test_texts_that_share_a_place_are_told_together(wires: dict[str, ModuleType]) -> None:
    """Whoever reads an event has nothing but that."""
    events = [BEGUN, piece("One"), piece("Two", 1), piece(".", 1)]
    sent = [*wires["swell"].encode_stream([*events, completed(text("One"), text("Two."))],
                                          on_loss="ignore")]  # fmt: skip
    assert deltas(sent, "text") == ["One", "OneTwo", "OneTwo."]
    parted = [*wires["caravan"].encode_stream([*events, completed(text("One"), text("Two."))])]
    assert letters(parted) == ["One", "Two", "Two."]


def test_arguments_are_told_once_more_only_if_they_are_others(
    wires: dict[str, ModuleType],
) -> None:
    begun = call_piece('{"a": ', id="c1", name="add")
    for last, more in ((call(a=1), []), (call(a=2), ['{"a":2}'])):
        sent = [*wires["swell"].encode_stream([BEGUN, begun, call_piece("1}"), completed(last)],
                                              on_loss="ignore")]  # fmt: skip
        inputs = [one["function"]["input"] for calls in deltas(sent, "calls") for one in calls]
        assert inputs == ['{"a": ', '{"a": 1}', *more]


def test_texts_of_one_kind_may_come_so_far_and_others_in_pieces(tmp_path: Path) -> None:
    """And where those do, a name again may be that of another call."""
    changes = [
        ("calls.function.input | append(so_far)", "calls.function.input | append"),
        ("renew(key)", "renew(key, function.name, function.input)"),
    ]
    begun = call_piece('{"a": ', id="c1", name="add")
    events = [BEGUN, piece("One"), piece("."), begun, call_piece("1}")]
    with compiled("swell", changes, tmp_path) as module:
        sent = [*module.encode_stream([*events, completed(text("One."), call(a=1))],
                                      on_loss="ignore")]  # fmt: skip
        inputs = [one["function"]["input"] for calls in deltas(sent, "calls") for one in calls]
        assert (deltas(sent, "text"), inputs) == (["One", "One."], ['{"a": ', "1}"])
        again = [*module.decode_stream(sent)][-1]["response"]["message"]["content"]
        assert again[0] == text("One.")


def test_a_call_that_the_reply_ends_is_told_no_other_arguments(tmp_path: Path) -> None:
    more = '"parts[id].does.takes": more | append'
    changes = [(f"{more} }}", f"{more}(so_far) }}")]
    with compiled("usher", changes, tmp_path) as module:
        begun = call_piece('{"a":', id="c1", name="add")
        sent = [*module.encode_stream([BEGUN, begun, call_piece("1}"), completed(call(a=1))],
                                      on_loss="ignore")]  # fmt: skip
        assert [one["more"] for one in sent if one["sort"] == "call-more"] == ['{"a":', '{"a":1}']


def test_what_only_its_own_wire_understands_goes_out_as_a_whole(tmp_path: Path) -> None:
    """Also a text that no lens reads: its pieces are gathered, and told with what came before."""
    package = Package(tmp_path, "so_far_alike")
    try:
        module = package.add(_alike(tmp_path / "project"), "relay")[1]
        first = {"kind": "reasoningDelta", "index": 0, "text": "Hm"}
        news = [{**first, "text": "", "metadata": {"relay": {"seal": s}}} for s in ("ab", "cd")]
        thought = {"kind": "reasoning", "text": "Hm", "metadata": {"relay": {"seal": "abcdef"}}}
        sent = [*module.encode_stream([BEGUN, first, *news, completed(thought)])]
        seals = [one["piece"]["seal"] for one in sent if "seal" in one.get("piece", {})]
        assert [seal for seal in seals if seal] == ["ab", "abcd", "abcdef"]
        again = [*module.decode_stream(sent)][-1]["response"]["message"]["content"]
        assert again[0]["metadata"]["relay"]["seal"] == "abcdef"
    finally:
        package.close()


# -- the same of all wires


def _alike(folder: Path) -> Any:
    """The golden wires with all their texts so far."""
    for name in ALIKE:
        shutil.copytree(GOLDEN / "schemas" / name, folder / "schemas" / name)
        path = folder / "schemas" / name / "transform.yaml"
        head, _, stream = path.read_text(encoding="utf-8").partition("\nstream:")
        stream = re.sub(r"append\(([\w, ]+)\)", r"append(\1, so_far)", stream)
        stream = re.sub(r"\| append(?!\()", "| append(so_far)", stream)
        stream = re.sub(r": ([^{}\"]*append\([^)]*,[^)]*\)) }", r': "\1" }', stream)
        stream = re.sub(r"renew\((\w+),[^)]*\)", r"renew(\1)", stream)
        path.write_text(f"{head}\nstream:{stream}", encoding="utf-8")
    shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", folder / "schemas")
    project = load_project(folder)
    assert [str(finding) for finding in check_project(resolve(project))] == []
    return project


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Each of these wires: as it is, with its texts so far, and the interpreter of that."""
    folder = tmp_path_factory.mktemp("alike")
    project = _alike(folder / "project")
    packages = [Package(folder, name) for name in ("as_they_are", "all_so_far")]
    yield {
        name: (packages[0].add(read_once(GOLDEN), name)[1], packages[1].add(project, name)[1],
               Interpreter(project, project.formats[name]))
        for name in ALIKE
    }  # fmt: skip
    for package in packages:
        package.close()


@pytest.mark.parametrize("name", ALIKE)
def test_a_reply_is_the_same_whichever_way_its_texts_come(
    name: str, alike: dict[str, Any]
) -> None:
    """What is written so far is read again, and put together by the interpreter, at every event."""
    usual, so_far, other = alike[name]
    path = GOLDEN / "payloads" / name / "events.json"
    shown = [*usual.decode_stream(json.loads(path.read_text(encoding="utf-8")))]
    sent = [*so_far.encode_stream(shown)]
    again = [*so_far.decode_stream(copy.deepcopy(sent))]
    assert difference(shown[-1]["response"], again[-1]["response"]) is None
    for key in ("text", "argumentsDelta", "inputDelta"):
        joined = ["".join(e.get(key, "") for e in one) for one in (shown, again)]
        assert joined[0] == joined[1]
    runtime = importlib.import_module(f"{so_far.__package__}._runtime.stream")
    pieces = importlib.import_module(f"{so_far.__package__}._runtime.pieces")
    assembly, body = runtime.assembly_of(so_far.STREAM, "deltas", None), Body(other.spec)
    for event in sent:
        runtime.take(copy.deepcopy(event), assembly, so_far.STREAM)
        body.take(copy.deepcopy(event))
        assert difference(body.built(), pieces.built(assembly.root.w)) is None


# -- what is found

RENEW = "renew(key)"
FOUND = [
    (
        *("swell", [(RENEW, "renew(key, function.name, function.input)")]),
        "`renew` would begin `picks[at].line.calls[at]` once more with each event; "
        "`picks[at].line.calls[at].function.input` at 135:7 comes `so_far`: what brings it may say "
        "its name again; write `renew(key)`",
    ),
    (
        *("swell", [("delta.musing | append(so_far)", "delta.musing | append")]),
        "`picks[at].line.thought` comes `so_far`, and in pieces as well; `picks[at].line.musing` "
        "at 131:7 grows piece by piece; let texts of one key, and of one kind of block, come one "
        "way",
    ),
    (
        *("parcel", [("more.words | append", "more.words | append(so_far)")]),
        "`items[at].lines.words` is a part of a text, and does not come `so_far`; `(text, "
        "refusal)` at 31:5 is in all that `items.lines` has; leave that word out, and let "
        "events bring its next piece",
    ),
    (
        *("wharf", [("line.text | append", "line.text | append(so_far)")]),
        "`append` takes all of a text each time, with `so_far`, not string or list of WordsPart or "
        "OtherPart or null; use the operator that fits",
    ),
    (
        *("signal", [("say: piece.say | append(opens)", "say: piece.say | append(opens, so_far)")]),
        "`log.entries[at].say` comes `so_far`, and in pieces as well; "
        "`log.entries[at].quote.words.say` at 108:7 grows piece by piece; let texts of one key, "
        "and of one kind of block, come one way",
    ),
]


@pytest.mark.parametrize(("name", "changes", "finding"), FOUND)
def test_what_cannot_come_so_far_is_found(
    name: str, changes: list[tuple[str, str]], finding: str, tmp_path: Path
) -> None:
    _, found = checked(name, changes, tmp_path)
    assert any(one.endswith(finding) for one in found), "\n".join(found)


def test_what_the_end_says_holds_though_another_text_came_last() -> None:
    reply: Json = {}
    for words in ("Help", "Hexagon"):
        so_far(reply, "text", words)
    done(reply, "text", "Help")
    assert built(reply) == {"text": "Help"}

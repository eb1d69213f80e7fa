"""Elements that no event names: what is told is about the last one that began."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package
from golden_wires import GOLDEN, changed, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from samples import difference
from toolwire import ToolwireError

Json = Any
NAMELESS = [
    *5 * [("cars[at]", "cars[.]")],
    ('"required": ["type", "at", "car"]', '"required": ["type", "car"]'),
    ('"required": ["type", "at", "load"]', '"required": ["type", "load"]'),
    *2 * [('        "at": {"type": "integer"},\n', "")],
    ('"required": ["type", "at"],\n      "properties": {"type": {"const": "car_done"}, '
     '"at": {"type": "integer"}}',
     '"required": ["type"],\n      "properties": {"type": {"const": "car_done"}}'),
    *4 * [(', "at": 0', "")],
]
DONE = '    CarDone: { "cars[.]": . | close }\n'
ENDLESS = [*NAMELESS, (DONE, "    ignore: [CarDone]\n")]
EVENTS = json.loads((GOLDEN / "payloads/convoy/events.json").read_text(encoding="utf-8"))
SECOND: list[Json] = [
    {"type": "car_begun", "car": {"type": "call", "id": "c2", "tool": "sub", "input": {}}},
    {"type": "car_done"},
    {"type": "car_begun", "car": {"type": "call", "id": "c3", "tool": "add", "input": {}}},
    {"type": "car_piece", "load": {"type": "input", "json": '{"a":3}'}},
    {"type": "car_done"},
]


def without_names(events: Iterable[Json], ends: bool) -> list[Json]:
    bare = [{key: value for key, value in event.items() if key != "at"} for event in events]
    return [event for event in bare if ends or event["type"] != "car_done"]


def nameless(ends: bool) -> list[Json]:
    return without_names([*EVENTS[:-1], *SECOND, EVENTS[-1]], ends)


@pytest.fixture(scope="module", params=[NAMELESS, ENDLESS], ids=["ends", "endless"])
def wire(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ModuleType, Interpreter, list[Json]]]:
    folder = tmp_path_factory.mktemp("nameless")
    project = changed("convoy", request.param, folder)
    package = Package(folder / "out", f"nameless_{len(request.param)}")
    events = nameless(request.param is NAMELESS)
    yield package.add(project, "convoy")[1], Interpreter(project, project.formats["convoy"]), events
    package.close()


def test_what_is_told_is_about_the_last_that_began(
    wire: tuple[ModuleType, Interpreter, list[Json]], tmp_path: Path
) -> None:
    module, _, events = wire
    decoded = [*module.decode_stream(copy.deepcopy(events))]
    with compiled("convoy", [], tmp_path) as convoy:
        more = [event | {"at": at} for event, at in zip(SECOND, (4, 4, 5, 5, 5), strict=True)]
        whole = [*convoy.decode_stream([*EVENTS[:-1], *more, EVENTS[-1]])]
        sent = [*convoy.encode_stream(whole)]
    assert difference(decoded[-1], whole[-1]) is None
    shown = [event for event in decoded if event["kind"] != "blockEnd"]
    assert difference(shown, [event for event in whole if event["kind"] != "blockEnd"]) is None
    ended = [event for event in decoded if event["kind"] == "blockEnd"]
    assert ended == [event for event in whole if event["kind"] == "blockEnd"]
    assert [*module.encode_stream(decoded)] == without_names(sent, {"type": "car_done"} in events)


def test_a_block_ends_as_the_next_begins(
    wire: tuple[ModuleType, Interpreter, list[Json]]
) -> None:
    module, _, events = wire
    end = {"kind": "blockEnd", "block": "reasoning", "index": 0}
    second = [at for at, event in enumerate(events) if event["type"] == "car_begun"][1]
    before = [*module.decode_stream(copy.deepcopy(events[:second]))]
    assert (end in before) == ({"type": "car_done"} in events)
    assert end in [*module.decode_stream(copy.deepcopy(events[: second + 1]))]


def test_two_readers_build_the_same_reply(
    wire: tuple[ModuleType, Interpreter, list[Json]]
) -> None:
    module, interpreter, events = wire
    runtime = importlib.import_module(f"{module.__package__}._runtime.stream")
    pieces = importlib.import_module(f"{module.__package__}._runtime.pieces")
    body, assembly = Body(interpreter.spec), runtime.assembly_of(module.STREAM, "deltas", None)
    for event in events:
        runtime.take(copy.deepcopy(event), assembly, module.STREAM)
        body.take(copy.deepcopy(event))
        assert difference(body.built(), pieces.built(assembly.root.w)) is None


def test_a_piece_of_nothing_is_refused(
    wire: tuple[ModuleType, Interpreter, list[Json]]
) -> None:
    module, _, events = wire
    piece = {"type": "car_piece", "load": {"type": "letters", "text": "a"}}
    with pytest.raises(Exception, match="a part that was begun") as refused:
        list(module.decode_stream([events[0], piece]))
    assert type(refused.value).__name__ == ToolwireError.__name__


@pytest.mark.parametrize("at", range(5))
def test_all_events_of_a_list_name_elements_or_none_does(at: int, tmp_path: Path) -> None:
    row = "cars[at]"
    text = (GOLDEN / "schemas/convoy/transform.yaml").read_text(encoding="utf-8")
    head = text[: text.index("  on:\n")]
    rows = text[len(head) :].split(row)
    mixed = row.join([*rows[: at + 1]]) + "cars[.]" + row.join(rows[at + 1 :])
    _, findings = checked("convoy", [(text[len(head) :], mixed)], tmp_path)
    phrases = ("is no element by itself", "begin without a name")
    assert any(what in one for one in findings for what in phrases)

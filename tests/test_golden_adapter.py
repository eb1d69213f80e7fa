"""Adapters as they are expected, line by line: small invented wires that use the language.

Between them they use every operator. What a change of the compiler does to generated code is read
here first. After a wanted change: ``pytest tests/test_golden_adapter.py --update``, then read the
diff.
"""

from __future__ import annotations

import copy
import functools
import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once, resolved_once
from compiled import ENVIRONMENT, RUNTIME, Package, undefined_names
from dice import Dice
from interpreter import REFUSALS
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from mutants.golden import disagreements
from quick_schema import validator
from samples import difference
from test_interpreter import REFUSED, interpreted
from test_passes import odd
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.stream_operators import STREAM_OPERATORS
from toolwire_codegen.load.transform import RESPONSE
from toolwire_codegen.operators.registry import OPERATORS
from toolwire_codegen.plan.module import plan_format
from toolwire_codegen.render.formatting import format_python
from toolwire_codegen.render.modules import _imports, render_format

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"
PROJECT = read_once(GOLDEN)
EVERY = sorted(PROJECT.formats)
REPLYING = [name for name in EVERY if RESPONSE in PROJECT.formats[name].transform.entries]
each_format = pytest.mark.parametrize("name", REPLYING)
"""Those that have requests and replies; the others' messages stand by themselves."""
UPDATE = "pytest tests/test_golden_adapter.py --update"


@pytest.fixture(scope="module")
def adapters(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, tuple[str, ModuleType]]]:
    """The text of each adapter, and the module."""
    package = Package(tmp_path_factory.mktemp("golden"), "golden_adapters", format_python)
    yield {name: package.add(PROJECT, name) for name in sorted(PROJECT.formats)}
    package.close()


def payload(name: str, kind: str) -> Json:
    path = GOLDEN / "payloads" / name / f"{kind}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_project_has_no_findings() -> None:
    assert [str(finding) for finding in check_project(resolved_once(GOLDEN))] == []


def test_a_function_that_no_module_of_the_runtime_has_is_named() -> None:
    with pytest.raises(LookupError, match="no module of the runtime has gone, lost: "):
        _imports({"lost", "gone", "Json"}, {})


def test_it_uses_every_operator() -> None:
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN.glob("schemas/*/transform.yaml")]
    used = {name for text in texts for name in re.findall(r"(?:\||back:)\s*(\w+)", text)}
    assert {*OPERATORS, *STREAM_OPERATORS} - used == set()


@pytest.mark.parametrize("name", EVERY)
def test_an_adapter_is_as_expected(
    name: str, adapters: dict[str, tuple[str, ModuleType]], request: pytest.FixtureRequest
) -> None:
    text, module = adapters[name]
    expected = GOLDEN / "expected" / f"{name}.py"
    if request.config.getoption("--update"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8"), f"if that is wanted: {UPDATE}"
    assert undefined_names(module) == set()


@each_format
def test_its_bodies_come_back_exactly(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters[name]
    request, reply = payload(name, "request"), payload(name, "reply")
    assert difference(request, module.encode_request(module.decode_request(request))) is None
    assert difference(reply, module.encode_response(module.decode_response(reply))) is None


def test_a_body_of_another_entry_comes_back_exactly(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    _, module = adapters["gazette"]
    sheet = payload("gazette", "sheet")
    tool = module.decode_sheet(sheet)
    assert (tool["name"], tool["parameters"]) == ("add", {"type": "object"})
    assert module.encode_sheet(tool) == sheet
    assert [loss.path for loss in module.losses_sheet({**tool, "more": 1})] == ["/more"]
    other = Interpreter(PROJECT, PROJECT.formats["gazette"])
    assert difference(interpreted(other.decode, "sheet", sheet), tool) is None
    assert difference(interpreted(other.encode, "sheet", tool), sheet) is None


def test_a_word_that_a_wire_loses_is_not_written(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    """Others of the same enumeration go out as they are."""
    _, module = adapters["wharf"]
    for word, sent, lost in (("auto", "auto", []), ("required", None, ["/toolChoice"])):
        request = {"messages": [], "toolChoice": word}
        assert module.encode_request(request).get("choice") == sent
        assert [loss.path for loss in module.losses_request(request)] == lost


@each_format
def test_its_stream_is_the_reply_sent_whole(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters[name]
    whole = module.decode_response(payload(name, "reply"))
    decoded = [*module.decode_stream(payload(name, "events"))]
    assert decoded[-1]["kind"] == "completed"
    assert difference(whole, decoded[-1]["response"]) is None
    sent = [*module.encode_stream(decoded)]
    again = [*module.decode_stream(copy.deepcopy(sent))]
    assert difference(whole, again[-1]["response"]) is None
    assert {json.dumps(event) for event in sent if not is_event(name)(event)} == set()


@functools.cache
def is_event(name: str) -> Callable[[Json], bool]:
    """Whether something is an event of a wire, by its schema."""
    one = PROJECT.formats[name]
    assert one.transform.stream is not None
    schema = json.loads((GOLDEN / "schemas" / name / "wire.schema.json").read_text("utf-8"))
    return validator({**schema, "$ref": f"#/$defs/{one.transform.stream.union}"})


def shown(events: list[Json]) -> dict[str, str]:
    """All that a stream shows of each kind of block, piece by piece."""
    found = {"textDelta": "", "reasoningDelta": "", "toolCallDelta": ""}
    for event in events:
        if event["kind"] in found:
            found[event["kind"]] += event.get("argumentsDelta", "") + event.get("text", "")
    return found


@each_format
def test_what_is_shown_on_the_way_is_what_the_reply_says(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    """Also where a piece is lost that the end brings once more, and where it is written again."""
    _, module = adapters[name]
    decoded = [*module.decode_stream(payload(name, "events"))]
    blocks = decoded[-1]["response"]["message"]["content"]
    texts = [block["text"] for block in blocks if block["kind"] == "text"]
    thoughts = [block.get("text", "") for block in blocks if block["kind"] == "reasoning"]
    whole = [event["block"] for event in decoded if event["kind"] == "block"]
    calls = [block["toolCall"]["arguments"] for block in blocks
             if block["kind"] == "toolCall" and block not in whole]  # fmt: skip
    for events in (decoded, [*module.decode_stream(module.encode_stream(decoded))]):
        found = shown(events)
        assert found["textDelta"] == "".join(texts)
        assert found["reasoningDelta"] == "".join(thoughts)
        assert json.loads(f"[{found['toolCallDelta'].replace('}{', '},{')}]") == calls


@pytest.mark.parametrize(
    ("name", "event", "sent"),
    [
        ("flare", {"type": "alarm", "text": "full", "code": "c", "beat": 1}, None),
        (
            "flare",
            {"type": "alarm", "alarm": {"text": "full"}},
            {"type": "alarm", "text": "full", "beat": 1},
        ),
        ("signal", {"full": {"text": "full"}}, None),
        ("signal", {"broken": {"text": "full"}}, {"full": {"text": "full"}}),
    ],
)
def test_a_failure_is_told_by_each_event_that_may_and_goes_out_as_the_first(
    name: str, event: Json, sent: Json, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters[name]
    decoded = [*module.decode_stream([event])]
    assert decoded[-1]["kind"] == "error"
    assert decoded[-1]["error"]["message"] == "full"
    assert [*module.encode_stream(decoded)][-1] == (sent or event)


def test_what_the_end_of_an_element_says_more_is_shown(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    """Whatever event is lost that only brings a part of what comes once more as a whole."""
    _, module = adapters["flare"]
    events = payload("flare", "events")
    whole = shown([*module.decode_stream(events)])
    reply = module.decode_response(payload("flare", "reply"))
    for at, event in enumerate(events):
        if event["type"] in ("entry_came", "entry_out"):
            left = [*events[:at], *events[at + 1 :]]
            cut = event["type"] == "entry_came" and _told_later(left, event["came"])
            decoded = [*module.decode_stream(left)]
            assert difference(decoded[-1]["response"], reply) is None
            assert cut or shown(decoded) == whole


def test_a_whole_that_has_no_elements_says_so(adapters: dict[str, tuple[str, ModuleType]]) -> None:
    _, module = adapters["flare"]
    lit, *_, out = payload("flare", "events")
    reply = {**out["report"], "log": {"entries": []}}
    decoded = [*module.decode_stream([lit, {**out, "report": reply}])]
    assert decoded[-1]["response"] == module.decode_response(reply)


def _told_later(events: list[Json], came: Json) -> bool:
    """Whether a later piece of the same element is shown ahead of the one that was lost."""
    places = [one["came"] for one in events if one["type"] == "entry_came"]
    return any(one["at"] == came["at"] and one["piece"].keys() == came["piece"].keys()
               for one in places)  # fmt: skip


def generated(convert: Callable[[Json], Json], value: Json) -> Json:
    """What an adapter makes of a value; a refusal is an answer too."""
    try:
        return convert(value)
    except ValueError as error:
        if type(error).__name__ != "ToolwireError":
            raise
        return REFUSED


@each_format
@pytest.mark.parametrize("entry", ["request", "response"])
def test_the_interpreter_reads_and_writes_it_alike(
    name: str, entry: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    """Each operator stands in these wires, and so under law 6."""
    _, module = adapters[name]
    other = Interpreter(PROJECT, PROJECT.formats[name])
    body = payload(name, "request" if entry == "request" else "reply")
    value = generated(getattr(module, f"decode_{entry}"), body)
    assert difference(interpreted(other.decode, entry, body), value) is None
    written = generated(getattr(module, f"encode_{entry}"), value)
    assert difference(interpreted(other.encode, entry, value), written) is None


@each_format
def test_the_interpreter_puts_its_stream_together_alike(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    """Also where an event is lost, or comes twice."""
    _, module = adapters[name]
    other = Interpreter(PROJECT, PROJECT.formats[name])
    events = payload(name, "events")
    assert _built_by_both(module, other, events) == []
    for at in range(len(events)):
        assert _built_by_both(module, other, [*events[:at], *events[at + 1 :]]) == []
        assert _built_by_both(module, other, [*events[: at + 1], *events[at:]]) == []


def _built_by_both(module: ModuleType, other: Interpreter, events: list[Json]) -> list[str]:
    """How what an adapter puts together of events differs from what the interpreter does."""
    runtime = importlib.import_module(f"{module.__package__}._runtime.stream")
    pieces = importlib.import_module(f"{module.__package__}._runtime.pieces")
    assembly, body = runtime.assembly_of(module.STREAM, "deltas", None), Body(other.spec)
    for event in events:
        ours = generated(lambda e: runtime.take(e, assembly, module.STREAM), copy.deepcopy(event))
        try:
            body.take(copy.deepcopy(event))
            theirs: Json = None
        except REFUSALS:
            theirs = REFUSED
        if ours == REFUSED:
            # It reads what it shows, too, and may refuse that.
            return []
        if theirs == REFUSED:
            return ["refused by the interpreter alone"]
    unlike = difference(body.built(), pieces.built(assembly.root.w))
    return [] if unlike is None else [unlike]


@each_format
def test_the_interpreter_reads_odd_bodies_alike(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    """With something else in one place after the other, also what is refused."""
    _, module = adapters[name]
    other = Interpreter(PROJECT, PROJECT.formats[name])
    found = []
    for entry, kind in (("request", "request"), ("response", "reply")):
        body = payload(name, kind)
        for place in odd(body, Dice(name), each=1):
            value = generated(getattr(module, f"decode_{entry}"), body)
            if difference(interpreted(other.decode, entry, body), value) is not None:
                found.append(f"{entry}{place}")
    assert found == []


@pytest.mark.parametrize("name", EVERY)
def test_mutants_are_noticed_or_read_and_written_alike(name: str) -> None:
    """Every so-manyth; ``python tests/mutants/golden.py`` takes them all."""
    assert [*disagreements(name, first=7, every=601)] == []


def test_a_constant_that_no_function_has_is_left_out() -> None:
    """`FIELDS` is a part of other names, and no name of its own."""
    module = plan_format(resolved_once(GOLDEN).formats[0])
    used = [name for name, _ in module.constants if name.startswith("FIELDS_OF_")]
    module.constants.append(("FIELDS", frozenset({"a"})))
    text = render_format(ENVIRONMENT, module, RUNTIME)
    assert f"\n{used[0]} = " in text
    assert "\nFIELDS = " not in text


LISTS: dict[str, Json] = {
    "usual": [{"json": {"type": "object"}}],
    "two items": [{"json": {}}, {"json": {}}],
    "none": [],
    "another key": [{"json": {}, "strict": True}],
    "a key that is missing": [{}],
    "no object in it": [{"json": 1}],
    "no object at all": ["json"],
    "no list": {"json": {}},
    "nothing": None,
}


@pytest.mark.parametrize("input_", LISTS.values(), ids=LISTS.keys())
def test_a_list_of_one_key_is_what_it_holds_or_stays_as_it_is(
    input_: Json, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters["ticker"]
    body = {**payload("ticker", "request"), "tools": [{"name": "add", "input": input_}]}
    value = module.decode_request(body)
    usual = input_ == LISTS["usual"]
    assert value["tools"][0].get("parameters") == ({"type": "object"} if usual else None)
    assert difference(body, module.encode_request(value)) is None
    other = Interpreter(PROJECT, PROJECT.formats["ticker"])
    assert difference(interpreted(other.decode, "request", body), value) is None


def test_what_is_given_is_new_in_each_body(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    _, module = adapters["ledger"]
    message = {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}]}
    one = module.encode_response({"message": message, "finishReason": "stop"})
    one["notes"].append("mine")
    one["items"][0]["notes"].append("mine")
    assert one["extras"] == []
    other = module.encode_response({"message": message, "finishReason": "stop"})
    assert (other["notes"], other["items"][0]["notes"]) == ([], [])


def test_a_constant_is_told_from_what_only_equals_it(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    _, module = adapters["ledger"]
    for unit in ({"of": True, "kinds": ["token"]}, {"of": 1.0, "kinds": ["token"]}, {"of": 1}, {}):
        count = {"read": 3, "written": 9, "unit": unit}
        body = {**payload("ledger", "reply"), "count": count}
        assert difference(body, module.encode_response(module.decode_response(body))) is None


CHOICES: dict[str, tuple[Json, Json]] = {
    "a word": ("must", "required"),
    "another word for the same": ("any", "required"),
    "a word of no one": ("luck", {"kind": "opaque", "format": "ledger", "value": "luck"}),
    "an object for a word": ({"type": "auto"}, "auto"),
    "a word that is true": (
        {"type": "some", "tools": [], "must": True},
        {"allowed": [], "mode": "required"},
    ),
}


@pytest.mark.parametrize(("wire", "value"), CHOICES.values(), ids=CHOICES.keys())
def test_words_and_objects_of_one_union_come_back_as_they_were(
    wire: Json, value: Json, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters["ledger"]
    body = {**payload("ledger", "request"), "book": {"tools": [], "choice": wire, "calls": "many"}}
    request = module.decode_request(body)
    assert difference(value, request["toolChoice"]) is None
    assert request["parallelToolCalls"] is True
    assert difference(body, module.encode_request(request)) is None
    other = Interpreter(PROJECT, PROJECT.formats["ledger"])
    assert difference(interpreted(other.decode, "request", body), request) is None
    assert difference(interpreted(other.encode, "request", request), body) is None


def test_a_number_is_no_word_for_true(adapters: dict[str, tuple[str, ModuleType]]) -> None:
    _, module = adapters["ledger"]
    choice = {"type": "some", "tools": [], "must": 1}
    body = {**payload("ledger", "request"), "book": {"tools": [], "choice": choice}}
    with pytest.raises(ValueError, match="documented values"):
        module.decode_request(body)


def test_a_word_without_an_arm_is_lost_with_its_reason(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    _, module = adapters["ledger"]
    tool = {"name": "add"}
    request = {"messages": [], "tools": [tool], "toolChoice": "none"}
    assert module.encode_request(request)["book"] == {"tools": [{"tool": "add"}]}
    assert [(one.path, one.reason) for one in module.losses_request(request)] == [
        ("/toolChoice", "no choice forbids calls")
    ]
    alone: Json = {"messages": [], "toolChoice": "auto", "tools": None}
    assert [(one.path, one.reason) for one in module.losses_request(alone)] == [
        ("/toolChoice", "the wire has it only beside tools")
    ]


ENDS: dict[str, tuple[Json, str]] = {
    "one place alone": ({"status": "done"}, "stop"),
    "null in the other": ({"status": "done", "stopped": None}, "stop"),
    "null in it": ({"status": "done", "stopped": {"by": None}}, "stop"),
    "both places": ({"status": "stopped", "stopped": {"by": "limit", "at": 1}}, "length"),
    "any word in the other": ({"status": "stopped", "stopped": {"by": "a storm"}}, "other"),
    "a word without its other": ({"status": "stopped"}, "other"),
    "the other alone": ({"stopped": {"by": "limit"}}, "other"),
    "words of two rows": ({"status": "done", "stopped": {"by": "limit"}}, "other"),
    "neither": ({"status": None}, "other"),
    "nothing": ({}, "other"),
}


@pytest.mark.parametrize(("ending", "reason"), ENDS.values(), ids=ENDS.keys())
def test_a_reason_in_two_places_is_one_word_and_comes_back_as_it_was(
    ending: Json, reason: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters["ledger"]
    body = {"items": [], "notes": [], "extras": [], **ending}
    reply = module.decode_response(body)
    assert reply["finishReason"] == reason
    assert difference(body, module.encode_response(reply)) is None
    other = Interpreter(PROJECT, PROJECT.formats["ledger"])
    assert difference(interpreted(other.decode, "response", body), reply) is None
    assert difference(interpreted(other.encode, "response", reply), body) is None


def test_a_reason_is_written_to_the_places_that_it_has_words_for(
    adapters: dict[str, tuple[str, ModuleType]],
) -> None:
    _, module = adapters["ledger"]
    message = {"role": "assistant", "content": []}
    ends = {}
    for reason in ("stop", "length", "error", "other"):
        body = module.encode_response({"message": message, "finishReason": reason})
        ends[reason] = {key: body[key] for key in ("status", "stopped") if key in body}
    assert ends == {
        "stop": {"status": "done"},
        "length": {"status": "stopped", "stopped": {"by": "limit"}},
        "error": {"status": "failed"},
        "other": {},
    }
